/// Stands between the characters of a mention, an address or a reference so that no renderer links it.
const BREAK: char = '\u{200B}';

/// Text of a server inside a paragraph, list item or table cell of GitHub-flavoured Markdown.
///
/// It reads the same and does nothing: no markup, HTML, link, mention, reference, emoji code or formula. The
/// text must have passed through `shown`, so that it is one line.
pub(super) fn inline(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        let next = after.chars().next();
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '_' if in_word(before) && in_word(next) => escaped.push('_'),
            '\\' | '`' | '*' | '_' | '~' | '[' | ']' | '|' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
        let live = match character {
            // The site reads these after Markdown is done, so that a backslash would not stop it.
            '@' | '$' => next.is_some_and(|next| !next.is_whitespace()),
            '#' => next.is_some_and(|next| next.is_ascii_digit()),
            ':' => next.is_some_and(|next| next == '/' || next.is_ascii_alphabetic()),
            _ => !in_word(before) && (starts(rest, "www.") || starts(rest, "gh-")),
        };
        if live {
            escaped.push(BREAK);
        }
        before = Some(character);
        rest = after;
    }
    escaped
}

fn in_word(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphanumeric)
}

fn starts(text: &str, lower: &str) -> bool {
    text.get(..lower.len()).is_some_and(|head| head.eq_ignore_ascii_case(lower))
}

/// Text of a server as inline code; longer than any run of backticks inside.
pub(super) fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_run(text) + 1);
    let pad =
        if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) || text.is_empty() { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// The fence of a code block that holds these lines.
pub(super) fn fence(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or_default();
    "`".repeat(longest.max(2) + 1)
}

fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stay_as_they_are() {
        let plain = "Tool \"echo\" description changed, 3 of 4: now \"x\" - see /tools/read_file";
        assert_eq!(inline(plain), plain);
    }

    #[test]
    fn nothing_of_a_server_is_live() {
        assert_eq!(inline("[a](javascript:b)"), "\\[a\\](javascript:\u{200B}b)");
        assert_eq!(inline("@everyone #12 GH-3"), "@\u{200B}everyone #\u{200B}12 G\u{200B}H-3");
        assert_eq!(inline("see www.evil.example"), "see w\u{200B}ww.evil.example");
        assert_eq!(inline("https://evil.example"), "https:\u{200B}//evil.example");
        assert_eq!(inline("<b>&"), "&lt;b&gt;&amp;");
        assert_eq!(inline("a|b _c_ d_e"), "a\\|b \\_c\\_ d_e");
    }

    #[test]
    fn code_survives_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(fence(&["```` x".to_owned()]), "`````");
    }
}

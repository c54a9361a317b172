/// Stands between the characters of a mention, an address or a reference so that no renderer links it: a hair
/// space, which some renderers, unlike a zero-width one, do not take for a part of a domain.
const BREAK: char = '\u{200A}';

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
        if let Some((span, beyond)) = plain_code(before, rest) {
            escaped.push_str(span);
            before = Some('`');
            rest = beyond;
            continue;
        }
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
            ':' => next.is_some_and(|next| next.is_ascii_alphabetic()),
            '/' => next == Some('/'),
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

/// A code span at the beginning of a text whose content no renderer reads, and what comes after it.
fn plain_code(before: Option<char>, text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('`').filter(|_| before != Some('`'))?;
    let (content, beyond) = inside.split_once('`')?;
    let plain =
        content.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '_' | '/' | '-'));
    let words = !content.trim().is_empty() && plain && !beyond.starts_with('`');
    words.then(|| text.split_at_checked(content.len() + 2)).flatten()
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
        assert_eq!(inline("[a](javascript:b)"), "\\[a\\](javascript:\u{200A}b)");
        assert_eq!(inline("@everyone #12 GH-3"), "@\u{200A}everyone #\u{200A}12 G\u{200A}H-3");
        assert_eq!(inline("see www.evil.example"), "see w\u{200A}ww.evil.example");
        assert_eq!(inline("https://evil.example"), "https:/\u{200A}/evil.example");
        assert_eq!(inline("<b>&"), "&lt;b&gt;&amp;");
        assert_eq!(inline("a|b _c_ d_e"), "a\\|b \\_c\\_ d_e");
    }

    #[test]
    fn a_plain_code_span_stays_one() {
        assert_eq!(inline("run `mcpward baseline`"), "run `mcpward baseline`");
        assert_eq!(inline("`@a` ``b`` `c"), "\\`@\u{200A}a\\` \\`\\`b\\`\\` \\`c");
    }

    #[test]
    fn code_survives_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(fence(&["```` x".to_owned()]), "`````");
    }
}

use std::collections::BTreeSet;

use crate::text::views::{Script, script};

/// What separates a word from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lead {
    /// A blank, or nothing.
    Blank,
    /// A line end.
    Line,
    /// A comma, a bracket, a quote.
    Clause,
    /// The end of a sentence.
    Sentence,
    /// The end of a paragraph, or the beginning of the text.
    Paragraph,
    /// Stronger than any: nothing has it.
    Beyond,
}

/// One word of a folded text, or something that is read as one: an address, a path, a variable.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// First character, counted in characters.
    pub(super) start: usize,
    /// One past the last character.
    pub(super) end: usize,
    pub(super) lead: Lead,
    /// `<url>`, `<mail>`, `<path>`, `<secretpath>`, `<env>`: what it is besides its text.
    pub(super) kinds: Vec<&'static str>,
}

/// Several tokens that make one identifier: `send_email`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identifier {
    pub(super) first: usize,
    pub(super) count: usize,
}

/// A text cut into words.
#[derive(Debug, Default)]
pub(super) struct Tokens<'a> {
    pub(super) list: Vec<Token<'a>>,
    pub(super) identifiers: Vec<Identifier>,
}

/// Parts of paths, addresses and variable names that say what they lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) credentials: BTreeSet<&'static str>,
    pub(super) profiles: BTreeSet<&'static str>,
    pub(super) metadata: BTreeSet<&'static str>,
    pub(super) drops: BTreeSet<&'static str>,
    pub(super) secrets: BTreeSet<&'static str>,
}

/// Cuts a folded text into words. Han, Kana and Thai characters are words of their own.
pub(super) fn tokenize<'a>(text: &'a str, places: &Places) -> Tokens<'a> {
    let mut cut = Cutter {
        text,
        places,
        at: 0,
        position: 0,
        lead: Lead::Paragraph,
        piped: false,
        tokens: Tokens::default(),
    };
    while cut.step() {}
    cut.tokens
}

struct Cutter<'a, 'b> {
    text: &'a str,
    places: &'b Places,
    at: usize,
    position: usize,
    lead: Lead,
    /// Whether a pipe stands before the next word.
    piped: bool,
    tokens: Tokens<'a>,
}

impl<'a> Cutter<'a, '_> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return false };
        if let Some((length, kind)) = self.special(rest) {
            let kinds = self.kinds(rest.get(..length).unwrap_or_default(), kind);
            self.push(length, kinds);
        } else if is_single(first) {
            self.push(first.len_utf8(), Vec::new());
        } else if is_word(first) {
            self.word(rest);
        } else {
            self.separator(first, rest);
        }
        true
    }

    fn push(&mut self, length: usize, mut kinds: Vec<&'static str>) {
        const SHELLS: &[&str] =
            &["bash", "sh", "zsh", "iex", "python", "python3", "node", "perl", "sudo", "ruby", "pwsh"];
        let text = self.rest().get(..length).unwrap_or_default();
        if self.piped && SHELLS.contains(&text) {
            kinds.push("<pipedshell>");
        }
        self.piped = false;
        let count = text.chars().count();
        let token = Token { text, start: self.position, end: self.position + count, lead: self.lead, kinds };
        self.tokens.list.push(token);
        self.at += length.max(1);
        self.position += count;
        self.lead = Lead::Blank;
    }

    /// A word, and the words that underscores or hyphens join to it.
    fn word(&mut self, rest: &'a str) {
        let first = self.tokens.list.len();
        let quoted = self.tokens.list.is_empty() && self.at > 0
            || self.before() == Some('`')
            || self.before() == Some('\'')
            || self.before() == Some('"');
        let mut underscores = 0;
        let mut left = rest;
        loop {
            let length = word_length(left);
            self.push(length, Vec::new());
            left = self.rest();
            let joined = left.strip_prefix('_').filter(|tail| tail.starts_with(is_word));
            let Some(tail) = joined else { break };
            underscores += 1;
            self.at += 1;
            self.position += 1;
            left = tail;
        }
        let closes = left.starts_with(['`', '\'', '"']);
        if underscores > 0 || (quoted && closes) {
            let count = self.tokens.list.len() - first;
            self.tokens.identifiers.push(Identifier { first, count });
        }
    }

    fn before(&self) -> Option<char> {
        self.text.get(..self.at)?.chars().next_back()
    }

    fn separator(&mut self, first: char, rest: &str) {
        let next = rest.chars().nth(1);
        let lead = match first {
            '\u{2029}' => Lead::Paragraph,
            '。' | '！' | '？' | '।' | '؟' | '!' | '?' | '．' => Lead::Sentence,
            '.' if next.is_none_or(|next| !next.is_alphanumeric()) => Lead::Sentence,
            ' ' | '_' => Lead::Blank,
            // Inside a compound word.
            '-' if next.is_some_and(char::is_alphanumeric)
                && self.before().is_some_and(char::is_alphanumeric) =>
            {
                Lead::Blank
            }
            '\n' => Lead::Line,
            _ => Lead::Clause,
        };
        self.lead = self.lead.max(lead);
        self.piped |= first == '|';
        self.at += first.len_utf8();
        self.position += 1;
    }

    /// The length and kind of an address, path or variable that starts here.
    fn special(&self, rest: &str) -> Option<(usize, &'static str)> {
        let starts_fresh = self.before().is_none_or(|before| !before.is_alphanumeric() && before != '_');
        if !starts_fresh {
            return None;
        }
        if ["http://", "https://", "ws://", "wss://", "ftp://", "www."]
            .iter()
            .any(|scheme| rest.starts_with(scheme))
        {
            let stop = |letter: char| {
                letter.is_whitespace() || matches!(letter, '"' | '\'' | ')' | ']' | '`' | '，' | '。' | '、')
            };
            let length = rest.find(stop).unwrap_or(rest.len());
            let length = rest.get(..length)?.trim_end_matches(['.', ',', ';', ':', '!', '?']).len();
            return Some((length, "<url>"));
        }
        let first = rest.chars().next()?;
        let may_start = first.is_ascii_alphanumeric() || matches!(first, '~' | '/' | '.' | '$' | '%' | '<');
        if !may_start {
            return None;
        }
        let stop = |letter: char| {
            !(letter.is_ascii_alphanumeric()
                || matches!(
                    letter,
                    '.' | '/' | '\\' | '_' | '-' | '~' | '$' | '@' | '%' | '+' | '*' | ':' | '{' | '}'
                ))
        };
        // No path is longer, and a text of nothing but marks must not be read to its end at each of them.
        const LONGEST: usize = 256;
        let length = rest
            .char_indices()
            .take(LONGEST)
            .find(|(_, letter)| stop(*letter))
            .map_or_else(|| rest.len().min(LONGEST), |(at, _)| at);
        let chunk = rest
            .get(..length)?
            .trim_end_matches(['.', ',', ';', ':', '-', '*', '}', '/', '\\', '@', '%', '$', '_', '+', '~']);
        let kind = chunk_kind(chunk)?;
        Some((chunk.len(), kind))
    }

    fn kinds(&self, text: &str, kind: &'static str) -> Vec<&'static str> {
        let mut kinds = vec![kind];
        match kind {
            "<path>" | "<file>" if holds_part(text, &self.places.credentials) => kinds.push("<secretpath>"),
            "<path>" | "<file>" if holds_part(text, &self.places.profiles) => kinds.push("<profile>"),
            "<url>" | "<host>" if holds_part(text, &self.places.metadata) => kinds.push("<metaurl>"),
            "<url>" | "<host>" if holds_part(text, &self.places.drops) => kinds.push("<dropurl>"),
            "<env>" if holds_part(text, &self.places.secrets) => kinds.push("<secretenv>"),
            _ => {}
        }
        kinds
    }
}

fn chunk_kind(chunk: &str) -> Option<&'static str> {
    const EXTENSIONS: &[&str] = &[
        "md", "env", "json", "jsonl", "pem", "key", "txt", "sh", "py", "js", "ts", "toml", "yaml", "yml",
        "dat", "log", "sql", "csv", "html", "xml", "ini", "cfg", "conf", "db", "sqlite", "kdbx", "pfx",
        "p12", "ps1", "bat", "exe", "zip", "tar", "gz", "png", "svg",
    ];
    if let Some(variable) = chunk.strip_prefix('$') {
        let name = variable.trim_start_matches(['{', '(']);
        if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Some(if name.contains('/') { "<path>" } else { "<env>" });
        }
        return None;
    }
    if let Some((user, host)) = chunk.split_once('@')
        && !user.is_empty()
        && host.contains('.')
        && host.len() > 3
    {
        return Some("<mail>");
    }
    if matches!(chunk, "process.env" | "os.environ") || chunk.starts_with("process.env.") {
        return Some("<env>");
    }
    let rooted = ["~/", "./", "../", "/", "~\\", "%appdata%", "%userprofile%", "c:\\"]
        .iter()
        .any(|root| chunk.starts_with(root));
    if rooted && chunk.len() > 2 && chunk.chars().any(|letter| letter.is_ascii_alphabetic()) {
        return Some("<path>");
    }
    // A dot file.
    if let Some(name) = chunk.strip_prefix('.')
        && name.len() > 1
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    {
        return Some("<path>");
    }
    let (stem, extension) = chunk.rsplit_once('.')?;
    if stem.is_empty() {
        return None;
    }
    if EXTENSIONS.contains(&extension) {
        return Some("<file>");
    }
    let host = chunk.split('/').next()?;
    let top = host.rsplit('.').next()?;
    let known = matches!(
        top,
        "com"
            | "net"
            | "org"
            | "io"
            | "dev"
            | "example"
            | "xyz"
            | "app"
            | "co"
            | "ru"
            | "cn"
            | "test"
            | "site"
            | "sh"
            | "me"
            | "info"
    );
    (known && host.contains('.') && !host.contains('_')).then_some("<host>")
}

/// Whether one of the parts stands in the text at borders of words.
fn holds_part(text: &str, parts: &BTreeSet<&'static str>) -> bool {
    parts.iter().any(|part| {
        text.match_indices(part).any(|(at, found)| {
            let fresh = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
            let before = text.get(..at).and_then(|head| head.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|tail| tail.chars().next());
            fresh(before) && fresh(after)
        })
    })
}

fn is_word(letter: char) -> bool {
    // The danda ends a sentence.
    if matches!(letter, '।' | '॥') {
        return false;
    }
    letter.is_alphanumeric() || matches!(script(letter), Some(Script::Indic)) || is_indic_mark(letter)
}

fn is_indic_mark(letter: char) -> bool {
    matches!(u32::from(letter), 0x900..=0xDFF)
}

fn is_single(letter: char) -> bool {
    matches!(script(letter), Some(Script::Han | Script::Kana))
        || matches!(u32::from(letter), 0xE00..=0xE7F | 0x30FC)
}

fn word_length(text: &str) -> usize {
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        let apostrophe = letter == '\''
            && at > 0
            && text.get(at + 1..).is_some_and(|tail| tail.starts_with(|next: char| next.is_alphabetic()));
        if !(is_word(letter) || apostrophe) || is_single(letter) {
            break;
        }
        end = at + letter.len_utf8();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let places = Places { credentials: [".ssh", ".env"].into(), ..Places::default() };
        let show = |token: &Token<'_>| {
            let kinds = token.kinds.concat();
            format!("{}{}", token.text, kinds)
        };
        tokenize(text, &places).list.iter().map(show).collect()
    }

    #[test]
    fn words_paths_and_addresses_are_told_apart() {
        assert_eq!(words("don't read ~/.ssh/id_rsa."), ["don't", "read", "~/.ssh/id_rsa<path><secretpath>"]);
        assert_eq!(words("open .env, then"), ["open", ".env<path><secretpath>", "then"]);
        assert_eq!(words("mail a@b.example now"), ["mail", "a@b.example<mail>", "now"]);
        assert_eq!(words("see https://x.example/a?b=1."), ["see", "https://x.example/a?b=1<url>"]);
        assert_eq!(words("忽略 all"), ["忽", "略", "all"]);
        assert_eq!(words("नोट। करें।"), ["नोट", "करें"]);
        assert_eq!(words("claude.md and $home"), ["claude.md<file>", "and", "$home<env>"]);
    }

    #[test]
    fn identifiers_keep_their_words() {
        let tokens = tokenize("call send_email and `note`", &Places::default());
        let found: Vec<(usize, usize)> =
            tokens.identifiers.iter().map(|one| (one.first, one.count)).collect();
        assert_eq!(found, [(1, 2), (4, 1)]);
    }
}

use thiserror::Error;

use crate::json::{Position, spans};

/// Why a file cannot stand in for a lockfile.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LockfileError {
    /// Nothing but blanks.
    #[error("the file is empty; write a lockfile with `mcpward baseline`")]
    Empty,
    /// The text ends or goes wrong at a place.
    #[error("not valid JSON at line {line}, column {column}: {problem}")]
    NotJson {
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What was found there.
        problem: String,
    },
    /// Written by a later mcpward.
    #[error("lockfile schemaVersion {found} is newer than this mcpward reads (2); update mcpward")]
    Newer {
        /// The version the file says it has.
        found: String,
    },
    /// JSON of some other kind.
    #[error("{what}; expected a lockfile, a tools/list result or a tool definition")]
    Unrecognised {
        /// What it is instead.
        what: String,
    },
    /// A pin file, where whole definitions are needed.
    #[error("it pins hashes only; `mcpward diff` can compare with it, nothing else can be read from it")]
    HashesOnly,
    /// A lockfile with a member of a wrong kind.
    #[error("{pointer}: {problem}")]
    Malformed {
        /// JSON Pointer of the member.
        pointer: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl LockfileError {
    /// Where in the text that was read it is; `None` where it is about the text as a whole.
    #[must_use]
    pub fn place(&self, text: &str) -> Option<Position> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::NotJson { line, column, .. } => Some(Position { line: *line, column: *column }),
            Self::Malformed { pointer, .. } => spans(text).ok().map(|spans| spans.nearest(pointer)),
            Self::Newer { .. } => spans(text).ok().and_then(|spans| spans.position("/meta/schemaVersion")),
            Self::Empty | Self::HashesOnly | Self::Unrecognised { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lockfile::read;

    fn place(text: &str) -> Option<(usize, usize)> {
        read(text).unwrap_err().place(text).map(|place| (place.line, place.column))
    }

    #[test]
    fn a_fault_has_its_place_in_characters() {
        assert_eq!(place("{\n  \"ä\": 1 2}"), Some((2, 10)));
        assert_eq!(place("{\"meta\": {},\n \"tools\": {\"a\": {\"description\": 3}}}"), Some((2, 18)));
        assert_eq!(place("{\"tools\": {},\n \"meta\": {\"schemaVersion\": 9}}"), Some((2, 11)));
        assert_eq!(place("42"), None);
    }
}

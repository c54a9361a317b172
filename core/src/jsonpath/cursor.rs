use super::error::JsonPathError;

/// How deep parentheses, filters and function calls may nest.
const MAX_DEPTH: usize = 32;

/// The characters of a path and a place among them.
pub(super) struct Cursor {
    characters: Vec<char>,
    at: usize,
    depth: usize,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Self {
        Self { characters: text.chars().collect(), at: 0, depth: 0 }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += 1;
        Some(character)
    }

    /// Takes a text if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let fits = text
            .chars()
            .enumerate()
            .all(|(offset, wanted)| self.characters.get(self.at + offset) == Some(&wanted));
        if fits {
            self.at += text.chars().count();
        }
        fits
    }

    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), JsonPathError> {
        if self.take(text) { Ok(()) } else { Err(self.error(format!("expected `{text}`"))) }
    }

    /// Takes characters as long as they fit.
    pub(super) fn run(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(character) = self.peek().filter(|character| fits(*character)) {
            taken.push(character);
            self.at += 1;
        }
        taken
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    pub(super) fn error(&self, problem: impl Into<String>) -> JsonPathError {
        JsonPathError { problem: problem.into(), at: self.at }
    }

    /// Reads something that may nest.
    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, JsonPathError>,
    ) -> Result<T, JsonPathError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("it nests too deep"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}

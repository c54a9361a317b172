use super::error::JsonError;

/// Walks over the bytes of a JSON text. Nothing here recurses, so depth costs no stack.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn fail<T>(&self, what: &'static str) -> Result<T, JsonError> {
        Err(JsonError::at(self.text, self.position, what))
    }

    /// The next byte that is no blank, without taking it.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.position) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(*byte);
            }
            self.position += 1;
        }
        None
    }

    /// Takes the next byte that is no blank if it is this one.
    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, wanted: u8, what: &'static str) -> Result<(), JsonError> {
        if self.take(wanted) { Ok(()) } else { self.fail(what) }
    }

    /// Fails unless only blanks are left.
    pub(super) fn finish(&mut self) -> Result<(), JsonError> {
        if self.peek().is_none() { Ok(()) } else { self.fail("text after the end of the JSON value") }
    }

    /// Takes a string and gives what stands between its quotes, escapes untouched but checked.
    pub(super) fn raw_string(&mut self) -> Result<&'a str, JsonError> {
        self.expect(b'"', "expected a string")?;
        let start = self.position;
        loop {
            match self.bytes.get(self.position) {
                None => return self.fail("a string that does not end"),
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(0..=0x1F) => return self.fail("a raw control character in a string"),
                Some(_) => self.position += 1,
            }
        }
        let raw = self.text.get(start..self.position).unwrap_or_default();
        self.position += 1;
        Ok(raw)
    }

    fn escape(&mut self) -> Result<(), JsonError> {
        match self.bytes.get(self.position + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.position += 2,
            Some(b'u') => {
                let digits = self.bytes.get(self.position + 2..self.position + 6);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return self.fail("an incomplete \\u escape");
                }
                self.position += 6;
            }
            _ => return self.fail("an unknown escape in a string"),
        }
        Ok(())
    }

    /// Takes a number and gives its text.
    pub(super) fn number(&mut self) -> Result<&'a str, JsonError> {
        let start = self.position;
        self.position += usize::from(self.at(b'-'));
        let leading_zero = self.at(b'0');
        let whole = self.digits();
        if whole == 0 || (leading_zero && whole > 1) {
            return self.fail("an invalid number");
        }
        if self.at(b'.') {
            self.position += 1;
            if self.digits() == 0 {
                return self.fail("an invalid number");
            }
        }
        if self.at(b'e') || self.at(b'E') {
            self.position += 1;
            self.position += usize::from(self.at(b'+') || self.at(b'-'));
            if self.digits() == 0 {
                return self.fail("an invalid number");
            }
        }
        Ok(self.text.get(start..self.position).unwrap_or_default())
    }

    fn at(&self, wanted: u8) -> bool {
        self.bytes.get(self.position) == Some(&wanted)
    }

    fn digits(&mut self) -> usize {
        let start = self.position;
        while self.bytes.get(self.position).is_some_and(u8::is_ascii_digit) {
            self.position += 1;
        }
        self.position - start
    }

    /// Takes `true`, `false` or `null`.
    pub(super) fn word(&mut self) -> Result<&'a str, JsonError> {
        for word in ["true", "false", "null"] {
            if self.text.get(self.position..).is_some_and(|rest| rest.starts_with(word)) {
                self.position += word.len();
                return Ok(word);
            }
        }
        self.fail("expected a JSON value")
    }

    /// Takes a whole value of any depth and gives its text.
    pub(super) fn skip_value(&mut self) -> Result<&'a str, JsonError> {
        self.peek();
        let start = self.position;
        let mut open: Vec<u8> = Vec::new();
        loop {
            match self.peek() {
                Some(opening @ (b'{' | b'[')) => {
                    self.position += 1;
                    let closing = if opening == b'{' { b'}' } else { b']' };
                    if !self.take(closing) {
                        open.push(closing);
                        self.member_start(closing)?;
                        continue;
                    }
                }
                Some(b'"') => {
                    self.raw_string()?;
                }
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                }
                _ => {
                    self.word()?;
                }
            }
            loop {
                let Some(closing) = open.last().copied() else {
                    return Ok(self.text.get(start..self.position).unwrap_or_default());
                };
                if self.take(b',') {
                    self.member_start(closing)?;
                    break;
                }
                self.expect(closing, "expected a comma or the end of an object or array")?;
                open.pop();
            }
        }
    }

    fn member_start(&mut self, closing: u8) -> Result<(), JsonError> {
        if closing == b'}' {
            self.raw_string()?;
            self.expect(b':', "expected a colon")?;
        }
        Ok(())
    }
}

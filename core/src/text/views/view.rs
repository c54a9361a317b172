/// Which reading of a text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViewKind {
    /// As a person would see it: invisible characters and terminal sequences gone, compatibility forms,
    /// accents and case folded.
    Visible,
    /// Look-alike letters of other scripts replaced by the Latin ones they imitate.
    Confusables,
    /// Leetspeak undone, spaced, dotted and hyphenated letters rejoined.
    Derived,
    /// Read backwards.
    Reversed,
    /// In the order a bidi override shows it.
    BidiOrder,
    /// Decoded from the named encoding.
    Decoded(&'static str),
}

/// A range of raw bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// One character of a reading and where it came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The folded character. `\n` stands for a line end, `\u{2029}` for a paragraph end.
    pub(super) folded: char,
    /// The character before case, accent and look-alike folding.
    pub(super) original: char,
    /// The raw bytes it came from.
    pub(super) span: Span,
}

/// A reading of a text with the way back to the raw bytes.
#[derive(Clone, Debug)]
pub struct View {
    kind: ViewKind,
    text: String,
    spans: Vec<Span>,
}

impl ViewKind {
    /// The word that reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Confusables => "confusables",
            Self::Derived => "derived",
            Self::Reversed => "reversed",
            Self::BidiOrder => "bidi order",
            Self::Decoded(encoding) => encoding,
        }
    }

    /// Whether the words exist only after decoding.
    #[must_use]
    pub fn is_decoded(self) -> bool {
        matches!(self, Self::Decoded(_))
    }
}

impl View {
    pub(super) fn from_cells(kind: ViewKind, cells: &[Cell]) -> Self {
        Self {
            kind,
            text: cells.iter().map(|cell| cell.folded).collect(),
            spans: cells.iter().map(|cell| cell.span).collect(),
        }
    }

    /// A reading whose every character came from the same raw bytes: a decoded payload.
    pub(super) fn decoded(encoding: &'static str, cells: &[Cell], source: Span) -> Self {
        Self {
            kind: ViewKind::Decoded(encoding),
            text: cells.iter().map(|cell| cell.folded).collect(),
            spans: vec![source; cells.len()],
        }
    }

    /// Which reading it is.
    #[must_use]
    pub fn kind(&self) -> ViewKind {
        self.kind
    }

    /// The folded text. `\n` is a line end and `\u{2029}` a paragraph end; other blanks are single spaces.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The raw bytes that the characters from `first` up to but without `end` (counted in characters) came
    /// from; `None` when the range is empty.
    #[must_use]
    pub fn raw_span(&self, first: usize, end: usize) -> Option<Span> {
        let spans = self.spans.get(first..end)?;
        let start = spans.iter().map(|span| span.start).min()?;
        let end = spans.iter().map(|span| span.end).max()?;
        Some(Span { start, end })
    }
}

use super::ast::Opaque;
use super::backtrack::Backtracker;
use super::matcher::Matcher;

/// A compiled pattern of any kind.
#[derive(Clone, Debug)]
pub(crate) struct Recogniser(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Regular(Matcher),
    Backtracking(Backtracker),
    /// Well known in other dialects of regular expressions, or too large: what it matches is not told.
    Unknown,
}

impl Recogniser {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// The pattern is broken in every dialect of regular expressions.
    pub(crate) fn new(pattern: &str) -> Result<Self, Opaque> {
        match Matcher::new(pattern) {
            Ok(matcher) => return Ok(Self(Kind::Regular(matcher))),
            Err(broken @ Opaque::Broken(_)) => return Err(broken),
            Err(_) => {}
        }
        match Backtracker::new(pattern) {
            Ok(backtracker) => Ok(Self(Kind::Backtracking(backtracker))),
            Err(broken @ Opaque::Broken(_)) => Err(broken),
            Err(_) => Ok(Self(Kind::Unknown)),
        }
    }

    /// Whether it is known what the pattern matches.
    pub(crate) fn is_known(&self) -> bool {
        !matches!(self.0, Kind::Unknown)
    }

    /// Whether the pattern is found anywhere in a text; `None` when that cannot be told.
    pub(crate) fn finds(&self, text: &str) -> Option<bool> {
        match &self.0 {
            Kind::Regular(matcher) => Some(matcher.is_match(text)),
            Kind::Backtracking(backtracker) => backtracker.finds(text),
            Kind::Unknown => None,
        }
    }
}

use thiserror::Error;

/// Why a text is no JSONPath.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{problem} (at character {})", .at + 1)]
pub(crate) struct JsonPathError {
    /// What is wrong.
    pub(crate) problem: String,
    /// Where, in characters from 0.
    pub(crate) at: usize,
}

/// A query looked at more places than it may.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the path looks at too many places")]
pub(crate) struct TooManySteps;

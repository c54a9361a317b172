use thiserror::Error;

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
        /// From 1.
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
    /// A lockfile with a member of a wrong kind.
    #[error("{pointer}: {problem}")]
    Malformed {
        /// JSON Pointer of the member.
        pointer: String,
        /// What is wrong with it.
        problem: String,
    },
}

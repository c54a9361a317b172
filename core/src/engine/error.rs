use serde::Serialize;
use thiserror::Error;

use crate::config::ConfigError;
use crate::json::Position;
use crate::lockfile::LockfileError;

/// Why a request cannot be answered. Each is exit code 2.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineError {
    /// The request itself is no request: a mistake of the host.
    #[error("invalid request: {0}")]
    Request(String),
    /// The config is wrong.
    #[error("{}", .0.first().map_or("invalid config", |first| first.message.as_str()))]
    Config(Vec<ConfigError>),
    /// A file that stands for a contract cannot be read.
    #[error("{source}")]
    Contract {
        /// Which one: `baseline` or `against`.
        side: &'static str,
        /// Why.
        source: LockfileError,
        /// Where in its text.
        place: Option<Position>,
    },
    /// The recorded calls cannot be read.
    #[error("recorded calls: {0}")]
    Calls(String),
    /// The pin file cannot be read.
    #[error("{problem}")]
    Pins {
        /// Which one: `baseline` or `against`.
        side: &'static str,
        /// Why.
        problem: String,
    },
    /// An option of the command line is wrong.
    #[error("{option}: {problem}")]
    Option {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// There is nothing to compare with.
    #[error("there is no lockfile to compare with; write one with `mcpward baseline`")]
    NoBaseline,
    /// A pinned list could not be had: a lockfile without it would accept its loss unseen.
    #[error("the server's {list} could not be listed ({reason}), and the lockfile pins some")]
    Unlisted {
        /// The list.
        list: &'static str,
        /// Why, as a clause, safe to show.
        reason: String,
    },
    /// `--only` names a tool that neither side has.
    #[error("`--only {0}` names a tool that neither the server nor the lockfile has")]
    NoSuchTool(String),
}

/// The same as data, for a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorData {
    /// A stable word: `config`, `contract`, `calls`, `option`, `request`, `no-baseline`, `unlisted`,
    /// `no-such-tool`.
    pub code: &'static str,
    /// One line.
    pub message: String,
    /// Which file it is about: `baseline`, `against`, `config`, `calls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// The line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in that line, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The places in the config.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

/// A place in the config and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// JSON Pointer.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
}

impl EngineError {
    /// The error of a file that stands for a contract; `text` is what was read.
    #[must_use]
    pub fn contract(side: &'static str, source: LockfileError, text: &str) -> Self {
        let place = source.place(text);
        Self::Contract { side, source, place }
    }

    /// The error as data, for a host.
    #[must_use]
    pub fn data(&self) -> ErrorData {
        let (code, side, places) = match self {
            Self::Request(_) => ("request", None, Vec::new()),
            Self::Config(errors) => {
                let place = |error: &ConfigError| Place {
                    pointer: error.pointer.clone(),
                    message: error.message.clone(),
                };
                ("config", Some("config"), errors.iter().map(place).collect())
            }
            Self::Contract { side, .. } => ("contract", Some(*side), Vec::new()),
            Self::Calls(_) => ("calls", Some("calls"), Vec::new()),
            Self::Pins { side, .. } => ("contract", Some(*side), Vec::new()),
            Self::Option { .. } => ("option", None, Vec::new()),
            Self::NoBaseline => ("no-baseline", Some("baseline"), Vec::new()),
            Self::Unlisted { .. } => ("unlisted", None, Vec::new()),
            Self::NoSuchTool(_) => ("no-such-tool", None, Vec::new()),
        };
        let place = match self {
            Self::Contract { place, .. } => *place,
            _ => None,
        };
        ErrorData {
            code,
            message: self.to_string(),
            side,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            places,
        }
    }
}

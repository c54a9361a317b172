use super::rows;
use crate::config::ErrorsProfile;
use crate::probes::Answer;
use crate::rules::{Finding, Outcome};
use crate::surface::Definition;
use crate::text::quoted;

/// What a revision of the protocol, or the strict profile, asks of a call without its required arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expects {
    /// Up to 2025-06-18 the text contradicts itself: either layer is right.
    EitherLayer,
    /// From 2025-11-25 (SEP-1303) validation of input belongs in the result.
    ToolError,
    /// The strict profile: a protocol error.
    ProtocolError,
}

impl Expects {
    pub(super) fn of(profile: ErrorsProfile, revision: &str) -> Self {
        match profile {
            ErrorsProfile::Strict => Self::ProtocolError,
            // Revisions are dates, so text order is their order.
            ErrorsProfile::Spec if revision >= "2025-11-25" => Self::ToolError,
            ErrorsProfile::Spec => Self::EitherLayer,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::EitherLayer => "JSON-RPC error -32602 (protocol layer) or a result with isError: true",
            Self::ToolError => "a result with isError: true that says what is missing (tool layer)",
            Self::ProtocolError => "a JSON-RPC error (protocol layer)",
        }
    }
}

/// Judges the answer to a call without the arguments that the schema demands.
pub(super) fn judge(tool: &Definition, answer: Answer<'_>, expects: Expects) -> Finding {
    let name = quoted(tool.key());
    let strict = expects == Expects::ProtocolError;
    let finding = match answer {
        Answer::ProtocolError(error)
            if strict || (error.code == -32602 && expects == Expects::EitherLayer) =>
        {
            return passed(
                tool,
                format!("without its arguments is refused with JSON-RPC error {}", error.code),
            );
        }
        Answer::ProtocolError(error) if error.code == -32602 => {
            let what =
                format!("Tool {name} refuses missing arguments with a protocol error, not with isError");
            Finding::new(&rows::INVALID_PARAMS_LAYER, what)
        }
        Answer::ProtocolError(error) => {
            let what = format!("Tool {name} refuses missing arguments with code {}", error.code);
            Finding::new(&rows::INVALID_PARAMS_CODE, what)
        }
        Answer::ToolError(_) if strict => {
            let what =
                format!("Tool {name} answers missing arguments with a result, not with a protocol error");
            Finding::new(&rows::INVALID_PARAMS_LAYER, what)
        }
        Answer::ToolError(_) => {
            return passed(tool, "without its arguments is refused with isError: true".to_owned());
        }
        Answer::Success(_) => {
            let what = format!("Tool {name} succeeds without the arguments its schema requires");
            let outcome = if strict { Outcome::Warn } else { Outcome::Fail };
            Finding::new(&rows::INVALID_PARAMS_ACCEPTED, what).outcome(outcome)
        }
        Answer::TimedOut(_) | Answer::Lost(_) => {
            let what = format!("Tool {name} gives no answer when its required arguments are missing");
            Finding::new(&rows::INVALID_PARAMS_UNANSWERED, what)
        }
        Answer::NotMade(reason) => return not_probed(tool, reason),
    };
    finding.of(tool.key()).at(tool.at("inputSchema")).expected(expects.describe(), answer.describe())
}

fn passed(tool: &Definition, what: String) -> Finding {
    let what = format!("Tool {} {what}", quoted(tool.key()));
    Finding::new(&rows::INVALID_PARAMS, what).of(tool.key()).at(tool.at("inputSchema"))
}

/// A tool that needs arguments and was left alone.
pub(super) fn not_probed(tool: &Definition, reason: impl std::fmt::Display) -> Finding {
    let what = format!("Tool {} was not called without arguments", quoted(tool.key()));
    let finding = Finding::new(&rows::INVALID_PARAMS_NOT_PROBED, what).of(tool.key());
    finding.at(tool.at("inputSchema")).because(reason)
}

use super::rows;
use crate::config::ErrorsProfile;
use crate::probes::{Answer, UNKNOWN_TOOL};
use crate::rules::{Finding, Outcome};

/// Codes that say "there is no such tool".
const CODES: [i64; 3] = [-32602, -32601, -32603];

/// Judges the answer to a call of a tool that does not exist: every revision asks for a protocol error.
pub(super) fn judge(answer: Answer<'_>, profile: ErrorsProfile) -> Finding {
    let strict = profile == ErrorsProfile::Strict;
    let finding = match answer {
        Answer::ProtocolError(error) if strict || CODES.contains(&error.code) => {
            let what =
                format!("Calling a tool that does not exist is answered with JSON-RPC error {}", error.code);
            return Finding::new(&rows::UNKNOWN_TOOL, what).outcome(Outcome::Pass);
        }
        Answer::ProtocolError(error) => {
            let what = format!("Calling a tool that does not exist is refused with code {}", error.code);
            Finding::new(&rows::UNKNOWN_TOOL_CODE, what)
        }
        Answer::ToolError(_) => {
            let what = "Calling a tool that does not exist is answered with isError: true instead of a \
                        protocol error";
            let outcome = if strict { Outcome::Fail } else { Outcome::Warn };
            Finding::new(&rows::UNKNOWN_TOOL_IS_ERROR, what).outcome(outcome)
        }
        Answer::Success(_) => {
            Finding::new(&rows::UNKNOWN_TOOL, "Calling a tool that does not exist succeeds")
        }
        Answer::TimedOut(_) | Answer::Lost(_) => {
            let what = "Calling a tool that does not exist gets no answer";
            Finding::new(&rows::UNKNOWN_TOOL, what).why("the client waits in vain and learns nothing")
        }
        Answer::NotMade(reason) => {
            let what = format!("The tool \"{UNKNOWN_TOOL}\", which does not exist, was not called");
            return Finding::new(&rows::UNKNOWN_TOOL, what).outcome(Outcome::Skip).because(reason);
        }
    };
    finding.at("/tools").expected("a JSON-RPC error (protocol layer), code -32602", answer.describe())
}

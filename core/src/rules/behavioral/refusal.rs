use super::case::Run;
use super::rows;
use crate::probes::Answer;
use crate::rules::Finding;

/// `tool_is_error`, for a call that gave a result.
pub(super) fn tool_is_error(run: &Run<'_>, expected: bool) -> Finding {
    let below = ["expect", "tool_is_error"];
    let actual = matches!(run.answer, Answer::ToolError(_));
    if actual == expected {
        return run.holds(&rows::TOOL_IS_ERROR, &below, format!("isError is {actual}"));
    }
    let finding = run.fails(&rows::TOOL_IS_ERROR, &below, format!("isError is {actual}, not {expected}"));
    finding.expected(format!("a result with isError: {expected}"), run.answer.describe())
}

/// `protocol_error_code`. A case that expects it expects nothing of a result.
pub(super) fn protocol_error(run: &Run<'_>, expected: i64) -> Finding {
    let below = ["expect", "protocol_error_code"];
    match run.answer {
        Answer::ProtocolError(error) if error.code == expected => {
            run.holds(&rows::PROTOCOL_ERROR, &below, format!("refused with JSON-RPC error {expected}"))
        }
        answer => {
            let what = match answer {
                Answer::ProtocolError(error) => format!("the error code is {}, not {expected}", error.code),
                _ => format!("JSON-RPC error {expected} did not come"),
            };
            let finding = run.fails(&rows::PROTOCOL_ERROR, &below, what);
            finding.expected(format!("JSON-RPC error {expected} (protocol layer)"), answer.describe())
        }
    }
}

/// A call that gave no result where the case expects something of one.
pub(super) fn no_result(run: &Run<'_>) -> Finding {
    let what = match run.answer {
        Answer::ProtocolError(error) => {
            format!("refused with JSON-RPC error {}, so there is no result", error.code)
        }
        Answer::TimedOut(after_ms) => format!("no answer within {after_ms} ms"),
        Answer::NotMade(_) => "the call was not made".to_owned(),
        Answer::Lost(_) | Answer::Success(_) | Answer::ToolError(_) => "the connection broke".to_owned(),
    };
    match (run.case.expect.tool_is_error, run.answer) {
        (Some(expected), Answer::ProtocolError(_)) => {
            let finding = run.fails(&rows::TOOL_IS_ERROR, &["expect", "tool_is_error"], what);
            finding.expected(format!("a result with isError: {expected} (tool layer)"), run.answer.describe())
        }
        _ => run.fails(&rows::CASE, &[], what).expected("a result", run.answer.describe()),
    }
}

//! Calls that are answered with questions first (multi round-trip requests of 2026-07-28).

use serde_json::Value;

use crate::json::{self, Shape};
use crate::text::quoted;

use super::capture::{CallOutcome, Era};
use super::machine::Session;
use super::notes::NoteCode;
use super::plan::PlannedCall;
use super::state::Purpose;

/// How often one call is sent again.
const MAX_ROUNDS: u32 = 8;
/// How many questions one result may ask.
const MAX_QUESTIONS: usize = 100;

/// A planned call on its way, and what it took so far.
#[derive(Debug)]
pub(super) struct Calling {
    pub(super) call: PlannedCall,
    /// How long the rounds before this one took.
    pub(super) spent_ms: f64,
    rounds: u32,
}

impl Calling {
    pub(super) fn first(call: PlannedCall) -> Self {
        Self { call, spent_ms: 0.0, rounds: 0 }
    }
}

/// What a result asks before it answers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Questions {
    /// The methods of the questions, in order.
    asked: Vec<String>,
    /// What goes into the next request, with a leading comma; or why nothing can, as a clause safe to show.
    answer: Result<String, String>,
}

impl Session {
    /// The questions of a result, where it has any instead of content.
    pub(super) fn questions(&self, result: &str) -> Option<Questions> {
        if self.era != Era::Modern {
            return None;
        }
        let members = json::members(result).ok()?;
        let find = |name: &str| members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value);
        let kind = find("resultType").and_then(json::string)?;
        (kind == "input_required").then(|| read(find("inputRequests"), find("requestState")))
    }

    /// Sends the call again with whatever a client without capabilities can answer, which is a refusal.
    pub(super) fn ask_again(&mut self, calling: Calling, questions: Questions, elapsed_ms: f64) {
        for method in &questions.asked {
            let what = format!(
                "a call was answered with {}, which no declared client capability allows",
                quoted(method)
            );
            self.note(NoteCode::UndeclaredServerRequest, what, None);
        }
        let answer = match questions.answer {
            Ok(_) if calling.rounds >= MAX_ROUNDS => {
                Err(format!("it still asks for input after {MAX_ROUNDS} answers"))
            }
            answer => answer,
        };
        match answer {
            Ok(answer) => {
                let again = Calling { call: calling.call, spent_ms: elapsed_ms, rounds: calling.rounds + 1 };
                self.send_call(again, &answer);
            }
            Err(reason) => {
                self.record(calling.call, CallOutcome::Lost { reason }, elapsed_ms, Vec::new());
                self.next();
            }
        }
    }

    /// Sends a call; `more` is what the answers to earlier questions add, with a leading comma.
    pub(super) fn send_call(&mut self, calling: Calling, more: &str) {
        let deadline = calling.call.timeout_ms.unwrap_or(self.options.timeouts.call());
        let name = Value::from(calling.call.tool.as_str());
        let arguments = match calling.call.arguments.trim() {
            "" => "{}",
            arguments => arguments,
        };
        let params = format!("{{\"name\":{name},\"arguments\":{arguments}{more}}}");
        self.request(Purpose::Call(calling), "tools/call", Some(&params), deadline);
    }
}

/// The state is opaque and goes back as the text it came in.
fn read(requests: Option<&str>, state: Option<&str>) -> Questions {
    let mut questions = Questions { asked: Vec::new(), answer: Ok(String::new()) };
    if requests.is_none() && state.is_none() {
        questions.answer = Err("it asks for input and does not say which".to_owned());
        return questions;
    }
    let mut more = String::new();
    if let Some(requests) = requests {
        match refusals(requests, &mut questions.asked) {
            Ok(answers) => more = format!(",\"inputResponses\":{answers}"),
            Err(reason) => {
                questions.answer = Err(reason);
                return questions;
            }
        }
    }
    if let Some(state) = state {
        if json::shape(state) != Some(Shape::String) {
            questions.answer = Err("its `requestState` is no string".to_owned());
            return questions;
        }
        more.push_str(",\"requestState\":");
        more.push_str(state);
    }
    questions.answer = Ok(more);
    questions
}

/// `inputResponses`: a refusal of every question.
fn refusals(requests: &str, asked: &mut Vec<String>) -> Result<String, String> {
    let requests = json::members(requests).map_err(|_| "its `inputRequests` is no object".to_owned())?;
    if requests.len() > MAX_QUESTIONS {
        return Err(format!("it asks more than {MAX_QUESTIONS} questions at once"));
    }
    let mut answers = Vec::new();
    for (key, request) in requests {
        let members = json::members(request).unwrap_or_default();
        let method = members.iter().rev().find(|(name, _)| name == "method");
        let method = method.and_then(|(_, value)| json::string(value)).unwrap_or_default();
        let refusal = match method.as_str() {
            "elicitation/create" => r#"{"action":"decline"}"#,
            "roots/list" => r#"{"roots":[]}"#,
            _ => "",
        };
        asked.push(method.clone());
        if refusal.is_empty() {
            return Err(format!("it asks for {}, which nobody here can answer", quoted(&method)));
        }
        answers.push(format!("{}:{refusal}", Value::from(key)));
    }
    Ok(format!("{{{}}}", answers.join(",")))
}

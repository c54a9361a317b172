use serde_json::{Value, json};

use super::calls::Each;
use super::modern::modern;
use super::script::{Does, Run, result, run_with};
use crate::session::{CallOutcome, NoteCode, SessionOptions};

const CONFIRM: &str =
    r#""inputRequests":{"confirm":{"method":"elicitation/create","params":{"message":"Sure?"}}}"#;

fn calls(tools: &[&'static str], mut answer: impl FnMut(&Value) -> Does) -> Run {
    run_with(SessionOptions::default(), Some(Box::new(Each(tools.to_vec()))), |request| {
        if request["method"] == "tools/call" { answer(request) } else { modern(request) }
    })
}

fn asks(request: &Value, members: &str) -> Does {
    result(request, &format!(r#"{{"resultType":"input_required",{members}}}"#))
}

fn done(request: &Value) -> Does {
    result(request, r#"{"resultType":"complete","content":[]}"#)
}

fn sent(run: &Run) -> Vec<&Value> {
    run.sent.iter().filter(|message| message["method"] == "tools/call").collect()
}

fn lost(run: &Run) -> &str {
    match &run.capture().calls[0].outcome {
        CallOutcome::Lost { reason } => reason,
        other => panic!("a lost call, not {other:?}"),
    }
}

#[test]
fn a_question_is_declined_and_the_state_goes_back_as_it_came() {
    let run = calls(&["a"], |request| {
        if request["params"].get("inputResponses").is_some() {
            return done(request);
        }
        asks(request, &format!(r#"{CONFIRM},"requestState":"{{\"n\": 1.0}} é""#))
    });
    let sent = sent(&run);
    assert_eq!(sent.len(), 2);
    assert_ne!(sent[0]["id"], sent[1]["id"]);
    assert_eq!(sent[1]["params"]["arguments"], sent[0]["params"]["arguments"]);
    assert_eq!(sent[1]["params"]["inputResponses"], json!({"confirm": {"action": "decline"}}));
    assert_eq!(sent[1]["params"]["requestState"], "{\"n\": 1.0} é");
    let [record] = run.capture().calls.as_slice() else { panic!("one record") };
    assert!(matches!(&record.outcome, CallOutcome::Result { result } if result["resultType"] == "complete"));
    assert_eq!(record.elapsed_ms, 20.0);
    assert_eq!(run.codes(), [NoteCode::UndeclaredServerRequest]);
}

#[test]
fn no_state_is_sent_where_none_came_and_none_leaks_into_the_next_call() {
    let run = calls(&["a", "b"], |request| {
        let params = &request["params"];
        if params["name"] == "b" || params.get("inputResponses").is_some() {
            return done(request);
        }
        asks(request, CONFIRM)
    });
    let sent = sent(&run);
    assert_eq!(sent.len(), 3);
    assert_eq!(sent[1]["params"].get("requestState"), None);
    assert_eq!(sent[2]["params"].get("inputResponses"), None);
}

#[test]
fn a_state_alone_is_sent_back_without_answers() {
    let run = calls(&["a"], |request| {
        if request["params"]["requestState"] == "s" {
            done(request)
        } else {
            asks(request, r#""requestState":"s""#)
        }
    });
    assert_eq!(sent(&run)[1]["params"].get("inputResponses"), None);
    assert_eq!(run.codes(), []);
}

#[test]
fn what_nobody_can_answer_ends_the_call_and_not_the_run() {
    let run = calls(&["a", "b"], |request| {
        if request["params"]["name"] == "b" {
            return done(request);
        }
        asks(request, r#""inputRequests":{"x":{"method":"sampling/createMessage","params":{}}}"#)
    });
    assert_eq!(lost(&run), "it asks for \"sampling/createMessage\", which nobody here can answer");
    assert!(matches!(run.capture().calls[1].outcome, CallOutcome::Result { .. }));
    assert_eq!(run.codes(), [NoteCode::UndeclaredServerRequest]);
}

#[test]
fn questions_without_end_and_without_sense_end_the_call() {
    let endless = calls(&["a"], |request| asks(request, CONFIRM));
    assert_eq!(lost(&endless), "it still asks for input after 8 answers");
    assert_eq!(sent(&endless).len(), 9);
    for (members, reason) in [
        (r#""content":[]"#, "it asks for input and does not say which"),
        (r#""inputRequests":[]"#, "its `inputRequests` is no object"),
        (r#""requestState":{}"#, "its `requestState` is no string"),
        (r#""inputRequests":{"x":7}"#, "it asks for \"\", which nobody here can answer"),
    ] {
        assert_eq!(lost(&calls(&["a"], |request| asks(request, members))), reason);
    }
}

use crate::json::{self, Shape};

use super::capture::RpcError;

/// One JSON-RPC message, its parts as the text they came in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming<'a> {
    /// A reply.
    Reply {
        /// The id as JSON text; `null` when it is absent.
        id: &'a str,
        /// What it says.
        body: Body<'a>,
        /// What is odd about its envelope.
        odd: Option<&'static str>,
    },
    /// A request to the client.
    Request { id: &'a str, method: String },
    /// A notification.
    Notification { method: String },
    /// Several messages in one array.
    Batch(Vec<&'a str>),
    /// JSON that is no message.
    NoMessage(&'static str),
    /// No JSON at all.
    NoJson(json::JsonError),
}

/// The answer in a reply.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Body<'a> {
    /// `result`, as JSON text.
    Result(&'a str),
    /// `error`.
    Error(RpcError),
}

/// Takes a message apart without reading what is in it.
pub(super) fn read(text: &str) -> Incoming<'_> {
    if json::shape(text) == Some(Shape::Array) {
        return match json::elements(text) {
            Ok(messages) => Incoming::Batch(messages),
            Err(error) => Incoming::NoJson(error),
        };
    }
    if json::shape(text) != Some(Shape::Object) {
        return match json::lenient(text) {
            Ok(_) => Incoming::NoMessage("it is no object"),
            Err(error) => Incoming::NoJson(error),
        };
    }
    let members = match json::members(text) {
        Ok(members) => members,
        Err(error) => return Incoming::NoJson(error),
    };
    let member = |name: &str| members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value);
    let version = member("jsonrpc").and_then(json::string);
    let id = member("id");
    if let Some(method) = member("method").and_then(json::string) {
        return match id {
            Some(id) => Incoming::Request { id, method },
            None => Incoming::Notification { method },
        };
    }
    let (result, error) = (member("result"), member("error").filter(|error| *error != "null"));
    let odd = match (version.as_deref(), result, error) {
        (_, Some(_), Some(_)) => Some("it has both a result and an error"),
        (Some("2.0"), ..) => None,
        (None, ..) => Some("it lacks `jsonrpc`"),
        _ => Some("its `jsonrpc` is not \"2.0\""),
    };
    let id = id.unwrap_or("null");
    match (result, error) {
        (_, Some(error)) => Incoming::Reply { id, body: Body::Error(rpc_error(error)), odd },
        (Some(result), None) => Incoming::Reply { id, body: Body::Result(result), odd },
        (None, None) if version.is_some() => {
            Incoming::NoMessage("it has neither a method nor a result nor an error")
        }
        (None, None) => Incoming::NoMessage("it is no JSON-RPC message"),
    }
}

/// Reads a JSON-RPC error object, forgiving what is missing.
pub(super) fn rpc_error(text: &str) -> RpcError {
    let Ok(read) = json::lenient(text) else {
        return RpcError { code: 0, message: String::new(), data: None };
    };
    let member = |name: &str| read.value.get(name);
    RpcError {
        code: member("code").and_then(serde_json::Value::as_i64).unwrap_or_default(),
        message: member("message")
            .or(Some(&read.value))
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        data: member("data").cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        assert!(matches!(
            read(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
            Incoming::Reply { id: "1", body: Body::Result("{}"), odd: None }
        ));
        assert!(matches!(
            read(r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#),
            Incoming::Request { id: "\"a\"", .. }
        ));
        assert!(matches!(read(r#"{"jsonrpc":"2.0","method":"x"}"#), Incoming::Notification { .. }));
        assert!(matches!(read("[{},1]"), Incoming::Batch(messages) if messages.len() == 2));
        assert!(matches!(read(r#"{"level":30,"msg":"started"}"#), Incoming::NoMessage(_)));
        assert!(matches!(read("12"), Incoming::NoMessage(_)));
        assert!(matches!(read("Server listening on 3000"), Incoming::NoJson(_)));
    }

    #[test]
    fn a_sloppy_reply_is_still_a_reply() {
        assert!(matches!(read(r#"{"id":1,"result":null}"#), Incoming::Reply { odd: Some(_), .. }));
        assert!(matches!(
            read(r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#),
            Incoming::Reply { body: Body::Result(_), odd: None, .. }
        ));
        let Incoming::Reply { id, body: Body::Error(error), .. } =
            read(r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"x\ud800"}}"#)
        else {
            panic!("an error reply");
        };
        assert_eq!((id, error.code, error.message.as_str()), ("null", -32600, "x\u{fffd}"));
    }
}

use serde::{Deserialize, Serialize};

use crate::text::shown_within;

/// How much of what a server sent is quoted in a note.
const EXCERPT: usize = 120;
/// How many different notes of one code are kept; later ones only count.
const PER_CODE: usize = 5;

/// Something a server did on the wire that it should not have done, or that is worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// What kind of thing.
    pub code: NoteCode,
    /// What happened, as a clause, safe to show.
    pub what: String,
    /// Some of what was sent, safe to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// How often it happened.
    pub count: u64,
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteCode {
    /// A line on standard output that is no JSON-RPC message.
    StdoutNoise,
    /// A line that looks like a message and is no JSON.
    InvalidJson,
    /// Text without the end of a line when a reply was overdue.
    UnterminatedLine,
    /// An event stream that ended without the blank line of its last event.
    SseUnterminated,
    /// Bytes that are no UTF-8.
    InvalidUtf8,
    /// A message that is JSON-RPC only in part.
    MalformedMessage,
    /// A reply whose id is the right number as a string.
    StringId,
    /// A reply with an id that was never asked.
    WrongId,
    /// An error reply without an id where the request had one.
    NullId,
    /// A second reply to the same request.
    DuplicateReply,
    /// A reply after its deadline.
    LateReply,
    /// An array of messages in a revision without batches.
    BatchReply,
    /// A request to the client that needs a capability it did not declare.
    UndeclaredServerRequest,
    /// A request to the client in a revision that forbids all of them.
    ForbiddenServerRequest,
    /// A notification that was not answered with 202.
    NotificationStatus,
    /// A reply stream that ended before the reply.
    EarlyClose,
    /// A reply with a content type that is neither JSON nor an event stream.
    ContentType,
    /// A session that the server forgot.
    SessionLost,
    /// A session id with characters a header must not have.
    SessionId,
    /// A declared capability whose list fails.
    ListMissing,
    /// A result that lacks a member or has one of the wrong type.
    MalformedResult,
    /// A result kind that the revision does not know here.
    ResultType,
    /// An `x-mcp-header` annotation that breaks its rules.
    HeaderAnnotation,
    /// A process that went on after its standard input was closed.
    IgnoresStdinClose,
    /// A process that had to be killed.
    IgnoresSigterm,
    /// A redirect that was followed.
    Redirected,
    /// The process ended before it was asked to.
    EarlyExit,
    /// Anything a newer host knows and this core does not.
    #[serde(other)]
    Other,
}

impl NoteCode {
    /// The code of a name a host gave; unknown names are [`NoteCode::Other`].
    #[must_use]
    pub fn named(name: &str) -> Self {
        serde_json::from_value(serde_json::Value::from(name)).unwrap_or(Self::Other)
    }
}

/// Collects notes, bounded: the same note twice only counts, and so do many notes of one code.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
}

impl Notes {
    pub(super) fn add(&mut self, code: NoteCode, what: impl Into<String>, excerpt: Option<&str>) {
        let what = what.into();
        let same = self.notes.iter_mut().find(|note| note.code == code && note.what == what);
        if let Some(note) = same {
            note.count += 1;
            return;
        }
        if self.notes.iter().filter(|note| note.code == code).count() >= PER_CODE {
            if let Some(last) = self.notes.iter_mut().rev().find(|note| note.code == code) {
                last.count += 1;
            }
            return;
        }
        let excerpt = excerpt.map(|text| shown_within(text.trim_end(), EXCERPT).to_string());
        self.notes.push(Note { code, what, excerpt, count: 1 });
    }

    pub(super) fn has(&self, code: NoteCode) -> bool {
        self.notes.iter().any(|note| note.code == code)
    }

    /// The first line on standard output that is no message, safe to show.
    pub(super) fn noise(&self) -> Option<&str> {
        let noise = |note: &&Note| matches!(note.code, NoteCode::StdoutNoise | NoteCode::UnterminatedLine);
        self.notes.iter().find(noise)?.excerpt.as_deref()
    }

    pub(super) fn into_vec(self) -> Vec<Note> {
        self.notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_bounded_and_safe() {
        let mut notes = Notes::default();
        for index in 0..1_000 {
            notes.add(NoteCode::StdoutNoise, "a line", Some("x\u{1b}[31m\n"));
            notes.add(NoteCode::WrongId, format!("id {index}"), None);
        }
        let notes = notes.into_vec();
        assert_eq!(notes.len(), 1 + PER_CODE);
        assert_eq!((notes[0].count, notes[0].excerpt.as_deref()), (1_000, Some("x<U+001B>[31m")));
        assert_eq!(
            notes.iter().filter(|note| note.code == NoteCode::WrongId).map(|note| note.count).sum::<u64>(),
            1_000
        );
    }

    #[test]
    fn codes_have_kebab_names() {
        assert_eq!(NoteCode::named("invalid-utf8"), NoteCode::InvalidUtf8);
        assert_eq!(NoteCode::named("from-the-future"), NoteCode::Other);
    }
}

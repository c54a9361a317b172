//! How a session ends: with a capture, or with a failure.

use crate::text::shown_within;

use super::effect::Effect;
use super::failure::Failure;
use super::machine::Session;
use super::notes::NoteCode;
use super::state::State;

impl Session {
    pub(super) fn ended(&mut self, ended_by: Option<&str>) {
        match ended_by {
            Some("SIGTERM") => {
                self.notes.add(
                    NoteCode::IgnoresStdinClose,
                    "the process went on after its standard input was closed and was ended by SIGTERM",
                    None,
                );
            }
            Some("SIGKILL") => {
                self.notes.add(
                    NoteCode::IgnoresSigterm,
                    "the process ignored the end of its standard input and SIGTERM and had to be killed",
                    None,
                );
            }
            _ => {}
        }
    }

    pub(super) fn finish(&mut self, stderr_tail: &str) {
        let State::Closing(failure) = std::mem::replace(&mut self.state, State::Finished) else { return };
        let failure = failure.map(|mut failure| {
            failure.message = self.redactor.text(&failure.message);
            if failure.stderr.is_empty() {
                failure.stderr = self.tail(stderr_tail);
            }
            failure
        });
        let capture = if failure.is_none() { Some(self.capture()) } else { None };
        self.out.push(Effect::Finish { capture, failure });
    }

    /// The last lines of standard error, safe to show.
    pub(super) fn tail(&self, stderr: &str) -> Vec<String> {
        const LINES: usize = 12;
        let clean = self.redactor.text(stderr);
        let lines: Vec<&str> = clean.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let from = lines.len().saturating_sub(LINES);
        lines.iter().skip(from).map(|line| shown_within(line, 300).to_string()).collect()
    }

    /// Ends the session without a capture.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.pending = None;
        let asleep = self.state == State::Idle;
        self.state = State::Closing(Some(failure));
        if asleep {
            self.finish("");
        } else {
            self.out.push(Effect::Close);
        }
    }

    /// Ends the session with a capture.
    pub(super) fn close(&mut self) {
        self.pending = None;
        self.timings.finished_ms = Some(self.now);
        self.state = State::Closing(None);
        self.out.push(Effect::Close);
    }
}

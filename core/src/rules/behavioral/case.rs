use std::fmt::Display;

use crate::config::Case;
use crate::probes::Answer;
use crate::rules::{Finding, Meta, Outcome};
use crate::surface::{Definition, join_pointer, pointer};
use crate::text::quoted;

/// One case, its place in the config, and the answer to its call.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) tool: &'a Definition,
    pub(super) suite: usize,
    pub(super) index: usize,
    pub(super) case: &'a Case,
    pub(super) answer: Answer<'a>,
}

impl Run<'_> {
    /// A finding about this case, at a place below it in the config.
    pub(super) fn fails(&self, meta: &'static Meta, below: &[&str], what: impl Display) -> Finding {
        let what = format!("Tool {}, case {}: {what}", quoted(self.tool.key()), quoted(&self.case.name));
        let mut at = pointer(&["suites", &self.suite.to_string(), "cases", &self.index.to_string()]);
        let mut key = self.case.name.clone();
        for token in below {
            at = join_pointer(&at, token);
            key = join_pointer(&key, token);
        }
        let mut finding = Finding::new(meta, what).of(self.tool.key()).at(self.tool.pointer());
        finding.config_pointer = Some(at);
        finding.key = Some(key);
        finding
    }

    /// The same for something that is as expected.
    pub(super) fn holds(&self, meta: &'static Meta, below: &[&str], what: impl Display) -> Finding {
        self.fails(meta, below, what).outcome(Outcome::Pass)
    }
}

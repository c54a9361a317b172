use serde_json::Value;

use super::patch::Op;
use super::row::Pair;

/// One thing that differs between two schemas, and how to carry it over.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    pub(super) pair: &'static Pair,
    pub(super) pointer_old: String,
    pub(super) pointer_new: String,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    pub(super) phrase: String,
    /// Makes this one change to the old schema.
    pub(super) forward: Vec<Op>,
    /// Takes this one change back in the new schema.
    pub(super) backward: Vec<Op>,
}

impl Difference {
    /// No validator looks at it, so no verdict speaks of it.
    pub(super) fn is_annotation(&self) -> bool {
        self.forward.is_empty()
    }
}

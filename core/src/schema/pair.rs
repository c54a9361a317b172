use serde_json::Value;

use super::ir::{Arena, Lit, Reader, Reading};
use super::validate::Validator;

/// One side of a pair: how it was given, and how it is read.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) validator: Validator,
    pub(super) raw: Lit,
    pub(super) closed: Lit,
    /// What a receiver reads of what it takes: `closed`, but nothing at all where the root says nothing at all.
    pub(super) read: Lit,
}

impl Side {
    /// Reads a schema; the reason when it is none.
    pub(super) fn new(arena: &mut Arena, schema: &Value, root: bool) -> Result<Self, String> {
        let validator = Validator::new(schema)?;
        let mut reader = Reader::new(arena, schema);
        let raw = reader.root(Reading::Raw, root);
        let closed = reader.root(Reading::Closed, root);
        let read = if root { reader.read_at_root(closed) } else { closed };
        Ok(Self { validator, raw, closed, read })
    }

    /// Whether a value is one that declares all it holds; unknown counts as yes.
    pub(super) fn may_be_closed(&self, arena: &mut Arena, value: &Value) -> bool {
        arena.accepts(self.closed, value, &mut CHECK_STEPS.clone()) != Some(false)
    }

    /// Whether a value holds something that is not read for sure.
    pub(super) fn ignores(&self, arena: &mut Arena, value: &Value) -> bool {
        arena.accepts(self.read, value, &mut CHECK_STEPS.clone()) == Some(false)
    }
}

/// Steps one check of one value may take.
const CHECK_STEPS: u64 = 200_000;

use serde_json::Value;

use crate::schema::dialect::Draft;

/// What a walk has to know of a schema's dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Keywords beside `$ref` count (2019-09 and later).
    pub(super) reads_ref_siblings: bool,
    /// Array `items` is a tuple, and `additionalItems` is its rest (before 2020-12).
    pub(super) tuple_items: bool,
}

impl Dialect {
    pub(super) fn of(schema: &Value) -> Self {
        let draft = Draft::of(schema);
        let newest = draft == Draft::Draft202012;
        Self { reads_ref_siblings: newest || draft == Draft::Draft201909, tuple_items: !newest }
    }
}

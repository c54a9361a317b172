use serde_json::Value;

use crate::schema::Draft;

/// The dialect a schema declares, 2020-12 where it declares none; `None` for one nobody knows.
pub(super) fn declared(schema: &Value) -> Option<Draft> {
    let Some(declared) = schema.get("$schema") else { return Some(Draft::Draft202012) };
    Draft::named(declared.as_str()?)
}

/// As people call it.
pub(super) fn spoken(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "draft-04",
        Draft::Draft6 => "draft-06",
        Draft::Draft7 => "draft-07",
        Draft::Draft201909 => "draft 2019-09",
        Draft::Draft202012 => "draft 2020-12",
    }
}

use std::collections::BTreeSet;

use serde_json::Value;

use super::side::Side;
use super::text_places::{Place, places, twins};
use super::texts::compare_text;
use crate::gathered::gathered;
use crate::json::is_stand_in;
use crate::rules::drift::{PARAMETER_DESCRIPTION_CHANGED, TITLE_CHANGED};
use crate::rules::{Finding, Sink};
use crate::surface::Definition;
use crate::text::{quoted, shown};

/// The descriptions and titles inside the schemas of a tool, by the place they describe, not by the way
/// they are written down: through `$ref`, so that moving a text is no change.
pub(super) fn compare_schema_texts(
    member: &str,
    (old_side, old): (Side<'_>, &Definition),
    (new_side, new): (Side<'_>, &Definition),
    sink: &mut Sink,
) {
    let (Some(old_schema), Some(new_schema)) = (old.raw.get(member), new.raw.get(member)) else {
        return;
    };
    let (old_base, new_base) = (old.at(member), new.at(member));
    let old_places = places(old_schema, &old_base);
    let new_places = places(new_schema, &new_base);
    let mut compare = |label: &str, before: &Place<'_>, after: &Place<'_>| {
        for (what, meta) in [("description", &PARAMETER_DESCRIPTION_CHANGED), ("title", &TITLE_CHANGED)] {
            let (old_text, old_at) = before.text(old_side, what);
            let (new_text, new_at) = after.text(new_side, what);
            let label = format!("{label} {what}");
            compare_text(meta, &label, Some(new.key()), (old_text, &old_at), (new_text, &new_at), sink);
        }
    };
    for (path, place) in &new_places {
        if let Some(previous) = old_places.get(path) {
            compare(&place_label(new, member, path), previous, place);
        }
    }
    // Texts that no value passes, or only beyond the limits: an agent is shown them all the same.
    let visited: BTreeSet<*const Value> = gathered(new_places.values().flat_map(Place::nodes));
    let mut unknown = Vec::new();
    let noun = format!("{} {} {member}", new.kind.noun(), quoted(new.key()));
    twins(old_schema, new_schema, |pointer, before, after| {
        let cut = (is_stand_in(before) || is_stand_in(after)) && before != after;
        if !cut && (!after.is_object() || visited.contains(&std::ptr::from_ref(after))) {
            return;
        }
        let below = pointer();
        let (old_at, new_at) = (format!("{old_base}{below}"), format!("{new_base}{below}"));
        if cut {
            let what = format!("{noun} changed where it is nested too deep to be kept (possible rug-pull)");
            let mut finding = Finding::new(&PARAMETER_DESCRIPTION_CHANGED, what).of(new.key()).at(new_at);
            finding.pointer_old = Some(old_at);
            finding.reason = Some("only its hash is known, and a description may be in it".to_owned());
            unknown.push(finding);
        } else {
            let label = format!("{noun} {}", shown(&below));
            compare(&label, &Place::of(before, old_at), &Place::of(after, new_at));
        }
    });
    unknown.into_iter().for_each(|finding| sink.push(finding));
}

fn place_label(definition: &Definition, member: &str, path: &str) -> String {
    let noun = format!("{} {}", definition.kind.noun(), quoted(definition.key()));
    match (member, path) {
        (_, "") => format!("{noun} {member}"),
        ("inputSchema", path) => format!("{noun} parameter {}", quoted(path)),
        (_, path) => format!("{noun} output field {}", quoted(path)),
    }
}

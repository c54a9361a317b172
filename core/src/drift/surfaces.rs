use super::align::{Alignment, align};
use super::side::Side;
use super::{definition, server};
use crate::rules::drift::{
    PROMPT_ADDED, PROMPT_REMOVED, PROMPT_RENAMED, RESOURCE_ADDED, RESOURCE_REMOVED, RESOURCE_RENAMED,
    TOOL_ADDED, TOOL_REMOVED, TOOL_RENAMED,
};
use crate::rules::{Finding, Meta, Sink};
use crate::surface::{Definition, Kind};
use crate::text::quoted;

/// Every change between two surfaces: removals first, then what changed, then what is new.
#[must_use]
pub fn diff(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let mut sink = Sink::default();
    server::compare(old, new, &mut sink);
    for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
        let Alignment { both, removed, added, renamed } =
            align(old.surface.list(kind), new.surface.list(kind));
        let rows = Rows::of(kind);
        for gone in removed {
            let what = format!("{} {} was removed", kind.noun(), quoted(gone.key()));
            let mut finding = Finding::new(rows.removed, what).of(gone.key());
            finding.pointer_old = Some(gone.pointer());
            sink.push(finding);
        }
        for (before, after) in renamed {
            report_rename(rows.renamed, before, after, &mut sink);
            definition::compare((old, before), (new, after), &mut sink);
        }
        for (before, after, twin) in both {
            definition::compare((old.of_twin(twin), before), (new.of_twin(twin), after), &mut sink);
        }
        for fresh in added {
            let what = format!("{} {} was added", kind.noun(), quoted(fresh.key()));
            sink.push(Finding::new(rows.added, what).of(fresh.key()).at(fresh.pointer()));
        }
    }
    sink.into_findings()
}

fn report_rename(meta: &'static Meta, before: &Definition, after: &Definition, sink: &mut Sink) {
    let what = format!(
        "{} {} was removed, {} looks like its new name",
        before.kind.noun(),
        quoted(before.key()),
        quoted(after.key())
    );
    let mut finding = Finding::new(meta, what).of(before.key()).at(after.pointer());
    finding.pointer_old = Some(before.pointer());
    finding.renamed_to = Some(after.key().to_owned());
    sink.push(finding);
}

struct Rows {
    removed: &'static Meta,
    renamed: &'static Meta,
    added: &'static Meta,
}

impl Rows {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Tool => Self { removed: &TOOL_REMOVED, renamed: &TOOL_RENAMED, added: &TOOL_ADDED },
            Kind::Prompt => Self { removed: &PROMPT_REMOVED, renamed: &PROMPT_RENAMED, added: &PROMPT_ADDED },
            Kind::Resource | Kind::ResourceTemplate => {
                Self { removed: &RESOURCE_REMOVED, renamed: &RESOURCE_RENAMED, added: &RESOURCE_ADDED }
            }
        }
    }
}

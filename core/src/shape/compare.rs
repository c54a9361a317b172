use crate::lockfile::{OutputShape, OutputSource, Shape, ShapeProperty};
use crate::rules::drift::{
    OUTPUT_FIELD_ADDED, OUTPUT_FIELD_RARER, OUTPUT_FIELD_REMOVED, OUTPUT_SOURCE_CHANGED, OUTPUT_TYPE_ADDED,
};
use crate::rules::{Direction, Finding, Meta, Sink};
use crate::surface::{join_pointer, pointer};
use crate::text::{quoted, shown, shown_within};

/// How deep two shapes are compared; they are not inferred deeper.
const MAX_DEPTH: usize = 64;

/// What changed between the shape in a lockfile and the one observed now.
pub(crate) fn compare(tool: &str, old: &OutputShape, new: &OutputShape) -> Vec<Finding> {
    let mut comparison = Comparison { tool, sink: Sink::default() };
    let base = pointer(&["tools", tool, "outputShape"]);
    if old.source == new.source {
        let place = Place { pointer: join_pointer(&base, "shape"), path: String::new(), depth: MAX_DEPTH };
        comparison.shapes(&place, &old.shape, &new.shape);
    } else {
        let what = format!(
            "Tool {} output comes from {}, not from {}",
            quoted(tool),
            source(new.source),
            source(old.source)
        );
        let finding = Finding::new(&OUTPUT_SOURCE_CHANGED, what);
        comparison
            .push(finding.expected(source(old.source), source(new.source)), &join_pointer(&base, "source"));
    }
    comparison.sink.into_findings()
}

fn source(source: OutputSource) -> &'static str {
    match source {
        OutputSource::Structured => "structuredContent",
        OutputSource::JsonText => "a text block that is JSON",
        OutputSource::Content => "the content blocks",
    }
}

struct Comparison<'a> {
    tool: &'a str,
    sink: Sink,
}

/// A place in both shapes: in the lockfile, and as a person writes it.
struct Place {
    pointer: String,
    path: String,
    depth: usize,
}

impl Place {
    fn member(&self, name: &str) -> Option<Self> {
        let shown = shown_within(name, 80);
        let path = if self.path.is_empty() { shown.to_string() } else { format!("{}.{shown}", self.path) };
        let pointer = join_pointer(&join_pointer(&self.pointer, "properties"), name);
        Some(Self { pointer, path, depth: self.depth.checked_sub(1)? })
    }

    fn items(&self) -> Option<Self> {
        let pointer = join_pointer(&self.pointer, "items");
        Some(Self { pointer, path: format!("{}[]", self.path), depth: self.depth.checked_sub(1)? })
    }

    /// `field "order.total"`, or the whole output.
    fn named(&self) -> String {
        if self.path.is_empty() { "the output".to_owned() } else { format!("field {}", quoted(&self.path)) }
    }
}

impl Comparison<'_> {
    fn push(&mut self, mut finding: Finding, at: &str) {
        finding.subject = Some(self.tool.to_owned());
        finding.pointer_old = Some(at.to_owned());
        finding.pointer = Some(at.to_owned());
        finding.direction = Some(Direction::Output);
        self.sink.push(finding);
    }

    fn say(&mut self, meta: &'static Meta, what: &str, at: &str) {
        let what = format!("Tool {} {what}", quoted(self.tool));
        self.push(Finding::new(meta, what), at);
    }

    fn shapes(&mut self, place: &Place, old: &Shape, new: &Shape) {
        self.types(place, old, new);
        // Without an object on both sides nothing is known of members.
        if old.object_count > 0 && new.object_count > 0 {
            for (name, before) in &old.properties {
                let Some(inner) = place.member(name) else { continue };
                match new.properties.get(name) {
                    None => self.gone(&inner, before, old),
                    Some(after) => {
                        if before.seen >= old.object_count && after.seen < new.object_count {
                            let what = format!(
                                "output {} came always and now in {} of {} objects",
                                inner.named(),
                                after.seen,
                                new.object_count
                            );
                            self.say(&OUTPUT_FIELD_RARER, &what, &inner.pointer);
                        }
                        let within = Place { pointer: join_pointer(&inner.pointer, "shape"), ..inner };
                        self.shapes(&within, &before.shape, &after.shape);
                    }
                }
            }
            for name in new.properties.keys().filter(|name| !old.properties.contains_key(*name)) {
                if let Some(inner) = place.member(name) {
                    let what = format!("output gained {}", inner.named());
                    self.say(&OUTPUT_FIELD_ADDED, &what, &inner.pointer);
                }
            }
        }
        if let (Some(before), Some(after), Some(inner)) = (&old.items, &new.items, place.items()) {
            self.shapes(&inner, before, after);
        }
    }

    fn gone(&mut self, place: &Place, before: &ShapeProperty, old: &Shape) {
        if before.seen >= old.object_count {
            self.say(
                &OUTPUT_FIELD_REMOVED,
                &format!("output no longer has {}", place.named()),
                &place.pointer,
            );
        } else {
            let what = format!(
                "output {} came in {} of {} objects and now in none",
                place.named(),
                before.seen,
                old.object_count
            );
            self.say(&OUTPUT_FIELD_RARER, &what, &place.pointer);
        }
    }

    fn types(&mut self, place: &Place, old: &Shape, new: &Shape) {
        let known: Vec<&str> = old.types.iter().map(|name| plain(name)).collect();
        let fresh: Vec<&str> =
            new.types.iter().map(|name| plain(name)).filter(|name| !known.contains(name)).collect();
        if known.is_empty() || fresh.is_empty() {
            return;
        }
        let what =
            format!("Tool {} output: {} is now also {}", quoted(self.tool), place.named(), list(&fresh));
        let all: Vec<&str> = new.types.iter().map(|name| plain(name)).collect();
        let finding = Finding::new(&OUTPUT_TYPE_ADDED, what);
        self.push(finding.expected(list(&known), list(&all)), &join_pointer(&place.pointer, "types"));
    }
}

/// Other tools tell whole numbers from others.
fn plain(name: &str) -> &str {
    if name == "integer" { "number" } else { name }
}

fn list(names: &[&str]) -> String {
    shown(&names.join(" or ")).to_string()
}

use std::collections::BTreeMap;

use serde_json::Value;

use super::infer::shape_of;
use crate::config::OutputShapeCheck;
use crate::lockfile::OutputShape;
use crate::probes::{Answer, Label, Reason, for_output};
use crate::session::Capture;

/// The shapes of one capture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Observed {
    /// By tool.
    pub(crate) shapes: BTreeMap<String, OutputShape>,
    /// Every tool without a shape.
    pub(crate) unobserved: Vec<Unobserved>,
}

/// A tool without a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unobserved {
    pub(crate) tool: String,
    /// Why, safe to show.
    pub(crate) reason: String,
    /// The user listed a tool that the server does not have.
    pub(crate) missing: bool,
}

/// What the samples of a capture show.
pub(crate) fn observe(capture: &Capture, check: &OutputShapeCheck) -> Observed {
    let mut observed = Observed::default();
    let mut samples: BTreeMap<&str, (Vec<&Value>, Option<String>)> = BTreeMap::new();
    for record in &capture.calls {
        if Label::read(&record.label) != Some(Label::Output) {
            continue;
        }
        let (results, refusal) = samples.entry(&record.tool).or_default();
        match Answer::of(capture, record) {
            Answer::Success(result) => results.push(result),
            other => *refusal = Some(refusal.take().unwrap_or_else(|| other.describe())),
        }
    }
    let selection = for_output(&capture.surface, check);
    for left in selection.left_out {
        let missing = left.reason == Reason::Missing;
        observed.unobserved.push(Unobserved { tool: left.tool, reason: left.reason.to_string(), missing });
    }
    for (tool, (results, refusal)) in samples {
        match (shape_of(&results), refusal) {
            (Some(shape), _) => {
                observed.shapes.insert(tool.to_owned(), shape);
            }
            (None, refusal) => {
                let reason = refusal.unwrap_or_else(|| "it gave nothing".to_owned());
                let reason = format!("no sample succeeded: {reason}");
                observed.unobserved.push(Unobserved { tool: tool.to_owned(), reason, missing: false });
            }
        }
    }
    observed
}

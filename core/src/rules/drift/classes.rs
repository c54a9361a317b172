use serde::Serialize;

use crate::rules::{Outcome, Severity};

/// A class of drift: what `fail_on` and `severity` name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// The name, a stable contract.
    pub name: &'static str,
    /// How far the damage reaches when it goes unnoticed.
    pub severity: Severity,
    /// Whether it fails a run when nothing is configured.
    pub fails: bool,
    /// What it covers, one clause.
    pub covers: &'static str,
}

const fn fails(name: &'static str, severity: Severity, covers: &'static str) -> Class {
    Class { name, severity, fails: true, covers }
}

const fn reports(name: &'static str, severity: Severity, covers: &'static str) -> Class {
    Class { name, severity, fails: false, covers }
}

/// Every class, the failing ones of each severity first.
pub const CLASSES: &[Class] = &[
    fails(
        "description_changed",
        Severity::High,
        "a description of a tool, parameter, prompt, argument or resource",
    ),
    fails(
        "annotation_changed",
        Severity::High,
        "a hint that lets the tool do more than before, flipped or dropped",
    ),
    fails("instructions_changed", Severity::High, "the text the server puts before the model"),
    fails("surface_mutated", Severity::High, "a list that changed after a tool was called"),
    fails("server_artifact_changed", Severity::High, "the digest of the server's own binary or image"),
    fails("surface_hash_mismatch", Severity::High, "the hash of the whole surface is not the expected one"),
    fails(
        "pin_mismatch",
        Severity::High,
        "a tool that no longer has its pinned hash, which is all that is known",
    ),
    fails(
        "breaking_schema_change",
        Severity::Medium,
        "a schema that rejects, ignores or no longer gives what worked",
    ),
    fails(
        "breaking_output_shape_change",
        Severity::Medium,
        "an observed output that lost or changed a field",
    ),
    fails("breaking_prompt_change", Severity::Medium, "a prompt that asks for more or reads less"),
    fails("recorded_calls_rejected", Severity::Medium, "recorded calls that would now be rejected"),
    fails("capability_removed", Severity::Medium, "a declared capability that is gone"),
    fails("task_support_changed", Severity::Medium, "a tool that must now, or can no longer, run as a task"),
    fails("tool_removed", Severity::Low, "a tool that is gone or renamed"),
    fails("prompt_removed", Severity::Low, "a prompt that is gone or renamed"),
    fails("resource_removed", Severity::Low, "a resource or template that is gone or renamed"),
    reports(
        "undecided_schema_change",
        Severity::Medium,
        "a schema change with neither proof nor counterexample",
    ),
    reports("title_changed", Severity::Medium, "a title that people or models read"),
    reports("resource_changed", Severity::Medium, "a resource's type, name or other member"),
    reports("protocol_changed", Severity::Medium, "another protocol revision than the lockfile records"),
    reports("nonbreaking_schema_change", Severity::Low, "a schema that accepts or promises more"),
    reports("nonbreaking_output_shape_change", Severity::Low, "an observed output that gained a field"),
    reports("nonbreaking_prompt_change", Severity::Low, "a prompt that asks for less or reads more"),
    reports("default_changed", Severity::Low, "a value that is used when the caller sends none"),
    reports("annotation_narrowed", Severity::Low, "a hint that lets the tool do less than before"),
    reports("task_support_widened", Severity::Low, "a tool that may now run as a task"),
    reports("tool_added", Severity::Low, "a new tool"),
    reports("prompt_added", Severity::Low, "a new prompt"),
    reports("resource_added", Severity::Low, "a new resource or template"),
    reports("capability_added", Severity::Low, "a newly declared capability"),
    reports("definition_changed", Severity::Low, "icons, metadata and members that no other class covers"),
    reports("server_info_changed", Severity::Low, "the server's own name or version"),
];

/// The class of that name.
#[must_use]
pub fn class_named(name: &str) -> Option<&'static Class> {
    CLASSES.iter().find(|class| class.name == name)
}

impl Class {
    /// What it does to a run when nothing is configured.
    #[must_use]
    pub const fn default_outcome(&self) -> Outcome {
        match (self.fails, self.severity) {
            (true, _) => Outcome::Fail,
            (false, Severity::Low) => Outcome::Pass,
            (false, Severity::Medium | Severity::High) => Outcome::Warn,
        }
    }
}

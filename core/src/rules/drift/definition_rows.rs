use crate::rules::{Aspect, Bump, Meta, Movement, Outcome, Severity, Side};

/// A tool is gone.
pub static TOOL_REMOVED: Meta = Meta {
    id: "drift/tool_removed",
    rule: "drift/tool-removed",
    title: "A tool is gone",
    why: "every call of it fails",
    fix: "keep the old name as an alias, or tell its callers before it goes",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Remove, Bump::Major)
};

/// A tool seems to have been renamed.
pub static TOOL_RENAMED: Meta = Meta {
    id: "drift/tool_removed",
    rule: "drift/tool-renamed",
    title: "A tool seems to have been renamed",
    why: "calls by the old name fail",
    fix: "keep serving the old name for a while",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Change, Bump::Major)
};

/// A tool is new.
pub static TOOL_ADDED: Meta = Meta {
    id: "drift/tool_added",
    rule: "drift/tool-added",
    title: "A tool is new",
    why: "an agent may pick it without anybody having looked at it",
    fix: "read its description, then accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Add, Bump::Minor)
};

/// A prompt is gone.
pub static PROMPT_REMOVED: Meta = Meta {
    id: "drift/prompt_removed",
    rule: "drift/prompt-removed",
    title: "A prompt is gone",
    why: "clients that offer it get an error",
    fix: "keep it, or tell its users before it goes",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Remove, Bump::Major)
};

/// A prompt seems to have been renamed.
pub static PROMPT_RENAMED: Meta = Meta {
    id: "drift/prompt_removed",
    rule: "drift/prompt-renamed",
    title: "A prompt seems to have been renamed",
    why: "clients that ask for the old name get an error",
    fix: "keep serving the old name for a while",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Change, Bump::Major)
};

/// A prompt is new.
pub static PROMPT_ADDED: Meta = Meta {
    id: "drift/prompt_added",
    rule: "drift/prompt-added",
    title: "A prompt is new",
    why: "clients may offer it without anybody having looked at it",
    fix: "read it, then accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Add, Bump::Minor)
};

/// A resource or template is gone.
pub static RESOURCE_REMOVED: Meta = Meta {
    id: "drift/resource_removed",
    rule: "drift/resource-removed",
    title: "A resource or template is gone",
    why: "reading it fails",
    fix: "keep it, or tell its readers before it goes",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Remove, Bump::Major)
};

/// A resource or template seems to have moved.
pub static RESOURCE_RENAMED: Meta = Meta {
    id: "drift/resource_removed",
    rule: "drift/resource-renamed",
    title: "A resource or template seems to have moved",
    why: "reading it by the old address fails",
    fix: "keep serving the old address for a while",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Fail, Movement::Change, Bump::Major)
};

/// A resource or template is new.
pub static RESOURCE_ADDED: Meta = Meta {
    id: "drift/resource_added",
    rule: "drift/resource-added",
    title: "A resource or template is new",
    why: "clients may read it without anybody having looked at it",
    fix: "look at it, then accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Add, Bump::Minor)
};

/// A resource has another type, name or member.
pub static RESOURCE_CHANGED: Meta = Meta {
    id: "drift/resource_changed",
    rule: "drift/resource-changed",
    title: "A resource has another type, name or member",
    why: "a reader that relies on the old one may misread it",
    fix: "check the readers, then accept it with `mcpward baseline`",
    aspect: Aspect::Values,
    ..Meta::drift(Severity::Medium, Outcome::Warn, Movement::Change, Bump::Minor)
};

/// A description changed.
pub static DESCRIPTION_CHANGED: Meta = Meta {
    id: "drift/description_changed",
    rule: "drift/description-changed",
    title: "A description changed",
    why: "the model reads it as instructions, and nothing else shows that they changed",
    fix: "read the difference as you would read code, then accept it with `mcpward baseline`",
    aspect: Aspect::Text,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Patch)
};

/// A parameter's description changed.
pub static PARAMETER_DESCRIPTION_CHANGED: Meta = Meta {
    id: "drift/description_changed",
    rule: "drift/parameter-description-changed",
    title: "A parameter's description changed",
    why: "the model reads it as instructions, and nothing else shows that they changed",
    fix: "read the difference as you would read code, then accept it with `mcpward baseline`",
    aspect: Aspect::Text,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Patch)
};

/// A title changed.
pub static TITLE_CHANGED: Meta = Meta {
    id: "drift/title_changed",
    rule: "drift/title-changed",
    title: "A title changed",
    why: "people approve calls by it and some clients show it to the model",
    fix: "check that it still says what the tool does, then accept it with `mcpward baseline`",
    aspect: Aspect::Text,
    ..Meta::drift(Severity::Medium, Outcome::Warn, Movement::Change, Bump::Patch)
};

/// A hint now allows more than before.
pub static ANNOTATION_WIDENED: Meta = Meta {
    id: "drift/annotation_changed",
    rule: "drift/annotation-widened",
    title: "A hint now allows more than before",
    why: "clients decide by it what to approve without asking",
    fix: "check what the tool does now before you accept it with `mcpward baseline`",
    aspect: Aspect::Hint,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Widen, Bump::Major)
};

/// A hint now allows less than before.
pub static ANNOTATION_NARROWED: Meta = Meta {
    id: "drift/annotation_narrowed",
    rule: "drift/annotation-narrowed",
    title: "A hint now allows less than before",
    why: "clients may ask where they did not before",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Hint,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Narrow, Bump::Patch)
};

/// A hint says what its default already was.
pub static ANNOTATION_RESTATED: Meta = Meta {
    id: "drift/no-changes",
    rule: "drift/annotation-restated",
    title: "A hint says what its default already was",
    why: "nobody breaks",
    fix: "nothing to do",
    aspect: Aspect::Hint,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::None, Bump::None)
};

/// A tool must now run as a task, or no longer can.
pub static TASK_SUPPORT_CHANGED: Meta = Meta {
    id: "drift/task_support_changed",
    rule: "drift/task-support-changed",
    title: "A tool must now run as a task, or no longer can",
    why: "a client that calls it the old way gets an error",
    fix: "call it the way it says, then accept it with `mcpward baseline`",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Change, Bump::Major)
};

/// A tool may now also run as a task, or without one.
pub static TASK_SUPPORT_WIDENED: Meta = Meta {
    id: "drift/task_support_widened",
    rule: "drift/task-support-widened",
    title: "A tool may now also run as a task, or without one",
    why: "nobody breaks",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Widen, Bump::Minor)
};

/// A tool now promises the form of its output.
pub static OUTPUT_SCHEMA_ADDED: Meta = Meta {
    id: "drift/nonbreaking_schema_change",
    rule: "drift/output-schema-added",
    title: "A tool now promises the form of its output",
    why: "nobody breaks",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    side: Side::Output,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Add, Bump::Minor)
};

/// A tool no longer promises the form of its output.
pub static OUTPUT_SCHEMA_REMOVED: Meta = Meta {
    id: "drift/breaking_schema_change",
    rule: "drift/output-schema-removed",
    title: "A tool no longer promises the form of its output",
    why: "callers that read its structured output have nothing to rely on",
    fix: "keep the output schema",
    aspect: Aspect::Existence,
    side: Side::Output,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Remove, Bump::Major)
};

/// A prompt asks for more or no longer reads an argument.
pub static PROMPT_ARGUMENT_BREAKS: Meta = Meta {
    id: "drift/breaking_prompt_change",
    rule: "drift/prompt-argument-breaks",
    title: "A prompt asks for more or no longer reads an argument",
    why: "a client that fills it in the old way gets an error or is not heard",
    fix: "keep the old arguments and make new ones optional",
    aspect: Aspect::Requiredness,
    side: Side::Input,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Narrow, Bump::Major)
};

/// A prompt asks for less or reads more.
pub static PROMPT_ARGUMENT_COMPATIBLE: Meta = Meta {
    id: "drift/nonbreaking_prompt_change",
    rule: "drift/prompt-argument-compatible",
    title: "A prompt asks for less or reads more",
    why: "nobody breaks",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Requiredness,
    side: Side::Input,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Widen, Bump::Minor)
};

/// A member that no other class covers changed.
pub static DEFINITION_CHANGED: Meta = Meta {
    id: "drift/definition_changed",
    rule: "drift/definition-changed",
    title: "A member that no other class covers changed",
    why: "only a client that reads this member can notice",
    fix: "look at it, then accept it with `mcpward baseline`",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Change, Bump::Patch)
};

/// Calls that were really made would now be rejected.
pub static RECORDED_CALLS_REJECTED: Meta = Meta {
    id: "drift/recorded_calls_rejected",
    rule: "drift/recorded-calls-rejected",
    title: "Calls that were really made would now be rejected",
    why: "these are not examples: somebody made them and they worked",
    fix: "keep accepting them, or change the callers first",
    aspect: Aspect::Values,
    side: Side::Input,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Narrow, Bump::Major)
};

/// Every call that was really made is still accepted.
pub static RECORDED_CALLS_ACCEPTED: Meta = Meta {
    id: "drift/recorded-calls",
    rule: "drift/recorded-calls",
    title: "Every call that was really made is still accepted",
    aspect: Aspect::Values,
    side: Side::Input,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::None, Bump::None)
};

/// Every row of this file.
pub(in crate::rules) static DEFINITION_ROWS: &[&Meta] = &[
    &TOOL_REMOVED,
    &TOOL_RENAMED,
    &TOOL_ADDED,
    &PROMPT_REMOVED,
    &PROMPT_RENAMED,
    &PROMPT_ADDED,
    &RESOURCE_REMOVED,
    &RESOURCE_RENAMED,
    &RESOURCE_ADDED,
    &RESOURCE_CHANGED,
    &DESCRIPTION_CHANGED,
    &PARAMETER_DESCRIPTION_CHANGED,
    &TITLE_CHANGED,
    &ANNOTATION_WIDENED,
    &ANNOTATION_NARROWED,
    &ANNOTATION_RESTATED,
    &TASK_SUPPORT_CHANGED,
    &TASK_SUPPORT_WIDENED,
    &OUTPUT_SCHEMA_ADDED,
    &OUTPUT_SCHEMA_REMOVED,
    &PROMPT_ARGUMENT_BREAKS,
    &PROMPT_ARGUMENT_COMPATIBLE,
    &DEFINITION_CHANGED,
    &RECORDED_CALLS_REJECTED,
    &RECORDED_CALLS_ACCEPTED,
];

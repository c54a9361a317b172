use crate::rules::{Aspect, Bump, Meta, Movement, Outcome, Severity};

/// The server's instructions changed.
pub static INSTRUCTIONS_CHANGED: Meta = Meta {
    id: "drift/instructions_changed",
    rule: "drift/instructions-changed",
    title: "The server's instructions changed",
    why: "clients put them before the model, above every tool",
    fix: "read the difference as you would read code, then accept it with `mcpward baseline`",
    aspect: Aspect::Text,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Patch)
};

/// A capability is no longer declared.
pub static CAPABILITY_REMOVED: Meta = Meta {
    id: "drift/capability_removed",
    rule: "drift/capability-removed",
    title: "A capability is no longer declared",
    why: "clients stop using what depends on it",
    fix: "declare it again, or tell the clients before it goes",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Medium, Outcome::Fail, Movement::Remove, Bump::Major)
};

/// A capability is newly declared.
pub static CAPABILITY_ADDED: Meta = Meta {
    id: "drift/capability_added",
    rule: "drift/capability-added",
    title: "A capability is newly declared",
    why: "nobody breaks",
    fix: "accept it with `mcpward baseline`",
    aspect: Aspect::Existence,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Add, Bump::Minor)
};

/// The server speaks another protocol revision than the lockfile records.
pub static PROTOCOL_CHANGED: Meta = Meta {
    id: "drift/protocol_changed",
    rule: "drift/protocol-changed",
    title: "The server speaks another protocol revision than the lockfile records",
    why: "the same server may show another surface in another revision",
    fix: "compare in one revision, or accept the new one with `mcpward baseline`",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::Medium, Outcome::Warn, Movement::Change, Bump::Minor)
};

/// The server calls itself by another name or version.
pub static SERVER_INFO_CHANGED: Meta = Meta {
    id: "drift/server_info_changed",
    rule: "drift/server-info-changed",
    title: "The server calls itself by another name or version",
    why: "a name that changes may mean another server answers",
    fix: "check that it is the server you mean, then accept it with `mcpward baseline`",
    aspect: Aspect::Text,
    ..Meta::drift(Severity::Low, Outcome::Pass, Movement::Change, Bump::Patch)
};

/// The server's binary or image is another one.
pub static SERVER_ARTIFACT_CHANGED: Meta = Meta {
    id: "drift/server_artifact_changed",
    rule: "drift/server-artifact-changed",
    title: "The server's binary or image is another one",
    why: "the same surface can be served by other code",
    fix: "check where the new artifact comes from, then accept it with `mcpward baseline`",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Major)
};

/// The surface does not have the expected hash.
pub static SURFACE_HASH_MISMATCH: Meta = Meta {
    id: "drift/surface_hash_mismatch",
    rule: "drift/surface-hash-mismatch",
    title: "The surface does not have the expected hash",
    why: "this is not the surface that was published or reviewed",
    fix: "compare it with the lockfile of the expected surface",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Major)
};

/// A tool does not have its pinned hash.
pub static PIN_MISMATCH: Meta = Meta {
    id: "drift/pin_mismatch",
    rule: "drift/pin-mismatch",
    title: "A tool does not have its pinned hash",
    why: "its name, texts, schemas or hints are not those that were published and reviewed",
    fix: "compare it with the contract that was pinned, then publish the change as a new version or undo it",
    aspect: Aspect::Structure,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Patch)
};

/// The surface changed after a tool was called.
pub static SURFACE_MUTATED: Meta = Meta {
    id: "drift/surface_mutated",
    rule: "drift/surface-mutated",
    title: "The surface changed after a tool was called",
    why: "a server that changes what it offers once it is in use cannot be pinned",
    fix: "find out why the lists differ before you rely on this server",
    aspect: Aspect::Behavior,
    ..Meta::drift(Severity::High, Outcome::Fail, Movement::Change, Bump::Major)
};

/// Every row of this file.
pub(in crate::rules) static SERVER_ROWS: &[&Meta] = &[
    &INSTRUCTIONS_CHANGED,
    &CAPABILITY_REMOVED,
    &CAPABILITY_ADDED,
    &PROTOCOL_CHANGED,
    &SERVER_INFO_CHANGED,
    &SERVER_ARTIFACT_CHANGED,
    &SURFACE_HASH_MISMATCH,
    &PIN_MISMATCH,
    &SURFACE_MUTATED,
];

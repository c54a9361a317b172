use crate::rules::{Aspect, Family, Meta, Outcome, Severity};

pub(super) const fn row(name: &'static str, severity: Severity, default: Outcome) -> Meta {
    Meta {
        id: name,
        rule: name,
        aspect: Aspect::Behavior,
        ..Meta::lint(Family::Compliance, severity, default)
    }
}

/// The checks every run makes.
pub const COMPLIANCE_ROWS: &[&Meta] =
    &[&HANDSHAKE, &PROTOCOL_VERSION, &SERVER_INFO, &CAPABILITIES, &PING, &EXPECTED_PROTOCOL_VERSION];

pub(super) static HANDSHAKE: Meta = Meta {
    title: "the protocol handshake",
    why: "without it no client gets any further",
    fix: "nothing to do",
    ..row("compliance/handshake", Severity::Medium, Outcome::Pass)
};
pub(super) static PROTOCOL_VERSION: Meta = Meta {
    title: "the negotiated protocol revision",
    why: "a revision that is not agreed on means two sides that read the same message differently",
    fix: "nothing to do",
    ..row("compliance/protocol-version", Severity::Medium, Outcome::Pass)
};
pub(super) static SERVER_INFO: Meta = Meta {
    title: "a server that does not say its name and version",
    why: "clients show it and key their settings by it, and strict ones refuse the handshake",
    fix: "send `serverInfo` with a `name` and a `version`",
    ..row("compliance/server-info", Severity::Medium, Outcome::Fail)
};
pub(super) static CAPABILITIES: Meta = Meta {
    title: "a server that declares no capabilities",
    why: "a client asks only for the lists whose capability is declared, so it sees nothing",
    fix: "declare `tools`, `prompts` or `resources` in `capabilities`",
    ..row("compliance/capabilities", Severity::Medium, Outcome::Warn)
};
pub(super) static PING: Meta = Meta {
    title: "a ping that is not answered",
    why: "a client that gets no answer to its ping takes the connection for dead and drops it",
    fix: "answer `ping` at once with an empty result",
    ..row("compliance/ping", Severity::Medium, Outcome::Fail)
};
pub(super) static EXPECTED_PROTOCOL_VERSION: Meta = Meta {
    title: "another protocol revision than the expected one",
    why: "what is offered, and how errors are told, differs between revisions",
    fix: "update the server, or change `expect.protocol_version`",
    ..row("compliance/expected-protocol-version", Severity::Medium, Outcome::Fail)
};

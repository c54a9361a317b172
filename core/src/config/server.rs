use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How to reach a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Server {
    /// `stdio` starts a process, `http` talks to a URL.
    pub transport: Transport,
    /// stdio: the program to start. Never given to a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// stdio: its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// stdio: environment variables beside the inherited ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// stdio: the folder to start it in, relative to the config file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// http: the endpoint, `http://` or `https://`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// http: headers to send with every request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Which protocol to speak: `auto`, `legacy`, `modern` or a revision.
    pub protocol: Protocol,
    /// The digest of the server's binary or image, pinned with the surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<Artifact>,
}

/// The kind of connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// A process that speaks on its standard streams.
    #[default]
    Stdio,
    /// Streamable HTTP, or HTTP+SSE where the server is old.
    Http,
}

/// Which protocol to speak.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    rename_all = "lowercase",
    expecting = "must be `auto`, `legacy`, `modern` or a revision such as 2025-11-25"
)]
pub enum Protocol {
    /// A handshake first, then discovery.
    #[default]
    Auto,
    /// Only the revisions with a handshake, up to 2025-11-25.
    Legacy,
    /// Only the stateless revisions, from 2026-07-28.
    Modern,
    /// Exactly this revision.
    #[serde(untagged)]
    Revision(String),
}

/// The digest of the server's own binary or image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Artifact {
    /// What the digest is of.
    pub kind: ArtifactKind,
    /// `sha256:` and 64 hexadecimal digits.
    #[schemars(regex(pattern = r"^sha256:[0-9a-f]{64}$"))]
    pub digest: String,
}

/// What a digest is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArtifactKind {
    /// A program file.
    Binary,
    /// A container image.
    Image,
    /// A package archive.
    Package,
}

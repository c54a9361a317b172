use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::canonical::sha256_hex;
use crate::config::{Server, Transport};

/// Where the surface was taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Target {
    /// `stdio` or `http`.
    pub transport: String,
    /// stdio: command and arguments; http: origin and path. `${VAR}` stay unexpanded.
    pub identity: String,
}

/// Which credentials were in place, without any of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthContext {
    /// How credentials reach the server.
    pub kind: AuthKind,
    /// The names of the variables or headers, sorted.
    pub keys: Vec<String>,
    /// A hash of the names, never of the values.
    pub fingerprint: String,
    /// The same for a person.
    pub label: String,
}

/// How credentials reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuthKind {
    /// Not at all, as far as the config says.
    None,
    /// In environment variables.
    Env,
    /// In HTTP headers.
    Header,
    /// Not known.
    Unknown,
}

/// Where the lockfile was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Environment {
    /// Whether in a CI job.
    pub ci: bool,
    /// The version of Node.js.
    pub node_version: String,
    /// The operating system, as Node.js names it.
    pub platform: String,
}

/// What only the host knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HostContext {
    /// The time now, ISO 8601 in UTC.
    pub timestamp: String,
    /// Where the surface was taken from.
    pub target: Target,
    /// Where mcpward runs.
    pub environment: Environment,
}

/// The credentials that a server's config puts in place.
#[must_use]
pub fn auth_context(server: Option<&Server>) -> AuthContext {
    let (kind, mut keys): (AuthKind, Vec<String>) = match server {
        None => (AuthKind::Unknown, Vec::new()),
        Some(server) => match server.transport {
            Transport::Stdio if !server.env.is_empty() => {
                (AuthKind::Env, server.env.keys().cloned().collect())
            }
            Transport::Http if !server.headers.is_empty() => {
                (AuthKind::Header, server.headers.keys().map(|name| name.to_ascii_lowercase()).collect())
            }
            Transport::Stdio | Transport::Http => (AuthKind::None, Vec::new()),
        },
    };
    keys.sort_unstable();
    let label = match kind {
        AuthKind::None => "no credentials".to_owned(),
        AuthKind::Unknown => "unknown".to_owned(),
        AuthKind::Env => format!("environment: {}", keys.join(", ")),
        AuthKind::Header => format!("headers: {}", keys.join(", ")),
    };
    AuthContext { kind, fingerprint: sha256_hex(label.as_bytes()), keys, label }
}

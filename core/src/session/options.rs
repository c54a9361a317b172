use serde::{Deserialize, Serialize};

use crate::probes::CallPlan;
use crate::redact::Secret;

/// The newest revision with a handshake, asked for when nothing else is.
pub(crate) const NEWEST_LEGACY: &str = "2025-11-25";
/// The newest revision without one.
pub(crate) const NEWEST_MODERN: &str = "2026-07-28";
/// Every revision with a handshake that this client speaks.
pub(crate) const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY];
/// Every revision without a handshake that this client speaks.
pub(crate) const MODERN: [&str; 1] = [NEWEST_MODERN];

/// What a session is to do. Everything has a default.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SessionOptions {
    /// How messages travel.
    pub transport: Transport,
    /// The target as a person knows it, with `${VAR}` unexpanded: `node server.js`, `https://host/mcp`.
    pub target: String,
    /// Which protocol to speak.
    pub protocol: Wanted,
    /// Who we say we are.
    pub client: ClientInfo,
    /// How long things may take.
    pub timeouts: Timeouts,
    /// How much a server may send.
    pub limits: Limits,
    /// What must not appear in anything that comes out.
    pub secrets: Vec<Secret>,
    /// Which tools are called once they are listed; none when absent.
    pub plan: Option<CallPlan>,
}

/// How messages travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Transport {
    /// Lines on the standard streams of a process.
    #[default]
    Stdio,
    /// Streamable HTTP, or HTTP+SSE where the server knows only that.
    Http,
    /// Messages handed over within one process.
    InProcess,
}

/// Which protocol to speak, from `server.protocol` or from the lockfile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Wanted {
    /// The handshake first, then discovery.
    #[default]
    Auto,
    /// The handshake only.
    Legacy,
    /// Discovery only.
    Modern,
    /// This revision first; whatever else the server speaks if it does not know it.
    Revision(String),
}

impl From<String> for Wanted {
    fn from(text: String) -> Self {
        match text.as_str() {
            "" | "auto" => Self::Auto,
            "legacy" => Self::Legacy,
            "modern" => Self::Modern,
            _ => Self::Revision(text),
        }
    }
}

impl From<Wanted> for String {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Auto => Self::from("auto"),
            Wanted::Legacy => Self::from("legacy"),
            Wanted::Modern => Self::from("modern"),
            Wanted::Revision(revision) => revision,
        }
    }
}

/// Who we say we are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientInfo {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl Default for ClientInfo {
    fn default() -> Self {
        Self { name: "mcpward".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// How long things may take, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Timeouts {
    /// From the start of a process to its first byte. Default: `connectMs` where that is set, else 60,000.
    pub start_ms: Option<f64>,
    /// The handshake after the first byte; over HTTP all of it. Default 10,000.
    pub connect_ms: Option<f64>,
    /// One request. Default 30,000.
    pub call_ms: Option<f64>,
    /// Everything. Default 300,000.
    pub run_ms: Option<f64>,
}

impl Timeouts {
    pub(crate) fn start(&self) -> f64 {
        self.start_ms.or(self.connect_ms).unwrap_or(60_000.0)
    }

    pub(crate) fn connect(&self) -> f64 {
        self.connect_ms.unwrap_or(10_000.0)
    }

    pub(crate) fn call(&self) -> f64 {
        self.call_ms.unwrap_or(30_000.0)
    }

    pub(crate) fn run(&self) -> f64 {
        self.run_ms.unwrap_or(300_000.0)
    }
}

/// How much a server may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Limits {
    /// Pages of one list.
    pub pages: usize,
    /// Entries of one list.
    pub entries: usize,
    /// Bytes of all pages of one list.
    pub list_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pages: 10_000, entries: 100_000, list_bytes: 64 << 20 }
    }
}

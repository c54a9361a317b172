use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::format::FormatOptions;
use super::model::ResultRow;
use crate::gathered::gathered;
use crate::json::{Spans, spans};

/// Named where there is no file at all; code scanning takes no result without one.
const DEFAULT_CONFIG: &str = "mcpward.yaml";

/// The files that results point into, scanned once.
pub(super) struct Places {
    /// `None` where no config was read.
    config: Option<String>,
    single: Option<Lockfile>,
    by_server: BTreeMap<String, Lockfile>,
}

struct Lockfile {
    uri: String,
    spans: Option<Spans>,
}

impl Lockfile {
    fn new(path: &str, text: Option<&str>) -> Self {
        Self { uri: uri(path), spans: text.and_then(|text| spans(text).ok()) }
    }
}

impl Places {
    pub(super) fn new(options: &FormatOptions) -> Self {
        let single =
            options.lockfile_path.as_ref().map(|path| Lockfile::new(path, options.lockfile_text.as_deref()));
        let by_server = gathered(
            options
                .lockfiles
                .iter()
                .map(|(name, file)| (name.clone(), Lockfile::new(&file.path, Some(&file.text)))),
        );
        Self { config: options.config_path.as_deref().map(uri), single, by_server }
    }

    /// The physical location of a result: the lockfile, at the nearest place that exists there, else the
    /// config, else whichever of both there is.
    pub(super) fn of(&self, server: Option<&str>, row: &ResultRow) -> Value {
        let lockfile = server.and_then(|name| self.by_server.get(name)).or(self.single.as_ref());
        if let Some(place) = row.config_place {
            return physical(self.config_uri(), place.line as usize, place.column as usize);
        }
        // The lockfile holds the old side.
        let pointer = row.pointer_old.as_deref().or(row.pointer.as_deref());
        match (lockfile, pointer) {
            (Some(Lockfile { uri, spans: Some(spans) }), Some(pointer)) => {
                let place = spans.nearest(pointer);
                physical(uri, place.line, place.column)
            }
            (Some(Lockfile { uri, .. }), Some(_)) => physical(uri, 1, 1),
            (Some(Lockfile { uri, .. }), None) if self.config.is_none() => physical(uri, 1, 1),
            _ => physical(self.config_uri(), 1, 1),
        }
    }

    fn config_uri(&self) -> &str {
        self.config.as_deref().unwrap_or(DEFAULT_CONFIG)
    }
}

fn physical(uri: &str, line: usize, column: usize) -> Value {
    json!({
        "artifactLocation": { "uri": uri },
        "region": { "startLine": line, "startColumn": column },
    })
}

/// A path as a URI reference, relative to the root of the repository unless it is absolute.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = String::new();
    let bytes = path.as_bytes();
    if bytes.get(1) == Some(&b':') {
        uri.push_str("file:///");
    } else if bytes.first() == Some(&b'/') {
        uri.push_str("file://");
    }
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./a b/mcpward.lock.json"), "a%20b/mcpward.lock.json");
        assert_eq!(uri(".\\sub\\é#.json"), "sub/%C3%A9%23.json");
        assert_eq!(uri("/tmp/x.json"), "file:///tmp/x.json");
        assert_eq!(uri("C:\\x.json"), "file:///C%3A/x.json");
    }
}

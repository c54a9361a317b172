use std::collections::BTreeSet;

use serde_json::Value;

use super::node::Node;

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Into the schema itself, or to a known meta-schema.
    Found,
    /// Nowhere.
    Missing,
    /// To an address that nobody should fetch.
    Network,
}

/// The names a schema gives to its own parts.
pub(super) struct Anchors<'a> {
    names: BTreeSet<&'a str>,
    ids: BTreeSet<&'a str>,
}

impl<'a> Anchors<'a> {
    pub(super) fn of(nodes: &[Node<'a>]) -> Self {
        let texts = |keyword: &'static str| {
            nodes.iter().filter_map(move |node| node.schema.get(keyword).and_then(Value::as_str))
        };
        let names = texts("$anchor").chain(texts("$dynamicAnchor")).collect();
        Self { names, ids: texts("$id").chain(texts("id")).collect() }
    }

    /// Where a `$ref` within this schema leads.
    pub(super) fn resolve(&self, root: &Value, reference: &str) -> Target {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !base.is_empty() {
            let known = self.ids.iter().any(|id| id.trim_end_matches('#') == base || id.ends_with(base));
            if known || base.contains("json-schema.org/draft") {
                return Target::Found;
            }
            let network = ["http://", "https://", "//", "ftp://", "file:"]
                .iter()
                .any(|scheme| base.starts_with(scheme));
            return if network { Target::Network } else { Target::Missing };
        }
        let found = fragment.is_empty()
            || self.names.contains(fragment)
            || self.ids.iter().any(|id| id.strip_prefix('#') == Some(fragment))
            || (fragment.starts_with('/') && root.pointer(&percent_decoded(fragment)).is_some());
        if found { Target::Found } else { Target::Missing }
    }
}

fn percent_decoded(fragment: &str) -> String {
    if !fragment.contains('%') {
        return fragment.to_owned();
    }
    let (mut bytes, mut rest) = (Vec::new(), fragment.as_bytes());
    while let [first, tail @ ..] = rest {
        let pair = (*first == b'%').then(|| tail.get(..2)).flatten();
        let byte = pair.and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

use std::collections::BTreeMap;

use jsonschema::Draft;
use serde_json::Value;

/// Places of one document that may be named by an `$id` or an anchor, found once.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    ids: BTreeMap<String, &'a Value>,
    anchors: BTreeMap<String, &'a Value>,
    dynamic: BTreeMap<String, Vec<&'a Value>>,
    base: String,
}

impl<'a> Names<'a> {
    pub(super) fn of(document: &'a Value, draft: Draft) -> Self {
        let id_key = if draft == Draft::Draft4 { "id" } else { "$id" };
        let mut names = Self::default();
        if let Some(id) = document.get(id_key).and_then(Value::as_str) {
            names.base = without_fragment(id).to_owned();
        }
        let mut open = vec![document];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    if let Some(id) = members.get(id_key).and_then(Value::as_str) {
                        match id.strip_prefix('#') {
                            Some(anchor) => {
                                names.anchors.insert(anchor.to_owned(), value);
                            }
                            None => {
                                names.ids.insert(names.absolute(id), value);
                            }
                        }
                    }
                    if let Some(anchor) = members.get("$anchor").and_then(Value::as_str) {
                        names.anchors.insert(anchor.to_owned(), value);
                    }
                    if let Some(anchor) = members.get("$dynamicAnchor").and_then(Value::as_str) {
                        names.anchors.insert(anchor.to_owned(), value);
                        names.dynamic.entry(anchor.to_owned()).or_default().push(value);
                    }
                    // What stands in `enum`, `const`, `default` or `examples` names nothing.
                    open.extend(
                        members
                            .iter()
                            .filter(|(key, _)| {
                                !matches!(key.as_str(), "enum" | "const" | "default" | "examples")
                            })
                            .map(|(_, member)| member),
                    );
                }
                _ => {}
            }
        }
        names
    }

    /// The target of a reference, with the resource it lies in; `None` when it is not in this document.
    pub(super) fn target(
        &self,
        reference: &str,
        resource: &'a Value,
        document: &'a Value,
    ) -> Option<(&'a Value, &'a Value)> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if address.is_empty() {
            resource
        } else if self.absolute(address) == self.base {
            document
        } else {
            self.ids.get(&self.absolute(address)).copied()?
        };
        let fragment = percent_decoded(fragment)?;
        if fragment.is_empty() {
            return Some((resource, resource));
        }
        let place = if fragment.starts_with('/') {
            resource.pointer(&fragment)?
        } else {
            self.anchors.get(&fragment).copied()?
        };
        Some((place, resource))
    }

    /// Whether only one place carries that dynamic anchor, so that a dynamic reference to it is a plain one.
    pub(super) fn is_plain(&self, reference: &str) -> bool {
        let anchor = reference.rsplit('#').next().unwrap_or_default();
        self.dynamic.get(anchor).is_none_or(|places| places.len() <= 1)
    }

    fn absolute(&self, id: &str) -> String {
        let id = without_fragment(id);
        if id.contains("://") || id.starts_with("urn:") {
            return id.to_owned();
        }
        if let Some(path) = id.strip_prefix('/') {
            let host = self
                .base
                .find("://")
                .and_then(|scheme| {
                    let after = scheme + 3;
                    self.base.get(after..)?.find('/').map(|slash| after + slash)
                })
                .and_then(|end| self.base.get(..end))
                .unwrap_or_default();
            return format!("{host}/{path}");
        }
        let folder = self.base.rfind('/').and_then(|slash| self.base.get(..=slash)).unwrap_or_default();
        format!("{folder}{id}")
    }
}

fn without_fragment(id: &str) -> &str {
    id.split('#').next().unwrap_or_default()
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

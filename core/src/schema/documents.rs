//! A schema document and every place in it that a reference may name.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::dialect::Draft;
use super::keyword_table::{Shape, shape};
use super::meta::meta_schema;

/// The resource that a place lies in: what a reference without an address is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Home {
    /// A part of the document that goes by an address of its own, by number; the document itself is the first.
    Own(usize),
    /// The meta-schema of a dialect, which every document may refer to.
    Meta(Draft),
}

impl Home {
    pub(super) const DOCUMENT: Self = Self::Own(0);
}

/// A place that is referred to.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    pub(super) schema: &'a Value,
    pub(super) home: Home,
    /// Where it stands in the document.
    pub(super) pointer: String,
}

#[derive(Clone, Debug)]
struct Resource<'a> {
    root: &'a Value,
    address: String,
    pointer: String,
    draft: Draft,
}

/// One document, looked through once.
#[derive(Debug)]
pub(super) struct Documents<'a> {
    resources: Vec<Resource<'a>>,
    by_address: BTreeMap<String, usize>,
    by_place: HashMap<*const Value, usize>,
    anchors: BTreeMap<(usize, String), Target<'a>>,
    dynamic: BTreeMap<(usize, String), Target<'a>>,
}

impl<'a> Documents<'a> {
    /// Looks through a document. Not deeper than its schemas nest, which the gate bounds.
    pub(super) fn of(document: &'a Value) -> Self {
        let mut documents = Self {
            resources: Vec::new(),
            by_address: BTreeMap::new(),
            by_place: HashMap::new(),
            anchors: BTreeMap::new(),
            dynamic: BTreeMap::new(),
        };
        documents.enter(document, None, String::new());
        let mut open = vec![(document, 0, String::new())];
        while let Some((schema, home, pointer)) = open.pop() {
            let Value::Object(keywords) = schema else { continue };
            let home = documents.named(schema, keywords, home, &pointer);
            let draft = documents.draft(Home::Own(home));
            for_each_subschema(keywords, draft, &mut |schema, tokens| {
                if schema.is_object() {
                    let below = tokens.iter().fold(pointer.clone(), |pointer, token| joined(pointer, token));
                    open.push((schema, home, below));
                }
            });
        }
        documents
    }

    pub(super) fn draft(&self, home: Home) -> Draft {
        match home {
            Home::Own(number) => {
                self.resources.get(number).map_or(Draft::Draft202012, |resource| resource.draft)
            }
            Home::Meta(draft) => draft,
        }
    }

    /// The resource that a schema found in another one lies in: its own when it has an address.
    pub(super) fn home(&self, schema: &Value, around: Home) -> Home {
        self.by_place.get(&std::ptr::from_ref(schema)).map_or(around, |number| Home::Own(*number))
    }

    /// The whole of a resource.
    pub(super) fn root(&self, home: Home) -> Option<Target<'a>> {
        match home {
            Home::Own(number) => {
                let resource = self.resources.get(number)?;
                Some(Target { schema: resource.root, home, pointer: resource.pointer.clone() })
            }
            Home::Meta(draft) => Some(Target { schema: meta_schema(draft), home, pointer: String::new() }),
        }
    }

    /// Where a reference leads; `None` when that is not at hand.
    pub(super) fn target(&self, reference: &str, from: Home) -> Option<Target<'a>> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let home = if address.is_empty() { from } else { self.addressed(address, from)? };
        let fragment = percent_decoded(fragment)?;
        let root = self.root(home)?;
        if fragment.is_empty() {
            return Some(root);
        }
        if let (false, Home::Own(number)) = (fragment.starts_with('/'), home) {
            return self.anchors.get(&(number, fragment)).cloned();
        }
        let mut target = root;
        for token in fragment.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            target.schema = match target.schema {
                Value::Object(members) => members.get(&token)?,
                Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
            target.home = self.home(target.schema, target.home);
            target.pointer = joined(target.pointer, &token);
        }
        Some(target)
    }

    /// Every place with a dynamic anchor of that name.
    pub(super) fn dynamic(&self, anchor: &str) -> impl Iterator<Item = &Target<'a>> {
        self.dynamic.iter().filter(move |((_, name), _)| name == anchor).map(|(_, target)| target)
    }

    /// The dynamic anchor that a reference leads to; `None` when it leads to a plain place.
    pub(super) fn dynamic_anchor(&self, target: &Target<'_>, reference: &str) -> Option<String> {
        let (_, anchor) = reference.split_once('#')?;
        let Home::Own(number) = target.home else { return None };
        self.dynamic.contains_key(&(number, anchor.to_owned())).then(|| anchor.to_owned())
    }

    /// The resources that ask to be recursed into instead of one they refer to.
    pub(super) fn recursive_anchors(&self) -> impl Iterator<Item = Target<'a>> {
        let homes = (0..self.resources.len()).map(Home::Own);
        homes.filter_map(|home| self.root(home)).filter(|root| is_recursive_anchor(root.schema))
    }

    fn addressed(&self, address: &str, from: Home) -> Option<Home> {
        let base = match from {
            Home::Own(number) => self.resources.get(number)?.address.as_str(),
            Home::Meta(draft) => draft.name(),
        };
        let address = absolute(base, address);
        match self.by_address.get(&address) {
            Some(number) => Some(Home::Own(*number)),
            None => Draft::named(&address).map(Home::Meta),
        }
    }

    fn enter(&mut self, root: &'a Value, around: Option<usize>, pointer: String) -> usize {
        let number = self.resources.len();
        let outer = around.and_then(|number| self.resources.get(number));
        let draft = match (outer, root.get("$schema").and_then(Value::as_str).and_then(Draft::named)) {
            (None, _) => Draft::of(root),
            (Some(_), Some(named)) => named,
            (Some(outer), None) => outer.draft,
        };
        let id = root.get(draft.id_keyword()).and_then(Value::as_str).unwrap_or_default();
        let address = absolute(outer.map_or("", |outer| outer.address.as_str()), without_fragment(id));
        self.by_address.entry(address.clone()).or_insert(number);
        self.by_place.insert(std::ptr::from_ref(root), number);
        self.resources.push(Resource { root, address, pointer, draft });
        number
    }

    /// Notes what a schema is called. The resource it lies in, which may be its own.
    fn named(
        &mut self,
        schema: &'a Value,
        keywords: &'a Map<String, Value>,
        around: usize,
        pointer: &str,
    ) -> usize {
        let draft = self.draft(Home::Own(around));
        let text = |key: &str| keywords.get(key).and_then(Value::as_str);
        let mut home = around;
        // Up to draft-07 nothing beside a reference counts.
        let is_reference = draft <= Draft::Draft7 && text("$ref").is_some();
        if let Some(id) = text(draft.id_keyword()).filter(|_| !is_reference) {
            match id.strip_prefix('#') {
                Some(anchor) if draft <= Draft::Draft7 => self.anchor(anchor, schema, home, pointer),
                Some(_) => {}
                None if pointer.is_empty() => {}
                None => home = self.enter(schema, Some(around), pointer.to_owned()),
            }
        }
        for key in ["$anchor", "$dynamicAnchor"] {
            let Some(anchor) = text(key).filter(|_| shape(draft, key).is_some()) else { continue };
            self.anchor(anchor, schema, home, pointer);
            if key == "$dynamicAnchor" {
                let target = Target { schema, home: Home::Own(home), pointer: pointer.to_owned() };
                self.dynamic.insert((home, anchor.to_owned()), target);
            }
        }
        home
    }

    fn anchor(&mut self, anchor: &str, schema: &'a Value, home: usize, pointer: &str) {
        let target = Target { schema, home: Home::Own(home), pointer: pointer.to_owned() };
        self.anchors.entry((home, anchor.to_owned())).or_insert(target);
    }
}

/// Whether a schema asks to be recursed into.
pub(super) fn is_recursive_anchor(schema: &Value) -> bool {
    schema.get("$recursiveAnchor") == Some(&Value::Bool(true))
}

/// The schemas right below a schema, with the tokens that lead there.
pub(super) fn for_each_subschema<'a>(
    keywords: &'a Map<String, Value>,
    draft: Draft,
    each: &mut dyn FnMut(&'a Value, &[&str]),
) {
    for (key, value) in keywords {
        match (shape(draft, key), value) {
            (Some(Shape::Schema | Shape::FlagOrSchema | Shape::SchemaOrSchemas), Value::Object(_)) => {
                each(value, &[key]);
            }
            (Some(Shape::Schemas | Shape::SchemaOrSchemas), Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    each(item, &[key, &at.to_string()]);
                }
            }
            (Some(Shape::SchemasByName | Shape::SchemasOrNamesByName), Value::Object(members)) => {
                for (name, member) in members {
                    each(member, &[key, name]);
                }
            }
            _ => {}
        }
    }
}

/// A pointer one step longer.
pub(super) fn joined(mut pointer: String, token: &str) -> String {
    pointer.push('/');
    for letter in token.chars() {
        match letter {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
    pointer
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// An address as seen from another one (RFC 3986, section 5, without a query).
fn absolute(base: &str, address: &str) -> String {
    let has_scheme = address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    if has_scheme || base.is_empty() {
        return address.to_owned();
    }
    if address.is_empty() {
        return base.to_owned();
    }
    let host_end = base.find("://").map_or(0, |scheme| {
        let after = scheme + 3;
        base.get(after..).and_then(|rest| rest.find('/')).map_or(base.len(), |slash| after + slash)
    });
    let (host, path) = base.split_at_checked(host_end).unwrap_or((base, ""));
    let path = if address.starts_with('/') {
        address.to_owned()
    } else {
        let folder = path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or_default();
        format!("{folder}{address}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let path = parts.join("/");
    if host.is_empty() || path.starts_with('/') { format!("{host}{path}") } else { format!("{host}/{path}") }
}

pub(super) fn percent_decoded(text: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_found_by_pointer_name_and_address() {
        let document = json!({
            "$id": "https://example.com/schemas/root",
            "$defs": {
                "a/b": {"$anchor": "here", "type": "string"},
                "inner": {"$id": "parts/inner", "$defs": {"deep": {"type": "null"}}, "items": {"$id": "../outer"}}
            }
        });
        let documents = Documents::of(&document);
        for (reference, pointer) in [
            ("#/$defs/a~1b", "/$defs/a~1b"),
            ("#here", "/$defs/a~1b"),
            ("#%2F$defs/inner", "/$defs/inner"),
            ("parts/inner#/$defs/deep", "/$defs/inner/$defs/deep"),
            ("/schemas/parts/inner", "/$defs/inner"),
            ("https://example.com/schemas/outer", "/$defs/inner/items"),
            ("https://example.com/schemas/root", ""),
        ] {
            let target = documents.target(reference, Home::DOCUMENT).unwrap();
            assert_eq!(target.pointer, pointer, "{reference}");
            assert!(std::ptr::eq(target.schema, document.pointer(pointer).unwrap()));
        }
        let inner = documents.target("parts/inner", Home::DOCUMENT).unwrap().home;
        assert_eq!(documents.target("#/$defs/deep", inner).unwrap().pointer, "/$defs/inner/$defs/deep");
        assert!(documents.target("#/$defs/deep", Home::DOCUMENT).is_none());
        assert!(documents.target("https://example.com/other", Home::DOCUMENT).is_none());
    }

    #[test]
    fn meta_schemas_are_at_hand() {
        let document = json!({});
        let documents = Documents::of(&document);
        for draft in Draft::ALL {
            let target = documents.target(draft.name(), Home::DOCUMENT).unwrap();
            assert_eq!(target.home, Home::Meta(draft));
        }
        let name = "http://json-schema.org/draft-04/schema#/definitions/positiveInteger";
        assert!(documents.target(name, Home::DOCUMENT).is_some());
    }
}

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::arena::Arena;
use super::node::{Kind, Lit, Node};
use crate::canonical::canonical_json;
use crate::schema::dialect::Draft;
use crate::schema::documents::{Documents, Home};
use crate::schema::keyword_table::is_known;

/// Schemas within schemas, references followed, that are read; deeper ones are not modelled.
const MAX_DEPTH: usize = 100;
/// Parts one pair may be cut into.
const MAX_NODES: usize = 200_000;

/// How a schema is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reading {
    /// As it stands.
    Raw,
    /// Nothing undeclared is sent.
    Closed,
}

/// Reads one document into the arena, in the document's own dialect.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) document: &'a Value,
    pub(super) documents: Documents<'a>,
    memo: HashMap<(usize, Reading), Read>,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Read {
    Open(Option<u32>),
    Done(Lit),
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arena: &'a mut Arena, document: &'a Value) -> Self {
        Self { arena, document, documents: Documents::of(document), memo: HashMap::new(), depth: 0 }
    }

    /// The dialect of a home.
    pub(super) fn draft(&self, home: Home) -> Draft {
        self.documents.draft(home)
    }

    /// The whole document as one literal. `root` says that it stands at the root of a tool's input, where a
    /// bare `{"type": "object"}` declares that there are no arguments.
    pub(crate) fn root(&mut self, reading: Reading, root: bool) -> Lit {
        let document = self.document;
        let lit = self.place(document, Home::DOCUMENT, reading);
        if root && reading == Reading::Closed && is_bare_object(document) {
            let empty = self.arena.members(BTreeMap::new(), BTreeMap::new(), Lit::FALSE);
            return self.arena.all([lit, empty]);
        }
        lit
    }

    /// What a tool reads of its arguments. A root without a type and without a word about its members, which no
    /// tool means to have, reads none, even if it takes anything.
    pub(crate) fn read_at_root(&mut self, closed: Lit) -> Lit {
        let Value::Object(keywords) = self.document else { return closed };
        let says_nothing = keywords.iter().all(|(key, value)| {
            is_silent(key) && key != "type" && key != "properties"
                || (key == "additionalProperties" && *value == Value::Bool(true))
        });
        if !says_nothing {
            return closed;
        }
        let empty = self.arena.members(BTreeMap::new(), BTreeMap::new(), Lit::FALSE);
        self.arena.all([closed, empty])
    }

    /// A schema about a value of its own.
    pub(super) fn place(&mut self, schema: &'a Value, home: Home, reading: Reading) -> Lit {
        let here = self.here(schema, home, reading);
        if reading == Reading::Raw {
            return here;
        }
        let closing = self.closing(schema, home);
        self.arena.all([here, closing])
    }

    /// A schema about the same value as the one it stands in.
    pub(super) fn here(&mut self, schema: &'a Value, home: Home, reading: Reading) -> Lit {
        let keywords = match schema {
            Value::Bool(true) => return Lit::TRUE,
            Value::Bool(false) => return Lit::FALSE,
            Value::Object(keywords) => keywords,
            _ => return self.opaque("schema", schema),
        };
        let key = (std::ptr::from_ref(schema) as usize, reading);
        match self.memo.get(&key).copied() {
            Some(Read::Done(lit)) => return lit,
            Some(Read::Open(Some(slot))) => return self.arena.atom(Node::Slot(slot)),
            Some(Read::Open(None)) => {
                let slot = self.arena.new_slot();
                self.memo.insert(key, Read::Open(Some(slot)));
                return self.arena.atom(Node::Slot(slot));
            }
            None => {}
        }
        if self.depth >= MAX_DEPTH || self.arena.len() > MAX_NODES {
            return self.opaque("deep", schema);
        }
        self.memo.insert(key, Read::Open(None));
        self.depth += 1;
        let home = self.documents.home(schema, home);
        let lit = self.keywords(keywords, home, reading);
        self.depth -= 1;
        if let Some(Read::Open(Some(slot))) = self.memo.get(&key).copied() {
            self.arena.fill_slot(slot, lit);
        }
        self.memo.insert(key, Read::Done(lit));
        lit
    }

    /// Something that is not modelled. Only what refers to nothing else can mean the same in two documents.
    pub(super) fn opaque(&mut self, keyword: &str, value: &Value) -> Lit {
        let mut text = format!("{keyword} {}", canonical_json(value));
        if text.contains("Ref\"") || text.contains("$ref\"") {
            text.push_str(&canonical_json(self.document));
        }
        self.arena.atom(Node::Opaque(text))
    }

    /// Something about strings that is not modelled.
    pub(super) fn opaque_string(&mut self, keyword: &str, value: &Value) -> Lit {
        let opaque = self.opaque(keyword, value);
        let other = self.arena.kinds(Kind::String.bit().not());
        self.arena.any([other, opaque])
    }
}

/// Whether a schema says "an object" and nothing else that matters.
fn is_bare_object(schema: &Value) -> bool {
    let Value::Object(keywords) = schema else { return false };
    let is_empty = |key: &str| match keywords.get(key) {
        Some(Value::Array(items)) => items.is_empty(),
        Some(Value::Object(members)) => members.is_empty(),
        other => other.is_none(),
    };
    let is_object = match keywords.get("type") {
        Some(Value::Array(kinds)) => matches!(kinds.as_slice(), [only] if only == "object"),
        kind => kind.is_some_and(|kind| kind == "object"),
    };
    is_object && is_empty("properties") && is_empty("required") && keywords.keys().all(|key| is_silent(key))
}

/// Whether a keyword says nothing about members beyond their names: those that no dialect knows never do.
fn is_silent(key: &str) -> bool {
    const SILENT: [&str; 21] = [
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicAnchor",
        "$id",
        "$recursiveAnchor",
        "$schema",
        "$vocabulary",
        "default",
        "definitions",
        "deprecated",
        "description",
        "examples",
        "format",
        "id",
        "properties",
        "readOnly",
        "required",
        "title",
        "type",
        "writeOnly",
    ];
    SILENT.contains(&key) || !is_known(key)
}

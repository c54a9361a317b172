use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::arena::Arena;
use super::node::{Kind, Kinds, Lit, Node};
use super::read::{Reader, Reading};
use crate::gathered::gathered;
use crate::schema::dialect::Draft;
use crate::schema::documents::Home;

/// Ways one place may be declared in before the union of all names stands for them.
const MAX_WAYS: usize = 32;
/// Branches that are compared with one another.
const MAX_COMPARED: usize = 48;
/// References and combinations followed while names are gathered.
const MAX_DEPTH: usize = 40;

/// One way in which the members of an object may be declared: by which branches hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Way {
    conditions: BTreeSet<Lit>,
    names: BTreeSet<String>,
    patterns: BTreeSet<String>,
    /// Every member is declared, or the schema says explicitly what others may be.
    all: bool,
    /// Whether anything is declared at all.
    declares: bool,
}

impl Way {
    fn and(&self, other: &Self) -> Self {
        Self {
            conditions: &self.conditions | &other.conditions,
            names: &self.names | &other.names,
            patterns: &self.patterns | &other.patterns,
            all: self.all || other.all,
            declares: self.declares || other.declares,
        }
    }

    fn on(mut self, condition: Lit) -> Self {
        if condition != Lit::TRUE {
            self.conditions.insert(condition);
        }
        self
    }

    /// Whether everything the other way allows is allowed this way.
    fn covers(&self, other: &Self) -> bool {
        self.conditions.is_subset(&other.conditions)
            && (self.all
                || (!other.all
                    && self.names.is_superset(&other.names)
                    && self.patterns.is_superset(&other.patterns)))
    }
}

/// Why names are gathered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// For the closed-world reading.
    Closing,
    /// For `unevaluatedProperties`, which must be exact.
    Unevaluated,
}

impl<'a> Reader<'a> {
    /// What a place adds in the closed-world reading: no member that it does not declare.
    pub(super) fn closing(&mut self, schema: &'a Value, home: Home) -> Lit {
        let Value::Object(keywords) = schema else { return Lit::TRUE };
        let Some(ways) = self.ways(keywords, home, Purpose::Closing, 0) else { return Lit::TRUE };
        if !ways.iter().any(|way| way.declares) {
            return Lit::TRUE;
        }
        self.nothing_else(&ways, Lit::FALSE)
    }

    /// The members that `unevaluatedProperties` is about must be so; `None` when they cannot be told.
    pub(super) fn undeclared(
        &mut self,
        keywords: &'a Map<String, Value>,
        home: Home,
        others: Lit,
    ) -> Option<Lit> {
        let ways = self.ways(keywords, home, Purpose::Unevaluated, 0)?;
        Some(self.nothing_else(&ways, others))
    }

    fn nothing_else(&mut self, ways: &[Way], others: Lit) -> Lit {
        let mut alternatives = Vec::new();
        for way in ways {
            let mut lits: Vec<Lit> = way.conditions.iter().copied().collect();
            if !way.all {
                let named = gathered(way.names.iter().map(|name| (name.clone(), Lit::TRUE)));
                let patterns = gathered(way.patterns.iter().map(|pattern| (pattern.clone(), Lit::TRUE)));
                lits.push(self.arena.members(named, patterns, others));
            }
            alternatives.push(self.arena.all(lits));
        }
        self.arena.any(alternatives)
    }

    /// Every way in which members may be declared. That fewer branches hold is always among them, so that a
    /// condition need only say what must hold.
    fn ways(
        &mut self,
        keywords: &'a Map<String, Value>,
        home: Home,
        purpose: Purpose,
        depth: usize,
    ) -> Option<Vec<Way>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut base = Way::default();
        let is_reference_only = self.draft(home) <= Draft::Draft7 && keywords.contains_key("$ref");
        if !is_reference_only {
            self.own_names(keywords, purpose, depth, &mut base);
        }
        let mut ways = vec![base];
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let Some(reference) = keywords.get(key) else { continue };
            match self.referred(key, reference, home) {
                Some((target, home)) => {
                    let inner = self.ways_of(target, home, purpose, depth)?;
                    ways = capped(both(&ways, &inner), purpose)?;
                }
                None if purpose == Purpose::Unevaluated => return None,
                None => {}
            }
        }
        if is_reference_only {
            return Some(ways);
        }
        for schema in keywords.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let inner = self.ways_of(schema, home, purpose, depth)?;
            ways = capped(both(&ways, &inner), purpose)?;
        }
        let declared_here = ways.iter().any(|way| way.declares);
        for (key, exclusive) in [("anyOf", false), ("oneOf", true)] {
            let Some(branches) = keywords.get(key).and_then(Value::as_array) else { continue };
            let inner = self.alternatives(branches, exclusive, home, purpose, depth, declared_here)?;
            ways = capped(both(&ways, &inner), purpose)?;
        }
        self.conditionals(keywords, home, purpose, depth, &mut ways)?;
        capped(ways, purpose)
    }

    fn own_names(&self, keywords: &'a Map<String, Value>, purpose: Purpose, depth: usize, base: &mut Way) {
        let keys = |key: &str| keywords.get(key).and_then(Value::as_object);
        for name in keys("properties").into_iter().flat_map(Map::keys) {
            base.names.insert(name.clone());
        }
        for pattern in keys("patternProperties").into_iter().flat_map(Map::keys) {
            base.patterns.insert(pattern.clone());
        }
        // An empty list of properties declares as little as none.
        base.declares = !base.names.is_empty() || !base.patterns.is_empty();
        if purpose == Purpose::Closing {
            let required = keywords.get("required").and_then(Value::as_array).into_iter().flatten();
            let depending = keys("dependentRequired").into_iter().flatten().flat_map(|(name, needed)| {
                needed.as_array().into_iter().flatten().filter_map(Value::as_str).chain([name.as_str()])
            });
            base.names.extend(required.filter_map(Value::as_str).chain(depending).map(str::to_owned));
        }
        let is_explicit = match purpose {
            Purpose::Closing => {
                keywords.contains_key("additionalProperties")
                    || keywords.contains_key("propertyNames")
                    || keywords.contains_key("unevaluatedProperties")
            }
            Purpose::Unevaluated => {
                keywords.contains_key("additionalProperties")
                    || (depth > 0 && keywords.contains_key("unevaluatedProperties"))
            }
        };
        base.all = is_explicit;
    }

    fn ways_of(&mut self, schema: &'a Value, home: Home, purpose: Purpose, depth: usize) -> Option<Vec<Way>> {
        match schema {
            Value::Object(keywords) => self.ways(keywords, home, purpose, depth + 1),
            _ => Some(vec![Way::default()]),
        }
    }

    fn alternatives(
        &mut self,
        branches: &'a [Value],
        exclusive: bool,
        home: Home,
        purpose: Purpose,
        depth: usize,
        declared_here: bool,
    ) -> Option<Vec<Way>> {
        let mut groups: Vec<(Lit, Vec<Way>)> = Vec::new();
        for schema in branches {
            let holds = self.here(schema, home, Reading::Raw);
            let mut ways = self.ways_of(schema, home, purpose, depth)?;
            let declares = ways.iter().any(|way| way.declares || way.all);
            if !declares {
                if purpose == Purpose::Closing && !declared_here && is_open_object(self.arena, holds) {
                    // A bare object among the branches stays open, as it does on its own.
                    ways = vec![Way { all: true, ..Way::default() }];
                } else {
                    continue;
                }
            }
            groups.push((holds, ways.into_iter().map(|way| way.on(holds)).collect()));
        }
        let mut none = vec![Way::default()];
        let alone = |groups: &[(Lit, Vec<Way>)]| -> Vec<Way> {
            groups.iter().flat_map(|(_, ways)| ways.clone()).collect()
        };
        let disjoint = exclusive
            || groups.len() <= MAX_COMPARED
                && groups.iter().enumerate().all(|(at, (left, _))| {
                    groups.iter().skip(at + 1).all(|(right, _)| are_discriminated(self.arena, *left, *right))
                });
        if disjoint {
            none.extend(alone(&groups));
            return Some(none);
        }
        let combinations =
            groups.iter().fold(1_usize, |count, (_, ways)| count.saturating_mul(ways.len() + 1));
        if combinations <= MAX_WAYS {
            for (_, ways) in &groups {
                let mut options = ways.clone();
                options.push(Way::default());
                none = both(&none, &options);
            }
            return Some(none);
        }
        if purpose == Purpose::Unevaluated {
            return None;
        }
        Some(vec![union(alone(&groups))])
    }

    fn conditionals(
        &mut self,
        keywords: &'a Map<String, Value>,
        home: Home,
        purpose: Purpose,
        depth: usize,
        ways: &mut Vec<Way>,
    ) -> Option<()> {
        if self.draft(home) >= Draft::Draft7
            && let Some(condition) = keywords.get("if")
        {
            let holds = self.here(condition, home, Reading::Raw);
            let when = self.ways_of(condition, home, purpose, depth)?;
            let mut options = vec![Way::default()];
            let then = match keywords.get("then") {
                Some(then) => both(&when, &self.ways_of(then, home, purpose, depth)?),
                None => when,
            };
            options.extend(then.into_iter().map(|way| way.on(holds)));
            if let Some(otherwise) = keywords.get("else") {
                let otherwise = self.ways_of(otherwise, home, purpose, depth)?;
                options.extend(otherwise.into_iter().map(|way| way.on(holds.not())));
            }
            *ways = capped(both(ways, &options), purpose)?;
        }
        for key in ["dependentSchemas", "dependencies"] {
            if (key == "dependencies") == (self.draft(home) >= Draft::Draft201909) {
                continue;
            }
            for (name, schema) in keywords.get(key).and_then(Value::as_object).into_iter().flatten() {
                if schema.is_array() {
                    continue;
                }
                let present = self.arena.atom(Node::Has(name.clone()));
                let mut options = vec![Way::default()];
                options.extend(
                    self.ways_of(schema, home, purpose, depth)?.into_iter().map(|way| way.on(present)),
                );
                *ways = capped(both(ways, &options), purpose)?;
            }
        }
        Some(())
    }
}

/// All names at once, where the ways are too many to tell apart.
fn union(ways: Vec<Way>) -> Way {
    ways.into_iter().fold(Way::default(), |union, way| union.and(&Way { conditions: BTreeSet::new(), ..way }))
}

fn capped(ways: Vec<Way>, purpose: Purpose) -> Option<Vec<Way>> {
    if ways.len() <= MAX_WAYS {
        return Some(ways);
    }
    (purpose == Purpose::Closing).then(|| vec![union(ways)])
}

fn both(left: &[Way], right: &[Way]) -> Vec<Way> {
    let mut ways = Vec::new();
    for one in left {
        for other in right {
            ways.push(one.and(other));
        }
    }
    thinned(ways)
}

/// Without ways that another one covers; over the limit, one way that covers all.
fn thinned(ways: Vec<Way>) -> Vec<Way> {
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        if !kept.iter().any(|known| known.covers(&way)) {
            kept.retain(|known| !way.covers(known));
            kept.push(way);
        }
    }
    kept
}

/// Whether a branch is about objects explicitly, or about everything.
fn is_open_object(arena: &Arena, branch: Lit) -> bool {
    let (kinds, values) = arena.outline(branch);
    values.is_none() && (branch == Lit::TRUE || (kinds != Kinds::ALL && kinds.has(Kind::Object)))
}

/// Whether two branches exclude one another by kind or by a member with listed values that one requires.
fn are_discriminated(arena: &Arena, left: Lit, right: Lit) -> bool {
    let (left_kinds, _) = arena.outline(left);
    let (right_kinds, _) = arena.outline(right);
    if !left_kinds.and(right_kinds).has(Kind::Object) {
        return true;
    }
    let parts = |lit: Lit| -> Vec<Lit> {
        match (arena.node(lit), lit.is_wanted()) {
            (Node::All(parts), true) => parts.clone(),
            _ => vec![lit],
        }
    };
    let (left, right) = (parts(left), parts(right));
    let requires = |name: &str| {
        left.iter()
            .chain(&right)
            .any(|lit| lit.is_wanted() && matches!(arena.node(*lit), Node::Has(known) if known == name))
    };
    let listed = |lit: Lit| arena.outline(lit).1;
    left.iter().any(|one| {
        let Node::Members(one) = arena.node(*one) else { return false };
        right.iter().any(|other| {
            let Node::Members(other) = arena.node(*other) else { return false };
            one.named.iter().any(|(name, value)| {
                let Some(other) = other.named.get(name) else { return false };
                match (listed(*value), listed(*other)) {
                    (Some(one), Some(other)) => {
                        requires(name) && !one.iter().any(|value| other.contains(value))
                    }
                    _ => false,
                }
            })
        })
    })
}

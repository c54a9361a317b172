use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::program::{Asks, Check, Listed, Place, PlaceId, Program, Sized};
use crate::gathered::gathered;
use crate::schema::dialect::Draft;
use crate::schema::documents::{Documents, Home, Target, is_recursive_anchor, joined};
use crate::schema::ir::{Decimal, Kinds, kinds_named, size, value_key};
use crate::schema::pattern::Recogniser;

/// Listed values that are compared one by one.
const FEW: usize = 8;

type Keywords = Map<String, Value>;

/// Makes a schema ready. Only places that a value may lead to are looked at.
///
/// # Errors
/// A reference leads out of the document, or a pattern is broken.
pub(super) fn compile(document: &Value) -> Result<Program, String> {
    let documents = Documents::of(document);
    let mut compiler = Compiler {
        documents: &documents,
        program: Program::default(),
        known: HashMap::new(),
        open: Vec::new(),
        dynamic: Vec::new(),
    };
    if let Some(root) = documents.root(Home::DOCUMENT) {
        compiler.wanted(root);
    }
    while let Some((place, target)) = compiler.open.pop() {
        compiler.fill(place, &target)?;
    }
    let mut program = compiler.program;
    super::program::mark_loops(&mut program);
    Ok(program)
}

struct Compiler<'d, 'a> {
    documents: &'d Documents<'a>,
    program: Program,
    known: HashMap<*const Value, PlaceId>,
    /// Places that are numbered but not yet looked at: references nest deeper than schemas do.
    open: Vec<(PlaceId, Target<'a>)>,
    dynamic: Vec<String>,
}

/// The checks of one place while they are gathered, and where they stand.
struct Gathered<'a> {
    keywords: &'a Keywords,
    draft: Draft,
    home: Home,
    pointer: String,
    checks: Vec<Check>,
}

impl Gathered<'_> {
    fn push(&mut self, keyword: &'static str, asks: Asks) {
        self.checks.push(Check { keyword, asks });
    }
}

impl<'a> Compiler<'_, 'a> {
    /// The number of a place, which is looked at now or later.
    fn wanted(&mut self, target: Target<'a>) -> PlaceId {
        let key = std::ptr::from_ref(target.schema);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let place = self.program.places.len();
        self.known.insert(key, place);
        self.program.places.push(Place {
            pointer: target.pointer.clone(),
            home: target.home,
            checks: Vec::new(),
            tracks: false,
            loops: false,
        });
        self.open.push((place, target));
        place
    }

    fn below(&mut self, at: &Gathered<'a>, schema: &'a Value, tokens: &[&str]) -> PlaceId {
        let pointer = tokens.iter().fold(at.pointer.clone(), |pointer, token| joined(pointer, token));
        let home = self.documents.home(schema, at.home);
        self.wanted(Target { schema, home, pointer })
    }

    fn one(&mut self, at: &Gathered<'a>, keyword: &'static str) -> Option<PlaceId> {
        let schema = at.keywords.get(keyword)?;
        Some(self.below(at, schema, &[keyword]))
    }

    fn list(&mut self, at: &Gathered<'a>, keyword: &'static str) -> Option<Vec<PlaceId>> {
        let schemas = at.keywords.get(keyword)?.as_array()?;
        let places = schemas.iter().enumerate();
        Some(places.map(|(n, schema)| self.below(at, schema, &[keyword, &n.to_string()])).collect())
    }

    fn named(&mut self, at: &Gathered<'a>, keyword: &'static str) -> Vec<(String, PlaceId)> {
        let schemas = at.keywords.get(keyword).and_then(Value::as_object).into_iter().flatten();
        schemas.map(|(name, schema)| (name.clone(), self.below(at, schema, &[keyword, name]))).collect()
    }

    fn fill(&mut self, place: PlaceId, target: &Target<'a>) -> Result<(), String> {
        let checks = match target.schema {
            Value::Bool(true) => Vec::new(),
            Value::Object(keywords) => {
                let mut at = Gathered {
                    keywords,
                    draft: self.documents.draft(target.home),
                    home: target.home,
                    pointer: target.pointer.clone(),
                    checks: Vec::new(),
                };
                self.keywords(&mut at)?;
                at.checks
            }
            Value::Bool(false) => vec![Check { keyword: "", asks: Asks::Never }],
            _ => return Err(format!("what stands at \"{}\" is no schema", target.pointer)),
        };
        let tracks =
            checks.iter().any(|check| matches!(check.asks, Asks::OtherMembers(_) | Asks::OtherItems(_)));
        if let Some(place) = self.program.places.get_mut(place) {
            place.checks = checks;
            place.tracks = tracks;
        }
        Ok(())
    }

    fn keywords(&mut self, at: &mut Gathered<'a>) -> Result<(), String> {
        let reference = at.keywords.get("$ref").and_then(Value::as_str);
        if let Some(reference) = reference.filter(|_| at.draft <= Draft::Draft7) {
            let place = self.referred(reference, at.home)?.0;
            at.push("$ref", Asks::Refer(place));
            return Ok(());
        }
        values(at);
        numbers(at);
        self.strings(at)?;
        self.arrays(at);
        self.objects(at)?;
        if let Some(reference) = reference {
            let place = self.referred(reference, at.home)?.0;
            at.push("$ref", Asks::Refer(place));
        }
        self.dynamic_references(at)?;
        self.combinations(at);
        if at.draft >= Draft::Draft201909 {
            if let Some(place) = self.one(at, "unevaluatedItems") {
                at.push("unevaluatedItems", Asks::OtherItems(place));
            }
            if let Some(place) = self.one(at, "unevaluatedProperties") {
                at.push("unevaluatedProperties", Asks::OtherMembers(place));
            }
        }
        Ok(())
    }

    fn referred(&mut self, reference: &str, home: Home) -> Result<(PlaceId, Target<'a>), String> {
        let target = self.documents.target(reference, home).ok_or_else(|| {
            let shown: String = reference.chars().take(120).collect();
            format!("the reference {shown:?} leads to nothing in it")
        })?;
        Ok((self.wanted(target.clone()), target))
    }

    fn dynamic_references(&mut self, at: &mut Gathered<'a>) -> Result<(), String> {
        let text = |key: &str| at.keywords.get(key).and_then(Value::as_str);
        if let (Draft::Draft201909, Some(reference)) = (at.draft, text("$recursiveRef")) {
            let (place, target) = self.referred(reference, at.home)?;
            if is_recursive_anchor(target.schema) {
                let roots: Vec<Target<'a>> = self.documents.recursive_anchors().collect();
                for root in roots {
                    let home = root.home;
                    let place = self.wanted(root);
                    self.program.recursive.insert(home, place);
                }
                at.push("$recursiveRef", Asks::ReferRecursively(place));
            } else {
                at.push("$recursiveRef", Asks::Refer(place));
            }
        }
        if let (Draft::Draft202012, Some(reference)) = (at.draft, text("$dynamicRef")) {
            let (place, target) = self.referred(reference, at.home)?;
            let asks = match self.documents.dynamic_anchor(&target, reference) {
                Some(anchor) => {
                    self.dynamic_targets(&anchor);
                    Asks::ReferDynamically(place, anchor)
                }
                None => Asks::Refer(place),
            };
            at.push("$dynamicRef", asks);
        }
        Ok(())
    }

    fn dynamic_targets(&mut self, anchor: &str) {
        if self.dynamic.iter().any(|known| known == anchor) {
            return;
        }
        self.dynamic.push(anchor.to_owned());
        let targets: Vec<Target<'a>> = self.documents.dynamic(anchor).cloned().collect();
        for target in targets {
            let home = target.home;
            let place = self.wanted(target);
            self.program.dynamic.insert((home, anchor.to_owned()), place);
        }
    }

    fn strings(&mut self, at: &mut Gathered<'a>) -> Result<(), String> {
        if let Some(Value::String(pattern)) = at.keywords.get("pattern") {
            at.push("pattern", Asks::Pattern(recogniser(pattern)?, pattern.clone()));
        }
        if matches!(at.draft, Draft::Draft6 | Draft::Draft7) {
            let text = |key: &str| at.keywords.get(key).and_then(Value::as_str);
            let encoded = text("contentEncoding") == Some("base64");
            let is_json = text("contentMediaType") == Some("application/json");
            if encoded {
                at.push("contentEncoding", Asks::Encoded);
            }
            if is_json {
                at.push("contentMediaType", Asks::Json { encoded });
            }
        }
        Ok(())
    }

    fn arrays(&mut self, at: &mut Gathered<'a>) {
        if at.keywords.get("uniqueItems") == Some(&Value::Bool(true)) {
            at.push("uniqueItems", Asks::Unique);
        }
        let (keyword, first, rest) = if at.draft >= Draft::Draft202012 {
            ("items", self.list(at, "prefixItems"), self.one(at, "items").map(|place| (place, "items")))
        } else if at.keywords.get("items").is_some_and(Value::is_array) {
            let rest = self.one(at, "additionalItems").map(|place| (place, "additionalItems"));
            ("items", self.list(at, "items"), rest)
        } else {
            ("items", None, self.one(at, "items").map(|place| (place, "items")))
        };
        if first.is_some() || rest.is_some() {
            at.push(keyword, Asks::Items { first: first.unwrap_or_default(), rest });
        }
        if let (true, Some(item)) = (at.draft >= Draft::Draft6, self.contained(at)) {
            let counted = at.draft >= Draft::Draft201909;
            let least = size(at.keywords, "minContains").filter(|_| counted).unwrap_or(1);
            let most = size(at.keywords, "maxContains").filter(|_| counted);
            let is_looked_at = at.draft >= Draft::Draft202012;
            at.push("contains", Asks::Contains { item, least, most, is_looked_at });
        }
    }

    fn contained(&mut self, at: &Gathered<'a>) -> Option<PlaceId> {
        if at.draft >= Draft::Draft6 { self.one(at, "contains") } else { None }
    }

    fn objects(&mut self, at: &mut Gathered<'a>) -> Result<(), String> {
        if let Some(Value::Array(names)) = at.keywords.get("required") {
            at.push("required", Asks::Required(texts(names)));
        }
        if at.draft >= Draft::Draft6
            && let Some(names) = self.one(at, "propertyNames")
        {
            at.push("propertyNames", Asks::Names(names));
        }
        let named: BTreeMap<String, PlaceId> = gathered(self.named(at, "properties"));
        let mut patterns = Vec::new();
        for (pattern, place) in self.named(at, "patternProperties") {
            patterns.push((recogniser(&pattern)?, pattern, place));
        }
        let others = self.one(at, "additionalProperties");
        if !named.is_empty() || !patterns.is_empty() || others.is_some() {
            at.push("properties", Asks::Members { named, patterns, others });
        }
        let old = at.draft < Draft::Draft201909;
        let mut needs = Vec::new();
        let mut implies = Vec::new();
        let keywords: &[&'static str] =
            if old { &["dependencies"] } else { &["dependentRequired", "dependentSchemas"] };
        for keyword in keywords {
            for (name, what) in at.keywords.get(*keyword).and_then(Value::as_object).into_iter().flatten() {
                match what {
                    Value::Array(names) => needs.push((name.clone(), texts(names))),
                    schema => implies.push((name.clone(), self.below(at, schema, &[keyword, name]))),
                }
            }
        }
        if !needs.is_empty() {
            at.push(if old { "dependencies" } else { "dependentRequired" }, Asks::Needs(needs));
        }
        if !implies.is_empty() {
            at.push(if old { "dependencies" } else { "dependentSchemas" }, Asks::Implies(implies));
        }
        Ok(())
    }

    fn combinations(&mut self, at: &mut Gathered<'a>) {
        if let Some(places) = self.list(at, "allOf") {
            at.push("allOf", Asks::All(places));
        }
        if let Some(places) = self.list(at, "anyOf") {
            at.push("anyOf", Asks::Any(places));
        }
        if let Some(places) = self.list(at, "oneOf") {
            at.push("oneOf", Asks::One(places));
        }
        if let Some(place) = self.one(at, "not") {
            at.push("not", Asks::Not(place));
        }
        if at.draft >= Draft::Draft7
            && let Some(condition) = self.one(at, "if")
        {
            let (then, otherwise) = (self.one(at, "then"), self.one(at, "else"));
            at.push("if", Asks::If { condition, then, otherwise });
        }
    }
}

fn recogniser(pattern: &str) -> Result<Recogniser, String> {
    Recogniser::new(pattern).map_err(|why| {
        let shown: String = pattern.chars().take(120).collect();
        format!("the pattern {shown:?} cannot be used: {why}")
    })
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn values(at: &mut Gathered<'_>) {
    if let Some(value) = at.keywords.get("type") {
        let names = match value {
            Value::Array(names) => texts(names),
            Value::String(name) => vec![name.clone()],
            _ => Vec::new(),
        };
        let kinds = names.iter().fold(Kinds::NONE, |kinds, name| kinds.or(kinds_named(name)));
        at.push("type", Asks::Kinds(kinds, names.join(", ")));
    }
    if let Some(value) = at.keywords.get("const").filter(|_| at.draft >= Draft::Draft6) {
        at.push("const", Asks::Listed(Listed::Few(vec![value.clone()])));
    }
    if let Some(Value::Array(values)) = at.keywords.get("enum") {
        let listed = if values.len() <= FEW {
            Listed::Few(values.clone())
        } else {
            Listed::Many(values.iter().map(value_key).collect())
        };
        at.push("enum", Asks::Listed(listed));
    }
}

fn numbers(at: &mut Gathered<'_>) {
    let keywords = at.keywords;
    let flag = |key: &str| keywords.get(key) == Some(&Value::Bool(true));
    let old = at.draft == Draft::Draft4;
    for (keyword, below, exclusive) in [
        ("minimum", true, old && flag("exclusiveMinimum")),
        ("maximum", false, old && flag("exclusiveMaximum")),
        ("exclusiveMinimum", true, true),
        ("exclusiveMaximum", false, true),
    ] {
        if let Some(Value::Number(number)) = keywords.get(keyword) {
            let asks = Decimal::of(number).map_or(Asks::Incomparable, |bound| Asks::Bound {
                bound,
                below,
                exclusive,
            });
            at.push(keyword, asks);
        }
    }
    if let Some(Value::Number(number)) = keywords.get("multipleOf") {
        at.push("multipleOf", Decimal::of(number).map_or(Asks::Incomparable, Asks::MultipleOf));
    }
    for (keyword, of, least) in [
        ("minLength", Sized::Letters, true),
        ("maxLength", Sized::Letters, false),
        ("minItems", Sized::Items, true),
        ("maxItems", Sized::Items, false),
        ("minProperties", Sized::Members, true),
        ("maxProperties", Sized::Members, false),
    ] {
        if let Some(count) = size(keywords, keyword) {
            at.push(keyword, Asks::Size { of, least, count });
        }
    }
}

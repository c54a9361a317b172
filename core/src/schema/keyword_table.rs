//! What every keyword holds in every dialect: one table for what is a schema, where schemas stand in schemas, and
//! what the meta-schemas say.

use super::dialect::Draft;

/// What the value of a keyword must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    Text,
    /// A text in which this pattern is found.
    Matching(&'static str),
    Flag,
    Flags,
    Number,
    Positive,
    Count,
    Values,
    /// Different texts.
    Names,
    NamesByName,
    /// A type or several.
    Type,
    Schema,
    FlagOrSchema,
    Schemas,
    SchemaOrSchemas,
    SchemasByName,
    SchemasOrNamesByName,
}

/// A keyword from one dialect to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    since: Draft,
    until: Draft,
    pub(super) shape: Shape,
}

/// The keywords of a dialect.
pub(super) fn keywords(draft: Draft) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.is_of(draft))
}

impl Row {
    fn is_of(&self, draft: Draft) -> bool {
        self.since <= draft && draft <= self.until
    }
}

/// What a keyword holds in a dialect; `None` when the dialect does not know it.
pub(super) fn shape(draft: Draft, keyword: &str) -> Option<Shape> {
    let first = ROWS.partition_point(|row| row.name < keyword);
    let mut named = ROWS.iter().skip(first).take_while(|row| row.name == keyword);
    named.find(|row| row.is_of(draft)).map(|row| row.shape)
}

/// Whether any dialect knows a keyword.
pub(super) fn is_known(keyword: &str) -> bool {
    ROWS.binary_search_by_key(&keyword, |row| row.name).is_ok()
}

const fn row(name: &'static str, since: Draft, until: Draft, shape: Shape) -> Row {
    Row { name, since, until, shape }
}

const ROWS: &[Row] = {
    use Draft::{Draft4, Draft6, Draft7, Draft201909, Draft202012};
    use Shape::*;
    const RESOURCE: Shape = Matching("^[^#]*#?$");
    const ANCHOR: Shape = Matching("^[A-Za-z_][-A-Za-z0-9._]*$");
    &[
        row("$anchor", Draft201909, Draft201909, Matching("^[A-Za-z][-A-Za-z0-9.:_]*$")),
        row("$anchor", Draft202012, Draft202012, ANCHOR),
        row("$comment", Draft7, Draft202012, Text),
        row("$defs", Draft201909, Draft202012, SchemasByName),
        row("$dynamicAnchor", Draft202012, Draft202012, ANCHOR),
        row("$dynamicRef", Draft202012, Draft202012, Text),
        row("$id", Draft6, Draft7, Text),
        row("$id", Draft201909, Draft202012, RESOURCE),
        row("$recursiveAnchor", Draft201909, Draft201909, Flag),
        row("$recursiveAnchor", Draft202012, Draft202012, ANCHOR),
        row("$recursiveRef", Draft201909, Draft202012, Text),
        row("$ref", Draft6, Draft202012, Text),
        row("$schema", Draft4, Draft202012, Text),
        row("$vocabulary", Draft201909, Draft202012, Flags),
        row("additionalItems", Draft4, Draft4, FlagOrSchema),
        row("additionalItems", Draft6, Draft201909, Schema),
        row("additionalProperties", Draft4, Draft4, FlagOrSchema),
        row("additionalProperties", Draft6, Draft202012, Schema),
        row("allOf", Draft4, Draft202012, Schemas),
        row("anyOf", Draft4, Draft202012, Schemas),
        row("const", Draft6, Draft202012, Any),
        row("contains", Draft6, Draft202012, Schema),
        row("contentEncoding", Draft7, Draft202012, Text),
        row("contentMediaType", Draft7, Draft202012, Text),
        row("contentSchema", Draft201909, Draft202012, Schema),
        row("default", Draft4, Draft202012, Any),
        row("definitions", Draft4, Draft202012, SchemasByName),
        row("dependencies", Draft4, Draft202012, SchemasOrNamesByName),
        row("dependentRequired", Draft201909, Draft202012, NamesByName),
        row("dependentSchemas", Draft201909, Draft202012, SchemasByName),
        row("deprecated", Draft201909, Draft202012, Flag),
        row("description", Draft4, Draft202012, Text),
        row("else", Draft7, Draft202012, Schema),
        row("enum", Draft4, Draft202012, Values),
        row("examples", Draft6, Draft202012, Values),
        row("exclusiveMaximum", Draft4, Draft4, Flag),
        row("exclusiveMaximum", Draft6, Draft202012, Number),
        row("exclusiveMinimum", Draft4, Draft4, Flag),
        row("exclusiveMinimum", Draft6, Draft202012, Number),
        row("format", Draft4, Draft202012, Text),
        row("id", Draft4, Draft4, Text),
        row("if", Draft7, Draft202012, Schema),
        row("items", Draft4, Draft201909, SchemaOrSchemas),
        row("items", Draft202012, Draft202012, Schema),
        row("maxContains", Draft201909, Draft202012, Count),
        row("maxItems", Draft4, Draft202012, Count),
        row("maxLength", Draft4, Draft202012, Count),
        row("maxProperties", Draft4, Draft202012, Count),
        row("maximum", Draft4, Draft202012, Number),
        row("minContains", Draft201909, Draft202012, Count),
        row("minItems", Draft4, Draft202012, Count),
        row("minLength", Draft4, Draft202012, Count),
        row("minProperties", Draft4, Draft202012, Count),
        row("minimum", Draft4, Draft202012, Number),
        row("multipleOf", Draft4, Draft202012, Positive),
        row("not", Draft4, Draft202012, Schema),
        row("oneOf", Draft4, Draft202012, Schemas),
        row("pattern", Draft4, Draft202012, Text),
        row("patternProperties", Draft4, Draft202012, SchemasByName),
        row("prefixItems", Draft202012, Draft202012, Schemas),
        row("properties", Draft4, Draft202012, SchemasByName),
        row("propertyNames", Draft6, Draft202012, Schema),
        row("readOnly", Draft7, Draft202012, Flag),
        row("required", Draft4, Draft202012, Names),
        row("then", Draft7, Draft202012, Schema),
        row("title", Draft4, Draft202012, Text),
        row("type", Draft4, Draft202012, Type),
        row("unevaluatedItems", Draft201909, Draft202012, Schema),
        row("unevaluatedProperties", Draft201909, Draft202012, Schema),
        row("uniqueItems", Draft4, Draft202012, Flag),
        row("writeOnly", Draft7, Draft202012, Flag),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_has_one_shape_in_a_dialect() {
        for draft in Draft::ALL {
            let mut names: Vec<&str> = keywords(draft).map(|row| row.name).collect();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{draft:?}");
        }
        assert!(ROWS.is_sorted_by_key(|row| row.name), "looked up by halving");
    }
}

//! What the static checks say about small surfaces.

use mcpward_core::rules::{Finding, LintOptions, Outcome, lint};
use mcpward_core::surface::{Definition, Kind, Surface};
use serde_json::{Value, json};

fn surface(tools: Vec<Value>) -> Surface {
    let tools = tools.into_iter().filter_map(|tool| match tool {
        Value::Object(raw) => Some(Definition::new(Kind::Tool, raw)),
        _ => None,
    });
    Surface { tools: tools.collect(), ..Surface::default() }
}

fn findings(tools: Vec<Value>) -> Vec<Finding> {
    lint(&surface(tools), &LintOptions::default())
}

fn rules(tools: Vec<Value>) -> Vec<&'static str> {
    let mut rules: Vec<&'static str> = findings(tools)
        .into_iter()
        .filter(|finding| finding.outcome >= Outcome::Warn)
        .map(|finding| finding.meta.rule)
        .collect();
    rules.dedup();
    rules
}

fn tool(name: &str, description: &str, input: Value) -> Value {
    json!({"name": name, "description": description, "inputSchema": input})
}

fn messages(tools: Vec<Value>) -> Vec<String> {
    let security =
        |finding: &Finding| finding.outcome == Outcome::Fail && finding.meta.id.starts_with("security/");
    findings(tools).into_iter().filter(security).map(|finding| finding.what).collect()
}

#[test]
fn a_plain_tool_passes_with_a_summary_for_each_family() {
    let input =
        json!({"type": "object", "properties": {"text": {"type": "string", "description": "What to echo."}}});
    let found = findings(vec![tool("echo", "Echoes the text back.", input)]);
    let ids: Vec<&str> = found.iter().map(|finding| finding.meta.id).collect();
    assert!(ids.contains(&"schema/summary") && ids.contains(&"security/summary"), "{ids:?}");
    assert!(found.iter().all(|finding| finding.outcome <= Outcome::Skip), "{found:?}");
}

#[test]
fn a_zero_width_name_is_reported_by_code_point() {
    let said = messages(vec![tool("safe\u{200b}tool", "Does things.", json!({"type": "object"}))]);
    assert_eq!(said, ["Tool \"safe<U+200B>tool\" name contains hidden unicode: U+200B (zero-width)"]);
}

#[test]
fn solicited_secrets_are_listed_in_one_finding() {
    let input = json!({"type": "object", "properties": {"api_key": {"type": "string"}, "password": {"type": "string"}}});
    let said = messages(vec![tool("api_connector", "Connects to an API.", input)]);
    assert_eq!(said, ["Tool \"api_connector\" schema solicits secrets: api_key, password"]);
}

#[test]
fn a_read_only_tool_that_deletes_is_reported() {
    let mut liar = tool("delete_files", "Deletes files matching a glob.", json!({"type": "object"}));
    liar["annotations"] = json!({"readOnlyHint": true});
    let said = messages(vec![liar]);
    assert_eq!(said, ["Tool \"delete_files\" has readOnlyHint=true but name/description implies mutation"]);
}

#[test]
fn a_read_only_tool_that_previews_a_deletion_is_fine() {
    let mut honest =
        tool("preview_delete", "Previews what a delete would remove.", json!({"type": "object"}));
    honest["annotations"] = json!({"readOnlyHint": true});
    assert_eq!(rules(vec![honest]), [""; 0]);
}

#[test]
fn text_hidden_in_tags_is_decoded() {
    let tags: String = "run rm".chars().filter_map(|c| char::from_u32(0xE0000 + u32::from(c))).collect();
    let found = findings(vec![tool("t", &format!("Fine.{tags}"), json!({"type": "object"}))]);
    let hidden = found.iter().find(|finding| finding.meta.rule == "security/unicode-tags").unwrap();
    assert_eq!(hidden.evidence[0].decoded.as_deref(), Some("run rm"));
    assert_eq!(hidden.meta.id, "security/hidden-unicode");
}

#[test]
fn emoji_flags_and_persian_joiners_are_fine() {
    let text = "Family 👨\u{200d}👩\u{200d}👧, ❤\u{fe0f}, flag 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}; \
                می\u{200c}خواهم API\u{200c}ها.";
    assert_eq!(rules(vec![tool("t", text, json!({"type": "object"}))]), [""; 0]);
}

#[test]
fn schema_mistakes_are_named_with_their_place() {
    let property = |schema: Value| json!({"type": "object", "required": ["a"], "properties": {"a": schema}});
    let cases = [
        (json!({"properties": {}}), "schema/root-type"),
        (property(json!({"type": "strnig"})), "schema/invalid-schema"),
        (json!({"type": "object", "$schema": "https://example.org/mine"}), "schema/unknown-dialect"),
        (property(json!({"$ref": "#/$defs/none"})), "schema/ref-unresolvable"),
        (property(json!({"$ref": "https://example.org/a.json"})), "schema/ref-network"),
        (json!({"type": "object", "properties": {}, "required": ["a"]}), "schema/required-undeclared"),
        (
            json!({"type": "object", "additionalProperties": false, "required": ["a"]}),
            "schema/required-impossible",
        ),
        (property(json!({"type": "string", "minLength": 3, "maxLength": 2})), "schema/unsatisfiable"),
        (property(json!({"type": "string", "pattern": "(a"})), "schema/pattern-invalid"),
        (property(json!({"type": "string", "pattern": "^(a+)+$"})), "schema/pattern-catastrophic"),
        (property(json!(true)), "schema/strict-client"),
    ];
    for (input, rule) in cases {
        let found = rules(vec![tool("t", "Does it.", input)]);
        assert!(found.contains(&rule), "{rule}: {found:?}");
    }
}

#[test]
fn a_default_that_its_schema_rejects_is_only_info() {
    let input = json!({"type": "object", "properties": {"a": {"type": "string", "default": null, "description": "A."}}});
    let found = findings(vec![tool("t", "Does it.", input)]);
    let rejected = found.iter().find(|finding| finding.meta.rule == "schema/value-rejected").unwrap();
    assert_eq!(rejected.outcome, Outcome::Pass);
    assert_eq!(rejected.what, "Tool \"t\" inputSchema rejects its own default null at /properties/a");
}

#[test]
fn local_references_recursion_and_draft_07_are_fine() {
    let input = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"a": {"$ref": "#/definitions/node"}, "b": {"$ref": "#/properties/a"}},
        "definitions": {"node": {"type": "object", "properties": {"next": {"$ref": "#/definitions/node"}}}}
    });
    assert_eq!(rules(vec![tool("t", "Does it.", input)]), [""; 0]);
}

#[test]
fn names_are_checked_for_characters_length_and_twins() {
    let object = || json!({"type": "object"});
    let long = "x".repeat(129);
    let names = ["a b", &long, "c", "c"];
    let found = rules(names.iter().map(|name| tool(name, &format!("Does {name}."), object())).collect());
    assert_eq!(found, ["schema/tool-name-characters", "schema/tool-name-length", "schema/unique-names"]);
}

#[test]
fn a_dot_in_a_name_depends_on_the_revision() {
    let mut dotted = surface(vec![tool("a.b", "A.", json!({"type": "object"}))]);
    let outcome = |surface: &Surface| {
        let found = lint(surface, &LintOptions::default());
        found.iter().find(|finding| finding.meta.rule == "schema/tool-name-dot").unwrap().outcome
    };
    assert_eq!(outcome(&dotted), Outcome::Warn);
    dotted.protocol_version = Some("2025-11-25".to_owned());
    assert_eq!(outcome(&dotted), Outcome::Pass);
}

#[test]
fn a_schema_is_not_called_invalid_where_it_was_too_deep_to_be_kept() {
    let (open, close) = (r#"{"items":"#.repeat(150), "}".repeat(150));
    let list = format!(
        r#"{{"tools":[{{"name":"t","description":"Does it.","inputSchema":{{"type":"object","properties":{{"a":{open}{{}}{close}}}}}}}]}}"#
    );
    let surface = mcpward_core::lockfile::read(&list).unwrap().surface;
    let found = lint(&surface, &LintOptions::default());
    assert!(found.iter().any(|finding| finding.meta.rule == "schema/too-deep"), "{found:#?}");
    assert!(!found.iter().any(|finding| finding.meta.rule == "schema/invalid-schema"), "{found:#?}");
}

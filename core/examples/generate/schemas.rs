use mcpward_core::config::Config;
use mcpward_core::contracts::{ContractDocument, Pins};
use mcpward_core::lockfile::LockfileDocument;
use mcpward_core::report::{Report, ServersReport};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schemas of reports, of the config, of the lockfile, of a contract and of the pins.
pub(crate) fn all() -> [Value; 6] {
    let written = || SchemaSettings::draft2020_12().for_serialize();
    let mut report = schema::<Report>(written(), "report.v1", "mcpward JSON report");
    let mut servers =
        schema::<ServersReport>(written(), "servers.v1", "mcpward JSON report of several servers");
    [&mut report, &mut servers].into_iter().for_each(drop_null);
    // Editors read draft-07.
    let mut config = schema::<Config>(SchemaSettings::draft07(), "config.v1", "mcpward.yaml");
    // A first line such as `$schema: …` is what some editors write.
    insert(&mut config, "/properties", "$schema", json!({ "type": "string" }));
    // Readers take what other writers of the format leave out.
    let lockfile =
        schema::<LockfileDocument>(SchemaSettings::draft2020_12(), "lockfile.v2", "mcpward lockfile");
    // A contract is read by editors as well, and is written without `null`.
    let mut contract =
        schema::<ContractDocument>(SchemaSettings::draft07(), "contract.v1", "mcpward tool contract");
    drop_null(&mut contract);
    let pins = schema::<Pins>(written(), "pins.v1", "mcpward pinned tools");
    [report, servers, config, lockfile, contract, pins]
}

/// A schema as the text of its file.
pub(crate) fn text(schema: &Value) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}

fn schema<T: JsonSchema>(settings: SchemaSettings, name: &str, title: &str) -> Value {
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    clean(&mut schema);
    if let Some(members) = schema.as_object_mut() {
        members.insert(
            "$id".to_owned(),
            Value::from(format!("https://cdn.jsdelivr.net/npm/mcpward@1/schemas/{name}.schema.json")),
        );
        let type_name = members.insert("title".to_owned(), Value::from(title));
        if let Some(type_name) = type_name {
            members.insert("x-type".to_owned(), type_name);
        }
    }
    schema
}

fn insert(schema: &mut Value, pointer: &str, name: &str, member: Value) {
    if let Some(Value::Object(members)) = schema.pointer_mut(pointer) {
        members.insert(name.to_owned(), member);
    }
}

/// Integer widths are no formats that a validator knows, and `null` defaults say nothing.
fn clean(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            drop_numeric_format(members);
            if members.get("default") == Some(&Value::Null) {
                members.remove("default");
            }
            members.values_mut().for_each(clean);
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        _ => {}
    }
}

fn drop_numeric_format(members: &mut Map<String, Value>) {
    let numeric = members.get("format").and_then(Value::as_str).is_some_and(|format| {
        format.starts_with("uint") || format.starts_with("int") || matches!(format, "float" | "double")
    });
    if numeric {
        members.remove("format");
    }
}

/// A member that is left out when there is nothing to say is never written as `null`.
fn drop_null(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                for (name, member) in properties {
                    let always =
                        required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
                    if !always {
                        without_null(member);
                    }
                }
            }
            members.values_mut().for_each(drop_null);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_null),
        _ => {}
    }
}

fn without_null(member: &mut Value) {
    let Value::Object(members) = member else { return };
    if let Some(Value::Array(names)) = members.get_mut("type") {
        names.retain(|name| name != "null");
        if let [only] = names.as_slice() {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
        choices.retain(|choice| *choice != json!({ "type": "null" }));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            members.remove("anyOf");
            members.extend(only);
        }
    }
}

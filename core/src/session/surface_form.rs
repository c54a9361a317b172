//! The JSON form of a [`Surface`] inside a capture: arrays in served order, twins and oddities included.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::capture::Relisted;
use crate::surface::{Definition, Kind, Oddity, Surface};

#[derive(Serialize, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Form {
    protocol_version: Option<String>,
    server_info: Map<String, Value>,
    instructions: Option<String>,
    capabilities: Map<String, Value>,
    tools: Vec<Map<String, Value>>,
    prompts: Vec<Map<String, Value>>,
    resources: Vec<Map<String, Value>>,
    resource_templates: Vec<Map<String, Value>>,
    oddities: Vec<OddityForm>,
}

#[derive(Serialize, Deserialize)]
struct OddityForm {
    pointer: String,
    what: String,
}

pub(crate) fn serialize<S: Serializer>(surface: &Surface, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = |definitions: &[Definition]| definitions.iter().map(|one| one.raw.clone()).collect();
    Form {
        protocol_version: surface.protocol_version.clone(),
        server_info: surface.server_info.clone(),
        instructions: surface.instructions.clone(),
        capabilities: surface.capabilities.clone(),
        tools: raw(&surface.tools),
        prompts: raw(&surface.prompts),
        resources: raw(&surface.resources),
        resource_templates: raw(&surface.resource_templates),
        oddities: surface
            .oddities
            .iter()
            .map(|oddity| OddityForm { pointer: oddity.pointer.clone(), what: oddity.what.clone() })
            .collect(),
    }
    .serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Surface, D::Error> {
    let form = Form::deserialize(deserializer)?;
    Ok(Surface {
        protocol_version: form.protocol_version,
        server_info: form.server_info,
        instructions: form.instructions,
        capabilities: form.capabilities,
        tools: definitions(Kind::Tool, form.tools),
        prompts: definitions(Kind::Prompt, form.prompts),
        resources: definitions(Kind::Resource, form.resources),
        resource_templates: definitions(Kind::ResourceTemplate, form.resource_templates),
        oddities: form
            .oddities
            .into_iter()
            .map(|oddity| Oddity { pointer: oddity.pointer, what: oddity.what })
            .collect(),
    })
}

fn definitions(kind: Kind, raw: Vec<Map<String, Value>>) -> Vec<Definition> {
    raw.into_iter().map(|raw| Definition::new(kind, raw)).collect()
}

#[derive(Serialize, Deserialize)]
struct RelistedForm {
    tools: Option<Vec<Map<String, Value>>>,
    error: Option<String>,
}

impl Serialize for Relisted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = |tools: &Vec<Definition>| tools.iter().map(|tool| tool.raw.clone()).collect();
        RelistedForm { tools: self.tools.as_ref().map(raw), error: self.error.clone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Relisted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = RelistedForm::deserialize(deserializer)?;
        let tools = form.tools.map(|tools| definitions(Kind::Tool, tools));
        Ok(Self { tools, error: form.error })
    }
}

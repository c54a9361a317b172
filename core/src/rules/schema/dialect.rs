use std::cell::OnceCell;

use jsonschema::meta::MetaValidator;
use serde_json::Value;

/// A JSON Schema dialect that clients are known to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft201909,
    Draft202012,
}

impl Dialect {
    /// The dialect a schema declares, 2020-12 where it declares none; `None` for one nobody knows.
    pub(super) fn of(schema: &Value) -> Option<Self> {
        let Some(declared) = schema.get("$schema") else { return Some(Self::Draft202012) };
        let uri = declared.as_str()?.trim_end_matches('#');
        let path = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        Some(match path {
            "json-schema.org/draft-04/schema" => Self::Draft4,
            "json-schema.org/draft-06/schema" => Self::Draft6,
            "json-schema.org/draft-07/schema" => Self::Draft7,
            "json-schema.org/draft/2019-09/schema" => Self::Draft201909,
            "json-schema.org/draft/2020-12/schema" => Self::Draft202012,
            _ => return None,
        })
    }

    /// As people call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft201909 => "draft 2019-09",
            Self::Draft202012 => "draft 2020-12",
        }
    }
}

/// The meta-schema validators, each built when it is first needed: in wasm building one costs more than
/// checking hundreds of schemas with it.
#[derive(Default)]
pub(super) struct MetaSchemas {
    draft4: OnceCell<MetaValidator<'static>>,
    draft6: OnceCell<MetaValidator<'static>>,
    draft7: OnceCell<MetaValidator<'static>>,
    draft201909: OnceCell<MetaValidator<'static>>,
    draft202012: OnceCell<MetaValidator<'static>>,
}

impl MetaSchemas {
    /// The validator of a dialect's meta-schema.
    pub(super) fn of(&self, dialect: Dialect) -> &MetaValidator<'static> {
        match dialect {
            Dialect::Draft4 => self.draft4.get_or_init(jsonschema::draft4::meta::validator),
            Dialect::Draft6 => self.draft6.get_or_init(jsonschema::draft6::meta::validator),
            Dialect::Draft7 => self.draft7.get_or_init(jsonschema::draft7::meta::validator),
            Dialect::Draft201909 => self.draft201909.get_or_init(jsonschema::draft201909::meta::validator),
            Dialect::Draft202012 => self.draft202012.get_or_init(jsonschema::draft202012::meta::validator),
        }
    }
}

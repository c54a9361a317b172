//! The session for JavaScript: options as JSON text, events and effects as small objects.

use mcpward_core::redact::{Redactor as CoreRedactor, Secret};
use mcpward_core::session::{Effect, Event, Session as CoreSession};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// One conversation with one server.
#[wasm_bindgen]
pub struct Session {
    inner: CoreSession,
}

#[wasm_bindgen]
impl Session {
    /// `new Session(optionsJson)`; every option has a default.
    ///
    /// # Errors
    /// The options are no JSON, or have an unknown key or a wrong type.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Session, JsError> {
        Ok(Self { inner: CoreSession::new(serde_json::from_str(options)?) })
    }

    /// The first effects.
    ///
    /// # Errors
    /// An effect that cannot be expressed in JavaScript; there is none.
    pub fn start(&mut self) -> Result<JsValue, JsError> {
        effects(&self.inner.start())
    }

    /// What to do about an event.
    ///
    /// # Errors
    /// The event is none this session knows.
    pub fn on(&mut self, event: JsValue) -> Result<JsValue, JsError> {
        let event: Event = serde_wasm_bindgen::from_value(event)?;
        effects(&self.inner.on(event))
    }
}

/// Takes secrets out of texts: traces, error messages, the tail of standard error.
#[wasm_bindgen]
pub struct Redactor {
    inner: CoreRedactor,
}

#[wasm_bindgen]
impl Redactor {
    /// `new Redactor(JSON.stringify([{ name, value }]))`.
    ///
    /// # Errors
    /// The text is no such array.
    #[wasm_bindgen(constructor)]
    pub fn new(secrets: &str) -> Result<Redactor, JsError> {
        let secrets: Vec<Secret> = serde_json::from_str(secrets)?;
        Ok(Self { inner: CoreRedactor::new(&secrets) })
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        self.inner.text(text)
    }
}

fn effects(effects: &[Effect]) -> Result<JsValue, JsError> {
    Ok(effects.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::empty_call::{EmptyCall, empty_call};
use super::label::{Label, UNKNOWN_TOOL};
use super::select::{for_latency, for_output};
use crate::config::{Config, parse};
use crate::session::{PlannedCall, Planner};
use crate::surface::Surface;

/// What a capture is taken for; it decides which checks may call tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Every check that the config enables.
    Run,
    /// Only output shapes, where the config enables them.
    Diff,
    /// Only output shapes, where the config enables them.
    Baseline,
    /// Nothing is called.
    #[default]
    Lint,
    /// Nothing is called.
    Hash,
}

/// Decides the calls of a session from the config.
///
/// Promised: a tool that says or by default may destroy something is called with arguments only where the
/// user lists it or sets `call_all`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallPlan {
    /// What the capture is taken for.
    pub command: Purpose,
    /// The config, with `${VAR}` replaced: a value, or its JSON text.
    #[serde(deserialize_with = "checked")]
    pub config: Config,
}

fn checked<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Config, D::Error> {
    let mut document = Value::deserialize(deserializer)?;
    if let Value::String(text) = &document {
        document = serde_json::from_str(text).map_err(serde::de::Error::custom)?;
    }
    parse(&document).map_err(|errors| {
        let first = errors.first().map_or("invalid config", |error| error.message.as_str());
        serde::de::Error::custom(first)
    })
}

impl Planner for CallPlan {
    fn calls(&mut self, surface: &Surface) -> Vec<PlannedCall> {
        let mut calls = Vec::new();
        let run = self.command == Purpose::Run;
        if run || matches!(self.command, Purpose::Diff | Purpose::Baseline) {
            self.output_samples(surface, &mut calls);
        }
        if run {
            self.errors(surface, &mut calls);
            self.cases(surface, &mut calls);
            // Last, so that nothing else is between two samples.
            self.measurements(surface, &mut calls);
        }
        calls
    }
}

impl CallPlan {
    fn output_samples(&self, surface: &Surface, calls: &mut Vec<PlannedCall>) {
        let Some(check) = self.config.checks.drift.as_ref().map(|drift| &drift.output) else { return };
        if !check.enabled {
            return;
        }
        for chosen in for_output(surface, check).calls {
            for _ in 0..check.shape_samples {
                calls.push(planned(Label::Output, &chosen.tool, chosen.arguments.clone()));
            }
        }
    }

    fn errors(&self, surface: &Surface, calls: &mut Vec<PlannedCall>) {
        let check = &self.config.checks.errors;
        if !check.enabled || !offers_tools(surface) {
            return;
        }
        calls.push(planned(Label::UnknownTool, UNKNOWN_TOOL, "{}".to_owned()));
        for tool in &surface.tools {
            if empty_call(surface, tool, check.skip_destructive) == EmptyCall::Made {
                calls.push(planned(Label::MissingArguments, tool.key(), "{}".to_owned()));
            }
        }
    }

    fn cases(&self, surface: &Surface, calls: &mut Vec<PlannedCall>) {
        for (at, suite) in self.config.suites.iter().enumerate() {
            if !surface.tools.iter().any(|tool| tool.key() == suite.tool) {
                continue;
            }
            for (index, case) in suite.cases.iter().enumerate() {
                let arguments = Value::Object(case.args.clone()).to_string();
                let mut call = planned(Label::Case(at, index), &suite.tool, arguments);
                #[expect(clippy::cast_precision_loss, reason = "a day of milliseconds is exact in an f64")]
                let timeout = case.timeout_ms.map(|limit| limit.min(86_400_000) as f64);
                call.timeout_ms = timeout;
                calls.push(call);
            }
        }
    }

    fn measurements(&self, surface: &Surface, calls: &mut Vec<PlannedCall>) {
        let Some(check) = &self.config.checks.latency else { return };
        for chosen in for_latency(surface, check).calls {
            for _ in 0..check.samples {
                calls.push(planned(Label::Latency, &chosen.tool, chosen.arguments.clone()));
            }
        }
    }
}

/// Whether calling a tool can mean anything to this server.
pub(super) fn offers_tools(surface: &Surface) -> bool {
    !surface.tools.is_empty() || surface.capabilities.contains_key("tools")
}

fn planned(label: Label, tool: &str, arguments: String) -> PlannedCall {
    PlannedCall { tool: tool.to_owned(), arguments, timeout_ms: None, label: label.to_string() }
}

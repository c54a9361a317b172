//! Which tools are called, with what, and what their answers are: the one place where calls are decided.

mod answer;
mod empty_call;
mod hints;
mod label;
mod planner;
mod reason;
mod select;

#[cfg(test)]
mod tests;

pub(crate) use answer::Answer;
pub(crate) use empty_call::{EmptyCall, empty_call};
pub(crate) use label::{Label, UNKNOWN_TOOL};
pub use planner::{CallPlan, Purpose};
pub(crate) use reason::Reason;
pub(crate) use select::{for_latency, for_output};

use crate::surface::Surface;

/// Decides, once the lists are in, which tools are called. Calls run one after the other.
pub trait Planner {
    /// The calls to make, in order.
    fn calls(&mut self, surface: &Surface) -> Vec<PlannedCall>;
}

/// One call to make.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCall {
    /// The tool, by name. It need not exist.
    pub tool: String,
    /// The arguments as JSON text, sent as they are.
    pub arguments: String,
    /// How long it may take; `callMs` when absent.
    pub timeout_ms: Option<f64>,
    /// What the planner calls it; comes back in the record.
    pub label: String,
}

/// Calls nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCalls;

impl Planner for NoCalls {
    fn calls(&mut self, _surface: &Surface) -> Vec<PlannedCall> {
        Vec::new()
    }
}

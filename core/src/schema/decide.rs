use serde_json::Value;

use crate::rules::{Direction, Effect, Verdict};

/// What the judge says of a pair as a whole, before places are named.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// How a break shows at the caller; only when breaking.
    pub effect: Option<Effect>,
    /// Only a caller that sends undeclared properties could notice.
    pub open_world: bool,
    /// A minimal value that shows the break, confirmed on the schemas as they were given.
    pub witness: Option<Value>,
    /// Why it is undecided.
    pub reason: Option<String>,
}

/// How much work one question may take, in steps. Never wall clock: the same pair ends the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps of proof and construction.
    pub steps: u64,
    /// Values tried when no construction worked.
    pub tries: u32,
}

impl Budget {
    /// For a whole pair.
    pub const WHOLE: Self = Self { steps: 60_000, tries: 2_000 };
    /// For one place of a pair that is already decided as a whole.
    pub const PLACE: Self = Self { steps: 6_000, tries: 100 };
}

/// Decides a pair of schemas. `root` says that they stand at the root of a tool's schema, where a bare
/// `{"type": "object"}` means that nothing is declared. Never fails and never panics.
#[must_use]
pub fn decide(old: &Value, new: &Value, _direction: Direction, _root: bool, _budget: Budget) -> Decision {
    let equal = old == new;
    Decision {
        verdict: if equal { Verdict::Equivalent } else { Verdict::Undecided },
        effect: None,
        open_world: false,
        witness: None,
        reason: (!equal).then(|| "the judge is not built yet".to_owned()),
    }
}

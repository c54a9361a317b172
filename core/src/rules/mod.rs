//! The rules: what is looked for, one file a rule, and the one registry of all of them.

mod finding;
mod meta;

pub use finding::{Direction, Effect, Evidence, Finding, Sink, Verdict};
pub use meta::{Aspect, Bump, Confidence, Family, Meta, Movement, Outcome, Severity, Side};

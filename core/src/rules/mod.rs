//! The rules: what is looked for, one file a rule, and the one registry of all of them.

pub mod behavioral;
mod book;
pub mod collision;
pub mod compliance;
pub mod drift;
pub mod errors;
mod finding;
pub mod latency;
mod lint;
mod meta;
mod registry;
pub mod schema;
pub mod security;

pub use book::{Entry, book, capitalised};
pub use finding::{Direction, Effect, Evidence, Finding, Sink, Verdict};
pub use lint::{LintOptions, lint, lint_with};
pub use meta::{Aspect, Bump, Confidence, Family, Meta, Movement, Outcome, Severity, Side};
pub use registry::{registry, rule_named};

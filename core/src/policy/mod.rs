//! What fails: findings and the team's policy in, results with a status out.

mod judge;
mod semver_profile;
mod suppress;

pub use judge::{Policy, Ruling, Tally, rule_on};

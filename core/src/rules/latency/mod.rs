//! How long calls take, against a budget.

mod check;
mod percentile;
mod rows;

pub use check::check;
pub use rows::LATENCY_ROWS;

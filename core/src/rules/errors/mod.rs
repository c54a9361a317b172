//! How the server answers calls that must fail: which layer refuses them, and whether it does at all.

mod check;
mod invalid_params;
mod rows;
mod unknown_tool;

pub use check::check;
pub use rows::ERRORS_ROWS;

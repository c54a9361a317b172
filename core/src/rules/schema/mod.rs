//! Whether the definitions of a server are well formed, and what clients make of them.

mod annotations;
mod check;
mod dialect;
mod names;
mod node;
mod references;
mod rejects;
mod rows;
mod size;
mod subschema;

pub use check::check;
pub use rows::SCHEMA_ROWS;

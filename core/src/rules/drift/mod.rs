//! Drift: the classes that a policy names, and the rows of everything but schema changes.

mod classes;
mod definition_rows;
mod output_rows;
mod run_rows;
mod server_rows;

pub use classes::{CLASSES, Class, class_named};
pub use definition_rows::*;
pub use output_rows::*;
pub use run_rows::*;
pub use server_rows::*;

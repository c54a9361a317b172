//! Surface against surface: every change, classed by whom it hurts.

mod align;
mod annotations;
mod definition;
mod noise;
mod prompt;
mod resource;
mod schema_class;
mod schema_texts;
mod schemas;
mod semver;
mod server;
mod side;
mod similar;
mod surfaces;
mod text_places;
mod texts;

pub use schema_class::SCHEMA_CHANGED;
pub use semver::{rise, understated};
pub use side::Side;
pub use surfaces::diff;

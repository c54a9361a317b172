//! What a server exposes, kept as served: order, unknown fields and oddities included.

mod definition;
mod path;

pub use definition::{Definition, Kind, Oddity, Surface};
pub use path::{join_pointer, pointer};

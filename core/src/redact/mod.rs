//! Keeping secrets out of everything that is written.

mod encode;
mod redactor;

pub(crate) use encode::base64_padded;
pub use redactor::{Redactor, Secret};

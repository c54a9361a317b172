//! The contract on disk: lockfile version 2, and everything else that can stand in for one.

mod context;
mod coverage;
mod document;
mod error;
mod foreign;
mod hashes;
mod read;
mod surface_hash;
mod write;

pub use context::{AuthContext, AuthKind, Environment, HostContext, Target, auth_context};
pub use coverage::Coverage;
pub use document::{
    LockedDefinition, LockedTool, LockfileDocument, Meta, OutputShape, OutputSource, Shape, ShapeProperty,
};
pub use error::LockfileError;
pub use read::{Format, Lock, read};
pub use surface_hash::surface_hash;
pub use write::{Contents, Written, write};

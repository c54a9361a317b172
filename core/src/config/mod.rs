//! What the user asked for: the config as data, defaults filled in.

mod checks;
mod fail_on;
mod model;
mod parse;
mod server;
mod suites;
mod switch;

pub use checks::{
    AllowedCall, Checks, CollisionCheck, DriftCheck, ErrorsCheck, ErrorsProfile, IgnoredPointer,
    LatencyCheck, OutputShapeCheck, Profile,
};
pub use fail_on::FailOn;
pub use model::{Calls, Config, Expect, Suppression, Timeouts};
pub use parse::{ConfigError, parse};
pub use server::{Artifact, ArtifactKind, Protocol, Server, Transport};
pub use suites::{Case, CaseExpect, Suite};

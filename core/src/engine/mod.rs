//! One request in, one answer out: what the command line, the library and the page all call.

mod across;
mod baseline;
mod check;
mod config;
mod contract;
mod contracts;
mod drift;
mod error;
mod golden;
mod pinned;
mod placed;
mod probed;
mod recorded;
mod request;

pub use across::across;
pub use baseline::{BaselineAnswer, baseline};
pub use check::{check, check_with};
pub use contract::{DescribedContract, ReadSurface, describe, read_surface};
pub use contracts::{ContractsAction, ContractsAnswer, ContractsRequest, contracts};
pub use error::EngineError;
pub use golden::goldens;
pub use request::{
    AcrossRequest, AcrossServer, BaselineRequest, CheckRequest, Command, ConfigFile, DriftOptions,
    GoldenRequest,
};

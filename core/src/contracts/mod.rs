//! Contract-first: versioned tool contracts in a repository, their evolution, their pins, and handles.

mod chain;
mod changelog;
mod closing;
mod contract;
mod deprecation;
mod document;
mod evolution;
mod handles;
mod notes;
mod pins;
mod report;
mod rows;
mod verify;

pub use chain::{Chain, ContractFile, chains};
pub use changelog::changelog;
pub use contract::{Contract, contract_hash};
pub use document::{ContractDocument, Deprecation};
pub use evolution::check;
pub use handles::{HandleError, MIN_KEY_BYTES, NONCE_BYTES, create_handle, verify_handle};
pub use pins::{Pins, build_pins, check_pins, is_pins, read_pins};
pub use report::{ContractsReport, ContractsRow};
pub use rows::CONTRACT_ROWS;
pub use verify::verify;

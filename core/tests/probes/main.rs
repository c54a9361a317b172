//! Checks that call tools, from a scripted server through the session to the report.
//!
//! The scripts stand in `fixtures/servers/scripted`; the same ones are played over stdio and HTTP by the
//! command line's tests.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails here"
)]

#[path = "../common/player.rs"]
mod player;
mod scripts;

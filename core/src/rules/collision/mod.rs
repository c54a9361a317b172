//! Tools that are easily taken for one another: near-identical descriptions over different parameters.

mod check;
mod classes;
mod divergence;
mod join;
mod pairs;
mod rows;
mod score;
mod words;

pub use check::{CollisionOptions, check};
pub use rows::COLLISION_ROWS;
pub use score::{DiceScorer, Scorer};

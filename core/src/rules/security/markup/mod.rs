//! Markup that imitates a message of the client or the user, or hides one.

mod find;
mod hidden;
mod links;
mod lists;
mod messages;
mod tags;
mod turns;

pub(super) use find::find;

//! Every fault of the protocol, without a process or a socket.

mod calls;
mod faults;
mod legacy;
mod script;

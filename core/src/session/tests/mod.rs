//! Every fault of the protocol, without a process or a socket.

mod calls;
mod faults;
mod http;
mod http_script;
mod legacy;
mod modern;
mod rounds;
mod script;

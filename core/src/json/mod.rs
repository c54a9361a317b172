//! Reading JSON that somebody else wrote.

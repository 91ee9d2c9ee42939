//! Mistyped texts: the faults and findings, the help, and the mends.

mod properties;
mod typed;

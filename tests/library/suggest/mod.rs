//! Mistyped texts: the faults and findings, the help, and the suggestions.

mod properties;
mod typed;

//! Mistyped texts: the faults and findings, the help, and the suggestions.

mod advice;
mod properties;
mod typed;

//! Adapters: what other crates are told of errors, findings and policies.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod garde;
mod miette;
mod validator;

//! The page of `uri serve` in headless Chromium, as a person uses it. Run by
//! `cargo test --package urigram-browser --test page`, which needs `chromium`,
//! `chromedriver`, and `cargo build --release`.
//!
//! In: the page. Out: what a person sees. `reference` is about the side of the reference, `grammar` about that of the
//! grammar, `stepping` about the trace, `links` about permalinks, `files` about a file of one's own, `access` about
//! keyboard, themes and small windows, `hostile` about texts that are meant to break it, and `pictures` takes those of the
//! README and measures.
//! Next: none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod files;
mod grammar;
mod hostile;
mod links;
mod pictures;
mod reference;
mod stepping;

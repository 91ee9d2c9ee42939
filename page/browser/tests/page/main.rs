//! The page of `uri serve` in headless Chromium, from a user's point of view. Run by
//! `cargo test --package urigram-browser --test page`, which needs `chromium`,
//! `chromedriver`, and `cargo build --release`.
//!
//! In: the page. Out: the content of the page. `reference` and `grammar` test the panels for each, `notation` its explanations,
//! `stepping` the trace, `links` permalinks, `files` grammars in files, `access` the keyboard, themes and small windows, `axe`
//! accessibility by axe-core, `undo` the history, `keep` the strings to keep, `site` the page without a server, `language`
//! grammars of other languages and fixes, and `hostile` hostile texts. `pictures` takes the pictures of the README, and measures.
//! Next: none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod axe;
mod files;
mod grammar;
mod hostile;
mod keep;
mod language;
mod links;
mod notation;
mod pictures;
mod reference;
mod site;
mod stepping;
mod undo;

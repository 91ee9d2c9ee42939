//! Known differences, each with the reason.
//!
//! In: what two libraries answer.
//! Out: the difference, if it is known. A table for each operation.
//! Next: `targets`.

pub mod build;
mod entry;
pub mod normalize;
pub mod parse;
pub mod percent;
pub mod relativize;
pub mod resolve;
pub mod whatwg;

pub(crate) use self::entry::known;
pub use self::entry::{Differing, Known};

/// A known difference, without the function.
pub struct Row {
    /// The target that comes upon it.
    pub target: &'static str,
    /// The library, a colon, and what differs.
    pub name: &'static str,
    /// Why that is not a fault of urigram.
    pub why: &'static str,
    /// An input that shows it.
    pub example: &'static [&'static str],
}

/// Returns all known differences.
#[must_use]
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(rows_of("parse", parse::PARSE));
    rows.extend(rows_of("parse", whatwg::PARSE));
    rows.extend(rows_of("percent", percent::PERCENT));
    rows.extend(rows_of("resolve", resolve::RESOLVE));
    rows.extend(rows_of("resolve", whatwg::RESOLVE));
    rows.extend(rows_of("relativize", relativize::RELATIVIZE));
    rows.extend(rows_of("normalize", normalize::NORMALIZE));
    rows.extend(rows_of("build", build::BUILD));
    rows
}

fn rows_of<F>(target: &'static str, table: &'static [Known<F>]) -> impl Iterator<Item = Row> {
    table.iter().map(move |&Known { name, why, example, .. }| Row { target, name, why, example })
}

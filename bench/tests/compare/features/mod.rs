//! What each library can do, with a program for each cell of the Rust libraries that is not `no`.
//!
//! In: programs that use a feature and check its result. Out: the table of features. `measures` has what is measured of
//! types, `parts` programs that read and make parts of a reference, and `wholes` those about whole references.
//! Next: none.

mod measures;
mod parts;
mod wholes;

use crate::libraries::NAMES;
use crate::table::head;

/// What a library has of a feature.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    /// Nothing.
    No,
    /// Not measured.
    Unknown,
    /// It has it, as this program shows, and returns what the cell says.
    Run(fn() -> String),
    /// It has it by its documentation.
    Documented(&'static str),
}

use Cell::{Documented, No, Run, Unknown};

/// A feature, and the cells in the order of `NAMES`.
type Row = (&'static str, [Cell; NAMES.len()]);

/// Returns the table of features.
pub(crate) fn table() -> String {
    let row = |(feature, cells): &Row| {
        let cell = |cell: &Cell| match cell {
            No => "no".to_owned(),
            Unknown => "—".to_owned(),
            Run(program) => program(),
            Documented(text) => format!("{text} ᵈ"),
        };
        let cells: Vec<_> = cells.iter().map(cell).collect();
        format!("| {feature} | {} |\n", cells.join(" | "))
    };
    let rows = [measures::ROWS, parts::ROWS, wholes::ROWS].concat();
    head(&[""]) + &rows.iter().map(row).collect::<String>()
}

/// What a program returns that has only to end.
fn yes() -> String {
    "yes".to_owned()
}

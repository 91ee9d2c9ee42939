//! The table of features. Each cell of a Rust library that is not `no` has a function that uses the feature and checks
//! the result. This file measures the sizes of types and the allocations of parsing, `parts` reads and makes parts of
//! references, and `wholes` has the other features.

mod parts;
mod wholes;

use std::hint::black_box;
use std::mem::size_of;

use allocation_counter::measure;

use crate::libraries::NAMES;
use crate::table::head;

/// The support of a feature by a library.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    /// The library does not have the feature.
    No,
    /// Not measured.
    Unknown,
    /// Demonstrated by this function, which returns the text of the cell.
    Run(fn() -> String),
    /// According to the library's documentation.
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
    let rows = [MEASURES, parts::ROWS, wholes::ROWS].concat();
    head(&[""]) + &rows.iter().map(row).collect::<String>()
}

/// Returns the text of the cell for a feature whose function only has to run without a panic.
fn yes() -> String {
    "yes".to_owned()
}

const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
/// `http::Uri` has no fragments.
const WITHOUT_FRAGMENT: &str = "http://user@example.com:8042/over/there?name=ferret";

const MEASURES: &[Row] = &[
    (
        "allocations to parse a `&str`",
        [
            Run(|| allocations(|| urigram::UriReference::parse(TEXT).unwrap())),
            Run(|| allocations(|| fluent_uri::UriRef::parse(TEXT).unwrap())),
            Run(|| allocations(|| iri_string::types::UriReferenceStr::new(TEXT).unwrap())),
            Run(|| allocations(|| iref::UriRef::new(TEXT).unwrap())),
            Run(|| allocations(|| oxiri::IriRef::parse(TEXT).unwrap())),
            Run(|| allocations(|| url::Url::parse(TEXT).unwrap())),
            Run(|| allocations(|| WITHOUT_FRAGMENT.parse::<http::Uri>().unwrap())),
            Documented("0"),
            Documented("some"),
            Documented("some"),
        ],
    ),
    (
        "bytes of the type for a parsed `&str`",
        [
            Run(|| size_of::<urigram::UriReference<&str>>().to_string()),
            Run(|| size_of::<fluent_uri::UriRef<&str>>().to_string()),
            Run(|| size_of::<&iri_string::types::UriReferenceStr>().to_string()),
            Run(|| size_of::<&iref::UriRef>().to_string()),
            Run(|| size_of::<oxiri::IriRef<&str>>().to_string()),
            Run(|| size_of::<url::Url>().to_string()),
            Run(|| size_of::<http::Uri>().to_string()),
            Unknown,
            Unknown,
            Unknown,
        ],
    ),
];

fn allocations<T>(parse: impl FnOnce() -> T) -> String {
    measure(|| drop(black_box(parse()))).count_total.to_string()
}

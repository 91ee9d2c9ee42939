//! The types of the results.

use arrow_schema::DataType;
use urigram::Rule;
use urigram::normalize::Level;
use urigram_arrow::{self as kernels, Coding, Invalid};

use crate::memory::Layout;
use crate::table::{self, ALL};

const ROWS: &[Option<&str>] =
    &[Some("http://a/b?c=d&e"), None, Some("http://exa mple.com"), Some("http://a/b?c=d&e")];

/// The functions that return the type of a result return the type of actual results, with and without rows.
#[test]
fn are_those_that_functions_return() {
    for layout in Layout::all() {
        for rows in [ROWS, &[], &[None]] {
            let array = layout.array(rows, 0);
            let strings = array.data_type();
            let pairs = (table::PAIRS.run)(&array, 0, Invalid::Null).unwrap();
            assert_eq!(pairs.data_type(), &kernels::pairs_type(strings), "{layout}");
            let map = kernels::pairs_map(&array, Coding::Form, Invalid::Null).unwrap();
            assert_eq!(map.data_type(), &kernels::pairs_map_type(strings), "{layout}");
            let parsed = kernels::parse(&array, Invalid::Null).unwrap();
            assert_eq!(parsed.data_type(), &kernels::parse_type(strings), "{layout}");
            let segments = kernels::segments(&array, Invalid::Null).unwrap();
            assert_eq!(segments.data_type(), &kernels::segments_type(strings), "{layout}");
            let findings = kernels::findings(&array, None, Invalid::Null).unwrap();
            assert_eq!(findings.data_type(), &kernels::findings_type(), "{layout}");
            let faults = kernels::faults(&array, Rule::URI).unwrap();
            assert_eq!(faults.data_type(), &kernels::faults_type(), "{layout}");
            let found = kernels::extract(&array).unwrap();
            assert_eq!(found.data_type(), &kernels::extract_type(), "{layout}");
        }
    }
}

/// Results that are strings have the type of the argument, including dictionaries.
#[test]
fn of_strings_are_that_of_the_argument() {
    let same = [
        "COMPONENT",
        "KIND",
        "HOST_KIND",
        "QUERY_GET",
        "ENCODE",
        "DECODE",
        "RESOLVE",
        "RELATIVIZE",
        "NORMALIZE",
        "COMPARE",
        "REDACT",
    ];
    let kernels: Vec<_> = ALL.into_iter().filter(|kernel| same.contains(&kernel.name)).collect();
    assert_eq!(kernels.len(), same.len());
    for (layout, kernel) in
        Layout::all().iter().flat_map(|layout| kernels.iter().map(move |kernel| (layout, kernel)))
    {
        for (rows, seed) in [(ROWS, 0), (ROWS, 1), (&[][..], 0), (&[None][..], 1)] {
            let result = (kernel.run)(&layout.array(rows, seed), 0, Invalid::Null).unwrap();
            assert_eq!(result.data_type(), &layout.data_type(), "{}", kernel.name);
        }
    }
}

/// For two arrays, results that are strings have the type of the strings in the second array.
#[test]
fn of_two_arrays_are_that_of_the_second() {
    for (a, b) in Layout::all().iter().flat_map(|a| Layout::all().into_iter().map(move |b| (a, b))) {
        let (first, second) = (a.array(ROWS, 0), b.array(ROWS, 1));
        let strings = match b.data_type() {
            DataType::Dictionary(_, values) => *values,
            plain => plain,
        };
        let targets = kernels::resolve(&first, &second, Invalid::Null).unwrap();
        assert_eq!(targets.data_type(), &strings, "{a}, {b}");
        let levels = kernels::compare(&first, &second, Invalid::Null).unwrap();
        assert_eq!(levels.data_type(), &strings, "{a}, {b}");
        let equal = kernels::equivalent(&first, &second, Level::Path, Invalid::Null).unwrap();
        assert_eq!(equal.data_type(), &DataType::Boolean, "{a}, {b}");
    }
}

//! Compares every kernel with the library, row by row.

use std::borrow::Cow;
use std::collections::BTreeSet;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use rstest::rstest;
use urigram::UriReference;
use urigram_arrow::Invalid;

use crate::expected::Row;
use crate::memory::{Layout, UTF8_VIEW};
use crate::table::*;
use crate::texts::{CORPUS, Numbers, TEXTS};

/// Checks a kernel on an array of these rows. `expected` contains a result for each row.
fn check(
    kernel: Kernel,
    variant: usize,
    rows: &[Option<&str>],
    expected: &[Option<&Row<'_>>],
    array: &ArrayRef,
) {
    let name = || format!("{} {variant} of {}", kernel.name, array.data_type());
    let lenient =
        (kernel.run)(array, variant, Invalid::Null).unwrap_or_else(|error| panic!("{}: {error}", name()));
    let found = cells(&lenient);
    assert_eq!(found.len(), rows.len(), "{}", name());
    for ((text, expected), found) in rows.iter().zip(expected).zip(&found) {
        let expected = match expected {
            None => &Cell::Null,
            Some(Ok(cell) | Err((_, cell))) => cell,
        };
        assert_eq!(found, expected, "{}: {text:?}", name());
    }
    if !kernel.fails {
        return;
    }
    let strict = (kernel.run)(array, variant, Invalid::Fail);
    let bad = expected.iter().enumerate().find_map(|(row, it)| Some((row, it.as_ref()?.as_ref().err()?)));
    match (strict, bad) {
        (Ok(strict), None) => assert_eq!(&cells(&strict), &found, "{}", name()),
        (Err(error), Some((row, (expected, _)))) => {
            let found = error.row().unwrap_or_else(|| panic!("{}: {error}", name()));
            assert_eq!((found.row(), Some(found.text())), (row, rows[row]), "{}", name());
            assert_eq!(found.error().to_string(), expected.to_string(), "{}: {:?}", name(), rows[row]);
        }
        (Ok(_), Some((row, (error, _)))) => panic!("{}: row {row} is invalid: {error}", name()),
        (Err(error), None) => panic!("{}: {error}", name()),
    }
}

/// Checks a kernel on `Utf8View` arrays of all these strings, with some nulls.
fn check_views(kernel: Kernel, texts: &[String], variants: impl Fn(usize) -> BTreeSet<usize>) {
    for (number, texts) in texts.chunks(1_000).enumerate() {
        let rows: Vec<Option<&str>> =
            texts.iter().enumerate().map(|(row, text)| (row % 13 != 5).then_some(text.as_str())).collect();
        for variant in variants(number) {
            let expected: Vec<Option<Row<'_>>> =
                rows.iter().map(|text| text.map(|text| (kernel.expect)(text, variant))).collect();
            let of_rows: Vec<_> = expected.iter().map(Option::as_ref).collect();
            check(kernel, variant, &rows, &of_rows, &UTF8_VIEW.array(&rows, 0));

            // Use only the valid strings, for which `Invalid::Fail` succeeds.
            let valid: Vec<usize> =
                (0..rows.len()).filter(|&row| !matches!(of_rows[row], Some(Err(_)))).collect();
            if number % 5 == 0 {
                let rows: Vec<_> = valid.iter().map(|&row| rows[row]).collect();
                let of_rows: Vec<_> = valid.iter().map(|&row| of_rows[row]).collect();
                check(kernel, variant, &rows, &of_rows, &UTF8_VIEW.array(&rows, 0));
            }
        }
    }
}

/// Checks a kernel on arrays of every type. Some of these strings are in several rows.
fn check_layouts(kernel: Kernel, texts: &[String]) {
    let mut numbers = Numbers(3);
    for (number, texts) in texts.chunks(100).enumerate() {
        let variant = number % kernel.variants;
        let expected: Vec<Row<'_>> = texts.iter().map(|text| (kernel.expect)(text, variant)).collect();
        let mut picks: Vec<Option<usize>> = (0..texts.len()).map(Some).collect();
        picks.extend((0..texts.len() / 4).map(|_| Some(numbers.below(texts.len()))));
        picks.resize(picks.len() + number % 8, None);
        let (length, by) = (picks.len(), numbers.below(picks.len()));
        picks.swap(by, length - 1);
        picks.rotate_left(by);
        if number % 8 == 1 {
            picks.retain(|pick| pick.is_none_or(|pick| expected[pick].is_ok()));
        }
        let rows: Vec<Option<&str>> = picks.iter().map(|pick| Some(texts[(*pick)?].as_str())).collect();
        let of_rows: Vec<_> = picks.iter().map(|pick| Some(&expected[(*pick)?])).collect();
        for layout in Layout::all() {
            check(kernel, variant, &rows, &of_rows, &layout.array(&rows, number as u64));
        }
    }
}

fn views_of_each_text(kernel: Kernel) {
    check_views(kernel, &TEXTS, |number| BTreeSet::from([number % kernel.variants]));
}

fn a_tenth_of_the_texts_in_every_layout(kernel: Kernel) {
    check_layouts(kernel, &TEXTS[..TEXTS.len() / 10]);
}

fn the_lines_of_a_corpus(kernel: Kernel) {
    check_views(kernel, &CORPUS, |_| (0..kernel.variants).collect());
    check_layouts(kernel, &CORPUS);
}

#[rstest]
fn each_row_is_that_of_the_library(
    #[values(
        COMPONENT, KIND, HOST_KIND, PORT, PARSE, SEGMENTS, PAIRS, PAIRS_MAP, QUERY_GET, ENCODE, DECODE,
        RESOLVE, RELATIVIZE, NORMALIZE, EQUIVALENT, COMPARE, IS_VALID, FAULTS, FINDINGS, PERMITTED, REDACT,
        EXTRACT
    )]
    kernel: Kernel,
    #[values(views_of_each_text, a_tenth_of_the_texts_in_every_layout, the_lines_of_a_corpus)] run: fn(
        Kernel,
    ),
) {
    run(kernel);
}

#[test]
fn a_corpus_has_valid_and_invalid_lines() {
    let valid = CORPUS.iter().filter(|line| UriReference::parse(line.as_str()).is_ok()).count();
    assert!(valid >= 1000 && CORPUS.len() - valid >= 1000, "{valid} of {} are valid", CORPUS.len());
}

#[rstest]
#[case::no_rows(&[])]
#[case::only_nulls(&[None, None, None])]
#[case::an_empty_string(&[Some("")])]
fn few_rows(#[case] rows: &[Option<&str>]) {
    for kernel in ALL {
        for variant in 0..kernel.variants {
            let expected: Vec<Option<Row<'_>>> =
                rows.iter().map(|text| text.map(|text| (kernel.expect)(text, variant))).collect();
            let of_rows: Vec<_> = expected.iter().map(Option::as_ref).collect();
            for (layout, seed) in
                Layout::all().iter().flat_map(|layout| [(layout, 0), (layout, 1), (layout, 2)])
            {
                check(kernel, variant, rows, &of_rows, &layout.array(rows, seed));
            }
        }
    }
}

// The rows of results of any type.

/// The result in a row. A struct is the list of its fields, and a map the list of its entries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Null,
    Text(Cow<'a, str>),
    Bool(bool),
    Number(u64),
    List(Vec<Cell<'a>>),
}

impl<'a> Cell<'a> {
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn or_null(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        text.map_or(Self::Null, Self::text)
    }
}

/// Returns the rows of a result.
pub(crate) fn cells(array: &ArrayRef) -> Vec<Cell<'_>> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(Cell::or_null).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(Cell::or_null).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(Cell::or_null).collect(),
        DataType::Boolean => array.as_boolean().iter().map(|it| it.map_or(Cell::Null, Cell::Bool)).collect(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().iter().map(number).collect(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().iter().map(number).collect(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().iter().map(number).collect(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let values = cells(dictionary.values());
            let keys = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            let of_row =
                |row| if dictionary.keys().is_valid(row) { values[keys[row]].clone() } else { Cell::Null };
            (0..array.len()).map(of_row).collect()
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            lists(array, list.offsets(), &cells(list.values()))
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let mut entries = vec![Vec::new(); map.entries().len()];
            fields(map.entries().columns(), &mut entries);
            let entries: Vec<_> = entries.into_iter().map(Cell::List).collect();
            lists(array, map.offsets(), &entries)
        }
        DataType::Struct(_) => {
            let mut rows = vec![Vec::new(); array.len()];
            fields(array.as_struct().columns(), &mut rows);
            let of_row = |(row, cells)| if array.is_valid(row) { Cell::List(cells) } else { Cell::Null };
            rows.into_iter().enumerate().map(of_row).collect()
        }
        other => panic!("no kernel returns {other}"),
    }
}

fn number<'a>(number: Option<impl Into<u64>>) -> Cell<'a> {
    number.map_or(Cell::Null, |number| Cell::Number(number.into()))
}

fn fields<'a>(columns: &'a [ArrayRef], rows: &mut [Vec<Cell<'a>>]) {
    for column in columns {
        for (row, cell) in rows.iter_mut().zip(cells(column)) {
            row.push(cell);
        }
    }
}

fn lists<'a>(array: &ArrayRef, offsets: &[i32], elements: &[Cell<'a>]) -> Vec<Cell<'a>> {
    let of_row = |(row, ends): (usize, &[i32])| match array.is_valid(row) {
        true => Cell::List(elements[ends[0] as usize..ends[1] as usize].to_vec()),
        false => Cell::Null,
    };
    offsets.windows(2).enumerate().map(of_row).collect()
}

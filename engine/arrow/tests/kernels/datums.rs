//! Kernels of two arguments, of which each is a scalar, an array or a dictionary.

use arrow_array::{ArrayRef, Datum, Scalar, StringArray, StringViewArray};
use rstest::rstest;
use urigram::normalize::Rung;
use urigram_arrow::{Coding, Invalid, KernelError, compare, equivalent, query_get, relativize, resolve};

use crate::cells::{Cell, cells};
use crate::expected::{self, Row};
use crate::layout::{Layout, UTF8_VIEW};
use crate::texts::{ODD, TEXTS};

#[derive(Clone, Copy)]
struct Two {
    name: &'static str,
    run: fn(&dyn Datum, &dyn Datum, Invalid) -> Result<ArrayRef, KernelError>,
    expect: for<'a> fn(&str, &'a str) -> Row<'a>,
}

const TWO: [Two; 5] = [
    Two { name: "resolve", run: |a, b, i| resolve(a, b, i), expect: expected::resolved },
    Two { name: "relativize", run: |a, b, i| relativize(a, b, i), expect: expected::relativized },
    Two {
        name: "equivalent",
        run: |a, b, i| equivalent(a, b, Rung::Scheme, i),
        expect: |a, b| expected::equivalent(a, b, Rung::Scheme),
    },
    Two { name: "compare", run: |a, b, i| compare(a, b, i), expect: expected::compared },
    // The key is the first here, as the reference is that which the result is a part of.
    Two {
        name: "query_get",
        run: |a, b, i| query_get(b, a, Coding::Form, i),
        expect: |a, b| expected::query_get(b, a, Coding::Form),
    },
];

fn check(two: Two, a: &[Option<&str>], b: &[Option<&str>], first: &dyn Datum, second: &dyn Datum) {
    let result =
        (two.run)(first, second, Invalid::Null).unwrap_or_else(|error| panic!("{}: {error}", two.name));
    let found = cells(&result);
    assert_eq!(found.len(), a.len().max(b.len()), "{}", two.name);
    for (row, found) in found.iter().enumerate() {
        let (a, b) = (a[row % a.len()], b[row % b.len()]);
        let expected = match a.zip(b).map(|(a, b)| (two.expect)(a, b)) {
            None => Cell::Null,
            Some(Ok(cell) | Err((_, cell))) => cell,
        };
        let (first, second) = (first.get().0.data_type(), second.get().0.data_type());
        assert_eq!(found, &expected, "{} of {a:?} and {b:?}, {first} and {second}", two.name);
    }
}

fn pairs() -> (Vec<Option<&'static str>>, Vec<Option<&'static str>>) {
    let a: Vec<_> =
        ODD[..100].iter().enumerate().map(|(row, &text)| (row % 9 != 4).then_some(text)).collect();
    let mut b: Vec<_> =
        ODD[..100].iter().enumerate().map(|(row, &text)| (row % 7 != 3).then_some(text)).collect();
    b[..90].rotate_left(1);
    (a, b)
}

#[test]
fn two_arrays_of_any_types() {
    let (a, b) = pairs();
    for two in TWO {
        for (first, second) in
            Layout::all().iter().flat_map(|a| Layout::all().into_iter().map(move |b| (a, b)))
        {
            for seed in [0, 5] {
                check(two, &a, &b, &first.array(&a, seed), &second.array(&b, seed + 1));
            }
        }
    }
}

#[rstest]
fn a_scalar_and_an_array(
    #[values(None, Some("http://a/b/c/d;p?q"), Some("a"), Some("?a=1&b=%FF"), Some("a b"), Some(""))]
    same: Option<&str>,
    #[values(0, 1)] side: usize,
) {
    let (rows, _) = pairs();
    for (two, layout) in
        TWO.iter().flat_map(|two| Layout::all().into_iter().map(move |layout| (*two, layout)))
    {
        for (of_scalar, seed) in Layout::all().into_iter().zip(0..) {
            let array = layout.array(&rows, seed);
            let scalar = Scalar::new(of_scalar.array(&[same], seed));
            match side {
                0 => check(two, &[same], &rows, &scalar, &array),
                _ => check(two, &rows, &[same], &array, &scalar),
            }
        }
    }
}

#[test]
fn two_scalars() {
    let (a, b) = pairs();
    for (a, b) in a.into_iter().zip(b) {
        for (two, layout) in
            TWO.iter().flat_map(|two| Layout::all().into_iter().map(move |layout| (*two, layout)))
        {
            let (first, second) = (layout.array(&[a], 0), layout.array(&[b], 1));
            check(two, &[a], &[b], &Scalar::new(first), &Scalar::new(second));
        }
    }
}

#[test]
fn a_tenth_of_the_texts_in_pairs() {
    let a: Vec<_> = TEXTS[..TEXTS.len() / 10].iter().map(|text| Some(text.as_str())).collect();
    for (two, shift) in TWO.into_iter().zip([1, 17, 0, a.len() - 1, 2]) {
        let mut b = a.clone();
        b.rotate_left(shift);
        check(two, &a, &b, &UTF8_VIEW.array(&a, 0), &UTF8_VIEW.array(&b, 0));
    }
}

#[rstest]
#[case(2, 3)]
#[case(1, 2)]
#[case(2, 1)]
#[case(0, 1)]
fn different_lengths(#[case] a: usize, #[case] b: usize) {
    let (first, second) = (StringArray::from(vec!["a:b"; a]), StringViewArray::from(vec!["a:b"; b]));
    for two in TWO {
        let error = (two.run)(&first, &second, Invalid::Null).unwrap_err();
        assert_eq!(error.to_string(), format!("expected arrays of the same length, found {a} and {b} rows"));
    }
}

/// Names what is not strings as the caller passed it.
#[test]
fn either_may_be_no_strings() {
    let strings = StringArray::from(vec!["a:b"]);
    let numbers = arrow_array::Int32Array::from(vec![1]);
    for two in TWO {
        for error in
            [(two.run)(&strings, &numbers, Invalid::Null), (two.run)(&numbers, &strings, Invalid::Null)]
        {
            let error = error.unwrap_err();
            assert!(matches!(error, KernelError::NotStrings(_)), "{}: {error}", two.name);
        }
    }
}

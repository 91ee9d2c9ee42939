//! Kernels with two arguments, each a scalar, an array or a dictionary.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, Datum, DictionaryArray, Int8Array, Scalar, StringArray, StringViewArray, UInt8Array,
    new_empty_array,
};
use arrow_schema::DataType;
use rstest::rstest;
use urigram::normalize::Level;
use urigram_arrow::{
    Coding, Component, Invalid, KernelError, compare, component, equivalent, is_valid, query_get, relativize,
    resolve, segments,
};

use crate::expected;
use crate::expected::Row;
use crate::memory::{Layout, UTF8_VIEW};
use crate::rows::{Cell, cells};
use crate::table::ALL;
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
        run: |a, b, i| equivalent(a, b, Level::Scheme, i),
        expect: |a, b| expected::equivalent(a, b, Level::Scheme),
    },
    Two { name: "compare", run: |a, b, i| compare(a, b, i), expect: expected::compared },
    // The key is passed first here, because the result is a part of the reference.
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

/// The error names the type of the caller's argument.
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

// The results for dictionaries.

/// Each value is read once: the result has the keys of the input, and a value for each value of the input.
#[test]
fn each_value_is_read_once() {
    let values: ArrayRef = Arc::new(StringViewArray::from(vec!["//a/x", "//b", "//a/y"]));
    let keys = Int8Array::from(vec![Some(2), Some(0), None, Some(0), Some(1), Some(2)]);
    let rows = DictionaryArray::<Int8Type>::new(keys.clone(), values);
    let hosts = component(&rows, Component::Host, Invalid::Fail).unwrap();
    let hosts = hosts.as_dictionary::<Int8Type>();
    assert_eq!(hosts.keys(), &keys);
    assert!(hosts.values().as_string_view().iter().eq([Some("a"), Some("b"), Some("a")]));
}

/// If there are more values than rows, only the values with keys are read, in the order of their first rows.
#[test]
fn only_values_in_use_are_read() {
    let values: ArrayRef = Arc::new(StringArray::from(vec!["//a", "//b", "//c", "[", "//d"]));
    let keys = Int8Array::from(vec![Some(4), Some(1), None, Some(4)]);
    let hosts = component(&DictionaryArray::new(keys, values), Component::Host, Invalid::Fail).unwrap();
    let hosts = hosts.as_dictionary::<Int8Type>();
    assert!(hosts.values().as_string::<i32>().iter().eq([Some("d"), Some("b")]));
    assert!(hosts.keys().iter().eq([Some(0), Some(1), None, Some(0)]));
}

/// A row whose result is null has a null key, because casts ignore nulls in the values.
#[test]
fn null_results_have_null_keys() {
    let values = [Some("//a"), Some("/no-host"), None, Some("[invalid")];
    let all = [Some(0), Some(1), None, Some(2), Some(3), Some(0)];
    for keys in [&all[..], &all[..3]] {
        let array = DictionaryArray::<Int8Type>::new(
            keys.iter().copied().collect(),
            Arc::new(StringArray::from(values.to_vec())),
        );
        let hosts = component(&array, Component::Host, Invalid::Null).unwrap();
        assert_eq!(hosts.null_count(), keys.iter().filter(|&&key| key != Some(0)).count());
    }
}

/// A dictionary may have more values and more rows than its key type can number.
#[rstest]
fn more_values_than_keys(#[values(1, 200, 300, 1000)] rows: usize) {
    let values: Vec<String> = (0..1000).map(|number| format!("//{number}")).collect();
    let keys = UInt8Array::from_iter_values((0..rows).map(|row| (row % 256) as u8));
    let array = DictionaryArray::<UInt8Type>::new(keys, Arc::new(StringArray::from(values)));
    let hosts = component(&array, Component::Host, Invalid::Fail).unwrap();
    let hosts = hosts.as_dictionary::<UInt8Type>();
    let hosts = hosts.downcast_dict::<StringArray>().unwrap();
    assert!(hosts.into_iter().enumerate().all(|(row, host)| host == Some((row % 256).to_string().as_str())));
}

/// A dictionary without values has no rows, or only nulls.
#[rstest]
fn without_values(#[values(0, 3)] rows: usize) {
    let values = new_empty_array(&DataType::Utf8);
    let array = DictionaryArray::<Int8Type>::new(Int8Array::new_null(rows), values);
    let base = StringArray::new_scalar("no base");
    for invalid in [Invalid::Null, Invalid::Fail] {
        let targets = resolve(&base, &array, invalid).unwrap();
        assert_eq!((targets.len(), targets.logical_null_count()), (rows, rows));
    }
    assert_eq!(segments(&array, Invalid::Fail).unwrap().null_count(), rows);
    assert_eq!(is_valid(&array, urigram::Rule::URI).unwrap().null_count(), rows);
}

/// The result for a dictionary has the same rows as the result for the plain array.
#[test]
fn equal_those_of_plain_arrays() {
    for odd in ODD.chunks(100) {
        let mut rows: Vec<_> = odd.iter().map(|&text| Some(text)).collect();
        rows.extend([None, Some(odd[0]), Some(odd[0])]);
        for kernel in ALL {
            let plain = crate::memory::UTF8.array(&rows, 0);
            let plain = (kernel.run)(&plain, 0, Invalid::Null).unwrap();
            for (layout, seed) in
                Layout::all().iter().flat_map(|layout| (0..3).map(move |seed| (layout, seed)))
            {
                let result = (kernel.run)(&layout.array(&rows, seed), 0, Invalid::Null).unwrap();
                assert_eq!(cells(&result), cells(&plain), "{} of {layout}", kernel.name);
                assert_eq!(result.null_count(), plain.null_count(), "{} of {layout}", kernel.name);
            }
        }
    }
}

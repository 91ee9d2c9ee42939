//! What the results of dictionaries are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int8Array, StringArray, StringViewArray, UInt8Array, new_empty_array,
};
use arrow_schema::DataType;
use rstest::rstest;
use urigram_arrow::{Component, Invalid, component, is_valid, resolve, segments};

use crate::cells::cells;
use crate::layout::Layout;
use crate::table::ALL;
use crate::texts::ODD;

/// The result has the keys of the input, and a value for each of its values: each was read once.
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

/// Of more values than rows, those that are referred to are read, in the order of their first rows.
#[test]
fn only_values_in_use_are_read() {
    let values: ArrayRef = Arc::new(StringArray::from(vec!["//a", "//b", "//c", "[", "//d"]));
    let keys = Int8Array::from(vec![Some(4), Some(1), None, Some(4)]);
    let hosts = component(&DictionaryArray::new(keys, values), Component::Host, Invalid::Fail).unwrap();
    let hosts = hosts.as_dictionary::<Int8Type>();
    assert!(hosts.values().as_string::<i32>().iter().eq([Some("d"), Some("b")]));
    assert!(hosts.keys().iter().eq([Some(0), Some(1), None, Some(0)]));
}

/// A row whose result is null has a null key: casts do not look at the values.
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

/// A dictionary may have more values, and more rows, than its keys can number.
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

/// A dictionary without values has no rows, or only null ones.
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

/// The result of a dictionary has the rows of the result of the plain array.
#[test]
fn equal_those_of_plain_arrays() {
    for odd in ODD.chunks(100) {
        let mut rows: Vec<_> = odd.iter().map(|&text| Some(text)).collect();
        rows.extend([None, Some(odd[0]), Some(odd[0])]);
        for kernel in ALL {
            let plain = crate::layout::UTF8.array(&rows, 0);
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

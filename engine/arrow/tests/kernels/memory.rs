//! What the results of `Utf8View` arrays are made of.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray, StringViewArray};
use arrow_buffer::Buffer;
use rstest::rstest;
use urigram::normalize::Rung;
use urigram_arrow::{Coding, Component, Invalid, KernelError, Part};
use urigram_arrow::{
    component, decode, encode, normalize, pairs, parse, query_get, redact, resolve, segments,
};

use crate::layout::UTF8_VIEW;

const LONG: &str = "http://user-with-a-name@www.a-long-host.example:8080/a-long-segment/another-long-one?a-long-key=a-long-value-too#a-long-fragment";

fn input() -> ArrayRef {
    UTF8_VIEW.array(&[Some(LONG); 100], 0)
}

/// Returns the arrays of strings in a result.
fn strings(result: &ArrayRef) -> Vec<StringViewArray> {
    use arrow_schema::DataType;
    match result.data_type() {
        DataType::Utf8View => vec![result.as_string_view().clone()],
        DataType::List(_) => strings(result.as_list::<i32>().values()),
        DataType::Struct(_) => result.as_struct().columns().iter().flat_map(strings).collect(),
        other => panic!("{other} has no strings"),
    }
}

fn places(buffers: &[Buffer]) -> Vec<(*const u8, usize)> {
    buffers.iter().map(|buffer| (buffer.as_ptr(), buffer.len())).collect()
}

type Run = fn(&ArrayRef) -> Result<ArrayRef, KernelError>;

#[rstest]
#[case::component(|a: &ArrayRef| component(a, Component::Path, Invalid::Fail))]
#[case::parse(|a: &ArrayRef| parse(a, Invalid::Fail))]
#[case::segments(|a: &ArrayRef| segments(a, Invalid::Fail))]
#[case::pairs(|a: &ArrayRef| pairs(a, Coding::Form, Invalid::Fail))]
#[case::query_get(|a: &ArrayRef| query_get(a, &StringArray::new_scalar("a-long-key"), Coding::Form, Invalid::Fail))]
#[case::what_is_normal(|a: &ArrayRef| normalize(a, Rung::Scheme, Invalid::Fail))]
#[case::a_target_that_is_the_reference(|a: &ArrayRef| resolve(&StringArray::new_scalar("a:b"), a, Invalid::Fail))]
#[case::nothing_to_decode(|a: &ArrayRef| decode(a, Coding::Percent, Invalid::Fail))]
#[case::nothing_to_hide(|a: &ArrayRef| redact(a, &["no"], Invalid::Fail))]
fn no_byte_is_copied(#[case] run: Run) {
    let input = input();
    let buffers = input.as_string_view().data_buffers();
    assert!(buffers.len() > 2, "the rows are in several buffers");
    let result = run(&input).unwrap();
    for array in strings(&result) {
        assert_eq!(places(array.data_buffers()), places(buffers));
        // A view takes 16 bytes, its validity a bit; builders have room for some rows more.
        let inputs: usize = buffers.iter().map(Buffer::capacity).sum();
        let own = array.get_buffer_memory_size() - inputs;
        assert!(own <= 2 * 17 * array.len().max(128), "{own} bytes for {} views", array.len());
    }
}

#[rstest]
#[case::what_is_not_normal(|a: &ArrayRef| normalize(a, Rung::Path, Invalid::Fail), &[true, false])]
#[case::what_is_encoded(|a: &ArrayRef| encode(a, Part::Path), &[true, true])]
fn only_rows_that_change_are_copied(#[case] run: Run, #[case] changes: &[bool]) {
    let changed = LONG.replace("http:", "HTTP:").replace("a-long-host", "A-LONG-HOST");
    let input = UTF8_VIEW.array(&[Some(&changed), Some(LONG)], 0);
    let ranges: Vec<_> =
        input.as_string_view().data_buffers().iter().map(|buffer| buffer.as_ptr_range()).collect();
    let result = run(&input).unwrap();
    for (row, &changes) in changes.iter().enumerate() {
        let text = result.as_string_view().value(row).as_ptr();
        assert_eq!(!ranges.iter().any(|range| range.contains(&text)), changes, "row {row}");
    }
}

/// A component of up to twelve bytes is in its view.
#[rstest]
#[case("//abcdefghijkl/", "abcdefghijkl", false)]
#[case("//abcdefghijklm/", "abcdefghijklm", true)]
fn a_short_component_is_in_its_view(#[case] text: &str, #[case] host: &str, #[case] is_in_the_buffer: bool) {
    let input: ArrayRef = std::sync::Arc::new(StringViewArray::from(vec![text]));
    let hosts = component(&input, Component::Host, Invalid::Fail).unwrap();
    let hosts = hosts.as_string_view();
    assert_eq!(hosts.value(0), host);
    let buffer = input.as_string_view().data_buffers()[0].as_ptr_range();
    assert_eq!(buffer.contains(&hosts.value(0).as_ptr()), is_in_the_buffer);
}

/// The values of a dictionary are not copied for the rows that refer to them.
#[test]
#[ignore = "reads three gigabytes"]
fn values_are_not_copied_for_rows() {
    use arrow_array::types::Int32Type;
    use arrow_array::{DictionaryArray, Int32Array};
    let megabyte = format!("http://a/{}?k=v", "a".repeat(1 << 20));
    // 3 GB as rows, which `Utf8` cannot hold: a kernel that copies them does not get here.
    let values: ArrayRef =
        std::sync::Arc::new(StringArray::from(vec![megabyte.as_str(), "http://exa mple.com/"]));
    let mut keys = vec![0; 3_000];
    keys[2_999] = 1;
    let rows = DictionaryArray::<Int32Type>::new(Int32Array::from(keys), values);
    let key = StringArray::from(vec!["k"; 3_000]);
    let error = component(&rows, Component::Host, Invalid::Fail).unwrap_err();
    assert_eq!(error.row().unwrap().row(), 2_999);
    let found = query_get(&rows, &key, Coding::Percent, Invalid::Null).unwrap();
    assert_eq!(found.as_string::<i32>().value(2_998), "v");
    let scalar = StringArray::new_scalar(&megabyte);
    let found = query_get(&scalar, &key, Coding::Percent, Invalid::Null).unwrap();
    assert_eq!(found.as_string::<i32>().value(2_999), "v");
}

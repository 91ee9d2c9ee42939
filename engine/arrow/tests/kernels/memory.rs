//! The buffers of results, unusual layouts of arguments, and results that are too long.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type, Int64Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, LargeStringArray, PrimitiveArray, StringArray,
    StringViewArray,
};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use rstest::rstest;
use urigram::normalize::Level;
use urigram_arrow::{
    Coding, Component, Invalid, KernelError, Part, component, decode, encode, normalize, pairs, pairs_map,
    parse, query_get, redact, relativize, resolve, segments,
};

use crate::texts::Numbers;

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
#[case::what_is_normal(|a: &ArrayRef| normalize(a, Level::Scheme, Invalid::Fail))]
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
        // A view takes 16 bytes, and its validity a bit. Builders allocate capacity for some more rows.
        let inputs: usize = buffers.iter().map(Buffer::capacity).sum();
        let own = array.get_buffer_memory_size() - inputs;
        assert!(own <= 2 * 17 * array.len().max(128), "{own} bytes for {} views", array.len());
    }
}

#[rstest]
#[case::what_is_not_normal(|a: &ArrayRef| normalize(a, Level::Path, Invalid::Fail), &[true, false])]
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

/// A component of up to twelve bytes is stored in its view.
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
    // The rows together have 3 GB, which exceed `Utf8`, so a kernel that copied them would fail.
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

// Arrays of the same strings in every type, with the most unusual layouts that Arrow allows.

/// A type of strings.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    keys: Option<DataType>,
    values: DataType,
}

pub(crate) const UTF8_VIEW: Layout = Layout { keys: None, values: DataType::Utf8View };
pub(crate) const UTF8: Layout = Layout { keys: None, values: DataType::Utf8 };

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data_type().fmt(f)
    }
}

impl Layout {
    pub(crate) fn all() -> Vec<Self> {
        let keys = [DataType::Int8, DataType::UInt16, DataType::Int32, DataType::Int64];
        let keys = [None].into_iter().chain(keys.into_iter().map(Some));
        let of = |keys: Option<DataType>| {
            [DataType::Utf8View, DataType::Utf8, DataType::LargeUtf8]
                .map(|values| Self { keys: keys.clone(), values })
        };
        keys.flat_map(of).collect()
    }

    pub(crate) fn data_type(&self) -> DataType {
        match &self.keys {
            Some(keys) => DataType::Dictionary(Box::new(keys.clone()), Box::new(self.values.clone())),
            None => self.values.clone(),
        }
    }

    /// Returns an array of these strings, which is a slice of a larger array. A dictionary has values that
    /// are equal, null, or unused and invalid, and for some seeds more values than rows. At most 110 strings
    /// may be distinct.
    pub(crate) fn array(&self, rows: &[Option<&str>], seed: u64) -> ArrayRef {
        match &self.keys {
            None => self.plain(rows),
            Some(DataType::Int8) => self.dictionary::<Int8Type>(rows, seed),
            Some(DataType::UInt16) => self.dictionary::<UInt16Type>(rows, seed),
            Some(DataType::Int32) => self.dictionary::<Int32Type>(rows, seed),
            _ => self.dictionary::<Int64Type>(rows, seed),
        }
    }

    fn plain(&self, rows: &[Option<&str>]) -> ArrayRef {
        let before = [Some("//before"), None, Some("http://exa mple.com/before"), Some("%zz")];
        let padded =
            before.into_iter().chain(rows.iter().copied()).chain([None, Some("http://exa mple.com/after")]);
        let array: ArrayRef = match self.values {
            DataType::Utf8 => Arc::new(padded.collect::<StringArray>()),
            DataType::LargeUtf8 => Arc::new(padded.collect::<LargeStringArray>()),
            _ => {
                // The strings of a short block are not parsed in bulk.
                let bytes = if rows.len() < 1_000 { 512 } else { 1 << 14 };
                let mut builder = StringViewBuilder::new().with_fixed_block_size(bytes);
                padded.for_each(|text| builder.append_option(text));
                Arc::new(builder.finish())
            }
        };
        array.slice(before.len(), rows.len())
    }

    fn dictionary<K: ArrowDictionaryKeyType>(&self, rows: &[Option<&str>], seed: u64) -> ArrayRef {
        let mut numbers = Numbers(seed);
        let mut values = vec![Some("http://exa mple.com/unreferenced"), None, Some("%zz")];
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut keys, mut valid) = (Vec::new(), Vec::new());
        for row in rows {
            let key = match row {
                None if numbers.below(2) == 0 => Some(1),
                None => None,
                Some(text) => {
                    let places = places.entry(text).or_default();
                    if places.is_empty() || (values.len() < 126 && numbers.below(8) == 0) {
                        places.push(values.len());
                        values.push(Some(text));
                    }
                    Some(places[numbers.below(places.len())])
                }
            };
            valid.push(key.is_some());
            // A null row has a number that is not a valid key.
            keys.push(K::Native::from_usize(key.unwrap_or(127)).expect("at most 110 strings are distinct"));
        }
        if numbers.below(2) == 0 {
            values.resize(values.len() + rows.len(), Some("http://exa mple.com/unreferenced"));
        }
        keys.extend([keys.first().copied().unwrap_or_default(); 2]);
        valid.extend([valid.first().copied().unwrap_or_default(); 2]);
        keys.rotate_right(1);
        valid.rotate_right(1);
        let keys = PrimitiveArray::<K>::new(keys.into(), Some(NullBuffer::from(valid)));
        Arc::new(DictionaryArray::new(keys, self.plain(&values)).slice(1, rows.len()))
    }
}

// Results that are too long for their type.

const MEGABYTE: usize = 1 << 20;

fn base() -> arrow_array::Scalar<StringArray> {
    StringArray::new_scalar(format!("http://a/{}/", "a".repeat(MEGABYTE)))
}

/// The string that does not fit is a target, or a reference that equals its target and so is a slice. These
/// cases share a test, because each takes two gigabytes.
#[test]
#[ignore = "writes two gigabytes twice"]
fn targets_of_two_gigabytes() {
    let targets = "http://a//x".len() + MEGABYTE;
    let rest = i32::MAX as usize % targets;
    // The space that remains is less than a target. A reference that equals its target fills it except for a
    // few bytes.
    let filler = format!("a:{}", "b".repeat(rest - "a:".len() - 8));
    for last in ["x", "a:slice-of-a-row"] {
        let mut references = vec!["x"; i32::MAX as usize / targets];
        references.extend([filler.as_str(), last]);
        let error = resolve(&base(), &StringArray::from(references), Invalid::Null).unwrap_err();
        assert!(matches!(error, KernelError::TooLong), "{error}");
        assert_eq!(
            error.to_string(),
            "the result is longer than 2147483647 bytes or elements, the most that its type can hold; \
             pass fewer rows at once, or strings of the type LargeUtf8 or Utf8View"
        );
    }
}

/// `LargeUtf8` and `Utf8View` can hold more bytes than `Utf8`.
#[rstest]
#[case::large(Arc::new(LargeStringArray::from(vec!["x"; 3])))]
#[case::views(Arc::new(StringViewArray::from(vec!["x"; 3])))]
fn other_types_are_not_limited(#[case] references: ArrayRef) {
    assert_eq!(resolve(&base(), &references, Invalid::Fail).unwrap().len(), 3);
}

/// A dictionary with few long values and many rows would make too many list elements.
#[test]
fn lists_of_two_billion_of_elements() {
    let slashes: ArrayRef =
        Arc::new(StringArray::from(vec!["a/".repeat(MEGABYTE / 2), "?a&b=1&c".to_owned()]));
    let of = |keys: Vec<i32>| DictionaryArray::<Int32Type>::new(Int32Array::from(keys), slashes.clone());
    let error = segments(&of(vec![0; 8192]), Invalid::Null).unwrap_err();
    assert!(matches!(error, KernelError::TooLong), "{error}");
    let short = of(vec![1; 1_000_000]);
    assert_eq!(segments(&short, Invalid::Null).unwrap().len(), 1_000_000);
    assert_eq!(pairs_map(&short, Coding::Form, Invalid::Null).unwrap().len(), 1_000_000);
}

/// The rows of the dictionary together are longer than `Utf8` allows.
#[test]
fn components_of_two_gigabytes() {
    let path: ArrayRef = Arc::new(StringArray::from(vec![format!("/{}", "a".repeat(MEGABYTE))]));
    let rows = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0; 2048]), path);
    let error = parse(&rows, Invalid::Null).unwrap_err();
    assert!(matches!(error, KernelError::TooLong), "{error}");
}

/// The buffer consists of zeroed pages that are never touched, so the test needs little memory.
#[rstest]
#[case::longest(u32::MAX as usize - 1, true)]
#[case::too_long(u32::MAX as usize, false)]
fn a_buffer_of_four_gigabytes(#[case] bytes: usize, #[case] fits: bool) {
    let buffer = Buffer::from_vec(vec![0_u8; bytes]);
    let views: ScalarBuffer<u128> = vec![0; 2].into();
    let views: ArrayRef = Arc::new(StringViewArray::try_new(views, vec![buffer], None).unwrap());
    let keys = Int32Array::from(vec![0, 1]);
    let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::clone(&views)));
    for array in [views, dictionary] {
        match component(&array, Component::Path, Invalid::Null) {
            Ok(paths) => assert!(fits && paths.len() == 2),
            Err(error) => {
                assert!(!fits);
                let said = format!("a data buffer of a Utf8View array has {bytes} bytes");
                assert!(error.to_string().starts_with(&said), "{error}");
            }
        }
        assert_eq!(resolve(&base(), &array, Invalid::Null).is_ok(), fits);
        assert_eq!(relativize(&array, &array, Invalid::Null).is_ok(), fits);
    }
}

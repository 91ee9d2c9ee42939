//! The messages of errors, the rows that they name, and long or unusual strings.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, Datum, DictionaryArray, Int32Array, NullArray, Scalar, StringArray,
};
use arrow_schema::ArrowError;
use rstest::rstest;
use urigram::Rule;
use urigram::normalize::Level;
use urigram_arrow::{
    Coding, Component, DefaultPort, Invalid, KernelError, compare, component, decode, equivalent, extract,
    normalize, pairs, port, query_get, relativize, resolve,
};

use crate::memory::Layout;
use crate::table::ALL;

fn fails(text: &str) -> KernelError {
    component(&StringArray::from(vec![text]), Component::Host, Invalid::Fail).unwrap_err()
}

#[rstest]
#[case::numbers(Arc::new(Int32Array::from(vec![1])), "Int32")]
#[case::octets(Arc::new(BinaryArray::from(vec![&b"a"[..]])), "Binary")]
#[case::nulls(Arc::new(NullArray::new(1)), "Null")]
#[case::a_dictionary_of_numbers(
    Arc::new(DictionaryArray::<Int32Type>::new(Int32Array::from(vec![0]), Arc::new(Int32Array::from(vec![1])))),
    "Dictionary(Int32, Int32)"
)]
fn what_is_not_strings(#[case] array: ArrayRef, #[case] found: &str) {
    let message =
        format!("expected strings (Utf8, LargeUtf8 or Utf8View, or a dictionary of these), found {found}");
    for kernel in ALL {
        let error = (kernel.run)(&array, 0, Invalid::Null).unwrap_err();
        assert_eq!(error.to_string(), message, "{}", kernel.name);
        assert!(error.row().is_none());
    }
}

#[rstest]
#[case::parse("http://exa mple.com", "row 0: `http://exa mple.com`: unexpected ' ' in the host at byte 10")]
#[case::at_the_end("//[::1", "row 0: `//[::1`: the host ends too early at byte 6")]
#[case::control_characters("a\n\u{1b}[31mb", "row 0: `a\\n\\u{1b}[31mb`: unexpected")]
#[case::password("http://u:secret@a b", "row 0: `http://u:***@a b`: ")]
#[case::long(&format!("/{} ", "%41".repeat(100)), &format!("row 0: `…{} `", &"%41".repeat(100)[220..]))]
fn the_message_of_a_row(#[case] text: &str, #[case] message: &str) {
    let error = fails(text);
    let said = error.to_string();
    assert!(said.starts_with(message), "{said}");
    assert!(!format!("{error:?}").contains("secret"));
    assert_eq!(error.row().unwrap().text(), text);
}

#[test]
fn a_row_says_where_and_how_it_is_corrected() {
    let error = fails("http://exa mple.com");
    let row = error.row().unwrap();
    assert_eq!(row.component(), Some(urigram::Rule::host));
    assert_eq!(row.offset(), Some(10));
    assert_eq!(row.help().as_deref(), Some("remove the space from the host"));
    assert!(matches!(row.error(), urigram::Error::Parse(_)));
    assert_eq!(error.to_string(), row.to_string());
}

#[test]
fn a_row_without_a_place() {
    let error = port(&StringArray::from(vec!["//a:65536"]), DefaultPort::Ignored, Invalid::Fail).unwrap_err();
    assert_eq!(error.to_string(), "row 0: `//a:65536`: the port is greater than 65535");
    let row = error.row().unwrap();
    assert_eq!((row.component(), row.offset(), row.help()), (None, None, None));
    let error = decode(&StringArray::from(vec!["100%"]), Coding::Percent, Invalid::Fail).unwrap_err();
    assert_eq!(error.row().unwrap().help(), None);
}

#[test]
fn is_an_error_of_arrow_that_can_be_downcast() {
    let ArrowError::ExternalError(error) = ArrowError::from(fails("[")) else {
        panic!("an error of this crate")
    };
    assert_eq!(error.downcast_ref::<KernelError>().unwrap().row().unwrap().text(), "[");
    let error = KernelError::from(ArrowError::DivideByZero);
    assert!(matches!(ArrowError::from(error), ArrowError::DivideByZero));
    assert!(matches!(KernelError::from(ArrowError::OffsetOverflowError(1)), KernelError::TooLong));
    assert!(extract(&StringArray::from(vec!["["])).is_ok());
}

// The row for which a kernel fails.

type Run = fn(&dyn Array) -> Result<arrow_array::ArrayRef, KernelError>;

/// The fourth and the sixth row are invalid. The values of a dictionary are in a different order than its
/// rows.
#[rstest]
#[case::component(|a: &dyn Array| component(a, Component::Host, Invalid::Fail), ["//b", "//a b", "//c^"], Some(Rule::host), Some(3))]
#[case::normalize(|a: &dyn Array| normalize(a, Level::Scheme, Invalid::Fail), ["a:b", "?%zz", "#["], Some(Rule::query), Some(2))]
#[case::port(|a: &dyn Array| port(a, DefaultPort::Filled, Invalid::Fail), ["//a:1", "//a:65536", "//a:b"], None, None)]
#[case::decode(|a: &dyn Array| decode(a, Coding::Form, Invalid::Fail), ["%41", "ab%4", "%"], None, Some(2))]
#[case::pairs(|a: &dyn Array| pairs(a, Coding::Form, Invalid::Fail), ["?a", "?a=b%C3&c", "?%FF"], None, Some(4))]
fn the_first_in_every_layout(
    #[case] run: Run,
    #[case] texts: [&str; 3],
    #[case] component: Option<Rule>,
    #[case] offset: Option<usize>,
    #[values([3, 5], [5, 3])] at: [usize; 2],
) {
    let ([good, first, second], [first_row, second_row]) = (texts, at);
    let mut rows = [Some(good), None, Some("x"), Some(good), Some(good), Some("x"), None];
    rows[first_row] = Some(first);
    rows[second_row] = Some(second);
    for (layout, seed) in Layout::all().iter().flat_map(|layout| (0..20).map(move |seed| (layout, seed))) {
        let array = layout.array(&rows, seed);
        let error = run(&array).unwrap_err();
        let row = error.row().unwrap_or_else(|| panic!("{layout}: {error}"));
        assert_eq!(row.row(), 3, "{layout}");
        if first_row == 3 {
            assert_eq!((row.text(), row.component(), row.offset()), (first, component, offset), "{layout}");
        } else {
            assert_eq!(row.text(), second, "{layout}");
        }
    }
}

/// Some values of these dictionaries are invalid, but have no key.
#[test]
fn a_value_that_is_not_referred_to_does_not_fail() {
    for (layout, seed) in Layout::all().iter().flat_map(|layout| (0..20).map(move |seed| (layout, seed))) {
        let array = layout.array(&[Some("//a"), None, Some("//b")], seed);
        let hosts = component(&array, Component::Host, Invalid::Fail);
        assert_eq!(hosts.unwrap().len(), 3, "{layout}");
    }
}

type Two = fn(&dyn Array, &dyn Array) -> Result<arrow_array::ArrayRef, KernelError>;

#[rstest]
#[case::base(|a: &dyn Array, b: &dyn Array| resolve(&a, &b, Invalid::Fail), ["a:b", "a", "a:b"], ["x", "x", "x"], 1, "a")]
#[case::reference(|a: &dyn Array, b: &dyn Array| resolve(&a, &b, Invalid::Fail), ["a:b", "a:b", "a"], ["x", "[", "x"], 1, "[")]
#[case::target(|a: &dyn Array, b: &dyn Array| relativize(&a, &b, Invalid::Fail), ["a:b", "a:b", "a"], ["a:c", "c", "a:c"], 1, "c")]
#[case::dot_segments(|a: &dyn Array, b: &dyn Array| relativize(&a, &b, Invalid::Fail), ["a:/b", "a:/b", "a:b"], ["a:/c", "a:/../c", "c"], 1, "a:/../c")]
#[case::first_of_equivalent(|a: &dyn Array, b: &dyn Array| equivalent(&a, &b, Level::Path, Invalid::Fail), ["", "", "["], ["", "", ""], 2, "[")]
#[case::second_of_equivalent(|a: &dyn Array, b: &dyn Array| equivalent(&a, &b, Level::Path, Invalid::Fail), ["", "", ""], ["", "", "["], 2, "[")]
#[case::first_of_compare(|a: &dyn Array, b: &dyn Array| compare(&a, &b, Invalid::Fail), ["[", "", ""], ["", "", ""], 0, "[")]
#[case::second_of_compare(|a: &dyn Array, b: &dyn Array| compare(&a, &b, Invalid::Fail), ["", "", ""], ["[", "", ""], 0, "[")]
#[case::references_with_keys(|a: &dyn Array, b: &dyn Array| query_get(&a, &b, Coding::Form, Invalid::Fail), ["", "?a=%FF", "["], ["a", "a", "a"], 1, "?a=%FF")]
fn either_argument_is_reported(
    #[case] run: Two,
    #[case] first: [&str; 3],
    #[case] second: [&str; 3],
    #[case] row: usize,
    #[case] text: &str,
) {
    for (a, b) in Layout::all().iter().flat_map(|a| Layout::all().into_iter().map(move |b| (a, b))) {
        let error = run(&a.array(&first.map(Some), 1), &b.array(&second.map(Some), 2)).unwrap_err();
        let found = error.row().unwrap_or_else(|| panic!("{a}, {b}: {error}"));
        assert_eq!((found.row(), found.text()), (row, text), "{a}, {b}");
    }
}

type OfDatums = fn(&dyn Datum, &dyn Datum) -> Result<arrow_array::ArrayRef, KernelError>;

/// The result is null if either argument is null, even if the other is invalid.
#[rstest]
#[case::resolve(|a: &dyn Datum, b: &dyn Datum| resolve(a, b, Invalid::Fail), "no scheme", "[")]
#[case::relativize(|a: &dyn Datum, b: &dyn Datum| relativize(a, b, Invalid::Fail), "no scheme", "no scheme")]
#[case::equivalent(|a: &dyn Datum, b: &dyn Datum| equivalent(a, b, Level::Path, Invalid::Fail), "[", "[")]
#[case::compare(|a: &dyn Datum, b: &dyn Datum| compare(a, b, Invalid::Fail), "[", "[")]
#[case::query_get(|a: &dyn Datum, b: &dyn Datum| query_get(a, b, Coding::Form, Invalid::Fail), "[", "key")]
fn a_null_is_not_reported(#[case] run: OfDatums, #[case] first: &str, #[case] second: &str) {
    for (a, b) in Layout::all().iter().flat_map(|a| Layout::all().into_iter().map(move |b| (a, b))) {
        for (first, second) in [(Some(first), None), (None, Some(second))] {
            let (firsts, seconds) = (a.array(&[first; 3], 1), b.array(&[second; 3], 2));
            let (first, second) = (Scalar::new(firsts.slice(0, 1)), Scalar::new(seconds.slice(0, 1)));
            let pairs: [(&dyn Datum, &dyn Datum); 4] =
                [(&firsts, &seconds), (&first, &seconds), (&firsts, &second), (&first, &second)];
            for (number, (first, second)) in pairs.into_iter().enumerate() {
                let result = run(first, second);
                let result = result.unwrap_or_else(|error| panic!("{number} of {a}, {b}: {error}"));
                assert_eq!(result.logical_null_count(), result.len(), "{number} of {a}, {b}");
            }
        }
    }
}

/// The error for an invalid scalar names the first row that uses it.
#[rstest]
#[case::rows(&[Some("x"), Some("y")], Some(0))]
#[case::a_null_first(&[None, Some("y")], Some(1))]
#[case::an_invalid_row(&[Some("["), Some("y")], Some(0))]
#[case::only_nulls(&[None, None], None)]
#[case::no_rows(&[], None)]
fn a_scalar_is_reported(#[case] rows: &[Option<&str>], #[case] row: Option<usize>) {
    let base = StringArray::new_scalar("no scheme");
    for (layout, seed) in Layout::all().iter().flat_map(|layout| (0..4).map(move |seed| (layout, seed))) {
        let references = layout.array(rows, seed);
        let error = resolve(&base, &references, Invalid::Fail).err();
        let found = error.as_ref().map(|error| error.row().unwrap());
        let found = found.map(|found| (found.row(), found.text()));
        assert_eq!(found, row.map(|row| (row, "no scheme")), "{layout}");
    }
}

// Every kernel takes linear time and does not panic for long or unusual strings.

/// A quadratic kernel would take minutes.
#[rstest]
#[case::one_segment("", "a", "")]
#[case::slashes("", "/", "")]
#[case::dot_segments("a://b/", "../", "")]
#[case::percent_encodings("?", "%C3%A9", "")]
#[case::incomplete("?", "%F0%9F", "")]
#[case::pairs("?", "a=b&", "")]
#[case::distinct_keys_that_are_no_text("?", "%FF=&", "")]
#[case::keys("?", "&", "")]
#[case::colons("a:", ":", "")]
#[case::userinfo("//", ":", "@h")]
#[case::no_end_of_userinfo("//", ":@", " ")]
#[case::port("//h:", "0", "")]
#[case::invalid_at_the_end("http://", "a", " ")]
#[case::invalid_throughout("", " ", "")]
#[case::schemes("", "http://a ", "")]
#[case::brackets("//", "[", "")]
#[case::angles("", "<http:", ">")]
#[case::hyphens("http://a", "-\n", "b")]
#[case::beyond_ascii("", "漢", "")]
fn a_long_text(#[case] before: &str, #[case] unit: &str, #[case] after: &str) {
    let text = format!("{before}{}{after}", unit.repeat(50_000 / unit.len()));
    let rows = [Some(text.as_str()), None, Some(""), Some(text.as_str())];
    for kernel in ALL {
        for layout in [&Layout::all()[0], &Layout::all()[4]] {
            let array = layout.array(&rows, 0);
            assert_eq!((kernel.run)(&array, 0, Invalid::Null).unwrap().len(), 4, "{}", kernel.name);
            if let Err(error) = (kernel.run)(&array, 0, Invalid::Fail) {
                assert!(error.to_string().len() < 2000, "{}", kernel.name);
            }
        }
    }
}

//! What the errors say.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, BinaryArray, DictionaryArray, Int32Array, NullArray, StringArray};
use arrow_schema::ArrowError;
use rstest::rstest;
use urigram_arrow::{Coding, Component, DefaultPort, Invalid, KernelError, component, decode, extract, port};

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
fn a_row_says_where_and_how_it_is_mended() {
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

//! serde: a reference is serialized as its text, and validated when it is deserialized.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use rstest::rstest;
use urigram::{AbsoluteUri, RelativeRef, Uri, UriReference};

#[rstest]
#[case("", "\"\"")]
#[case("http://a/%20?b#c", "\"http://a/%20?b#c\"")]
#[case("//[::1]:80", "\"//[::1]:80\"")]
fn a_reference_is_a_string(#[case] text: &str, #[case] json: &str) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(serde_json::to_string(&reference).unwrap(), json);
    assert_eq!(serde_json::to_string(&reference.to_owned()).unwrap(), json);
    let borrowed: UriReference<&str> = serde_json::from_str(json).unwrap();
    assert_eq!((borrowed, borrowed.components()), (reference, reference.components()));
    let owned: UriReference<String> = serde_json::from_str(json).unwrap();
    assert_eq!((owned.as_str(), owned.components()), (text, reference.components()));
    let from_value: UriReference<String> = serde_json::from_value(serde_json::json!(text)).unwrap();
    assert_eq!(from_value, reference);
}

/// A JSON string with an escape cannot be borrowed, but it can be owned.
#[test]
fn an_escaped_string() {
    let json = "\"a\\/b\"";
    assert!(serde_json::from_str::<UriReference<&str>>(json).is_err());
    assert_eq!(serde_json::from_str::<UriReference<String>>(json).unwrap(), "a/b");
}

/// A `Cow` is borrowed if possible, and owned if there is an escape.
#[test]
fn borrowed_if_possible() {
    let read = |json| serde_json::from_str::<UriReference<Cow<'_, str>>>(json).unwrap().into_inner();
    assert!(matches!(read("\"a/b\""), Cow::Borrowed("a/b")));
    assert!(matches!(read("\"a\\/b\""), Cow::Owned(text) if text == "a/b"));
    assert!(serde_json::from_str::<UriReference<Cow<'_, str>>>("\"a b\"").is_err());
}

#[test]
fn held_by_a_pointer() {
    assert_eq!(serde_json::from_str::<Uri<Box<str>>>("\"a:b\"").unwrap(), "a:b");
    assert_eq!(serde_json::from_str::<Uri<Rc<str>>>("\"a:b\"").unwrap(), "a:b");
    assert_eq!(serde_json::from_str::<Uri<Arc<str>>>("\"a:b\"").unwrap(), "a:b");
    assert!(serde_json::from_str::<Uri<Arc<str>>>("\"a\"").is_err());
}

/// Each type uses its own rule, and the error has the message of the `ParseError` and the help of its explanation.
macro_rules! validated {
    ($($test:ident: $Type:ident, $good:literal, $bad:literal;)*) => {$(
        #[test]
        fn $test() {
            let json = |text| serde_json::to_string(text).unwrap();
            assert_eq!(serde_json::from_str::<$Type<String>>(&json($good)).unwrap(), $good);
            assert_eq!(serde_json::from_str::<$Type<&str>>(&json($good)).unwrap(), $good);
            assert_eq!(json($good), serde_json::to_string(&$Type::parse($good).unwrap()).unwrap());

            let error = $Type::parse($bad).unwrap_err();
            let message = format!("invalid {}: {error} ({})", stringify!($Type), error.explain($bad).help());
            let owned = serde_json::from_str::<$Type<String>>(&json($bad)).unwrap_err();
            let borrowed = json($bad);
            let borrowed = serde_json::from_str::<$Type<&str>>(&borrowed).unwrap_err();
            assert!(owned.to_string().starts_with(&message), "{owned}");
            assert!(borrowed.to_string().starts_with(&message), "{borrowed}");
        }
    )*};
}

validated! {
    uri_reference: UriReference, "a?b#c", "a b";
    uri: Uri, "a:b#c", "/a";
    absolute_uri: AbsoluteUri, "a:b?c", "a:b#c";
    relative_ref: RelativeRef, "a?b#c", "a:b";
}

#[rstest]
#[case("null")]
#[case("1")]
#[case("[\"a\"]")]
#[case("{\"a\":\"b\"}")]
fn only_a_string_will_do(#[case] json: &str) {
    let error = serde_json::from_str::<UriReference<String>>(json).unwrap_err();
    assert!(error.to_string().contains("the text of a UriReference"), "{error}");
}

/// The compiler checks the bound that a struct with a borrowed field requires.
#[test]
fn borrows_for_less_than_the_input_lives() {
    fn read<'de: 'a, 'a, T: serde::Deserialize<'de> + 'a>(json: &'de str) -> T {
        serde_json::from_str(json).unwrap()
    }
    fn shorter<'de: 'a, 'a>(json: &'de str) -> Uri<&'a str> {
        read::<Uri<&'a str>>(json)
    }
    assert_eq!(shorter("\"urn:a\""), "urn:a");
}

/// The message has the help of the explanation, but no password (section 7.5).
#[rstest]
#[case::correction("htp//exmaple,com /a", "write `http://` for `htp//`; remove the space from the host")]
#[case::password("http://user:hunt er2@example.com:a/", "a port has only decimal digits")]
#[case::delimiter_in_a_password("http://user:hunt#er2@example.com/ a", "in a password, `#` is written `%23`")]
fn the_message_explains(#[case] text: &str, #[case] help: &str) {
    let json = serde_json::to_string(text).unwrap();
    let message = serde_json::from_str::<UriReference<String>>(&json).unwrap_err().to_string();
    assert!(message.contains(help) && !message.contains("hunt") && !message.contains("er2"), "{message}");
}

/// In TOML, the error marks the string, and its message has the place within the string.
#[rstest]
#[case::space("http://exa mple.com/", "unexpected ' ' in the host at byte 10")]
#[case::port("http://h:8a/", "at byte 10")]
#[case::end("http://[::1", "at byte 11")]
#[case::scheme("/a", "the scheme is missing")]
fn the_place_in_toml(#[case] text: &str, #[case] place: &str) {
    #[derive(serde::Deserialize)]
    struct Config {
        #[expect(dead_code, reason = "the text is invalid")]
        endpoint: Uri,
    }

    let toml = format!("# a comment\n  endpoint = \"{text}\"\n");
    let error = toml::from_str::<Config>(&toml).err().unwrap();
    let quoted = format!("\"{text}\"");
    assert_eq!(error.span().map(|span| &toml[span]), Some(&*quoted));
    assert!(error.message().contains(place), "{}", error.message());
}

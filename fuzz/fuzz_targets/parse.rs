//! The compiled parser and pest's agree under every rule, and faults lie in the string.
#![no_main]

use libfuzzer_sys::fuzz_target;
use urigram::{Rule, UriReference, tree};

fuzz_target!(|text: &str| {
    for &rule in Rule::ALL {
        match rule.parse(text) {
            Ok(components) => {
                assert!(tree::parse(rule, text).is_ok(), "{rule}");
                let ends =
                    [components.authority(), components.path(), components.query(), components.fragment()];
                assert!(ends.into_iter().flatten().all(|range| text.get(range).is_some()), "{rule}");
            }
            Err(error) => {
                assert!(tree::parse(rule, text).is_err(), "{rule}");
                assert_eq!(text[error.offset()..].chars().next(), error.found(), "{rule}");
                assert!(!format!("{error} {}", error.help()).is_empty());
            }
        }
    }
    if let Ok(reference) = UriReference::parse(text) {
        assert_eq!(recomposed(&reference), text);
    }
});

/// Section 5.3.
fn recomposed(reference: &UriReference<&str>) -> String {
    let mut text = String::new();
    if let Some(scheme) = reference.scheme() {
        text += &format!("{scheme}:");
    }
    if let Some(authority) = reference.authority() {
        text += &format!("//{authority}");
    }
    text += reference.path().as_str();
    if let Some(query) = reference.query() {
        text += &format!("?{query}");
    }
    if let Some(fragment) = reference.fragment() {
        text += &format!("#{fragment}");
    }
    text
}

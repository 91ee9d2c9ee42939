//! The limits of `docs/limits.md`.

use std::borrow::Cow;

use urigram::extract::Extractor;
use urigram::grammar::{Components, Fault};
use urigram::scheme::Schemes;
use urigram::{Fragment, IriReference, PortError, Rule, Uri, UriReference};

/// A text of 4 GiB, of pages that are never written to: it takes addresses, and hardly any memory.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
#[ignore = "reads 4 GiB"]
fn a_text_longer_than_offsets_can_count() {
    let text = String::from_utf8(vec![0; 1 << 32]).unwrap();
    for rule in Rule::ALL {
        let error = rule.parse(&text).unwrap_err();
        assert_eq!((error.fault(), error.component(), error.found()), (Fault::TooLong, *rule, None));
    }
    let error = UriReference::parse(&text).unwrap_err();
    assert_eq!(error.to_string(), "longer than 4294967295 bytes");
    assert_eq!(error.help().to_string(), "the places of components are counted in 32 bits");
    assert_eq!(IriReference::parse(&text).unwrap_err(), error);
    let components = Components::split(&text);
    assert_eq!(components, Components::split(""));
    assert!(UriReference::from_components(text.as_str(), components).is_none());
    let (rejected, text) = (UriReference::try_new(text).unwrap_err(), 1 << 32);
    assert_eq!(rejected.into_inner().len(), text);
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
#[ignore = "reads 4 GiB"]
#[should_panic = "not longer than offsets can count"]
fn a_fragment_with_which_offsets_cannot_count() {
    let fragment = "a".repeat(u32::MAX as usize);
    let fragment = Fragment::parse(&fragment).unwrap();
    UriReference::parse("").unwrap().with_fragment(Some(fragment));
}

/// Whoever asks the rules themselves may give them more than a reference holds.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
#[ignore = "reads 4 GiB"]
fn a_path_that_no_reference_has_stays_as_it_is() {
    let last = u32::MAX as usize + "h;".len();
    let mut text = vec![0; last + 2];
    text[..2].copy_from_slice(b"h;");
    text[last] = b';';
    let text = String::from_utf8(text).unwrap();
    let schemes = Schemes::new();
    let sip = schemes.get("sip").unwrap();
    assert!(matches!(sip.path(&text, None), Cow::Borrowed(path) if path.len() == text.len()));
    assert!(matches!(sip.query("h", &text), Some(Cow::Borrowed(query)) if query.len() == text.len()));
}

#[test]
fn a_port_has_any_number_of_digits() {
    let text = format!("http://h:{}/", "9".repeat(100_000));
    let uri = Uri::parse(&text).unwrap();
    assert!(matches!(uri.port().unwrap().to_u16(), Err(PortError::TooLarge)));
}

#[test]
fn an_extractor_passes_over_what_is_too_long() {
    let long = format!("http://a/{}", "b".repeat(1 << 16));
    let text = format!("{long} http://c/ {}:d http://e/", "s".repeat(65));
    let found: Vec<String> =
        Extractor::new().in_text(&text).map(|found| found.into_inner().as_str().to_owned()).collect();
    assert_eq!(found, ["http://c/", "http://e/"]);
    let extractor = Extractor::new().longest(usize::MAX);
    assert_eq!(extractor.in_text(&text).count(), 3);
}

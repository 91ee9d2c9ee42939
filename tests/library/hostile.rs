//! Hostile inputs, on a thread with a small stack: no panic, no overflow, and the correct result.

use std::borrow::Cow;
use std::thread;

use proptest::prelude::*;
use rstest::rstest;
use urigram::extract::Extractor;
use urigram::grammar::{Components, Fault, tree};
use urigram::normalize::Level;
use urigram::scheme::Schemes;
use urigram::{Fragment, IriReference, PortError, Rule, Uri, UriReference};

use crate::common::extent;

/// Returns a number of repetitions at which a recursive parser would overflow the stack.
fn long() -> usize {
    extent(300_000, 10_000_000)
}

fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(256 * 1024).spawn(run);
    let outcome = thread.unwrap_or_else(|error| panic!("{error}")).join();
    outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// References that consist mostly of a repeated text in one component are parsed.
#[rstest]
#[case::one_segment("", "a", long(), "", Rule::path)]
#[case::one_segment_of_percent_encodings("", "%00", long() / 3, "", Rule::path)]
#[case::many_segments("//h", "/abcdefg", long() / 8, "", Rule::path)]
#[case::slashes("//h", "/", long(), "", Rule::path)]
#[case::dot_segments("", "../", long() / 3, "", Rule::path)]
#[case::colons("a:", ":", long(), "", Rule::path)]
#[case::scheme("", "a", long(), ":", Rule::scheme)]
#[case::userinfo("//", ":", long(), "@h", Rule::userinfo)]
#[case::host("//", "1.2.3.4.", long() / 8, "", Rule::host)]
#[case::port("//h:", "0", long(), "", Rule::port)]
#[case::query("?", "?", long(), "", Rule::query)]
#[case::fragment("#", "/", long(), "", Rule::fragment)]
fn accepted(
    #[case] before: &'static str,
    #[case] repeated: &'static str,
    #[case] times: usize,
    #[case] after: &'static str,
    #[case] component: Rule,
) {
    on_a_small_stack(move || {
        let text = before.to_owned() + &repeated.repeat(times) + after;
        let reference = UriReference::parse(&text).expect("a reference");
        let parts = reference.components();
        let range = match component {
            Rule::scheme => parts.scheme(),
            Rule::userinfo => parts.userinfo(),
            Rule::host => parts.host(),
            Rule::port => parts.port(),
            Rule::path => parts.path(),
            Rule::query => parts.query(),
            _ => parts.fragment(),
        };
        assert_eq!(range, Some(before.len()..text.len() - after.len()));
    });
}

#[test]
fn many_segments_are_counted_from_both_ends() {
    on_a_small_stack(|| {
        let text = "/a".repeat(long() / 10);
        let reference = UriReference::parse(&text).expect("a reference");
        assert_eq!(reference.path().segments().count(), long() / 10);
        assert_eq!(reference.path().segments().rev().filter(|&segment| segment == "a").count(), long() / 10);
    });
}

/// The fault is before or after the repeated text, regardless of its length.
#[rstest]
#[case::null_at_the_end("/", "a", "\0", Rule::path, long() + 1)]
#[case::space_after_slashes("", "/", " ", Rule::path, long())]
#[case::percent_at_the_end("/", "%00", "%", Rule::path, long() * 3 + 2)]
#[case::second_number_sign("#", "a", "#", Rule::fragment, long() + 1)]
#[case::bracket_in_the_query("?", "a", "[", Rule::query, long() + 1)]
#[case::letter_after_the_port("//h:", "0", "a", Rule::port, long() + 4)]
#[case::second_at_sign("//@", "a", "@", Rule::host, long() + 3)]
#[case::space_in_the_userinfo("//", "a:", " @", Rule::userinfo, long() * 2 + 2)]
#[case::space_in_the_scheme("a", "a", " :", Rule::scheme, long() + 1)]
#[case::beyond_ascii_at_the_end("/", "a", "é", Rule::path, long() + 1)]
#[case::ipvfuture_not_closed("//[v1.", "a", "", Rule::host, long() + 6)]
#[case::version_not_ended("//[v", "1", "]", Rule::host, long() + 4)]
#[case::nulls("", "\0", "", Rule::path, 0)]
#[case::opening_brackets("", "[", "", Rule::path, 0)]
#[case::opening_brackets_in_the_host("//", "[", "", Rule::host, 3)]
#[case::closing_brackets("//[::", "]", "", Rule::host, 6)]
#[case::colons_in_brackets("//[", ":", "]", Rule::host, 5)]
#[case::colons(":", ":", "", Rule::path, 0)]
#[case::percents("", "%", "", Rule::path, 1)]
#[case::at_signs("//", "@", "", Rule::host, 3)]
#[case::number_signs("", "#", "", Rule::fragment, 1)]
#[case::beyond_ascii("", "日", "", Rule::path, 0)]
fn rejected(
    #[case] before: &'static str,
    #[case] repeated: &'static str,
    #[case] after: &'static str,
    #[case] component: Rule,
    #[case] offset: usize,
) {
    on_a_small_stack(move || {
        let text = before.to_owned() + &repeated.repeat(long()) + after;
        let error = UriReference::parse(&text).expect_err("a fault");
        assert_eq!((error.component(), error.offset()), (component, offset), "{error}");
        assert_eq!(error.found(), text[offset..].chars().next());
    });
}

/// The size of a tree is linear in the input, and building it does not overflow the small stack.
#[test]
fn tree_of_a_long_string() {
    on_a_small_stack(|| {
        let text = "http://h".to_owned() + &"/a".repeat(long() / 10);
        let tree = tree::parse(Rule::URI, &text).expect("a URI");
        assert!(tree.flatten().any(|node| node.as_rule() == tree::Node::path_abempty));
        assert_eq!(
            tree::parse(Rule::URI, &(text + " ")).map_err(|error| error.offset()).err(),
            Some("http://h".len() + 2 * (long() / 10))
        );
    });
}

/// Normalization of a text that is repeated many times does not take quadratic time.
#[rstest]
#[case::dots("a:/", "%2e", "a:/", ".")]
#[case::dot_segments("a:", "/./", "a:/.", "/")]
#[case::encoded_dot_segments("a://h", "/b/%2e%2E", "a://h/", "")]
#[case::segments_and_then_dots("a://h", "/%2e%2E", "a://h/", "")]
#[case::letters("a:", "%41", "a:", "A")]
#[case::letters_in_a_host("//", "%41", "//", "a")]
#[case::digits("a:", "%fe", "a:", "%FE")]
#[case::nearly_an_address("//%31.2.3.4", "%2e", "//1.2.3.4", ".")]
#[case::capitals("//", "A", "//", "a")]
#[case::percent_signs("?", "%25", "?", "%25")]
fn normalized(
    #[case] before: &'static str,
    #[case] repeated: &'static str,
    #[case] first: &'static str,
    #[case] then: &'static str,
) {
    on_a_small_stack(move || {
        let text = before.to_owned() + &repeated.repeat(long() / 10);
        let reference = UriReference::parse(&text).expect("a reference");
        let form = reference.normalize();
        assert!(form == (first.to_owned() + &then.repeat(long() / 10)).as_str());
        assert!(form.normalize_to(Level::Scheme) == form);
    });
}

/// Scheme-based normalization does not take quadratic time either.
#[rstest]
#[case::separators("tel:1", "-", "tel:1", "")]
#[case::parameters("tel:1", ";A", "tel:1", ";a")]
#[case::addresses("mailto:A@B", ",A@B", "mailto:A@b", ",A@b")]
#[case::fields_of_mail("mailto:a@b?A=C", "&A=C", "mailto:a@b?a=C", "&a=C")]
#[case::parameters_of_sip("sip:A@B", ";C=D", "sip:A@b", ";c=d")]
#[case::header_fields("sip:a?A=C", "&A=C", "sip:a?a=C", "&a=C")]
#[case::fields("ldap:///?", "?", "ldap:///", "")]
fn normalized_by_scheme(
    #[case] before: &'static str,
    #[case] repeated: &'static str,
    #[case] first: &'static str,
    #[case] then: &'static str,
) {
    on_a_small_stack(move || {
        let text = before.to_owned() + &repeated.repeat(long() / 10);
        let reference = UriReference::parse(&text).expect("a reference");
        let form = reference.normalize_to(Level::Scheme);
        assert!(form == (first.to_owned() + &then.repeat(long() / 10)).as_str());
    });
}

/// To sort one long name among many short ones does not take quadratic time.
#[rstest]
#[case::parameters("tel:1", ";")]
#[case::parameters_of_sip("sip:a", ";")]
#[ignore = "texts of megabytes, which are sorted"]
fn a_long_name_among_short_ones(#[case] before: &'static str, #[case] delimiter: &'static str) {
    on_a_small_stack(move || {
        let short = |name: &str| (delimiter.to_owned() + name).repeat(long());
        let long = delimiter.to_owned() + &"b".repeat(long());
        let form = before.to_owned() + &short("a") + &long.repeat(3) + &short("c");
        for (first, last) in [("C", "A"), ("A", "C")] {
            let text = before.to_owned() + &long + &short(first) + &long + &short(last) + &long;
            let reference = UriReference::parse(&text).expect("a reference");
            assert!(reference.normalize_to(Level::Scheme) == form.as_str());
        }
    });
}

/// Every rule, with the characters that can nest or repeat in some rule.
#[rstest]
fn every_rule(
    #[values(
        "",
        "\0",
        "[",
        "[[[]]]",
        "%",
        "%%%%",
        "::::",
        "////",
        "????",
        "####",
        "@@@@",
        "v",
        "....",
        "é",
        "\u{10ffff}"
    )]
    text: &str,
) {
    let repeated = text.repeat(10_000);
    let text = text.to_owned();
    on_a_small_stack(move || {
        for &rule in Rule::ALL {
            for text in [&text, &repeated] {
                let offset = rule.parse(text).map_err(|error| error.offset()).err();
                assert!(offset.is_none_or(|offset| text.is_char_boundary(offset)), "{rule}: {text:.20?}");
                assert_eq!(offset, tree::parse(rule, text).map_err(|error| error.offset()).err());
            }
        }
    });
}

proptest! {
    #[test]
    fn any_string(text in any::<String>()) {
        for &rule in Rule::ALL {
            if let Err(error) = rule.parse(&text) {
                prop_assert!(text.is_char_boundary(error.offset()));
                prop_assert_eq!(error.found(), text[error.offset()..].chars().next());
            }
        }
    }
}

// The limits of `docs/limits.md`.

/// A text of 4 GiB in pages that are never written to, which takes address space but hardly any
/// memory.
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
    assert!(UriReference::from_components_unchecked(text.as_str(), components).is_none());
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

/// The rules return a path or query unchanged if it is longer than that of any reference. A caller may pass one.
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
    let extractor = Extractor::new().max_length(usize::MAX);
    assert_eq!(extractor.in_text(&text).count(), 3);
}

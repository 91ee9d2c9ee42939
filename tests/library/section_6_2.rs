//! Section 6.2: properties of every level of the comparison ladder.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::net::Ipv4Addr;

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::HostKind;
use urigram::normalize::{Level, Normalized, Normalizer};
use urigram::{AbsoluteUri, IriReference, RelativeRef, Uri, UriReference};

use crate::common::rfc::{self, remove_dot_segments, triplets};
use crate::common::strategies;
use crate::common::strategies::{near_reference, reference};

fn parsed(text: &str) -> UriReference<&str> {
    UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks at each level that the result is normal, that parsing it gives the same components, and that the
/// parts that must not change are kept.
fn check(text: &str) {
    let Ok(reference) = UriReference::parse(text) else { return };
    let mut below = text.to_owned();
    let mut buffer = String::from("left over");
    for level in Level::ALL {
        let form = reference.normalize_to(level);
        if let Some(right) = rfc::normal(text, level) {
            assert_eq!(form, right.as_str(), "{level}: {text}");
        }
        assert_eq!(form.components(), parsed(form.as_str()).components(), "{text} {form}");
        assert_eq!(form.normalize_to(level), form, "idempotent: {text}");
        assert_eq!(parsed(&below).normalize_to(level), form, "from the level below: {text}");
        assert_eq!(form.is_uri(), reference.is_uri());
        assert_eq!(form.scheme().is_some(), reference.scheme().is_some());
        assert!(form.scheme().zip(reference.scheme()).is_none_or(|(a, b)| a.is(b.as_str())));
        let userinfo =
            |form: &UriReference<Cow<'_, str>>| form.userinfo().map(|part| triplets(part.as_str()));
        assert_eq!(
            userinfo(&form),
            reference.userinfo().map(|part| triplets(part.as_str())),
            "{text} {form}"
        );
        assert_eq!(form.fragment().is_some(), reference.fragment().is_some(), "{text} {form}");
        if level < Level::Scheme {
            assert_eq!(form.components().host_kind(), host_kind(&reference, level), "{text} {form}");
            let port = |port: Option<urigram::Port<'_>>| port.map_or(String::new(), |port| port.to_string());
            assert_eq!(port(form.port()), port(reference.port()));
            let after_path = |form: &UriReference<Cow<'_, str>>| {
                form.as_str()[form.components().path().unwrap_or_default().end..].to_owned()
            };
            assert_eq!(after_path(&form), after_path(&reference.normalize_to(level.min(Level::Percent))));
            assert!(form.as_str().len() <= text.len());
            assert!(level == Level::Path || octets(form.as_str()) == octets(text), "{text} {form}");
        }
        assert_eq!(Normalizer::new(level).normalize_into(&reference, &mut buffer), form);
        assert_eq!(
            Normalizer::new(level).normalize_into(&reference, &mut buffer).components(),
            form.components()
        );
        below = form.into_inner().into_owned();
    }
}

/// Returns the kind of the host of `reference` in its normal form: a registered name becomes an IPv4 address if it
/// decodes to one.
fn host_kind(reference: &UriReference<&str>, level: Level) -> Option<HostKind> {
    let decodes_to_ipv4 = level >= Level::Percent
        && reference.host_str().is_some_and(|host| triplets(host).parse::<Ipv4Addr>().is_ok());
    if decodes_to_ipv4 { Some(HostKind::Ipv4) } else { reference.components().host_kind() }
}

/// Returns the reserved characters, and the encoded octets other than unreserved characters, in order.
fn octets(text: &str) -> Vec<String> {
    let unreserved = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (one, after) = rest.split_at(if first == '%' { 3 } else { first.len_utf8() });
        let decoded = one.strip_prefix('%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match decoded {
            Some(octet) if unreserved(octet) => {}
            None if one.bytes().all(unreserved) => {}
            _ => octets.push(one.to_uppercase()),
        }
        rest = after;
    }
    octets
}

/// Texts that normalization changes in a path, a query and a fragment, and similar texts.
const CHANGES: [&str; 21] = [
    "/",
    "/.",
    "/..",
    "/%2e",
    "/.%2E",
    "/%2e%2E",
    ".",
    "..",
    "%2e",
    "/.a",
    "/...",
    "%41",
    "%7e",
    "%c3%a9",
    "%C3",
    "%2f",
    "%20",
    "ab",
    "/cdefghijklmnopqrstuvwxyz",
    "?",
    "#",
];

/// The text before the path, and its normal form.
const STARTS: [(&str, &str); 5] =
    [("X://U@H", "x://U@h"), ("x://[::A]:", "x://[::a]"), ("x:", "x:"), ("//H:", "//h"), ("", "")];

/// Checks the normal form of `start` followed by `onward` against the steps of sections 6.2.2 and 5.2.4, if
/// the path begins after `start`.
fn normal_form_is_that_of_the_steps(start: &str, normal_start: &str, onward: &str) {
    let text = start.to_owned() + onward;
    let Ok(reference) = UriReference::parse(&text) else { return };
    if reference.components().path().is_none_or(|path| path.start != start.len()) {
        return;
    }
    let (path, rest) = onward.split_at(onward.find(['?', '#']).unwrap_or(onward.len()));
    let mut path = triplets(path);
    if reference.is_uri() {
        path = remove_dot_segments(&path, |_, _, _| {}).0;
        if reference.authority().is_none() && path.starts_with("//") {
            path.insert_str(0, "/.");
        }
    }
    let form = reference.normalize();
    assert_eq!(form.as_str(), normal_start.to_owned() + &path + &triplets(rest));
    assert_eq!(*form.components(), *parsed(form.as_str()).components());
}

#[rstest]
#[case::dot("/%2e")]
#[case::dots("/..")]
#[case::encoded_dots("/%2E./c")]
#[case::guard("/.//c")]
#[case::decoded("%7e")]
#[case::upper_case("%c3%A9")]
#[case::query("?%c3/../%41")]
fn the_normal_form_is_that_of_the_steps_at_every_offset(#[case] change: &str) {
    for (start, normal_start) in STARTS {
        for before in 0..=200 {
            for slash in ["", "/"] {
                let onward = slash.to_owned() + &"b".repeat(before) + change;
                normal_form_is_that_of_the_steps(start, normal_start, &onward);
            }
        }
    }
}

proptest! {
    /// The syntax-based normal form matches its definition, for changes anywhere in a text of up to 300 bytes.
    #[test]
    fn the_normal_form_is_that_of_the_steps(
        (start, normal_start) in prop::sample::select(&STARTS),
        before in 0..200_usize,
        changes in prop::collection::vec(prop::sample::select(&CHANGES), 1..12),
        between in 0..40_usize,
        more in prop::collection::vec(prop::sample::select(&CHANGES), 0..3),
    ) {
        let onward = "/".repeat(before.min(1)) + &"b".repeat(before) + &changes.concat() + &"b".repeat(between) + &more.concat();
        normal_form_is_that_of_the_steps(start, normal_start, &onward);
    }

    #[test]
    fn every_level_is_as_it_should_be(text in near_reference()) {
        check(&text);
    }

    /// The same property, with more text that normalization changes.
    #[test]
    fn and_with_what_there_is_to_normalize(
        text in reference(),
        scheme in prop::sample::select(vec!["http:", "FILE:", "urn:", "tel:", "sip:", "mailto:", "Ldap:", "x:", ""]),
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8),
    ) {
        check(&(scheme.to_owned() + &pieces.concat()));
        check(&(text + &pieces.concat()));
    }

    /// References that are equal at a level are equal at all higher levels, and equality is symmetric and transitive.
    #[test]
    fn equality_is_an_equivalence_and_goes_up(
        texts in prop::collection::vec(prop::collection::vec(prop::sample::select(FEW), 1..5), 3),
    ) {
        let texts: Vec<_> = texts.iter().map(|pieces| pieces.concat()).collect();
        let references: Vec<_> = texts.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
        for a in &references {
            for b in &references {
                let equal: Vec<_> = Level::ALL.iter().map(|&level| a.equivalent(b, level)).collect();
                prop_assert!(equal.is_sorted());
                prop_assert_eq!(equal, Level::ALL.map(|level| b.equivalent(a, level)));
                prop_assert_eq!(a.compare(b), Level::ALL.into_iter().find(|&level| a.equivalent(b, level)));
                for c in &references {
                    for level in Level::ALL {
                        if a.equivalent(b, level) && b.equivalent(c, level) {
                            prop_assert!(a.equivalent(c, level));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn iris_too(text in near_reference(), more in "[éÉ%4A1./]{0,8}") {
        if let Ok(iri) = IriReference::parse(&(text + &more)) {
            for level in Level::ALL {
                let form = iri.normalize_to(level);
                prop_assert_eq!(form.normalize_to(level), form.borrowed());
                let parsed = IriReference::parse(form.as_str()).map(|iri| *iri.components());
                prop_assert_eq!(parsed, Ok(*form.components()));
            }
        }
    }
}

const PIECES: &[&str] = &[
    "/",
    "//",
    "/.",
    "/..",
    ".",
    "..",
    "%2e",
    "%2E",
    "%2F",
    ":",
    "@",
    "H",
    "%48",
    "?",
    "?=",
    "#",
    "%41",
    "%7e",
    "1.2.3.4",
    "%31.2.3.4",
    "[::0:1]",
    ":80",
    ":389",
    "localhost",
    ";a=/.",
    ";b",
    "+1",
    "?+x",
    "A@B",
    ";",
    "-",
    ",",
    "é",
];

const FEW: &[&str] = &["http:", "HTTP:", "//a", "//%41", ":80", "/", "/.", "/..", "/%62", "/b", "?"];

/// Checks all short strings of the characters in dot segments and delimiters.
#[rstest]
#[case::of_four(4)]
#[ignore = "all strings of six tokens"]
#[case::of_six(6)]
fn all_short_strings(#[values("", "a:", "a://h", "file:", "http://h")] before: &str, #[case] tokens: usize
) {
    for text in strategies::strings(&["/", ".", "%2E", "b", ":", "%2f"], tokens) {
        check(&(before.to_owned() + &text));
    }
}

/// Schemes, and tokens that their rules distinguish.
const OF_SCHEMES: &[(&str, &[&str])] = &[
    ("tel:", &["+1", "A", "-", ";", "a", "b=", "/.", "ext=1"]),
    ("sip:", &["A", "@", ";", "?", "b=", "&", "/.", "%41"]),
    ("mailto:", &["A", "@", ",", "/", "..", "%5B", "?", "%C3"]),
    ("urn:", &["AB", ":", "-", "?", "+", "=", "/", ".."]),
    ("ldap:", &["//", "A", "?", "/", "..", ":389", "#"]),
    ("file:", &["//", "localhost", "/", ".", "..", ":", "@", "a"]),
    ("http:", &["//", "a", ":80", ":", "@", "/", "?", "[::0:1]"]),
];

#[rstest]
#[case::of_three(3)]
#[ignore = "all strings of five tokens"]
#[case::of_five(5)]
fn all_short_strings_of_a_scheme(
    #[values("tel:", "sip:", "mailto:", "urn:", "ldap:", "file:", "http:")] scheme: &str,
    #[case] longest: usize,
) {
    let (_, tokens) = OF_SCHEMES.iter().find(|(name, _)| *name == scheme).unwrap();
    for text in strategies::strings(tokens, longest) {
        check(&(scheme.to_owned() + &text));
    }
}

#[rstest]
#[case::in_a_uri("http://%31.2.3.4")]
#[case::between_other_subcomponents("X://u@1.2.3.%34:8/a")]
#[case::every_digit("//%31%2E2%2e3%2E%34")]
#[case::out_of_range("//%32256.2.3.4")]
fn registered_names_that_decode_to_an_ipv4_address(#[case] text: &str) {
    check(text);
}

/// Known bugs of other libraries.
#[rstest]
#[case::decoded_letter_of_a_host("http://EX%41mple/", "http://example/")]
#[case::encoded_ampersand("http://a/?a=1%26b", "http://a/?a=1%26b")]
#[case::path_that_becomes_an_authority("scheme:/a/..//evil", "scheme:/.//evil")]
#[case::relative_path_that_becomes_a_scheme("a/../b:c", "a/../b:c")]
#[case::relative_path_that_becomes_a_scheme_from_dots("./b:c", "./b:c")]
#[case::encoded_slash("http://a/b%2f..%2Fc", "http://a/b%2F..%2Fc")]
#[case::encoded_question_mark("http://a/%3f", "http://a/%3F")]
#[case::encoded_percent_sign("http://a/%2541", "http://a/%2541")]
#[case::encoded_at_sign("http://a%40b/", "http://a%40b/")]
#[case::default_port("http://a:80/", "http://a:80/")]
#[case::empty_path("http://a", "http://a")]
#[case::empty_query("http://a?", "http://a?")]
#[case::plus_sign("http://a/?q=a+b%2Bc%20d", "http://a/?q=a+b%2Bc%20d")]
#[case::not_utf8("http://a/%ff%FE%00", "http://a/%FF%FE%00")]
#[case::only_beyond_ascii("http://a/%c3%a9", "http://a/%C3%A9")]
fn others_get_wrong(#[case] text: &str, #[case] form: &str) {
    assert_eq!(UriReference::parse(text).expect("a reference").normalize(), form);
}

#[test]
fn normalized_references_in_sets() {
    let texts = ["http://a", "HTTP://a:80/", "http://%61/", "http://b/"];
    let normalized = || {
        texts
            .iter()
            .map(|text| Normalized::new(UriReference::parse(text).expect("a reference"), Level::Scheme))
    };
    assert_eq!(normalized().collect::<HashSet<_>>().len(), 2);
    assert_eq!(normalized().collect::<BTreeSet<_>>().len(), 2);
    assert_eq!(
        normalized().collect::<HashSet<_>>().get("http://a/").expect("it is there").reference(),
        "http://a"
    );
    assert!(
        normalized().map(Normalized::into_inner).eq(texts.map(|text| UriReference::parse(text).unwrap()))
    );
    for (uri, form) in normalized().zip(["http://a/", "http://a/", "http://a/", "http://b/"]) {
        assert_eq!(uri.to_string(), form);
    }
}

/// Normal forms are ordered by their texts, in either order of the operands.
#[rstest]
#[case::of_other_texts("HTTP://b", "http://a:80", Ordering::Greater)]
#[case::of_equal_forms("HTTP://a", "http://a:80", Ordering::Equal)]
#[case::of_a_prefix("http://a", "http://a/b", Ordering::Less)]
fn order_of_normalized_references(#[case] one: &str, #[case] other: &str, #[case] order: Ordering) {
    let [one, other] = [one, other].map(|text| Normalized::new(parsed(text), Level::Scheme));
    assert_eq!(one.cmp(&other), order);
    assert_eq!(one.partial_cmp(&other), Some(order));
    assert_eq!(one == other, order == Ordering::Equal);
}

/// A normalized reference keeps its type.
#[test]
fn normalized_uris_are_uris() {
    let uri = Normalized::new(Uri::parse("HTTP://a").expect("a URI"), Level::Scheme);
    assert_eq!(uri.reference().scheme().as_str(), "HTTP");
    assert_eq!(uri, Normalized::new(UriReference::parse("http://a:80").expect("a reference"), Level::Scheme));
    let uri: Uri<&str> = uri.into_inner();
    assert_eq!(uri, "HTTP://a");
    let relative = Normalized::new(RelativeRef::parse("%41").expect("relative"), Level::Scheme);
    assert_eq!(relative.as_str(), "A");
    assert_eq!(relative.into_inner(), "%41");
    let absolute = Normalized::new(AbsoluteUri::parse("A:b").expect("absolute"), Level::Scheme);
    assert_eq!(absolute.as_str(), "a:b");
}

#[test]
fn sections_of_the_levels() {
    let sections = ["6.2.1", "6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.3"];
    assert_eq!(Level::ALL.map(Level::section), sections);
}

#[test]
fn names_of_the_levels() {
    assert_eq!(Level::ALL.map(|level| level.to_string()), ["string", "case", "percent", "path", "scheme"]);
    assert!(Level::ALL.is_sorted());
    for level in Level::ALL {
        assert_eq!(level.as_str().parse(), Ok(level));
    }
    for name in ["", "Path", "path ", "different"] {
        let error = name.parse::<Level>().expect_err("no level");
        assert!(Level::ALL.iter().all(|level| error.to_string().contains(level.as_str())), "{error}");
    }
}

/// Section 6.2.1: simple string comparison.
mod section_6_2_1 {
    use std::borrow::Cow;

    use rstest::rstest;
    use urigram::UriReference;
    use urigram::normalize::Level;

    #[rstest]
    #[case::identical("http://a/%7E", "http://a/%7E", Some(Level::String))]
    #[case::of_other_case("http://a/%7E", "HTTP://a/%7E", Some(Level::Case))]
    #[case::shorter("http://a/b", "http://a/", None)]
    #[case::empty("", "", Some(Level::String))]
    fn character_by_character(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
        let parse = |text| UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let (a, b) = (parse(a), parse(b));
        assert_eq!(a.compare(&b), level);
        assert_eq!(a.equivalent(&b, Level::String), a.as_str() == b.as_str());
        assert!(
            matches!(a.normalize_to(Level::String).into_inner(), Cow::Borrowed(text) if text == a.as_str())
        );
    }

    /// References are borrowed if and only if they are already normal.
    #[rstest]
    fn what_is_normal_already_is_borrowed(
        #[values(
            "",
            "http://example.com/",
            "http://example.com/?",
            "a/../b",
            "//h:8",
            "a:/.//b",
            "//%C3%A9.example/%2F?%2C",
            "http://a/.well-known/..a/a..",
            "ftp://[::1]/"
        )]
        text: &str,
    ) {
        let reference = UriReference::parse(text).expect("a reference");
        for level in Level::ALL {
            let form = reference.normalize_to(level);
            assert_eq!(form, text);
            assert_eq!(form.components(), reference.components());
            assert!(matches!(form.into_inner(), Cow::Borrowed(_)), "{level}");
        }
    }
}

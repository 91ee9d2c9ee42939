//! The strings of a buffer are parsed as they are alone.

use std::ops::Range;

use proptest::prelude::*;
use rstest::rstest;
use urigram::bulk::{Bulk, Reference};
use urigram::grammar::Components;
use urigram::{
    AbsoluteIri, AbsoluteUri, Iri, IriReference, ParseError, RelativeIriRef, RelativeRef, Uri, UriReference,
    rfc6874,
};

use crate::common::extent;
use crate::common::strategies;

/// The types of reference, under each grammar: parsed in a buffer, and alone.
macro_rules! types {
    ($($name:ident $Type:ty,)*) => {
        const TYPES: &[(&str, InBuffer, Alone)] = &[$((
            stringify!($name),
            |text, places| all(<$Type>::bulk(text), places, |reference| *reference.components()),
            |text| <$Type>::parse(text).map(|reference| *reference.components()),
        )),*];
    };
}

type Parsed = Result<Components, ParseError>;
type InBuffer = fn(&str, &[Range<usize>]) -> Vec<Parsed>;
type Alone = fn(&str) -> Parsed;

types! {
    uri_reference UriReference<&str>,
    uri Uri<&str>,
    absolute_uri AbsoluteUri<&str>,
    relative_ref RelativeRef<&str>,
    iri_reference IriReference<&str>,
    iri Iri<&str>,
    absolute_iri AbsoluteIri<&str>,
    relative_iri_ref RelativeIriRef<&str>,
    uri_reference_with_zones rfc6874::UriReference<&str>,
    uri_with_zones rfc6874::Uri<&str>,
    absolute_uri_with_zones rfc6874::AbsoluteUri<&str>,
    relative_ref_with_zones rfc6874::RelativeRef<&str>,
}

fn all<'t, R: Reference<'t>>(
    mut bulk: Bulk<'t, R>,
    places: &[Range<usize>],
    components: impl Fn(R) -> Components,
) -> Vec<Parsed> {
    places.iter().map(|place| bulk.parse(place.clone()).map(&components)).collect()
}

/// Checks the strings at these places of a text, as each type.
fn are_parsed_as_alone(text: &str, places: &[Range<usize>]) {
    for (name, in_buffer, alone) in TYPES {
        let alone: Vec<Parsed> = places.iter().map(|place| alone(&text[place.clone()])).collect();
        for ((parsed, alone), place) in in_buffer(text, places).iter().zip(&alone).zip(places) {
            assert_eq!(parsed, alone, "{name}: {:?} at {place:?}", &text[place.clone()]);
        }
    }
}

/// Returns the strings, joined, and their places.
fn joined<S: AsRef<str>>(strings: impl IntoIterator<Item = S>, between: &str) -> (String, Vec<Range<usize>>) {
    let (mut text, mut places) = (String::new(), Vec::new());
    for string in strings {
        let start = text.len();
        text += string.as_ref();
        places.push(start..text.len());
        text += between;
    }
    (text, places)
}

/// At each offset in a block of 64 bytes and its neighbors, before texts that go on with the last run or escape.
#[rstest]
#[case::empty("")]
#[case::short("a")]
#[case::every_component("foo://a%20b:c@example.com:8042/over/there?name=ferret#nose")]
#[case::relative("../a/b;c=1?d#e")]
#[case::percent_encoding_at_the_end("/a%2f")]
#[case::cut_after_a_digit("http://a/%2")]
#[case::cut_before_the_digits("http://a%")]
#[case::cut_in_a_host("//a%4")]
#[case::no_digit("?%4g")]
#[case::ipv6("http://[2001:db8::7]/c")]
#[case::zone("http://[fe80::1%25eth0]/")]
#[case::ipv4("//127.0.0.1:80")]
#[case::beyond_ascii("http://é.example/ü?ß#ö")]
#[case::a_space("http://a/b c")]
fn at_each_offset(#[case] string: &str) {
    for (start, after) in
        (0..130).flat_map(|start| ["", "4", "41", "/", ":", "é", "\n"].map(|after| (start, after)))
    {
        let before = ["4", "%", "a"][start % 3].repeat(start);
        let text = [&before, string, after].concat();
        are_parsed_as_alone(&text, &[0..start, start..start + string.len()]);
    }
}

/// Around the size of a window, and far beyond it.
#[rstest]
fn long_strings(#[values(56, 57, 58, 63, 64, 65, 4094, 4095, 4096, 4097, 20_000)] length: usize) {
    for unit in ["a", "%41", "/", "é", "1.", ":"] {
        let long: String = unit.chars().cycle().take(length).collect();
        let strings = [&*long, "http://a/", &format!("http://{long}"), "", &format!("?{long} "), &long];
        for between in ["", "\n"] {
            let (text, places) = joined(strings, between);
            are_parsed_as_alone(&text, &places);
        }
    }
}

#[test]
fn in_any_order() {
    let (text, mut places) = joined((0..2000).map(|number| format!("http://example.com/{number}?q=%4")), "1");
    places.reverse();
    places.truncate(20);
    places.extend([0..9, 0..text.len(), 5..7, 40..40]);
    are_parsed_as_alone(&text, &places);
}

#[rstest]
#[case::beyond_the_text(0..4)]
#[case::within_a_character(0..2)]
#[case::reversed(Range { start: 3, end: 1 })]
fn a_place_that_is_none_panics(#[case] place: Range<usize>) {
    let parsed = std::panic::catch_unwind(|| UriReference::bulk("aé").parse(place).is_ok());
    parsed.unwrap_err();
}

fn strings() -> impl Strategy<Value = Vec<String>> {
    let any = "[a-c0-2:/?#\\[\\]@!%. é-]{0,300}";
    let string = prop_oneof![strategies::reference(), any, "[%4a]{0,5}", Just(String::new())];
    prop::collection::vec(string, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(extent(100, 20_000) as u32))]

    #[test]
    fn random_strings(strings in strings(), between in prop_oneof![Just(""), Just("\n"), Just("%4")]) {
        let (text, places) = joined(&strings, between);
        are_parsed_as_alone(&text, &places);
    }

    #[test]
    fn lines_are_those_of_the_standard_library(strings in strings(), ends in "[\r\na]{0,9}") {
        let text = joined(&strings, "\n").0 + &ends;
        lines_are_the_same(&text);
        lines_are_the_same(&text.replace('a', "\r\n"));
    }
}

fn lines_are_the_same(text: &str) {
    let lines: Vec<_> = UriReference::bulk(text).lines().map(|line| (line.text, line.result)).collect();
    let expected: Vec<_> = text.lines().map(|line| (line, UriReference::parse(line))).collect();
    assert_eq!(lines, expected);
    for line in UriReference::bulk(text).lines() {
        assert!(text[line.start..].starts_with(line.text));
        assert!(line.start == 0 || text[..line.start].ends_with('\n'));
    }
}

#[rstest]
#[case::none("")]
#[case::empty("\n")]
#[case::empty_lines("\n\n\r\n")]
#[case::a_carriage_return("a\r\nb\rc\r")]
#[case::without_an_end("a\nb")]
#[case::long(&format!("{}\n{}\n/", "a".repeat(4095), "b".repeat(10_000)))]
fn lines(#[case] text: &str) {
    lines_are_the_same(text);
}

//! Section 2: percent-encoding, the characters that are not encoded, and decoding.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::{Grammar, Rfc3986, Rfc3987};
use urigram::percent::{self, DecodeError, Decoded, Encodable, Encoded, Encoder};
use urigram::{Fragment, Iri, Path, Query, RegName, Rule, Segment, Userinfo};

use crate::common::extent;
use crate::common::rfc;

const UNRESERVED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const SUB_DELIMS: &str = "!$&'()*+,;=";

/// Returns every ASCII character except these, each percent-encoded.
fn encoded(characters: &str) -> String {
    let triplet = |c: char| format!("%{:02X}", c as u8);
    (0..0x80u8).map(char::from).filter(|c| !characters.contains(*c)).map(triplet).collect()
}

fn each_encoded<C: Encodable>(encoder: &Encoder<C>) -> String {
    let one = |byte: u8| (encoder.encode(&[byte]).to_string(), char::from(byte));
    (0..0x80).map(one).filter(|(text, c)| *text != c.to_string()).map(|(text, _)| text).collect()
}

/// Sections 2.2, 2.3 and 3: the characters that each component may contain, according to the text of the RFC.
#[test]
fn what_stays_in_a_component() {
    let all = |more: &str| encoded(&(UNRESERVED.to_owned() + SUB_DELIMS + more));
    assert_eq!(each_encoded(&Encoder::<Userinfo>::new()), all(":"));
    assert_eq!(each_encoded(&Encoder::<RegName>::new()), all(""));
    assert_eq!(each_encoded(&Encoder::<Path>::new()), all(":@/"));
    assert_eq!(each_encoded(&Encoder::<Segment>::new()), all(":@"));
    assert_eq!(each_encoded(&Encoder::<Query>::new()), all(":@/?"));
    assert_eq!(each_encoded(&Encoder::<Fragment>::new()), all(":@/?"));
}

#[test]
fn what_stays_of_data() {
    assert_eq!(each_encoded(&Encoder::<Userinfo>::data()), encoded(UNRESERVED));
    assert_eq!(each_encoded(&Encoder::<RegName>::data()), encoded(UNRESERVED));
    assert_eq!(each_encoded(&Encoder::<Path>::data()), encoded(UNRESERVED));
    assert_eq!(each_encoded(&Encoder::<Segment>::data()), encoded(UNRESERVED));
    assert_eq!(each_encoded(&Encoder::<Query>::data()), encoded(UNRESERVED));
    assert_eq!(each_encoded(&Encoder::<Fragment>::data()), encoded(UNRESERVED));
}

/// The `application/x-www-form-urlencoded` percent-encode set of the URL Standard.
#[test]
fn what_stays_in_a_form() {
    let form = each_encoded(&Encoder::<Query>::form());
    assert_eq!(form, encoded(&(UNRESERVED.replace('~', "") + "*")).replace("%20", "+"));
    assert_eq!(each_encoded(&Encoder::<Query>::form().keeping("+")), form);
}

#[test]
fn what_the_caller_chooses() {
    let encoder = Encoder::<Query>::data().keeping("&=").encoding("=-");
    assert_eq!(encoder.encode("a=b&c-d").to_string(), "a%3Db&c%2Dd");
    assert_eq!(encoder.clone().keeping("=").encode("a=b&c-d").to_string(), "a=b&c%2Dd");
}

#[test]
fn encoders_that_differ_look_different() {
    let nothing = || Encoder::<RegName>::data().encoding(UNRESERVED);
    let shown = |encoder: &Encoder<RegName>| format!("{encoder:?}");
    assert_eq!(
        shown(&nothing().keeping("';")),
        r#"Encoder { stay: "';", beyond_ascii: false, space_is_plus: false }"#
    );
    let form = Encoder::<RegName>::form();
    assert_eq!(
        shown(&form.clone().encoding(UNRESERVED)),
        r#"Encoder { stay: "*", beyond_ascii: false, space_is_plus: true }"#
    );
    assert_ne!(shown(&form), shown(&Encoder::data().keeping("*").encoding("~")));
    let iri = Encoder::<Query<Rfc3987>>::new();
    assert_ne!(format!("{iri:?}"), format!("{:?}", iri.clone().ascii()));
}

#[test]
fn padded_like_a_string() {
    let encoded = Segment::encode("a b");
    assert_eq!(format!("{encoded:>7}|{encoded:<7}|{encoded:.2}|{encoded}"), "  a%20b|a%20b  |a%|a%20b");
}

/// RFC 3987, section 4.1: an IRI has no bidirectional formatting characters.
#[test]
fn formatting_characters_do_not_stay() {
    let of_3987 = "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}";
    let newer = "\u{61C}\u{2066}\u{2067}\u{2068}\u{2069}";
    for c in (of_3987.to_owned() + newer).chars() {
        let raw = format!("é{c}gpj.exe");
        let encoded = Encoded::<Segment<Rfc3987>>::new(&raw);
        assert_eq!(encoded.to_cow(), format!("é{}gpj.exe", Segment::encode(&c.to_string())));
        assert_eq!(encoded, *encoded.to_cow());
    }
    for c in "\u{61B}\u{61D}\u{200D}\u{2010}\u{202F}\u{2065}\u{206A}".chars() {
        assert_eq!(Encoded::<Segment<Rfc3987>>::new(&c.to_string()), *c.to_string());
    }
    let mut iri = Iri::parse("s:/").unwrap().to_owned();
    iri.push_segment("\u{202E}gpj.exe").unwrap();
    assert_eq!(iri, "s:/%E2%80%AEgpj.exe");
}

/// Characters that would end the component, or make it invalid, are encoded even if they are to be kept.
#[test]
fn what_cannot_stay() {
    let encoder = Encoder::<Segment>::new().keeping("/?#[]% \u{E9}\"");
    assert_eq!(encoder.encode("/?#[]% \u{E9}\"").to_string(), "%2F%3F%23%5B%5D%25%20%C3%A9%22");
}

#[rstest]
#[case::of_2_1(" ", "%20")]
#[case::of_2_5("Laguna Beach", "Laguna%20Beach")]
#[case::latin("A", "A")]
#[case::with_grave("À", "%C3%80")]
#[case::katakana("ア", "%E3%82%A2")]
#[case::percent("100%", "100%25")]
#[case::what_is_encoded("%41", "%2541")]
#[case::nothing("", "")]
#[case::delimiter("a/b", "a%2Fb")]
#[case::null("\0", "%00")]
fn a_segment(#[case] raw: &str, #[case] text: &str) {
    let segment = Segment::encode(raw);
    assert_eq!(segment, text);
    assert_eq!(segment.to_cow(), text);
    assert_eq!(segment.to_string(), text);
    assert_eq!(String::from(segment), text);
    assert_eq!(segment.chunks().collect::<String>(), text);
    assert_eq!(Segment::parse(text).unwrap().decode(), raw);
}

#[test]
fn raw_data_of_many_types() {
    let owned = "é".to_owned();
    assert_eq!(Segment::encode(&owned), "%C3%A9");
    for other in ["", "%C3%A", "%C3%A9 ", "%c3%a9"] {
        assert_ne!(Segment::encode(&owned), *other);
        assert_ne!(Segment::encode(&owned), other);
    }
    assert_eq!(Segment::encode(b"\xC3\xA9"), "%C3%A9");
    assert_eq!(Segment::encode(&[0xC3u8, 0xA9][..]), "%C3%A9");
    assert_eq!(Segment::encode(&vec![0xFF]), "%FF");
    assert_eq!(Segment::encode(&Cow::Borrowed("é")), "%C3%A9");
    assert_eq!(Segment::encode(&Cow::Borrowed(&b"\xFF"[..])), "%FF");
    assert_eq!(Segment::encode(&owned.into_boxed_str()), "%C3%A9");
}

#[test]
fn nothing_is_copied_without_need() {
    assert!(matches!(Path::encode("/a/b").to_cow(), Cow::Borrowed("/a/b")));
    assert!(matches!(Path::encode("/a/b ").to_cow(), Cow::Owned(_)));
    let decoded = Segment::parse("a+b").unwrap().decode();
    assert!(matches!(decoded.to_bytes(), Cow::Borrowed(b"a+b")));
    assert!(matches!(decoded.to_str(), Ok(Cow::Borrowed("a+b"))));
    assert!(matches!(decoded.to_string_lossy(), Cow::Borrowed("a+b")));
    assert!(matches!(Segment::parse("a%2Bb").unwrap().decode().to_str(), Ok(Cow::Owned(_))));
}

/// RFC 3987, section 2.2: which characters need not be encoded in which component.
#[rstest]
#[case::latin("é", true, true)]
#[case::private_use("\u{E000}", false, true)]
#[case::control("\u{85}", false, false)]
#[case::noncharacter("\u{FDD0}", false, false)]
#[case::of_another_plane("\u{10300}", true, true)]
#[case::no_character("\u{10FFFF}", false, false)]
fn in_an_iri(#[case] c: &str, #[case] anywhere: bool, #[case] in_a_query: bool) {
    let expected =
        |kept| if kept { c.to_owned() } else { c.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    for repeated in [1, 2, 15, 16, 17, 100] {
        let raw = format!("a {}é", c.repeat(repeated));
        let text = |kept| format!("a%20{}é", expected(kept).repeat(repeated));
        assert_eq!(Encoded::<Segment<Rfc3987>>::new(&raw).to_string(), text(anywhere));
        assert_eq!(String::from(Encoded::<Segment<Rfc3987>>::new(&raw)), text(anywhere));
        assert_eq!(Encoded::<Query<Rfc3987>>::new(&raw).to_string(), text(in_a_query));
        assert_eq!(String::from(Encoded::<Query<Rfc3987>>::new(&raw)), text(in_a_query));
        assert!(Encoded::<RegName<Rfc3987>>::new(&raw).to_cow().starts_with(&text(anywhere)));
        let ascii = Encoder::<Query<Rfc3987>>::new().ascii();
        assert_eq!(ascii.encode(&raw).to_string(), Query::encode(&raw).to_string());
    }
}

#[test]
fn octets_that_are_not_utf_8_in_an_iri() {
    let text = Encoded::<Segment<Rfc3987>>::new(b"\xC3\xA9\xC3\xE9\xC3\xA9a\xA9\xF0\x90\x8C");
    assert_eq!(text, "é%C3%E9éa%A9%F0%90%8C");
    assert_eq!(text.to_cow(), "é%C3%E9éa%A9%F0%90%8C");
}

#[rstest]
#[case("a%20b", "a b")]
#[case("a+b", "a+b")]
#[case("%41%7a%7E", "Az~")]
#[case("%2525", "%25")]
#[case("%c3%A9", "é")]
#[case("", "")]
fn decoded(#[case] text: &str, #[case] data: &str) {
    let decoded = Query::parse(text).unwrap().decode();
    assert_eq!(decoded.to_bytes(), data.as_bytes());
    assert_eq!(decoded.to_str().unwrap(), data);
    assert_eq!(decoded.to_string_lossy(), data);
    assert_eq!(decoded.to_string(), data);
    assert_eq!(decoded.as_encoded(), text);
    assert_eq!(decoded.chunks().collect::<Vec<_>>().concat(), data.as_bytes());
    assert_eq!(decoded, data);
    assert_ne!(decoded, *format!("{data} "));
    assert_ne!(decoded, *"Az");
}

#[rstest]
#[case::latin_1("a%E9", 1, "a\u{FFFD}")]
#[case::cut_off("é%C3", 2, "é\u{FFFD}")]
#[case::cut_off_in_the_middle("%41%E3%82b%20", 3, "A\u{FFFD}b ")]
#[case::continuation("%C3%A9%A9%C3%A9", 6, "é\u{FFFD}é")]
#[case::surrogate("%20%ED%A0%80", 3, " \u{FFFD}\u{FFFD}\u{FFFD}")]
fn not_utf_8(#[case] text: &str, #[case] offset: usize, #[case] lossy: &str) {
    let decoded = percent::decode(text).unwrap();
    assert_eq!(decoded.to_str(), Err(DecodeError::NotUtf8 { offset }));
    assert_eq!(decoded.to_string_lossy(), lossy);
    assert_eq!(format!("{decoded:>8}|{decoded:?}"), format!("{lossy:>8}|Decoded({lossy:?})"));
}

/// These texts are not valid in any component.
#[rstest]
#[case("%", 0)]
#[case("a%4", 1)]
#[case("%zz", 0)]
#[case("%20%4g", 3)]
#[case("%20%g4", 3)]
#[case("12345678%%20", 8)]
#[case("é%é", 2)]
#[case("%41%42%43%44%45%46%47%48%49%4a%4b%4g", 33)]
#[case("123456789012%4g6789012345678901234567890", 12)]
#[case("123456789012%g46789012345678901234567890", 12)]
#[case("%\u{661}\u{661}", 0)]
#[case("%+1", 0)]
fn without_digits(#[case] text: &str, #[case] offset: usize) {
    let error = percent::decode(text).unwrap_err();
    assert_eq!(error, DecodeError::Digits { offset });
    assert_eq!(error.offset(), offset);
    assert!(error.to_string().contains(&format!("at byte {offset}")), "{error}");
    assert_eq!(percent::decode_form(text).unwrap_err(), error);
    assert!(Query::parse(text).is_err());
}

#[rstest]
#[case("a+b", "a+b", "a b")]
#[case("+%2B%20+", "++ +", " +  ")]
fn a_plus_is_a_space_in_a_form_only(#[case] text: &str, #[case] plain: &str, #[case] form: &str) {
    assert_eq!(percent::decode(text).unwrap(), plain);
    assert_eq!(percent::decode_form(text).unwrap(), form);
}

#[test]
fn equal_by_the_data() {
    let decoded = |text| percent::decode(text).unwrap();
    assert_eq!(decoded("%41b"), decoded("A%62"));
    assert!(decoded("b") > decoded("%41") && decoded("a") < decoded("a%00"));
    let set = HashSet::from([decoded("a%2f"), decoded("%61%2F"), decoded("a/")]);
    assert_eq!(set.len(), 1);
}

/// A hasher that collects everything that is hashed, concatenated.
#[derive(Default)]
struct Hashed(Vec<u8>);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

fn hashed(values: impl Hash) -> Vec<u8> {
    let mut hashed = Hashed::default();
    values.hash(&mut hashed);
    hashed.0
}

/// The result does not depend on the number of bytes that are read at once, nor on the offset of a character among them.
#[test]
fn at_every_place() {
    for len in 1..100 {
        assert_eq!(Query::encode(&"a".repeat(len)).to_cow(), "a".repeat(len));
        assert!(matches!(Query::encode(&"a".repeat(len)).to_cow(), Cow::Borrowed(_)), "{len}");
        for at in 0..len {
            let (before, after) = ("a".repeat(at), "a".repeat(len - at - 1));
            assert_eq!(Query::encode(&format!("{before} {after}")).to_cow(), format!("{before}%20{after}"));
            let decoded =
                percent::decode(&format!("{before}%20{after}")).unwrap().to_str().unwrap().into_owned();
            assert_eq!(decoded, format!("{before} {after}"));
            for bad in ["%", "%2", "%2g", "%g2", "%%41"] {
                let text = format!("%41{before}{bad}");
                assert_eq!(percent::decode(&text).unwrap_err().offset(), at + 3, "{text}");
                let text = format!("%41{before}{bad}ghijklmnop{after}");
                assert_eq!(percent::decode(&text).unwrap_err().offset(), at + 3, "{text}");
            }
        }
    }
}

#[test]
fn long_data() {
    let length = extent(1 << 13, 1 << 18);
    for unit in ["%", " ", "a ", "\u{85}", "é\u{85}", "é", "\u{85}aé", "\u{10FFFF}é "] {
        let raw = unit.repeat(length);
        for text in [Query::encode(&raw).to_string(), String::from(Query::encode(&raw))] {
            assert_eq!(Query::parse(&text).unwrap().decode().to_str().unwrap(), raw);
        }
        let iri = Encoded::<Query<Rfc3987>>::new(&raw);
        assert_eq!(iri, *iri.to_cow());
        assert_eq!(Query::<Rfc3987>::try_from(&*iri.to_cow()).unwrap().decode(), *raw);
    }
    assert_eq!(percent::decode(&"%".repeat(length)).unwrap_err().offset(), 0);
}

type Decode = fn(&str) -> Result<Decoded<'_>, DecodeError>;

fn round_trips<C: Encodable, G: Grammar>(rule: Rule, raw: &[u8]) -> Result<(), TestCaseError> {
    let ways: [(Encoder<C>, Decode); 5] = [
        (Encoder::new(), percent::decode),
        (Encoder::data(), percent::decode),
        (Encoder::data().ascii().keeping(SUB_DELIMS), percent::decode),
        (Encoder::form(), percent::decode_form),
        (Encoder::form().keeping(SUB_DELIMS), percent::decode_form),
    ];
    for (encoder, decode) in ways {
        let encoded = encoder.encode(raw);
        let text = String::from(encoded);
        prop_assert_eq!(&text, &encoded.to_string());
        prop_assert_eq!(&text, &encoded.to_cow());
        prop_assert!(G::components(rule, &text).is_ok(), "{}", text);
        let decoded = decode(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(decoded.to_bytes(), raw);
        prop_assert!(decoded == *raw);
        prop_assert_eq!(decoded.to_str().ok(), std::str::from_utf8(raw).ok().map(Cow::Borrowed));
        prop_assert_eq!(decoded.to_string_lossy(), String::from_utf8_lossy(raw));
    }
    Ok(())
}

fn in_each_component(raw: &[u8]) -> Result<(), TestCaseError> {
    round_trips::<Userinfo, Rfc3986>(Rule::userinfo, raw)?;
    round_trips::<RegName, Rfc3986>(Rule::reg_name, raw)?;
    round_trips::<Path, Rfc3986>(Rule::path, raw)?;
    round_trips::<Segment, Rfc3986>(Rule::segment, raw)?;
    round_trips::<Query, Rfc3986>(Rule::query, raw)?;
    round_trips::<Fragment, Rfc3986>(Rule::fragment, raw)?;
    round_trips::<Userinfo<Rfc3987>, Rfc3987>(Rule::userinfo, raw)?;
    round_trips::<RegName<Rfc3987>, Rfc3987>(Rule::reg_name, raw)?;
    round_trips::<Path<Rfc3987>, Rfc3987>(Rule::path, raw)?;
    round_trips::<Segment<Rfc3987>, Rfc3987>(Rule::segment, raw)?;
    round_trips::<Query<Rfc3987>, Rfc3987>(Rule::query, raw)?;
    round_trips::<Fragment<Rfc3987>, Rfc3987>(Rule::fragment, raw)
}

#[test]
fn every_octet_round_trips() {
    for octet in 0..=u8::MAX {
        in_each_component(&[octet]).unwrap();
    }
    in_each_component(&Vec::from_iter(0..=u8::MAX)).unwrap();
}

proptest! {
    #[test]
    fn octets_round_trip(raw in prop::collection::vec(any::<u8>(), 0..200)) {
        in_each_component(&raw)?;
    }

    #[test]
    fn text_round_trips(raw in "([a-z%/ +é\u{85}\u{E000}日😀]|.){0,150}") {
        in_each_component(raw.as_bytes())?;
    }

    /// Several values in a row hash the same data if and only if they are equal.
    #[test]
    fn hashed_by_the_data(texts in prop::array::uniform4("(a|b|%61|%FE){0,3}")) {
        let [a, b, c, d] = texts.each_ref().map(|text| percent::decode(text).unwrap());
        prop_assert_eq!(hashed((a, b)) == hashed((c, d)), (a, b) == (c, d));
    }

    /// For any component, the decoded data are as section 2.1 defines them.
    #[test]
    fn decodes_as_section_2_1_says(text in "([a-z+=&]|%[0-9A-Fa-f]{2}){0,40}") {
        let octets = rfc::decode(&text, false).unwrap();
        let expected: Vec<u8> = octets.iter().map(|octet| octet.value).collect();
        let decoded = Query::parse(&text).unwrap().decode();
        prop_assert_eq!(&*decoded.to_bytes(), &*expected);
        let wrong = std::str::from_utf8(&expected).err().map(|error| octets[error.valid_up_to()].offset);
        prop_assert_eq!(decoded.to_str().err().map(|error| error.offset()), wrong);
    }
}

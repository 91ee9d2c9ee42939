//! Percent-encoding. Encoded and decoded data are compared octet by octet with section 2.1 and the forms of
//! the URL Standard, in each component of URIs and IRIs, and with percent-encoding and form_urlencoded.

use std::borrow::Cow;

use urigram::grammar::Rfc3987;
use urigram::percent::{self, DecodeError, Decoded, Encodable, Encoded, Encoder};
use urigram::{Fragment, Path, Query, RegName, Rule, Segment, Userinfo};

use crate::oracle;
use crate::oracle::percent::Unencoded;
use crate::oracle::rfc;
use crate::peers::known::{PERCENT, PercentAnswers, known};
use crate::peers::{DECODE, encode, encode_form};
use crate::source::Source;
use crate::target::Target;

/// An input is two encoded texts; or data, a component, the default set of characters to keep, and changes to
/// that set.
pub(super) const TARGET: Target = Target { name: "percent", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    if source.once_in(2) {
        source.encoded(&mut text);
        let mut other = text.clone();
        if source.once_in(2) {
            source.edit(&mut other);
        } else {
            other = other.replace("%4", "A").to_ascii_lowercase();
        }
        return input.extend([text, other]);
    }
    source.data(&mut text);
    let component = source.one_of(COMPONENTS).0.to_owned();
    let base = (*source.one_of(&["all", "data", "form"])).to_owned();
    input.extend([text, component, base]);
    for _ in 0..source.below(3) {
        let mut change = String::from(*source.one_of(&["+", "-", "ascii"]));
        source.data(&mut change);
        input.push(change);
    }
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let named = input.get(1).and_then(|name| COMPONENTS.iter().find(|(own, _)| own == name));
    if let Some((_, check)) = named {
        // Also test each character as an octet, which gives data that are not UTF-8.
        let octets: Vec<u8> = text.chars().map(|c| c as u8).collect();
        check(text.as_bytes(), &input[2..]);
        check(&octets, &input[2..]);
        return;
    }
    let plain = check_decoding(text, false, percent::decode(text));
    let form = check_decoding(text, true, percent::decode_form(text));
    let Some(other) = input.get(1) else { return };
    for ((plus, octets), decode) in
        [(false, &plain), (true, &form)].into_iter().zip([percent::decode, percent::decode_form])
    {
        let others = rfc::decode(other, plus).ok().map(|octets| values(&octets));
        if let (Ok(ours), Some(octets), Ok(theirs), Some(others)) =
            (decode(text), octets, decode(other), others)
        {
            assert_eq!(ours.cmp(&theirs), octets.cmp(&others), "the order of data");
            assert_eq!(ours == theirs, *octets == others, "equal data");
            assert_eq!(ours == *others.as_slice(), *octets == others, "equal octets");
        }
    }
}

fn values(octets: &[rfc::Octet]) -> Vec<u8> {
    octets.iter().map(|octet| octet.value).collect()
}

/// Checks the decoding of a text. Returns the octets, if the text is percent-encoded.
fn check_decoding(
    text: &str,
    plus_is_space: bool,
    ours: Result<Decoded<'_>, DecodeError>,
) -> Option<Vec<u8>> {
    let right = rfc::decode(text, plus_is_space);
    let octets = match (&right, ours) {
        (Ok(octets), Ok(decoded)) => {
            let values = values(octets);
            check_data(&decoded, octets, &values);
            Some(values)
        }
        (right, ours) => {
            let right = right.as_ref().err().map(|&offset| DecodeError::Digits { offset });
            assert_eq!(ours.err(), right, "digits are missing");
            None
        }
    };
    let lossy = octets.as_ref().map(|octets| String::from_utf8_lossy(octets));
    for (peer, _, decode) in DECODE.iter().filter(|(_, plus, _)| *plus == plus_is_space) {
        let Some(theirs) = decode(text) else { continue };
        if Some(&*theirs) != lossy.as_deref() {
            let answers = PercentAnswers { text, right: lossy.as_deref(), theirs: &theirs };
            known(PERCENT, peer, &answers, |is| is(&answers));
        }
    }
    octets
}

fn check_data(decoded: &Decoded<'_>, octets: &[rfc::Octet], values: &[u8]) {
    let text = decoded.as_encoded();
    let is_text = values == text.as_bytes();
    let bytes = decoded.to_bytes();
    assert_eq!(*bytes, *values, "the octets");
    // Data are borrowed if and only if nothing was decoded.
    assert_eq!(matches!(bytes, Cow::Borrowed(_)), is_text, "borrowed");
    assert!(decoded.chunks().flatten().eq(values), "in pieces");
    assert!(*decoded == *values, "equal to the octets");
    let right = str::from_utf8(values).map_err(|error| {
        let offset = octets.get(error.valid_up_to()).map_or(text.len(), |octet| octet.offset);
        DecodeError::NotUtf8 { offset }
    });
    assert_eq!(decoded.to_str().as_deref(), right.as_deref(), "the text");
    assert_eq!(decoded.to_string_lossy(), String::from_utf8_lossy(values), "the text, with U+FFFD");
}

type CheckEncoding = fn(&[u8], &[String]);

const COMPONENTS: &[(&str, CheckEncoding)] = &[
    ("userinfo", |raw, choice| check_encoding::<Userinfo>(Rule::userinfo, false, raw, choice)),
    ("reg-name", |raw, choice| check_encoding::<RegName>(Rule::reg_name, false, raw, choice)),
    ("path", |raw, choice| check_encoding::<Path>(Rule::path, false, raw, choice)),
    ("segment", |raw, choice| check_encoding::<Segment>(Rule::segment, false, raw, choice)),
    ("query", |raw, choice| check_encoding::<Query>(Rule::query, false, raw, choice)),
    ("fragment", |raw, choice| check_encoding::<Fragment>(Rule::fragment, false, raw, choice)),
    ("iuserinfo", |raw, choice| {
        check_encoding::<Userinfo<Rfc3987>>(Rule::userinfo, true, raw, choice);
    }),
    ("ireg-name", |raw, choice| {
        check_encoding::<RegName<Rfc3987>>(Rule::reg_name, true, raw, choice);
    }),
    ("ipath", |raw, choice| check_encoding::<Path<Rfc3987>>(Rule::path, true, raw, choice)),
    ("isegment", |raw, choice| {
        check_encoding::<Segment<Rfc3987>>(Rule::segment, true, raw, choice);
    }),
    ("iquery", |raw, choice| check_encoding::<Query<Rfc3987>>(Rule::query, true, raw, choice)),
    ("ifragment", |raw, choice| {
        check_encoding::<Fragment<Rfc3987>>(Rule::fragment, true, raw, choice);
    }),
];

fn check_encoding<C: Encodable>(rule: Rule, in_iri: bool, raw: &[u8], choice: &[String]) {
    let base = choice.first().map_or("all", |base| base);
    let (mut encoder, mut unencoded) = match base {
        "form" => (Encoder::<C>::form(), Unencoded::form(rule)),
        "data" => (Encoder::data(), Unencoded::unreserved(rule, in_iri)),
        _ => (Encoder::new(), Unencoded::all(rule, in_iri)),
    };
    let changes = choice.get(1..).unwrap_or_default();
    for change in changes {
        if let Some(kept) = change.strip_prefix('+') {
            encoder = encoder.keeping(kept);
            unencoded.keep(kept);
        } else if let Some(encoded) = change.strip_prefix('-') {
            encoder = encoder.encoding(encoded);
            unencoded.encode(encoded);
        } else {
            encoder = encoder.ascii();
            unencoded.only_ascii();
        }
    }
    let encoded = encoder.encode(raw);
    let text = encoded.to_cow();
    assert_eq!(text, unencoded.text(raw), "the characters that stay");
    assert_eq!(matches!(text, Cow::Borrowed(_)), text.as_bytes() == raw, "borrowed");
    check_ways(encoded, &text);
    if let Ok(data) = str::from_utf8(raw) {
        assert_eq!(encoder.encode(data).to_cow(), text, "encoded as text");
    }
    let rules = if in_iri { &oracle::IRIS } else { &oracle::URIS };
    assert!(rules.get(rule).accepts(&text), "the component: {rule}, `{text}`");
    let decoded = if unencoded.space_is_plus { percent::decode_form(&text) } else { percent::decode(&text) };
    assert!(decoded.is_ok_and(|decoded| decoded == *raw), "decoded: `{text}`");
    if changes.is_empty() && base == "form" {
        assert_eq!(text, encode_form(raw), "by form_urlencoded");
    } else if changes.is_empty() && !in_iri {
        assert_eq!(text, encode(raw, rule, base == "data"), "by percent-encoding");
    }
}

fn check_ways<C: Encodable>(encoded: Encoded<'_, C>, text: &str) {
    assert_eq!(encoded.to_string(), text, "displayed");
    assert_eq!(String::from(encoded), text, "as a string");
    assert_eq!(encoded.chunks().collect::<String>(), text, "in pieces");
    let mut appended = String::from("a");
    encoded.append_to(&mut appended);
    assert_eq!(appended.strip_prefix('a'), Some(text), "appended");
    assert!(encoded == *text, "equal to the text");
}

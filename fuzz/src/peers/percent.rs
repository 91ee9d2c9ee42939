//! The libraries that encode and decode.

use std::sync::LazyLock;

use percent_encoding::AsciiSet;
use urigram::Rule;
use url::form_urlencoded;

use crate::oracle::percent::Stays;

/// Returns the data of a text, with U+FFFD for what is not UTF-8.
pub(crate) type Decode = fn(&str) -> Option<String>;

/// The libraries that decode a component, and whether `+` is a space for them.
pub(crate) const DECODE: &[(&str, bool, Decode)] = &[
    ("percent-encoding", false, |text| {
        Some(percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned())
    }),
    ("form_urlencoded", true, |text| {
        // It splits at these.
        let is_key = !text.is_empty() && !text.contains(['&', '=']);
        is_key.then(|| form_urlencoded::parse(text.as_bytes()).map(|(key, _)| key).collect())
    }),
];

/// For each rule, the sets of ASCII characters to encode: those that it does not allow, and those that are reserved.
static SETS: LazyLock<Vec<[AsciiSet; 2]>> = LazyLock::new(|| {
    let set = |stays: Stays| {
        let all = (0..0x80).fold(AsciiSet::EMPTY, |set, octet| set.add(octet));
        stays.ascii().fold(all, |set, octet| set.remove(octet))
    };
    let sets = |&rule: &Rule| [Stays::all(rule, false), Stays::unreserved(rule, false)].map(set);
    Rule::ALL.iter().map(sets).collect()
});

/// Returns the text for a component of a URI, by `percent-encoding`, of what is not reserved or all that the rule allows.
pub(crate) fn encode(octets: &[u8], rule: Rule, only_unreserved: bool) -> String {
    let set = &SETS[rule as usize][usize::from(only_unreserved)];
    percent_encoding::percent_encode(octets, set).to_string()
}

/// Returns the text for a form, by `form_urlencoded`.
pub(crate) fn encode_form(octets: &[u8]) -> String {
    form_urlencoded::byte_serialize(octets).collect()
}

//! The type of known differences from other libraries, and those of parsing and decoding.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::oracle::{self, rfc};

pub use crate::oracle::{Parts, Reading};

/// A known difference of a library, with a predicate on the results.
pub struct Known<F: 'static> {
    /// The library, a colon, and a description of the difference.
    pub name: &'static str,
    /// The reason why the difference is not a bug of urigram: the section that decides it, or a choice of the
    /// other library.
    pub why: &'static str,
    /// An input with this difference.
    pub example: &'static [&'static str],
    /// Whether results differ in this way.
    pub is: F,
}

thread_local! {
    static FOUND: RefCell<BTreeSet<&'static str>> = RefCell::default();
}

/// Returns the names of the known differences found since the last call.
pub fn take_found() -> BTreeSet<&'static str> {
    FOUND.take()
}

/// Checks that a difference between results is known.
pub(crate) fn known<F>(
    table: &'static [Known<F>],
    peer: &str,
    answers: &impl Debug,
    is: impl Fn(&F) -> bool,
) {
    let of_peer = |known: &&Known<F>| known.name.strip_prefix(peer).is_some_and(|rest| rest.starts_with(':'));
    let known = table.iter().filter(of_peer).find(|known| is(&known.is));
    let known = known.unwrap_or_else(|| panic!("{peer} differs: {answers:#?}"));
    FOUND.with_borrow_mut(|found| found.insert(known.name));
}

/// The results for a text.
#[derive(Debug)]
pub struct ParseAnswers<'t> {
    pub text: &'t str,
    pub right: Option<Reading<'t>>,
    pub theirs: Option<Reading<'t>>,
}

/// The known differences of parsing.
pub const PARSE: &[Known<for<'t> fn(&ParseAnswers<'t>) -> bool>] = &[Known {
    name: "oxiri: a URI has characters beyond ASCII",
    why: "it has no types for URIs, only for IRIs",
    example: &["é"],
    is: |answers| {
        let iri = Reading::of(answers.text, &oracle::IRIS).map(|(iri, _)| Reading { parts: None, ..iri });
        !answers.text.is_ascii() && answers.right.is_none() && iri.is_some() && answers.theirs == iri
    },
}];

/// The results for a text.
#[derive(Debug)]
pub struct PercentAnswers<'t> {
    pub text: &'t str,
    /// The decoded data, with U+FFFD for invalid UTF-8; `None` if the text is not percent-encoded.
    pub right: Option<&'t str>,
    pub theirs: &'t str,
}

impl PercentAnswers<'_> {
    /// Returns whether the library decodes a `%` without two hexadecimal digits after it as `%`, and
    /// everything else correctly.
    fn are_lenient(&self, plus_is_space: bool) -> bool {
        let mut text = self.text.to_owned();
        let octets = loop {
            match rfc::decode(&text, plus_is_space) {
                Ok(octets) => break octets,
                Err(offset) => text.insert_str(offset + 1, "25"),
            }
        };
        let octets: Vec<u8> = octets.iter().map(|octet| octet.value).collect();
        self.right.is_none() && self.theirs == String::from_utf8_lossy(&octets)
    }
}

/// The known differences of decoding.
pub const PERCENT: &[Known<for<'t> fn(&PercentAnswers<'t>) -> bool>] = &[
    Known {
        name: "percent-encoding: a `%` without its digits is data",
        why: "it has no error for what section 2.1 does not allow",
        example: &["100%"],
        is: |answers| answers.are_lenient(false),
    },
    Known {
        name: "form_urlencoded: a `%` without its digits is data",
        why: "the URL Standard has no error for it",
        example: &["100%"],
        is: |answers| answers.are_lenient(true),
    },
];

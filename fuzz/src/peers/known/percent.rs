//! Data of encoded texts.

use super::entry::Known;
use crate::oracle::section_2_1;

/// The answers for a text.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The text.
    pub text: &'t str,
    /// The data, with U+FFFD for what is not UTF-8; `None` if the text is not percent-encoded.
    pub right: Option<&'t str>,
    /// The data by the library.
    pub theirs: &'t str,
}

impl Answers<'_> {
    /// Returns whether the library's data are those of the text in which each `%` without its digits is written `%25`.
    fn are_lenient(&self, plus_is_space: bool) -> bool {
        let mut text = self.text.to_owned();
        let octets = loop {
            match section_2_1::decode(&text, plus_is_space) {
                Ok(octets) => break octets,
                Err(offset) => text.insert_str(offset + 1, "25"),
            }
        };
        let octets: Vec<u8> = octets.iter().map(|octet| octet.value).collect();
        self.right.is_none() && self.theirs == String::from_utf8_lossy(&octets)
    }
}

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        if self.right.is_some() { "has other data" } else { "accepts" }.to_owned()
    }
}

/// Whether answers differ in a known way.
pub type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const PERCENT: &[Known<Is>] = &[
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

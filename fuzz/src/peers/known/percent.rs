//! Data of encoded texts.

use super::Known;

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

impl super::Differing for Answers<'_> {
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
        is: |answers| answers.right.is_none(),
    },
    Known {
        name: "form_urlencoded: a `%` without its digits is data",
        why: "the URL Standard has no error for it",
        example: &["100%"],
        is: |answers| answers.right.is_none(),
    },
];

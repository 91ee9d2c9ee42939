//! What is accepted, and where the components lie.

use super::Known;
use crate::oracle::reading::Reading;

/// The answers for a text.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The text.
    pub text: &'t str,
    /// What is right.
    pub right: Option<Reading<'t>>,
    /// What the library answers.
    pub theirs: Option<Reading<'t>>,
}

/// The known differences.
pub const PARSE: &[Known<for<'t> fn(&Answers<'t>) -> bool>] = &[Known {
    name: "oxiri: a URI has characters beyond ASCII",
    why: "it has no types for URIs, only for IRIs",
    example: &["é"],
    is: |answers| !answers.text.is_ascii() && answers.right.is_none(),
}];

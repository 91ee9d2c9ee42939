//! What is accepted, and where the components lie.

use super::entry::Known;
use crate::oracle::automata;

pub use crate::oracle::reading::{Parts, Reading};

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

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        super::entry::what(self.right, self.theirs)
    }
}

/// Whether answers differ in a known way.
pub type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const PARSE: &[Known<Is>] = &[Known {
    name: "oxiri: a URI has characters beyond ASCII",
    why: "it has no types for URIs, only for IRIs",
    example: &["é"],
    is: |answers| {
        let iri = Reading::of(answers.text, &automata::IRIS).map(|(iri, _)| Reading { parts: None, ..iri });
        !answers.text.is_ascii() && answers.right.is_none() && iri.is_some() && answers.theirs == iri
    },
}];

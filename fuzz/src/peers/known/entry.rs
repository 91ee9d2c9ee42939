//! One known difference, and how it is found in a table.

use std::fmt::Debug;

use crate::oracle::reading::Reading;

/// A way in which a library differs, and a function that tells by the answers whether they do.
pub struct Known<F: 'static> {
    /// The library, a colon, and what differs.
    pub name: &'static str,
    /// Why that is not a fault of urigram: the section that decides, or the choice of the other library.
    pub why: &'static str,
    /// An input that shows it.
    pub example: &'static [&'static str],
    /// Whether answers differ in this way.
    pub is: F,
}

/// Answers that may differ.
pub trait Differing: Debug {
    /// Returns what the library does otherwise. By this, the findings of a library are told apart.
    fn what(&self) -> String;
}

/// Returns what a library does otherwise where one text is read or made.
pub(crate) fn what(right: Option<Reading<'_>>, theirs: Option<Reading<'_>>) -> String {
    match (right, theirs) {
        (Some(right), Some(theirs)) => differs_in(&right.differences(&theirs)),
        (None, _) => "accepts".to_owned(),
        (_, None) => "refuses".to_owned(),
    }
}

pub(crate) fn differs_in(components: &[&str]) -> String {
    format!("differs in the {}", components.join(" and the "))
}

/// Returns the name of the difference between answers.
///
/// # Panics
///
/// If it is not known.
pub(crate) fn known<F>(
    table: &'static [Known<F>],
    peer: &str,
    answers: &impl Differing,
    is: impl Fn(&F) -> bool,
) -> &'static str {
    let of_peer = |known: &&Known<F>| known.name.strip_prefix(peer).is_some_and(|rest| rest.starts_with(':'));
    let known = table.iter().filter(of_peer).find(|known| is(&known.is));
    known.unwrap_or_else(|| panic!("{peer} {}: `{answers:#?}`", answers.what())).name
}

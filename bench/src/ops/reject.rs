//! `reject`: each string with a space at its end, from a borrowed string to the library's error.
//!
//! The fault is in the last byte, so that the whole string has been read in vain. The row in parentheses is the same
//! string with a letter there, which is accepted: what rejecting costs is a multiple of that.

use iri_string::types::UriReferenceStr;
use urigram::UriReference;

use crate::pass::{OURS, Table, parsing};

/// The name of the operation.
pub const NAME: &str = "reject";

/// The libraries.
pub const TABLE: Table = &[
    (OURS, |lines| parsing(ending_in(" ", lines), UriReference::parse)),
    ("urigram (accepting)", |lines| parsing(ending_in("x", lines), UriReference::parse)),
    ("fluent-uri", |lines| parsing(ending_in(" ", lines), fluent_uri::UriRef::<&str>::parse)),
    ("iri-string", |lines| parsing(ending_in(" ", lines), UriReferenceStr::new)),
    ("oxiri", |lines| parsing(ending_in(" ", lines), oxiri::IriRef::parse)),
];

/// Returns the strings that urigram accepts with a letter at their end, each with `end` there. They are leaked.
fn ending_in(end: &str, lines: &[&str]) -> &'static [&'static str] {
    let valid = lines.iter().filter(|line| UriReference::parse(&format!("{line}x")).is_ok());
    let longer = valid.map(|line| -> &'static str { format!("{line}{end}").leak() });
    longer.collect::<Vec<_>>().leak()
}

#[cfg(test)]
mod tests {
    use super::TABLE;
    use crate::pass::Pass;

    #[test]
    fn only_the_row_in_parentheses_accepts() {
        for (library, prepare) in TABLE {
            let Pass { accepted, strings, .. } = prepare(&["http://a/b", "c", "no reference"]);
            assert_eq!((accepted, strings), (if library.ends_with(')') { 2 } else { 0 }, 2), "{library}");
        }
    }
}

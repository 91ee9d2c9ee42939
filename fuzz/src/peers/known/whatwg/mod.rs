//! Where `url` and the URL Standard differ from RFC 3986 and RFC 3987.
//!
//! In: what `url` answers, and what is right.
//! Out: the difference, if it is known: of parsing, for each component, and of resolution.
//! Next: `targets`.

mod parse;
mod resolve;

use super::resolve::{plain_dots, without_dots};
use crate::oracle::reading::{Parts, Reading};

pub use self::parse::PARSE;
pub use self::resolve::RESOLVE;

/// The answers for a text.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The text.
    pub text: &'t str,
    /// What is right; `None` unless the text is a URI or an IRI.
    pub right: Option<Reading<'t>>,
    /// What `url` answers.
    pub theirs: Option<Reading<'t>>,
    /// The component that differs, or `validity` if only one of the answers is `None`.
    pub differs: &'static str,
}

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        match self.differs {
            "validity" => super::entry::what(self.right, self.theirs),
            component => super::entry::differs_in(&[component]),
        }
    }
}

impl<'t> Answers<'t> {
    fn both(&self) -> Option<(Reading<'t>, Reading<'t>)> {
        self.right.zip(self.theirs)
    }

    /// Returns whether the component differs, and its texts in both answers are related like this.
    pub(super) fn differ(&self, component: &str, are: impl Fn(&str, &str, &str) -> bool) -> bool {
        let part = |reading: Reading<'t>| {
            let parts = reading.parts;
            let part = match component {
                "scheme" => reading.scheme,
                "userinfo" => parts.and_then(|parts| parts.userinfo),
                "host" => parts.map(|parts| parts.host),
                "port" => parts.and_then(|parts| parts.port),
                "path" => Some(reading.path),
                "query" => reading.query,
                _ => reading.fragment,
            };
            part.unwrap_or_default()
        };
        self.differs == component
            && self.both().is_some_and(|(right, theirs)| {
                are(right.scheme.unwrap_or_default(), part(right), part(theirs))
            })
    }

    /// Returns whether it is refused, though it is a URI with such a scheme and authority.
    pub(super) fn refused(&self, because: impl Fn(&str, Option<Parts<'t>>) -> bool) -> bool {
        self.theirs.is_none()
            && self.right.is_some_and(|right| because(right.scheme.unwrap_or_default(), right.parts))
    }

    pub(super) fn is_file(&self) -> bool {
        self.right.and_then(|right| right.scheme).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
    }
}

/// Returns whether a segment of the path is a drive letter.
pub(super) fn has_drive(path: &str) -> bool {
    path.split('/').any(is_drive)
}

fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Returns a path that is empty or begins with a `/` without its dot segments, encoded ones too, as the library removes
/// them: a `..` does not remove a drive letter, whatever the scheme.
pub(super) fn without_dots_beside_drives(path: &str) -> String {
    without_dots(&plain_dots(path), |kept| {
        // The first segment is what is before the first `/`.
        if kept.len() > 1 && !kept.last().is_some_and(|last| is_drive(last)) {
            kept.pop();
        }
    })
}

//! Targets of references.

use super::Known;
use crate::oracle::appendix_b::Split;
use crate::oracle::reading::Reading;
use crate::oracle::section_5_2;

/// The answers for a base and a reference.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The base.
    pub base: &'t str,
    /// The reference.
    pub reference: &'t str,
    /// What is right.
    pub right: &'t str,
    /// What the library answers; `None` if it refuses.
    pub theirs: Option<&'t str>,
}

impl Answers<'_> {
    fn are(&self, base: &str, reference: &str) -> bool {
        self.theirs == Some(&*section_5_2::resolve(base, reference, true).0)
    }

    /// Returns the path of the target before its dot segments are removed.
    fn merged(&self) -> String {
        let (base, reference) = (Split::of(self.base), Split::of(self.reference));
        let is_own = reference.scheme.is_some() || reference.authority.is_some();
        match reference.path {
            path if is_own || path.starts_with('/') => path.to_owned(),
            "" => base.path.to_owned(),
            path => section_5_2::merge(&base, path),
        }
    }
}

impl super::Differing for Answers<'_> {
    fn what(&self) -> String {
        super::what(Some(Reading::split(self.right)), self.theirs.map(Reading::split))
    }
}

/// Whether answers differ in a known way.
pub type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const RESOLVE: &[Known<Is>] = &[
    Known {
        name: "fluent-uri: no relative reference has a target if the base has neither an authority nor a `/`",
        why: "it refuses such bases, as other specifications of URLs do; section 5.2.3 merges the paths",
        example: &["a:b", "c"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            answers.theirs.is_none()
                && base.authority.is_none()
                && !base.path.starts_with('/')
                && reference.scheme.is_none()
        },
    },
    Known {
        name: "fluent-uri: a percent-encoded dot segment is removed",
        why: "section 5.2.4 removes `.` and `..`; that `%2E` is the same is up to normalization, section 6.2.2",
        example: &["a:/", "/%2E/b"],
        is: |answers| answers.are(&with_plain_dots(answers.base), &with_plain_dots(answers.reference)),
    },
    Known {
        name: "fluent-uri: the path of the base loses its dot segments first",
        why: "it normalizes the base, so that the result does not depend on that; section 5.2.2 takes it as it is",
        example: &["a:/b/..", "c"],
        is: |answers| {
            let base = with_plain_dots(answers.base);
            let base = section_5_2::resolve(&base, &base, true).0;
            answers.are(&base, &with_plain_dots(answers.reference))
        },
    },
    Known {
        name: "fluent-uri: a path without a `/` before it keeps its dot segments",
        why: "it takes such a path for opaque; section 5.2.2 removes them for every scheme",
        example: &["a:/", "b:./c"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            reference.scheme.is_some()
                && !reference.path.starts_with('/')
                && answers.theirs == Some(answers.reference)
        },
    },
    Known {
        name: "iri-string: a percent-encoded dot segment is removed",
        why: "section 5.2.4 removes `.` and `..`; that `%2E` is the same is up to normalization, section 6.2.2",
        example: &["a:/", "/%2E/b"],
        is: |answers| answers.are(&with_plain_dots(answers.base), &with_plain_dots(answers.reference)),
    },
    Known {
        name: "iref: dot segments of a path without a `/` before it are removed in another way",
        why: "it keeps a leading `..`, as erratum 4547 proposes; step 2A of section 5.2.4 removes it",
        example: &["a:", ".."],
        is: |answers| {
            let path = answers.merged();
            !path.starts_with('/') && path.split('/').any(|segment| matches!(segment, "." | ".."))
        },
    },
    Known {
        name: "iref: a guard that is not needed is written",
        why: "the target has an authority or a scheme, so its path cannot be read as one; section 5.3 adds nothing",
        example: &["a://b//", "c"],
        is: |answers| {
            let right = Split::of(answers.right);
            let guard = if right.authority.is_some() { "/." } else { "./" };
            let (before, path) = answers.right.split_at(place(answers.right, right.path));
            answers.theirs.is_some_and(|theirs| {
                let theirs = theirs.strip_prefix(before).and_then(|theirs| theirs.strip_prefix(guard));
                theirs == Some(path)
            })
        },
    },
    Known {
        name: "oxiri: a target needs a guard",
        why: "it returns an error, because section 5.3 alone would turn the path into an authority",
        example: &["a:/", "/.//b"],
        is: |answers| {
            let right = Split::of(answers.right);
            answers.theirs.is_none() && right.authority.is_none() && right.path.starts_with("/.//")
        },
    },
];

/// Returns the text with the percent-encoded dot segments of its path decoded.
pub(super) fn with_plain_dots(text: &str) -> String {
    let path = Split::of(text).path;
    let (before, after) = text.split_at(place(text, path));
    before.to_owned() + &plain_dots(path) + &after[path.len()..]
}

/// Returns a path with its percent-encoded dot segments decoded.
pub(super) fn plain_dots(path: &str) -> String {
    let plain = |segment: &str| segment.replace("%2e", ".").replace("%2E", ".");
    let segment = |segment: &str| {
        Some(plain(segment))
            .filter(|plain| matches!(&**plain, "." | ".."))
            .unwrap_or_else(|| segment.to_owned())
    };
    path.split('/').map(segment).collect::<Vec<String>>().join("/")
}

/// Returns where a part of a text begins.
fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

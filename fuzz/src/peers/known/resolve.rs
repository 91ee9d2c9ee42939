//! Targets of references.

use super::entry::Known;
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

    /// Returns whether the answers have the same components, apart from this path, with a guard or without.
    fn are_same_but_for_guarded(&self, path: &str) -> bool {
        let path = |guard: &str| with_path(self.right, &format!("{guard}{path}"));
        ["", "./", "/."].into_iter().any(|guard| self.theirs == Some(&path(guard)))
    }
}

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        super::entry::what(Some(Reading::split(self.right)), self.theirs.map(Reading::split))
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
            let merged = merged(answers.base, answers.reference);
            let path = Split::of(&merged).path;
            let has_dots = path.split('/').any(|segment| matches!(segment, "." | ".."));
            !path.starts_with('/') && has_dots && answers.are_same_but_for_guarded(&by_erratum_4547(path))
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
    with_path(text, &plain_dots(Split::of(text).path))
}

/// Returns the text with another path.
pub(super) fn with_path(text: &str, path: &str) -> String {
    let old = Split::of(text).path;
    let (before, after) = text.split_at(place(text, old));
    before.to_owned() + path + &after[old.len()..]
}

/// Returns the target of a reference before its dot segments are removed.
pub(super) fn merged(base_text: &str, reference_text: &str) -> String {
    let (base, reference) = (Split::of(base_text), Split::of(reference_text));
    let path = place(base_text, base.path);
    let (kept, slash) = match reference.path {
        _ if reference.scheme.is_some() => (0, ""),
        _ if reference.authority.is_some() => (base.scheme.map_or(0, |scheme| scheme.len() + 1), ""),
        "" if reference.query.is_some() => (path + base.path.len(), ""),
        "" => (base_text.find('#').unwrap_or(base_text.len()), ""),
        relative if relative.starts_with('/') => (path, ""),
        _ if base.authority.is_some() && base.path.is_empty() => (path, "/"),
        _ => (path + base.path.rfind('/').map_or(0, |slash| slash + 1), ""),
    };
    base_text[..kept].to_owned() + slash + reference_text
}

/// Returns a path without a `/` before it as the erratum removes its dot segments: a `..` with nothing to remove stays.
fn by_erratum_4547(path: &str) -> String {
    without_dots(path, |kept| match kept.last() {
        None | Some(&"..") => kept.push(".."),
        Some(_) => drop(kept.pop()),
    })
}

/// Returns a path without its dot segments, where a `..` does this to the segments that are kept so far.
pub(super) fn without_dots<'p>(path: &'p str, up: impl Fn(&mut Vec<&'p str>)) -> String {
    let mut kept = Vec::new();
    let mut is_open = false;
    for segment in path.split('/') {
        is_open = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => up(&mut kept),
            _ => kept.push(segment),
        }
    }
    if is_open && !kept.is_empty() {
        kept.push("");
    }
    kept.join("/")
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

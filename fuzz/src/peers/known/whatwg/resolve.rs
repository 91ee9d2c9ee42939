//! Targets of references.

use super::super::Known;
use super::super::resolve::{Answers, with_plain_dots};
use super::has_drive;
use crate::oracle::appendix_b::Split;
use crate::oracle::section_5_2;
use crate::peers::whatwg::{self, is_split_alike};

/// Whether answers differ in a known way.
type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const RESOLVE: &[Known<Is>] = &[
    Known {
        name: "url: with a base without an authority or a `/`, a reference has a scheme or is a fragment",
        why: "the path of such a base is opaque to the standard; section 5.2.3 merges the paths",
        example: &["a:b", "c", "url"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            answers.theirs.is_none()
                && base.authority.is_none()
                && !base.path.starts_with('/')
                && reference.scheme.is_none()
        },
    },
    Known {
        name: "url: a reference with a scheme of browsers is read in another way unless it has an authority",
        why: "the standard takes any number of slashes for two, or for none after the scheme of the base",
        example: &["http://a/", "http:b", "url"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            let scheme = reference.scheme.or(base.scheme).unwrap_or_default();
            (reference.scheme.is_some() || reference.authority.is_some())
                && !is_split_alike(scheme, reference.authority)
        },
    },
    Known {
        name: "url: a percent-encoded dot segment is removed, and a base loses its dot segments first",
        why: "the standard normalizes while it parses; section 5.2.2 takes the path of the base as it is",
        example: &["a:/b/..", "c", "url"],
        is: |answers| {
            let [base, reference] = [answers.base, answers.reference].map(with_plain_dots);
            let base = section_5_2::resolve(&base, &base, true).0;
            let right = whatwg::parse(None, &section_5_2::resolve(&base, &reference, true).0);
            right.is_some_and(|right| answers.theirs == Some(right.as_str()))
        },
    },
    Known {
        name: "url: a drive letter is not removed with a dot segment",
        why: "the standard knows the drives of Windows, in file URLs; section 5.2.4 does not",
        example: &["a:/c:/d", "..", "url"],
        is: |answers| {
            [answers.base, answers.reference].into_iter().any(|text| has_drive(Split::of(text).path))
        },
    },
    Known {
        name: "url: a path without a `/` before it keeps its dot segments",
        why: "such a path is opaque to the standard; section 5.2.2 removes them for every scheme",
        example: &["a:/", "b:./c", "url"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            let theirs = answers.theirs.map(Split::of);
            reference.scheme.is_some()
                && !reference.path.starts_with('/')
                && theirs.is_some_and(|theirs| theirs.path == reference.path)
        },
    },
];

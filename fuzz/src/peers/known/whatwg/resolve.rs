//! Targets of references.

use url::Url;

use super::super::entry::Known;
use super::super::resolve::{Answers, merged, with_path, with_plain_dots};
use super::{has_drive, is_drive};
use crate::oracle::appendix_b::Split;
use crate::oracle::section_5_2;
use crate::peers::whatwg::{self, has_host, is_split_alike};

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
        name: "url: a third slash at the start of a reference is refused, if the base has a scheme of browsers",
        why: "the library's choice; the standard takes any number of slashes for two",
        example: &["http://a/", "///b", "url"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            answers.theirs.is_none()
                && Split::of(answers.base).scheme.is_some_and(has_host)
                && reference.scheme.is_none()
                && reference.authority == Some("")
        },
    },
    Known {
        name: "url: a reference with a scheme of browsers is read in another way unless it has an authority",
        why: "the standard takes any number of slashes for two, or for none after the scheme of the base",
        example: &["http://a/", "http:b", "url"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            let scheme = reference.scheme.or(base.scheme).unwrap_or_default();
            (reference.scheme.is_some() || reference.authority.is_some() && !has_host(scheme))
                && !is_split_alike(scheme, reference.authority)
                && is(answers.theirs, &of_browsers(answers.base, answers.reference))
        },
    },
    Known {
        name: "url: a percent-encoded dot segment is removed, and a base loses its dot segments first",
        why: "the standard normalizes while it parses; section 5.2.2 takes the path of the base as it is",
        example: &["a:/b/..", "c", "url"],
        is: |answers| {
            let [base, reference] = [answers.base, answers.reference].map(with_plain_dots);
            let base = section_5_2::resolve(&base, &base, true).0;
            is(answers.theirs, &section_5_2::resolve(&base, &reference, true).0)
        },
    },
    Known {
        name: "url: a drive letter is not removed with a dot segment",
        why: "the standard knows the drives of Windows, in file URLs; section 5.2.4 does not",
        example: &["a:/c:/d", "..", "url"],
        is: |answers| {
            let has_drive = |text| has_drive(Split::of(text).path);
            (has_drive(answers.base) || has_drive(answers.reference))
                && is(answers.theirs, &after_url(answers.base, answers.reference))
        },
    },
    Known {
        name: "url: the host of a file URL stays, if the drive letter comes with a relative reference",
        why: "the library's choice: it leaves the host out where the drive letter is in an absolute URL",
        example: &["file://h", "./c:", "url"],
        is: |answers| {
            let target = of_browsers(answers.base, answers.reference);
            let other = target.strip_prefix("file:").map(|rest| format!("http:{rest}"));
            let other = other.and_then(|other| whatwg::parse(None, &other));
            let theirs = answers.theirs.and_then(|theirs| theirs.strip_prefix("file:"));
            theirs.is_some() && theirs == other.as_ref().and_then(|url| url.as_str().strip_prefix("http:"))
        },
    },
    Known {
        name: "url: a `..` after a drive letter below the root of a file URL is refused",
        why: "an assertion of the library fails; section 5.2.4 knows no drives",
        example: &["file://h/x/c:", "..", "url"],
        is: |answers| {
            answers.theirs.is_none()
                && base_below_drive(answers.base).is_some()
                && with_plain_dots(answers.reference).contains("..")
        },
    },
    Known {
        name: "url: a drive letter below the root of a file URL stays before a relative reference",
        why: "the library's choice; section 5.2.3 replaces the last segment of the base, and the standard ends it",
        example: &["file://h/x/c:", "@", "url"],
        is: |answers| {
            let (Some(base), Some(theirs)) = (base_below_drive(answers.base), answers.theirs) else {
                return false;
            };
            let path = Split::of(theirs).path;
            let is_kept = path.starts_with(base.path()) || with_plain_dots(answers.reference).contains("..");
            is_kept && with_path(answers.right, path) == theirs
        },
    },
    Known {
        name: "url: a path without a `/` before it keeps its dot segments",
        why: "such a path is opaque to the standard; section 5.2.2 removes them for every scheme",
        example: &["a:/", "b:./c", "url"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            let is_opaque = reference.authority.is_none() && !reference.path.starts_with('/');
            reference.scheme.is_some() && is_opaque && is(answers.theirs, answers.reference)
        },
    },
];

/// Returns whether an answer is the URL of a text.
fn is(theirs: Option<&str>, text: &str) -> bool {
    theirs == whatwg::parse(None, text).as_ref().map(Url::as_str)
}

/// Returns the base as the library reads it, if its path ends with a drive letter below the root of a file URL.
fn base_below_drive(base: &str) -> Option<Url> {
    whatwg::parse(None, base).filter(|base| {
        let path = base.path();
        base.scheme() == "file" && path.len() > "/c:".len() && path.rsplit('/').next().is_some_and(is_drive)
    })
}

/// Returns the target of a reference before its dot segments are removed, with the base as the library reads it.
fn after_url(base: &str, reference: &str) -> String {
    let Some(base) = whatwg::parse(None, base) else { return String::new() };
    let is_file = base.scheme() == "file";
    let drive = base.path().split('/').nth(1).filter(|first| is_file && is_drive(first));
    let path = Split::of(reference).path;
    let first = path.split('/').nth(1).unwrap_or_default();
    match drive {
        // In a file URL, `/` is the root of the drive.
        Some(drive) if is_absolute_path(reference) && !is_drive(first) => {
            format!("file:///{drive}{reference}")
        }
        Some(drive) if base.path().len() == "/c:".len() && !path.is_empty() => {
            merged(&with_path(base.as_str(), &format!("/{drive}/")), reference)
        }
        _ => merged(base.as_str(), reference),
    }
}

fn is_absolute_path(reference: &str) -> bool {
    reference.starts_with('/') && !reference.starts_with("//")
}

/// Returns the target of a reference with a scheme of browsers, or with that of its base, if it is read as the standard
/// reads it: after two slashes or more, or another scheme than that of the base, there is an authority.
fn of_browsers(base: &str, reference: &str) -> String {
    let base_scheme = Split::of(base).scheme.unwrap_or_default();
    let (scheme, rest) = match Split::of(reference).scheme {
        Some(scheme) => (scheme, &reference[scheme.len() + 1..]),
        None => (base_scheme, reference),
    };
    if scheme.eq_ignore_ascii_case(base_scheme) && !rest.starts_with("//") {
        // Its first segment may have a colon.
        let is_path = !rest.starts_with(['/', '?', '#']) && !rest.is_empty();
        if !has_host(scheme) && rest.split(['/', '?', '#']).next().is_some_and(is_drive) {
            return format!("file:///{rest}");
        }
        return after_url(base, &if is_path { format!("./{rest}") } else { rest.to_owned() });
    }
    if has_host(scheme) {
        format!("{scheme}://{}", rest.trim_start_matches('/'))
    } else {
        format!("{scheme}:{rest}")
    }
}

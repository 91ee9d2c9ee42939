//! Known differences of resolution and of relative references.

use crate::oracle::rfc;
use crate::oracle::rfc::Split;
use crate::peers::known::Known;

/// The results for a base and a reference.
#[derive(Debug)]
pub struct ResolveAnswers<'t> {
    pub base: &'t str,
    pub reference: &'t str,
    pub right: &'t str,
    /// The library's target; `None` if the library rejects the input.
    pub theirs: Option<&'t str>,
}

impl ResolveAnswers<'_> {
    fn are(&self, base: &str, reference: &str) -> bool {
        self.theirs == Some(&*rfc::resolve(base, reference, true).0)
    }

    /// Returns whether the targets differ only in their paths, and the library's path is `path`, with or
    /// without a guard.
    fn are_same_but_for_guarded(&self, path: &str) -> bool {
        let path = |guard: &str| with_path(self.right, &format!("{guard}{path}"));
        ["", "./", "/."].into_iter().any(|guard| self.theirs == Some(&path(guard)))
    }
}

/// The known differences of resolution.
pub const RESOLVE: &[Known<for<'t> fn(&ResolveAnswers<'t>) -> bool>] = &[
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
            let base = rfc::resolve(&base, &base, true).0;
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

/// Returns the text with its path replaced.
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

/// Removes the dot segments of a path without a leading `/` as in erratum 4547, which keeps a `..` that has
/// no segment to remove.
fn by_erratum_4547(path: &str) -> String {
    without_dots(path, |kept| match kept.last() {
        None | Some(&"..") => kept.push(".."),
        Some(_) => drop(kept.pop()),
    })
}

/// Returns a path without its dot segments. For each `..`, `up` edits the segments before it.
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

/// Returns the offset of `part`, which must be a slice of `text`.
fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The results for a base and a target.
#[derive(Debug)]
pub struct RelativizeAnswers<'t> {
    pub base: &'t str,
    pub target: &'t str,
    /// The shortest reference; `None` if there is none.
    pub ours: Option<&'t str>,
    /// The library's reference; `None` if the library rejects the input.
    pub theirs: Option<&'t str>,
    /// The target of the library's reference; `None` if that is not a reference.
    pub resolved: Option<&'t str>,
}

impl RelativizeAnswers<'_> {
    /// Returns whether the library's reference leads to the target but is not the shortest.
    fn is_longer(&self) -> bool {
        let both = self.ours.zip(self.theirs);
        self.resolved == Some(self.target) && both.is_some_and(|(ours, theirs)| theirs.len() > ours.len())
    }

    /// Returns whether the library's reference does not resolve to the target.
    fn has_another_target(&self) -> bool {
        self.theirs.is_some() && self.resolved != Some(self.target)
    }

    /// Returns the library's reference, the base and the target, parsed, if the reference resolves to another
    /// path, but the right query and fragment.
    fn wrong_target(&self) -> Option<[Split<'_>; 3]> {
        let theirs = self.theirs.filter(|_| self.has_another_target())?;
        let [theirs, base, target] = [theirs, self.base, self.target].map(Split::of);
        let is_of_target = (theirs.query, theirs.fragment) == (target.query, target.fragment);
        is_of_target.then_some([theirs, base, target])
    }
}

/// Returns whether a reference consists of at most a query and a fragment.
fn has_no_path(reference: &Split<'_>) -> bool {
    reference.scheme.is_none() && reference.authority.is_none() && reference.path.is_empty()
}

/// The known differences of relative references.
pub const RELATIVIZE: &[Known<for<'t> fn(&RelativizeAnswers<'t>) -> bool>] = &[
    Known {
        name: "oxiri: a longer reference",
        why: "it promises a reference, not the shortest, and never goes up by `..`",
        example: &["a:b", "a:", "oxiri"],
        is: |answers| answers.is_longer(),
    },
    Known {
        name: "oxiri: no reference to a path with a segment that begins with a dot",
        why: "it refuses targets with dot segments, and takes more for them: `.b`, and the `.` of a guard",
        example: &["a:", "a:.b", "oxiri"],
        is: |answers| {
            let path = Split::of(answers.target).path;
            answers.theirs.is_none() && (path.starts_with('.') || path.contains("/."))
        },
    },
    Known {
        name: "iref: a longer reference",
        why: "it promises a reference, not the shortest",
        example: &["a://b/c/d", "a://b/c/", "iref"],
        is: |answers| answers.is_longer(),
    },
    Known {
        name: "iref: the reference has another target",
        why: "it compares schemes without their case, authorities and paths as they are decoded, and paths without dot \
              segments and empty ones; it forgets what the base has and the target lacks, such as the `/` before a path, \
              or at its end. Section 5.2.2 tells these apart",
        example: &["a:b", "a:", "iref"],
        is: |answers| {
            let Some([theirs, base, target]) = answers.wrong_target() else { return false };
            let has_dots = |path: &str| path.split('/').any(|segment| matches!(segment, "." | ".."));
            let is_compared_otherwise =
                |path: &str| path.contains('%') || path.contains("//") || has_dots(path);
            let is_rootless = |path: &str| !path.starts_with('/');
            // `..` leads above the first segment of a rootless base.
            let is_above_rootless = is_rootless(base.path) && theirs.path.starts_with("..");
            // The library's reference ends in `..`, which resolves to a path with a final `/`.
            let is_parent = theirs.path.ends_with("..")
                && base.path.strip_prefix(target.path).is_some_and(|rest| rest.starts_with('/'));
            answers.resolved.is_some()
                && (has_no_path(&theirs)
                    || is_parent
                    || is_rootless(base.path) != is_rootless(target.path)
                    || is_above_rootless
                    || base.scheme != target.scheme
                    || base.authority != target.authority
                    || is_compared_otherwise(base.path)
                    || is_compared_otherwise(target.path))
        },
    },
    Known {
        name: "iref: the first segment has a colon",
        why: "it is no reference, by section 4.2: a `./` is missing before a colon without a scheme before it",
        example: &["a:/", "a:/:", "iref"],
        is: |answers| {
            let first = answers.theirs.map(|theirs| theirs.split('/').next().unwrap_or_default());
            answers.resolved.is_none() && first.is_some_and(|first| first.contains(':'))
        },
    },
    Known {
        name: "url: a longer reference",
        why: "it promises a reference, not the shortest",
        example: &["http://a/b/c/d/e/f", "http://a/b", "url"],
        is: |answers| answers.is_longer(),
    },
    Known {
        name: "url: no reference to another origin, or from a base that is opaque",
        why: "it returns references without an authority only; section 4.2 has others",
        example: &["http://a/", "http://b/", "url"],
        is: |answers| {
            let (base, target) = (Split::of(answers.base), Split::of(answers.target));
            let is_opaque = |uri: &Split<'_>| uri.authority.is_none() && !uri.path.starts_with('/');
            answers.theirs.is_none()
                && (base.scheme != target.scheme
                    || base.authority != target.authority
                    || is_opaque(&base)
                    || is_opaque(&target))
        },
    },
    Known {
        name: "url: the reference has another target, or none",
        why: "it forgets the userinfo, a query that the target lacks, empty segments and colons, and writes `/` for the \
              directory that the base is in; section 5.2.2 does not",
        example: &["http://a/?b", "http://a/", "url"],
        is: |answers| {
            let Some([theirs, base, target]) = answers.wrong_target() else { return false };
            let forgets = has_no_path(&theirs) && target.query.is_none() && base.path == target.path;
            let reads_as_scheme = answers.theirs.is_some_and(|theirs| {
                theirs.split('/').next().is_some_and(|first| first.contains(':'))
                    && answers.target.ends_with(theirs)
            });
            let is_directory =
                theirs.path == "/" && target.path.ends_with('/') && base.path.starts_with(target.path);
            forgets
                || is_directory
                || base.authority != target.authority
                || reads_as_scheme
                || [base.path, target.path].iter().any(|path| path.contains("//"))
        },
    },
];

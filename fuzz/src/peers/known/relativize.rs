//! References to targets.

use super::entry::Known;
use crate::oracle::appendix_b::Split;

/// The answers for a base and a target.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The base.
    pub base: &'t str,
    /// The target.
    pub target: &'t str,
    /// The shortest reference; `None` if there is none.
    pub ours: Option<&'t str>,
    /// What the library answers; `None` if it refuses.
    pub theirs: Option<&'t str>,
    /// What its answer is resolved to; `None` if it is no reference.
    pub resolved: Option<&'t str>,
}

impl Answers<'_> {
    /// Returns whether the library's reference has the target, and is longer than needed.
    fn is_longer(&self) -> bool {
        let both = self.ours.zip(self.theirs);
        self.resolved == Some(self.target) && both.is_some_and(|(ours, theirs)| theirs.len() > ours.len())
    }

    /// Returns whether the library's reference has another target, or none.
    fn has_another_target(&self) -> bool {
        self.theirs.is_some() && self.resolved != Some(self.target)
    }

    /// Returns the library's reference, the base and the target, each parsed, if the reference has another target, but
    /// the query and the fragment of this one.
    fn astray(&self) -> Option<[Split<'_>; 3]> {
        let theirs = self.theirs.filter(|_| self.has_another_target())?;
        let [theirs, base, target] = [theirs, self.base, self.target].map(Split::of);
        let is_of_target = (theirs.query, theirs.fragment) == (target.query, target.fragment);
        is_of_target.then_some([theirs, base, target])
    }
}

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        let what = match (self.theirs, self.resolved) {
            (None, _) => "refuses",
            (_, None) => "has what is not a reference",
            _ if self.has_another_target() => "has a reference to another target",
            _ if self.ours.is_none() => "has a reference",
            (_, Some(_)) if self.is_longer() => "has a longer reference",
            (_, Some(_)) => "has a shorter reference",
        };
        what.to_owned()
    }
}

/// Returns whether a reference has a query and a fragment at most.
fn has_no_path(reference: &Split<'_>) -> bool {
    reference.scheme.is_none() && reference.authority.is_none() && reference.path.is_empty()
}

/// Whether answers differ in a known way.
pub type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const RELATIVIZE: &[Known<Is>] = &[
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
            let Some([theirs, base, target]) = answers.astray() else { return false };
            let has_dots = |path: &str| path.split('/').any(|segment| matches!(segment, "." | ".."));
            let is_compared_otherwise =
                |path: &str| path.contains('%') || path.contains("//") || has_dots(path);
            let is_rootless = |path: &str| !path.starts_with('/');
            // `..` leads to a root that the base does not have.
            let is_above_rootless = is_rootless(base.path) && theirs.path.starts_with("..");
            // `..` has a `/` at its end when it is resolved.
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
            let Some([theirs, base, target]) = answers.astray() else { return false };
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

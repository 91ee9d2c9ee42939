//! Resolution by section 6 of draft-fielding-url-syntax-01, of 1996, for historical study.
//!
//! The algorithm keeps a `..` that would go above the root, keeps dot segments after a leading `/`, treats `?y` as a path
//! and removes dot segments in queries.
//!
//! The examples in Appendix C of the draft treat a `rel_path`, which is a path and a query, as one path: `?y` replaces the
//! last segment, and `g?y/../x` becomes `x`. The steps of section 6 would separate the path and the query. This module
//! follows the examples.

use alloc::string::String;
use core::marker::PhantomData;

use crate::grammar::{Components, Fault, Grammar, GrammarError, Rule, defined};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};
use crate::resolve::{ResolveError, Resolver};

/// Returns the target of a reference, with the options of the resolver.
///
/// ```
/// use urigram::resolve::Resolver;
/// use urigram::{Uri, UriReference, draft1996};
///
/// let (base, reference) = (Uri::parse("http://a/b/c/d;p?q")?, UriReference::parse("?y")?);
/// assert_eq!(base.resolve(&reference).unwrap(), "http://a/b/c/d;p?y");
/// assert_eq!(draft1996::resolve(Resolver::new(), &base, &reference).unwrap(), "http://a/b/c/?y");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// # Errors
///
/// The errors of [`Resolver::resolve`], and an error if the target of an IRI reference is not an IRI, which is possible
/// because the query becomes part of the path, where fewer characters are valid.
pub fn resolve<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
    resolver: Resolver,
    base: &Uri<T, G>,
    reference: &UriReference<U, G>,
) -> Result<Uri<String, G>, ResolveError> {
    let mut text = String::new();
    let components = write::<G>(resolver, Parts::of(base), Parts::of(reference), &mut text)?;
    Ok(Uri(UriReference { text, components, grammar: PhantomData }))
}

/// Appends the target to the buffer, which must be empty.
fn write<G: Grammar>(
    options: Resolver,
    base: Parts<'_>,
    reference: Parts<'_>,
    target: &mut String,
) -> Result<Components, ResolveError> {
    let server = reference.slashes_and_authority();
    let rel_path = reference.slice(reference.at.path_span().start, reference.after_query());
    if options.has_scheme(base, reference) {
        // Step 2b.
        target.push_str(reference.up_to(reference.after_query()));
    } else if matches!(server, "" | "//") && rel_path.is_empty() {
        // Steps 2a and 5.
        target.push_str(base.up_to(base.after_query()));
    } else {
        recombine(options, base, server, rel_path, target)?;
    }
    target.push_str(reference.slice(reference.after_query(), reference.at.end()));
    G::components(Rule::URI, target).map_err(|error| match error.fault() {
        Fault::TooLong => ResolveError::TooLong,
        _ => GrammarError::rejected(error).into(),
    })
}

/// Performs steps 3 to 7, for a reference that has no scheme and is not empty.
fn recombine(
    options: Resolver,
    base: Parts<'_>,
    server: &str,
    rel_path: &str,
    target: &mut String,
) -> Result<(), ResolveError> {
    // Step 3: an empty server is treated as undefined.
    if !matches!(server, "" | "//") {
        target.push_str(base.scheme());
        target.push_str(server);
        target.push_str(rel_path);
        return Ok(());
    }
    target.push_str(base.up_to(base.at.path_span().start));
    let start = target.len();
    if rel_path.starts_with('/') {
        // Step 4.
        target.push_str(rel_path);
    } else {
        let count = merge(base.directory(), rel_path, target);
        if options.deny_above_root && count > 0 {
            return Err(ResolveError::AboveRoot { count });
        }
    }
    if base.at.has(defined::AUTHORITY) { Ok(()) } else { options.guard(target, start) }
}

/// Performs step 6: appends `directory`, then `rel_path` in place of the base path's last segment, and removes dot segments.
/// Returns the number of `..` that remain at the start, because they would go above the root.
#[expect(clippy::arithmetic_side_effects, reason = "offsets in the target, and fewer `..` than bytes")]
fn merge(directory: &str, rel_path: &str, target: &mut String) -> usize {
    let inner = directory.strip_prefix('/').unwrap_or(directory);
    if directory.starts_with('/') {
        target.push('/');
    }
    let start = target.len();
    let mut above_root = 0;
    for segment in inner.split_inclusive('/').chain(rel_path.split_inclusive('/')) {
        match segment {
            "./" | "." => {}
            "../" | ".." => match target.get(start..).and_then(last_segment) {
                Some(last) => target.truncate(start + last),
                None => {
                    target.push_str(segment);
                    above_root += 1;
                }
            },
            _ => target.push_str(segment),
        }
    }
    above_root
}

/// Returns the start of the last segment of a path whose segments end in `/`, or `None` if the last segment is `..` or there
/// is none.
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
fn last_segment(path: &str) -> Option<usize> {
    let segments = path.strip_suffix('/')?;
    let last = segments.rfind('/').map_or(0, |slash| slash + 1);
    (segments.get(last..) != Some("..")).then_some(last)
}

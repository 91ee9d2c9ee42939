//! Sections 5.2.2, 5.2.3 and 5.3, transcribed literally from the pseudocode, plus the guard of section 3.3.

use super::appendix_b::Split;
use super::dot_segments;

fn remove_dot_segments(path: &str) -> (String, usize) {
    dot_segments::remove_dot_segments(path, |_, _, _| {})
}

pub(crate) fn merge(base: &Split<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let all_but_the_last_segment = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    format!("{all_but_the_last_segment}{path}")
}

/// Returns the target, and how many `..` had no segment to remove.
pub(crate) fn resolve(base: &str, reference: &str, strict: bool) -> (String, usize) {
    let (base, mut r) = (Split::of(base), Split::of(reference));
    if !strict && r.scheme.is_some_and(|scheme| base.scheme.unwrap().eq_ignore_ascii_case(scheme)) {
        r.scheme = None;
    }
    let (scheme, authority, path, query);
    let mut dropped = 0;
    let mut remove_dot_segments = |path: &str| {
        let (path, more) = remove_dot_segments(path);
        dropped += more;
        path
    };
    if r.scheme.is_some() {
        (scheme, authority, path, query) = (r.scheme, r.authority, remove_dot_segments(r.path), r.query);
    } else {
        if r.authority.is_some() {
            (authority, path, query) = (r.authority, remove_dot_segments(r.path), r.query);
        } else {
            if r.path.is_empty() {
                path = base.path.to_owned();
                query = if r.query.is_some() { r.query } else { base.query };
            } else {
                path = if r.path.starts_with('/') {
                    remove_dot_segments(r.path)
                } else {
                    remove_dot_segments(&merge(&base, r.path))
                };
                query = r.query;
            }
            authority = base.authority;
        }
        scheme = base.scheme;
    }
    (recompose(scheme, authority, &path, query, r.fragment), dropped)
}

fn recompose(
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> String {
    let mut result = String::new();
    if let Some(scheme) = scheme {
        result = result + scheme + ":";
    }
    if let Some(authority) = authority {
        result = result + "//" + authority;
    } else if path.starts_with("//") {
        result += "/.";
    }
    result += path;
    if let Some(query) = query {
        result = result + "?" + query;
    }
    if let Some(fragment) = fragment {
        result = result + "#" + fragment;
    }
    result
}

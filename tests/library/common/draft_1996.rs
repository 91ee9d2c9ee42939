//! draft-fielding-url-syntax-01, section 6, transcribed literally from its steps, with the guard of section 3.3 of RFC
//! 3986 added. As in the examples of Appendix C of the draft, a `rel_path`, which is a path and a query, is treated as
//! one path.

use super::rfc::Split;

/// Returns the target, and the number of `..` that step 6 leaves at the start of its path.
pub(crate) fn resolve(base: &str, reference: &str) -> (String, usize) {
    let fragment = reference.find('#').map_or("", |start| &reference[start..]);
    let base = base.split('#').next().unwrap_or_default();
    let rest = reference.split('#').next().unwrap_or_default();
    let (of_base, r) = (Split::of(base), Split::of(rest));
    // Step 2b: the reference has a scheme.
    if r.scheme.is_some() {
        return (reference.to_owned(), 0);
    }
    let server = r.authority.filter(|server| !server.is_empty());
    let rel_path = &rest[r.authority.map_or(0, |server| "//".len() + server.len())..];
    // Steps 2a and 5: the reference is a fragment or empty.
    if server.is_none() && rel_path.is_empty() {
        return (base.to_owned() + fragment, 0);
    }
    let (path, left) = if server.is_some() || rel_path.starts_with('/') {
        // Steps 3 and 4.
        (rel_path.to_owned(), 0)
    } else {
        step_6(&of_base, rel_path)
    };
    // Step 7; step 3 treats an empty server as undefined.
    let scheme = of_base.scheme.unwrap_or_default();
    let server = server.or(of_base.authority).map(|server| format!("//{server}"));
    let guard = if server.is_none() && path.starts_with("//") { "/." } else { "" };
    (format!("{scheme}:{}{guard}{path}{fragment}", server.unwrap_or_default()), left)
}

/// Step 6. In the draft, the `/` before a path, and the `/` between a server and a path, are not part of the path (section 4).
fn step_6(base: &Split<'_>, rel_path: &str) -> (String, usize) {
    let last_slash = base.path.rfind('/');
    let directory = match last_slash {
        None if base.authority.is_some() => "/",
        None => "",
        Some(slash) => &base.path[..=slash],
    };
    let path = directory.to_owned() + rel_path;
    let (slash, path) = path.split_at(usize::from(path.starts_with('/')));
    let mut segments: Vec<&str> = path.split('/').collect();

    // a) All occurrences of "./" are removed.
    let last = segments.pop().unwrap_or_default();
    segments.retain(|&segment| segment != ".");
    // b) If the path ends with ".", this "." is removed.
    segments.push(if last == "." { "" } else { last });
    // c) All occurrences of "<segment>/../" are removed, the leftmost first.
    let removable = |pair: &[&str]| pair[0] != ".." && pair[1] == "..";
    while let Some(at) = segments[..segments.len() - 1].windows(2).position(removable) {
        segments.drain(at..at + 2);
    }
    // d) If the path ends with "<segment>/..", this end is removed.
    if segments.len() > 1 && removable(&segments[segments.len() - 2..]) {
        segments.truncate(segments.len() - 2);
        segments.push("");
    }
    let left = segments.iter().filter(|&&segment| segment == "..").count();
    (slash.to_owned() + &segments.join("/"), left)
}

//! The references that could have a target.

use super::appendix_b::Split;
use super::section_5_2;

/// Returns the length of a reference and the number of its `..`.
pub(crate) fn cost(reference: &str) -> (usize, usize) {
    let path = Split::of(reference).path;
    (reference.len(), path.split('/').filter(|&segment| segment == "..").count())
}

/// Returns a reference to a target, by section 5.2, that costs less; `None` if there is none.
///
/// A reference consists of components of the target, of which the path may be left out, be its last segments with any
/// number of `../` before them, or have a guard.
pub(crate) fn cheaper(base: &str, target: &str, than: (usize, usize)) -> Option<String> {
    let of_target = Split::of(target);
    let place = |part: &str| part.as_ptr() as usize - target.as_ptr() as usize;
    let (path, end) = (of_target.path, place(of_target.path) + of_target.path.len());
    let after = &target[end..];
    let scheme = of_target.scheme.map_or(0, |scheme| scheme.len() + 1);
    let of_base = Split::of(base);
    let has_scheme = of_base.scheme == of_target.scheme;
    let has_authority = has_scheme && of_base.authority == of_target.authority;
    let mut found = None;
    let mut attempt = |pieces: &[&str]| {
        if found.is_some() || pieces.iter().map(|piece| piece.len()).sum::<usize>() > than.0 {
            return;
        }
        let reference = pieces.concat();
        let is_cheaper = cost(&reference) < than && !reads_as_scheme(&reference);
        if is_cheaper && section_5_2::resolve(base, &reference, true).0 == target {
            found = Some(reference);
        }
    };
    attempt(&[target]);
    if has_scheme {
        attempt(&[&target[scheme..]]);
    }
    if !has_authority {
        return found;
    }
    attempt(&[after]);
    attempt(&of_target.fragment.map_or(vec![], |fragment| vec!["#", fragment]));
    let levels = of_base.path.matches('/').count() + 1;
    let ups = "../".repeat(levels);
    let unguarded = path.strip_prefix("/.").unwrap_or(path);
    let suffixes =
        |path| [0].into_iter().chain(str::match_indices(path, '/').flat_map(|(slash, _)| [slash, slash + 1]));
    for path in [path, unguarded] {
        for suffix in suffixes(path).map(|start| &path[start..]).chain([""]) {
            if suffix.len() + after.len() > than.0 {
                continue;
            }
            for guard in ["", ".", "./", "/."] {
                attempt(&[guard, suffix, after]);
            }
            for up in 1..=levels {
                attempt(&[&ups[..3 * up], suffix, after]);
                attempt(&[&ups[..3 * up - 1], suffix, after]);
            }
        }
    }
    found
}

/// Returns whether the first segment of a relative reference has a colon, which section 4.2 does not allow.
fn reads_as_scheme(reference: &str) -> bool {
    let split = Split::of(reference);
    let first = split.path.split('/').next().unwrap_or_default();
    split.scheme.is_none() && split.authority.is_none() && first.contains(':')
}

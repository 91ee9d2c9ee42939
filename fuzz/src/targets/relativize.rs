//! Relative references. Each resolves to its target by the pseudocode of section 5.2, and no other reference
//! is shorter, or equally short with fewer `..`. Compared with oxiri, iref and url.

use urigram::resolve::{RelativizeError, Relativizer};
use urigram::{Uri, UriReference};

use crate::oracle::rfc;
use crate::oracle::rfc::Split;
use crate::peers::RELATIVIZERS;
use crate::peers::known::known;
use crate::peers::resolve::{RELATIVIZE, RelativizeAnswers};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a base and a target, and optionally the name of the only library to compare with.
pub(super) const TARGET: Target = Target { name: "relativize", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let base = source.valid_uri();
    let target = match source.below(8) {
        0 => source.valid_uri(),
        1..4 => {
            let reference = source.valid_reference();
            let (target, _) = rfc::resolve(&base, &reference, true);
            target
        }
        4..6 => source.valid(
            |text| Uri::parse(text).is_ok(),
            |source, text| {
                text.push_str(&base);
                source.edit(text);
            },
        ),
        _ => source.valid(
            |text| Uri::parse(text).is_ok(),
            |source, text| {
                let split = Split::of(&base);
                let start = split.path.as_ptr() as usize - base.as_ptr() as usize;
                let kept = split.path.match_indices('/').map(|(slash, _)| slash + 1).collect::<Vec<_>>();
                let kept = kept.get(source.below(kept.len().max(1))).copied().unwrap_or_default();
                text.push_str(&base[..start + kept]);
                source.text_of(Of::Uris, urigram::Rule::path_rootless, text);
            },
        ),
    };
    input.extend([base, target]);
    if source.once_in(8) {
        input.push(source.one_of(RELATIVIZERS).0.to_owned());
    }
}

fn check(input: &[String]) {
    let [base_text, text, ..] = input else { return };
    let (Ok(base), Ok(target)) = (Uri::parse(base_text), Uri::parse(text)) else {
        return;
    };
    let reference = base.relativize(&target);
    if let Some(name) = input.get(2) {
        let ours = reference.as_ref().ok().map(UriReference::as_str);
        return check_peer(name, base_text, text, ours);
    }
    check_joined(base_text, text);
    match reference {
        Ok(reference) => {
            let back = rfc::resolve(base_text, reference.as_str(), true).0;
            assert_eq!(back, target.as_str(), "it has the target: `{reference}`");
            let parsed = UriReference::parse(reference.as_str()).expect("a reference");
            assert_eq!(parsed.components(), reference.components(), "the components");
            let relativizer = Relativizer::new().path_relative(true);
            let path_relative = relativizer.relativize(&base, &target).expect("there is a reference");
            let back = rfc::resolve(base_text, path_relative.as_str(), true).0;
            assert_eq!(back, target.as_str(), "it has the target: `{path_relative}`");
            let better = cheaper(base_text, text, cost(reference.as_str()));
            assert_eq!(better, None, "none is shorter than `{reference}`");
        }
        Err(RelativizeError::DotSegments { offset }) => {
            assert_eq!(offset, first_dot_segment(text), "the first dot segment");
            assert_eq!(cheaper(base_text, text, (usize::MAX, 0)), None, "no reference has this target");
        }
        Err(error) => panic!("under the grammar of the RFC: {error}"),
    }
}

/// Checks that the join with a base without scheme is the target.
fn check_joined(base: &str, target: &str) {
    let parse = |text: &str| text.parse::<UriReference>().ok();
    let without_scheme = |text: &str| parse(text.split_once(':')?.1);
    let Some(base) = without_scheme(base) else { return };
    let targets = [parse(target), without_scheme(target)];
    for target in targets.into_iter().flatten() {
        if let Ok(reference) = base.relativize(&target) {
            assert_eq!(base.join(&reference).as_ref(), Ok(&target), "`{base}` and `{reference}`");
            let parsed = UriReference::parse(reference.as_str()).expect("a reference");
            assert_eq!(parsed.components(), reference.components(), "the components of `{reference}`");
        }
    }
}

/// Returns the offset of the first dot segment of the path that is not a guard.
fn first_dot_segment(target: &str) -> usize {
    let Split { authority, path, .. } = Split::of(target);
    let unguarded = path.strip_prefix("/.").filter(|path| authority.is_none() && path.starts_with("//"));
    let path = unguarded.unwrap_or(path);
    let mut start = path.as_ptr() as usize - target.as_ptr() as usize;
    for segment in path.split('/') {
        if matches!(segment, "." | "..") {
            return start;
        }
        start += segment.len() + 1;
    }
    panic!("the path has a dot segment")
}

fn check_peer(name: &str, base: &str, target: &str, ours: Option<&str>) {
    let Some((peer, relativize)) = RELATIVIZERS.iter().find(|(peer, _)| *peer == name) else { return };
    let Some(theirs) = relativize(base, target) else { return };
    let theirs = theirs.as_deref();
    let valid = theirs.filter(|theirs| UriReference::parse(theirs).is_ok());
    let resolved = valid.map(|theirs| rfc::resolve(base, theirs, true).0);
    let is_right = resolved.as_deref() == ours.map(|_| target);
    if !is_right || theirs.map(str::len) != ours.map(str::len) {
        let answers = RelativizeAnswers { base, target, ours, theirs, resolved: resolved.as_deref() };
        known(RELATIVIZE, peer, &answers, |is| is(&answers));
    }
}

/// Returns the length of a reference, and the number of its `..` segments.
pub(crate) fn cost(reference: &str) -> (usize, usize) {
    let path = Split::of(reference).path;
    (reference.len(), path.split('/').filter(|&segment| segment == "..").count())
}

/// Returns a reference that resolves to the target (section 5.2) and costs less than `than`.
///
/// Candidates consist of components of the target. Their path is empty, a suffix of the target's segments
/// after any number of `../`, or guarded.
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
        if is_cheaper && rfc::resolve(base, &reference, true).0 == target {
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

/// Returns whether the first segment of a relative reference contains a colon, which section 4.2 does not
/// allow.
fn reads_as_scheme(reference: &str) -> bool {
    let split = Split::of(reference);
    let first = split.path.split('/').next().unwrap_or_default();
    split.scheme.is_none() && split.authority.is_none() && first.contains(':')
}

//! References to targets. Each has its target by the pseudocode of section 5.2, and no reference is shorter,
//! nor as long with fewer `..`. Compared with oxiri, iref and url.

use urigram::resolve::RelativizeError;
use urigram::{Uri, UriReference};

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::appendix_b::Split;
use crate::oracle::references::{cheaper, cost};
use crate::oracle::section_5_2;
use crate::peers::known::known;
use crate::peers::known::relativize::{Answers, RELATIVIZE};
use crate::peers::relativize::PEERS;
use crate::target::{Seen, Target};

/// A base and a target, and perhaps the name of a library for a comparison with that alone.
pub(super) const TARGET: Target = Target { name: "relativize", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let base = source.valid_uri();
    let target = match source.below(8) {
        0 => source.valid_uri(),
        1..4 => {
            let reference = source.valid_reference();
            let (target, _) = section_5_2::resolve(&base, &reference, true);
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
        input.push(source.one_of(PEERS).0.to_owned());
    }
}

fn check(input: &[String], seen: &mut Seen) {
    let [base_text, text, ..] = input else { return };
    let (Ok(base), Ok(target)) = (Uri::parse(base_text), Uri::parse(text)) else {
        return seen.count("not two URIs");
    };
    let reference = base.relativize(&target);
    if let Some(name) = input.get(2) {
        let ours = reference.as_ref().ok().map(UriReference::as_str);
        return check_peer(name, base_text, text, ours, seen);
    }
    match reference {
        Ok(reference) => {
            let back = section_5_2::resolve(base_text, reference.as_str(), true).0;
            assert_eq!(back, target.as_str(), "it has the target: `{reference}`");
            let parsed = UriReference::parse(reference.as_str());
            let parsed = parsed.unwrap_or_else(|error| panic!("no reference: {error}"));
            assert_eq!(parsed.components(), reference.components(), "the components");
            let better = cheaper(base_text, text, cost(reference.as_str()));
            assert_eq!(better, None, "none is shorter than `{reference}`");
            seen.count(form(reference.as_str()));
        }
        Err(RelativizeError::DotSegments { offset }) => {
            assert_eq!(offset, first_dot_segment(text), "the first dot segment");
            assert_eq!(cheaper(base_text, text, (usize::MAX, 0)), None, "no reference has this target");
            seen.count("no reference");
        }
        Err(error) => panic!("under the grammar of the RFC: {error}"),
    }
}

/// Returns where the first dot segment of the path begins, apart from a guard.
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

fn check_peer(name: &str, base: &str, target: &str, ours: Option<&str>, seen: &mut Seen) {
    let Some((peer, relativize)) = PEERS.iter().find(|(peer, _)| *peer == name) else { return };
    let Some(theirs) = relativize(base, target) else { return seen.count("not comparable") };
    let theirs = theirs.as_deref();
    let valid = theirs.filter(|theirs| UriReference::parse(theirs).is_ok());
    let resolved = valid.map(|theirs| section_5_2::resolve(base, theirs, true).0);
    let is_right = resolved.as_deref() == ours.map(|_| target);
    if !is_right || theirs.map(str::len) != ours.map(str::len) {
        let answers = Answers { base, target, ours, theirs, resolved: resolved.as_deref() };
        seen.count(known(RELATIVIZE, peer, &answers, |is| is(&answers)));
    }
    seen.count("a library's reference");
}

fn form(reference: &str) -> &'static str {
    let Split { scheme, authority, path, query, .. } = Split::of(reference);
    match path {
        _ if scheme.is_some() => "the whole URI",
        _ if authority.is_some() => "from the authority on",
        "" if query.is_some() => "from the query on",
        "" => "from the fragment on",
        _ if path.starts_with("/.//") || path.starts_with("./") => "with a guard",
        _ if path.starts_with('/') => "the whole path",
        _ if path.starts_with("..") => "with `..`",
        _ => "the last segments",
    }
}

//! `relativize`: from a base and a target, both parsed before, to a reference that has this target.
//!
//! The strings of the corpus become links of one site, which are sorted, so that neighbors have much in common. Each is
//! the base of a neighbor, in turns of the one after it and of the one before.

use std::fmt::Display;

use urigram::{Uri, uri};

use crate::pass::{OURS, Pass, Prepared, Table, each};

/// The libraries that have the operation.
pub const TABLE: Table = &[
    (OURS, |lines| between(lines, Uri::try_new, |base, target| base.relativize(target).ok())),
    ("iref", |lines| between(lines, iref::UriRefBuf::new, |base, target| Some(target.relative_to(base)))),
    ("oxiri", |lines| {
        between(lines, oxiri::Iri::<String>::parse, |base, target| base.relativize(target).ok())
    }),
    ("url", |lines| between(lines, |text| url::Url::parse(&text), |base, target| base.make_relative(target))),
];

/// Returns a pass over the pairs that a library accepts. `accepted` counts the references that have the target.
fn between<'c, V: Display + 'c, T: Display, E>(
    lines: &[&str],
    parse: impl Fn(String) -> Result<V, E>,
    relativize: impl Fn(&V, &V) -> Option<T> + 'c,
) -> Pass<'c> {
    let mut prepared = Prepared { values: Vec::new(), bytes: 0 };
    for [base, target] in pairs(lines) {
        let bytes = target.len();
        if let (Ok(base), Ok(target)) = (parse(base), parse(target)) {
            prepared.values.push((base, target));
            prepared.bytes += bytes;
        }
    }
    let leads_back = |(base, target): &&(V, V)| {
        let reference = relativize(base, target).map(|reference| reference.to_string());
        let resolved =
            reference.and_then(|reference| Uri::parse(&base.to_string()).ok()?.resolve_str(&reference).ok());
        resolved.is_some_and(|resolved| resolved.as_str() == target.to_string())
    };
    let accepted = prepared.values.iter().filter(leads_back).count();
    Pass { accepted, ..each(prepared, move |(base, target)| relativize(base, target)) }
}

/// Returns pairs of a base and a target.
fn pairs(lines: &[&str]) -> Vec<[String; 2]> {
    let mut links: Vec<_> = lines.iter().filter_map(|line| link(line)).collect();
    links.sort_unstable();
    links.dedup();
    let neighbors = links.windows(2).enumerate().map(|(at, pair)| [&pair[at % 2], &pair[1 - at % 2]]);
    neighbors.map(|pair| pair.map(|link| link.as_str().to_owned())).collect()
}

/// Returns the string as a link of the site; one that has no authority stays as it is.
fn link(line: &str) -> Option<Uri> {
    let site = uri!("https://www.example.com/docs/guide/introduction.html?page=1");
    let mut link = site.resolve_str(line).ok()?;
    if link.authority().is_some() {
        link.set_scheme("https").ok()?;
        link.set_authority("www.example.com").ok()?;
    }
    Some(link)
}

#[cfg(test)]
mod tests {
    use super::{TABLE, pairs};
    use crate::builtin;

    #[test]
    fn neighbors_are_links_of_the_site() {
        let site = |rest| format!("https://www.example.com{rest}");
        let expected = [
            [site("/docs/guide/x?y"), site("/docs/y")],
            [site("/z"), site("/docs/y")],
            [site("/z"), String::from("urn:a:b")],
        ];
        assert_eq!(
            pairs(&["urn:a:b", "x?y", "http://h:80/z", "no reference", "../y", "https://i/z"]),
            expected
        );
    }

    #[test]
    fn references_have_their_targets() {
        for corpus in builtin::corpora(200) {
            let lines = corpus.lines();
            for (library, prepare) in
                TABLE.iter().filter(|(library, _)| ["urigram", "oxiri"].contains(library))
            {
                let pass = prepare(&lines);
                assert_eq!(pass.accepted, pass.strings, "{library} on {}", corpus.name);
            }
        }
    }
}

//! `resolve` and `resolve-reuse`: from a parsed reference and one of a few parsed `http` bases to the target.
//!
//! `relativize`: from a parsed base and a parsed target to a reference that resolves to this target. The strings of
//! the corpus are changed to links of one site and sorted, so that neighbors have long common prefixes. Each link is
//! the base for one of its neighbors, alternately the next one and the previous one.

use std::fmt::{Display, Write};

use iri_string::format::ToDedicatedString;
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference, uri};

use crate::pass::{OURS, Pass, Prepared, Table, applying, applying_into, each};

const BASES: [&str; 4] = [
    "http://example.com",
    "http://example.com/",
    "http://a/b/c/d;p?q",
    "https://www.example.com/docs/guide/introduction.html?page=1",
];

/// Returns the bases, parsed to the library's type.
fn bases<B, E>(parse: impl Fn(&'static str) -> Result<B, E>) -> Vec<B> {
    let bases: Vec<_> = BASES.into_iter().filter_map(|base| parse(base).ok()).collect();
    assert_eq!(bases.len(), BASES.len(), "a base was rejected");
    bases
}

/// The libraries, resolving to an owned value. `url` has no other function.
pub const TABLE: Table = &[
    (OURS, |lines| applying(lines, bases(Uri::parse), UriReference::parse, |base, r| base.resolve(r))),
    ("fluent-uri", |lines| {
        let bases = bases(fluent_uri::Uri::parse);
        applying(lines, bases, fluent_uri::UriRef::<&str>::parse, |base, r| r.resolve_against(base))
    }),
    ("iri-string", |lines| {
        let bases = bases(|base| UriAbsoluteStr::new(base).map(FixedBaseResolver::new));
        applying(lines, bases, UriReferenceStr::new, |base, r| {
            Some(base.resolve(r).to_dedicated_string()).ok_or(())
        })
    }),
    ("oxiri", |lines| {
        let bases = bases(oxiri::Iri::parse);
        applying(lines, bases, oxiri::IriRef::parse, |base, r| Ok::<_, ()>(base.resolve_unchecked(r)))
    }),
    ("url", |lines| applying(lines, bases(url::Url::parse), Ok::<_, ()>, |base, r| base.join(r))),
];

/// The libraries, resolving into a buffer.
pub const REUSE: Table = &[
    (OURS, |lines| {
        applying_into(lines, bases(Uri::parse), UriReference::parse, |base, r, buffer| {
            Resolver::new().resolve_into(base, r, buffer).is_ok()
        })
    }),
    ("iri-string", |lines| {
        let bases = bases(|base| UriAbsoluteStr::new(base).map(FixedBaseResolver::new));
        applying_into(lines, bases, UriReferenceStr::new, |base, r, buffer| {
            buffer.clear();
            write!(buffer, "{}", base.resolve(r)).is_ok()
        })
    }),
    ("oxiri", |lines| {
        applying_into(lines, bases(oxiri::Iri::parse), oxiri::IriRef::parse, |base, r, buffer| {
            buffer.clear();
            base.resolve_into_unchecked(r, buffer);
            true
        })
    }),
];

/// The libraries that can relativize.
pub const RELATIVIZE: Table = &[
    (OURS, |lines| between(lines, Uri::try_new, |base, target| base.relativize(target).ok())),
    ("iref", |lines| between(lines, iref::UriRefBuf::new, |base, target| Some(target.relative_to(base)))),
    ("oxiri", |lines| {
        between(lines, oxiri::Iri::<String>::parse, |base, target| base.relativize(target).ok())
    }),
    ("url", |lines| between(lines, |text| url::Url::parse(&text), |base, target| base.make_relative(target))),
];

/// Returns a pass over the pairs that a library accepts. `accepted` is the number of results that resolve to the
/// target.
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

/// Returns the string as a link of the site. A URI without an authority is unchanged.
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
    use super::{RELATIVIZE, pairs};
    use crate::corpus;

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
        for corpus in corpus::corpora(200) {
            let lines = corpus.lines();
            for (library, prepare) in
                RELATIVIZE.iter().filter(|(library, _)| ["urigram", "oxiri"].contains(library))
            {
                let pass = prepare(&lines);
                assert_eq!(pass.accepted, pass.strings, "{library} on {}", corpus.name);
            }
        }
    }
}

//! The built-in corpora: valid references of several shapes, from fixed seeds.
//!
//! In: the number of strings. `web` has the shapes of links and requests, `names` those of names of things.
//! Out: corpora. Next: `measure`.

mod names;
mod web;
mod words;

use fastrand::Rng;

use crate::corpus::Corpus;
pub(crate) use words::{WORDS, pick};

/// The number of strings of each corpus in a comparison, where other libraries run between two passes.
pub const COUNT: usize = 2_000;

/// The name of a corpus, and the function that generates one of its strings.
type Shape = (&'static str, fn(&mut Rng) -> String);

/// All corpora. The strings of the last are references of RFC 3987, those of the others of RFC 3986.
const SHAPES: &[Shape] = &[
    ("mixed", web::mixed),
    ("long-paths", web::long_path),
    ("escapes", web::escapes),
    ("relative", web::relative),
    ("ipv6", web::ipv6),
    ("short", web::short),
    ("log", web::log),
    ("rdf", names::rdf),
    ("urns", names::urn),
    ("iris", names::iri),
];

/// Returns all corpora with `count` strings each, the same at every call.
pub fn corpora(count: usize) -> Vec<Corpus> {
    names().filter_map(|name| corpus(name, count)).collect()
}

/// Returns the names of the corpora.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().map(|(name, _)| *name)
}

/// Returns the corpus with that name, if there is one.
pub fn corpus(name: &str, count: usize) -> Option<Corpus> {
    let (name, shape) = SHAPES.iter().find(|(shape, _)| *shape == name)?;
    // Each corpus has its own generator, so that a change to one leaves the others as they are.
    let mut random = Rng::with_seed(0x3986);
    Some(Corpus::new(name, (0..count).map(|_| shape(&mut random))))
}

#[cfg(test)]
mod tests {
    use urigram::IriReference;

    use super::corpora;
    use crate::corpus::Corpus;

    #[test]
    fn libraries_accept_all_strings() {
        for corpus in corpora(500) {
            for line in corpus.lines() {
                assert!(IriReference::parse(line).is_ok(), "{line}");
                assert_eq!(urigram::UriReference::parse(line).is_ok(), corpus.name != "iris", "{line}");
                assert_eq!(fluent_uri::UriRef::parse(line).is_ok(), corpus.name != "iris", "{line}");
                assert!(oxiri::IriRef::parse(line).is_ok(), "{line}");
                assert!(iref::IriRef::new(line).is_ok(), "{line}");
            }
        }
    }

    #[test]
    fn strings_differ() {
        for corpus in corpora(200) {
            let mut lines = corpus.lines();
            lines.sort_unstable();
            lines.dedup();
            assert!(lines.len() > 100 || corpus.name == "short", "{}: {}", corpus.name, lines.len());
        }
    }

    #[test]
    fn the_same_at_every_call() {
        let lines = |corpora: Vec<Corpus>| corpora.iter().map(|c| c.lines().join(" ")).collect::<Vec<_>>();
        assert_eq!(lines(corpora(50)), lines(corpora(50)));
    }
}

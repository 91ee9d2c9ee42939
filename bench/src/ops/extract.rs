//! `extract`: from prose to the URIs in it.
//!
//! The prose is generated around those strings of the corpus that both libraries find as a whole: `linkify` finds only
//! URIs with an authority, and for some schemes only those with a DNS host name. `linkify` returns only the range of a
//! link, while `urigram` also parses it.

use std::hint::black_box;

use fastrand::Rng;
use linkify::{Link, LinkFinder, LinkKind};
use urigram::Uri;
use urigram::extract::Extractor;

use crate::corpus::{WORDS, pick};
use crate::pass::{OURS, Pass, Table};

/// The libraries.
pub const TABLE: Table = &[
    (OURS, |lines| {
        let extractor = Extractor::new();
        finding(lines, move |text| extractor.in_text(text).inspect(see).count())
    }),
    ("linkify", |lines| {
        let finder = finder();
        finding(lines, move |text| finder.links(text).inspect(see).count())
    }),
];

fn see<T>(found: &T) {
    black_box(found);
}

fn finder() -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder
}

/// Returns a pass that finds all URIs in the prose.
fn finding<'c>(lines: &[&str], find: impl Fn(&str) -> usize + 'c) -> Pass<'c> {
    let (text, strings) = prose(lines);
    Pass {
        accepted: find(&text),
        strings,
        bytes: text.len(),
        run: Box::new(move || {
            black_box(find(&text));
        }),
    }
}

/// Returns prose in which about every fifth sentence contains a string that `linkify` finds as a whole, and the number
/// of these strings.
fn prose(lines: &[&str]) -> (String, usize) {
    let mut random = Rng::with_seed(0x3986);
    let (mut text, mut count) = (String::new(), 0);
    for line in lines {
        let is_whole = |link: Link<'_>| link.as_str() == *line;
        if Uri::parse(line).is_ok() && finder().links(line).next().is_some_and(is_whole) {
            for _ in 0..random.usize(3..=7) {
                sentence(&mut random, &mut text);
            }
            let (before, after) = pick(&mut random, CONTEXTS);
            text += before;
            text += line;
            text += after;
            count += 1;
        }
    }
    (text, count)
}

/// Text before and after a URI.
const CONTEXTS: &[(&str, &str)] = &[
    ("See ", " for more. "),
    ("It is at ", ".\n"),
    ("It is there (", "), too. "),
    ("They say \"", "\" is gone. "),
    ("The source is <", ">. "),
    ("Look at: ", ", and go on. "),
    ("[here](", "), or not. "),
    ("<a href=\"", "\">it</a> "),
];

/// Appends a sentence of some twelve words, in lines of some 80 characters.
fn sentence(random: &mut Rng, text: &mut String) {
    for number in 0..random.usize(6..=18) {
        if number > 0 {
            *text += match random.usize(..100) {
                0 => ": ",
                1..8 => ", ",
                8..16 => "\n",
                _ => " ",
            };
        }
        *text += pick(random, WORDS);
    }
    *text += pick(random, &[". ", ". ", ". ", "? ", ".\n", ".\n\n"]);
}

#[cfg(test)]
mod tests {
    use urigram::extract::Extractor;

    use super::{finder, prose};
    use crate::corpus;

    #[test]
    fn both_find_the_same() {
        let mut found = 0;
        for corpus in corpus::corpora(300) {
            let (text, count) = prose(&corpus.lines());
            let theirs: Vec<_> = finder().links(&text).map(|link| link.start()..link.end()).collect();
            let ours: Vec<_> = Extractor::new().in_text(&text).map(|found| found.range()).collect();
            let differ = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
            let differ = differ.map(|(ours, theirs)| (&text[ours.clone()], &text[theirs.clone()]));
            assert_eq!((ours.len(), theirs.len(), differ), (count, count, None), "{}", corpus.name);
            found += ours.len();
        }
        assert!(found > 500, "{found}");
    }
}

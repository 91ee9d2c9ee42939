//! Tests that the vectorized parser agrees with the byte-by-byte parser, which is used in constants. The strings have
//! delimiters around the ends of blocks of 64 bytes and of vectors of 16 bytes; samples are up to three blocks long.

use alloc::string::String;
use alloc::vec::Vec;

use rstest::rstest;

use super::automata;
use super::samples::{Random, Sampler, mutated};
use crate::grammar::automaton::Automaton;
use crate::grammar::generated::{rfc3986, rfc3987, rfc6874};
use crate::grammar::lower::Lowering;
use crate::grammar::rule::Rule;

type Parse = fn(Rule, &str, &mut Lowering) -> bool;

/// The vectorized parser, and the parser for constants.
#[derive(Clone, Copy)]
struct Both {
    by_vector: Parse,
    by_byte: Parse,
    automaton: fn(Rule) -> &'static Automaton,
}

macro_rules! both {
    ($module:ident) => {
        Both { by_vector: $module::parse, by_byte: $module::parse_by_byte, automaton: automata::$module }
    };
}

impl Both {
    fn agree(self, rule: Rule, text: &str) {
        let parse = |parse: Parse| {
            let mut lowering = Lowering::new(text.len());
            parse(rule, text, &mut lowering).then(|| lowering.components(false))
        };
        assert_eq!(parse(self.by_vector), parse(self.by_byte), "{rule}: {text:?}");
    }
}

/// Strings that may end or continue a run of valid characters.
const PIECES: &[&str] = &[
    ":", "/", "?", "#", "@", "[", "]", "%41", "%", "%4", "%4%41", "%zz", "é", "\u{E000}", "\0", "[::1]", "~",
    " ",
];

#[rstest]
#[case::rfc3986(both!(rfc3986))]
#[case::rfc3987(both!(rfc3987))]
#[case::rfc6874(both!(rfc6874))]
fn at_every_offset(
    #[case] both: Both,
    #[values("", "a:", "/", "//", "//a@", "//a/", "?", "#")] before: &str,
    #[values("a", "0", "%41")] fill: &str,
) {
    for at in 0..140usize {
        // Put the piece at the end of the text, or before the end in the same vector or in an earlier one.
        for after in [0, 1, 20] {
            // Try all pieces around the ends of vectors, and one piece elsewhere.
            let pieces = match at % 16 {
                0 | 1 | 15 => PIECES,
                _ => &PIECES[(at + after) % PIECES.len()..][..1],
            };
            for piece in pieces {
                let text = [before, &fill.repeat(at / fill.len()), piece, &"b".repeat(after)].concat();
                both.agree(Rule::URI_reference, &text);
            }
        }
    }
}

#[rstest]
#[case::rfc3986(both!(rfc3986))]
#[case::rfc3987(both!(rfc3987))]
#[case::rfc6874(both!(rfc6874))]
#[ignore = "26 million texts"]
fn at_every_offset_of_every_length(
    #[case] both: Both,
    #[values("", "a:", "/", "//", "//a@", "//a/", "?", "#")] before: &str,
    #[values("a", "0", "%41")] fill: &str,
) {
    for length in 0..200usize {
        for at in 0..=length {
            // Try all pieces in short texts and around the ends of vectors, and one piece elsewhere.
            let is_end = |end: usize| end.abs_diff(at) < 2;
            let pieces: Vec<&str> = match (0..=192).step_by(16).any(is_end) || length < 40 {
                true => PIECES.to_vec(),
                false => alloc::vec![PIECES[(at + length) % PIECES.len()]],
            };
            for piece in pieces {
                let mut text = String::from(before);
                text.extend((0..at / fill.len()).map(|_| fill));
                text.push_str(piece);
                text.extend((at..length).map(|_| 'b'));
                both.agree(Rule::URI_reference, &text);
            }
        }
    }
}

#[rstest]
#[case::rfc3986(both!(rfc3986), 400)]
#[case::rfc3987(both!(rfc3987), 400)]
#[case::rfc6874(both!(rfc6874), 400)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc3986_often(both!(rfc3986), 20_000)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc3987_often(both!(rfc3987), 20_000)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc6874_often(both!(rfc6874), 20_000)]
fn on_samples_and_mutations_of_each_rule(#[case] both: Both, #[case] strings: usize) {
    for &rule in Rule::ALL {
        let sampler = Sampler::new((both.automaton)(rule));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..strings {
            let length = random.below(200);
            let text = sampler.sample(&mut random, length);
            both.agree(rule, &text);
            both.agree(rule, &mutated(&text, &mut random));
        }
    }
}

// Tests that the implementations of a grammar agree: the vectorized parser, the byte-by-byte parser, the
// parse tree and the automaton.
//
// In: every concatenation of three pieces, spans of each length, and strings sampled from the automaton of
// each rule, unchanged and with a character changed.
// Out: nothing; a test fails if two implementations differ. `samples` draws the strings, and `by_byte` compares
// the two compiled parsers around the ends of blocks.
// Next: `automaton`, which accepts the language of a rule, and `components`, on which all implementations must agree.

use alloc::collections::BTreeSet;

use rstest::rstest;

use super::automaton::Automaton;
use super::components::Components;
use super::diagnose::diagnose;
use super::error::ParseError;
use super::generated::{rfc3986, rfc3987, rfc6874};
use super::grammars::{Grammar, Rfc3986, Rfc3987, Rfc6874};
use super::lower::Lowering;
use super::rule::Rule;
use samples::{Random, Sampler, mutated};

mod automata;
mod by_byte;
mod samples;

/// The three implementations that decide whether a rule of a grammar matches.
struct Implementations {
    code: fn(Rule, &str, &mut Lowering) -> bool,
    tree: fn(Rule, &str, &mut Lowering) -> bool,
    automaton: fn(Rule) -> &'static Automaton,
}

macro_rules! implementations {
    ($module:ident) => {
        Implementations {
            code: $module::parse,
            tree: |rule, text, lowering| {
                let tree = $module::pest_tree::whole(rule, text);
                tree.map(|tree| lowering.read_tree(tree, |node| $module::pest_tree::capture(*node))).is_some()
            },
            automaton: automata::$module,
        }
    };
}

impl Implementations {
    fn agree(&self, rule: Rule, text: &str) -> bool {
        let (mut of_code, mut of_tree) = (Lowering::new(text.len()), Lowering::new(text.len()));
        let by_code = (self.code)(rule, text, &mut of_code);
        let by_tree = (self.tree)(rule, text, &mut of_tree);
        assert_eq!(by_code, by_tree, "{rule}: {text:?}");
        if by_code {
            let components = |lowering: Lowering| lowering.components(false).expect("they fit");
            assert_eq!(components(of_code), components(of_tree), "{rule}: {text:?}");
        }
        let by_automaton = (self.automaton)(rule).accepts(text);
        assert_eq!(by_automaton, by_code, "{rule}: {text:?}");
        by_code
    }
}

/// Parts of the RFC's examples, and characters and numbers that make the examples invalid.
const PIECES: &[&str] = &[
    "",
    "a",
    "http:",
    "//",
    "/",
    ":",
    "@",
    "?",
    "#",
    "[",
    "]",
    "[::1]",
    "[v1.a:]",
    "1.2.3.4",
    "256",
    "%41",
    "%",
    "..",
    "é",
    " ",
    "::",
    "ffff:",
    "1:2:3:4:5:6:7:8",
    "v",
    "%25eth0",
    "[fe80::1%25a]",
    "\u{E000}",
    "~!$&'()*+,;=",
    "\0",
];

#[rstest]
#[case::rfc3986(implementations!(rfc3986))]
#[case::rfc3987(implementations!(rfc3987))]
#[case::rfc6874(implementations!(rfc6874))]
fn on_two_pieces(#[case] implementations: Implementations) {
    for first in PIECES {
        for second in PIECES {
            let text = [*first, second].concat();
            for &rule in Rule::ALL {
                implementations.agree(rule, &text);
            }
        }
    }
}

#[rstest]
#[case::rfc3986(implementations!(rfc3986))]
#[case::rfc3987(implementations!(rfc3987))]
#[case::rfc6874(implementations!(rfc6874))]
fn on_three_pieces(#[case] implementations: Implementations) {
    three_pieces(|text| {
        implementations.agree(Rule::URI_reference, text);
    });
}

#[rstest]
#[case::rfc3986(implementations!(rfc3986))]
#[case::rfc3987(implementations!(rfc3987))]
#[case::rfc6874(implementations!(rfc6874))]
#[ignore = "each rule on 24,000 texts"]
fn each_rule_on_three_pieces(#[case] implementations: Implementations) {
    three_pieces(|text| {
        for &rule in Rule::ALL {
            implementations.agree(rule, text);
        }
    });
}

fn three_pieces(check: impl Fn(&str)) {
    for first in PIECES {
        for second in PIECES {
            for third in PIECES {
                check(&[*first, second, third].concat());
            }
        }
    }
}

/// Spans are scanned several bytes at a time, so their ends are tested at every length.
#[rstest]
#[case::rfc3986(implementations!(rfc3986))]
#[case::rfc3987(implementations!(rfc3987))]
#[case::rfc6874(implementations!(rfc6874))]
fn wherever_a_span_ends(
    #[case] implementations: Implementations,
    #[values("", "a:", "a:/", "/", "//", "//a@", "//a:", "//a/", "?", "#")] before: &str,
) {
    for length in 0..20 {
        for end in PIECES {
            for after in 0..6 {
                let text = [before, &"a".repeat(length), end, &"a".repeat(after)].concat();
                implementations.agree(Rule::URI_reference, &text);
            }
        }
    }
}

#[rstest]
#[case::rfc3986(implementations!(rfc3986), 400)]
#[case::rfc3987(implementations!(rfc3987), 400)]
#[case::rfc6874(implementations!(rfc6874), 400)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc3986_often(implementations!(rfc3986), 20_000)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc3987_often(implementations!(rfc3987), 20_000)]
#[ignore = "20,000 strings of each rule"]
#[case::rfc6874_often(implementations!(rfc6874), 20_000)]
fn on_samples_and_mutations_of_each_rule(#[case] implementations: Implementations, #[case] strings: usize) {
    for &rule in Rule::ALL {
        let sampler = Sampler::new((implementations.automaton)(rule));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        // Many rules have few strings, so most of their samples are duplicates.
        let (mut samples, mut mutations) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..strings {
            let length = random.below(40);
            let text = sampler.sample(&mut random, length);
            mutations.insert(mutated(&text, &mut random));
            samples.insert(text);
        }
        for text in &samples {
            assert!(implementations.agree(rule, text), "{rule}: {text:?} is a sample of it");
        }
        for text in mutations.difference(&samples) {
            implementations.agree(rule, text);
        }
    }
}

/// Starting the diagnosis from the prefix that the parser matched must not change the error.
#[rstest]
#[case::rfc3986(Rfc3986::components, rfc3986::automaton, automata::rfc3986, 3_000)]
#[case::rfc3987(Rfc3987::components, rfc3987::automaton, automata::rfc3987, 3_000)]
#[case::rfc6874(Rfc6874::components, rfc6874::automaton, automata::rfc6874, 3_000)]
#[ignore = "100,000 strings of each rule"]
#[case::rfc3986_often(Rfc3986::components, rfc3986::automaton, automata::rfc3986, 100_000)]
#[ignore = "100,000 strings of each rule"]
#[case::rfc3987_often(Rfc3987::components, rfc3987::automaton, automata::rfc3987, 100_000)]
#[ignore = "100,000 strings of each rule"]
#[case::rfc6874_often(Rfc6874::components, rfc6874::automaton, automata::rfc6874, 100_000)]
fn on_the_component_at_fault(
    #[case] parse: fn(Rule, &str) -> Result<Components, ParseError>,
    #[case] own: fn(Rule) -> Option<&'static Automaton>,
    #[case] automaton: fn(Rule) -> &'static Automaton,
    #[case] strings: usize,
) {
    for rule in [Rule::URI_reference, Rule::URI, Rule::absolute_URI, Rule::relative_ref] {
        let sampler = Sampler::new(automaton(rule));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..strings {
            let length = random.below(40);
            let text = mutated(&sampler.sample(&mut random, length), &mut random);
            let text = if random.below(2) == 0 { mutated(&text, &mut random) } else { text };
            if let Err(error) = parse(rule, &text) {
                let found = diagnose(rule, error.by, &text, None, &own, |_| false);
                assert_eq!(error, found, "{rule}: {text:?}");
            }
        }
    }
}

/// These rules are not run again on text that they matched as part of another rule.
#[rstest]
#[case::rfc3986(rfc3986::automaton)]
#[case::rfc3987(rfc3987::automaton)]
#[case::rfc6874(rfc6874::automaton)]
fn on_components_as_on_rules_alone(#[case] automaton: fn(Rule) -> Option<&'static Automaton>) {
    for rule in [
        Rule::scheme,
        Rule::userinfo,
        Rule::port,
        Rule::path_abempty,
        Rule::path_absolute,
        Rule::path_noscheme,
        Rule::path_rootless,
        Rule::query,
        Rule::fragment,
    ] {
        assert!(automaton(rule).unwrap().matches_as_alone(), "{rule}");
    }
}

/// Conversions to wider grammars rely on this property if the narrow grammar is Appendix A.
#[cfg(appendix_a)]
#[rstest]
#[case::rfc3987(rfc3987::parse, 3_000)]
#[case::rfc6874(rfc6874::parse, 3_000)]
#[ignore = "100,000 strings of each rule"]
#[case::rfc3987_often(rfc3987::parse, 100_000)]
#[ignore = "100,000 strings of each rule"]
#[case::rfc6874_often(rfc6874::parse, 100_000)]
fn on_what_rfc3986_accepts(#[case] wide: fn(Rule, &str, &mut Lowering) -> bool, #[case] strings: usize) {
    for rule in [Rule::URI_reference, Rule::URI, Rule::absolute_URI, Rule::relative_ref] {
        let sampler = Sampler::new(automata::rfc3986(rule));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..strings {
            let text = {
                let length = random.below(40);
                sampler.sample(&mut random, length)
            };
            let (mut narrow, mut same) = (Lowering::new(text.len()), Lowering::new(text.len()));
            assert!(rfc3986::parse(rule, &text, &mut narrow) && wide(rule, &text, &mut same));
            assert_eq!(narrow.components(false), same.components(false), "{rule}: {text:?}");
        }
    }
}

//! The proof of `appendix_a.rs` can fail: rules of `uri.pest` are changed, and the shortest strings by which
//! they, and rules that call them, then differ from their ABNF are checked.

mod authority;
mod characters;
mod generated;
mod harmless;
mod ipv6;
mod paths;
mod refused;
mod syntax;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Comparison, Dfa, Error, Grammar, Peg, Relation};

use crate::common::{self, Pest};

use self::Difference::{Different, Equal, Narrower, Wider};

static URI: LazyLock<Grammar> = LazyLock::new(common::uri);

/// The automata of the ABNF for every rule of [`URI`].
static PRINTED: LazyLock<BTreeMap<String, Dfa>> = LazyLock::new(|| {
    let abnf = Abnf::read(include_str!("../../../../uri.abnf"), "uri.abnf");
    let abnf = abnf.unwrap_or_else(|error| panic!("{error}"));
    URI.rules().iter().map(|rule| (rule.name.clone(), abnf.dfa(&rule.name).unwrap())).collect()
});

/// A changed rule, and how rules then differ: this rule first, then some that call it.
type Mutation = (&'static str, &'static [(&'static str, Difference<'static>)]);

/// How the strings of a rule of the mutated grammar differ from those of its ABNF, with the examples of
/// [`Dfa::compare`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference<'a> {
    Equal,
    /// It matches all that the ABNF does, and this string.
    Wider(&'a str),
    /// It matches nothing that the ABNF does not, but not this string.
    Narrower(&'a str),
    Different {
        gains: &'a str,
        loses: &'a str,
    },
}

impl<'a> Difference<'a> {
    fn of(found: &'a Comparison) -> Difference<'a> {
        let gains = found.only_left.as_deref().unwrap_or_default();
        let loses = found.only_right.as_deref().unwrap_or_default();
        match found.relation() {
            Relation::Equal => Equal,
            Relation::Wider => Wider(gains),
            Relation::Narrower => Narrower(loses),
            Relation::Different => Different { gains, loses },
        }
    }

    fn gains(self) -> Option<&'a str> {
        match self {
            Wider(gains) | Different { gains, .. } => Some(gains),
            Equal | Narrower(_) => None,
        }
    }

    fn loses(self) -> Option<&'a str> {
        match self {
            Narrower(loses) | Different { loses, .. } => Some(loses),
            Equal | Wider(_) => None,
        }
    }
}

fn mutated(variant: &str) -> Result<Grammar, Error> {
    Grammar::read_over(&URI, variant, "mutation.pest")
}

/// Compares rules of the mutated grammar with their ABNF, and checks the examples with pest.
fn check(variant: &str, expected: &[(&str, Difference<'_>)]) {
    let mutated = mutated(variant).unwrap_or_else(|error| panic!("{error}"));
    let peg = Peg::new(&mutated);
    let mut automata = Automata::new(&peg);
    let (before, after) = (Pest::new(&URI), Pest::new(&mutated));
    for &(rule, expected) in expected {
        let found = automata.dfa(rule).unwrap().compare(&PRINTED[rule]);
        assert_eq!(Difference::of(&found), expected, "{rule}, with {variant}");
        let verdicts = |text| (before.accepts(rule, text), after.accepts(rule, text));
        assert!(
            expected.gains().is_none_or(|text| verdicts(text) == (false, true)),
            "{rule}, with {variant}"
        );
        assert!(
            expected.loses().is_none_or(|text| verdicts(text) == (true, false)),
            "{rule}, with {variant}"
        );
    }
}

#[rstest]
#[case::syntax(syntax::MUTATIONS)]
#[case::authority(authority::MUTATIONS)]
#[case::paths(paths::MUTATIONS)]
#[case::characters(characters::MUTATIONS)]
fn differs(#[case] mutations: &[Mutation]) {
    for (variant, expected) in mutations {
        check(variant, expected);
    }
}

#[test]
fn every_rule_has_a_mutation_that_changes_it() {
    let tables = [syntax::MUTATIONS, authority::MUTATIONS, paths::MUTATIONS, characters::MUTATIONS];
    let changed = tables.concat().into_iter().filter_map(|(variant, differences)| {
        let (rule, difference) = differences[0];
        assert!(variant.starts_with(&format!("{rule} = ")), "first the rule itself: {variant}");
        (difference != Equal).then_some(rule)
    });
    let rules = URI.rules().iter().map(|rule| rule.name.as_str());
    assert_eq!(changed.collect::<BTreeSet<_>>(), rules.collect());
}

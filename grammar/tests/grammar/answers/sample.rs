use std::collections::HashMap;

use rstest::rstest;
use urigram_grammar::{Automata, BigUint, CharSet, Dfa, Peg, SampleError, Sampler};

use crate::answers::{ALPHABET, alphabet, random_automata};
use crate::common::{self, dfa, strings};

fn rule(body: &str) -> Dfa {
    dfa(&format!("r = @{{ {body} }}"), "r")
}

fn uri(rule: &str) -> Dfa {
    Automata::new(&Peg::new(&common::uri())).dfa(rule).unwrap()
}

/// Pearson's chi-squared test: returns how many standard deviations the observed counts are from the expected
/// ones.
fn surprise(of: impl IntoIterator<Item = (usize, f64)>) -> f64 {
    let terms: Vec<f64> =
        of.into_iter().map(|(seen, expected)| (seen as f64 - expected).powi(2) / expected).collect();
    let freedom = (terms.len() - 1) as f64;
    (terms.iter().sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// Draws from the strings of at most `longest` characters, and checks that all lengths, and all strings of
/// one length, are about equally frequent, and that nothing else is drawn.
fn assert_uniform(dfa: &Dfa, accepted: &[String], longest: usize) {
    const DRAWS: usize = 20_000;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for text in Sampler::new(dfa, longest).unwrap().strings(3986).take(DRAWS) {
        *seen.entry(text).or_default() += 1;
    }
    let mut of_length: HashMap<usize, usize> = HashMap::new();
    accepted.iter().for_each(|text| *of_length.entry(text.chars().count()).or_default() += 1);
    let expected = |text: &String| DRAWS as f64 / (of_length.len() * of_length[&text.chars().count()]) as f64;
    let compared: Vec<_> =
        accepted.iter().map(|text| (seen.remove(text).unwrap_or(0), expected(text))).collect();
    assert!(seen.is_empty(), "{:?} is not accepted", seen.keys().next());
    if compared.len() > 1 {
        assert!(surprise(compared) < 5.0);
    }
}

#[rstest]
#[case::one("\"a\"", 3)]
#[case::empty("\"\"", 3)]
#[case::lengths("\"a\"*", 9)]
#[case::few_after_one_and_many_after_another("\"a\" ~ \"b\" ~ \"b\" | \"b\" ~ 'a'..'b' ~ 'a'..'b'", 3)]
#[case::lengths_with_gaps("(\"a\"{3})*", 8)]
#[case::a_walk_would_prefer_short_ways("(\"a\" | \"b\" ~ \"0\")* ~ \"%\"?", 7)]
#[case::characters_of_two_ranges("('a'..'b' | \"é\")*", 4)]
fn every_string_of_a_length_is_as_likely(#[case] body: &str, #[case] longest: usize) {
    let dfa = rule(body);
    let accepted: Vec<_> = strings(ALPHABET, longest).into_iter().filter(|text| dfa.accepts(text)).collect();
    assert_uniform(&dfa, &accepted, longest);
}

#[test]
fn octets() {
    let accepted: Vec<String> = (0..256).map(|octet| octet.to_string()).collect();
    assert_uniform(&uri("dec_octet"), &accepted, 100);
}

#[rstest]
#[case::some(20)]
#[ignore = "a hundred grammars"]
#[case::many(100)]
fn random_grammars(#[case] grammars: u64) {
    let all = strings(ALPHABET, 4);
    let mut sampled = 0u32;
    for dfa in random_automata(grammars).flatten() {
        let dfa = dfa.over(&alphabet());
        let accepted: Vec<_> = all.iter().filter(|text| dfa.accepts(text)).cloned().collect();
        if accepted.is_empty() {
            assert_eq!(Sampler::new(&dfa, 4).unwrap_err(), SampleError::Empty { shortest: 0, longest: 4 });
        } else {
            assert_uniform(&dfa, &accepted, 4);
            sampled += 1;
        }
    }
    assert!(u64::from(sampled) > 2 * grammars, "{sampled}");
}

/// There are more strings than any machine integer can count: their proportions are kept, and the smallest is
/// never drawn.
#[test]
fn shares_of_large_numbers() {
    let dfa = rule("\"a\" ~ ANY{40} ~ \"!\" | \"b\" ~ ANY{40} ~ '!'..'#' | \"c\" ~ \"x\"{41}");
    let texts: Vec<_> = Sampler::new(&dfa, 50).unwrap().strings(1).take(4000).collect();
    assert!(texts.iter().all(|text| dfa.accepts(text)));
    let count = |first| texts.iter().filter(|text| text.starts_with(first)).count();
    assert_eq!(count('c'), 0);
    assert!(surprise([(count('a'), 1000.0), (count('b'), 3000.0)]) < 4.0);
}

/// The frequency of each first character, compared with exact counts of the strings that continue from it.
#[test]
fn shares_in_uris() {
    let (path, rootless) = (uri("path"), uri("path_rootless"));
    let count = |dfa: &Dfa| dfa.counts().nth(30).unwrap();
    let share = (count(&rootless) * BigUint::from(1_000_000u32) / count(&path)).to_string();
    let expected = share.parse::<f64>().unwrap() / 1_000_000.0 * 4000.0;
    let sampler = Sampler::new(&path, 30).unwrap();
    let longest = sampler.strings(7).filter(|text| text.len() == 30).take(4000);
    let seen = longest.filter(|text| rootless.accepts(text)).count();
    assert!(surprise([(seen, expected), (4000 - seen, 4000.0 - expected)]) < 4.0);
}

#[test]
fn long_strings() {
    let dfa = uri("URI_reference");
    let texts: Vec<_> = Sampler::new(&dfa, 10_000).unwrap().strings(1).take(20).collect();
    assert!(texts.iter().all(|text| dfa.accepts(text)));
    let longest = texts.iter().map(String::len).max().unwrap();
    assert!((8_000..=10_000).contains(&longest), "{longest}");
}

#[test]
fn alphabets() {
    let dfa = rule("\"<\" ~ (!(\"<\" | \">\") ~ ANY)* ~ \">\"");
    let wild: String = Sampler::new(&dfa, 20).unwrap().strings(1).take(20).collect();
    assert!(wild.chars().filter(|c| !c.is_ascii()).count() > 100);
    let printable = dfa.over(&CharSet::range(' ', '~'));
    let tame: String = Sampler::new(&printable, 20).unwrap().strings(1).take(20).collect();
    assert!(tame.len() > 100 && tame.chars().all(|c| (' '..='~').contains(&c)));
}

/// The strings of a seed may change with a version, but not unnoticed.
#[test]
fn seeds_are_kept() {
    let sampler = Sampler::new(&uri("host"), 12).unwrap();
    let first = |seed| sampler.strings(seed).take(3).collect::<Vec<_>>();
    assert_eq!(first(0), ["vW", "1)Iqvt_Wd,", "Fl(iJ"]);
    assert_eq!(first(u64::MAX), ["K", "bghbmv.N", "6jDUlER*''FF"]);
}

#[rstest]
#[case::nothing("'b'..'a'", 100, SampleError::Empty { shortest: 0, longest: 100 })]
#[case::only_longer("\"abc\"+", 2, SampleError::Empty { shortest: 0, longest: 2 })]
#[case::too_long("\"a\"*", usize::MAX, SampleError::TooLong { longest: usize::MAX, most: (1 << 23) - 1 })]
fn no_samples(#[case] body: &str, #[case] longest: usize, #[case] expected: SampleError) {
    assert_eq!(Sampler::new(&rule(body), longest).unwrap_err(), expected);
}

#[test]
fn a_bound_that_nothing_reaches_costs_nothing() {
    let texts =
        Sampler::new(&rule("\"a\" | \"bc\""), usize::MAX).unwrap().strings(1).take(100).collect::<Vec<_>>();
    assert!(texts.iter().any(|text| text == "a") && texts.iter().any(|text| text == "bc"));
}

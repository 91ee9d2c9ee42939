//! Comparisons of automata, and counts and samples of their strings.

use std::collections::HashMap;

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Automata, CharSet, Comparison, Dfa, Peg, Relation};
use urigram_workbench::{BigUint, Counts, SampleError, Sampler};

use crate::common;
use crate::common::{dfa, read, strings};
use crate::random::grammar;

/// Characters of each kind that random grammars distinguish, in the order of preference: letters, a digit,
/// other printable ASCII, and non-ASCII.
const ALPHABET: &str = "ab0%é";

fn alphabet() -> CharSet {
    CharSet::from_ranges(ALPHABET.chars().map(|c| (c, c)))
}

/// Returns the automata of the rules of random grammars.
fn random_automata(grammars: u64) -> impl Iterator<Item = Vec<Dfa>> {
    (0..grammars).map(|seed| {
        let peg = Peg::new(&common::read(&grammar(&mut Rng::with_seed(seed))));
        let mut automata = Automata::new(&peg);
        peg.names().filter_map(|name| automata.dfa(name).ok()).collect()
    })
}

const URI: &str = include_str!("../../../uri.pest");

fn both(left: &str, right: &str) -> Comparison {
    dfa(&format!("r = @{{ {left} }}"), "r").compare(&dfa(&format!("r = @{{ {right} }}"), "r"))
}

#[rstest]
#[case::same("('a'..'z')*", "(('a'..'m')* ~ 'n'..'z')* ~ ('a'..'m')*", None, None)]
#[case::nothing("'b'..'a'", "!ANY ~ ANY", None, None)]
#[case::empty("\"a\"?", "\"a\"", Some(""), None)]
#[case::more("\"a\"", "\"a\" | \"b\"", None, Some("b"))]
#[case::each("\"a\" | \"b\"", "\"b\" | \"c\"", Some("a"), Some("c"))]
#[case::lengths_differ("\"x\"{2} | \"y\"{4}", "\"x\"{2} | \"z\"{3}", Some("yyyy"), Some("zzz"))]
#[case::all("ANY*", "\"a\"", Some(""), None)]
#[case::all_but_one("ANY*", "!EOI ~ ANY*", Some(""), None)]
#[case::beyond_a_dead_end("\"a\" ~ \"b\"* ~ \"c\"", "\"a\" ~ \"b\"{,3} ~ \"c\"", Some("abbbbc"), None)]
fn examples(
    #[case] left: &str,
    #[case] right: &str,
    #[case] only_left: Option<&str>,
    #[case] only_right: Option<&str>,
) {
    let found = both(left, right);
    assert_eq!((found.only_left.as_deref(), found.only_right.as_deref()), (only_left, only_right));
}

#[rstest]
#[case::equal("\"a\"", "'a'..'a'", Relation::Equal)]
#[case::narrower("\"a\"", "\"a\"*", Relation::Narrower)]
#[case::wider("\"a\"*", "\"a\"", Relation::Wider)]
#[case::different("\"a\"", "\"b\"", Relation::Different)]
fn relations(#[case] left: &str, #[case] right: &str, #[case] expected: Relation) {
    assert_eq!(both(left, right).relation(), expected);
}

/// The example that is chosen among several strings that only one rule matches.
#[rstest]
#[case::any("ANY", "a")]
#[case::upper_case("'A'..'Z'", "A")]
#[case::letters_of_either_case("'A'..'z'", "a")]
#[case::no_first_letter("'A'..'Z' | 'f'..'h'", "f")]
#[case::digits_before_upper_case("\"A\" | \"7\"", "7")]
#[case::upper_case_before_signs("\"!\" | \"Z\"", "Z")]
#[case::signs("' '..'/'", "!")]
#[case::a_space_before_what_is_not_printable("\" \" | \"é\" | \"\\t\"", " ")]
#[case::not_a_control("'\\u{00}'..'\\u{1F}' | '\\u{7F}'..'\\u{10FFFF}'", "à")]
#[case::beyond_ascii("\"漢\" | \"À\" | \"\\u{A0}\"", "À")]
#[case::a_control("'\\u{01}'..'\\u{1F}'", "\u{1}")]
#[case::shortest_first("\"aa\" | \"~\"", "~")]
#[case::shorter_than_printable("\"aa\" | \"é\"", "é")]
#[case::printable_before_letters("\"aé\" | \"~~\"", "~~")]
#[case::fewest_unprintable("\"aéé\" | \"zzé\" | \"zéz\"", "zzé")]
#[case::fewest_unprintable_of_two_states("\"aé\" ~ \"q\"? | \"zz\"", "zz")]
#[case::first_difference("\"ab0\" | \"a0b\" | \"0ab\" | \"ab~\"", "ab0")]
#[case::better_to_the_same_state("(\"aé\" | \"b0\") ~ \"c\"", "b0c")]
#[case::better_to_a_state_found_first("(\"aé\" | \"c0\") ~ \"x\" | \"b0\" ~ \"y\"", "b0y")]
#[case::by_the_worst_way_first("(\"éé\" | \"éa\" | \"za\") ~ \"x\" | \"yé\" ~ \"b\"", "zax")]
fn preferred(#[case] body: &str, #[case] expected: &str) {
    let found = both(body, "'b'..'a'");
    assert_eq!(found, Comparison { only_left: Some(expected.to_owned()), only_right: None });
}

/// Edits of uri.pest, each with a string that the edited grammar loses and a string that it gains.
#[rstest]
#[case::none("", "", "URI", None, None)]
#[case::zone_of_rfc_6874(
    "(IPv6address | IPvFuture)",
    "(IPv6address ~ (\"%25\" ~ (unreserved | pct_encoded)+)? | IPvFuture)",
    "URI_reference",
    None,
    Some("//[::%25a]")
)]
#[case::octets_in_the_order_of_the_abnf(
    "  | \"1\" ~ DIGIT{2}\n  | '1'..'9' ~ DIGIT\n",
    "  | '1'..'9' ~ DIGIT\n  | \"1\" ~ DIGIT{2}\n",
    "dec_octet",
    Some("100"),
    None
)]
#[case::ipv4_that_commits(
    "IPv4address ~ !(unreserved | pct_encoded | sub_delims)",
    "IPv4address",
    "URI",
    Some("a://0.0.0.0a"),
    None
)]
#[case::first_segment_with_a_colon("| path_noscheme\n", "| path_rootless\n", "relative_ref", None, Some(":"))]
#[case::one_question_mark(
    "query    = @{ (pchar | \"/\" | \"?\")* }",
    "query    = @{ (pchar | \"/\")* }",
    "URI",
    Some("a:??"),
    None
)]
#[case::userinfo_without_a_password(
    "userinfo  = @{ (unreserved | pct_encoded | sub_delims | \":\")* }",
    "userinfo  = @{ (unreserved | pct_encoded | sub_delims)* }",
    "authority",
    Some(":@"),
    None
)]
fn edits(
    #[case] from: &str,
    #[case] to: &str,
    #[case] rule: &str,
    #[case] lost: Option<&str>,
    #[case] gained: Option<&str>,
) {
    assert!(URI.contains(from), "the edit is of something");
    let of = |source: &str| Automata::new(&Peg::new(&read(source))).dfa(rule).unwrap();
    let found = of(URI).compare(&of(&URI.replacen(from, to, 1)));
    assert_eq!((found.only_left.as_deref(), found.only_right.as_deref()), (lost, gained));
}

/// Returns the best example of at most five characters that only the left automaton accepts.
fn searched(all: &[String], left: &Dfa, right: &Dfa) -> Option<String> {
    let badness = |text: &&String| {
        let places: Vec<_> = text.chars().map(|c| ALPHABET.find(c)).collect();
        (places.len(), text.chars().filter(|c| !c.is_ascii()).count(), places)
    };
    all.iter().filter(|text| left.accepts(text) && !right.accepts(text)).min_by_key(badness).cloned()
}

#[test]
fn examples_are_the_best() {
    let all = strings(ALPHABET, 5);
    let mut found_unprintable = 0;
    let mut relations = Vec::new();
    for automata in random_automata(200) {
        let automata: Vec<Dfa> = automata.iter().map(|dfa| dfa.over(&alphabet())).collect();
        for pair in automata.windows(2) {
            let [left, right] = pair else { continue };
            let found = left.compare(right);
            let short = |text: &Option<String>| text.clone().filter(|text| text.chars().count() <= 5);
            assert_eq!(short(&found.only_left), searched(&all, left, right));
            assert_eq!(short(&found.only_right), searched(&all, right, left));
            assert!(found.only_left.iter().all(|text| left.accepts(text) && !right.accepts(text)));
            assert!(found.only_right.iter().all(|text| right.accepts(text) && !left.accepts(text)));
            found_unprintable += usize::from(found.only_left.iter().any(|text| !text.is_ascii()));
            relations.push(found.relation());
        }
    }
    assert!(found_unprintable > 10, "not all choices are easy");
    for relation in [Relation::Equal, Relation::Narrower, Relation::Wider, Relation::Different] {
        assert!(relations.iter().filter(|&&other| other == relation).count() > 10, "{relation:?}");
    }
}

#[test]
fn equal_is_equal_and_sides_can_be_swapped() {
    for automata in random_automata(100) {
        for left in &automata {
            for right in &automata {
                let (found, swapped) = (left.compare(right), right.compare(left));
                assert_eq!(found.relation() == Relation::Equal, left == right);
                assert_eq!((found.only_left, found.only_right), (swapped.only_right, swapped.only_left));
            }
        }
    }
}

#[test]
fn comparisons_together_stay_within_what_is_left() {
    let [short, long] = ["\"a\"{9}", "\"a\"{99}"].map(|body| dfa(&format!("r = @{{ {body} }}"), "r"));
    let mut left = 30;
    for _ in 0..2 {
        let found = short.compare_within(&mut left, &short.over(&urigram_grammar::CharSet::range('a', 'a')));
        assert_eq!(found.unwrap().relation(), Relation::Equal);
    }
    assert!(left < 30);
    assert_eq!(short.compare_within(&mut left, &long), None);
    assert_eq!(left, 0);
    left = 100;
    assert_eq!(short.compare_within(&mut left, &long), Some(short.compare(&long)));
}

fn uri(rule: &str) -> Dfa {
    Automata::new(&Peg::new(&common::uri())).dfa(rule).unwrap()
}

fn numbers(counts: impl IntoIterator<Item = u64>) -> Vec<BigUint> {
    counts.into_iter().map(BigUint::from).collect()
}

#[rstest]
#[case::nothing("'b'..'a'", &[])]
#[case::empty("\"\"", &[1])]
#[case::one("\"abc\"", &[0, 0, 0, 1])]
#[case::a_gap("\"a\" | \"bcd\"", &[0, 1, 0, 1])]
#[case::any_is_a_scalar_value("ANY?", &[1, 0x11_0000 - 0x800])]
#[case::around_the_surrogates("'\\u{D7FE}'..'\\u{E001}'", &[0, 4])]
#[case::no_string_twice("(\"a\" | \"ab\") ~ \"b\"? | ANY ~ ANY ~ \"b\"", &[0, 1, 1, 1_112_064 * 1_112_064 - 1_112_064])]
fn finite(#[case] body: &str, #[case] expected: &[u64]) {
    let dfa = dfa(&format!("r = @{{ {body} }}"), "r");
    assert_eq!(Counts::of(&dfa).collect::<Vec<_>>(), numbers(expected.iter().copied()));
}

#[rstest]
#[case("path_empty", &[1])]
#[case("dec_octet", &[0, 10, 90, 156])]
#[case("h16", &[0, 22, 484, 10_648, 234_256])]
fn finite_in_uris(#[case] rule: &str, #[case] expected: &[u64]) {
    assert_eq!(Counts::of(&uri(rule)).collect::<Vec<_>>(), numbers(expected.iter().copied()));
}

#[rstest]
#[case("scheme", &[0, 52, 52 * 65, 52 * 65 * 65])]
#[case("port", &[1, 10, 100, 1000])]
#[case("segment", &[1, 79, 79 * 79, 79 * 79 * 79 + 22 * 22])]
fn endless_in_uris(#[case] rule: &str, #[case] expected: &[u64]) {
    let counts: Vec<_> = Counts::of(&uri(rule)).take(expected.len()).collect();
    assert_eq!(counts, numbers(expected.iter().copied()));
}

#[test]
fn ipv4_addresses() {
    // The numbers of octets by length are the coefficients of a polynomial, which is multiplied
    // four times.
    let mut expected = vec![1u64];
    for _ in 0..4 {
        let mut longer = vec![0; expected.len() + 3];
        for (at, count) in expected.iter().enumerate() {
            [(1, 10), (2, 90), (3, 156)].iter().for_each(|(more, of)| longer[at + more] += count * of);
        }
        expected = longer;
    }
    let counts: Vec<_> = Counts::of(&uri("IPv4address")).collect();
    assert_eq!(counts[..3], numbers([0, 0, 0]), "the dots");
    assert_eq!(counts[3..], numbers(expected));
    assert_eq!(counts.into_iter().sum::<BigUint>(), BigUint::from(1u64 << 32));
}

#[test]
fn large_numbers_are_exact() {
    let count = Counts::of(&dfa("r = @{ ANY* }", "r")).nth(1000);
    assert_eq!(count, Some(BigUint::from(1_112_064u32).pow(1000)));
}

#[test]
fn counts_are_those_of_the_strings() {
    let all = strings(ALPHABET, 5);
    for dfa in random_automata(200).flatten() {
        let mut expected = [0; 6];
        all.iter().filter(|text| dfa.accepts(text)).for_each(|text| expected[text.chars().count()] += 1);
        let mut counts: Vec<_> = Counts::of(&dfa.over(&alphabet())).take(6).collect();
        assert!(counts.len() == 6 || counts.last() != Some(&BigUint::ZERO), "ends after the longest");
        counts.resize(6, BigUint::ZERO);
        assert_eq!(counts, numbers(expected));
    }
}

#[rstest]
#[case::part_of_a_class("('a'..'z')+", ('a', 'c'), "('a'..'c')+")]
#[case::across_classes("(('a'..'c') ~ ('d'..'f'))*", ('b', 'e'), "('b'..'c' ~ 'd'..'e')*")]
#[case::nothing_left("\"a\" ~ \"b\"", ('b', 'z'), "'b'..'a'")]
#[case::the_empty_string_is_left("\"a\"*", ('b', 'z'), "\"\"")]
#[case::all_is_left("\"a\"*", ('\0', char::MAX), "\"a\"*")]
#[case::all_is_allowed("ANY*", ('a', 'a'), "\"a\"*")]
fn is_the_automaton_of_a_narrower_rule(
    #[case] body: &str,
    #[case] range: (char, char),
    #[case] narrow: &str,
) {
    let of = |body: &str| dfa(&format!("r = @{{ {body} }}"), "r");
    assert_eq!(of(body).over(&CharSet::range(range.0, range.1)), of(narrow));
}

#[test]
fn accepts_what_is_of_the_alphabet() {
    let all = strings("ab%éz", 4);
    let alphabet = CharSet::from_ranges([('%', '%'), ('b', 'b'), ('é', 'é'), ('0', '9')]);
    for dfa in random_automata(50).flatten() {
        let over = dfa.over(&alphabet);
        for text in &all {
            let expected = dfa.accepts(text) && text.chars().all(|c| alphabet.contains(c));
            assert_eq!(over.accepts(text), expected, "{text:?}");
        }
    }
}

fn rule(body: &str) -> Dfa {
    dfa(&format!("r = @{{ {body} }}"), "r")
}

/// Pearson's chi-squared test: returns how many standard deviations the observed counts are from the expected
/// ones.
fn surprise(of: impl IntoIterator<Item = (usize, f64)>) -> f64 {
    let terms: Vec<f64> =
        of.into_iter().map(|(seen, expected)| (seen as f64 - expected).powi(2) / expected).collect();
    let freedom = (terms.len() - 1) as f64;
    (terms.iter().sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// Draws strings of at most `longest` characters. Checks that all lengths are about equally frequent, that
/// all strings of a length are, and that only accepted strings are drawn.
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

/// The numbers of strings do not fit a machine integer. Samples have the right proportions, and an
/// alternative with a negligible share is never drawn.
#[test]
fn shares_of_large_numbers() {
    let dfa = rule("\"a\" ~ ANY{40} ~ \"!\" | \"b\" ~ ANY{40} ~ '!'..'#' | \"c\" ~ \"x\"{41}");
    let texts: Vec<_> = Sampler::new(&dfa, 50).unwrap().strings(1).take(4000).collect();
    assert!(texts.iter().all(|text| dfa.accepts(text)));
    let count = |first| texts.iter().filter(|text| text.starts_with(first)).count();
    assert_eq!(count('c'), 0);
    assert!(surprise([(count('a'), 1000.0), (count('b'), 3000.0)]) < 4.0);
}

/// Each first character is as frequent as the exact number of strings that begin with it implies.
#[test]
fn shares_in_uris() {
    let (path, rootless) = (uri("path"), uri("path_rootless"));
    let count = |dfa: &Dfa| Counts::of(dfa).nth(30).unwrap();
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

/// The strings of a seed may change in a release, but not by accident.
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

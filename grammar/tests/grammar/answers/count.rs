use rstest::rstest;
use urigram_grammar::{Automata, BigUint, Dfa, Peg};

use crate::answers::{ALPHABET, alphabet, random_automata};
use crate::common::{self, dfa, strings};

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
    assert_eq!(dfa.counts().collect::<Vec<_>>(), numbers(expected.iter().copied()));
}

#[rstest]
#[case("path_empty", &[1])]
#[case("dec_octet", &[0, 10, 90, 156])]
#[case("h16", &[0, 22, 484, 10_648, 234_256])]
fn finite_in_uris(#[case] rule: &str, #[case] expected: &[u64]) {
    assert_eq!(uri(rule).counts().collect::<Vec<_>>(), numbers(expected.iter().copied()));
}

#[rstest]
#[case("scheme", &[0, 52, 52 * 65, 52 * 65 * 65])]
#[case("port", &[1, 10, 100, 1000])]
#[case("segment", &[1, 79, 79 * 79, 79 * 79 * 79 + 22 * 22])]
fn endless_in_uris(#[case] rule: &str, #[case] expected: &[u64]) {
    let counts: Vec<_> = uri(rule).counts().take(expected.len()).collect();
    assert_eq!(counts, numbers(expected.iter().copied()));
}

#[test]
fn ipv4_addresses() {
    // The counts by length of the four octets, multiplied as polynomials.
    let mut expected = vec![1u64];
    for _ in 0..4 {
        let mut longer = vec![0; expected.len() + 3];
        for (at, count) in expected.iter().enumerate() {
            [(1, 10), (2, 90), (3, 156)].iter().for_each(|(more, of)| longer[at + more] += count * of);
        }
        expected = longer;
    }
    let counts: Vec<_> = uri("IPv4address").counts().collect();
    assert_eq!(counts[..3], numbers([0, 0, 0]), "the dots");
    assert_eq!(counts[3..], numbers(expected));
    assert_eq!(counts.into_iter().sum::<BigUint>(), BigUint::from(1u64 << 32));
}

#[test]
fn large_numbers_are_exact() {
    let count = dfa("r = @{ ANY* }", "r").counts().nth(1000);
    assert_eq!(count, Some(BigUint::from(1_112_064u32).pow(1000)));
}

#[test]
fn counts_are_those_of_the_strings() {
    let all = strings(ALPHABET, 5);
    for dfa in random_automata(200).flatten() {
        let mut expected = [0; 6];
        all.iter().filter(|text| dfa.accepts(text)).for_each(|text| expected[text.chars().count()] += 1);
        let mut counts: Vec<_> = dfa.over(&alphabet()).counts().take(6).collect();
        assert!(counts.len() == 6 || counts.last() != Some(&BigUint::ZERO), "ends after the longest");
        counts.resize(6, BigUint::ZERO);
        assert_eq!(counts, numbers(expected));
    }
}

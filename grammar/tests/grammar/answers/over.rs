use rstest::rstest;
use urigram_grammar::CharSet;

use crate::answers::random_automata;
use crate::common::{dfa, strings};

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

use rstest::rstest;
use urigram_grammar::{Automata, Comparison, Dfa, Peg, Relation};

use crate::answers::{ALPHABET, alphabet, random_automata};
use crate::common::{dfa, read, strings};

const URI: &str = include_str!("../../../../uri.pest");

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

/// The example that is preferred among the strings that only one rule matches.
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

/// Edits of uri.pest, and the strings that the edited grammar no longer accepts and newly accepts.
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

/// Returns the best of the strings of at most five characters that the left accepts and the right does not.
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

//! Rules written differently that match the same strings: the proof compares languages, not texts.

use rstest::rstest;
use urigram_grammar::{Automata, Peg};

use crate::mutations::{PRINTED, URI, mutated};

#[rstest]
#[case::any_order_of_what_begins_differently(
    r#"hier_part = ${ path_rootless | "//" ~ authority ~ path_abempty | path_absolute | path_empty }"#
)]
#[case::a_rule_for_its_body(r##"URI = ${ absolute_URI ~ ("#" ~ fragment)? }"##)]
#[case::what_both_begin_with(r##"URI_reference = ${ absolute_URI ~ ("#" ~ fragment)? | relative_ref }"##)]
#[case::another_kind_of_rule("port = { DIGIT* }")]
// Every IPv4 address is also a name. No set of strings can tell which of the two a host is.
#[case::without_ipv4("host = ${ IP_literal | reg_name }")]
#[case::either_kind_of_literal(r#"IP_literal = ${ "[" ~ (IPvFuture | IPv6address) ~ "]" }"#)]
#[case::cases_spelled_out(
    r#"IPvFuture = @{ ("v" | "V") ~ HEXDIG+ ~ "." ~ (unreserved | sub_delims | ":")+ }"#
)]
#[case::ipv4_first(r#"ls32 = @{ IPv4address | h16 ~ ":" ~ h16 }"#)]
#[case::a_repetition_for_its_parts(r#"IPv4address = @{ (dec_octet ~ "."){3} ~ dec_octet }"#)]
#[case::what_the_next_takes_too(
    r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{1, 2} | '1'..'9' ~ DIGIT | DIGIT }"#
)]
#[case::octets_of_the_same_length(
    r#"dec_octet = @{ "1" ~ DIGIT{2} | "2" ~ '0'..'4' ~ DIGIT | "25" ~ '0'..'5' | '1'..'9' ~ DIGIT | DIGIT }"#
)]
#[case::two_alternatives_for_five("path = ${ path_rootless | path_abempty }")]
#[case::a_predicate_for_a_rule(r#"path_absolute = @{ "/" ~ !"/" ~ (segment ~ ("/" ~ segment)*)? }"#)]
#[case::characters_in_another_order(r#"pchar = _{ "@" | ":" | sub_delims | pct_encoded | unreserved }"#)]
#[case::repeated_twice(r#"query = @{ (pchar+ | "/" | "?")* }"#)]
#[case::one_of_two_alike("fragment = @{ query }")]
#[case::a_builtin_rule("HEXDIG = _{ ASCII_HEX_DIGIT }")]
fn matches_the_same(#[case] variant: &str) {
    let mutated = mutated(variant).unwrap_or_else(|error| panic!("{error}"));
    assert!(mutated.rules() != URI.rules(), "nor does pest's optimizer make the same of it: {variant}");
    let peg = Peg::new(&mutated);
    let mut automata = Automata::new(&peg);
    for (rule, printed) in &*PRINTED {
        assert!(automata.dfa(rule).unwrap() == *printed, "{rule}, with {variant}");
    }
}

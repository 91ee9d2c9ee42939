//! What a grammar reports, compared with Appendix A.

use rstest::rstest;
use urigram_grammar::{Abnf, Error, Grammar, Peg, keeps_outline};

const REPORTED: &[&str] = &[
    "URI",
    "absolute_URI",
    "relative_ref",
    "scheme",
    "authority",
    "userinfo",
    "host",
    "IPvFuture",
    "IPv6address",
    "IPv4address",
    "reg_name",
    "port",
    "path_abempty",
    "path_absolute",
    "path_noscheme",
    "path_rootless",
    "path_empty",
    "query",
    "fragment",
];

fn keeps(variant: &str) -> Result<bool, Error> {
    let base = Grammar::read(include_str!("../../../../uri.pest"), "uri.pest")?;
    let abnf = Abnf::read(include_str!("../../../../uri.abnf"), "uri.abnf")?;
    let grammar = match variant {
        "" => base,
        variant => Grammar::read_over(&base, variant, "variant.pest")?,
    };
    keeps_outline(&Peg::new(&grammar), &abnf, REPORTED)
}

#[rstest]
#[case::as_it_is("")]
#[case::other_characters("query = @{ (pchar | \"[\" | \"]\")* }")]
#[case::fewer_characters("scheme = @{ ('a'..'z')+ }")]
#[case::beyond_ascii(include_str!("../../../../variants/rfc3987.pest"))]
#[case::a_host_without_addresses("host = { reg_name }")]
#[case::no_fragment("relative_ref = { relative_part ~ (\"?\" ~ query)? }")]
#[case::a_rule_that_reports_nothing("host = { reg_name }\ngreeting = { \"hi\" }")]
#[case::a_predicate("authority = { !\"x\" ~ (userinfo ~ \"@\")? ~ host ~ (\":\" ~ port)? }")]
fn kept(#[case] variant: &str) -> Result<(), Error> {
    assert!(keeps(variant)?);
    Ok(())
}

#[rstest]
#[case::twice("relative_ref = { relative_part ~ (\"?\" ~ query)* ~ (\"#\" ~ fragment)? }")]
#[case::another_order("relative_ref = { relative_part ~ (\"#\" ~ fragment)? ~ (\"?\" ~ query)? }")]
#[case::text_between("hier_part = { \"//\" ~ authority ~ \"!\"? ~ path_abempty }")]
#[case::text_behind("relative_ref = { relative_part ~ (\"#\" ~ fragment ~ \"#\")? }")]
#[case::text_before("URI = { \"<\"? ~ scheme ~ \":\" ~ hier_part }")]
#[case::an_address_beside_the_host("authority = { IPv4address ~ \".\" ~ host }")]
#[case::an_address_in_the_host("host = { \"x\" ~ IPv4address | reg_name }")]
#[case::a_zone(include_str!("../../../../variants/rfc6874.pest"))]
#[case::a_rule_that_no_abnf_has("host = { reg_name }\npair = { query ~ \" \" ~ query }")]
#[case::by_a_rule_that_no_abnf_has(
    "authority = { (userinfo ~ \"@\")? ~ rest }\nrest = _{ host ~ (\":\" ~ port)? }"
)]
#[case::a_rule_without_automaton("host = { PUSH(\"x\") ~ reg_name ~ POP }")]
#[case::a_character_that_stands_for_a_rule("port = @{ \"\u{fdd0}\"* }")]
#[case::text_of_a_rule_whose_name_another_has_in_capitals(
    "authority = { text ~ host }\ntext = _{ \"xy\" }\nTEXT = _{ \"\" }"
)]
#[case::only_after_a_predicate("authority = { &\"x\" ~ host ~ \"!\" | host }")]
fn not_kept(#[case] variant: &str) -> Result<(), Error> {
    assert!(!keeps(variant)?);
    Ok(())
}

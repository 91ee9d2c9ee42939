//! The variants in `variants/`: how they differ from `uri.pest`, and that they agree with their
//! RFCs.

use std::collections::BTreeSet;
use std::fs;

use pest::iterators::Pair;
use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Grammar, Peg, Relation};
use urigram_workbench::{Purpose, findings};

use crate::common;
use crate::common::vm;

const VARIANTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants");

/// Pairs of two names for the same rule.
type Names = [(&'static str, &'static str)];

fn called<'n>(rule: &'n str, names: &Names) -> &'n str {
    names.iter().find(|(name, _)| *name == rule).map_or(rule, |(_, other)| other)
}

pub(crate) fn grammar(variant: &str) -> Grammar {
    let name = format!("{variant}.pest");
    Grammar::read_either(&common::uri(), &file(&name), &name).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the ABNF of the variant, merged into that of RFC 3986 if it is not a complete grammar.
fn abnf(variant: &str) -> Abnf {
    let name = format!("{variant}.abnf");
    let base =
        if ["rfc6874", "strict-dns"].contains(&variant) { include_str!("../../../uri.abnf") } else { "" };
    Abnf::read(base, "uri.abnf")
        .and_then(|base| Abnf::read_over(&base, &file(&name), &name))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn file(name: &str) -> String {
    let path = format!("{VARIANTS}/{name}");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn no_variant_is_without_tests() {
    let files = fs::read_dir(VARIANTS).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort_unstable();
    let tested = ["rfc3987", "rfc6874", "strict-dns", "url1996"];
    assert_eq!(names, tested.map(|name| [format!("{name}.abnf"), format!("{name}.pest")]).concat());
}

/// The names in RFC 3986 of the rules of 1996.
const IN_RFC_3986: &Names = &[
    ("URL_reference", "URI_reference"),
    ("absoluteURL", "absolute_URI"),
    ("relativeURL", "relative_ref"),
    ("server", "authority"),
    ("hostname", "reg_name"),
    ("hostnumber", "IPv4address"),
    ("escaped", "pct_encoded"),
    ("alpha", "ALPHA"),
    ("digit", "DIGIT"),
    ("hex", "HEXDIG"),
];

/// The rules that match other strings than in `uri.pest`, with shortest examples: if one of the two rules is
/// wider, a string that only that rule matches, otherwise a string that only the variant matches and a
/// string that only `uri.pest` matches.
#[rstest]
#[case("rfc6874", &[], &[
    r#"URI Wider "a://[::%25a]""#,
    r#"hier_part Wider "//[::%25a]""#,
    r#"URI_reference Wider "//[::%25a]""#,
    r#"absolute_URI Wider "a://[::%25a]""#,
    r#"relative_ref Wider "//[::%25a]""#,
    r#"relative_part Wider "//[::%25a]""#,
    r#"authority Wider "[::%25a]""#,
    r#"host Wider "[::%25a]""#,
    r#"IP_literal Wider "[::%25a]""#,
])]
#[case("rfc3987", &[], &[
    r#"URI Wider "a:à""#,
    r#"hier_part Wider "à""#,
    r#"URI_reference Wider "à""#,
    r#"absolute_URI Wider "a:à""#,
    r#"relative_ref Wider "à""#,
    r#"relative_part Wider "à""#,
    r#"authority Wider "à""#,
    r#"userinfo Wider "à""#,
    r#"host Wider "à""#,
    r#"reg_name Wider "à""#,
    r#"path Wider "à""#,
    r#"path_abempty Wider "/à""#,
    r#"path_absolute Wider "/à""#,
    r#"path_noscheme Wider "à""#,
    r#"path_rootless Wider "à""#,
    r#"segment Wider "à""#,
    r#"segment_nz Wider "à""#,
    r#"segment_nz_nc Wider "à""#,
    r#"pchar Wider "à""#,
    r#"query Wider "à""#,
    r#"fragment Wider "à""#,
    r#"unreserved Wider "à""#,
])]
#[case("url1996", IN_RFC_3986, &[
    r##"URL_reference Different ":" "//[::]""##,
    r##"scheme Wider "0""##,
    r##"absoluteURL Different "0:" "a://[::]""##,
    r##"relativeURL Different ":" "#""##,
    r##"server Different "?@a" "0""##,
    r##"host Narrower """##,
    r##"hostname Narrower """##,
    r##"hostnumber Wider "00.0.0.0""##,
    r##"pchar Narrower ";""##,
    r##"reserved Narrower "!""##,
    r##"unreserved Wider "!""##,
])]
#[case("strict-dns", &[], &[
    r#"URI Narrower "a://!""#,
    r#"hier_part Narrower "//!""#,
    r#"URI_reference Narrower "//!""#,
    r#"absolute_URI Narrower "a://!""#,
    r#"relative_ref Narrower "//!""#,
    r#"relative_part Narrower "//!""#,
    r#"authority Narrower "!""#,
    r#"host Narrower "!""#,
    r#"reg_name Narrower "!""#,
])]
fn rules_that_match_other_strings(#[case] variant: &str, #[case] names: &Names, #[case] expected: &[&str]) {
    let (ours, uri) = (Peg::new(&grammar(variant)), Peg::new(&common::uri()));
    let (mut our_automata, mut uri_automata) = (Automata::new(&ours), Automata::new(&uri));
    let mut found = Vec::new();
    for rule in ours.names().filter(|rule| uri.names().any(|name| name == called(rule, names))) {
        let uri_rule = uri_automata.dfa(called(rule, names)).unwrap();
        let comparison = our_automata.dfa(rule).unwrap().compare(&uri_rule);
        if comparison.relation() != Relation::Equal {
            let examples: Vec<_> = [&comparison.only_left, &comparison.only_right]
                .into_iter()
                .flatten()
                .map(|example| format!(" {example:?}"))
                .collect();
            found.push(format!("{rule} {:?}{}", comparison.relation(), examples.concat()));
        }
    }
    assert_eq!(found, expected);
}

#[rstest]
#[case("rfc6874", &["IP_literal"], &["ZoneID", "IPv6addrz"])]
#[case("rfc3987", &["IPvFuture", "query", "unreserved"], &["ucschar", "iprivate"])]
#[case("strict-dns", &["reg_name"], &["label", "let_dig_hyp", "let_dig"])]
fn rules_that_are_there(#[case] variant: &str, #[case] changed: &[&str], #[case] new: &[&str]) {
    let (ours, uri) = (grammar(variant), common::uri());
    let (mut found_changed, mut found_new) = (Vec::new(), Vec::new());
    for rule in ours.rules() {
        match uri.rule(&rule.name) {
            Some(base) if base == rule => {}
            Some(_) => found_changed.push(rule.name.as_str()),
            None => found_new.push(rule.name.as_str()),
        }
    }
    found_changed.sort_unstable();
    assert_eq!((found_changed.as_slice(), found_new.as_slice()), (changed, new));
}

const OF_URI: [&str; 4] = ["URI_reference", "absolute_URI", "path", "reserved"];

#[rstest]
#[case("rfc6874", &OF_URI)]
#[case("rfc3987", &OF_URI)]
#[case("url1996", &["URL_reference", "opaque_URL"])]
#[case("strict-dns", &OF_URI)]
fn there_are_none(#[case] variant: &str, #[case] starts: &[&str]) {
    let found = findings(&grammar(variant), &Purpose { starts, ..Purpose::default() }).unwrap();
    assert_eq!(found, []);
}

#[rstest]
fn every_rule_can_be_compiled(#[values("rfc6874", "rfc3987", "url1996", "strict-dns")] variant: &str) {
    let grammar = grammar(variant);
    let names: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    let peg = Peg::new(&grammar);
    let refused: Vec<_> = names.iter().filter_map(|name| peg.definition(name).err()).collect();
    assert_eq!(refused, []);
}

/// Core rules of RFC 5234. `uri.pest` defines them itself, but its ABNF does not.
const CORE: [&str; 3] = ["ALPHA", "DIGIT", "HEXDIG"];

/// The names in RFC 3987 of the rules whose names differ in the variant.
const IN_RFC_3987: &Names = &[
    ("URI", "IRI"),
    ("hier_part", "ihier-part"),
    ("URI_reference", "IRI-reference"),
    ("absolute_URI", "absolute-IRI"),
    ("relative_ref", "irelative-ref"),
    ("relative_part", "irelative-part"),
    ("authority", "iauthority"),
    ("userinfo", "iuserinfo"),
    ("host", "ihost"),
    ("reg_name", "ireg-name"),
    ("path", "ipath"),
    ("path_abempty", "ipath-abempty"),
    ("path_absolute", "ipath-absolute"),
    ("path_noscheme", "ipath-noscheme"),
    ("path_rootless", "ipath-rootless"),
    ("path_empty", "ipath-empty"),
    ("segment", "isegment"),
    ("segment_nz", "isegment-nz"),
    ("segment_nz_nc", "isegment-nz-nc"),
    ("pchar", "ipchar"),
    ("query", "iquery"),
    ("fragment", "ifragment"),
    ("unreserved", "iunreserved"),
];

#[rstest]
#[case("rfc6874", &[])]
#[case("rfc3987", IN_RFC_3987)]
#[case("url1996", &[])]
#[case("strict-dns", &[])]
fn every_rule_matches_what_its_abnf_does(#[case] variant: &str, #[case] names: &Names) {
    let (abnf, peg) = (abnf(variant), Peg::new(&grammar(variant)));
    let mut automata = Automata::new(&peg);
    let mut unequal = Vec::new();
    for rule in peg.names() {
        if automata.dfa(rule).unwrap() != abnf.dfa(called(rule, names)).unwrap() {
            unequal.push(rule);
        }
    }
    assert_eq!(unequal, [""; 0], "not equal to their ABNF");
}

#[rstest]
#[case("rfc6874", &[], &CORE, &[])]
#[case::unreserved_is_not_kept("rfc3987", IN_RFC_3987, &CORE, &["unreserved"])]
#[case("url1996", &[], &[], &[])]
#[case("strict-dns", &[], &CORE, &[])]
fn both_have_the_same_rules(
    #[case] variant: &str,
    #[case] names: &Names,
    #[case] only_in_pest: &[&str],
    #[case] only_in_abnf: &[&str],
) {
    let (abnf, peg) = (abnf(variant), Peg::new(&grammar(variant)));
    let dashed: BTreeSet<String> = peg.names().map(|rule| called(rule, names).replace('_', "-")).collect();
    let printed: BTreeSet<String> = abnf.names().map(str::to_owned).collect();
    assert_eq!(dashed.difference(&printed).collect::<Vec<_>>(), only_in_pest);
    assert_eq!(printed.difference(&dashed).collect::<Vec<_>>(), only_in_abnf);
}

/// Comments in `url1996.pest` say that these rules match the same strings if the draft is read
/// literally.
#[rstest]
#[case("generic-URL", "opaque-URL")]
#[case("relativeURL", "query")]
#[case("relativeURL", "rel-path")]
fn rules_of_1996_that_match_the_same(#[case] rule: &str, #[case] other: &str) {
    let abnf = abnf("url1996");
    assert_eq!(abnf.dfa(rule).unwrap(), abnf.dfa(other).unwrap());
}

#[rstest]
#[case::zone("[fe80::1%25en0]", r#"IP_literal(IPv6addrz(IPv6address"fe80::1" ZoneID"en0"))"#)]
#[case::encoded("[::%25%2F~]", r#"IP_literal(IPv6addrz(IPv6address"::" ZoneID"%2F~"))"#)]
#[case::no_zone("[fe80::1]", r#"IP_literal(IPv6address"fe80::1")"#)]
#[case::of_the_future("[v1.a]", r#"IP_literal(IPvFuture"v1.a")"#)]
#[case::percent_as_it_is("[fe80::1%en0]", "")]
#[case::empty_zone("[fe80::1%25]", "")]
#[case::sub_delim("[fe80::1%25en0!]", "")]
#[case::not_an_address("[v1.a%25en0]", "")]
fn rfc6874(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(tree("rfc6874", "IP_literal", text), expected);
}

#[rstest]
#[case::authority("authority", "é@例え.jp:80", r#"authority(userinfo"é" host(reg_name"例え.jp") port"80")"#)]
#[case::not_an_address("host", "1.2.3.4é", r#"host(reg_name"1.2.3.4é")"#)]
#[case::path("relative_ref", "/引/き", r#"relative_ref(relative_part(path_absolute"/引/き"))"#)]
#[case::query("query", "\u{E000}\u{F0000}\u{10FFFD}", "query\"\\u{e000}\\u{f0000}\\u{10fffd}\"")]
#[case::fragment("fragment", "\u{EFFFD}", "fragment\"\\u{efffd}\"")]
#[case::private("fragment", "\u{E000}", "")]
#[case::control("fragment", "\u{9F}", "")]
#[case::arabic_noncharacter("query", "\u{FDD0}", "")]
#[case::special("query", "\u{FFF0}", "")]
#[case::noncharacter("query", "\u{1FFFE}", "")]
#[case::tag("query", "\u{E0FFF}", "")]
#[case::scheme("scheme", "é", "")]
#[case::port("port", "١", "")]
#[case::of_the_future("host", "[v1.é]", "")]
#[case::pct_encoded("path_abempty", "/%é1", "")]
fn rfc3987(#[case] rule: &str, #[case] text: &str, #[case] expected: &str) {
    assert_eq!(tree("rfc3987", rule, text), expected);
}

#[rstest]
#[case::empty("", r#"URL_reference"""#)]
#[case::fragment("#f", r#"URL_reference(fragment"f")"#)]
#[case::absolute(
    "http:g",
    r#"URL_reference(absoluteURL(generic_URL(scheme"http" relativeURL(rel_path(path(segment"g"))))))"#
)]
#[case::colon_without_a_scheme(":g", r#"URL_reference(relativeURL(rel_path(path(segment":g"))))"#)]
#[case::query("?y", r#"URL_reference(relativeURL(rel_path(path(segment"") query"y")))"#)]
#[case::params(
    ";x/g;x=1;y",
    r#"URL_reference(relativeURL(rel_path(path(segment(param"x") segment(param"x=1" param"y")))))"#
)]
#[case::abs_path("/g", r#"URL_reference(relativeURL(abs_path(rel_path(path(segment"g")))))"#)]
#[case::server("//a-b.c:8/d", r#"URL_reference(relativeURL(net_path(server(hostport(host(hostname"a-b.c") port"8")) abs_path(rel_path(path(segment"d"))))))"#)]
#[case::number(
    "//1.2.3.4",
    r#"URL_reference(relativeURL(net_path(server(hostport(host(hostnumber"1.2.3.4"))))))"#
)]
#[case::user("//@h", r#"URL_reference(relativeURL(net_path(server(user"" hostport(host(hostname"h"))))))"#)]
#[case::password(
    "//a?b:@h",
    r#"URL_reference(relativeURL(net_path(server(user"a?b" password"" hostport(host(hostname"h"))))))"#
)]
#[case::no_server(
    "///g",
    r#"URL_reference(relativeURL(net_path(server"" abs_path(rel_path(path(segment"g"))))))"#
)]
#[case::port_that_is_none(
    "//a:b",
    r#"URL_reference(relativeURL(abs_path(rel_path(path(segment"" segment"a:b")))))"#
)]
#[case::query_of_a_server(
    "//a?b",
    r#"URL_reference(relativeURL(abs_path(rel_path(path(segment"" segment"a") query"b"))))"#
)]
#[case::bracket("//[::1]", "")]
fn url1996(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(tree("url1996", "URL_reference", text), expected);
}

#[rstest]
#[case::name("a-b.c1", r#"host(reg_name"a-b.c1")"#)]
#[case::empty("", r#"host(reg_name"")"#)]
#[case::dot_behind("a.b.", r#"host(reg_name"a.b.")"#)]
#[case::only_a_dot(".", "")]
#[case::empty_label("a..b", "")]
#[case::two_dots_behind("a..", "")]
#[case::hyphens_inside("xn--a", r#"host(reg_name"xn--a")"#)]
#[case::hyphen_first("-a", "")]
#[case::hyphen_last("a-.b", "")]
#[case::as_long_as_may_be(&"a".repeat(63), &format!("host(reg_name\"{}\")", "a".repeat(63)))]
#[case::too_long(&"a".repeat(64), "")]
#[case::second_too_long(&format!("a.{}", "a".repeat(64)), "")]
#[case::underscore("a_b", "")]
#[case::encoded("%61", "")]
#[case::address("1.2.3.4", r#"host(IPv4address"1.2.3.4")"#)]
#[case::address_and_dot("1.2.3.4.", r#"host(reg_name"1.2.3.4.")"#)]
#[case::address_and_underscore("1.2.3.4_", "")]
#[case::not_an_address("256.0.0.1", r#"host(reg_name"256.0.0.1")"#)]
fn strict_dns(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(tree("strict-dns", "host", text), expected);
}

/// Returns the tree with each node as `rule(children)`, or as `rule"text"` if it has no children.
fn tree(variant: &str, rule: &str, text: &str) -> String {
    let vm = vm(&grammar(variant));
    let pair = vm.parse(rule, text).ok().and_then(|mut pairs| pairs.next());
    let whole = pair.filter(|pair| pair.as_span().end() == text.len());
    whole.map(written).unwrap_or_default()
}

fn written(pair: Pair<'_, &str>) -> String {
    let (rule, text) = (pair.as_rule().to_owned(), pair.as_str());
    let below: Vec<_> = pair.into_inner().map(written).collect();
    if below.is_empty() { format!("{rule}{text:?}") } else { format!("{rule}({})", below.join(" ")) }
}

//! Single strings: the nodes of pest's tree, or none if the rule does not match the whole string.

use pest::iterators::Pair;
use rstest::rstest;

use crate::common::vm;
use crate::variants::grammar;

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

/// Returns the nodes as `rule(nodes below)`, and as `rule"text"` if there are none below.
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

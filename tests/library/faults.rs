//! The location of faults, as docs/architecture.md defines it: the component, the byte offset and the character,
//! and the error message.

use rstest::rstest;
use urigram::Rule;

/// Checks that `rule` rejects `text` with a fault in `component` at `offset`, and that `found` is the character there.
#[track_caller]
fn check(rule: Rule, text: &str, component: Rule, offset: usize, found: Option<char>) {
    let fault = rule.parse(text).map_err(|error| (error.component(), error.offset(), error.found()));
    assert_eq!(fault.err(), Some((component, offset, found)), "{rule}: {text:?}");
}

#[rstest]
#[case("http://exa mple.com/", Rule::host, 10, ' ')]
#[case("http://h:8a/", Rule::port, 10, 'a')]
#[case("http://[1::2::3]", Rule::host, 13, ':')]
#[case("ht tp://x", Rule::scheme, 2, ' ')]
#[case("1http://x", Rule::scheme, 0, '1')]
#[case("http://a/%6G", Rule::path, 11, 'G')]
#[case("http://[::1", Rule::host, 11, None)]
#[case("http://[::1]x", Rule::host, 12, 'x')]
#[case("//a@b@c", Rule::host, 5, '@')]
#[case(":// no", Rule::path, 0, ':')]
fn the_table_of_the_design(
    #[case] text: &str,
    #[case] component: Rule,
    #[case] offset: usize,
    #[case] found: impl Into<Option<char>>,
) {
    check(Rule::URI_reference, text, component, offset, found.into());
}

#[rstest]
#[case::a_space_first(" a:b", 0, ' ')]
#[case::a_mark_first("-a:b", 0, '-')]
#[case::an_underscore("a_b:c", 1, '_')]
#[case::a_percent_encoding_first("%41:b", 0, '%')]
#[case::a_percent_encoding("a%41:b", 1, '%')]
#[case::an_at_sign("a@b:c", 1, '@')]
#[case::a_line_feed("a\n:b", 1, '\n')]
#[case::beyond_ascii_first("é:x", 0, 'é')]
#[case::beyond_ascii("aé:x", 1, 'é')]
#[case::like_a_host_and_port("127.0.0.1:80", 0, '1')]
#[case::the_first_of_two("a b:c d", 1, ' ')]
fn scheme(#[case] text: &str, #[case] offset: usize, #[case] found: char) {
    check(Rule::URI_reference, text, Rule::scheme, offset, Some(found));
    check(Rule::URI, text, Rule::scheme, offset, Some(found));
    check(Rule::absolute_URI, text, Rule::scheme, offset, Some(found));
}

#[rstest]
#[case::a_space("http://us er@h/", 9, ' ')]
#[case::a_bracket("http://[@h/", 7, '[')]
#[case::an_ip_literal("//[::1]@h", 2, '[')]
#[case::beyond_ascii("//é@h:x", 2, 'é')]
#[case::percent_and_letters("//u%zz@h", 4, 'z')]
#[case::percent_cut_short("//u%@h", 4, '@')]
#[case::percent_and_one_digit("//u%4@h", 5, '@')]
#[case::the_first_of_six("//a b@c d:e f/g h?i j#k l", 3, ' ')]
fn userinfo(#[case] text: &str, #[case] offset: usize, #[case] found: char) {
    check(Rule::URI_reference, text, Rule::userinfo, offset, Some(found));
}

#[rstest]
#[case::a_space_after_a_userinfo("http://user@exa mple.com:8a/", 15, ' ')]
#[case::a_bracket_later("//a[b/", 3, '[')]
#[case::a_closing_bracket("//]", 2, ']')]
#[case::a_second_at_sign("//u@h@x:é", 5, '@')]
#[case::a_quote("//\"h\"/", 2, '"')]
#[case::beyond_ascii("http://é.com/", 7, 'é')]
#[case::beyond_ascii_later("http://a例え.jp/", 8, '例')]
#[case::percent_and_letters("//%zz", 3, 'z')]
#[case::percent_before_the_path("//h%/", 4, '/')]
#[case::percent_before_the_port("//h%2:1", 5, ':')]
#[case::percent_at_the_end("//h%2", 5, None)]
fn host(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    check(Rule::URI_reference, text, Rule::host, offset, found.into());
}

#[rstest]
#[case::empty("//[]", 3, ']')]
#[case::nested("//[[::1]]", 3, '[')]
#[case::not_hexadecimal("//[g::]", 3, 'g')]
#[case::one_group("//[a]:b", 4, ']')]
#[case::five_digits("//[12345::]", 7, '5')]
#[case::one_colon_first("//[:1]", 4, '1')]
#[case::three_colons("//[:::1]", 5, ':')]
#[case::two_elisions("//[::1::]", 7, ':')]
#[case::seven_groups("//[1:2:3:4:5:6:7]", 16, ']')]
#[case::nine_groups("//[1:2:3:4:5:6:7:8:9]", 18, ':')]
#[case::eight_groups_and_elision("//[1:2:3:4:5:6:7::8]", 18, '8')]
#[case::eight_groups_and_elision_early("//[1::2:3:4:5:6:7:8]", 17, ':')]
#[case::ipv4address("//[1.2.3.4]", 4, '.')]
#[case::ipv4address_too_early("//[1:2:3:4:5:1.2.3.4]", 14, '.')]
#[case::ipv4address_too_late("//[1::2:3:4:5:6:7.8.9.0]", 17, '.')]
#[case::ipv4address_of_three("//[::1.2.3]", 10, ']')]
#[case::ipv4address_too_large("//[::1.2.3.256]", 13, '6')]
#[case::ipv4address_too_large_first("//[::256.2.3.4]", 8, '.')]
#[case::ipv4address_with_a_leading_zero("//[::01.2.3.4]", 7, '.')]
#[case::zone("//[fe80::1%25en0]", 10, '%')]
#[case::beyond_ascii("//[::１]", 5, '１')]
#[case::no_version("//[v.a]", 4, '.')]
#[case::version_not_hexadecimal("//[vx.a]", 4, 'x')]
#[case::version_alone("//[v1]", 5, ']')]
#[case::no_address("//[v1.]", 6, ']')]
#[case::percent_in_ipvfuture("//[v1.a%41]", 7, '%')]
#[case::at_the_end("//[", 3, None)]
#[case::ipv6_at_the_end("//[::", 5, None)]
#[case::ipvfuture_at_the_end("//[v1.a", 7, None)]
#[case::before_a_path("//[::1/", 6, '/')]
#[case::before_a_query("//[::1?]", 6, '?')]
#[case::before_a_fragment("//[v1.a#]", 7, '#')]
#[case::goes_on_with_a_digit("//[::1]8080", 7, '8')]
#[case::goes_on_with_a_bracket("//[::1]]:80", 7, ']')]
#[case::goes_on_with_an_at_sign("//u@[::1]@x", 9, '@')]
#[case::goes_on_and_has_a_port("//[::1]a:80", 7, 'a')]
fn ip_literal(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    check(Rule::URI_reference, text, Rule::host, offset, found.into());
}

#[rstest]
#[case::a_letter("//a:b@c:d", 8, 'd')]
#[case::a_sign("//h:-1", 4, '-')]
#[case::a_space("//h:80 /", 6, ' ')]
#[case::a_second_colon("//h:80:80", 6, ':')]
#[case::an_ipv6address_without_brackets("http://::1/", 8, ':')]
#[case::after_an_ip_literal("//[::1]:x/", 8, 'x')]
#[case::a_percent_encoding("//h:%38", 4, '%')]
#[case::a_digit_beyond_ascii("//h:８", 4, '８')]
fn port(#[case] text: &str, #[case] offset: usize, #[case] found: char) {
    check(Rule::URI_reference, text, Rule::port, offset, Some(found));
}

#[rstest]
#[case::after_an_authority("http://a/b c", 10, ' ')]
#[case::absolute("/a b", 2, ' ')]
#[case::noscheme("a b", 1, ' ')]
#[case::rootless("mailto:a b", 8, ' ')]
#[case::rootless_with_a_colon("a:b:c d", 5, ' ')]
#[case::absolute_after_a_scheme("a:/b[c", 4, '[')]
#[case::a_backslash("a/b\\c", 3, '\\')]
#[case::a_bar("a:b|c", 3, '|')]
#[case::angle_brackets("<http//a>", 0, '<')]
#[case::a_null("\0", 0, '\0')]
#[case::a_byte_order_mark("\u{feff}a", 0, '\u{feff}')]
#[case::beyond_ascii("/é", 1, 'é')]
#[case::beyond_ascii_later("http://a/日本", 9, '日')]
#[case::beyond_the_basic_plane("a/😀/b", 2, '😀')]
#[case::percent_at_the_end("/%", 2, None)]
#[case::percent_and_one_digit_at_the_end("/%4", 3, None)]
#[case::percent_before_the_query("/%4?x", 3, '?')]
#[case::two_percents("/a%%20", 3, '%')]
#[case::percent_beyond_ascii("/%４1", 2, '４')]
#[case::a_colon(":", 0, ':')]
#[case::a_colon_first(":a", 0, ':')]
#[case::before_a_fault_in_the_query("/a b?c d", 2, ' ')]
fn path(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    check(Rule::URI_reference, text, Rule::path, offset, found.into());
}

#[rstest]
#[case::a_space("?a b", 2, ' ')]
#[case::a_bracket("?[", 1, '[')]
#[case::a_quote("a:b?c\"d", 5, '"')]
#[case::beyond_ascii("//h?é", 4, 'é')]
#[case::percent_at_the_end("?%", 2, None)]
#[case::percent_before_the_fragment("?%4#", 3, '#')]
#[case::before_a_fault_in_the_fragment("/a?b^c#d e", 4, '^')]
fn query(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    check(Rule::URI_reference, text, Rule::query, offset, found.into());
}

#[rstest]
#[case::a_space("#a b", 2, ' ')]
#[case::a_second_number_sign("#a#b", 2, '#')]
#[case::two_number_signs("##", 1, '#')]
#[case::beyond_ascii("http://a/#é", 10, 'é')]
#[case::percent_at_the_end("#%", 2, None)]
#[case::percent_and_one_digit_at_the_end("a:b?c#%4", 8, None)]
fn fragment(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    check(Rule::URI_reference, text, Rule::fragment, offset, found.into());
}

/// For a valid reference without a scheme, the offset is the length of the longest prefix that could begin
/// `scheme ":"`.
#[rstest]
#[case("abc", 3, None)]
#[case("/abc", 0, '/')]
#[case("", 0, None)]
#[case("ab/c", 2, '/')]
#[case("ab?c:d", 2, '?')]
#[case("../a", 0, '.')]
#[case("//h/p", 0, '/')]
#[case("1a", 0, '1')]
#[case("a+-.1_", 5, '_')]
#[case("a%41", 1, '%')]
#[case("user@host", 4, '@')]
fn scheme_is_missing(#[case] text: &str, #[case] offset: usize, #[case] found: impl Into<Option<char>>) {
    let found = found.into();
    check(Rule::URI, text, Rule::scheme, offset, found);
    check(Rule::absolute_URI, text, Rule::scheme, offset, found);
}

/// The missing scheme is reported before the fragment, which an absolute URI cannot have either.
#[rstest]
#[case("abc#f", 3, '#')]
#[case("ab/c#f", 2, '/')]
#[case("#f", 0, '#')]
fn scheme_is_missing_and_there_is_a_fragment(
    #[case] text: &str,
    #[case] offset: usize,
    #[case] found: char,
    #[values(Rule::URI, Rule::absolute_URI)] rule: Rule,
) {
    check(rule, text, Rule::scheme, offset, Some(found));
}

/// If a string without a scheme has another fault, that fault is reported instead of the missing scheme.
#[rstest]
#[case("a b", Rule::path, 1, ' ')]
#[case(":", Rule::path, 0, ':')]
#[case("//a b", Rule::host, 3, ' ')]
#[case("/a?b c", Rule::query, 4, ' ')]
fn scheme_is_not_reported(
    #[case] text: &str,
    #[case] component: Rule,
    #[case] offset: usize,
    #[case] found: char,
    #[values(Rule::URI, Rule::absolute_URI)] rule: Rule,
) {
    check(rule, text, component, offset, Some(found));
}

#[rstest]
#[case::a_fragment("a:b#c", Rule::fragment, 3, '#')]
#[case::an_empty_fragment("a:#", Rule::fragment, 2, '#')]
#[case::after_a_query("a:?q#f", Rule::fragment, 4, '#')]
#[case::after_a_fault_in_the_path("a:b c#d", Rule::path, 3, ' ')]
#[case::after_a_fault_in_the_query("a:?b c#d", Rule::query, 4, ' ')]
fn absolute_uri(#[case] text: &str, #[case] component: Rule, #[case] offset: usize, #[case] found: char) {
    check(Rule::absolute_URI, text, component, offset, Some(found));
}

#[rstest]
#[case::a_scheme("a:b", Rule::scheme, 1, ':')]
#[case::a_uri("http://x/", Rule::scheme, 4, ':')]
#[case::a_scheme_with_a_fault("ht tp://x", Rule::scheme, 2, ' ')]
#[case::no_scheme(":", Rule::path, 0, ':')]
#[case::port("//h:8a", Rule::port, 5, 'a')]
#[case::path("a b", Rule::path, 1, ' ')]
#[case::fragment("a#b#c", Rule::fragment, 3, '#')]
fn relative_ref(#[case] text: &str, #[case] component: Rule, #[case] offset: usize, #[case] found: char) {
    check(Rule::relative_ref, text, component, offset, Some(found));
}

/// A component that its own rule rejects is reported before a component that is missing or not allowed.
#[rstest]
#[case::a_fragment_with_a_fault(Rule::absolute_URI, "a:b#c d", Rule::fragment, 5, ' ')]
#[case::a_scheme_and_a_fault_in_the_host(Rule::relative_ref, "http://exa mple.com/", Rule::host, 10, ' ')]
#[case::a_scheme_and_a_fault_in_the_path(Rule::relative_ref, "a:b c", Rule::path, 3, ' ')]
fn a_component_out_of_place(
    #[case] rule: Rule,
    #[case] text: &str,
    #[case] component: Rule,
    #[case] offset: usize,
    #[case] found: char,
) {
    check(rule, text, component, offset, Some(found));
}

#[rstest]
#[case::uri("a:b#c#d", Rule::fragment, 5, '#')]
#[case::host("http://exa mple.com/", Rule::host, 10, ' ')]
#[case::port("http://h:8a/", Rule::port, 10, 'a')]
fn uri(#[case] text: &str, #[case] component: Rule, #[case] offset: usize, #[case] found: char) {
    check(Rule::URI, text, component, offset, Some(found));
}

/// For rules that consist of components, the component is reported.
#[rstest]
#[case(Rule::hier_part, "a?", Rule::path, 1, '?')]
#[case(Rule::hier_part, "a:b c", Rule::path, 3, ' ')]
#[case(Rule::hier_part, "//h:x", Rule::port, 4, 'x')]
#[case(Rule::hier_part, "//h:x/", Rule::port, 4, 'x')]
#[case(Rule::hier_part, "//[::1]:x", Rule::port, 8, 'x')]
#[case(Rule::hier_part, "//h?q", Rule::host, 3, '?')]
#[case(Rule::relative_part, "a:b", Rule::path, 1, ':')]
#[case(Rule::relative_part, "//h/a#", Rule::path, 5, '#')]
#[case(Rule::authority, "u@h@x", Rule::host, 3, '@')]
#[case(Rule::authority, "u ser@h", Rule::userinfo, 1, ' ')]
#[case(Rule::authority, "h:80x", Rule::port, 4, 'x')]
#[case(Rule::authority, "h:80/", Rule::port, 4, '/')]
#[case(Rule::authority, "u@h:80x", Rule::port, 6, 'x')]
#[case(Rule::authority, "[::1]x", Rule::host, 5, 'x')]
#[case(Rule::authority, "h/a", Rule::host, 1, '/')]
fn parts_of_a_reference(
    #[case] rule: Rule,
    #[case] text: &str,
    #[case] component: Rule,
    #[case] offset: usize,
    #[case] found: char,
) {
    check(rule, text, component, offset, Some(found));
}

/// For every other rule, the component that is reported is the rule itself.
#[rstest]
#[case(Rule::scheme, "", 0, None)]
#[case(Rule::scheme, "http:", 4, ':')]
#[case(Rule::userinfo, "a@b", 1, '@')]
#[case(Rule::host, "a:", 1, ':')]
#[case(Rule::host, "[::1", 4, None)]
#[case(Rule::port, "8a", 1, 'a')]
#[case(Rule::IP_literal, "::1", 0, ':')]
#[case(Rule::IP_literal, "[::1]]", 5, ']')]
#[case(Rule::IPvFuture, "v.a", 1, '.')]
#[case(Rule::IPvFuture, "v1.", 3, None)]
#[case(Rule::IPv6address, "", 0, None)]
#[case(Rule::IPv6address, "1:2:3:4:5:6:7", 13, None)]
#[case(Rule::IPv6address, "1:2:3:4:5:6:7:", 14, None)]
#[case(Rule::IPv6address, "1::2::3", 5, ':')]
#[case(Rule::IPv6address, "::1.2.3.256", 10, '6')]
#[case(Rule::h16, "", 0, None)]
#[case(Rule::h16, "12345", 4, '5')]
#[case(Rule::ls32, "0:", 2, None)]
#[case(Rule::ls32, "256.0", 3, '.')]
#[case(Rule::ls32, "0:0:0", 3, ':')]
#[case(Rule::IPv4address, "1.2.3", 5, None)]
#[case(Rule::IPv4address, "256.1.1.1", 2, '6')]
#[case(Rule::IPv4address, "01.2.3.4", 1, '1')]
#[case(Rule::IPv4address, "1.2.3.4.5", 7, '.')]
#[case(Rule::dec_octet, "", 0, None)]
#[case(Rule::dec_octet, "256", 2, '6')]
#[case(Rule::dec_octet, "00", 1, '0')]
#[case(Rule::dec_octet, "1000", 3, '0')]
#[case(Rule::reg_name, "a:1", 1, ':')]
#[case(Rule::path, "a?b", 1, '?')]
#[case(Rule::path_abempty, "a", 0, 'a')]
#[case(Rule::path_absolute, "", 0, None)]
#[case(Rule::path_absolute, "//", 1, '/')]
#[case(Rule::path_noscheme, "", 0, None)]
#[case(Rule::path_noscheme, "a:b", 1, ':')]
#[case(Rule::path_rootless, "/", 0, '/')]
#[case(Rule::path_empty, "a", 0, 'a')]
#[case(Rule::segment, "a/", 1, '/')]
#[case(Rule::segment_nz, "", 0, None)]
#[case(Rule::segment_nz_nc, "a:", 1, ':')]
#[case(Rule::pchar, "", 0, None)]
#[case(Rule::pchar, "ab", 1, 'b')]
#[case(Rule::pchar, "%4", 2, None)]
#[case(Rule::query, "a#", 1, '#')]
#[case(Rule::fragment, "a#", 1, '#')]
#[case(Rule::pct_encoded, "", 0, None)]
#[case(Rule::pct_encoded, "4", 0, '4')]
#[case(Rule::pct_encoded, "%", 1, None)]
#[case(Rule::pct_encoded, "%4G", 2, 'G')]
#[case(Rule::pct_encoded, "%000", 3, '0')]
#[case(Rule::unreserved, "!", 0, '!')]
#[case(Rule::unreserved, "ab", 1, 'b')]
#[case(Rule::reserved, "", 0, None)]
#[case(Rule::reserved, "a", 0, 'a')]
#[case(Rule::gen_delims, "!", 0, '!')]
#[case(Rule::sub_delims, ":", 0, ':')]
#[case(Rule::ALPHA, "é", 0, 'é')]
#[case(Rule::DIGIT, "٠", 0, '٠')]
#[case(Rule::HEXDIG, "g", 0, 'g')]
fn other_rules(
    #[case] rule: Rule,
    #[case] text: &str,
    #[case] offset: usize,
    #[case] found: impl Into<Option<char>>,
) {
    check(rule, text, rule, offset, found.into());
}

#[rstest]
#[case::percent_encodable(
    Rule::URI_reference,
    "http://example.com/a b",
    "unexpected ' ' in the path at byte 20",
    "percent-encode it as `%20`"
)]
#[case::space_in_the_host(
    Rule::URI_reference,
    "http://exa mple.com/",
    "unexpected ' ' in the host at byte 10",
    "remove it"
)]
#[case::host_of_an_iri(
    Rule::URI_reference,
    "http://m\u{FC}nchen.de/",
    "unexpected '\u{FC}' in the host at byte 8",
    "a host beyond ASCII is that of an IRI; in a URI it is in its DNS form, which begins with `xn--`"
)]
#[case::delimiters(
    Rule::URI_reference,
    "<http://a/>",
    "unexpected '<' in the scheme at byte 0",
    "leave out the delimiters around the URI"
)]
#[case::two_ports(
    Rule::URI_reference,
    "http://h:80:80/",
    "unexpected ':' in the port at byte 11",
    "expected a digit, or the end of the port; a host has one port, and an IPv6 address stands in `[` and `]`"
)]
#[case::beyond_ascii(
    Rule::URI_reference,
    "/é",
    "unexpected 'é' in the path at byte 1",
    "percent-encode it as `%C3%A9`"
)]
#[case::second_at_sign(
    Rule::URI_reference,
    "//a@b@c",
    "unexpected '@' in the host at byte 5",
    "the first `@` ends the userinfo; one that belongs to it is written `%40`"
)]
#[case::control(
    Rule::URI_reference,
    "?\n",
    "unexpected '\\n' in the query at byte 1",
    "remove it, or percent-encode it as `%0A`"
)]
// The message shows a `\` as it is, without escaping it.
#[case::backslash(
    Rule::URI_reference,
    "a?\\",
    "unexpected '\\' in the query at byte 2",
    "is it meant to be `/`? If not, percent-encode it as `%5C`"
)]
#[case::apostrophe(
    Rule::URI_reference,
    "//h:'/",
    "unexpected ''' in the port at byte 4",
    "expected a digit, or the end of the port"
)]
#[case::digits(
    Rule::URI_reference,
    "//h:8a/",
    "unexpected 'a' in the port at byte 5",
    "expected a digit, or the end of the port"
)]
#[case::class(
    Rule::URI_reference,
    "ht_tp://x",
    "unexpected '_' in the scheme at byte 2",
    "expected a letter, a digit, `+`, `-` or `.`, or the end of the scheme"
)]
#[case::letter(
    Rule::URI_reference,
    "1http://x",
    "unexpected '1' in the scheme at byte 0",
    "expected a letter"
)]
#[case::group(
    Rule::URI_reference,
    "//[1::2::3]",
    "unexpected ':' in the host at byte 8",
    "expected a hexadecimal digit"
)]
#[case::not_closed(
    Rule::URI_reference,
    "//[::1",
    "the host ends too early at byte 6",
    "expected a hexadecimal digit, `.`, `:` or `]`; an IP literal is closed by `]`"
)]
#[case::goes_on(
    Rule::URI_reference,
    "//[::1]x",
    "unexpected 'x' in the host at byte 7",
    "the host ends here; a port after it begins with `:`, a path with `/`"
)]
#[case::percent(
    Rule::URI_reference,
    "/%6G",
    "incomplete percent-encoding in the path at byte 3",
    "`%` is followed by two hexadecimal digits; the character `%` itself is written `%25`"
)]
#[case::no_scheme(
    Rule::URI,
    "abc",
    "the scheme is missing",
    "a URI begins with a scheme and a colon, such as `http:`"
)]
#[case::colon_in_the_first_segment(
    Rule::URI_reference,
    ":a",
    "unexpected ':' in the path at byte 0",
    "write `./` before the first segment, or percent-encode it as `%3A`"
)]
#[case::nothing_before_the_colon(
    Rule::URI,
    "://a",
    "the scheme is missing",
    "a URI begins with a scheme and a colon, such as `http:`"
)]
#[case::nothing_before_the_colon_of_an_absolute_uri(
    Rule::absolute_URI,
    ":a b",
    "the scheme is missing",
    "a URI begins with a scheme and a colon, such as `http:`"
)]
#[case::scheme(
    Rule::relative_ref,
    "a:b",
    "a relative reference cannot have a scheme",
    "leave out the scheme and its colon"
)]
#[case::fragment(
    Rule::absolute_URI,
    "a:b#c",
    "an absolute URI cannot have a fragment",
    "leave out the `#` and what follows it"
)]
#[case::a_rule(Rule::IPv4address, "1.2.", "`IPv4address` ends too early at byte 4", "expected a digit")]
fn messages(#[case] rule: Rule, #[case] text: &str, #[case] message: &str, #[case] help: &str) {
    let error = rule.parse(text).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(error.help().to_string(), help);
}

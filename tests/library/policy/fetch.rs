//! `fetch`: URIs that a server may fetch for a stranger.

use rstest::rstest;
use urigram::policy::Policy;

use super::{assert_accepted, assert_refused};

#[rstest]
#[case::https("https://example.com/")]
#[case::http("http://example.com")]
#[case::upper_case("HTTP://EXAMPLE.COM/")]
#[case::default_port("http://example.com:80/")]
#[case::port_of_https_in_http("http://example.com:443/")]
#[case::other_ports("https://example.com:8443/a")]
#[case::empty_port("https://example.com:/")]
#[case::leading_zeros("https://example.com:0443/")]
#[case::global_ipv4("http://8.8.8.8/")]
#[case::global_ipv6("http://[2a00:1450::1]:8080/")]
#[case::nat64_of_a_global_address("http://[64:ff9b::808:808]/")]
#[case::dot_at_the_end("http://example.com./")]
#[case::digits_in_labels("http://1.2.3.4.example/")]
#[case::punycode("http://xn--bcher-kva.example/")]
#[case::underscore("http://my_host.example/")]
#[case::query_with_delimiters("https://example.com/?u=http://127.0.0.1/&v=a@b#c")]
#[case::at_in_the_path("https://example.com/user@10.0.0.1")]
#[case::encoded_text("https://example.com/caf%C3%A9%20a")]
#[case::dot_segments("https://example.com/a/../b")]
#[case::empty_segments("https://example.com//a//b")]
fn accepts(#[case] text: &str) {
    assert_accepted(&Policy::fetch(), text);
}

#[rstest]
#[case::relative_path("/latest/meta-data/", "form-refused")]
#[case::network_path("//example.com/", "form-refused")]
#[case::relative("example.com", "form-refused")]
#[case::empty("", "form-refused")]
#[case::file("file:///etc/passwd", "scheme-refused")]
#[case::gopher("gopher://example.com:80/_GET", "scheme-refused")]
#[case::dict("dict://example.com:80/", "scheme-refused")]
#[case::ftp("ftp://example.com/", "scheme-refused")]
#[case::ftp_by_its_default_port("ftp://example.com/", "port-refused")]
#[case::jar("jar:http://example.com/!/", "scheme-refused")]
#[case::data("data:text/html,a", "scheme-refused")]
#[case::javascript("javascript:alert(1)", "scheme-refused")]
#[case::url_prefix("URL:http://example.com/", "scheme-refused")]
#[case::view_source("view-source:http://example.com/", "scheme-refused")]
#[case::host_as_scheme("localhost:8080/", "scheme-refused")]
fn kinds_and_schemes(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::user("http://user@example.com/", "userinfo-refused")]
#[case::empty("http://@example.com/", "userinfo-refused")]
#[case::password("http://user:secret@example.com/", "userinfo-refused")]
#[case::misleading("http://example.com@10.0.0.1/", "misleading-userinfo")]
#[case::private_after_it("http://example.com@10.0.0.1/", "not-global-address")]
#[case::encoded_at("http://10.0.0.1%40example.com/", "percent-encoded-host")]
#[case::encoded_delimiters("http://a%23%40@example.com/", "userinfo-refused")]
#[case::several("http://a@b@example.com/", "syntax")]
#[case::full_width_at("http://10.0.0.1\u{FF20}example.com/", "mapped-character")]
fn userinfo(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::backslash("http:\\\\example.com\\", "syntax")]
#[case::backslash_in_the_authority("http://example.com\\@10.0.0.1/", "syntax")]
#[case::encoded_backslash("http://example.com%5C@10.0.0.1/", "userinfo-refused")]
#[case::encoded_backslash_in_the_host("http://10.0.0.1%5C.example.com/", "percent-encoded-host")]
#[case::no_slashes("http:example.com/", "missing-authority")]
#[case::one_slash("http:/example.com/", "whatwg-host")]
#[case::three_slashes("http:///example.com/", "empty-host")]
#[case::many_slashes("http://///10.0.0.1/", "whatwg-host")]
#[case::empty_host("http://", "empty-host")]
#[case::only_a_port("http://:80/", "component-missing")]
fn slashes(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::tab("http://exam\tple.com/", "syntax")]
#[case::line_break("http://example.com/\r\nHost: a", "syntax")]
#[case::nul("http://example.com/\0", "syntax")]
#[case::space(" http://example.com/", "syntax")]
#[case::encoded_line_break("http://example.com/%0D%0AHost:%20a", "encoded-line-break")]
#[case::in_the_query("http://example.com/?%0a", "line-break-in-query")]
#[case::in_the_fragment("http://example.com/#%0a", "encoded-line-break")]
#[case::in_the_host("http://example.com%0D%0A/", "encoded-line-break")]
#[case::encoded_nul("http://example.com/%00", "encoded-nul")]
#[case::nul_in_the_host("http://10.0.0.1%00.example.com/", "encoded-nul")]
fn control_characters(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::unclosed("http://[::1/", "syntax")]
#[case::in_a_name("http://[example.com]/", "syntax")]
#[case::around_an_ipv4_address("http://[127.0.0.1]/", "syntax")]
#[case::future("http://[v1.a]/", "host-refused")]
#[case::zone("http://[fe80::1%25eth0]/", "syntax")]
#[case::encoded("http://%5B::1%5D/", "syntax")]
#[case::percent_in_a_name("http://ex%61mple.com/", "percent-encoded-host")]
#[case::encoded_dot("http://169%2E254%2E169%2E254/", "percent-encoded-host")]
#[case::encoded_digits("http://%31%32%37.0.0.1/", "not-global-address")]
#[case::normalized_to_an_address("http://127.0.0.%31/", "ipv4-like-host")]
#[case::encoded_twice("http://127%252e0.0.1/", "percent-encoded-host")]
#[case::encoded_slash("http://10.0.0.1%2F.example.com/", "percent-encoded-host")]
#[case::encoded_question_mark("http://10.0.0.1%3F.example.com/", "percent-encoded-host")]
#[case::encoded_number_sign("http://10.0.0.1%23.example.com/", "percent-encoded-host")]
fn brackets_and_percent_in_the_authority(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::loopback("http://127.0.0.1/", "not-global-address")]
#[case::private("http://192.168.0.1/", "not-global-address")]
#[case::this_network("http://0.0.0.0/", "not-global-address")]
#[case::shared("http://100.64.0.1/", "not-global-address")]
#[case::link_local("http://169.254.1.1/", "not-global-address")]
#[case::broadcast("http://255.255.255.255/", "not-global-address")]
#[case::multicast("http://224.0.0.1/", "not-global-address")]
#[case::metadata("http://169.254.169.254/latest/", "cloud-metadata")]
#[case::global_metadata("http://168.63.129.16/", "cloud-metadata")]
#[case::two_parts("http://127.1/", "ipv4-like-host")]
#[case::one_part("http://2130706433/", "ipv4-like-host")]
#[case::hexadecimal("http://0x7f000001/", "ipv4-like-host")]
#[case::octal("http://0177.0.0.1/", "ipv4-like-host")]
#[case::leading_zeros("http://127.000.000.001/", "ipv4-like-host")]
#[case::overflow("http://4294967297/", "ipv4-like-host")]
#[case::octet_above_255("http://127.0.0.257/", "ipv4-like-host")]
#[case::dot_at_the_end("http://127.0.0.1./", "not-global-address")]
#[case::global_but_odd("http://0x8.8.8.8/", "ipv4-like-host")]
#[case::five_octets("http://1.2.3.4.5/", "numeric-last-label")]
fn ipv4_spellings(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::loopback("http://[::1]/", "not-global-address")]
#[case::unspecified("http://[::]/", "not-global-address")]
#[case::mapped("http://[::ffff:10.0.0.1]/", "not-global-address")]
#[case::mapped_in_hexadecimal("http://[::ffff:a00:1]/", "not-global-address")]
#[case::mapped_and_global("http://[::ffff:8.8.8.8]/", "not-global-address")]
#[case::compatible("http://[::10.0.0.1]/", "not-global-address")]
#[case::nat64("http://[64:ff9b::10.0.0.1]/", "not-global-address")]
#[case::nat64_metadata("http://[64:ff9b::a9fe:a9fe]/", "cloud-metadata")]
#[case::six_to_four("http://[2002:a00:1::]/", "not-global-address")]
#[case::teredo("http://[2001::f5ff:fffe]/", "not-global-address")]
#[case::unique_local("http://[fd00::1]/", "not-global-address")]
#[case::metadata("http://[fd00:ec2::254]/", "cloud-metadata")]
#[case::link_local("http://[fe80::1]/", "not-global-address")]
#[case::isatap("http://[2a00::5efe:10.0.0.1]/", "not-global-address")]
#[case::isatap_with_a_universal_identifier("http://[2a00::200:5EFE:a9fe:a9fe]/", "cloud-metadata")]
#[case::translated("http://[::ffff:0:a00:1]/", "not-global-address")]
#[case::translated_metadata("http://[::ffff:0:a9fe:a9fe]/", "cloud-metadata")]
fn ipv6(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::localhost("http://localhost/", "local-name")]
#[case::in_upper_case("http://LOCALHOST/", "local-name")]
#[case::with_a_dot("http://localhost./", "local-name")]
#[case::below("http://a.localhost/", "local-name")]
#[case::internal("http://db.internal/", "local-name")]
#[case::mdns("http://printer.local/", "local-name")]
#[case::single_label("http://intranet/", "single-label-host")]
#[case::single_label_with_a_digit("http://0a/", "single-label-host")]
#[case::single_label_with_a_dot("http://intranet./", "single-label-host")]
#[case::metadata("http://metadata.google.internal/", "cloud-metadata")]
#[case::metadata_with_a_dot("http://metadata.google.internal./", "cloud-metadata")]
#[case::kubernetes("http://kubernetes.default.svc/", "local-name")]
#[case::consul("http://web.service.consul/", "local-name")]
#[case::router("http://router.lan/", "local-name")]
#[case::home("http://nas.home/", "local-name")]
#[case::corp("http://git.corp/", "local-name")]
#[case::intranet("http://wiki.intranet/", "local-name")]
#[case::private("http://db.private./", "local-name")]
#[case::onion("http://a.onion/", "local-name")]
#[case::alt("http://a.alt/", "local-name")]
#[case::punycode_of_a_control_character("http://xn--a.com/", "invalid-punycode")]
#[case::public_metadata("http://metadata.packet.net/", "cloud-metadata")]
#[case::comma("http://example,com/", "host-character")]
#[case::exclamation_mark("http://a!b.example.com/", "host-character")]
#[case::option("http://-oProxyCommand=a.example.com/", "host-hyphen")]
#[case::empty_label("http://a..example.com/", "host-empty-label")]
#[case::only_a_dot("http://./", "host-empty-label")]
#[case::begins_with_a_dot("http://.example.com/", "host-empty-label")]
#[case::punycode("http://xn--9.example.com/", "invalid-punycode")]
fn names(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

/// IRIs whose host is converted to an address or a local name.
#[rstest]
#[case::full_width_digits("http://１２７.0.0.1/", "mapped-character")]
#[case::circled_digits("http://①②⑦.0.0.1/", "mapped-character")]
#[case::ideographic_full_stop("http://127。0。0。1/", "mapped-character")]
#[case::full_width_full_stop("http://example．com/", "mapped-character")]
#[case::full_width_slash("http://10.0.0.1／.example.com/", "mapped-character")]
#[case::account_of("http://example.com℀.example.org/", "mapped-character")]
#[case::soft_hyphen("http://local\u{AD}host/", "mapped-character")]
#[case::zero_width_space("http://example\u{200B}.com/", "mapped-character")]
#[case::variation_selector("http://localhost\u{FE0F}/", "mapped-character")]
#[case::encoded_full_width_digit("http://%EF%BC%91.0.0.1/", "percent-encoded-host")]
#[case::full_width_x("http://127.0ｘ1/", "not-global-address")]
#[case::full_width_x_before_letters("http://169.254.0ｘa9fe/", "cloud-metadata")]
#[case::hangul_filler("http://127.0.0.1\u{3164}/", "not-global-address")]
#[case::invisible_separator("http://127.0.0.1\u{2063}/", "not-global-address")]
#[case::outlined_digit("http://127.0.0.\u{1CCF1}/", "not-global-address")]
#[case::full_width_letters("http://a.ｌｏｃａｌｈｏｓｔ/", "local-name")]
#[case::circled_letters("http://x.ⓛⓞⓒⓐⓛ/", "local-name")]
#[case::long_s("http://x.localhoſt/", "local-name")]
#[case::metadata_in_full_width("http://metadata.ｇoog/", "cloud-metadata")]
#[case::metadata_in_circles("http://metadata.google.ⓘnternal/", "cloud-metadata")]
#[case::local_name_below_another_script("http://é.ⓛⓞⓒⓐⓛ/", "local-name")]
#[case::encoded_circles("http://a.%E2%93%9B%E2%93%9E%E2%93%92%E2%93%90%E2%93%9B/", "local-name")]
#[case::presentation_form_of_a_stop("http://127\u{FE12}0.0.1/", "mapped-character")]
#[case::word("http://bücher.example/", "host-beyond-ascii")]
#[case::encoded_word("http://b%C3%BCcher.example/", "host-beyond-ascii")]
fn unicode(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

#[rstest]
#[case::ssh("http://example.com:22/", "port-refused")]
#[case::redis("http://example.com:6379/", "port-refused")]
#[case::zero("http://example.com:0/", "port-refused")]
#[case::too_large("http://example.com:65616/", "port-too-large")]
#[case::wraps_to_an_allowed_one("http://example.com:65616/", "port-refused")]
#[case::not_a_number("http://example.com:80a/", "syntax")]
#[case::two("http://example.com:80:80/", "syntax")]
fn ports(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::fetch(), text, reason);
}

/// If the policy allows a name, and the names below another one, it refuses hosts that only resemble these.
#[rstest]
#[case::suffix("http://example.com.evil.example/")]
#[case::prefix("http://notexample.com/")]
#[case::label_in_front("http://www.example.com/")]
#[case::hyphen("http://example-com.net/")]
#[case::other_domain("http://example.net/")]
#[case::not_below("http://evilexample.org/")]
#[case::not_the_name_itself("http://example.org/")]
#[case::suffix_of_a_suffix("http://a.example.org.evil.example/")]
#[case::in_the_path("http://evil.example/example.com")]
#[case::in_the_fragment("http://evil.example#.example.org")]
#[case::address("http://8.8.8.8/")]
fn with_allowed_hosts(#[case] text: &str) {
    let policy = Policy::fetch().allow_host("example.com").unwrap().allow_host(".example.org").unwrap();
    assert_accepted(&Policy::fetch(), text);
    assert_refused(&policy, text, "host-refused");
    assert_accepted(&policy, "http://EXAMPLE.com./");
    assert_accepted(&policy, "http://a.b.example.org:8080/");
    assert_refused(&policy, "http://example.com@evil.example/", "host-refused");
}

/// Allowing a name does not change the verdicts on findings about it.
#[rstest]
#[case::name("localhost", "http://localhost/", "local-name")]
#[case::label("intranet", "http://intranet/", "single-label-host")]
#[case::address("10.0.0.1", "http://10.0.0.1/", "not-global-address")]
#[case::metadata("metadata.google.internal", "http://metadata.google.internal/", "cloud-metadata")]
fn what_is_allowed_by_name(#[case] host: &str, #[case] text: &str, #[case] reason: &str) {
    let policy = Policy::fetch().allow_host(host).unwrap();
    assert_refused(&policy, text, reason);
}

#[test]
fn an_allowed_host_in_an_allowed_network() {
    let policy = Policy::fetch().allow_host("10.0.0.1").unwrap().allow_network("10.0.0.0/24").unwrap();
    assert_accepted(&policy, "http://10.0.0.1/");
    assert_refused(&policy, "http://10.0.0.2/", "host-refused");
    assert_refused(&policy, "http://10.0.1.1/", "not-global-address");
}

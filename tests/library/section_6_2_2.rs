//! Section 6.2.2: syntax-based normalization.

use rstest::rstest;
use urigram::grammar::HostKind;
use urigram::normalize::Level;
use urigram::{Uri, UriReference, rfc6874};

fn reference(text: &str) -> UriReference<&str> {
    UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn normal(text: &str, level: Level) -> String {
    reference(text).normalize_to(level).into_inner().into_owned()
}

/// The URIs that the section calls *equivalent*, with the lowest level at which they are.
#[rstest]
#[case::the_two_uris("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", Some(Level::Path))]
#[case::scheme_and_host("HTTP://www.EXAMPLE.com/", "http://www.example.com/", Some(Level::Case))]
#[case::hexadecimal_digits("http://a/%3a", "http://a/%3A", Some(Level::Case))]
#[case::in_a_userinfo("http://%c3@a/", "http://%C3@a/", Some(Level::Case))]
#[case::in_a_query_and_a_fragment("?%c3#%c3", "?%C3#%C3", Some(Level::Case))]
#[case::unreserved_in_a_path("/%7Euser", "/~user", Some(Level::Percent))]
#[case::unreserved_in_a_userinfo("//%75@h", "//u@h", Some(Level::Percent))]
#[case::unreserved_in_a_query("?%5F", "?_", Some(Level::Percent))]
#[case::unreserved_in_a_fragment("#%2D", "#-", Some(Level::Percent))]
#[case::unreserved_in_a_host("http://EX%41mple/", "http://example/", Some(Level::Percent))]
#[case::dot_segments("http://a/b/./c/../d", "http://a/b/d", Some(Level::Path))]
#[case::encoded_dot_segments("http://a/b/%2E%2e/d", "http://a/d", Some(Level::Path))]
#[case::empty_port("foo://a:/b", "foo://a/b", Some(Level::Path))]
#[case::the_path_is_case_sensitive("http://a/B", "http://a/b", None)]
#[case::the_userinfo_is_case_sensitive("http://U@a/", "http://u@a/", None)]
#[case::the_query_is_case_sensitive("http://a/?Q", "http://a/?q", None)]
#[case::the_fragment_is_case_sensitive("http://a/#F", "http://a/#f", None)]
fn equivalence(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
    assert_eq!(reference(a).compare(&reference(b)), level);
    assert_eq!(reference(b).compare(&reference(a)), level);
    for on in Level::ALL {
        assert_eq!(
            reference(a).equivalent(&reference(b), on),
            level.is_some_and(|level| on >= level),
            "{on}"
        );
    }
}

/// Section 6.2.2.1.
#[rstest]
#[case::scheme_and_host("HTTP://www.EXAMPLE.com/", "http://www.example.com/")]
#[case::nothing_is_decoded("EX:%41%7e", "ex:%41%7E")]
#[case::digits_in_the_host("//A%c3%A9B", "//a%C3%A9b")]
#[case::ipv6("//[2001:DB8::A]", "//[2001:db8::a]")]
#[case::ipvfuture("//[VA.B:C]", "//[va.b:c]")]
#[case::nothing_else("//U@h/P?Q#F", "//U@h/P?Q#F")]
#[case::dot_segments_and_empty_port_stay("a://h:/b/../c", "a://h:/b/../c")]
fn case(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text, Level::Case), form);
}

/// Section 6.2.2.2, with sections 2.2 and 2.3.
#[rstest]
#[case::then_case_again("//EX%41mple", "//example")]
#[case::capital_decoded_in_a_path("/%41", "/A")]
#[case::all_unreserved("/%2D%2E%5F%7E%30%39%61%7A%41%5A", "/-._~09azAZ")]
#[case::gen_delims("/%3A%2F%3F%23%5B%5D%40", "/%3A%2F%3F%23%5B%5D%40")]
#[case::sub_delims("/%21%24%26%27%28%29%2A%2B%2C%3B%3D", "/%21%24%26%27%28%29%2A%2B%2C%3B%3D")]
#[case::percent_sign("/%2541", "/%2541")]
#[case::percent_sign_before_a_decoded("/%25%34%31", "/%2541")]
#[case::null_and_beyond_ascii("/%00%ff%FE%FF%c3%A9", "/%00%FF%FE%FF%C3%A9")]
#[case::reserved_are_not_encoded("/:@!$&'()*+,;=?/?#/?", "/:@!$&'()*+,;=?/?#/?")]
#[case::the_second_of_a_pair("?a=1%26b", "?a=1%26b")]
#[case::next_to_each_other("/%61%62%2f%63", "/ab%2Fc")]
#[case::dots_are_decoded_and_stay("/a/%2e%2E/b", "/a/../b")]
fn percent_encoding(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text, Level::Percent), form);
}

/// Section 6.2.2.3, by section 5.2.4.
#[rstest]
#[case::dot_segments("a://h/b/./c/../d/.", "a://h/b/d/")]
#[case::encoded("a://h/%2e/%2e%2E/b", "a://h/b")]
#[case::above_the_root("a://h/../../b", "a://h/b")]
#[case::to_nothing("a://h/..", "a://h/")]
#[case::not_in_the_query("a:?/../b", "a:?/../b")]
#[case::not_in_the_fragment("a:#/../b", "a:#/../b")]
#[case::no_dot_segment("a:/b./.c/..d/...", "a:/b./.c/..d/...")]
#[case::rootless("a:b/../c:d", "a:/c:d")]
#[case::rootless_from_a_dot("a:./b", "a:b")]
#[case::rootless_to_nothing("a:..", "a:")]
#[case::absolute("a:/b/../c", "a:/c")]
#[case::guarded("a:/b/..//c", "a:/.//c")]
#[case::guarded_from_rootless("a:b/..//c", "a:/.//c")]
#[case::guard_stays("a:/.//c", "a:/.//c")]
#[case::no_guard_for_an_authority("a://h/.//c", "a://h//c")]
#[case::dots_and_guard("a:/.//../b", "a:/b")]
#[case::empty_port("a://h:/b", "a://h/b")]
#[case::empty_port_after_an_address("a://[::1]:", "a://[::1]")]
#[case::port_stays("a://h:080", "a://h:080")]
#[case::empty_userinfo_stays("a://@h", "a://@h")]
#[case::empty_query_and_fragment_stay("a:?#", "a:?#")]
fn path_segments(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text, Level::Path), form);
    assert_eq!(reference(text).normalize(), form);
    assert_eq!(Uri::parse(text).expect("a URI").normalize(), form);
}

/// Relative references: case and percent-encoding only, and no rules of schemes.
#[rstest]
#[case::dot_segments("../a/./%2e%2E/%7e", "../a/./../~")]
#[case::absolute_path("/a/../b", "/a/../b")]
#[case::network_path("//H/a/../b", "//h/a/../b")]
#[case::no_scheme_rules("//a:80", "//a:80")]
fn relative_references(#[case] text: &str, #[case] form: &str) {
    for level in [Level::Percent, Level::Path, Level::Scheme] {
        assert_eq!(normal(text, level), form, "{level}");
    }
}

/// Sections 3.2.3 and 6.2.3: normalizers should omit an empty port, in relative references too.
#[rstest]
#[case::before_nothing("//H:", "//h")]
#[case::before_a_path("//a:/../b", "//a/../b")]
#[case::before_a_query("//u@[::1]:?q#f", "//u@[::1]?q#f")]
fn an_empty_port_goes_from_relative_references(#[case] text: &str, #[case] form: &str) {
    for level in [Level::Path, Level::Scheme] {
        assert_eq!(normal(text, level), form, "{level}");
    }
    assert_eq!(normal(text, Level::Percent), text.to_ascii_lowercase());
}

/// Section 2.3: an unreserved character is decoded in every component, also if a registered name becomes an address.
#[rstest]
fn a_registered_name_may_become_an_address(
    #[values("%31.2.3.4", "1%2e2.3.4", "1.2.3.%34", "%31%2E%32%2e%33%2E%34", "1.2%2E3.4")] host: &str,
    #[values(("", ""), ("%75@", ":8080"), ("u@", ":8080"))] (userinfo, port): (&str, &str),
) {
    let text = format!("http://{userinfo}{host}{port}/");
    let uri = reference(&text);
    let userinfo = userinfo.replace("%75", "u");
    assert_eq!(uri.normalize_to(Level::Case).components().host_kind(), Some(HostKind::RegName));
    for level in [Level::Percent, Level::Path, Level::Scheme] {
        let form = uri.normalize_to(level);
        assert_eq!(form, format!("http://{userinfo}1.2.3.4{port}/").as_str());
        assert_eq!(form.components().host_kind(), Some(HostKind::Ipv4));
        assert_eq!(form.components(), reference(form.as_str()).components());
        assert!(uri.equivalent(&reference(form.as_str()), level));
    }
}

#[rstest]
#[case::no_octet("//%3256.1.1.1", "//256.1.1.1")]
#[case::none_is_created("//%2531.2.3.4", "//%2531.2.3.4")]
#[case::more_after_it("//1.2.3.4%2Ea", "//1.2.3.4.a")]
fn other_names_are_decoded(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text, Level::Percent), form);
}

/// RFC 6874: the `%25` before a zone stays, and a zone is part of the host.
#[rstest]
#[case::zone("http://[FE80::A%25en%31]/", "http://[fe80::a%25en1]/")]
#[case::names_of_interfaces_are_case_sensitive("HTTP://[FE80::A%25En%41]/", "http://[fe80::a%25EnA]/")]
#[case::normal("http://[fe80::a%25En]/", "http://[fe80::a%25En]/")]
#[case::with_userinfo("HTTP://U@[FE80::A%25En]:1/", "http://U@[fe80::a%25En]:1/")]
#[case::percent_sign_in_a_zone("http://[fe80::a%25%25]/", "http://[fe80::a%25%25]/")]
#[case::digits_in_a_zone("http://[fe80::a%25%c3]/", "http://[fe80::a%25%C3]/")]
fn zones(#[case] text: &str, #[case] form: &str) {
    let uri = rfc6874::Uri::parse(text).expect("a URI");
    assert_eq!(uri.normalize(), form);
    assert_eq!(uri.normalize_to(Level::Scheme), form);
}

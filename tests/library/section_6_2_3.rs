//! Section 6.2.3: scheme-based normalization.

use std::borrow::Cow;

use rstest::rstest;
use urigram::normalize::{Level, Normalizer};
use urigram::scheme::{SchemeRules, Schemes};
use urigram::{Uri, UriReference, rfc6874};

fn reference(text: &str) -> UriReference<&str> {
    UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn normal(text: &str) -> String {
    reference(text).normalize_to(Level::Scheme).into_inner().into_owned()
}

/// The URIs that the section calls equivalent or not equivalent.
#[rstest]
#[case::empty_path("http://example.com", "http://example.com/", Some(Level::Scheme))]
#[case::empty_port("http://example.com:/", "http://example.com/", Some(Level::Path))]
#[case::default_port("http://example.com:80/", "http://example.com/", Some(Level::Scheme))]
#[case::default_port_and_empty_path("http://example.com", "http://example.com:80/", Some(Level::Scheme))]
#[case::empty_query("http://example.com/?", "http://example.com/", None)]
#[case::empty_fragment("http://example.com/#", "http://example.com/", None)]
#[case::empty_fragment_of_any_scheme("example:#", "example:", None)]
#[case::delimiter_in_a_userinfo("http://user:@a/", "http://user@a/", None)]
#[case::delimiter_of_a_userinfo("http://@a/", "http://a/", None)]
#[case::domain_of_an_address("mailto:Joe@Example.COM", "mailto:Joe@example.com", Some(Level::Scheme))]
#[case::local_part_of_an_address("mailto:Joe@example.com", "mailto:joe@example.com", None)]
#[case::other_port("http://example.com:8080/", "http://example.com/", None)]
#[case::default_port_of_another_scheme("http://example.com:443/", "http://example.com/", None)]
fn equivalence(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
    assert_eq!(reference(a).compare(&reference(b)), level);
    assert_eq!(reference(b).compare(&reference(a)), level);
}

#[rstest]
fn the_four_uris_are_equivalent_and_the_second_is_normal(
    #[values("http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/")]
    text: &str,
) {
    assert_eq!(normal(text), "http://example.com/");
}

/// The syntax-based levels do not remove default ports, and do not replace an empty path by `/`.
#[rstest]
fn the_syntax_knows_no_scheme(
    #[values("http://a:80", "ws://a:80", "file://localhost/", "mailto:a@B", "urn:A:b?=c", "tel:1-2")]
    text: &str,
) {
    for level in [Level::String, Level::Case, Level::Percent, Level::Path] {
        assert_eq!(reference(text).normalize_to(level), text, "{level}");
    }
}

#[rstest]
fn unknown_schemes_have_the_rules_of_the_syntax(
    #[values("example://a:80", "example://localhost/", "example:A@B", "httpx://a", "x-http://a:80")]
    text: &str,
) {
    assert_eq!(normal(text), text);
}

#[rstest]
#[case::http("http", "80", "/")]
#[case::https("https", "443", "/")]
#[case::ws("ws", "80", "/")]
#[case::wss("wss", "443", "/")]
#[case::ftp("ftp", "21", "/")]
#[case::ftps("ftps", "990", "")]
#[case::ldap("ldap", "389", "/")]
#[case::ldaps("ldaps", "636", "/")]
#[case::telnet("telnet", "23", "/")]
#[case::ssh("ssh", "22", "")]
#[case::sftp("sftp", "22", "")]
#[case::git("git", "9418", "")]
#[case::redis("redis", "6379", "")]
#[case::postgres("postgres", "5432", "")]
#[case::postgresql("postgresql", "5432", "")]
#[case::mysql("mysql", "3306", "")]
#[case::mongodb("mongodb", "27017", "")]
#[case::amqp("amqp", "5672", "")]
#[case::amqps("amqps", "5671", "")]
#[case::mqtt("mqtt", "1883", "")]
#[case::coap("coap", "5683", "/")]
#[case::coaps("coaps", "5684", "/")]
#[case::rtsp("rtsp", "554", "")]
#[case::rtsps("rtsps", "322", "")]
#[case::nfs("nfs", "2049", "/")]
#[case::gopher("gopher", "70", "/")]
#[case::nntp("nntp", "119", "")]
#[case::news("news", "119", "")]
fn default_port_and_empty_path(#[case] scheme: &str, #[case] port: &str, #[case] empty_path: &str) {
    let host = format!("{scheme}://example.com");
    assert_eq!(Schemes::new().get(scheme).and_then(SchemeRules::default_port), port.parse().ok());
    assert_eq!(normal(&format!("{host}:{port}")), host.clone() + empty_path);
    assert_eq!(normal(&format!("{host}:0{port}/b?c#d")), host.clone() + "/b?c#d");
    assert_eq!(normal(&format!("{host}:1{port}/b")), format!("{host}:1{port}/b"));
    assert_eq!(normal(&host), host.clone() + empty_path);
    assert_eq!(normal(&format!("{host}?q")), host + empty_path + "?q");
}

#[rstest]
#[case::too_large_a_port("http://a:65616/", "http://a:65616/")]
#[case::no_authority("http:", "http:")]
#[case::userinfo_stays("http://u:p@a:80", "http://u:p@a/")]
#[case::localhost_is_no_default_of_http("http://localhost", "http://localhost/")]
#[case::address("http://[::1]:80", "http://[::1]/")]
fn http(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 8089, section 2, and section 6.2.3 about explicit hosts.
#[rstest]
#[case::no_authority("file:/a", "file:///a")]
#[case::localhost("file://localhost/a", "file:///a")]
#[case::localhost_in_capitals("file://LOCAL%48OST/a", "file:///a")]
#[case::normal("file:///a", "file:///a")]
#[case::other_host("file://host/a", "file://host/a")]
#[case::userinfo("file://u@localhost/a", "file://u@localhost/a")]
#[case::userinfo_and_empty_host("file://u@/a", "file://u@localhost/a")]
#[case::port("file://localhost:1/a", "file://localhost:1/a")]
#[case::empty_port("file://localhost:/a", "file:///a")]
#[case::port_and_empty_host("file://:1/a", "file://localhost:1/a")]
#[case::empty_userinfo("file://@localhost/a", "file://@/a")]
#[case::rootless("file:a", "file:a")]
#[case::guarded("file:/.//a", "file:////a")]
#[case::nothing("file:", "file:")]
fn file(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 4516, section 4: three equivalent URIs.
#[rstest]
#[case::no_path("ldap://ldap.example.net", "ldap://ldap.example.net/")]
#[case::slash("ldap://ldap.example.net/", "ldap://ldap.example.net/")]
#[case::question_mark("ldap://ldap.example.net/?", "ldap://ldap.example.net/")]
#[case::all_defaults("ldap:///o=A,c=US????", "ldap:///o=A,c=US")]
#[case::some_defaults("ldap:///??sub?", "ldap:///??sub")]
fn ldap(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 6068.
#[rstest]
#[case::each_address("mailto:A@B.Example,C@D.Example", "mailto:A@b.example,C@d.example")]
#[case::percent_encoding("mailto:A@B%c3%a9?S=T", "mailto:A@b%C3%A9?s=T")]
#[case::encoded_at_sign("mailto:%22A%40B%22@C", "mailto:%22A%40B%22@c")]
#[case::literal("mailto:A@%5BX:Y%5D", "mailto:A@%5BX:Y%5D")]
#[case::no_domain("mailto:A,", "mailto:A,")]
#[case::literal_and_domain("mailto:a@%5BX%5D,b@C", "mailto:a@%5BX%5D,b@c")]
#[case::all_of_an_atom("mailto:a@B!$'*+-_~%2F%3D.C", "mailto:a@b!$'*+-_~%2F%3D.c")]
#[case::slash("mailto:a@B/C", "mailto:a@B/C")]
#[case::semicolon("mailto:a@B;C", "mailto:a@B;C")]
#[case::comment("mailto:a@B(Com),C@D", "mailto:a@B(Com),C@D")]
#[case::two_at_signs("mailto:A@@B", "mailto:A@@B")]
#[case::empty_atom("mailto:a@B..C", "mailto:a@B..C")]
#[case::no_local_part("mailto:@B", "mailto:@B")]
#[case::names_of_fields("mailto:a@b?X=Y&Subject=Z&a=B=C", "mailto:a@b?x=Y&subject=Z&a=B=C")]
#[case::encoded_name_of_a_field("mailto:a@b?X%2FY=Z", "mailto:a@b?x%2Fy=Z")]
#[case::field_without_a_value("mailto:a@b?X=y&Z", "mailto:a@b?X=y&Z")]
#[case::field_without_a_name("mailto:a@b?X=y&=Z", "mailto:a@b?X=y&=Z")]
#[case::fields_of_no_address("mailto:A/b?X=y", "mailto:A/b?X=y")]
#[case::fields_after_an_authority("mailto://h?X=y", "mailto://h?X=y")]
#[case::fields_only("mailto:?to=A@B", "mailto:?to=A@B")]
#[case::authority("mailto://h/A@B", "mailto://h/A@B")]
fn mailto(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 3261, section 19.1.4: its pairs of URIs that are equivalent or not, as far as rules for a single URI decide this.
#[rstest]
#[case::host_and_parameters(
    "sip:%61lice@atlanta.com;transport=TCP",
    "sip:alice@AtlanTa.CoM;Transport=tcp",
    Some(Level::Scheme)
)]
#[case::different_users("SIP:ALICE@AtlanTa.CoM;Transport=udp", "sip:alice@AtlanTa.CoM;Transport=UDP", None)]
#[case::port_5060("sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", None)]
#[case::default_transport("sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", None)]
#[case::header("sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", None)]
#[case::parameters_of_the_user("sip:A;B@C", "sip:a;b@c", None)]
#[case::no_user("sips:Example.com;LR", "sips:example.com;lr", Some(Level::Scheme))]
#[case::method("sip:a@b;Method=REGISTER", "sip:a@b;method=REGISTER", Some(Level::Scheme))]
#[case::methods("sip:a@b;method=REGISTER", "sip:a@b;method=register", None)]
#[case::order_of_parameters(
    "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
    "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com",
    Some(Level::Scheme)
)]
#[case::order_of_header_fields(
    "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
    "sip:alice@atlanta.com?priority=urgent&subject=project%20x",
    Some(Level::Scheme)
)]
#[case::names_of_header_fields("sip:a@b?Subject=X", "sip:a@b?subject=X", Some(Level::Scheme))]
#[case::values_of_header_fields("sip:a@b?subject=X", "sip:a@b?subject=x", None)]
#[case::order_of_values("sip:a@b?route=x&route=y", "sip:a@b?route=y&route=x", None)]
#[case::no_header_fields("sip:a@b?b&a", "sip:a@b?a&b", None)]
#[case::authority("sip://h/a@B;b;a?b=1&a=1", "sip://h/a@b;a;b?a=1&b=1", None)]
#[case::parameter_without_a_name("sip:a@B;;a", "sip:a@b;;a", None)]
#[case::user_with_a_question_mark("sip:Alice?x@h", "sip:alice?x@h", None)]
#[case::secure_user_with_a_question_mark("sips:Bob?dept@h", "sips:bob?dept@h", None)]
#[case::order_in_a_user("sip:x;b;a?y@h", "sip:x;a;b?y@h", None)]
#[case::user_with_a_question_mark_twice("sip:A?b=c?@h", "sip:a?b=c?@h", None)]
fn sip(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
    assert_eq!(reference(a).compare(&reference(b)), level);
}

/// RFC 3966, section 4.
#[rstest]
#[case::separators("tel:+1-(201).555-0123", "tel:+12015550123")]
#[case::letters("tel:7042;Phone-Context=Example.COM", "tel:7042;phone-context=example.com")]
#[case::context_number("tel:863-1234;phone-context=+1-914-555", "tel:8631234;phone-context=+1914555")]
#[case::context_name("tel:1;phone-context=a-b.example", "tel:1;phone-context=a-b.example")]
#[case::extension("tel:+1;ext=1-2", "tel:+1;ext=12")]
#[case::subaddress("tel:+1;isub=1-2", "tel:+1;isub=1-2")]
#[case::order("tel:1;b=2;phone-context=+1;A=1;ext=3", "tel:1;ext=3;phone-context=+1;a=1;b=2")]
#[case::hexadecimal("tel:A*-b;phone-context=+1", "tel:a*b;phone-context=+1")]
#[case::encoded_digit("tel:A*%23-b;phone-context=+1", "tel:a*%23b;phone-context=+1")]
#[case::encoded_digit_alone("tel:%23-;phone-context=A", "tel:%23;phone-context=a")]
#[case::encoded_digit_in_a_global_number("tel:+1-%23", "tel:+1-%23")]
#[case::other_encoded("tel:1-%2F", "tel:1-%2F")]
#[case::letters_in_a_global_number("tel:+1-A", "tel:+1-A")]
#[case::extension_of_letters("tel:+1;ext=A-B", "tel:+1;ext=a-b")]
#[case::parameter_without_a_name("tel:1;B;;a", "tel:1;B;;a")]
#[case::dot_segment_if_in_order("tel:1;b=/.;a", "tel:1;b=/.;a")]
#[case::dot_segments_if_in_order("tel:1;b=/..;a", "tel:1;b=/..;a")]
#[case::dot_segment_and_no_name("tel:A;/.;", "tel:A;/.;")]
#[case::slash_in_order("tel:1;b=/c;a", "tel:1;a;b=/c")]
#[case::no_number("tel:Call-Me;B;a", "tel:Call-Me;B;a")]
#[case::separators_alone("tel:-", "tel:-")]
fn tel(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 8141, section 3.2: its examples, except that a fragment is significant (RFC 3986, section 6.2.3).
#[rstest]
#[case::namespace("URN:EXAMPLE:a123,z456", "urn:example:a123,z456", Some(Level::Scheme))]
#[case::r_component("urn:example:a123,z456?+abc", "urn:example:a123,z456", Some(Level::Scheme))]
#[case::q_component("urn:example:a123,z456?=xyz", "urn:example:a123,z456", Some(Level::Scheme))]
#[case::both("urn:example:a?+b/?=c", "urn:example:a", Some(Level::Scheme))]
#[case::f_component("urn:example:a123,z456#789", "urn:example:a123,z456", None)]
#[case::neither("urn:example:a?b", "urn:example:a", None)]
#[case::slash("urn:example:a123,z456/foo", "urn:example:a123,z456", None)]
#[case::hexadecimal_digits("urn:example:a123%2cz456", "URN:EXAMPLE:a123%2Cz456", Some(Level::Scheme))]
#[case::encoded_comma("urn:example:a123%2Cz456", "urn:example:a123,z456", None)]
#[case::name("urn:example:A123,z456", "urn:example:a123,z456", None)]
#[case::beyond_ascii("urn:example:%D0%B0123,z456", "urn:example:a123,z456", None)]
#[case::uuid(
    "urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
    "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    Some(Level::Scheme)
)]
#[case::no_uuid("urn:uuid:F81D", "urn:uuid:f81d", None)]
#[case::no_urn("urn:A/b:c", "urn:a/b:c", None)]
#[case::no_character_after_the_sign("urn:example:a?=/x", "urn:example:a", None)]
#[case::nothing_after_the_sign("urn:example:a?+", "urn:example:a", None)]
#[case::component_after_no_name("urn:x?+abc", "urn:x", None)]
#[case::empty_name("urn:Example:", "urn:example:", None)]
#[case::one_character("urn:X:a", "urn:x:a", None)]
#[case::two_characters("urn:XY:a", "urn:xy:a", Some(Level::Scheme))]
#[case::hyphen_at_the_start("urn:-X:a", "urn:-x:a", None)]
#[case::hyphen_at_the_end("urn:X-:a", "urn:x-:a", None)]
#[case::thirty_two_characters(
    "urn:ABCDEFGHIJKLMNOPQRSTUVWXYZ-01234:a",
    "urn:abcdefghijklmnopqrstuvwxyz-01234:a",
    Some(Level::Scheme)
)]
#[case::thirty_three_characters(
    "urn:ABCDEFGHIJKLMNOPQRSTUVWXYZ-012345:a",
    "urn:abcdefghijklmnopqrstuvwxyz-012345:a",
    None
)]
fn urn(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
    assert_eq!(reference(a).compare(&reference(b)), level);
}

#[rstest]
#[case::data("data:text/PLAIN;charset=UTF-8,A%2C?", "data:text/PLAIN;charset=UTF-8,A%2C?")]
fn left_alone(#[case] text: &str, #[case] form: &str) {
    assert_eq!(normal(text), form);
}

/// RFC 5952: its rules, by their sections.
#[rstest]
#[case::leading_zeros_4_1("[2001:0db8::0001]", "[2001:db8::1]")]
#[case::as_short_as_possible_4_2_1("[2001:db8:0:0:0:0:2:1]", "[2001:db8::2:1]")]
#[case::one_field_4_2_2("[2001:db8::1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]")]
#[case::the_longest_4_2_3("[2001:0:0:1:0:0:0:1]", "[2001:0:0:1::1]")]
#[case::the_first_4_2_3("[2001:db8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]")]
#[case::lower_case_4_3("[2001:DB8::A]", "[2001:db8::a]")]
#[case::mixed_5("[::FFFF:102:304]", "[::ffff:1.2.3.4]")]
#[case::unspecified("[0:0:0:0:0:0:0:0]", "[::]")]
#[case::short_as_a_prefix("[::0]", "[::]")]
fn ipv6_text_form(#[case] host: &str, #[case] form: &str) {
    for scheme in ["http:", "example:", ""] {
        let text = format!("{scheme}//u@{host}:8080/");
        assert_eq!(normal(&text), format!("{scheme}//u@{form}:8080/"));
        let kept = Normalizer::new(Level::Scheme).ipv6(false).normalize(&reference(&text)).to_owned();
        assert_eq!(kept, text.replace(host, &host.to_lowercase()).as_str());
    }
}

#[rstest]
#[case::relative_reference("//[0:0::1]", "//[::1]")]
#[case::relative_path("//[0:0::1]/../a", "//[::1]/../a")]
#[case::colon_in_a_path("//[0:0::1]/a:b", "//[::1]/a:b")]
#[case::no_default_path("http://[2001:DB8:0:0:0:0:0:1]", "http://[2001:db8::1]")]
#[case::no_default_port("http://[2001:DB8:0:0:0:0:0:1]:80/", "http://[2001:db8::1]:80/")]
fn ipv6_text_form_without_the_rules_of_schemes(#[case] text: &str, #[case] form: &str) {
    let schemes = Schemes::none();
    assert_eq!(Normalizer::new(Level::Scheme).schemes(&schemes).normalize(&reference(text)), form);
}

#[test]
fn ipv6_text_form_before_a_zone() {
    let uri = rfc6874::Uri::parse("example://[FE80:0::0:1%25en1]").expect("a URI");
    assert_eq!(uri.normalize_to(Level::Scheme), "example://[fe80::1%25en1]");
}

/// Scheme rules that return the path and query that the test sets.
struct Fixed(&'static str, Option<&'static str>);

impl SchemeRules for Fixed {
    fn path<'p>(&self, _: &'p str, _: Option<&str>) -> Cow<'p, str> {
        self.0.into()
    }

    fn query<'q>(&self, _: &str, _: &'q str) -> Option<Cow<'q, str>> {
        self.1.map(Cow::Borrowed)
    }
}

#[rstest]
#[case::taken("p", Some("r"), "x:p?r#f")]
#[case::query_left_out("/p", None, "x:/p#f")]
#[case::guarded("//p", None, "x:/.//p#f")]
#[case::path_with_a_query("p?q", None, "x:a?q#f")]
#[case::path_with_a_fragment("p#", Some("q"), "x:a?q#f")]
#[case::query_with_a_fragment("p", Some("q#"), "x:a?q#f")]
#[case::no_path_at_all("p q", Some("q"), "x:a?q#f")]
#[case::dot_segments("/a/../b", None, "x:a?q#f")]
#[case::dot_segment_at_the_end("a/.", Some("q"), "x:a?q#f")]
#[case::dot_segments_encoded("/a/%2e%2E/b", None, "x:a?q#f")]
#[case::unreserved_encoded("%41", None, "x:A#f")]
#[case::unreserved_encoded_in_the_query("p", Some("%7E"), "x:p?~#f")]
#[case::digits_in_lower_case("%2f", None, "x:%2F#f")]
#[case::digits_in_lower_case_in_the_query("%c3", Some("%c3"), "x:%C3?%C3#f")]
#[case::no_octet_at_all("%g", None, "x:a?q#f")]
#[case::digits_in_upper_case("%2F", None, "x:%2F#f")]
fn rules_of_ones_own_are_taken_if_they_can_be(
    #[case] path: &'static str,
    #[case] query: Option<&'static str>,
    #[case] form: &str,
) {
    let schemes = Schemes::none().with("X", Fixed(path, query)).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    assert_eq!(normalizer.normalize(&reference("x:a?q#f")), form);
    assert_eq!(normalizer.normalize(&reference("X:a?q#f")), form);
    assert_eq!(normalizer.normalize(&reference("http://a:80")), "http://a:80");
}

/// The address in the host is normalized even if the result of the scheme's rules is rejected.
#[test]
fn the_form_of_an_address_is_taken_if_the_rules_are_not() {
    let schemes = Schemes::none().with("x", Fixed("/.", None)).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    assert_eq!(normalizer.normalize(&reference("x://[0::1]/a?q")), "x://[::1]/a?q");
}

/// A rule converts the path to lower case, including percent-encoded octets, whose digits are normalized again.
#[rstest]
#[case::all("my://h:7777/A%2FB", "my://h/a%2Fb")]
#[case::digits_alone("my://h/a%2Fb", "my://h/a%2Fb")]
#[case::digits_and_port("my://h:7777/a%2fb", "my://h/a%2Fb")]
#[case::beyond_ascii("my://h/%C3%89?A", "my://h/%C3%89?A")]
fn rules_may_put_digits_in_lower_case(#[case] text: &str, #[case] form: &str) {
    struct Lower;
    impl SchemeRules for Lower {
        fn default_port(&self) -> Option<u16> {
            Some(7777)
        }

        fn path<'p>(&self, path: &'p str, _: Option<&str>) -> Cow<'p, str> {
            path.to_lowercase().into()
        }
    }
    let schemes = Schemes::none().with("my", Lower).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    let uri = reference(text);
    let normal = normalizer.normalize(&uri);
    assert_eq!(normal, form);
    assert_eq!(matches!(normal.into_inner(), Cow::Borrowed(_)), text == form);
    assert_eq!(normalizer.normalize(&reference(form)), form);
}

/// Rules receive the query with the path.
#[test]
fn rules_may_ask_for_the_query() {
    struct Query;
    impl SchemeRules for Query {
        fn path<'p>(&self, path: &'p str, query: Option<&str>) -> Cow<'p, str> {
            query.map_or(Cow::Borrowed(path), |query| format!("{path}/{query}").into())
        }
    }
    let schemes = Schemes::none().with("x", Query).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    assert_eq!(normalizer.normalize(&reference("x:a?q#f")), "x:a/q?q#f");
    assert_eq!(normalizer.normalize(&reference("x:a#f")), "x:a#f");
}

#[test]
fn rules_of_ones_own_go_before_those_built_in() {
    struct Port;
    impl SchemeRules for Port {
        fn default_port(&self) -> Option<u16> {
            Some(8080)
        }
    }
    let schemes = Schemes::new().with("http", Port).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    assert_eq!(normalizer.normalize(&reference("http://a:8080")), "http://a");
    assert_eq!(normalizer.normalize(&reference("http://a:80")), "http://a:80");
    assert_eq!(normalizer.normalize(&reference("https://a:443")), "https://a/");
}

/// Every built-in scheme, and whether its specification requires a host.
const BUILT_IN: &[(&str, bool)] = &[
    ("amqp", false),
    ("amqps", false),
    ("coap", true),
    ("coaps", true),
    ("data", false),
    ("file", false),
    ("ftp", true),
    ("ftps", true),
    ("git", true),
    ("gopher", true),
    ("http", true),
    ("https", true),
    ("ldap", false),
    ("ldaps", false),
    ("mailto", false),
    ("mongodb", true),
    ("mqtt", true),
    ("mysql", false),
    ("news", false),
    ("nfs", true),
    ("nntp", true),
    ("postgres", false),
    ("postgresql", false),
    ("redis", false),
    ("rtsp", true),
    ("rtsps", true),
    ("sftp", true),
    ("sip", false),
    ("sips", false),
    ("ssh", true),
    ("tel", false),
    ("telnet", true),
    ("urn", false),
    ("ws", true),
    ("wss", true),
];

#[test]
fn built_in() {
    let schemes = Schemes::new();
    assert!(schemes.names().eq(BUILT_IN.iter().map(|&(name, _)| name)));
    for &(name, requires_host) in BUILT_IN {
        let rules = schemes.get(name).expect("it is built in");
        assert!(rules.specification().is_some_and(|said| !said.is_empty()), "{name}");
        assert_eq!(rules.requires_host(), requires_host, "{name}");
        let in_capitals = schemes.get(&name.to_uppercase()).and_then(SchemeRules::specification);
        assert_eq!(in_capitals, rules.specification());
    }
}

/// These ports are from an IANA registry, because the specification of the scheme does not have them.
#[rstest]
fn ports_of_the_registry(#[values("ftps", "git", "ldaps", "mqtt", "news", "nntp", "redis")] name: &str) {
    let schemes = Schemes::new();
    let rules = schemes.get(name).expect("it is built in");
    assert!(rules.default_port().is_some());
    assert!(rules.specification().is_some_and(|said| said.contains("IANA, ")));
}

/// The names include those that the caller added, without duplicates.
#[test]
fn names() {
    let schemes = Schemes::none().with("X", Fixed("", None)).unwrap().with("Http", Fixed("", None)).unwrap();
    assert!(schemes.names().eq(["http", "x"]));
    let schemes = Schemes::new().with("HTTP", Fixed("", None)).unwrap();
    assert_eq!(schemes.names().filter(|&name| name == "http").count(), 1);
    assert_eq!(schemes.names().count(), BUILT_IN.len());
}

/// Two URIs that differ only by the suffix `#` are different in every scheme. So are two that differ only by an empty query,
/// unless the specification of the scheme says otherwise.
#[test]
fn an_empty_fragment_is_one_in_every_scheme() {
    for name in Schemes::new().names().chain(["example"]) {
        for rest in ["", "a", "/a", "//a", "//a/", "//a?", "//a/?q", "a:b", "a@b?c=d", "1"] {
            let (without, with) = (format!("{name}:{rest}"), format!("{name}:{rest}#"));
            assert_eq!(reference(&without).compare(&reference(&with)), None, "{with}");
            assert_eq!(normal(&with), normal(&without) + "#");
        }
        let (without, with) = (format!("{name}://a/"), format!("{name}://a/?"));
        let differ = !["ldap", "ldaps"].contains(&name);
        assert_eq!(reference(&without).compare(&reference(&with)).is_none(), differ, "{with}");
    }
}

#[rstest]
#[case::taken("b", Some("q"), Ok(()))]
#[case::no_path("a b", None, Err("the results of the rules do not make a URI"))]
#[case::query_in_the_path("a?b", None, Err("the path that the rules return is read as another"))]
#[case::fragment_in_the_query("p", Some("q#f"), Err("the query that the rules return is read as another"))]
#[case::dot_segments("/a/../b", None, Err("the results of the rules have dot segments"))]
fn rules_are_checked(
    #[case] path: &'static str,
    #[case] query: Option<&'static str>,
    #[case] expected: Result<(), &str>,
) {
    let schemes = Schemes::none().with("x", Fixed(path, query)).unwrap();
    let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    let uri = Uri::parse("x:a?q").unwrap();
    let checked = normalizer.check_rules(&uri);
    assert_eq!(checked.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
    assert_eq!(normalizer.normalize(&uri) == uri, expected.is_err());
}

#[rstest]
#[case::colon("http:")]
#[case::empty("")]
#[case::digit("1a")]
fn rules_are_of_a_scheme(#[case] name: &str) {
    assert!(Schemes::none().with(name, Fixed("", None)).is_err());
}

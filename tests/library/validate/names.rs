//! Names that are not DNS names, or are misleading.

use rstest::rstest;

use urigram::IriReference;

use super::{findings, found};

#[rstest]
#[case::localhost("http://localhost/", &["local-name `localhost`"])]
#[case::below_localhost("http://A.LocalHost./", &["local-name `A.LocalHost.`", "host-trailing-dot `.`"])]
#[case::local("http://printer.local/", &["local-name `printer.local`"])]
#[case::internal("http://a.internal/", &["local-name `a.internal`"])]
#[case::home("http://router.home.arpa/", &["local-name `router.home.arpa`"])]
#[case::not_home("http://router.whome.arpa/", &[])]
#[case::for_tests("http://a.test/", &["local-name `a.test`"])]
#[case::home_alone("http://home.arpa/", &["local-name `home.arpa`"])]
#[case::reverse("http://1.10.in-addr.arpa/", &[])]
#[case::consul("http://db.service.consul/", &["local-name `db.service.consul`"])]
#[case::localdomain("http://a.localdomain/", &["local-name `a.localdomain`"])]
#[case::of_version_6("http://ip6-localhost/", &["local-name `ip6-localhost`"])]
#[case::four_letters("http://a.info/", &[])]
#[case::six_letters("http://a.museum/", &[])]
#[case::nine_letters("http://a.solutions/", &[])]
#[case::eleven_letters("http://a.enterprises/", &[])]
#[case::thirteen_letters("http://a.international/", &[])]
#[case::cluster("http://kubernetes.default.svc/", &["local-name `kubernetes.default.svc`"])]
#[case::documentation("http://a.example/", &[])]
#[case::encoded("http://localhos%74/", &[
    "percent-encoded-host `localhos%74`", "local-name `localhos%74`", "encoded-unreserved `%74`",
])]
#[case::full_width("http://localhost。/", &[
    "host-beyond-ascii `localhost。`", "local-name `localhost。`", "mapped-character `。`",
])]
#[case::in_any_scheme("x://localhost", &["local-name `localhost`"])]
#[case::single_label("http://intranet/", &["single-label-host `intranet`"])]
#[case::single_label_with_a_dot("http://intranet./", &["single-label-host `intranet.`", "host-trailing-dot `.`"])]
#[case::single_label_that_begins_with_a_digit("http://0a/", &["single-label-host `0a`"])]
#[case::second_scheme(
    "https://http://example.com/",
    &["doubled-scheme `http`", "single-label-host `http`", "empty-port `:`"]
)]
#[case::name_of_a_scheme_with_a_port("https://http:8443//example.com/", &["single-label-host `http`"])]
#[case::single_label_of_another_scheme("xyz://intranet/", &[])]
fn local(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::empty_label("http://a..example/", &["host-empty-label `.`"])]
#[case::several_empty_labels("http://a...example/", &["host-empty-label `.`"])]
#[case::empty_first_label("http://.example/", &["host-empty-label `.`"])]
#[case::dot_alone("//./", &["host-empty-label `.`"])]
#[case::trailing_dots("http://a.example../", &["host-empty-label `.`", "host-trailing-dot `.`"])]
#[case::hyphen_first("http://-a.example/", &["host-hyphen `-a`"])]
#[case::hyphen_last("http://a-.example/", &["host-hyphen `a-`"])]
#[case::hyphen_alone("http://a.-/", &["host-hyphen `-`"])]
#[case::hyphens_first("http://-ab.-cd/", &["host-hyphen `-ab`"])]
#[case::hyphens_last("http://ab-.cd-/", &["host-hyphen `ab-`"])]
#[case::hyphens_alone("http://-.-/", &["host-hyphen `-`"])]
#[case::hyphens_inside("http://a--b-c.example/", &[])]
#[case::underscore("http://_a.b_c.example/", &["host-underscore `_`"])]
#[case::comma("http://example,com/", &["single-label-host `example,com`", "host-character `,`"])]
#[case::first_of_several("http://a~b!.example/", &["host-character `~`"])]
#[case::in_a_list_of_hosts("mongodb://a,b.example/", &["host-list `a,b.example`"])]
#[case::with_a_port("PostgreSQL://u@h1,h2:7777/db", &["host-list `h1,h2`"])]
#[case::with_an_empty_entry("mongodb://a,,b/", &[])]
#[case::list_of_an_unlisted_scheme("xy://a,b/", &[])]
#[case::one_host("mongodb://a.example/", &[])]
#[case::of_another_scheme("xy://a_b,c..d/", &[])]
#[case::encoded_number_at_the_end("http://a.%31/", &["percent-encoded-host `a.%31`", "numeric-last-label `a.%31`", "encoded-unreserved `%31`"])]
#[case::number_at_the_end("http://a.example.12/", &["numeric-last-label `12`"])]
#[case::hexadecimal_at_the_end("http://a.0x1/", &["numeric-last-label `0x1`"])]
#[case::digit_first_at_the_end("http://a.1b/", &[])]
fn rfc_1123_section_2_1(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case(63, ".example", &[])]
#[case(64, ".example", &["host-label-length"])]
#[case(63, "", &["single-label-host"])]
#[case(64, "", &["host-label-length", "single-label-host"])]
fn rfc_1034_section_3_1_label(#[case] length: usize, #[case] rest: &str, #[case] expected: &[&str]) {
    let text = format!("http://{}{rest}/", "a".repeat(length));
    let codes: Vec<_> = findings(&text).iter().map(|finding| finding.code().as_str()).collect();
    assert_eq!(codes, expected);
}

/// If one label has a finding, the other labels are still checked for all codes.
#[test]
fn rfc_1034_section_3_1_label_beside_another() {
    let text = format!("http://-a.{}.example/", "a".repeat(63));
    assert_eq!(found(&text), ["host-hyphen `-a`"]);
}

/// The help suggests a `.` only in place of a `,`.
#[rstest]
#[case::comma("http://a,b.example/", true)]
#[case::tilde("http://a~b.example/", false)]
fn rfc_1123_section_2_1_help(#[case] text: &str, #[case] may_be_dot: bool) {
    let findings = findings(text);
    assert_eq!(findings[0].help().to_string().contains("is it meant to be a `.`?"), may_be_dot);
}

#[rstest]
#[case(253, "", &[])]
#[case(254, "", &["host-length"])]
#[case(253, ".", &["host-trailing-dot"])]
fn rfc_1034_section_3_1_name(#[case] length: usize, #[case] dot: &str, #[case] expected: &[&str]) {
    // Five labels of 49 letters, and a last label of the remaining length.
    let last = "b".repeat(length - 5 * 50);
    let text = format!("http://{}{last}{dot}/", format!("{}.", "a".repeat(49)).repeat(5));
    let codes: Vec<_> = findings(&text).iter().map(|finding| finding.code().as_str()).collect();
    assert_eq!(codes, expected);
}

#[rstest]
#[case::decodes("http://xn--bcher-kva.example/", &[])]
#[case::upper_case("http://XN--BCHER-KVA.example/", &[])]
#[case::last_label("http://a.xn--p1ai/", &[])]
#[case::nothing("http://xn--.example/", &["host-hyphen `xn--`"])]
#[case::control_character("http://xn--a.example/", &["invalid-punycode `xn--a`"])]
#[case::control_character_last("http://a.xn--a/", &["invalid-punycode `xn--a`"])]
#[case::delimiter_alone("http://xn---mg3b.example/", &["invalid-punycode `xn---mg3b`"])]
#[case::full_width("http://xn--7g7c.example/", &["invalid-punycode `xn--7g7c`"])]
#[case::incomplete("http://xn--bcher-kv9.example/", &["invalid-punycode `xn--bcher-kv9`"])]
#[case::encodes_ascii("http://xn--abc-.example/", &["host-hyphen `xn--abc-`"])]
#[case::percent_encoded("http://xn--bcher%2Dkva.example/", &["percent-encoded-host `xn--bcher%2Dkva.example`", "encoded-unreserved `%2D`"])]
#[case::no_prefix("http://xm--bcher-kv9.example/", &[])]
fn rfc_3492(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::german("http://bücher.example/", &[])]
#[case::russian("http://пример.example/", &[])]
#[case::japanese("http://日本のカタカナabc.example/", &[])]
#[case::latin_and_cyrillic("http://pаypal.example/", &["mixed-scripts `pаypal`"])]
#[case::latin_and_greek("http://gοogle.example/", &["mixed-scripts `gοogle`"])]
#[case::decoded("http://xn--pypal-4ve.example/", &["mixed-scripts `xn--pypal-4ve`"])]
#[case::in_different_labels("http://пример.abc.example/", &[])]
#[case::confusable("http://асе.example/", &["confusable-label `асе`"])]
#[case::confusable_decoded("http://xn--80ak6aa92e.com/", &["confusable-label `xn--80ak6aa92e`"])]
#[case::confusable_in_its_own_domain("http://асе.рф/", &[])]
#[case::confusable_in_a_decoded_domain("http://xn--80ak6aa92e.xn--p1ai/", &[])]
fn uts_39(#[case] text: &str, #[case] expected: &[&str]) {
    let mut found = found(text);
    found.retain(|found| !found.starts_with("host-beyond-ascii"));
    assert_eq!(found, expected);
}

/// The message names the scripts.
#[test]
fn uts_39_scripts() {
    let findings = findings("http://xn--pypal-4ve.example/");
    assert_eq!(findings[0].to_string(), "the label `xn--pypal-4ve` mixes letters of Latin and Cyrillic");
}

#[test]
fn uts_39_look_alike() {
    let text = "http://xn--80ak6aa92e.com/";
    let findings = findings(text);
    assert_eq!(
        findings[0].to_string(),
        "the label `xn--80ak6aa92e` looks like `apple`, but has other letters"
    );
}

#[rstest]
#[case::full_stop("http://example．com/", "`．` becomes `.` when the host is converted to its DNS form")]
#[case::solidus(
    "http://a.example／b.example/",
    "`／` becomes `/` when the host is converted to its DNS form"
)]
#[case::care_of("http://a℅b.example/", "`℅` becomes `c/o` when the host is converted to its DNS form")]
#[case::digit("http://a１.example/", "`１` becomes `1` when the host is converted to its DNS form")]
#[case::letter("http://ａbc.example/", "`ａ` becomes `a` when the host is converted to its DNS form")]
#[case::ligature("http://ﬃ.example/", "`ﬃ` becomes `ffi` when the host is converted to its DNS form")]
#[case::soft_hyphen(
    "http://a\u{AD}b.example/",
    "`\\u{ad}` becomes nothing when the host is converted to its DNS form"
)]
fn uts_46(#[case] text: &str, #[case] message: &str) {
    let findings = findings(text);
    let messages: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|found| found == message), "{messages:?}");
}

#[rstest]
#[case::letter_of_ascii("http://abc.example/")]
#[case::in_a_path("http://a.example/１．")]
fn uts_46_not(#[case] text: &str) {
    assert_eq!(found(text), [""; 0]);
}

#[rstest]
#[case::encoded(
    "http://ex%61mple.com/",
    "decoded it is `example.com`; a name of the DNS is written without percent-encoding"
)]
#[case::utf8(
    "http://b%C3%BCcher.example/",
    "decoded it is `bücher.example`; a name of the DNS is written without percent-encoding"
)]
#[case::control(
    "http://a%0A.example/",
    "decoded it is `a\\n.example`; a name of the DNS is written without percent-encoding"
)]
fn section_3_2_2(#[case] text: &str, #[case] help: &str) {
    let findings = findings(text);
    assert_eq!(findings[0].code().as_str(), "percent-encoded-host");
    assert_eq!(findings[0].help().to_string(), help);
}

/// A part of a host that looks like a password is not shown.
#[rstest]
#[case::single_label("http://user%3ASECRET%40h/")]
#[case::several_labels("http://user%3aSECRET%40h.example/")]
#[case::misleading("http://www.a.example@user%3ASECRET%40h/")]
#[case::local("http://user%3ASECRET%40localhost/")]
fn section_7_5(#[case] text: &str) {
    for finding in findings(text) {
        let shown = [finding.to_string(), finding.help().to_string()];
        assert!(shown.iter().all(|shown| !shown.contains("SECRET")), "{shown:?}");
    }
}

#[rstest]
#[case::sharp_s("http://fa\u{DF}.example/", &["host-beyond-ascii `fa\u{DF}.example`", "deviation-character `\u{DF}`"])]
#[case::capital("http://fa\u{1E9E}.example/", &["host-beyond-ascii `fa\u{1E9E}.example`", "deviation-character `\u{1E9E}`"])]
#[case::encoded("http://fa%C3%9F.example/", &[
    "percent-encoded-host `fa%C3%9F.example`", "host-beyond-ascii `fa%C3%9F.example`", "deviation-character `fa%C3%9F.example`",
])]
#[case::other_sigma("http://σα.example/", &["host-beyond-ascii `σα.example`"])]
#[case::in_the_path("http://a.example/\u{DF}", &[])]
fn deviation_characters(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

/// The tables agree with the crate `url` for every character.
#[rstest]
#[case::some(13)]
#[ignore = "a million characters"]
#[case::all(1)]
fn every_character_that_becomes_ascii(#[case] step: usize) {
    let characters = ('\u{A0}'..=char::MAX)
        .step_by(step)
        .map(|character| (character, format!("http://ab{character}cd.example/")));
    let mut count = 0;
    for (character, text) in characters {
        let (Ok(iri), Ok(url)) = (IriReference::parse(text.as_str()), url::Url::parse(&text)) else {
            continue;
        };
        let host = url.host_str().unwrap_or_default();
        let becomes = host.strip_prefix("ab").and_then(|rest| rest.strip_suffix("cd.example"));
        let becomes = becomes.filter(|_| !host.contains("xn--"));
        let findings = iri.findings();
        let own = findings.iter().find(|finding| finding.code().as_str() == "mapped-character");
        match (becomes, own) {
            (None, own) => assert!(own.is_none(), "{character:?} {own:?}"),
            (Some(becomes), own) => {
                let becomes = if becomes.is_empty() { "nothing".into() } else { format!("`{becomes}`") };
                let message = own.map(ToString::to_string).unwrap_or_default();
                assert!(message.contains(&format!(" becomes {becomes} when")), "{character:?} {message}");
                count += 1;
            }
        }
    }
    assert!(count > 1000 / step, "{count}");
}

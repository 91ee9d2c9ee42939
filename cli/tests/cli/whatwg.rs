//! `uri whatwg`: the URL, and each component that RFC 3986 reads differently, with the reason.

use std::collections::HashSet;

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::uri;

const LOWER: &str = "a host is written in lower case";
const DOTS: &str = "dot segments are removed when a URL is parsed, not only when a reference is resolved";
const SLASHES: &str = "after a special scheme, any number of slashes, or none, begins the authority";
const BACKSLASH: &str = "`\\` is read as `/` if the scheme is special, as `http` is";
const EMPTY_PATH: &str = "an empty path is written `/`";
const DEFAULT_PORT: &str = "the default port of the scheme is left out";
const NUMBERS: &str =
    "a host that ends in a number is an IPv4 address, also of octal, hexadecimal or fewer than four numbers";
const SAME_SCHEME: &str =
    "a scheme equal to that of the base is ignored unless `//` follows, as section 5.2.2 of RFC 3986 allows";
const DRIVE: &str = "a drive letter after `file://` begins the path";
const FILE_HOST: &str = "a `file` URL always has a host, which may be empty";
const SHORT: &str = "an IPv6 address is written in its short form, without an IPv4 address in it";

/// A component, its value by RFC 3986 and in the URL (`-` if undefined), and the reasons.
type Row<'a> = (&'a str, &'a str, &'a str, &'a [&'a str]);

const fn row<'a>(component: &'a str, rfc: &'a str, whatwg: &'a str, why: &'a [&'a str]) -> Row<'a> {
    (component, rfc, whatwg, why)
}

fn answer(arguments: &[&str]) -> Value {
    let ran = uri(&[&["whatwg", "--format", "json"], arguments].concat(), "");
    assert_eq!(ran.stderr, "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    let differs = answer["url"].is_null() || answer["differences"] != Value::Array(Vec::new());
    assert_eq!(ran.status, i32::from(differs), "{answer}");
    answer
}

fn assert_differences(answer: &Value, expected: &[Row<'_>]) {
    let part = |row: &Value, name: &str| row[name].as_str().unwrap_or("-").to_owned();
    let found: Vec<_> = answer["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| ["component", "rfc", "whatwg", "why"].map(|name| part(row, name)))
        .collect();
    let texts = |(component, rfc, whatwg, why): &Row<'_>| {
        [*component, rfc, whatwg, &why.join("; ")].map(str::to_owned)
    };
    assert_eq!(found, expected.iter().map(texts).collect::<Vec<_>>());
}

#[rstest]
#[case::the_same("http://example.com/a/b?c#d", "http://example.com/a/b?c#d", &[])]
#[case::opaque("urn:a/../b", "urn:a/../b", &[])]
#[case::case_of_the_scheme("FOO:bar", "foo:bar", &[row("scheme", "FOO", "foo", &["the scheme is written in lower case"])])]
#[case::case_of_the_host("http://Example.COM/", "http://example.com/", &[row("host", "Example.COM", "example.com", &[LOWER])])]
#[case::case_of_an_opaque_host("foo://EXAMPLE/", "foo://EXAMPLE/", &[])]
#[case::encoded_host("http://%41/", "http://a/", &[row("host", "%41", "a", &["a host is percent-decoded", LOWER])])]
#[case::international_host(
    "http://b%C3%BCcher.example/",
    "http://xn--bcher-kva.example/",
    &[row("host", "b%C3%BCcher.example", "xn--bcher-kva.example", &[
        "a host is percent-decoded",
        "a domain is converted to ASCII by IDNA (UTS #46)",
    ])]
)]
#[case::hexadecimal_host("http://0x7f.1/", "http://127.0.0.1/", &[row("host", "0x7f.1", "127.0.0.1", &[NUMBERS])])]
#[case::octal_host("http://010.0.0.1/", "http://8.0.0.1/", &[row("host", "010.0.0.1", "8.0.0.1", &[NUMBERS])])]
#[case::host_of_one_number("http://1/", "http://0.0.0.1/", &[row("host", "1", "0.0.0.1", &[NUMBERS])])]
#[case::ipv6("http://[2001:DB8:0::1]/", "http://[2001:db8::1]/", &[row("host", "[2001:DB8:0::1]", "[2001:db8::1]", &[SHORT])])]
#[case::ipv4_in_ipv6("a://[::1.2.3.4]", "a://[::102:304]", &[row("host", "[::1.2.3.4]", "[::102:304]", &[SHORT])])]
#[case::default_port("http://a:80/", "http://a/", &[row("port", "80", "-", &[DEFAULT_PORT])])]
#[case::port_of_another_scheme("https://a:80/", "https://a:80/", &[])]
#[case::no_default_port("foo://a:80/", "foo://a:80/", &[])]
#[case::zeros(
    "ws://a:0080/",
    "ws://a/",
    &[row("port", "0080", "-", &["a port is written without leading zeros", DEFAULT_PORT])]
)]
#[case::empty_port("http://a:/", "http://a/", &[row("port", "", "-", &["the `:` before an empty port is left out"])])]
#[case::empty_path("http://a?b", "http://a/?b", &[row("path", "", "/", &[EMPTY_PATH])])]
#[case::empty_path_of_another_scheme("foo://a?b", "foo://a?b", &[])]
#[case::dot_segments("http://a/b/../c/./d", "http://a/c/d", &[row("path", "/b/../c/./d", "/c/d", &[DOTS])])]
#[case::encoded_dots(
    "foo:/a/%2e%2E/b",
    "foo:/b",
    &[row("path", "/a/%2e%2E/b", "/b", &["`%2E` counts as `.` in a dot segment", DOTS])]
)]
#[case::no_slashes(
    "http:a/b",
    "http://a/b",
    &[row("host", "-", "a", &[SLASHES]), row("path", "a/b", "/b", &[SLASHES])]
)]
#[case::three_slashes(
    "http:///a",
    "http://a/",
    &[row("host", "", "a", &[SLASHES]), row("path", "/a", "/", &[SLASHES, EMPTY_PATH])]
)]
#[case::empty_userinfo("http://@a/", "http://a/", &[row("userinfo", "", "-", &["an empty userinfo is left out"])])]
#[case::empty_password(
    "http://u:@a/",
    "http://u@a/",
    &[row("userinfo", "u:", "u", &["a `:` without a password after it is left out"])]
)]
#[case::delimiters_in_a_userinfo(
    "http://a;b=c:d:e@h/",
    "http://a%3Bb%3Dc:d%3Ae@h/",
    &[row("userinfo", "a;b=c:d:e", "a%3Bb%3Dc:d%3Ae", &[
        "`;`, `=` and all `:` but the first are percent-encoded in a userinfo",
    ])]
)]
#[case::apostrophe(
    "http://a/?'",
    "http://a/?%27",
    &[row("query", "'", "%27", &["`'` is percent-encoded in the query of a URL with a special scheme"])]
)]
#[case::file_without_a_host("file:/a", "file:///a", &[row("host", "-", "", &[FILE_HOST])])]
#[case::file_that_is_relative(
    "file:a",
    "file:///a",
    &[row("host", "-", "", &[FILE_HOST]), row("path", "a", "/a", &["the path of a `file` URL begins with `/`"])]
)]
#[case::local_file(
    "file://localhost/a",
    "file:///a",
    &[row("host", "localhost", "", &["the host `localhost` of a `file` URL is left out"])]
)]
#[case::drive(
    "file://C:/x",
    "file:///C:/x",
    &[row("host", "C", "", &[DRIVE]), row("port", "", "-", &[DRIVE]), row("path", "/x", "/C:/x", &[DRIVE])]
)]
fn differs(#[case] input: &str, #[case] href: &str, #[case] expected: &[Row<'_>]) {
    let answer = answer(&[input]);
    assert_eq!((answer["url"]["href"].as_str(), &answer["error"]), (Some(href), &Value::Null));
    assert_eq!(answer["rfc_error"], Value::Null);
    assert_differences(&answer, expected);
}

#[rstest]
#[case::spaces_around(" http://a/ ", "http://a/", "unexpected ' ' in the scheme at byte 0", &[
    row("scheme", "-", "http", &["spaces and control characters at both ends are ignored"]),
])]
#[case::tab("http://a/b\tc", "http://a/bc", "unexpected '\\t' in the path at byte 10", &[
    row("path", "-", "/bc", &["tabs and line breaks are ignored"]),
])]
#[case::backslashes("http:\\\\a\\b", "http://a/b", "unexpected '\\' in the path at byte 5", &[
    row("host", "-", "a", &[BACKSLASH]),
    row("path", "-", "/b", &[BACKSLASH]),
])]
#[case::backslash_in_a_query("a:b?\\", "a:b?\\", "unexpected '\\' in the query at byte 4", &[
    row("query", "-", "\\", &["RFC 3986 does not allow `\\` here, which the URL Standard keeps"]),
])]
#[case::backslash_after_the_path("http://a/?\\", "http://a/?\\", "unexpected '\\' in the query at byte 10", &[
    row("query", "-", "\\", &["RFC 3986 does not allow `\\` here, which the URL Standard keeps"]),
])]
#[case::space("http://a/b c", "http://a/b%20c", "unexpected ' ' in the path at byte 10", &[
    row("path", "-", "/b%20c", &["RFC 3986 does not allow a space here, which the URL Standard percent-encodes"]),
])]
#[case::space_that_stays("mailto:a b", "mailto:a b", "unexpected ' ' in the path at byte 8", &[
    row("path", "-", "a b", &["RFC 3986 does not allow a space here, which the URL Standard keeps"]),
])]
#[case::some_of_each("http://a/|\"?`<", "http://a/|%22?`%3C", "unexpected '|' in the path at byte 9", &[
    row("path", "-", "/|%22", &[
        "RFC 3986 does not allow `|` here, which the URL Standard keeps",
        "RFC 3986 does not allow `\"` here, which the URL Standard percent-encodes",
    ]),
    row("query", "-", "`%3C", &[
        "RFC 3986 does not allow a backtick here, which the URL Standard keeps",
        "RFC 3986 does not allow `<` here, which the URL Standard percent-encodes",
    ]),
])]
#[case::letters("http://a/é", "http://a/%C3%A9", "unexpected 'é' in the path at byte 9", &[
    row("path", "-", "/%C3%A9", &["RFC 3986 does not allow `é` here, which the URL Standard percent-encodes"]),
])]
#[case::letters_of_a_host("http://bücher/", "http://xn--bcher-kva/", "unexpected 'ü' in the host at byte 8", &[
    row("host", "-", "xn--bcher-kva", &[
        "RFC 3986 does not allow `ü` here",
        "a domain is converted to ASCII by IDNA (UTS #46)",
    ]),
])]
#[case::letters_of_an_opaque_host("foo://ü", "foo://%C3%BC", "unexpected 'ü' in the host at byte 6", &[
    row("host", "-", "%C3%BC", &["RFC 3986 does not allow `ü` here, which the URL Standard percent-encodes"]),
])]
#[case::percent("http://a/%zz", "http://a/%zz", "incomplete percent-encoding in the path at byte 10", &[
    row("path", "-", "/%zz", &["RFC 3986 does not allow `%` here, which the URL Standard keeps"]),
])]
#[case::several_at("http://a@b@c/", "http://a%40b@c/", "unexpected '@' in the host at byte 10", &[
    row("userinfo", "-", "a%40b", &["RFC 3986 does not allow `@` here, which the URL Standard percent-encodes"]),
])]
#[case::brackets("http://a/[x]", "http://a/[x]", "unexpected '[' in the path at byte 9", &[
    row("path", "-", "/[x]", &["RFC 3986 does not allow `[`, `]` here, which the URL Standard keeps"]),
])]
#[case::two_fragments("a:#b#c", "a:#b#c", "unexpected '#' in the fragment at byte 4", &[
    row("fragment", "-", "b#c", &["RFC 3986 does not allow `#` here, which the URL Standard keeps"]),
])]
#[case::several_reasons("http:\\\\A:80\\.\\b c", "http://a/b%20c", "unexpected '\\' in the path at byte 5", &[
    row("host", "A", "a", &[BACKSLASH, LOWER]),
    row("port", "80", "-", &[BACKSLASH, DEFAULT_PORT]),
    row("path", "-", "/b%20c", &[
        BACKSLASH,
        "RFC 3986 does not allow a space here, which the URL Standard percent-encodes",
        DOTS,
    ]),
])]
fn differs_where_rfc_3986_rejects(
    #[case] input: &str,
    #[case] href: &str,
    #[case] rfc_error: &str,
    #[case] expected: &[Row<'_>],
) {
    let answer = answer(&[input]);
    assert_eq!((answer["url"]["href"].as_str(), answer["rfc_error"].as_str()), (Some(href), Some(rfc_error)));
    assert_differences(&answer, expected);
}

#[rstest]
#[case::no_scheme("a", "relative URL without a base", &[row("scheme", "-", "-", &["without a base, a URL has a scheme"])])]
#[case::no_host("http://", "empty host", &[
    row("host", "", "-", &["a URL with this scheme has a host that is not empty"]),
])]
#[case::port("foo://a:65536", "invalid port number", &[
    row("port", "65536", "-", &["a port is a number of at most 65535"]),
])]
#[case::ipv4("http://1.2.3.256/", "invalid IPv4 address", &[
    row("host", "1.2.3.256", "-", &["a host that ends in a number has to be an IPv4 address"]),
])]
#[case::ipvfuture("http://[v7.x]/", "invalid IPv6 address", &[
    row("host", "[v7.x]", "-", &["between `[` and `]` there is only an IPv6 address"]),
])]
#[case::no_domain("http://a%00b/", "invalid international domain name", &[
    row("host", "a%00b", "-", &["the host is not a domain by IDNA (UTS #46), or has a character that a domain may not have"]),
])]
#[case::both("http://[::1", "invalid IPv6 address", &[])]
fn is_no_url(#[case] input: &str, #[case] error: &str, #[case] expected: &[Row<'_>]) {
    let answer = answer(&[input]);
    assert_eq!((&answer["url"], answer["error"].as_str()), (&Value::Null, Some(error)));
    assert_differences(&answer, expected);
}

#[rstest]
#[case::the_same("http://a/b/c?q", "../d", "http://a/d", &[])]
#[case::query("http://a/b/c?q", "", "http://a/b/c?q", &[])]
#[case::scheme_of_the_base("http://a/b/c", "http:d", "http://a/b/d", &[
    row("host", "-", "a", &[SAME_SCHEME]),
    row("path", "d", "/b/d", &[SAME_SCHEME]),
])]
#[case::slashes_after_the_scheme_of_the_base("http://a/b/c", "http:///d/", "http://d/", &[
    row("host", "", "d", &[SLASHES]),
    row("path", "/d/", "/", &[SLASHES]),
])]
#[case::another_scheme("http://a/b/c", "https:d", "https://d/", &[
    row("host", "-", "d", &[SLASHES]),
    row("path", "d", "/", &[SLASHES, EMPTY_PATH]),
])]
#[case::backslash("http://a/b/c", "\\d", "http://a/d", &[row("path", "-", "/d", &[BACKSLASH])])]
#[case::encoded_dots("http://a/b/c", "%2e%2e/d", "http://a/d", &[
    row("path", "/b/%2e%2e/d", "/d", &["`%2E` counts as `.` in a dot segment", DOTS]),
])]
#[case::no_scheme_for_rfc_3986("http://a/", "x y:z", "http://a/x%20y:z", &[
    row("scheme", "-", "http", &["the URL Standard accepts what RFC 3986 rejects here"]),
])]
#[case::colon_after_the_scheme_of_the_base("http://a/b/c", "http:d:e", "http://a/b/d:e", &[
    row("host", "-", "a", &[SAME_SCHEME]),
    row("path", "d:e", "/b/d:e", &[SAME_SCHEME]),
])]
#[case::dot_segments_of_an_opaque_path("http://a/", "urn:./b", "urn:./b", &[
    row("path", "b", "./b", &["a path after a scheme that does not begin with `/` is opaque, and keeps its dot segments"]),
])]
#[case::fragment_of_an_opaque_path("mailto:a", "#b", "mailto:a#b", &[])]
fn differs_with_a_base(
    #[case] base: &str,
    #[case] input: &str,
    #[case] href: &str,
    #[case] expected: &[Row<'_>],
) {
    let answer = answer(&["--base", base, input]);
    assert_eq!((answer["base"].as_str(), answer["url"]["href"].as_str()), (Some(base), Some(href)));
    assert_differences(&answer, expected);
}

#[test]
fn has_the_parts_of_the_url() {
    assert_snapshot!(uri(&["whatwg", "--format", "json", "http://u:p@h:81/a?b#c", "urn:a"], "").printed(0), @r#"
    {"input":"http://u:p@h:81/a?b#c","url":{"href":"http://u:p@h:81/a?b#c","scheme":"http","username":"u","password":"p","host":"h","port":81,"path":"/a","query":"b","fragment":"c"},"error":null,"rfc_error":null,"differences":[]}
    {"input":"urn:a","url":{"href":"urn:a","scheme":"urn","username":"","password":null,"host":null,"port":null,"path":"a","query":null,"fragment":null},"error":null,"rfc_error":null,"differences":[]}
    "#);
}

#[test]
fn is_shown_as_text() {
    assert_snapshot!(uri(&["whatwg", "http://a:80/", "urn:a", "http://A/b c", "b", "http://[::1"], "").printed(1), @r#"
    http://a/
      port: "80" -> -
        the default port of the scheme is left out
    urn:a
    http://a/b%20c
      not a URI reference (RFC 3986): unexpected ' ' in the path at byte 10
      host: "A" -> "a"
        a host is written in lower case
      path: - -> "/b%20c"
        RFC 3986 does not allow a space here, which the URL Standard percent-encodes
    no URL: relative URL without a base
      scheme: - -> -
        without a base, a URL has a scheme
    no URL: invalid IPv6 address
      not a URI reference (RFC 3986): the host ends too early at byte 11
    "#);
}

#[rstest]
#[case::no_uri("/a", "error: in the base: the scheme is missing\n")]
#[case::no_reference("http://a b/", "error: in the base: unexpected ' ' in the host at byte 8\n")]
#[case::no_url("http://a:65536/", "error: in the base: no URL: invalid port number\n")]
fn refuses_a_base(#[case] base: &str, #[case] said: &str) {
    let stderr = uri(&["whatwg", "--base", base, "c"], "").said(2);
    assert!(stderr.starts_with(said), "{}", stderr);
}

/// Every difference for these strings has a reason in the table.
#[rstest]
fn explains_random_references(
    #[values("http", "file", "foo")] scheme: &str,
    #[values(&["--near"], &["-n", "2000"])] options: &[&str],
    #[values(&[], &["--base", "http://u@h:81/b/c?q"])] base: &[&str],
) {
    let sample =
        uri(&[&["grammar", "sample", "--null", "--rule", "relative-ref"], options].concat(), "").stdout;
    let lines = sample.split_terminator('\0').filter(|line| !line.contains(['\n', '\r']));
    let lines: Vec<String> = lines.map(|line| format!("{scheme}:{line}\n")).collect();
    let ran = uri(&[&["whatwg", "--format", "json"], base].concat(), lines.concat());
    assert_eq!(ran.stdout.lines().count(), lines.len());
    let unexplained: HashSet<&str> =
        ran.stdout.lines().filter(|line| line.contains("by rules of its own")).collect();
    assert_eq!(unexplained, HashSet::new());
    assert!(ran.stdout.contains(r#""url":{"#));
}

#[test]
fn takes_linear_time() {
    let all: String = ('\0'..=char::MAX).filter(|c| !c.is_control()).collect();
    let hostile = [
        format!("http://{}/{}", "a@".repeat(30_000), "[#".repeat(30_000)),
        format!("foo:/{}?{}", "%2e%2e/".repeat(30_000), "%".repeat(30_000)),
        format!("foo://{all}/{all}"),
        format!("http:{}", "\\".repeat(150_000)),
    ];
    let ran = uri(&["whatwg", "--format", "json"], hostile.join("\n"));
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (4, "", 1));
}

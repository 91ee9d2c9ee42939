//! Mistyped texts, grouped by mistake. The snapshots have the findings, the help and the suggestions for each text.

use std::fmt::Write;

use rstest::rstest;
use urigram::grammar::Rfc3987;
use urigram::suggest::Suggestion;
use urigram::{Iri, IriReference, Uri, UriReference};

#[rstest]
#[case::around(&[
    " http://example.com/", "http://example.com/ ", "\thttp://example.com/\r\n", "   ", "\u{200B}http://example.com/",
    "http://example.com/\u{200B}", "http://example.com/\u{A0}", "<http://example.com/>", "<URL:http://example.com/>",
    "\"http://example.com/\"", "\"http://example.com/\".", "\u{201C}http://example.com/\u{201D}", "'http://example.com/'",
    "(http://example.com/)", "`http://example.com/`", "\u{AB}http://example.com/\u{BB}", "<http://example.com/",
    "http://example.com/>", "URL:http://example.com/", "URL: http://example.com/a b", "[a link](http://example.com/a)",
    "![a picture](http://example.com/a.png \"title\")", "<a href=\"http://example.com/\">", "<img src='a b.png'>",
])]
#[case::within(&[
    "http://exam\tple.com/", "http://example.com/a\n  b", "http://example\u{AD}.com/", "http://ex\u{200B}ample.com/",
    "http://example.com/\u{FEFF}a", "http://example.com/a\u{202E}gpj.exe", "http://exa mple.com/", "http:// example.com/",
    "http://example.com :80/", "http://example.com: 80/", "ht tp://example.com/", "http://example.com/a b",
    "http://example.com/?a b", "http://example.com/#a b", "www.exa mple.com", "tel:+1 201 555 0123",
    "http://example.com/a\u{3000}b", "http://example.com and more", "https://a.example, https://b.example",
    "- https://example.com/list", "See https://example.com/a.", "http://paypal.com .evil.example/",
])]
#[case::scheme(&[
    "htp://example.com/", "ttps://example.com/", "htttps://example.com/", "1http://example.com/", "ht_tp://example.com/",
    "http;//example.com/", "http//example.com/", "http.//example.com/", "http:/example.com/", "http:///example.com/",
    "http:example.com", "http:\\\\example.com\\a", "http:/\\example.com/", "http: //example.com/", "htp//exmaple,com /a",
    "h\u{F6}tp://example.com/", "my_app://open", "https://http://example.com/", "http://https//example.com/", "mailto://user@example.com", "2fast:x", ":a",
    "HTTP//example.com/",
])]
#[case::without_scheme(&[
    "www.example.com/path", "example.com", "192.0.2.1/a", "localhost:8080/path", "example.com:8080/", "192.0.2.1:8080/a",
    "[2001:db8::1]:8080/a", "2001:db8::1", "user@example.com", "www,example,com", "*.example.com",
])]
#[case::not_uris(&[
    "C:\\Users\\me\\my file.txt", "C:/windows/win.ini", "c:\\a#1", "\\\\server\\share\\a b", "\\\\?\\C:\\a",
    "git@github.com:user/repo.git", "user@example.com:/srv/a", "user@example.com:22/a", "file:\\\\\\c:\\windows",
    "file://c:/windows", "file:\\\\\\\\server\\share", "file:///c|/windows", "file://etc/hosts", "http://example.com/{id}", "http://{host}/",
    "http://${HOST}/", "http://example.com/{{ name }}", "http://<host>/", "http://example.com:$PORT/", "//server\\share",
])]
#[case::userinfo(&[
    "http://user:p#ss@example.com/", "http://user:p/ss@example.com/", "http://user:p?s#s@example.com/",
    "http://a@b@example.com/", "ftp://user name@example.com/", "http://user:100%@example.com/",
])]
#[case::host(&[
    "http://www,example,com/", "https://example.com,", "https://www,example,com;", "http://example..com/", "http://.example.com/", "http://*.example.com/",
    "http://example.com|80/", "http://256.1.1.1/", "http://1.2.3.4.5/", "http://127.0.0.01/", "http://010.1.1.1/",
    "http://0x7f.1/", "http://2130706433/", "http://example_1.com/", "http://-example.com/", "http://",
])]
#[case::address(&[
    "http://2001:db8::1/", "http://2001:db8::1:8080/", "http://::1/", "http://2001:db8:1/", "http://[::1/",
    "http://[::1:80/a", "http://[2001:db8::1:8080/", "http://::1]/", "http://[example.com]/", "http://[192.0.2.1]/",
    "http://[1::2::3]/", "http://[12345::]/", "http://[::1]x/", "http://[1:2:3]/", "http://[::1.2.3.256]/",
    "http://[::g]/", "http://[fe80::1%eth0]/", "http://[v1.x/", "a://[7g:]/",
])]
#[case::port(&[
    "http://example.com:80:80/", "http://example.com:80:90/", "http://example.com:8a/", "http://example.com:70000/",
    "http://example.com:0/", "http://example.com:-1/", "http://example.com:080/",
])]
#[case::path_query_fragment(&[
    "http://example.com/a\\b", "a\\b", "http://example.com/100%", "http://example.com/%zz", "http://example.com/a|b^c`d\"e",
    "http://example.com/[a]", "http://example.com/#a#b", "http://example.com/a&b=c", "http://example.com/?a=[1]",
    "http://example.com/\u{FC}", "http://example.com/?\u{E9}=\u{4E2D}",
])]
#[case::look_alikes(&[
    "http\u{FF1A}//example.com/", "http:\u{FF0F}\u{FF0F}example.com\u{FF0F}a", "http://example\u{3002}com/",
    "http://example.com:\u{FF18}\u{FF10}/", "http://\u{FF45}xample.com/", "http://my\u{2013}site.example.com/",
    "\u{4BB}ttp://example.com/",
])]
fn are_answered(#[case] texts: &[&str]) {
    let name = std::thread::current().name().and_then(|name| name.split("::case_").last().map(str::to_owned));
    let mut answers = String::new();
    for text in texts {
        answers += &answer(text);
    }
    let name = name.unwrap().split_once('_').unwrap().1.to_owned();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, answers);
    });
}

/// With the crate `idna`, suggestions convert names beyond ASCII.
#[cfg(feature = "idna")]
#[test]
fn international() {
    let texts = [
        "http://m\u{FC}nchen.de/",
        "http://B\u{FC}cher.example:80/a",
        "http://p\u{430}ypal.com/",
        "http://\u{4F8B}\u{3048}.jp/",
        "http://xn--\u{FC}.example/",
    ];
    let answers: String = texts.into_iter().map(answer).collect();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("international", answers);
    });
}

/// The host of an IRI may have characters that are mapped to others in its DNS name.
#[rstest]
#[case::full_width("http://\u{FF45}xample.com/", "http://example.com/")]
#[case::several("http://a\u{2168}b.example.com/", "http://aixb.example.com/")]
#[case::nothing("http://exam\u{AD}ple.com/", "http://example.com/")]
fn characters_that_become_others(#[case] text: &str, #[case] expected: &str) {
    let suggestions = IriReference::suggestions(text);
    assert!(suggestions.iter().any(|suggestion| suggestion.reference() == expected), "{suggestions:?}");
}

/// Where a URI is required, a relative reference is a mistake.
#[rstest]
#[case::usual_domain("example.com", &["https://example.com", "http://example.com"])]
#[case::another_domain("example.de/a?b#c", &["https://example.de/a?b#c", "http://example.de/a?b#c"])]
#[case::port("example.de:8080", &["https://example.de:8080", "http://example.de:8080"])]
#[case::network_path("//example.com/p", &["https://example.com/p", "http://example.com/p"])]
#[case::user("//user@host", &["https://user@host", "http://user@host"])]
#[case::corrected_first("//exa mple.com/a b", &["https://example.com/a%20b", "http://example.com/a%20b"])]
#[case::no_host("///a", &[])]
#[case::path("/a.example", &[])]
#[case::segment_without_a_dot("docs/index.html", &[])]
#[case::dot_segment("../a.html", &[])]
#[case::percent_encoded("a%20b.example", &[])]
#[case::a_uri("urn:example:a", &[])]
fn where_a_uri_is_meant(#[case] text: &str, #[case] expected: &[&str]) {
    let suggestions = Uri::suggestions(text);
    assert_eq!(
        suggestions.iter().map(|suggestion| suggestion.reference().as_str()).collect::<Vec<_>>(),
        expected
    );
}

/// The host of an IRI without a scheme is corrected like the host of a URI.
#[rstest]
#[case::usual_domain("exämple.com", true)]
#[case::www("www.exämple.de/ü", true)]
#[case::with_a_space("www.exämple.de/ü ö", true)]
#[case::another_domain("exämple.de", false)]
#[case::another_domain_in_another_script("例え.テスト", false)]
#[case::port("exämple.de:8080/", true)]
fn hosts_of_iris_without_a_scheme(#[case] text: &str, #[case] is_likely: bool) {
    let corrected =
        [format!("https://{text}").replace(' ', "%20"), format!("http://{text}").replace(' ', "%20")];
    let texts = |suggestions: &[Suggestion<Rfc3987>]| {
        suggestions.iter().map(|suggestion| suggestion.reference().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&Iri::suggestions(text)), corrected);
    assert_eq!(
        texts(&IriReference::suggestions(text)),
        if is_likely { corrected.to_vec() } else { Vec::new() }
    );
}

/// In a suggestion for a URI, a host beyond ASCII has its DNS form.
#[cfg(feature = "idna")]
#[test]
fn host_of_an_iri_without_a_scheme_as_a_uri() {
    assert_eq!(
        UriReference::suggestions("www.exämple.de/ü")[0].reference(),
        "https://www.xn--exmple-cua.de/%C3%BC"
    );
}

/// Returns the messages, help and suggestions for a text.
fn answer(text: &str) -> String {
    let mut out = String::new();
    writeln!(out, "{}", text.escape_debug()).unwrap();
    match UriReference::parse(text) {
        Err(error) => {
            writeln!(out, "  {} {}: {error}", error.component(), error.offset()).unwrap();
            writeln!(out, "  help: {}", error.explain(text).help()).unwrap();
        }
        Ok(reference) => {
            for finding in reference.findings() {
                let range = finding.range();
                let (code, component) = (finding.code(), finding.component());
                writeln!(out, "  {component} {}..{} [{code}]: {finding}", range.start, range.end).unwrap();
                writeln!(out, "  help: {}", finding.help()).unwrap();
            }
        }
    }
    for suggestion in UriReference::suggestions(text) {
        let host = suggestion.typed_host().map(|host| format!(" (browsers: {host})")).unwrap_or_default();
        writeln!(out, "  try: {}{host}", suggestion.reference()).unwrap();
        for change in suggestion.changes() {
            let (range, inserted) = (change.range(), change.inserted());
            let (removed, inserted) = (text[range.clone()].escape_debug(), inserted.escape_debug());
            writeln!(out, "    {}: `{removed}` -> `{inserted}`: {}", range.start, change.help()).unwrap();
        }
    }
    out.push('\n');
    out
}

// Suggestions that lead to another host than the original text does in browsers.

type Told<'a> = &'a [(&'a str, Option<&'a str>)];

#[rstest]
#[case::solidus("http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::honest("https://social.example\u{FF0F}@user", &[("https://social.example/@user", Some("user"))])]
#[case::question_marks("http://good.example \u{2047}@evil.example/", &[("http://good.example", Some("evil.example"))])]
#[case::network_path("//good.example\u{FF0F}@evil.example/", &[("//good.example/@evil.example/", Some("evil.example"))])]
#[case::in_quotes("\u{201C}http://good.example\u{FF0F}@evil.example/\u{201D}", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::behind_a_space("\u{A0}http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::after_a_word("see http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::no_host_in_the_suggestion("http://256.1.1.1\u{FF0F}@evil.example/", &[("http://256.1.1.1/@evil.example/", Some("evil.example"))])]
#[case::relative("/\\evil.example/a b", &[("//evil.example/a%20b", None), ("/%5Cevil.example/a%20b", Some("evil.example"))])]
#[case::mapped_address(
    "http://good.example\u{FF0F}@[::FFFF:192.0.2.1]/",
    &[("http://good.example/@%5B::FFFF:192.0.2.1%5D/", Some("::ffff:c000:201"))]
)]
#[case::two_schemes("https://http://example.com/", &[("http://example.com/", Some("http"))])]
#[case::octal("http://010.1.1.1/", &[("http://8.1.1.1/", None), ("http://10.1.1.1/", Some("8.1.1.1"))])]
#[case::number_sign("http://good.example\u{FF03}@evil.example/", &[("http://good.example%EF%BC%83@evil.example/", None)])]
#[case::port("http://user:80 \u{2047}@example.com/", &[("http://user:80%20%E2%81%87@example.com/", None)])]
#[case::mapped_as_browsers_do("http://\u{FF45}xample\u{3002}com/", &[("http://example.com/", None)])]
#[case::two_at_signs("http://a@b@example.com/", &[("http://a%40b@example.com/", None)])]
#[case::nobody_can_register("http://www,example,com/", &[("http://www.example.com/", None)])]
#[case::not_a_host("http://exa mple.com/", &[("http://example.com/", None)])]
#[case::not_a_port("http://user:p#ss@example.com/", &[("http://user:p%23ss@example.com/", None)])]
#[case::port_too_large("http://good.example\u{FF0F}@evil.example:65536/", &[("http://good.example/@evil.example:65536/", None)])]
#[case::without_a_host("mailto://user@example.com", &[("mailto:user@example.com", None)])]
#[case::drive("file:C:/a", &[("file:///C:/a", None)])]
#[case::drive_as_a_host("file://C:/a", &[("file:///C:/a", None)])]
#[case::share("file://server/share/x", &[])]
#[case::file("file://etc/hosts", &[("file:///etc/hosts", None)])]
#[case::shared_folder("\\\\server\\share\\a b", &[("file://server/share/a%20b", None)])]
#[case::another_scheme("ssh://010.1.1.1/", &[("ssh://8.1.1.1/", None), ("ssh://10.1.1.1/", None)])]
fn is_told(#[case] text: &str, #[case] expected: Told<'_>) {
    let suggestions = UriReference::suggestions(text);
    let told: Vec<_> = suggestions
        .iter()
        .map(|suggestion| (suggestion.reference().as_str(), suggestion.typed_host()))
        .collect();
    assert_eq!(told, expected);
}

/// Characters that only the tables of the crate `idna` map.
#[cfg(feature = "idna")]
#[rstest]
#[case::beyond_ascii("http://p\u{430}ypal.com/", &[("http://xn--pypal-4ve.com/", None), ("http://paypal.com/", Some("xn--pypal-4ve.com"))])]
#[case::capital_sigma("http://\u{39F}\u{394}\u{39F}\u{3A3}-1.gr/", &[("http://xn---1-k9b7bby.gr/", None)])]
#[case::composed(
    "http://good.example\u{FF0F}@a<\u{338}.evil.example/",
    &[("http://good.example/@a%3C%CC%B8.evil.example/", Some("xn--a-ngo.evil.example"))]
)]
fn is_told_in_its_dns_form(#[case] text: &str, #[case] expected: Told<'_>) {
    is_told(text, expected);
}

#[rstest]
#[case::one("http://good.example\u{FF0F}@evil.example/", true)]
#[case::after_all_phrases("http:\n//good.example\u{FF0F}@evil.example/%zz |", true)]
#[case::the_same("http://example.com\u{FF0F}a", false)]
fn is_in_the_help(#[case] text: &str, #[case] told: bool) {
    let help = UriReference::parse(text).unwrap_err().explain(text).help().to_string();
    assert_eq!(
        help.ends_with("; browsers read the host `evil.example` in the original text"),
        told,
        "{help}"
    );
}

//! `uri extract`: the URIs found in files, and their positions.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

const APPENDIX_C: &str = r#"
      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.
"#;

const DRAFT_1996: &str = r#"
      Yes, Jim, I found it under <ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <ftp://ds.in
      ternic.net/rfc>.  Note the warning in <http://ds.internic.
      net/instructions/overview.html#WARNING>.
"#;

#[test]
fn prints_the_uris_of_appendix_c() {
    assert_snapshot!(uri(&["extract"], APPENDIX_C).printed(0), @"
    http://www.w3.org/Addressing/
    ftp://foo.example.com/rfc/
    http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
    ");
}

#[test]
fn prints_the_urls_of_the_draft_of_1996() {
    assert_snapshot!(uri(&["extract", "-"], DRAFT_1996).printed(0), @"
    ftp://info.cern.ch/pub/www/doc;type=d
    ftp://ds.internic.net/rfc
    http://ds.internic.net/instructions/overview.html#WARNING
    ");
}

#[test]
fn tells_in_json_where_they_are() {
    assert_snapshot!(uri(&["extract", "--format", "json"], APPENDIX_C.replace("example.", "exam-\r\nple.")).printed(0), @r#"
    {"line":2,"start":35,"end":64,"uri":"http://www.w3.org/Addressing/"}
    {"line":3,"start":111,"end":147,"uri":"ftp://foo.exam-ple.com/rfc/","hyphen_doubtful":true}
    {"line":5,"start":172,"end":238,"uri":"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"}
    "#);
}

#[rstest]
#[case::asked_for(
    "always",
    "\u{feff}é http://a/\n\r\n<http://b/\nc> http://d/",
    "
    <stdin>:1:3: http://a/
    <stdin>:3:2: http://b/c
    <stdin>:4:4: http://d/
"
)]
#[case::after_a_byte_order_mark("always", "\u{feff}http://a/", "\n    <stdin>:1:1: http://a/\n")]
#[case::not_asked_for("never", "http://a/", "\n    http://a/\n")]
#[case::one_file("auto", "http://a/", "\n    http://a/\n")]
fn places(#[case] when: &str, #[case] text: &str, #[case] printed: &str) {
    let ran = uri(&["extract", "--places", when], text);
    assert_eq!(ran.stdout, printed.replace("\n    ", "\n").trim_start_matches('\n'));
}

#[test]
fn tells_several_files_apart() {
    let file = TempFile::new("extract-apart", b"a\n http://a/\n");
    let ran = uri(&["extract", file.path(), "no/such/file", "-"], "http://b/");
    assert_eq!(ran.stdout, format!("{}:2:2: http://a/\n<stdin>:1:1: http://b/\n", file.path()));
    assert!(ran.stderr.starts_with("uri: no/such/file: "), "{}", ran.stderr);
    assert_eq!(ran.status, 2);

    let ran = uri(&["extract", "--format", "json", file.path(), "-"], "http://b/");
    let expected = format!(r#"{{"file":"{}","line":2,"start":3,"end":12,"uri":"http://a/"}}"#, file.path());
    assert_eq!(ran.stdout.lines().next(), Some(expected.as_str()));
    assert_eq!((ran.stdout.lines().count(), ran.status), (2, 0));

    let ran = uri(&["extract", "--places", "never", file.path(), "-"], "http://b/");
    assert_eq!(ran.stdout, "http://a/\nhttp://b/\n");
}

#[rstest]
#[case::none(&[], "http://a/\nmailto:a@b\n")]
#[case::scheme(&["--scheme", "MAILTO"], "mailto:a@b\n")]
#[case::schemes(&["--scheme", "x", "--scheme", "http"], "http://a/\nx:y\n")]
#[case::suffix(&["--suffix"], "http://a/\nmailto:a@b\nhttps://www.c.d\n")]
#[case::suffix_of_another_scheme(&["--suffix=http", "-"], "http://a/\nmailto:a@b\nhttp://www.c.d\n")]
#[case::bare_domains(&["--bare-domains"], "http://a/\nmailto:a@b\nhttps://www.c.d\n")]
#[case::iri(&["--iri"], "http://a/é\nmailto:a@b\n")]
#[case::longest(&["--max-length", "9"], "http://a/\n")]
fn options(#[case] arguments: &[&str], #[case] printed: &str) {
    let ran = uri(&[&["extract"], arguments].concat(), "(http://a/é), mailto:a@b www.c.d; x:y");
    assert_eq!((ran.stdout.as_str(), ran.status), (printed, 0), "{}", ran.stderr);
}

#[rstest]
#[case::bare_domains(&["--bare-domains"], "https://example.co.uk/e\nhttp://a/,http://b/\n")]
#[case::bare_domains_of_a_scheme(&["--bare-domains=ftp"], "ftp://example.co.uk/e\nhttp://a/,http://b/\n")]
#[case::email(&["--email"], "mailto:fred@example.com\nhttp://a/,http://b/\n")]
#[case::split(&["--split"], "http://a/\nhttp://b/\n")]
fn options_for_more(#[case] arguments: &[&str], #[case] printed: &str) {
    let text = "Mail fred@example.com, see example.co.uk/e, a.example. http://a/,http://b/";
    assert_eq!(uri(&[&["extract"], arguments].concat(), text).printed(0), printed);
}

#[test]
fn tells_in_json_what_cut_them() {
    assert_snapshot!(uri(&["extract", "--format", "json"], "https://münchen.de/ http://a/{id} http://a/b.").printed(0), @r#"
    {"line":1,"start":0,"end":9,"uri":"https://m","cut":"ü"}
    {"line":1,"start":21,"end":30,"uri":"http://a/","cut":"{"}
    {"line":1,"start":35,"end":45,"uri":"http://a/b"}
    "#);
}

#[test]
fn tells_in_text_what_cut_them() {
    let ran = uri(
        &["extract"],
        "https://münchen.de/\nsee http://a/{id}, <http://b/\nc> (http://a/b.)\n'http://d/'",
    );
    assert_eq!(ran.stdout, "https://m\nhttp://a/\nhttp://b/c\nhttp://a/b\nhttp://d/\n");
    assert_snapshot!(ran.stderr, @r#"
    <stdin>:1:10: 'ü', which only an IRI contains (--iri), cuts off the URI `https://m`
    <stdin>:2:14: '{' cuts off the URI `http://a/`
    "#);
    assert_eq!(ran.status, 0);
    // With --iri, nothing cuts off the first one.
    assert_eq!(uri(&["extract", "--iri"], "https://münchen.de/ b").stderr, "");
}

const HTML: &str = r#"<!doctype html><base href="/docs/"><a href=" ../é?a=1&amp;b=2 ">é</a>
<img src=a.png srcset="b.png 2x, https://bücher.example/c.png"><a href="a b"><script>"http://d/"</script>"#;

#[rstest]
#[case::with_a_base(
    &["--base", "http://example.com/"],
    "http://example.com/%C3%A9?a=1&b=2\nhttp://example.com/docs/a.png\nhttp://example.com/docs/b.png\n\
     https://xn--bcher-kva.example/c.png\n"
)]
#[case::without_a_base(&[], "../%C3%A9?a=1&b=2\na.png\nb.png\nhttps://xn--bcher-kva.example/c.png\n")]
#[case::iri(&["--iri", "--scheme", "https"], "https://bücher.example/c.png\n")]
fn links_of_html(#[case] arguments: &[&str], #[case] printed: &str) {
    assert_eq!(uri(&[&["extract", "--html"], arguments].concat(), HTML).printed(0), printed);
}

#[test]
fn links_of_html_in_json() {
    let html = b"\xFF\n<a href='?a&amp;b'><IMG SRC=c>";
    assert_snapshot!(uri(&["extract", "--html", "--format", "json", "--base", "http://h/"], html).printed(0), @r#"
    {"line":2,"start":11,"end":19,"uri":"http://h/?a&b","element":"a","attribute":"href"}
    {"line":2,"start":30,"end":31,"uri":"http://h/c","element":"img","attribute":"src"}
    "#);
}

#[rstest]
#[case::nothing("")]
#[case::no_uri("no uri: here\n")]
fn none_is_no_fault(#[case] text: &str) {
    assert_eq!(uri(&["extract"], text).printed(0), "");
}

#[test]
fn skips_what_is_not_utf_8() {
    let ran = uri(&["extract", "--places", "always"], b"\xFF\xFFhttp://a/\xFF http://b/\n");
    assert_eq!(ran.stdout, "<stdin>:1:3: http://a/\n<stdin>:1:14: http://b/\n");
}

#[rstest]
#[case(&["--scheme", "a:"], "invalid value 'a:' for '--scheme <SCHEME>': unexpected ':' in the scheme at byte 1")]
#[case(&["--suffix="], "'--suffix[=<SCHEME>]'")]
fn schemes_that_are_none(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = uri(&[&["extract"], arguments].concat(), "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(ran.status, 2);
}

/// Lines and columns are counted across blocks.
#[test]
fn counts_across_parts() {
    let text: String = (0..100_000).map(|number| format!("é (http://a/{number:06})\n")).collect();
    let ran = uri(&["extract", "--places", "always"], &text);
    for (number, line) in ran.stdout.lines().enumerate() {
        assert_eq!(line, format!("<stdin>:{}:4: http://a/{number:06}", number + 1));
    }
    assert_eq!(ran.stdout.lines().count(), 100_000);

    let ran = uri(&["extract", "--format", "json"], &text);
    for (number, line) in ran.stdout.lines().enumerate() {
        let start = number * 21 + 4;
        let expected = format!(r#"{{"line":{},"start":{start},"end":{},"#, number + 1, start + 15);
        assert!(line.starts_with(&expected), "{line}, {expected}");
    }
}

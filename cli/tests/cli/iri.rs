//! IRIs (RFC 3987) in each command, and grammars by name.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, run, uri};

#[rstest]
#[case::resolve(&["resolve", "--iri", "--base", "http://é/a/ü", "../ß"], "http://é/ß\n")]
#[case::resolve_as_in_1996(&["resolve", "--iri", "--draft-1996", "--base", "http://é/a/ü", "../ß"], "http://é/ß\n")]
#[case::relativize(&["relativize", "--iri", "--base", "http://é/a/ü", "http://é/a/ß"], "ß\n")]
#[case::pairs(&["relativize", "--iri", "--pairs", "http://é/a/ü\thttp://é/ß"], "/ß\n")]
#[case::normalize(&["normalize", "--iri", "HTTP://É/%7e/é/../ü"], "http://É/~/ü\n")]
#[case::compare(&["compare", "--iri", "http://é/%7e", "http://é/~"], "percent\n")]
#[case::edit(
    &["edit", "--iri", "--host", "münchen.de", "--set", "q=ü x", "--push", "ß", "--userinfo", "ü", "http://h/"],
    "http://ü@münchen.de/ß?q=ü%20x\n"
)]
#[case::edit_encoded(&["edit", "--iri", "--encoded", "--path", "/ü%20", "--fragment", "é", "//é"], "//é/ü%20#é\n")]
#[case::edit_a_form(&["edit", "--iri", "--form", "--append", "é=a b", "?"], "?%C3%A9=a+b\n")]
#[case::edit_pairs(&["edit", "--iri", "--unset", "é", "--sort", "?ü=1&é&a"], "?a&ü=1\n")]
#[case::build(
    &["build", "--iri", "--scheme", "http", "--host", "münchen.de", "--path", "/straße", "--append", "é=1"],
    "http://münchen.de/straße?é=1\n"
)]
#[case::check(&["check", "--iri", "--as", "IRI", "-"], "")]
#[case::extract(&["extract", "--iri"], "http://a/é\n")]
#[case::tree(
    &["tree", "--iri", "--as", "ihost", "é"],
    "host \"é\" 0..2\n  reg-name \"é\" 0..2\n"
)]
fn answers_with_iris(#[case] arguments: &[&str], #[case] output: &str) {
    assert_eq!(uri(arguments, "http://a/é\n").printed(0), output);
}

#[test]
fn keys_and_faults_are_those_of_uris() {
    assert_snapshot!(uri(&["parse", "--iri", "--format", "json", "http://é/ü", "http://é/ü x"], "").printed(1), @r#"
    {"input":"http://é/ü","kind":"uri","scheme":"http","authority":"é","userinfo":null,"host":"é","host_kind":"reg-name","port":null,"path":"/ü","path_kind":"abempty","query":null,"fragment":null}
    {"input":"http://é/ü x","error":{"component":"path","offset":12,"column":11,"found":" ","message":"unexpected ' ' in the path at byte 12","help":"percent-encode the space as `%20`"}}
    "#);
    assert_snapshot!(uri(&["resolve", "--iri", "--base", "http://é/", "ü x"], "").said(1), @r#"
    error: unexpected ' ' in the path at byte 2
     |
     | ü x
     |  ^ path
     |
     = help: percent-encode the space as `%20`
    "#);
    assert_snapshot!(uri(&["validate", "--iri", "--base", "http://é.de/", "ü\u{202E}"], "").printed(0), @r#"
    note[host-beyond-ascii]: the host `é.de` is not in its DNS form
     |
     | http://é.de/ü\u{202e}
     |        ^^^^ host
     |
     = help: write the DNS form, in which labels beyond ASCII begin with `xn--`
     = note: RFC 3987, section 3.1
    warning[bidi-control]: the path contains a bidirectional formatting character
     |
     | http://é.de/ü\u{202e}
     |              ^^^^^^^^ path
     |
     = help: remove it, or percent-encode it if it is data
     = note: RFC 3987, section 4.1
    "#);
    let suggested = uri(&["validate", "--iri", "--format", "json", "http//münchen.de/ä ö"], "").printed(1);
    assert!(suggested.contains(r#""uri":"http://münchen.de/ä%20ö""#), "{suggested}");
}

#[rstest]
#[case::uris("rfc3986", "URI-reference", "http://é/", 1)]
#[case::iris("rfc3987", "URI-reference", "http://é/", 0)]
#[case::rule_of_the_variant("rfc3987", "ucschar", "é", 0)]
#[case::zones("rfc6874", "IP-literal", "[fe80::1%25eth0]", 0)]
#[case::names_of_the_dns("strict-dns", "URI-reference", "http://a_b/", 1)]
#[case::of_1996("url1996", "URL-reference", "http:/a;b", 0)]
fn grammars_have_names(
    #[case] grammar: &str,
    #[case] rule: &str,
    #[case] text: &str,
    #[case] status: i32,
    #[values("parse", "tree", "check", "validate", "trace")] command: &str,
) {
    let after = uri(&[command, "--grammar", grammar, "--as", rule], text);
    assert_eq!(after.status, status, "{}{}", after.stdout, after.stderr);
    let before = uri(&["--grammar", grammar, command, "--as", rule], text);
    assert_eq!((before.stdout, before.status), (after.stdout, status));
}

#[rstest]
#[case(&["check", "rfc3987"], 0)]
#[case(&["diff", "rfc3986"], 0)]
#[case(&["diff", "rfc3986", "rfc6874", "--rule", "port"], 0)]
#[case(&["prove", "--abnf", "rfc6874", "rfc6874", "IP-literal"], 0)]
#[case(&["prove", "--abnf", "rfc3986", "rfc6874", "IP-literal"], 1)]
#[case(&["sample", "rfc3987", "--rule", "ucschar"], 0)]
#[case(&["draw", "rfc6874", "--rule", "ZoneID"], 0)]
#[case(&["compile", "rfc6874"], 0)]
fn subcommands_of_grammar_take_names(#[case] arguments: &[&str], #[case] status: i32) {
    let ran = uri(&[&["grammar"], arguments].concat(), "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", status));
}

/// A name is a file only if it is written as a path.
#[test]
fn a_file_with_a_name_is_a_path() {
    let folder = std::env::temp_dir().join(format!("uri-iri-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("rfc3987"), "x = { \"x\" }").unwrap();
    let mut tree = command(&["tree", "--grammar", "./rfc3987", "--as", "x", "x"]);
    tree.current_dir(&folder);
    assert_eq!(run(tree, b"").printed(0), "x \"x\" 0..1\n");
    let mut tree = command(&["tree", "--grammar", "rfc3987", "--as", "port", "1"]);
    tree.current_dir(&folder);
    assert_eq!(run(tree, b"").printed(0), "port \"1\" 0..1\n");
    std::fs::remove_dir_all(&folder).unwrap();
    let unknown = uri(&["tree", "--grammar", "rfc3988", "x"], "").said(2);
    assert!(unknown.contains("a grammar is a file, or one of rfc3986, rfc3987, rfc6874"), "{unknown}");
}

#[rstest]
#[case(&["parse", "--iri", "--grammar", "rfc3987", "a"], "'--iri' cannot be used with '--grammar <NAME|FILE>'")]
#[case(&["--grammar", "rfc6874", "parse", "--iri", "a"], "'--grammar <NAME|FILE>' cannot be used with '--iri'")]
#[case(&["--grammar", "rfc3987", "resolve", "--base", "a:", "b"], "or with --iri that of IRIs")]
#[case(&["parse", "--iri", "--max-steps", "9", "a"], "built-in grammars need no limit")]
#[case(&["parse", "--iri", "--as", "IRl", "a"], "[possible values:")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = uri(arguments, "").said(2);
    assert!(stderr.contains(said), "{stderr}");
}

//! Policies: presets, files, allowed hosts, and a base.

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::check::sarif::faults;
use crate::{TempFile, uri};

/// Sections 7.6 and 7.4, for a server that fetches untrusted references.
#[test]
fn fetch_names_all_that_is_wrong() {
    let reference = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    assert_snapshot!(uri(&["validate", "--policy", "fetch", reference], "").printed(1), @"
    error[scheme-refused]: the scheme `ftp` is not allowed; allowed: `http`, `https`
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     | ^^^ scheme
     |
     = help: refuse it, and tell its author the reason
     = note: RFC 3986, section 7.6
    error[misleading-userinfo]: `cnn.example.com` in the userinfo looks like the host, but the host is `10.0.0.1`
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |       ^^^^^^^^^^^^^^^ userinfo
     |
     = help: refuse it in URIs that others have written, or show the host alone
     = note: RFC 3986, section 7.6
    error[userinfo-refused]: there is a userinfo, but none is allowed
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ userinfo
     |
     = help: refuse it, and tell its author the reason
     = note: RFC 3986, section 7.6
    error[not-global-address]: 10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |                                           ^^^^^^^^ host
     |
     = help: refuse it if you fetch what others have written, and check the addresses that names resolve to, too
     = note: RFC 6890, section 2.2
    error[port-refused]: the default port 21 is not allowed; allowed: 80, 443, 8080, 8443
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |                                                   ^ port
     |
     = help: refuse it, and tell its author the reason
     = note: RFC 3986, section 7.2
    ");
}

#[rstest]
#[case::link(&["link", "https://example.com/"], true)]
#[case::script(&["link", "javascript:alert(1)"], false)]
#[case::fetch(&["fetch", "https://example.com/"], true)]
#[case::private(&["fetch", "http://192.168.0.1/"], false)]
#[case::redirect(&["redirect", "/account"], true)]
#[case::elsewhere(&["redirect", "//example.net"], false)]
#[case::identifier(&["identifier", "urn:isbn:0451450523"], true)]
#[case::not_normalized(&["identifier", "http://EXAMPLE.com/"], false)]
#[case::allowed(&["link", "--allow-host", "example.com", "https://example.com/"], true)]
#[case::below(&["link", "--allow-host", ".example.com", "https://www.example.com/"], true)]
#[case::another(&["link", "--allow-host", "example.com", "https://example.com.example.net/"], false)]
#[case::one_of_two(&["link", "--allow-host", "a.example", "--allow-host", "b.example", "https://b.example/"], true)]
#[case::same_site(&["link", "--same-site", "https://www.example.co.uk/a", "https://login.example.co.uk/"], true)]
#[case::same_site_of_a_path(&["link", "--same-site", "https://example.com/", "/a"], true)]
#[case::same_site_of_an_iri(&["fetch", "--same-site", "https://bücher.example/", "https://www.xn--bcher-kva.example/"], true)]
#[case::another_site(&["link", "--same-site", "https://www.example.co.uk/", "https://other.co.uk/"], false)]
#[case::another_owner(&["link", "--same-site", "https://a.github.io/", "https://b.github.io/"], false)]
#[case::another_scheme(&["link", "--same-site", "https://example.com/", "http://example.com/"], false)]
#[case::same_site_of_another_host(&["link", "--allow-host", "a.example.com", "--same-site", "https://example.com/", "https://b.example.com/"], false)]
#[case::same_site_of_an_allowed_host(&["redirect", "--allow-host", "a.example.com", "--same-site", "https://example.com/", "https://a.example.com/"], true)]
#[case::same_site_of_no_host(&["redirect", "--same-site", "https://example.com/", "https://example.com/"], false)]
#[case::warning(&["link", "www.example.com"], true)]
#[case::refused_warning(&["link", "--refuse-warnings", "www.example.com"], false)]
#[case::not_of_the_grammar(&["link", "https://example.com/ a"], false)]
fn presets(#[case] arguments: &[&str], #[case] accepted: bool) {
    let ran = uri(&[&["validate", "--format", "json", "--policy"], arguments].concat(), "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["accepted"], accepted, "{}", ran.stdout);
    assert_eq!(answer["policy"], arguments[0]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", i32::from(!accepted)));
    let is_error = |finding: &Value| finding["severity"] == "error";
    let has_error = answer["findings"].as_array().unwrap().iter().any(is_error);
    assert_eq!(has_error || !answer["error"].is_null(), !accepted);
}

/// A refused line does not affect the verdicts on other lines.
#[test]
fn the_order_is_kept() {
    let lines = "https://example.com/\nx y\nftp://example.com/\nhttps://example.org/\n";
    let ran = uri(&["validate", "--policy", "fetch", "--format", "json", "-"], lines);
    let accepted: Vec<bool> = ran.stdout.lines().map(|line| line.contains(r#""accepted":true"#)).collect();
    assert_eq!(accepted, [true, false, false, true]);
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::toml("a.toml", "preset = \"fetch\"\nallow-hosts = [\".example.org\"]\n")]
#[case::json("a.json", r#"{"preset":"fetch","allow-hosts":[".example.org"]}"#)]
#[case::byte_order_mark("i.json", "\u{feff}{\"preset\":\"fetch\",\"allow-hosts\":[\".example.org\"]}")]
#[case::capitals("b.JSON", r#"{"preset":"fetch","allow-hosts":[".example.org"]}"#)]
fn files(#[case] name: &str, #[case] content: &str) {
    let file = TempFile::new(name, content.as_bytes());
    let ran = uri(
        &["validate", "--format", "json", "--policy", file.path()],
        "http://www.example.org/\nhttp://example.com/\n",
    );
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["accepted"], &answers[1]["accepted"]), (&Value::Bool(true), &Value::Bool(false)));
    assert_eq!(answers[0]["policy"], file.path());
    assert_eq!(answers[1]["findings"][0]["code"], "host-refused");
    assert_eq!(ran.status, 1);
}

#[test]
fn file_with_a_site() {
    let file = TempFile::new("site.toml", b"same-site = \"https://example.co.uk\"\n");
    let lines = "https://www.example.co.uk/\nhttps://other.co.uk/\n//a.example.co.uk\n";
    let ran = uri(&["validate", "--format", "json", "--policy", file.path()], lines);
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let accepted: Vec<_> = answers.iter().map(|answer| answer["accepted"].as_bool()).collect();
    assert_eq!(accepted, [Some(true), Some(false), Some(true)]);
    assert_eq!(answers[1]["findings"][0]["code"], "site-refused");
}

#[rstest]
#[case::unknown_key(
    "c.toml",
    "preset = \"link\"\nallow-host = []\n",
    ":2:1: unknown field `allow-host`, expected one of"
)]
#[case::pattern("d.toml", "\nallow-hosts = [\"*.example.com\"]\n", ":2:15: `*.example.com` is a pattern")]
#[case::code("e.toml", "refuse = [\"no-such-code\"]\n", ":1:")]
#[case::not_toml("f.toml", "preset = \n", ":1:")]
#[case::not_json("g.json", "{\n  \"preset\"", ":2:")]
#[case::type_of_json("h.json", r#"{"max-length":"x"}"#, ":1:17: invalid type: string \"x\"")]
#[case::end_of_json("k.json", "{\"preset\": \"link\",\n", ":2:1: EOF while parsing")]
#[case::empty_json("l.json", "", ":1:1: EOF while parsing")]
#[case::other_json("m.json", "[]", ":1:1: invalid type: sequence")]
#[case::json_beyond_ascii("n.json", "{\"äö\": 1}", ":1:5: unknown field `äö`")]
#[case::long_key("j.toml", &format!("{} = 1\n", "a".repeat(100_000)), ":1:1: unknown field `aaaa")]
fn files_that_are_no_policy(#[case] name: &str, #[case] content: &str, #[case] said: &str) {
    let file = TempFile::new(name, content.as_bytes());
    let stderr = uri(&["validate", "--policy", file.path(), "a"], "").said(2);
    assert!(stderr.contains(said) && stderr.lines().count() == 1, "{}", stderr);
    assert!(stderr.len() < 1_000);
    assert!(stderr.starts_with(file.path()), "{}", stderr);
}

#[rstest]
#[case::no_preset(&["--policy", "nonsense", "a"], "; a policy is a file, or one of link, fetch, redirect, identifier")]
#[case::folder(&["--policy", ".", "a"], "uri: .: ")]
#[case::pattern(&["--policy", "link", "--allow-host", "*.example.com", "a"], "uri: --allow-host: `*.example.com` is a pattern")]
#[case::no_policy(&["--allow-host", "example.com", "a"], "--policy <PRESET|FILE>")]
#[case::no_uri_of_a_site(&["--policy", "link", "--same-site", "example.com", "a"], "uri: --same-site: ")]
#[case::of_no_site(&["--policy", "link", "--same-site", "urn:a", "a"], "uri: --same-site: `urn:a` is not a URI of a site")]
#[case::of_no_site_with_a_password(&["--policy", "fetch", "--same-site", "ssh://u:secret@h/", "a"], "uri: --same-site: `ssh://u:***@h/` is not")]
#[case::site_without_a_policy(&["--same-site", "https://example.com/", "a"], "'--same-site <URI>' needs '--policy <PRESET|FILE>'")]
#[case::rule_of_a_component(&["--as", "host", "--policy", "fetch", "127.0.0.1"], "uri: --policy: a policy is about references")]
#[case::base(&["--base", "a b", "a"], "in the base: unexpected ' '")]
#[case::base_and_grammar(&["--base", "a:b", "--grammar", "x.pest", "a"], "cannot be used with")]
fn arguments_that_are_wrong(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["validate"], arguments].concat(), "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

/// With a base, the target is validated, and the host of the base is allowed.
#[rstest]
#[case::path("/account", "https://example.com/account", true)]
#[case::same_site("https://example.com/x", "https://example.com/x", true)]
#[case::relative("example.net", "https://example.com/example.net", true)]
#[case::another_site("//example.net/", "https://example.net/", false)]
#[case::scheme("javascript:alert(1)", "javascript:alert(1)", false)]
#[case::another_port("//example.com:8080/", "https://example.com:8080/", true)]
fn targets(#[case] reference: &str, #[case] target: &str, #[case] accepted: bool) {
    let base = "https://example.com/login";
    let ran = uri(&["validate", "--policy", "redirect", "--base", base, "--format", "json", reference], "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&answer["input"], &answer["target"]), (&reference.into(), &target.into()));
    assert_eq!(answer["accepted"], accepted, "{}", ran.stdout);
}

/// A reference that is refused without a base is also refused with a base, even if its target would be
/// accepted.
#[test]
fn a_hidden_scheme_is_not_hidden_by_a_base() {
    let arguments = ["validate", "--policy", "link", "--base", "http://a.example/", "javascript%3Aalert(1)"];
    let ran = uri(&arguments, "");
    assert!(ran.stdout.starts_with("error[hidden-scheme]: "), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn writes_a_log() {
    let arguments = [
        "validate",
        "--policy",
        "link",
        "--format",
        "sarif",
        "https://example.com/",
        "ftp://a.example/",
        "x y",
    ];
    let ran = uri(&arguments, "");
    assert_eq!(faults(&ran.stdout), "", "{}", ran.stdout);
    let log: Value = serde_json::from_str(&ran.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<_> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["scheme-refused", "syntax"]);
    let places: Vec<_> = results.iter().map(|result| &result["locations"][0]["physicalLocation"]).collect();
    assert_eq!(places[0]["artifactLocation"]["uri"], "%3Carguments%3E");
    assert_eq!(
        (&places[0]["region"]["startLine"], &places[1]["region"]["startLine"]),
        (&2.into(), &3.into())
    );
    assert_eq!(ran.status, 1);
}

/// `check` and `validate` have the same verdict on each line. Refused lines count as invalid.
#[test]
fn check_refuses_lines() {
    let lines = "https://example.com/\nhttp://10.0.0.1/\nhttps://example.com./\nx y\n";
    let ran = uri(&["check", "--policy", "fetch", "--summary"], lines);
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:8: error: 10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918 [not-global-address]
    <stdin>:4:2: unexpected ' ' in the path at byte 1
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("4 lines, 2 invalid\n", 1));
    let ran = uri(&["check", "--policy", "fetch", "--findings"], "https://example.com./\n");
    assert_snapshot!(ran.stdout, @"<stdin>:1:20: note: the host ends with a dot [host-trailing-dot]");
    assert_eq!(ran.status, 0);
    let ran = uri(&["check", "--policy", "link", "--quiet"], "javascript:a\n");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    let ran = uri(&["check", "--policy", "link", "--format", "json"], "ftp://a.example/\n");
    assert!(
        ran.stdout.starts_with(
            r#"{"line":1,"input":"ftp://a.example/","valid":true,"accepted":false,"findings":[{"#
        )
    );
}

#[test]
fn hosts_are_read_from_a_file() {
    let file = crate::TempFile::new("hosts.txt", b"# ours\n\n.example.com\r\n  a.example.org\n");
    let accepts = |uri: &str| {
        crate::uri(&["validate", "--policy", "fetch", "--allow-hosts", file.path(), uri], "").status == 0
    };
    assert!(
        accepts("http://www.example.com/")
            && accepts("http://a.example.org/")
            && !accepts("http://example.org/")
    );
    let wrong = crate::TempFile::new("hosts-wrong.txt", b"a.example\nb.example,c.example\n");
    let stderr =
        crate::uri(&["validate", "--policy", "fetch", "--allow-hosts", wrong.path(), "a:"], "").said(2);
    assert!(stderr.contains(":2:1: `b.example,c.example` is a list, not a host"), "{stderr}");
    let empty = crate::TempFile::new("hosts-empty.txt", b"# none\n");
    let stderr =
        crate::uri(&["validate", "--policy", "fetch", "--allow-hosts", empty.path(), "a:"], "").said(2);
    assert!(stderr.contains("there is no host in the file"), "{stderr}");
}

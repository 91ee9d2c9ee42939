//! `uri validate` and `uri explain`.

mod policy;

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, run, uri};

#[test]
fn draws_the_example_of_section_7_6() {
    assert_snapshot!(uri(&["validate", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm"], "").printed(0), @"
    warning[misleading-userinfo]: `cnn.example.com` in the userinfo looks like the host, but the host is `10.0.0.1`
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |       ^^^^^^^^^^^^^^^ userinfo
     |
     = help: leave out the userinfo if you want to go to `10.0.0.1`; otherwise do not follow the reference
     = note: RFC 3986, section 7.6
    warning[not-global-address]: 10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918
     |
     | ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
     |                                           ^^^^^^^^ host
     |
     = help: write a public host: this address may lead into a private network, or to this machine
     = note: RFC 6890, section 2.2
    ");
}

#[test]
fn draws_each_severity() {
    assert_snapshot!(uri(&["validate", "http://user:secret@my_host:65536/a/../b%2500", "htp:///x"], "").printed(0), @"
    warning[userinfo-not-allowed]: `http` URIs must not be sent with a userinfo
     |
     | http://user:******@my_host:65536/a/../b%2500
     |        ^^^^^^^^^^^ userinfo
     |
     = help: leave out the userinfo and its `@`
     = note: RFC 9110, section 4.2.4
     = note: also: the userinfo contains a password [password-in-userinfo]
    note[single-label-host]: the host `my_host` is a name without a domain
     |
     | http://user:******@my_host:65536/a/../b%2500
     |                    ^^^^^^^ host
     |
     = help: write the whole name, with its domain, as in `www.example.com`
     = note: RFC 3986, section 3.2.2
    note[host-underscore]: the host contains `_`
     |
     | http://user:******@my_host:65536/a/../b%2500
     |                      ^ host
     |
     = help: a host name has letters, digits and hyphens; some resolvers and certificates refuse others
     = note: RFC 1123, section 2.1
    error[port-too-large]: port 65536 is greater than 65535
     |
     | http://user:******@my_host:65536/a/../b%2500
     |                            ^^^^^ port
     |
     = help: leave out the port, or write the port of the service: TCP has no port above 65535
     = note: RFC 9293, section 3.1
    warning[dot-segment]: the path of a URI contains the segment `..`
     |
     | http://user:******@my_host:65536/a/../b%2500
     |                                    ^^ path
     |
     = help: dot segments are for relative references: write the path that results from them
     = note: RFC 3986, section 6.2.2.3
    warning[double-encoding]: `%2500` in the path is percent-encoded twice
     |
     | http://user:******@my_host:65536/a/../b%2500
     |                                        ^^^^^ path
     |
     = help: encode data once; if `%` is data there, decode once only
     = note: RFC 3986, section 2.4
    warning[scheme-typo]: `htp` is not a known scheme
     |
     | htp:///x
     | ^^^ scheme
     |
     = help: is it meant to be `http`?
     = note: RFC 3986, section 3.1
     = try: http://x
    ");
}

#[test]
fn marks_where_something_is_missing() {
    let ran = uri(&["validate", "http:example.com", "data:"], "");
    assert_snapshot!(ran.stdout, @"
    error[missing-authority]: `http` URIs have an authority, but this one has none
     |
     | http:example.com
     |      ^ authority
     |
     = help: write `http://`, then the host
     = note: RFC 3986, section 3.2
     = note: also: browsers may read `example.com` as the host, although RFC 3986 does not [whatwg-host]
     = try: http://example.com
    error[data-syntax]: there is no comma before the data
     |
     | data:
     |      ^ path
     |
     = help: write a comma after the media type, or `data:,` and the text
     = note: RFC 2397, section 3
    ");
}

#[test]
fn draws_what_is_refused_in_its_place() {
    assert_snapshot!(uri(
        &["validate"],
        "http://localhost/\nhttp://exa mple.com/\nhttp://example.com/\nhttp://example.com:/\n",
    ).printed(1), @"
    warning[local-name]: the name `localhost` has a meaning only on this machine or in its network (RFC 6761, section 6.3)
      |
    1 | http://localhost/
      |        ^^^^^^^^^ host
      |
      = help: for others, write a name of the public DNS
      = note: RFC 6761, section 6
    error: unexpected ' ' in the host at byte 10
      |
    2 | http://exa mple.com/
      |           ^ host
      |
      = help: remove the space from the host
      = try: http://example.com/
    note[empty-port]: the port is empty
      |
    4 | http://example.com:/
      |                   ^ port
      |
      = help: leave out the `:`
      = note: RFC 3986, section 3.2.3
    ");
}

#[test]
fn shows_a_long_reference_around_the_finding() {
    let ran = uri(&["validate", &format!("http://example.com/{0}%00{0}", "segment/".repeat(50))], "");
    assert_snapshot!(ran.stdout, @"
    warning[encoded-nul]: the path contains the octet 0, percent-encoded
     |
     | …segment/segment/segment/segment/segment/segment/%00segment/segment/segment/s…
     |                                                  ^^^ path
     |
     = help: remove it
     = note: RFC 3986, section 7.3
    ");
}

#[test]
fn colours_where_they_are_wanted() {
    let mut forced = command(&["validate", "http://localhost/"]);
    forced.env("CLICOLOR_FORCE", "1");
    assert!(run(forced, b"").stdout.contains('\x1b'));
    assert!(!uri(&["validate", "http://localhost/"], "").stdout.contains('\x1b'));
}

#[rstest]
#[case::finding(
    "http://example.com:0/",
    r#"{"input":"http://example.com:0/","accepted":true,"policy":null,"components":{"kind":"uri","scheme":"http","authority":"example.com:0","userinfo":null,"host":"example.com","host_kind":"reg-name","port":"0","path":"/","path_kind":"abempty","query":null,"fragment":null},"error":null,"findings":[{"code":"port-zero","severity":"warning","component":"port","start":19,"end":20,"message":"port 0 is reserved, and no service has it","help":"leave out the port, or write the port of the service","section":"RFC 6335, section 6"}],"suggestions":[]}"#
)]
#[case::none(
    "a",
    r#"{"input":"a","accepted":true,"policy":null,"components":{"kind":"relative-ref","scheme":null,"authority":null,"userinfo":null,"host":null,"host_kind":null,"port":null,"path":"a","path_kind":"noscheme","query":null,"fragment":null},"error":null,"findings":[],"suggestions":[]}"#
)]
fn answers_in_json(#[case] reference: &str, #[case] json: &str) {
    let stdout = uri(&["validate", "--format", "json", reference], "").printed(0);
    assert_eq!(stdout, format!("{json}\n"));
}

#[test]
fn refuses_in_json() {
    let stdout = uri(&["validate", "--format", "json"], b"a\nx y\n\xFF\nb\n").printed(1);
    let lines: Vec<_> = stdout.lines().collect();
    assert!(lines[0].starts_with(r#"{"input":"a","accepted":true"#));
    assert!(lines[1].starts_with(
        r#"{"input":"x y","accepted":false,"policy":null,"components":null,"error":{"component":"path","offset":1"#
    ));
    assert!(lines[1].contains(
        r#""findings":[],"suggestions":[{"uri":"x%20y","typed_host":null,"changes":[{"start":1,"end":2,"inserted":"%20","#
    ));
    assert!(lines[2].starts_with(r#"{"input":"�","bytes":"ff","accepted":false,"#));
    assert!(lines[3].starts_with(r#"{"input":"b","accepted":true"#));
}

#[rstest]
#[case::uri(&["--as", "URI", "a"], 1, "a URI begins with a scheme")]
#[case::host(&["--as", "host", "0x7f.1"], 0, "warning[ipv4-like-host]")]
#[case::another_grammar(
    &["--grammar", concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest"), "--as", "URI", "http://p\u{430}ypal.example/"],
    0,
    "warning[mixed-scripts]"
)]
fn validates_by_other_rules(#[case] arguments: &[&str], #[case] status: i32, #[case] said: &str) {
    let ran = uri(&[&["validate"], arguments].concat(), "");
    assert!(ran.stdout.contains(said), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.status, status);
}

#[test]
fn explains_a_code() {
    assert_snapshot!(uri(&["explain", "misleading-userinfo"], "").printed(0), @"
    misleading-userinfo: warning

      The userinfo looks like a host. People read a reference from left to right, and
      may take a trusted name before the `@` for the host. Attackers make use of that.
      This check first decodes the userinfo, and replaces its characters by compatible
      ones. In `http` and `ws` URIs, and without a scheme, each name with a dot looks
      like a host.

      RFC 3986, section 7.6

      found in      ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
      not found in  ftp://breaking_news@cnn.example.com/top_story.htm
    ");
}

#[test]
fn explains_all_codes() {
    let ran = uri(&["explain", "--all"], "");
    let titles: Vec<_> =
        ran.stdout.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    let json = uri(&["explain", "--all", "--format", "json"], "");
    assert!(titles.len() > 50, "{}", ran.stdout);
    assert_eq!(json.stdout.lines().count(), titles.len());
    for (title, line) in titles.iter().zip(json.stdout.lines()) {
        let code = title.split(':').next().unwrap();
        assert!(line.starts_with(&format!(r#"{{"code":"{code}","severity":""#)), "{line}");
    }
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 82
        || line.starts_with("  found in")
        || line.starts_with("  not found")));
}

#[test]
fn suggestions_says_what_a_colleague_would() {
    assert_snapshot!(uri(&["validate", "--policy", "link", "htp//exmaple,com /a"], "").printed(1), @"
    error: unexpected ' ' in the path at byte 16
     |
     | htp//exmaple,com /a
     |                 ^ path
     |
     = help: write `http://` for `htp//`; remove the space from the host; write `.` for the `,` in the host
     = try: http://exmaple.com/a
    ");
}

#[test]
fn suggestions_offers_several_readings() {
    assert_snapshot!(uri(&["validate"], "www.example.com/a\nhttp://example.com/\n").printed(0), @"
    warning[suffix-reference]: `www.example.com` is read as a relative path, although it looks like a host
      |
    1 | www.example.com/a
      | ^^^^^^^^^^^^^^^ path
      |
      = help: if it is a host, write `https://www.example.com`; if it is a file, write `./www.example.com`
      = note: RFC 3986, section 4.5
      = try: https://www.example.com/a
      = try: http://www.example.com/a
    ");
}

#[test]
fn suggestions_says_that_browsers_read_a_typed_host() {
    let ran = uri(&["validate", "http://good.example\u{FF0F}@evil.example/"], "");
    assert_snapshot!(ran.stdout, @"
    error: unexpected '／' in the userinfo at byte 19
     |
     | http://good.example／@evil.example/
     |                    ^^ userinfo
     |
     = help: write `/` for U+FF0F FULLWIDTH SOLIDUS; browsers read the host `evil.example` in the original text
     = try: http://good.example/@evil.example/ (browsers read the host `evil.example` in the original text)
    ");
    let ran = uri(&["validate", "--format", "json", "http://good.example\u{FF0F}@evil.example/"], "");
    assert!(ran.stdout.contains(r#""typed_host":"evil.example""#), "{}", ran.stdout);
}

#[test]
fn suggestions_tells_each_change_in_json() {
    let ran = uri(&["validate", "--format", "json", "<http://m\u{FC}nchen.de/a b>"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"<http://münchen.de/a b>","accepted":false,"policy":null,"components":null,"error":{"component":"scheme","offset":0,"column":1,"found":"<","message":"unexpected '<' in the scheme at byte 0","help":"leave out the `<` and `>` around the URI; `münchen.de` is the host of an IRI: in a URI its DNS name is `xn--mnchen-3ya.de`; percent-encode the space as `%20`"},"findings":[],"suggestions":[{"uri":"http://xn--mnchen-3ya.de/a%20b","typed_host":null,"changes":[{"start":0,"end":1,"inserted":"","help":"leave out the `<` and `>` around the URI"},{"start":8,"end":19,"inserted":"xn--mnchen-3ya.de","help":"`münchen.de` is the host of an IRI: in a URI its DNS name is `xn--mnchen-3ya.de`"},{"start":21,"end":22,"inserted":"%20","help":"percent-encode the space as `%20`"},{"start":23,"end":24,"inserted":"","help":"leave out the `<` and `>` around the URI"}]}]}"#);
}

/// A suggested correction matches the rule, and the policy accepts it.
#[rstest]
#[case::another_rule(&["--as", "relative-ref", "a b"], &["a%20b"])]
#[case::not_a_uri(&["--as", "URI", "a b"], &[])]
#[case::reference(&["2001:db8::1"], &["http://[2001:db8::1]", "https://[2001:db8::1]"])]
#[case::refused(&["--policy", "fetch", "10.0.0.1"], &[])]
#[case::refused_in_part(&["--policy", "identifier", "http:/Example.com/"], &[])]
#[case::rule_of_a_component(&["--as", "host", "a b"], &[])]
#[case::target(&["--base", "http://example.com/", "www.example.com"], &[])]
#[case::with_a_base(&["--policy", "fetch", "--base", "http://example.com/", "/a b"], &["/a%20b"])]
#[case::refused_with_its_base(&["--policy", "fetch", "--base", "http://10.0.0.1/", "/a b"], &[])]
fn only_correct_suggestions_are_offered(#[case] arguments: &[&str], #[case] suggestions: &[&str]) {
    let ran = uri(&[&["validate"], arguments].concat(), "");
    let tried: Vec<_> = ran.stdout.lines().filter_map(|line| line.trim().strip_prefix("= try: ")).collect();
    assert_eq!(tried, suggestions, "{}", ran.stdout);
}

/// Two helps: for the author of the text, and for the developer of a program that reads it.
#[rstest]
#[case::author(&[], "write another host: this one answers a virtual machine alone, with its credentials")]
#[case::developer(&["--for", "developer"], "refuse it: requests to it may return the credentials of the machine that sends them")]
fn speaks_to_its_reader(#[case] reader: &[&str], #[case] help: &str) {
    let arguments = [&["validate", "http://169.254.169.254/"], reader].concat();
    let text = uri(&arguments, "").printed(0);
    assert!(text.contains(&format!(" = help: {help}\n")), "{text}");
    assert!(text.contains(" = note: also: 169.254.169.254 is not a global unicast address"), "{text}");
    let json = uri(&[&arguments[..], &["--format", "json"]].concat(), "").printed(0);
    assert!(json.contains(&format!("\"help\":\"{help}\"")), "{json}");
}

/// Section 7.5: neither a message nor a drawing shows a password.
#[rstest]
#[case::encoded("http://user:%40hunt:80%2fer2@h/")]
#[case::delimiters("postgres://user:p@hunt#er2@localhost:5432/db")]
#[case::rejected("http://user:hunt#er2@h/a b")]
#[case::backslashes(r"http:\\user:hunter2@h\a")]
fn passwords_are_hidden(#[case] text: &str) {
    let ran = uri(&["validate", text], "");
    let lines = ran.stdout.lines().filter(|line| !line.starts_with(" = try: "));
    // The host is shown, although it is a part of the password.
    let shown = lines
        .map(|line| line.replace("the host is `hunt`", "").replace("the host `hunt`", ""))
        .collect::<String>();
    assert!(!shown.contains("hunt") && !shown.contains("er2"), "{}", ran.stdout);
}

/// A finding that follows from another is shown below it.
#[rstest]
#[case::no_slashes("https:example.com", &[], &["missing-authority"], &["whatwg-host"])]
#[case::no_slashes_to_fetch("https:example.com", &["--policy", "fetch"], &["missing-authority"], &["whatwg-host", "component-missing"])]
#[case::no_host("http:///example.com", &[], &["empty-host"], &["whatwg-host"])]
#[case::password("https://u:pw@h.example", &[], &["userinfo-not-allowed"], &["password-in-userinfo"])]
#[case::password_to_fetch("https://u:pw@h.example", &["--policy", "fetch"], &["userinfo-not-allowed"], &["userinfo-refused", "password-in-userinfo"])]
#[case::password_where_it_is_allowed("ftp://u:pw@h.example", &[], &["password-in-userinfo"], &[])]
#[case::delimiter_in_a_password("postgres://u:p@ss#word@localhost:5432/db", &[], &["delimiter-in-password"], &["password-in-userinfo"])]
#[case::metadata("http://169.254.169.254/", &[], &["cloud-metadata"], &["not-global-address"])]
#[case::another_cause("https://u:pw@h.example:0", &[], &["userinfo-not-allowed", "port-zero"], &["password-in-userinfo"])]
fn findings_of_one_cause_are_folded(
    #[case] text: &str,
    #[case] options: &[&str],
    #[case] shown: &[&str],
    #[case] folded: &[&str],
) {
    let validated = uri(&[&["validate", text], options].concat(), "").stdout;
    let checked = uri(&[&["check", "--explain", "--findings"], options].concat(), format!("{text}\n")).stdout;
    for drawn in [validated, checked] {
        let codes = |of: fn(&str) -> bool| {
            drawn
                .lines()
                .filter(|line| of(line))
                .filter_map(|line| line.split_once('[')?.1.split(']').next())
                .collect::<Vec<_>>()
        };
        let (also, own) = (
            codes(|line| line.contains("= note: also: ")),
            codes(|line| !line.contains("= ") && line.contains("]: ")),
        );
        assert_eq!((own.as_slice(), also.len()), (shown, folded.len()), "{drawn}");
        assert!(folded.iter().all(|code| drawn.contains(&format!(" [{code}]\n"))), "{drawn}");
    }
}

/// A finding that follows from another is shown below it.
#[rstest]
#[case::encoded_host("//127.0.0.%31", &["percent-encoded-host", "not-global-address"])]
#[case::encoded_host_and_path("http://h%31.example/%41", &["percent-encoded-host", "encoded-unreserved"])]
#[case::encoded_number("http://a.%31/", &["percent-encoded-host"])]
#[case::encoded_label("http://%68/", &["percent-encoded-host"])]
#[case::character("http://h&a=1", &["host-character"])]
#[case::wildcard("http://*/", &["wildcard-host"])]
#[case::second_scheme("https://http://h.example/", &["doubled-scheme"])]
fn one_drawing_for_each_cause(#[case] typed: &str, #[case] causes: &[&str]) {
    let ran = uri(&["validate", typed], "").stdout;
    let titles = ran.lines().filter_map(|line| line.split_once("]: ").filter(|_| !line.starts_with(' ')));
    let codes: Vec<_> = titles.filter_map(|(title, _)| title.split_once('[')).map(|(_, code)| code).collect();
    assert_eq!(codes, causes, "{ran}");
}

/// The presets for programs have help for their developers, unless the author's is requested.
#[rstest]
#[case::fetch(&["--policy", "fetch"], "resolve the name once")]
#[case::redirect(&["--policy", "redirect"], "resolve the name once")]
#[case::link(&["--policy", "link"], "write the name of your own host")]
#[case::author(&["--policy", "fetch", "--for", "author"], "write the name of your own host")]
#[case::developer(&["--for", "developer"], "resolve the name once")]
fn help_for_the_reader(#[case] arguments: &[&str], #[case] help: &str) {
    let ran = uri(&[&["validate"], arguments, &["https://127.0.0.1.nip.io/"]].concat(), "");
    assert!(ran.stdout.contains(help), "{}", ran.stdout);
    let ran =
        uri(&[&["check", "--explain", "--findings"], arguments].concat(), "https://127.0.0.1.nip.io/\n");
    assert!(ran.stdout.contains(help), "{}", ran.stdout);
}

#[rstest]
#[case::drive("file:C:/a", "warning[file-drive]", "write `file:///C:/a`")]
#[case::relative("file:a/b", "error[file-path]", "a relative reference has no scheme")]
#[case::list("mongodb://h1,h2:27017/db", "note[host-list]", "this is a connection string")]
fn says_what_it_is(#[case] typed: &str, #[case] title: &str, #[case] help: &str) {
    let ran = uri(&["validate", typed], "").stdout;
    assert!(ran.contains(title) && ran.contains(help), "{ran}");
}

//! `uri parse`: drawings, JSON and faults; and `--details`.

use std::io::{BufRead, BufReader, Write};

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, command, run, uri};

#[test]
fn draws_the_examples_of_section_3() {
    assert_snapshot!(uri(
        &["parse", "foo://example.com:8042/over/there?name=ferret#nose", "urn:example:animal:ferret:nose"],
        "",
    ).printed(0), @r"
    foo://example.com:8042/over/there?name=ferret#nose
    \_/   \______________/\_________/ \_________/ \__/
     |           |             |           |       |
    scheme   authority        path       query  fragment
          \_________/ \__/
               |       |
              host    port

    urn:example:animal:ferret:nose
    \_/ \________________________/
     |              |
    scheme         path
    ");
}

#[test]
fn draws_the_parts_of_an_authority() {
    let ran = uri(&["parse", "foo://user@192.0.2.16:8042/over/there"], "");
    assert_snapshot!(ran.stdout, @r"
    foo://user@192.0.2.16:8042/over/there
    \_/   \__________________/\_________/
     |             |               |
    scheme     authority          path
          \__/ \________/ \__/
           |       |       |
           |       |       port
           |       host (IPv4address)
           userinfo
    ");
}

#[test]
fn stacks_names_that_do_not_fit() {
    let ran = uri(&["parse", "a:b?c#d", "file:///etc/passwd", "http://a/b"], "");
    assert_snapshot!(ran.stdout, @r"
    a:b?c#d
    | | | |
    | | | |
    | | | fragment
    | | query
    | path
    scheme

    file:///etc/passwd
    \__/  |\_________/
     |    |     |
     |    |     path
     |    authority (empty)
     scheme

    http://a/b
    \__/   |\/
     |     ||
     |     |path
     |     authority
     scheme
           |
           |
          host
    ");
}

#[test]
fn draws_what_is_empty_but_defined() {
    let ran = uri(&["parse", "", "//", "a:?#", "//@:"], "");
    assert_snapshot!(ran.stdout, @r"

    |
    |
    path (empty)

    //
     ||
     ||
     |path (empty)
     authority (empty)

    a:?#
    | |||
    | |||
    | ||fragment (empty)
    | |query (empty)
    | path (empty)
    scheme

    //@:
      \/|
      | |
      | path (empty)
      authority
      |||
      |||
      ||port (empty)
      |host (empty)
      userinfo (empty)
    ");
}

#[test]
fn draws_a_rule_below_the_components_as_one_part() {
    let ran = uri(&["parse", "--as", "IPv6address", "2001:db8::7"], "");
    assert_snapshot!(ran.stdout, @r"
    2001:db8::7
    \_________/
         |
    IPv6address
    ");
}

#[test]
fn lists_the_components_of_a_long_reference() {
    let ran = uri(&["parse", &format!("foo://user@[::1]:8042/{}?", "a".repeat(200))], "");
    assert_snapshot!(ran.stdout, @"
    scheme                foo
    authority             user@[::1]:8042
      userinfo            user
      host (IPv6address)  [::1]
      port                8042
    path                  /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    query (empty)
    ");
}

#[test]
fn colours_where_they_are_wanted() {
    let mut forced = command(&["parse", "urn:example:animal"]);
    forced.env("CLICOLOR_FORCE", "1");
    assert_snapshot!(run(forced, b"").stdout.replace('\x1b', "␛"), @r"
    ␛[35murn␛[0m:␛[32mexample:animal␛[0m
    ␛[35m\_/␛[0m ␛[32m\____________/␛[0m
     ␛[35m|␛[0m        ␛[32m|␛[0m
    ␛[35mscheme␛[0m   ␛[32mpath␛[0m
    ");

    let mut refused = command(&["parse", "urn:example:animal"]);
    refused.env("NO_COLOR", "1");
    assert!(!run(refused, b"").stdout.contains('\x1b'));
}

#[rstest]
#[case(
    "foo://user@example.com:8042/over/there?name=ferret#nose",
    r#"{"input":"foo://user@example.com:8042/over/there?name=ferret#nose","kind":"uri","scheme":"foo","authority":"user@example.com:8042","userinfo":"user","host":"example.com","host_kind":"reg-name","port":"8042","path":"/over/there","path_kind":"abempty","query":"name=ferret","fragment":"nose"}"#
)]
#[case(
    "//[::1]:?#",
    r#"{"input":"//[::1]:?#","kind":"relative-ref","scheme":null,"authority":"[::1]:","userinfo":null,"host":"[::1]","host_kind":"ipv6","port":"","path":"","path_kind":"abempty","query":"","fragment":""}"#
)]
#[case(
    "mailto:a@b",
    r#"{"input":"mailto:a@b","kind":"uri","scheme":"mailto","authority":null,"userinfo":null,"host":null,"host_kind":null,"port":null,"path":"a@b","path_kind":"rootless","query":null,"fragment":null}"#
)]
#[case(
    "",
    r#"{"input":"","kind":"relative-ref","scheme":null,"authority":null,"userinfo":null,"host":null,"host_kind":null,"port":null,"path":"","path_kind":"empty","query":null,"fragment":null}"#
)]
fn answers_in_json(#[case] reference: &str, #[case] json: &str) {
    let stdout = uri(&["parse", "--format", "json", reference], "").printed(0);
    assert_eq!(stdout, format!("{json}\n"));
}

#[rstest]
#[case::ipv4("//192.0.2.16", r#""host_kind":"ipv4""#)]
#[case::ipvfuture("//[v7.x]", r#""host_kind":"ipvfuture""#)]
#[case::padded_octet("//127.0.0.001", r#""host_kind":"reg-name""#)]
#[case::absolute("/a", r#""path_kind":"absolute""#)]
#[case::noscheme("a", r#""path_kind":"noscheme""#)]
fn names_the_kinds(#[case] reference: &str, #[case] kind: &str) {
    let ran = uri(&["parse", "--format", "json", reference], "");
    assert!(ran.stdout.contains(kind), "{}", ran.stdout);
}

#[test]
fn leaves_undefined_what_the_rule_does_not_reach() {
    let ran = uri(&["parse", "--as", "authority", "--format", "json", "a@b:1"], "");
    assert_eq!(
        ran.stdout,
        concat!(
            r#"{"input":"a@b:1","kind":null,"scheme":null,"authority":"a@b:1","userinfo":"a","#,
            r#""host":"b","host_kind":"reg-name","port":"1","path":null,"path_kind":null,"#,
            r#""query":null,"fragment":null}"#,
            "\n"
        )
    );
}

#[rstest]
#[case("http://exa mple.com/", "host", 10)]
#[case("http://a/%6G", "path", 11)]
#[case("http://h:8a/", "port", 10)]
#[case("http://[::1", "host", 11)]
#[case("http://[1::2::3]", "host", 13)]
#[case("http://[::1]x", "host", 12)]
#[case("ht tp://x", "scheme", 2)]
#[case("//a@b@c", "host", 5)]
#[case("1http://x", "scheme", 0)]
#[case(":// no", "path", 0)]
fn faults_in_json(#[case] reference: &str, #[case] component: &str, #[case] offset: usize) {
    let stdout = uri(&["parse", "--format", "json", reference], "").printed(1);
    let column = offset + 1;
    let error =
        format!(r#""error":{{"component":"{component}","offset":{offset},"column":{column},"found":"#);
    assert!(stdout.contains(&error), "{}", stdout);
}

#[test]
fn an_invalid_line_in_json_stands_where_its_answer_would() {
    let ran = uri(&["parse", "--format", "json"], "a\nx y\n//[::1\nb\n");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with(r#"{"input":"a","kind""#));
    assert_eq!(
        lines[1],
        concat!(
            r#"{"input":"x y","error":{"component":"path","offset":1,"column":2,"found":" ","#,
            r#""message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}"#
        )
    );
    assert!(lines[2].contains(r#""offset":6,"column":7,"found":null"#));
    assert!(lines[3].starts_with(r#"{"input":"b","kind""#));
    assert_eq!(ran.status, 1);
}

#[test]
fn an_invalid_line_in_text_leaves_standard_output_alone() {
    let ran = uri(&["parse"], "a\nhttp://exa mple.com/\nb\n");
    assert_snapshot!(ran.stdout, @r"
    a
    |
    |
    path

    b
    |
    |
    path
    ");
    assert_snapshot!(ran.stderr, @"
    error: unexpected ' ' in the host at byte 10
      |
    2 | http://exa mple.com/
      |           ^ host
      |
      = help: remove the space from the host
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn underlines_the_fault_of_an_argument() {
    assert_snapshot!(uri(&["parse", "http://[::1", "a\tb\x1b[31m", "http://a/漢 e\u{301}", "%6G"], "").said(1), @r"
    error: the host ends too early at byte 11
     |
     | http://[::1
     |            ^ host
     |
     = help: close the IP literal with `]`
    error: unexpected '\t' in the path at byte 1
     |
     | a\tb\u{1b}[31m
     |  ^^ path
     |
     = help: remove the white space within the URI; percent-encode `[` as `%5B`
    error: unexpected '漢' in the path at byte 9
     |
     | http://a/漢 e\u{301}
     |          ^^ path
     |
     = help: percent-encode `漢` as `%E6%BC%A2`, the space as `%20`, `\u{301}` as `%CC%81`
    error: incomplete percent-encoding in the path at byte 2
     |
     | %6G
     |   ^ path
     |
     = help: `%` is followed by two hexadecimal digits: the character `%` itself is written `%25`
    ");
}

#[test]
fn shows_only_what_is_around_the_fault_of_a_long_reference() {
    let long = "a".repeat(500);
    let ran = uri(&["parse", &format!("http://{long} {long}")], "");
    assert_snapshot!(ran.stderr, @"
    error: unexpected ' ' in the host at byte 507
     |
     | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaaaaa…
     |                                                  ^ host
     |
     = help: remove the space from the host
    ");
}

#[test]
fn reads_standard_input_among_the_arguments() {
    let ran = uri(&["parse", "--format", "json", "x", "-", "y"], "1\r\n2");
    let inputs: Vec<_> = ran.stdout.lines().map(|line| &line[10..11]).collect();
    assert_eq!(inputs, ["x", "1", "2", "y"]);
}

#[test]
fn reads_what_comes_after_two_dashes_as_it_is() {
    let ran = uri(&["parse", "--format", "json", "x", "-", "--", "-", "--", "--as"], "1");
    let inputs: Vec<_> = ran.stdout.lines().filter_map(|line| line.split('"').nth(3)).collect();
    assert_eq!(inputs, ["x", "1", "-", "--", "--as"]);

    let ran = uri(&["parse", "--format", "json", "--", "-"], "1");
    assert!(ran.stdout.starts_with(r#"{"input":"-","kind""#), "{}", ran.stdout);
}

#[cfg(unix)]
#[rstest]
fn goes_on_after_standard_input_that_cannot_be_read(
    #[values(&["parse"], &["tree"], &["trace"], &["validate"], &["resolve", "--base", "a:b"], &["normalize"])]
    command: &[&str],
) {
    let mut command = crate::command(&[command, &["--format", "json", "x", "-", "y"]].concat());
    command.stdin(std::fs::File::open("/").unwrap());
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("uri: <stdin>: ") && said.lines().count() == 1, "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[rstest]
fn answers_a_line_before_the_next_is_asked(#[values("parse", "check", "validate")] name: &str) {
    let mut child = command(&[name, "--format", "json"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first text is answered when the second is only half written.
    input.write_all(b"a\nb").unwrap();
    assert!(answers.next().unwrap().unwrap().contains(r#""input":"a""#));
    input.write_all(b"c\n").unwrap();
    assert!(answers.next().unwrap().unwrap().contains(r#""input":"bc""#));
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

// `uri parse --details`: offsets, the port's number, segments, pairs, and decoded components.

/// Returns the object `details` of the output.
fn details(arguments: &[&str]) -> String {
    let stdout = uri(&[&["parse", "--details", "--format", "json"], arguments].concat(), "").printed(0);
    let (_, details) = stdout.split_once(r#","details":"#).unwrap();
    details.strip_suffix("}\n").unwrap().to_owned()
}

#[test]
fn details_are_listed_under_the_drawing() {
    assert_snapshot!(uri(&["parse", "--details", "http://me%40x@h:80/a%20b//c?q=%C3%A9&raw&x=%FF#", "urn:a"], "").printed(0), @r#"
    http://me%40x@h:80/a%20b//c?q=%C3%A9&raw&x=%FF#
    \__/   \_________/\_______/ \________________/ |
     |          |         |             |          |
    scheme  authority    path         query  fragment (empty)
           \____/ | \/
             |    | |
             |    | port
             |    host
             userinfo

    scheme     0..4     default port 80
    authority  7..18
    userinfo   7..13    decoded "me@x"
    host       14..15
    port       16..18   80, the default
    path       18..27   decoded "/a b//c"
      segment  19..24   "a b"
      segment  25..25   ""
      segment  26..27   "c"
    query      28..46   not UTF-8 when decoded
      pair     28..36   "q" = "é"
      pair     37..40   "raw"
      pair     41..46   "x" = (not UTF-8)
    fragment   47..47

    urn:a
    \_/ |
     |  |
     |  path
     scheme

    scheme     0..3
    path       4..5
      segment  4..5     "a"
    "#);
}

#[test]
fn details_follow_the_components_in_json() {
    let ran = uri(&["parse", "--details", "--format", "json", "http://h:80/a?k=v"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"http://h:80/a?k=v","kind":"uri","scheme":"http","authority":"h:80","userinfo":null,"host":"h","host_kind":"reg-name","port":"80","path":"/a","path_kind":"abempty","query":"k=v","fragment":null,"details":{"spans":{"scheme":[0,4],"authority":[7,11],"userinfo":null,"host":[7,8],"port":[9,11],"path":[11,13],"query":[14,17],"fragment":null},"registrable_domain":null,"port":{"number":80,"default":80,"is_default":true},"segments":[{"start":12,"end":13,"raw":"a","decoded":"a"}],"pairs":[{"start":14,"end":17,"raw":"k=v","key":"k","value":"v"}],"decoded":{"userinfo":null,"host":"h","path":"/a","query":"k=v","fragment":null}}}"#);
}

#[rstest]
#[case::the_default("http://a:80", r#"{"number":80,"default":80,"is_default":true}"#)]
#[case::written_with_zeros("http://a:0080", r#"{"number":80,"default":80,"is_default":true}"#)]
#[case::another("https://a:80", r#"{"number":80,"default":443,"is_default":false}"#)]
#[case::none("HTTPS://a", r#"{"number":null,"default":443,"is_default":false}"#)]
#[case::empty("http://a:", r#"{"number":null,"default":80,"is_default":false}"#)]
#[case::no_default("foo://a:8042", r#"{"number":8042,"default":null,"is_default":false}"#)]
#[case::unknown_scheme("//a:1", r#"{"number":1,"default":null,"is_default":false}"#)]
#[case::too_large("http://a:65536", r#"{"number":null,"default":80,"is_default":false}"#)]
fn details_have_the_port(#[case] reference: &str, #[case] port: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""port":{port}"#)), "{details}");
}

#[rstest]
#[case::none("//a", "[]")]
#[case::one_that_is_empty("/", r#"[{"start":1,"end":1,"raw":"","decoded":""}]"#)]
#[case::encoded_slash(
    "a%2Fb/c",
    r#"[{"start":0,"end":5,"raw":"a%2Fb","decoded":"a/b"},{"start":6,"end":7,"raw":"c","decoded":"c"}]"#
)]
#[case::not_utf8("/%FF", r#"[{"start":1,"end":4,"raw":"%FF","decoded":null}]"#)]
fn details_have_the_segments(#[case] reference: &str, #[case] segments: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""segments":{segments},"pairs""#)), "{details}");
}

#[rstest]
#[case::undefined("a", "[]")]
#[case::empty("?", "[]")]
#[case::no_value("?a", r#"[{"start":1,"end":2,"raw":"a","key":"a","value":null}]"#)]
#[case::not_utf8("?a=%FF", r#"[{"start":1,"end":6,"raw":"a=%FF","key":"a","value":null}]"#)]
#[case::several(
    "?&&a=b=c&=%26",
    concat!(
        r#"[{"start":3,"end":8,"raw":"a=b=c","key":"a","value":"b=c"},"#,
        r#"{"start":9,"end":13,"raw":"=%26","key":"","value":"&"}]"#
    )
)]
fn details_have_the_pairs(#[case] reference: &str, #[case] pairs: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""pairs":{pairs},"decoded""#)), "{details}");
}

#[rstest]
#[case::undefined("urn:a", r#"{"userinfo":null,"host":null,"path":"a","query":null,"fragment":null}"#)]
#[case::all("//%41@%42/%43?%44#%45", r#"{"userinfo":"A","host":"B","path":"/C","query":"D","fragment":"E"}"#)]
#[case::not_utf8("%FF?%41", r#"{"userinfo":null,"host":null,"path":null,"query":"A","fragment":null}"#)]
fn details_have_what_is_decoded(#[case] reference: &str, #[case] decoded: &str) {
    let details = details(&[reference]);
    assert!(details.ends_with(&format!(r#""decoded":{decoded}}}"#)), "{details}");
}

#[test]
fn details_of_a_rule_below_references() {
    assert_snapshot!(details(&["--as", "authority", "a@b:1"]), @r#"{"spans":{"scheme":null,"authority":[0,5],"userinfo":[0,1],"host":[2,3],"port":[4,5],"path":null,"query":null,"fragment":null},"registrable_domain":null,"port":{"number":1,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":"a","host":"b","path":null,"query":null,"fragment":null}}"#);
    assert_snapshot!(details(&["--as", "IPv6address", "::1"]), @r#"{"spans":{"scheme":null,"authority":null,"userinfo":null,"host":null,"port":null,"path":null,"query":null,"fragment":null},"registrable_domain":null,"port":{"number":null,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":null,"host":null,"path":null,"query":null,"fragment":null}}"#);
}

#[test]
fn details_by_another_grammar() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest");
    assert_snapshot!(details(&["--grammar", path, "http://é/é/b?é=ü"]), @r#"{"spans":{"scheme":[0,4],"authority":[7,9],"userinfo":null,"host":[7,9],"port":null,"path":[9,14],"query":[15,20],"fragment":null},"registrable_domain":null,"port":{"number":null,"default":80,"is_default":false},"segments":[{"start":10,"end":12,"raw":"é","decoded":"é"},{"start":13,"end":14,"raw":"b","decoded":"b"}],"pairs":[{"start":15,"end":20,"raw":"é=ü","key":"é","value":"ü"}],"decoded":{"userinfo":null,"host":"é","path":"/é/b","query":"é=ü","fragment":null}}"#);

    let json = TempFile::new("details.pest", b"word = { ('a'..'z')+ }");
    assert_snapshot!(details(&["--grammar", json.path(), "--as", "word", "abc"]), @r#"{"spans":{"scheme":null,"authority":null,"userinfo":null,"host":null,"port":null,"path":null,"query":null,"fragment":null},"registrable_domain":null,"port":{"number":null,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":null,"host":null,"path":null,"query":null,"fragment":null}}"#);
}

#[test]
fn details_of_very_many_parts() {
    let many = format!("{}?{}", "x/".repeat(100_000), "a&".repeat(100_000));
    let stdout = uri(&["parse", "--details", "--format", "json"], many).printed(0);
    assert_eq!(stdout.matches(r#""decoded":"x""#).count(), 100_000);
    assert_eq!(stdout.matches(r#""key":"a""#).count(), 100_000);
}

//! `uri grammar prove`: whether rules match the same strings as their ABNF.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, URI, ZONES, grammar, with_files};

/// The rules of Appendix A, in order, as spelled in a grammar.
const APPENDIX_A: &str = "URI hier_part URI_reference absolute_URI relative_ref relative_part scheme \
    authority userinfo host port IP_literal IPvFuture IPv6address h16 ls32 IPv4address dec_octet reg_name \
    path path_abempty path_absolute path_noscheme path_rootless path_empty segment segment_nz \
    segment_nz_nc pchar query fragment pct_encoded unreserved reserved gen_delims sub_delims";

/// Returns the output if all these rules are proved. The ABNF is ambiguous, because it also derives an IPv4
/// address as a reg-name, and an empty path in several ways.
fn equal(rules: &str) -> String {
    let line = |rule| match rule {
        "host" => "host: equal: \"0.0.0.0\" is IPv4address here, reg_name by another derivation\n".to_owned(),
        "path" => "path: equal: \"\" is path_empty here, path_abempty by another derivation\n".to_owned(),
        rule => format!("{rule}: equal\n"),
    };
    rules.split_whitespace().map(line).collect()
}

#[rstest]
#[case::built_in(&["prove"])]
#[case::from_a_file(&["prove", URI])]
fn uri_pest_is_appendix_a(#[case] arguments: &[&str]) {
    assert_eq!(grammar(arguments, "").printed(0), equal(APPENDIX_A));
}

#[test]
fn says_which_side_accepts_more() {
    let variant = r#"
        port = @{ DIGIT{1, 5} }
        scheme = @{ ALPHA ~ (ALPHA | DIGIT | "+" | "-" | "." | "_")* }
        h16 = @{ HEXDIG{2, 5} }
    "#;
    assert_snapshot!(grammar(&["prove", "-", "scheme", "port", "h16", "query", "HEXDIG"], variant).printed(1), @r#"
    scheme: wider: only the grammar accepts "a_"
    port: narrower: only the ABNF accepts ""
    h16: different: only the grammar accepts "aaaaa", only the ABNF "a"
    query: equal
    HEXDIG: equal
    "#);
}

#[rstest]
#[case::no_ipv4_address(
    "host = ${ IP_literal | reg_name }",
    "host: moved: \"0.0.0.0\" is reg_name here, IPv4address in uri.pest (the ABNF allows both)"
)]
#[case::password_as_userinfo(
    r#"authority = ${ (user ~ (":" ~ userinfo)? ~ "@")? ~ host ~ (":" ~ port)? }
    user = @{ (unreserved | pct_encoded | sub_delims)* }"#,
    r#"authority: moved: "@" has nothing here, userinfo "" by the ABNF"#
)]
#[case::rootless_with_a_slash(
    r#"hier_part = ${ "//" ~ authority ~ path_abempty | path_rootless | path_absolute | path_empty }
    path_rootless = @{ segment_nz ~ ("/" ~ segment)* | "/" ~ segment_nz ~ ("/" ~ segment)* }"#,
    "hier_part: moved: \"/a\" is path_rootless here, path_absolute by the ABNF"
)]
fn says_what_is_moved(#[case] variant: &str, #[case] expected: &str) {
    let rule = expected.split(':').next().unwrap_or_default();
    let stdout = grammar(&["prove", "-", rule, "URI"], variant).printed(1);
    assert_eq!(stdout, format!("{expected}\nURI: moved: as in {rule}\n"));
}

#[test]
fn answers_in_json() {
    let ran =
        grammar(&["prove", "--format", "json", "-", "IP-literal", "host=reg_name", "path-empty"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"IP_literal","abnf_rule":"IP-literal","relation":"wider","only_grammar":"[::%25a]","only_abnf":null}
    {"rule":"host","abnf_rule":"reg-name","relation":"wider","only_grammar":"[::]","only_abnf":null,"moved":{"text":"","grammar":[{"rule":"reg_name","start":0,"end":0}],"other":[]}}
    {"rule":"path_empty","abnf_rule":"path-empty","relation":"equal","only_grammar":null,"only_abnf":null}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn lays_an_abnf_over_that_of_the_rfc() {
    let abnf = r#"
        IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture  ) "]"
        ZoneID = 1*( unreserved / pct-encoded )
        IPv6addrz = IPv6address "%25" ZoneID
    "#;
    let ran = with_files(&["prove", "--abnf", "b.pest", "a.pest"], &[ZONES, abnf]);
    let expected = equal(&format!("{APPENDIX_A} ZoneID IPv6addrz"));
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (expected, "", 0));
}

#[test]
fn takes_any_grammar_with_any_abnf() {
    let abnf = "expr = term *(\"+\" term)\nterm = 1*digit\ndigit = %x30-39\nother = \"x\"\nloop = [ \"(\" loop \")\" ]";
    assert_snapshot!(with_files(&["prove", "--abnf", "b.pest", "a.pest"], &[ODD, abnf]).printed(1), @"
    expr: missing: the grammar has no such rule
    term: undecided: a.pest: rule `term` is recursive: term -> expression -> term
    digit: equal
    other: missing: the grammar has no such rule
    loop: missing: the grammar has no such rule
    ");

    let pairs = ["expression=expr", "sign=loop", "quoted=digit", "digit=term", "digit"];
    assert_snapshot!(with_files(&[&["prove", "--abnf", "b.pest", "a.pest"][..], &pairs].concat(), &[ODD, abnf]).printed(1), @r#"
    expression=expr: undecided: a.pest: rule `expression` is recursive: expression -> term -> expression
    sign=loop: undecided: b.pest: rule `loop` is recursive: loop -> loop
    quoted=digit: undecided: a.pest: `PUSH` in rule `quoted` uses pest's stack
    digit=term: narrower: only the ABNF accepts "00"; "0" has nothing here, digit "0" by the ABNF
    digit: equal
    "#);

    let json = ["prove", "--abnf", "b.pest", "--format", "json", "a.pest"];
    let ran = with_files(&json, &[ODD, abnf]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":null,"abnf_rule":"expr","relation":"missing","only_grammar":null,"only_abnf":null}
    {"rule":"term","abnf_rule":"term","relation":"undecided","only_grammar":null,"only_abnf":null,"error":"a.pest: rule `term` is recursive: term -> expression -> term"}
    {"rule":"digit","abnf_rule":"digit","relation":"equal","only_grammar":null,"only_abnf":null}
    {"rule":null,"abnf_rule":"other","relation":"missing","only_grammar":null,"only_abnf":null}
    {"rule":null,"abnf_rule":"loop","relation":"missing","only_grammar":null,"only_abnf":null}
    "#);
}

#[test]
fn colours_where_they_are_wanted() {
    let mut forced = crate::command(&["grammar", "prove", "-", "port", "host"]);
    forced.env("CLICOLOR_FORCE", "1");
    let ran = crate::run(forced, b"port = { DIGIT }");
    assert_snapshot!(ran.stdout.replace('\x1b', "␛"), @r#"
    port: ␛[31mnarrower␛[0m: only the ABNF accepts ""
    host: ␛[32mequal␛[0m: "0.0.0.0" is IPv4address here, reg_name by another derivation
    "#);
}

#[rstest]
#[case::rule(&["prove", URI, "prot"], "uri: uri.pest has no rule `prot`; did you mean `port`?\n")]
#[case::abnf_rule(&["prove", URI, "port=hots"], "uri: uri.abnf has no rule `hots`; did you mean `host`?\n")]
#[case::no_such_file(&["prove", "no/such/file"], "uri: no/such/file: ")]
#[case::no_such_abnf(&["prove", "--abnf", "no/such/file"], "uri: no/such/file: ")]
#[case::twice(&["prove", "--abnf", "-", "-"], "uri: `-`, standard input, can be given only once\n")]
#[case::no_abnf(&["prove", "--abnf", "-"], "<stdin>:1:1: expected the name of a rule, found `=`\n")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = grammar(arguments, "= x");
    assert!(ran.stderr.replace(URI, "uri.pest").starts_with(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count(), ran.status), ("", 1, 2));
}

#[rstest]
#[case::something_else(
    ODD,
    "a.pest and uri.abnf have no rule in common; name the grammar's own ABNF by `--abnf FILE`, \
    or rules in pairs, `RULE=ABNF_RULE`"
)]
#[case::misspelt("reg_nam = @{ 'a'..'z'* }", "uri.abnf has no rule `reg_nam`; did you mean `reg-name`?")]
fn a_grammar_without_a_rule_of_the_abnf_is_refused(#[case] source: &str, #[case] said: &str) {
    assert_eq!(with_files(&["prove", "a.pest"], &[source]).said(2), format!("uri: {said}\n"));
    let ran = with_files(&["prove", "a.pest", "reg_nam=reg-name"], &["reg_nam = @{ 'a'..'z'* }"]);
    assert!(ran.stdout.starts_with("reg_nam=reg-name: narrower: "), "{}", ran.stdout);
}

#[rstest]
#[case::empty("")]
#[case::only_comments("; nothing\r\n; to see\r\n")]
fn an_abnf_without_a_rule_is_no_abnf(#[case] abnf: &str) {
    assert_eq!(
        with_files(&["prove", "--abnf", "a.pest", URI], &[abnf]).said(2),
        "a.pest:1:1: no rule here\n"
    );
}

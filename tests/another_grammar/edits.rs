//! The library built from another grammar.

use rstest::rstest;

use crate::copy::Copy;

/// Several edits in one build. `.ci/run` runs only this test of the file.
#[test]
#[ignore = "builds the library again"]
fn follows_edits_of_several_rules() {
    let edits = [
        ("query    = @{ (pchar | \"/\" | \"?\")* }", "query    = @{ (pchar | \"/\" | \"?\" | \" \")* }"),
        ("| \"+\" | \"-\" | \".\")* }", "| \"+\" | \"-\" | \".\" | \"_\")* }"),
        ("port      = @{ DIGIT* }", "port      = @{ DIGIT{0, 2} }"),
        (
            "host      = ${ IP_literal | IPv4address ~ !(unreserved | pct_encoded | sub_delims) | reg_name }",
            "host      = ${ IP_literal | \"^\" ~ IPv4address | reg_name }",
        ),
    ];
    let copy = Copy::with(|grammar| {
        edits.iter().fold(grammar, |grammar, (rule, edited)| {
            assert!(grammar.contains(rule), "{rule}");
            grammar.replacen(rule, edited, 1)
        })
    });
    for (text, shown) in [
        ("/a?b c", "query: Some(3..6)"),
        ("my_a!pp://h", "`.` or `_`"),
        ("//h:800", "unexpected '0' in the port at byte 6"),
        ("//1.2.3.4/x", "host_kind: Some(RegName)"),
    ] {
        let answer = copy.show(&[text]);
        assert!(answer.contains(shown), "{text}: {answer}");
    }
}

#[rstest]
#[case::wider_rule(
    "query    = @{ (pchar | \"/\" | \"?\")* }",
    "query    = @{ (pchar | \"/\" | \"?\" | \" \")* }",
    "/a?b c",
    "query: Some(3..6)"
)]
#[case::help_that_knows_the_rule(
    "| \"+\" | \"-\" | \".\")* }",
    "| \"+\" | \"-\" | \".\" | \"_\")* }",
    "my_a!pp://h",
    "`.` or `_`"
)]
#[case::narrower_rule(
    "port      = @{ DIGIT* }",
    "port      = @{ DIGIT{0, 2} }",
    "//h:800",
    "unexpected '0' in the port at byte 6"
)]
#[case::rule_around_a_rule(
    "host      = ${ IP_literal | IPv4address ~ !(unreserved | pct_encoded | sub_delims) | reg_name }",
    "host      = ${ reg_name }",
    "//1.2.3.4/x",
    "host_kind: Some(RegName)"
)]
#[case::recursive(
    "port      = @{ DIGIT* }",
    "port      = @{ (DIGIT+ | nested)? }\nnested = @{ \"(\" ~ nested? ~ \")\" }",
    "//h:(())/p",
    "port: Some(4..8)"
)]
#[case::too_deep(
    "port      = @{ DIGIT* }",
    "port      = @{ (DIGIT+ | nested)? }\nnested = @{ \"(\" ~ nested? ~ \")\" }",
    &format!("//h:{}{}/p", "(".repeat(10_000), ")".repeat(10_000)),
    "`URI-reference` nests too deep"
)]
#[case::left_to_pest(
    "port      = @{ DIGIT* }",
    "port      = @{ (DIGIT+ | twice)? }\ntwice = @{ PUSH(ALPHA) ~ POP }",
    "//h:bb/p",
    "port: Some(4..6)"
)]
#[case::too_deep_for_pest(
    "port      = @{ DIGIT* }",
    "port      = @{ (DIGIT+ | nested)? }\nnested = @{ PUSH(\"(\") ~ nested? ~ POP }",
    &format!("//h:{}", "(".repeat(100_000)),
    "it does not match `URI-reference`"
)]
#[case::span_that_does_not_fit(
    "(\":\" ~ port)? }",
    "(\":\" ~ port)? ~ \";\"? }",
    "//h:80;/p",
    "are not where Appendix A has them"
)]
#[ignore = "builds the library again"]
fn follows(#[case] rule: &str, #[case] edited: &str, #[case] text: &str, #[case] shown: &str) {
    let copy = Copy::with(|grammar| grammar.replacen(rule, edited, 1));
    let answer = copy.show(&[text]);
    assert!(answer.contains(shown), "{answer}");
}

/// If the grammar is not Appendix A, results of resolution, edits and building are checked by the grammar.
/// The grammar of this test does not allow empty segments after an authority, but allows segments with `?`,
/// other delimiters, and references without a path.
#[test]
#[ignore = "builds the library again"]
fn has_the_last_word() {
    let copy = Copy::with(|grammar| {
        let edits = [
            ("path_abempty  = @{ (\"/\" ~ segment)* }", "path_abempty  = @{ (\"/\" ~ (pchar | \"?\")+)* }"),
            (
                "\n  | path_absolute\n  | path_noscheme",
                "\n  | \"!\" ~ authority\n  | \"^\"\n  | path_absolute\n  | path_noscheme",
            ),
            ("= ${ URI |", "= ${ scheme ~ !ANY | URI |"),
        ];
        edits.iter().fold(grammar, |grammar, (rule, edited)| grammar.replacen(rule, edited, 1))
    });
    let edited = copy.run("edit", &[]);
    let elsewhere = "are not where Appendix A has them";
    assert_eq!(
        edited.lines().collect::<Vec<_>>(),
        [
            "http://h/a/b Ok(())",
            "http://h/a Err(\"the path ends too early at byte 11\")",
            "http://h/a Ok(())",
            "http://h/a Ok(())",
            &format!("http://h/a Err(\"the components of `URI-reference` {elsewhere}\")"),
            "http://h?q Ok(())",
            &format!("! Err(\"the components of `URI-reference` {elsewhere}\")"),
            &format!("s Err(\"the components of `URI-reference` {elsewhere}\")"),
            "s Ok(())",
            "Ok(Uri(\"http://h?q\"))",
            &format!("Err(\"the components of `URI` {elsewhere}\")"),
            &format!("Err(\"the components of `URI` {elsewhere}\")"),
        ]
    );
    let without_a_path = [
        ("!h", "authority: Some(1..2)"),
        ("!h:80", "port: Some(3..5)"),
        ("^", "query: None"),
        ("s", "Some(0..1)"),
    ];
    for (text, shown) in without_a_path {
        let answer = copy.show(&[text]);
        assert!(answer.contains(shown) && answer.contains("path: None"), "{answer}");
    }
    let answer = copy.show(&["http://a/b/c", ".."]);
    assert!(answer.contains("the result is not valid under the grammar"), "{answer}");
    let answer = copy.show(&["http://a/b/c", "../d"]);
    assert!(answer.contains("path: Some(8..10)"), "{answer}");
}

/// In a relative reference, a segment with a `?` would be read as a query, so the reference would
/// resolve to another target.
#[test]
#[ignore = "builds the library again"]
fn relativizes_only_to_what_resolves_back() {
    let copy = Copy::choosing("own.pest", "segment = _{ (pchar | \"?\")* }");
    let answers = copy.run("relativize", &["a:b/x", "a:b/..?", "a:b/y?/z", "a:b/y", "a:b/x#f"]);
    let elsewhere = "the reference would resolve to another target under the grammar";
    assert_eq!(answers.lines().collect::<Vec<_>>(), [elsewhere, elsewhere, "y a:b/y", "#f a:b/x#f"]);
}

/// The operations rely on delimiters of one byte, and on two hexadecimal digits after a `%`. Each of these
/// grammars violates one of the two.
#[rstest]
#[case::no_colon_after_the_scheme(
    "URI = ${ scheme ~ (\":\" ~ hier_part)? ~ (\"?\" ~ query)? ~ (\"#\" ~ fragment)? }",
    &["S", "s#f", "s?q", "s:a", "//h/p", "#g", "../x"]
)]
#[case::beyond_ascii(
    r#"URI = ${ scheme ~ "é" ~ hier_part ~ ("é" ~ query)? ~ ("é" ~ fragment)? }"#,
    &["Séa", "sé//h/%41", "séaéb", "//h/p", "?q", ""]
)]
#[case::port_without_a_colon(
    "authority = ${ (userinfo ~ \"@\")? ~ host ~ (\":\"? ~ port)? }",
    &["HTTP://h", "http://[::1]80/%41", "http://u@h:", "//h"]
)]
#[case::percent_sign_without_digits(
    "pct_encoded = ${ \"%\" ~ HEXDIG{0, 2} }",
    &["http://h/%/%4/%zz/%41", "//%:%@%h?%#%", "x:%", "%/..", "http://h/%2e%"]
)]
#[ignore = "builds the library again"]
fn does_not_panic_without_them(#[case] variant: &str, #[case] texts: &[&str]) {
    let answer = Copy::choosing("own.pest", variant).run("use", texts);
    assert_eq!(answer, format!("{}\n", texts.len()));
}

#[rstest]
#[case::wider(
    "query = @{ (pchar | \"/\" | \"?\" | \"|\" | \" \")* }",
    "http://a/?b|c: http://b/?c|(d)! e",
    "http://a/?b|c http://b/?c|(d)"
)]
#[case::scheme("scheme = @{ \"x\" ~ ALPHA* }", "http://a/ xhttp://b, axy://c", "xhttp://b xy://c")]
#[case::recursive(
    "port = @{ (DIGIT+ | nested)? }\nnested = @{ \"(\" ~ nested? ~ \")\" }",
    "http://a:80/. (http://a:(())/b.)",
    "http://a:80/ http://a:(())/b"
)]
#[ignore = "builds the library again"]
fn extracts_by_it(#[case] variant: &str, #[case] text: &str, #[case] found: &str) {
    let answer = Copy::choosing("own.pest", variant).run("extract", &[text]);
    assert_eq!(answer.lines().collect::<Vec<_>>(), found.split(' ').collect::<Vec<_>>());
}

#[rstest]
#[case::fault("scheme = @{ ALPHA", "scheme = @{ ALPHA ~", "uri.pest:32:21: expected a rule, a string")]
#[case::missing_rule("IPvFuture", "IPvNext", "uri.pest:1:1: no rule `IPvFuture`")]
#[ignore = "builds the library again"]
fn says_what_is_wrong(#[case] text: &str, #[case] edited: &str, #[case] said: &str) {
    let copy = Copy::with(|grammar| grammar.replace(text, edited));
    let output = copy.cargo(&["build", "--offline"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains(said), "{errors}");
}

#[rstest]
#[case::variant("port = @{ DIGIT{0, 2} }", "//h:800", "unexpected '0' in the port at byte 6")]
#[case::new_rule(
    "reg_name = @{ label ~ (\".\" ~ label)* }\nlabel = { ALPHA+ }",
    "//a..b",
    "unexpected '.' in the host at byte 4"
)]
#[case::names_of_variables(
    "port = @{ (rule | node | text)* }\nrule = { \"1\" }\nnode = { \"2\" }\ntext = { \"3\" }",
    "//h:123",
    "port: Some(4..7)"
)]
#[case::address_that_does_not_fit(
    "IP_literal = ${ \"[\" ~ (IPv6address | IPvFuture ~ \"^\"*) ~ \"]\" }",
    "//[v1.a^^]",
    "are not where Appendix A has them"
)]
#[case::wider_than_iris("query = @{ (pchar | \"/\" | \"?\" | \"|\")* }", "?a|b", "query: Some(1..4)")]
#[ignore = "builds the library again"]
fn of_ones_own_is_built_in(#[case] variant: &str, #[case] text: &str, #[case] shown: &str) {
    let answer = Copy::choosing("own.pest", variant).show(&[text]);
    assert!(answer.contains(shown), "{answer}");
}

#[rstest]
#[case::fault("port = @{ DIGITS* }", "own.pest:1:11: ")]
#[case::changes_nothing(
    "prot = @{ DIGIT* }",
    "own.pest:1:1: uri.pest has no rule `prot`; did you mean `port`?"
)]
#[case::silent(
    "port = _{ DIGIT* }",
    "own.pest:1:1: the library reads `port`, which has no node below `URI_reference`"
)]
#[case::atomic(
    "authority = @{ host ~ (\":\" ~ port)? }",
    "uri.pest:39:1: the library reads `port`, which has no node"
)]
#[case::without_addresses(
    "host = ${ IP_literal | reg_name }",
    "the library reads `IPv4address`, which has no node below `URI_reference`"
)]
#[case::name_of_a_constant(
    "port = @{ ALL }\nALL = { \"1\" }",
    "own.pest:2:1: `ALL` cannot be the name of a rule"
)]
#[case::of_something_else("hour = { '0'..'9'{2} }", "own.pest:1:1: no rule `URI`")]
#[ignore = "builds the library again"]
fn of_ones_own_is_named_where_it_is_wrong(#[case] variant: &str, #[case] said: &str) {
    let output = Copy::choosing("own.pest", variant).cargo(&["build", "--offline"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains(said), "{errors}");
}

#[rstest]
#[case::captures(
    r#"host = ${ IP_literal | &("0.0.0.0" ~ !(unreserved | pct_encoded | sub_delims)) ~ IPv4address | reg_name }"#,
    "own.pest: same strings in host; components of 8 rules change"
)]
#[case::strings("port = @{ DIGIT+ }", "own.pest: narrowed port; components of 0 rules change")]
#[case::nothing("port = @{ (DIGIT ~ DIGIT)* ~ DIGIT? }", "own.pest: the strings and components of uri.pest")]
#[case::within_other_rules(
    "reg_name = @{ (unreserved | pct_encoded | sub_delims)* ~ !\":\" }",
    "own.pest: narrowed URI, hier_part, URI_reference, absolute_URI, relative_ref, relative_part, authority; components of 0 rules"
)]
#[ignore = "builds the library again"]
fn of_ones_own_is_compared_with_uri_pest(#[case] variant: &str, #[case] said: &str) {
    let output = Copy::choosing("own.pest", variant).cargo(&["check", "--offline"]);
    let warnings = String::from_utf8(output.stderr).unwrap();
    assert!(warnings.contains(said), "{warnings}");
}

/// Grammars with other definitions that accept the same strings as `uri.pest`.
#[rstest]
#[case::the_same("port = @{ (DIGIT ~ DIGIT)* ~ DIGIT? }", true)]
#[case::one_address(
    r#"host = ${ IP_literal | &("0.0.0.0" ~ !(unreserved | pct_encoded | sub_delims)) ~ IPv4address | reg_name }"#,
    false
)]
#[ignore = "builds the library again"]
fn is_told_from_appendix_a(#[case] variant: &str, #[case] is_appendix_a: bool) {
    let answer = Copy::choosing("own.pest", variant).run("appendix_a", &[]);
    assert_eq!(answer, format!("{is_appendix_a}\n"));
}

#[test]
#[ignore = "builds the library again"]
fn of_ones_own_that_is_not_there_is_an_error() {
    let mut copy = Copy::new();
    copy.chosen = Some("no.pest".into());
    let errors = String::from_utf8(copy.cargo(&["build", "--offline"]).stderr).unwrap();
    assert!(errors.contains("URI_GRAMMAR=no.pest: there is no such file; looked for "), "{errors}");
}

/// The build script fails with a message before the library is compiled.
#[rstest]
#[case::edited(Copy::with(|grammar| grammar + "\nmore = { \"x\" }"), "its grammars have been edited: turn on the feature `grammar`")]
#[case::chosen(
    Copy::choosing("own.pest", "port = { \"x\" }"),
    "URI_GRAMMAR=own.pest: turn on the feature `grammar`"
)]
#[ignore = "builds the library again"]
fn needs_the_feature(#[case] copy: Copy, #[case] said: &str) {
    let output = copy.plain_cargo(&["build", "--offline", "--no-default-features"]);
    assert!(!output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(said), "{errors}");
}

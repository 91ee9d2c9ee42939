//! `uri grammar diff`: the changes from one grammar to another.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, URI, ZONES, grammar, with_files};

#[test]
fn names_exactly_the_rules_that_widen() {
    let ran = grammar(&["diff", URI, "-"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    IP_literal: widened with the new rule IPv6addrz: now accepts "[::%25a]" (in "//[::%25a]")
      8 rules that call it differ too: host, authority, hier_part, URI, relative_part, relative_ref, …
    30 rules equal
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
    assert_eq!(grammar(&["diff", "-"], ZONES).stdout, ran.stdout, "uri.pest is built in");
}

#[test]
fn json_has_contexts_of_causes_and_of_all_rules_if_asked_to() {
    let contexts = |all: &[&str]| -> Vec<(String, Option<String>)> {
        let ran = grammar(&[&["diff", "--format", "json"], all, &["-"]].concat(), ZONES);
        let differences =
            ran.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let of = |difference: serde_json::Value| {
            let context = difference["counterexamples"][0]["context"].as_str()?.to_owned();
            Some((
                difference["rule"].as_str()?.to_owned(),
                difference["start"].as_str().map(str::to_owned),
                context,
            ))
        };
        differences
            .filter_map(of)
            .map(|(rule, start, context)| (format!("{rule}: {context}"), start))
            .collect()
    };
    let start = Some("URI_reference".to_owned());
    let of_causes = contexts(&[]);
    assert_eq!(of_causes[0], ("IP_literal: //[::%25a]".to_owned(), start.clone()));
    let of_all = contexts(&["--all"]);
    assert!(of_all.contains(&("host: //[::%25a]".to_owned(), start)), "{of_all:?}");
    assert!(of_causes.iter().all(|one| of_all.contains(one)) && of_causes.len() < of_all.len());
}

#[rstest]
#[case::something_else("json = { \"x\" }", "<stdin> and uri.pest have no rule in common")]
#[case::misspelt("reg_nam = @{ 'a'..'z'* }", "uri.pest has no rule `reg_nam`; did you mean `reg_name`?")]
fn says_that_no_rule_is_in_both(#[case] source: &str, #[case] said: &str) {
    let stdout = grammar(&["diff", "-"], source).printed(1);
    assert_eq!(stdout.lines().next(), Some(said));
}

#[test]
fn tells_the_kinds_of_change_apart() {
    let old =
        "a = { 'a'..'m' }\nb = { \"b\"+ }\nc = { \"c\" }\nd = { \"d\" }\ne = { d | \"\\n\" }\nf = { e }";
    let new = "a = { 'b'..'n' }\nb = { \"b\" }\nd = { ^\"d\" }\ne = { \"d\" | \"\\n\" }\nf = { \"(\" ~ f? ~ \")\" }\nx = { e }";
    assert_snapshot!(with_files(&["diff", "--all", "a.pest", "b.pest"], &[old, new]).printed(1), @r#"
    a: changed: now accepts "n", no longer accepts "a"
    b: narrowed: no longer accepts "bb"
    c: gone
    d: widened: now accepts "D"
    e: components differ: "d" has d "d" there, nothing here
    f: changed: now accepts "()", no longer accepts "d"
    x: added
    "#);

    let ran = with_files(&["diff", "--format", "json", "a.pest", "b.pest"], &[old, new]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"a","change":"changed","counterexamples":[{"text":"n","kind":"gained","context":"n","old":null,"new":[]},{"text":"a","kind":"lost","context":"a","old":[],"new":null}],"start":"a","because":[]}
    {"rule":"b","change":"narrowed","counterexamples":[{"text":"bb","kind":"lost","context":"bb","old":[],"new":null}],"start":"b","because":[]}
    {"rule":"c","change":"gone","counterexamples":[],"because":[]}
    {"rule":"d","change":"widened","counterexamples":[{"text":"D","kind":"gained","context":null,"old":null,"new":[]}],"because":[]}
    {"rule":"e","change":"components","counterexamples":[{"text":"d","kind":"components","context":null,"old":[{"rule":"d","start":0,"end":1}],"new":[]}],"because":[]}
    {"rule":"f","change":"changed","counterexamples":[{"text":"()","kind":"gained","context":null,"old":null,"new":[]},{"text":"d","kind":"lost","context":null,"old":[{"rule":"e","start":0,"end":1},{"rule":"d","start":0,"end":1}],"new":null}],"because":[]}
    {"rule":"x","change":"added","counterexamples":[],"because":[]}
    "#);
    assert_eq!(ran.status, 1);
}

/// An explanation needs automata, which a recursive rule does not have.
#[test]
fn says_why_there_is_no_explanation() {
    let old = "value = { \"[\" ~ value* ~ \"]\" | digit }\ndigit = { \"0\" }";
    let new = old.replace("value*", "value* ~ \",\"?");
    for rules in [&[][..], &["--rule", "value"]] {
        let arguments = [&["diff", "--explain", "a.pest", "b.pest"][..], rules].concat();
        let ran = with_files(&arguments, &[old, &new]);
        let lines: Vec<&str> = ran.stdout.lines().take(2).collect();
        let reason = "a.pest: rule `value` is recursive: value -> value";
        let why = format!("  which rules read it is not known: {reason}");
        assert_eq!(lines, ["value: changed: now accepts \"[,]\"", &why]);
    }
    let ran = with_files(&["diff", "a.pest", "b.pest"], &[old, &new]);
    assert_eq!(ran.stdout, "value: changed: now accepts \"[,]\"\n1 rule equal\n");
}

#[test]
fn compares_the_rules_asked_for() {
    let ran = grammar(&["diff", "-", "--rule", "IP-literal", "--rule", "port", "--rule", "ZoneID"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    IP_literal: widened with the new rule IPv6addrz: now accepts "[::%25a]" (in "//[::%25a]")
    ZoneID: added
    1 rule equal
    "#);
    assert_eq!(ran.status, 1);
}

#[test]
fn suggests_a_rule_for_the_lines_of_a_corpus() {
    let ran = with_files(&["diff", "a.pest", "a.pest", "--corpus", "b.pest"], &["json = { \"x\" }", "x\n"]);
    let said = "uri: a.pest has no rule `URI_reference`; `--rule json` names its start rule\n";
    assert_eq!((ran.stderr.as_str(), ran.stdout.as_str(), ran.status), (said, "", 2));
}

#[test]
fn finds_nothing_between_equals() {
    assert_eq!(grammar(&["diff", URI, URI], "").printed(0), "39 rules equal\n");
}

/// Returns lines: a third is accepted by neither grammar, a third by both, and a third only by the new
/// grammar.
fn corpus(thirds: usize) -> String {
    (0..thirds).map(|n| format!("x y\nhttp://a/{n}\n//[::{n:x}%25a]\n")).collect()
}

#[test]
fn counts_the_lines_that_change() {
    let rules = ["--rule", "URI-reference", "--rule", "host"];
    let arguments = [&["diff", "a.pest", "--corpus", "b.pest"], &rules[..]].concat();
    assert_snapshot!(with_files(&arguments, &[ZONES, &format!("{}[::%25b]", corpus(11))]).printed(1), @r#"
    URI_reference: widened through IP_literal: now accepts "//[::%25a]"
    host: widened through IP_literal: now accepts "[::%25a]" (in "//[::%25a]")
    b.pest:3: URI_reference: now accepted: //[::0%25a]
    b.pest:6: URI_reference: now accepted: //[::1%25a]
    b.pest:9: URI_reference: now accepted: //[::2%25a]
    b.pest:12: URI_reference: now accepted: //[::3%25a]
    b.pest:15: URI_reference: now accepted: //[::4%25a]
    b.pest:18: URI_reference: now accepted: //[::5%25a]
    b.pest:21: URI_reference: now accepted: //[::6%25a]
    b.pest:24: URI_reference: now accepted: //[::7%25a]
    b.pest:27: URI_reference: now accepted: //[::8%25a]
    b.pest:30: URI_reference: now accepted: //[::9%25a]
    b.pest:34: host: now accepted: [::%25b]
    b.pest: URI_reference: 11 of 34 lines change: 11 now accepted, 0 now rejected, 0 with other components
    b.pest: host: 1 of 34 lines change: 1 now accepted, 0 now rejected, 0 with other components
    "#);

    let arguments =
        ["diff", "a.pest", URI, "--corpus", "b.pest", "--format", "json", "--rule", "URI_reference"];
    let ran = with_files(&arguments, &[ZONES, &corpus(2)]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"URI_reference","change":"narrowed","counterexamples":[{"text":"//[::%25a]","kind":"lost","context":"//[::%25a]","old":[{"rule":"relative_ref","start":0,"end":10},{"rule":"relative_part","start":0,"end":10},{"rule":"authority","start":2,"end":10},{"rule":"host","start":2,"end":10},{"rule":"IP_literal","start":2,"end":10},{"rule":"IPv6address","start":3,"end":5},{"rule":"path_abempty","start":10,"end":10}],"new":null}],"start":"URI_reference","because":["IP_literal"]}
    {"file":"b.pest","line":3,"rule":"URI_reference","input":"//[::0%25a]","change":"rejected"}
    {"file":"b.pest","line":6,"rule":"URI_reference","input":"//[::1%25a]","change":"rejected"}
    {"file":"b.pest","rule":"URI_reference","lines":6,"accepted":0,"rejected":2,"components":0}
    "#);
    assert_eq!(ran.status, 1);
}

/// A grammar whose host includes the port, and in which no host is an IPv4 address.
const PORTLESS: &str = r#"
host = ${ IP_literal | reg_name }
reg_name = @{ (unreserved | pct_encoded | sub_delims | ":")* }
"#;

#[test]
fn says_which_components_change() {
    let lines = "//h:80/a\n//h/\n//[::1]:80\nhttp://192.0.2.1:80?q\n//h:8a/\n";
    let arguments = ["diff", "a.pest", "--corpus", "b.pest", "--rule", "URI_reference", "--rule", "host"];
    assert_snapshot!(with_files(&arguments, &[PORTLESS, &format!("{lines}192.0.2.1")]).printed(1), @r#"
    URI_reference: widened through reg_name, host: now accepts "//:a" and "//:a#" and "//:a/", and differs in 9 more ways, components differ: "//:" has host "" and reg_name "" and port "" there, host ":" and reg_name ":" here
    host: widened: now accepts ":" (in "//:"), components differ: "0.0.0.0" (in "//0.0.0.0") is IPv4address there, reg_name here
    b.pest:1: URI_reference: host was "h", now "h:80"; port was "80", now undefined: //h:80/a
    b.pest:4: URI_reference: host was "192.0.2.1", now "192.0.2.1:80"; host kind was ipv4, now reg-name; port was "80", now undefined: http://192.0.2.1:80?q
    b.pest:5: URI_reference: now accepted: //h:8a/
    b.pest:6: host: host kind was ipv4, now reg-name: 192.0.2.1
    b.pest: URI_reference: 3 of 6 lines change: 1 now accepted, 0 now rejected, 2 with other components
    b.pest: host: 1 of 6 lines change: 0 now accepted, 0 now rejected, 1 with other components
    "#);

    let arguments = ["diff", "a.pest", "--corpus", "b.pest", "--rule", "URI_reference", "--format", "json"];
    assert_snapshot!(with_files(&arguments, &[PORTLESS, "//192.0.2.1:80/\n//h"]).printed(1), @r#"
    {"rule":"URI_reference","change":"widened","counterexamples":[{"text":"//:a","kind":"gained","context":"//:a","old":null,"new":[{"rule":"relative_ref","start":0,"end":4},{"rule":"relative_part","start":0,"end":4},{"rule":"authority","start":2,"end":4},{"rule":"host","start":2,"end":4},{"rule":"reg_name","start":2,"end":4},{"rule":"path_abempty","start":4,"end":4}]},{"text":"//:a#","kind":"gained","context":"//:a#","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":4},{"rule":"authority","start":2,"end":4},{"rule":"host","start":2,"end":4},{"rule":"reg_name","start":2,"end":4},{"rule":"path_abempty","start":4,"end":4},{"rule":"fragment","start":5,"end":5}]},{"text":"//:a/","kind":"gained","context":"//:a/","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":4},{"rule":"host","start":2,"end":4},{"rule":"reg_name","start":2,"end":4},{"rule":"path_abempty","start":4,"end":5}]},{"text":"//:a?","kind":"gained","context":"//:a?","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":4},{"rule":"authority","start":2,"end":4},{"rule":"host","start":2,"end":4},{"rule":"reg_name","start":2,"end":4},{"rule":"path_abempty","start":4,"end":4},{"rule":"query","start":5,"end":5}]},{"text":"//@:a","kind":"gained","context":"//@:a","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:g","kind":"gained","context":"//@:g","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:v","kind":"gained","context":"//@:v","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:!","kind":"gained","context":"//@:!","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:+","kind":"gained","context":"//@:+","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:.","kind":"gained","context":"//@:.","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@::","kind":"gained","context":"//@::","old":null,"new":[{"rule":"relative_ref","start":0,"end":5},{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":5},{"rule":"reg_name","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:%aa","kind":"gained","context":"//@:%aa","old":null,"new":[{"rule":"relative_ref","start":0,"end":7},{"rule":"relative_part","start":0,"end":7},{"rule":"authority","start":2,"end":7},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":7},{"rule":"reg_name","start":3,"end":7},{"rule":"path_abempty","start":7,"end":7}]},{"text":"//:","kind":"components","context":"//:","old":[{"rule":"relative_ref","start":0,"end":3},{"rule":"relative_part","start":0,"end":3},{"rule":"authority","start":2,"end":3},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"port","start":3,"end":3},{"rule":"path_abempty","start":3,"end":3}],"new":[{"rule":"relative_ref","start":0,"end":3},{"rule":"relative_part","start":0,"end":3},{"rule":"authority","start":2,"end":3},{"rule":"host","start":2,"end":3},{"rule":"reg_name","start":2,"end":3},{"rule":"path_abempty","start":3,"end":3}]}],"start":"URI_reference","because":["reg_name","host"]}
    {"file":"b.pest","line":1,"rule":"URI_reference","input":"//192.0.2.1:80/","change":"components","components":[{"component":"host","old":"192.0.2.1","new":"192.0.2.1:80","old_start":2,"new_start":2},{"component":"host_kind","old":"ipv4","new":"reg-name","old_start":null,"new_start":null},{"component":"port","old":"80","new":null,"old_start":12,"new_start":null}]}
    {"file":"b.pest","rule":"URI_reference","lines":2,"accepted":0,"rejected":0,"components":1}
    "#);
}

#[test]
fn compares_the_components_of_two_grammars_from_files() {
    let old = "relative_ref = ${ path_noscheme ~ \"/a\" }\npath_noscheme = @{ \"a\" }";
    let new = "relative_ref = ${ \"a/\" ~ path_rootless }\npath_rootless = @{ \"a\" }";
    let arguments = ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "relative_ref"];
    let ran = with_files(&arguments, &[old, new, "a/a\n"]);
    assert_snapshot!(ran.stdout, @r#"
    relative_ref: components differ: "a/a" has path_noscheme "a" there, path_rootless "a" here
    c.pest:1: relative_ref: path was "a" at byte 0, now "a" at byte 2; path kind was noscheme, now rootless: a/a
    c.pest: relative_ref: 1 of 1 lines change: 0 now accepted, 0 now rejected, 1 with other components
    "#);
    let ran = with_files(&["diff", "a.pest", URI, "--corpus", "c.pest"], &[PORTLESS, "", "//a:1\n"]);
    assert_snapshot!(ran.stdout.lines().skip(2).collect::<Vec<_>>().join("\n"), @r#"
      7 rules that call reg_name or host differ too: authority, hier_part, URI, relative_part, relative_ref, URI_reference, …
    30 rules equal
    c.pest:1: URI_reference: host was "a:1", now "a"; port was undefined, now "1": //a:1
    c.pest: URI_reference: 1 of 1 lines change: 0 now accepted, 0 now rejected, 1 with other components
    "#);
}

/// The library would reject a text whose components it could not represent.
#[test]
fn a_line_with_components_at_unusual_places_is_rejected() {
    let new = "authority = ${ host ~ (\"@\" ~ userinfo)? }";
    let arguments = ["diff", "a.pest", "--corpus", "b.pest", "--rule", "relative_ref"];
    let ran = with_files(&arguments, &[new, "//h@u\n//h\n"]);
    assert_snapshot!(ran.stdout, @r#"
    relative_ref: changed through authority: now accepts "//@:a" and "//@:g", no longer accepts "//:", and differs in 6 more ways, components differ: "//@" has userinfo "" at byte 2 and host "" at byte 3 and reg_name "" at byte 3 there, host "" at byte 2 and reg_name "" at byte 2 and userinfo "" at byte 3 here
    b.pest:1: relative_ref: now rejected, as the components of `relative-ref` are not where Appendix A has them: //h@u
    b.pest: relative_ref: 1 of 2 lines change: 0 now accepted, 1 now rejected, 0 with other components
    "#);
    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let ran = with_files(&arguments, &[new, "//h@u\n//h\n"]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"relative_ref","change":"changed","counterexamples":[{"text":"//@:a","kind":"gained","context":"//@:a","old":null,"new":[{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//:","kind":"lost","context":"//:","old":[{"rule":"relative_part","start":0,"end":3},{"rule":"authority","start":2,"end":3},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"port","start":3,"end":3},{"rule":"path_abempty","start":3,"end":3}],"new":null},{"text":"//@:g","kind":"gained","context":"//@:g","old":null,"new":[{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:v","kind":"gained","context":"//@:v","old":null,"new":[{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:.","kind":"gained","context":"//@:.","old":null,"new":[{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@::","kind":"gained","context":"//@::","old":null,"new":[{"rule":"relative_part","start":0,"end":5},{"rule":"authority","start":2,"end":5},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":5},{"rule":"path_abempty","start":5,"end":5}]},{"text":"//@:%aa","kind":"gained","context":"//@:%aa","old":null,"new":[{"rule":"relative_part","start":0,"end":7},{"rule":"authority","start":2,"end":7},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":7},{"rule":"path_abempty","start":7,"end":7}]},{"text":"//@[::]","kind":"lost","context":"//@[::]","old":[{"rule":"relative_part","start":0,"end":7},{"rule":"authority","start":2,"end":7},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":7},{"rule":"IP_literal","start":3,"end":7},{"rule":"IPv6address","start":4,"end":6},{"rule":"path_abempty","start":7,"end":7}],"new":null},{"text":"//[::]@","kind":"gained","context":"//[::]@","old":null,"new":[{"rule":"relative_part","start":0,"end":7},{"rule":"authority","start":2,"end":7},{"rule":"host","start":2,"end":6},{"rule":"IP_literal","start":2,"end":6},{"rule":"IPv6address","start":3,"end":5},{"rule":"userinfo","start":7,"end":7},{"rule":"path_abempty","start":7,"end":7}]},{"text":"//@","kind":"components","context":"//@","old":[{"rule":"relative_part","start":0,"end":3},{"rule":"authority","start":2,"end":3},{"rule":"userinfo","start":2,"end":2},{"rule":"host","start":3,"end":3},{"rule":"reg_name","start":3,"end":3},{"rule":"path_abempty","start":3,"end":3}],"new":[{"rule":"relative_part","start":0,"end":3},{"rule":"authority","start":2,"end":3},{"rule":"host","start":2,"end":2},{"rule":"reg_name","start":2,"end":2},{"rule":"userinfo","start":3,"end":3},{"rule":"path_abempty","start":3,"end":3}]}],"start":"URI_reference","because":["authority"]}
    {"file":"b.pest","line":1,"rule":"relative_ref","input":"//h@u","change":"rejected","error":"the components of `relative-ref` are not where Appendix A has them"}
    {"file":"b.pest","rule":"relative_ref","lines":2,"accepted":0,"rejected":1,"components":0}
    "#);
}

#[test]
fn compares_verdicts_where_there_are_no_components() {
    let old = "URI_reference = { URI }\nURI = { 'a'..'z'+ }\nport = { \"1\" }";
    let rules = ["--rule", "URI_reference", "--rule", "port"];
    let arguments = [&["diff", "a.pest", URI, "--corpus", "b.pest"], &rules[..]].concat();
    let ran = with_files(&arguments, &[old, "a\na/b\n1\n"]);
    assert_snapshot!(ran.stdout, @r#"
    URI_reference: widened with the new rule relative_ref: now accepts "" and "0" and "1", and differs in 13 more ways, components differ: "a" has URI "a" there, nothing here
    port: widened with the new rule DIGIT: now accepts "" (in "//:") and "0" (in "//:0") and "11" (in "//:11")
    b.pest: only verdicts are compared, no components: a.pest lacks the rule `absolute_URI`, which the library needs, and 19 more
    b.pest:2: URI_reference: now accepted: a/b
    b.pest:3: URI_reference: now accepted: 1
    b.pest: URI_reference: 2 of 3 lines change: 2 now accepted, 0 now rejected
    b.pest: port: 0 of 3 lines change: 0 now accepted, 0 now rejected
    "#);
    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let ran = with_files(&arguments, &[old, "a\na/b\n1\n"]);
    assert_snapshot!(ran.stdout, @r##"
    {"rule":"URI_reference","change":"widened","counterexamples":[{"text":"","kind":"gained","context":"","old":null,"new":[]},{"text":"0","kind":"gained","context":"0","old":null,"new":[]},{"text":"1","kind":"gained","context":"1","old":null,"new":[]},{"text":"2","kind":"gained","context":"2","old":null,"new":[]},{"text":"3","kind":"gained","context":"3","old":null,"new":[]},{"text":"5","kind":"gained","context":"5","old":null,"new":[]},{"text":"6","kind":"gained","context":"6","old":null,"new":[]},{"text":"A","kind":"gained","context":"A","old":null,"new":[]},{"text":"G","kind":"gained","context":"G","old":null,"new":[]},{"text":"V","kind":"gained","context":"V","old":null,"new":[]},{"text":"#","kind":"gained","context":"#","old":null,"new":[]},{"text":".","kind":"gained","context":".","old":null,"new":[]},{"text":"/","kind":"gained","context":"/","old":null,"new":[]},{"text":"?","kind":"gained","context":"?","old":null,"new":[]},{"text":"@","kind":"gained","context":"@","old":null,"new":[]},{"text":"%aa","kind":"gained","context":"%aa","old":null,"new":[]},{"text":"a","kind":"components","context":"a","old":[{"rule":"URI","start":0,"end":1}],"new":[]}],"start":"URI_reference","because":[],"new_rules":["relative_ref"]}
    {"rule":"port","change":"widened","counterexamples":[{"text":"","kind":"gained","context":"//:","old":null,"new":[]},{"text":"0","kind":"gained","context":"//:0","old":null,"new":[]},{"text":"11","kind":"gained","context":"//:11","old":null,"new":[]}],"start":"URI_reference","because":[],"new_rules":["DIGIT"]}
    {"file":"b.pest","verdicts_only":"a.pest lacks the rule `absolute_URI`, which the library needs, and 19 more"}
    {"file":"b.pest","line":2,"rule":"URI_reference","input":"a/b","change":"accepted"}
    {"file":"b.pest","line":3,"rule":"URI_reference","input":"1","change":"accepted"}
    {"file":"b.pest","rule":"URI_reference","lines":3,"accepted":2,"rejected":0,"components":null}
    {"file":"b.pest","rule":"port","lines":3,"accepted":0,"rejected":0,"components":null}
    "##);

    let new = "reg_name = @{ ASCII_DIGIT* }\nASCII_DIGIT = @{ \"1\" }";
    let ran = with_files(&["diff", "a.pest", "--corpus", "b.pest", "--rule", "port"], &[new, "1\n"]);
    assert_snapshot!(ran.stdout, @"
    1 rule equal
    b.pest: only verdicts are compared, no components: a.pest: pest has a rule `ASCII_DIGIT` of its own
    b.pest: port: 0 of 1 lines change: 0 now accepted, 0 now rejected
    ");
}

/// Several blocks of lines are processed at the same time.
#[test]
fn lines_keep_their_order() {
    let thirds = 40_000;
    let ran = with_files(
        &["diff", "a.pest", "--corpus", "b.pest", "--rule", "URI_reference"],
        &[ZONES, &corpus(thirds)],
    );
    let shown =
        (0..10).map(|n| format!("b.pest:{}: URI_reference: now accepted: //[::{n:x}%25a]", 3 * n + 3));
    let total = format!(
        "b.pest: URI_reference: {thirds} of {} lines change: {thirds} now accepted, 0 now rejected, 0 with other components",
        3 * thirds
    );
    let expected: Vec<_> = shown.chain([total]).collect();
    assert_eq!(ran.stdout.lines().skip(1).collect::<Vec<_>>(), expected);
}

/// The first lines of each kind of change are shown, not the first lines of all.
#[test]
fn shows_the_first_lines_of_each_change() {
    let lines =
        format!("{}//1.2.3.4\n{}//h:80\n//1.2.3.4\n", "//h:x\n".repeat(30_000), "//a\n".repeat(30_000));
    let ran =
        with_files(&["diff", "a.pest", "--corpus", "b.pest", "--rule", "URI_reference"], &[PORTLESS, &lines]);
    let shown: Vec<&str> = ran.stdout.lines().skip(10).collect();
    assert_snapshot!(shown.join("\n"), @r#"
    b.pest:10: URI_reference: now accepted: //h:x
    b.pest:30001: URI_reference: host kind was ipv4, now reg-name: //1.2.3.4
    b.pest:60002: URI_reference: host was "h", now "h:80"; port was "80", now undefined: //h:80
    b.pest:60003: URI_reference: host kind was ipv4, now reg-name: //1.2.3.4
    b.pest: URI_reference: 30003 of 60003 lines change: 30000 now accepted, 0 now rejected, 3 with other components
    "#);
}

#[test]
fn reads_lines_from_standard_input() {
    let lines = b"\xFF//[::%25a]\n//[::%25a]\r\n\n";
    let file = crate::TempFile::new(&super::unique("zones"), ZONES.as_bytes());
    let ran =
        crate::uri(&["grammar", "diff", "--rule", "URI-reference", file.path(), "--corpus", "-"], lines);
    assert_snapshot!(ran.stdout, @r#"
    URI_reference: widened through IP_literal: now accepts "//[::%25a]"
    <stdin>:2: URI_reference: now accepted: //[::%25a]
    <stdin>: URI_reference: 1 of 3 lines change: 1 now accepted, 0 now rejected, 0 with other components
    "#);
}

#[test]
fn judges_by_the_rules_that_can() {
    let new = "a = { \"(\" ~ a? ~ \")\" }\nb = { \"b\"+ }";
    let arguments =
        ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a", "--rule", "b", "--rule", "c"];
    let old = "a = { \"()\" }\nb = { \"b\" }\nc = { a }";
    assert_snapshot!(with_files(&arguments, &[old, new, "b\nbb\n\u{1b}\n"]).printed(1), @r#"
    a: changed: now accepts "(())"
    b: widened: now accepts "bb"
    c: gone
    c.pest: a: undecided: b.pest: rule `a` is recursive: a -> a
    c.pest: c: undecided: b.pest: there is no rule `c`
    c.pest: only verdicts are compared, no components: a.pest lacks the rule `URI`, which the library needs, and 22 more
    c.pest:2: b: now accepted: bb
    c.pest: b: 1 of 3 lines change: 1 now accepted, 0 now rejected
    "#);

    let arguments = ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a", "--format", "json"];
    let ran = with_files(&arguments, &[old, new, "()"]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"a","change":"changed","counterexamples":[{"text":"(())","kind":"gained","context":null,"old":null,"new":[{"rule":"a","start":1,"end":3}]}],"because":[]}
    {"file":"c.pest","rule":"a","error":"b.pest: rule `a` is recursive: a -> a"}
    "#);
}

/// Rules without automata: an equal definition, a difference, and a search that has no time left.
#[test]
fn searches_rules_without_automata() {
    let old = "a = { \"(\" ~ a? ~ \")\" }\nb = { \"[\" ~ b? ~ \"]\" }\nc = { PUSH(\"x\" | \"y\") ~ POP }";
    let new = "a = { \"(\" ~ a? ~ \")\" }\nb = { \"[\" ~ b* ~ \"]\" }\nc = { PUSH(\"x\" | \"y\") ~ PEEK }";
    assert_snapshot!(with_files(&["diff", "--all", "a.pest", "b.pest", "--rule", "a", "--rule", "b"], &[old, new]).printed(1), @r#"
    a: equal
    b: changed: now accepts "[[][]]"
    "#);

    let ran = with_files(&["diff", "--time", "0", "a.pest", "b.pest"], &[old, new]);
    assert_snapshot!(ran.stdout, @"
    b: undecided: a.pest: rule `b` is recursive: b -> b; no difference found (0 strings), 0 s
    c: undecided: a.pest: `PUSH` in rule `c` uses pest's stack; no difference found (0 strings), 0 s
    1 rule equal
    ");
    assert_snapshot!(with_files(
        &["diff", "--time", "0", "a.pest", "b.pest", "--rule", "c", "--format", "json"],
        &[old, new],
    ).printed(1), @r#"{"rule":"c","change":"undecided","counterexamples":[],"because":[],"error":"a.pest: `PUSH` in rule `c` uses pest's stack","searched":{"length":null,"strings":0,"seconds":0.0}}"#);
}

#[test]
fn shows_strings_with_other_nodes() {
    let old = "a = { \"(\" ~ (a | b)? ~ \")\" }\nb = { \"b\" }";
    let arguments = ["diff", "a.pest", "b.pest"];
    assert_snapshot!(with_files(&arguments, &[old, &old.replace("a | b", "a | \"b\"")]).printed(1), @r#"
    a: changed: components differ: "(b)" has b "b" there, nothing here
    1 rule equal
    "#);
}

#[test]
fn a_rule_that_becomes_silent_is_named_alone() {
    let old = "a = { \"(\" ~ (a | b)? ~ \")\" }\nb = { \"b\" ~ b? }";
    let ran = with_files(&["diff", "a.pest", "b.pest"], &[old, &old.replace("b = {", "b = _{")]);
    assert_snapshot!(ran.stdout, @"
    b: no longer makes a node
    1 rule equal
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn a_changed_line_breaks_no_line() {
    let new = "a = { ANY* }";
    let arguments = ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a"];
    let ran =
        with_files(&arguments, &["a = { \"x\" }", new, &format!("\u{1b}[31m\r\u{85}\n{}", "a".repeat(99))]);
    assert_snapshot!(ran.stdout, @r#"
    a: widened: now accepts "" and "a" and "xx"
    c.pest: only verdicts are compared, no components: a.pest lacks the rule `URI`, which the library needs, and 22 more
    c.pest:1: a: now accepted: \u{1b}[31m\r\u{85}
    c.pest:2: a: now accepted: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
    c.pest: a: 2 of 2 lines change: 2 now accepted, 0 now rejected
    "#);
}

#[rstest]
#[case::rule(&["diff", "-", "--rule", "ZoneIds"], "uri: <stdin> has no rule `ZoneIds`; did you mean `ZoneID`?\n")]
#[case::twice(&["diff", "-", "-"], "uri: `-`, standard input, can be given only once\n")]
#[case::twice_with_a_corpus(&["diff", "-", "--corpus", "-"], "uri: `-`, standard input, can be given only once\n")]
#[case::captures(&["diff", "-", "--captures", "ZoneIds"], "uri: <stdin> has no rule `ZoneIds`; did you mean `ZoneID`?\n")]
#[case::no_such_grammar(&["diff", URI, "no/such/file"], "uri: no/such/file: ")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = grammar(arguments, ZONES);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count(), ran.status), ("", 1, 2));
}

#[test]
fn lines_are_judged_by_a_rule_of_both() {
    let stderr = grammar(&["diff", "-", "--corpus", "no/such/file"], ODD).said(2);
    assert!(stderr.starts_with("uri: <stdin> has no rule `URI_reference`; `--rule quoted`, "), "{}", stderr);
}

#[test]
fn a_corpus_that_cannot_be_read_is_named() {
    let ran = grammar(&["diff", "-", "--rule", "port", "--corpus", "no/such/file"], ZONES);
    assert!(ran.stderr.starts_with("uri: no/such/file: "), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("1 rule equal\n", 2));
}

#[test]
fn tells_apart_what_is_captured() {
    let host = "host = ${ IP_literal | reg_name }";
    assert_snapshot!(grammar(&["diff", "-"], host).stdout, @r#"
    host: components differ: "0.0.0.0" (in "//0.0.0.0") is IPv4address there, reg_name here
      7 rules that call it differ too: authority, hier_part, URI, relative_part, relative_ref, URI_reference, …
    31 rules equal
    "#);
    let userinfo = "authority = ${ (user ~ (\":\" ~ userinfo)? ~ \"@\")? ~ host ~ (\":\" ~ port)? }\n\
        user = @{ (unreserved | pct_encoded | sub_delims)* }";
    assert_snapshot!(grammar(&["diff", "-"], userinfo).stdout, @r#"
    authority: components differ with the new rule user: "@" (in "//@") has userinfo "" there, nothing here
      6 rules that call it differ too: hier_part, URI, relative_part, relative_ref, URI_reference, absolute_URI
    32 rules equal
    "#);
    assert_snapshot!(grammar(&["diff", "-", "--rule", "host", "--format", "json", "--explain"], host).printed(1), @r#"
    {"rule":"host","change":"components","counterexamples":[{"text":"0.0.0.0","kind":"components","context":"//0.0.0.0","old":[{"rule":"IPv4address","start":0,"end":7}],"new":[{"rule":"reg_name","start":0,"end":7}],"parts":{"at":0,"old":{"rules":["host","IPv4address","dec_octet","DIGIT"],"next":"reads","character":"0"},"new":{"rules":["host","reg_name","unreserved","DIGIT"],"next":"reads","character":"0"}}}],"start":"URI_reference","because":[]}
    "#);
}

#[rstest]
#[case::default(&[], "a")]
#[case::all(&["--captures", "all"], "a")]
#[case::others(&["--captures", "a"], "")]
#[case::components(&["--captures", "components"], "")]
#[case::one(&["--captures", "components", "--captures", "b"], "a")]
fn compares_the_captures_asked_for(#[case] captures: &[&str], #[case] differs: &str) {
    let (old, new) = ("a = { b }\nb = { \"x\" }\nc = { \"x\" }", "a = { c }\nb = { \"x\" }\nc = { \"x\" }");
    let ran =
        with_files(&[&["diff", "a.pest", "b.pest", "--format", "json"], captures].concat(), &[old, new]);
    let changed: Vec<&str> = ran.stdout.lines().filter(|line| !line.contains("\"equal\"")).collect();
    assert_eq!(changed.len(), differs.len(), "{changed:?}");
    assert_eq!(ran.status, i32::from(!differs.is_empty()));
}

/// One cause is named, and the answer fits on a screen.
#[test]
fn names_the_cause_first() {
    let variant = concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest");
    let ran = grammar(&["diff", URI, variant], "");
    assert_snapshot!(ran.stdout, @r#"
    unreserved: widened with the new rule ucschar: now accepts "à"
      16 rules that call it differ too: userinfo, reg_name, host, authority, pchar, segment, …
    query: widened with the new rule iprivate: now accepts "\u{e000}" (in "?\u{e000}")
      4 rules that call unreserved or query differ too: URI, relative_ref, URI_reference, absolute_URI
    17 rules equal
    "#);
    assert!(ran.stdout.lines().count() <= 24);
    assert_eq!(ran.status, 1);
}

#[test]
fn shows_each_way_and_the_path_to_it() {
    let ran = grammar(&["diff", "-", "--explain"], "port = @{ HEXDIG{1, 5} }");
    assert_snapshot!(ran.stdout, @r#"
    port: changed: now accepts "a" (in "//:a"), no longer accepts "" (in "//:") and "000000" (in "//:000000")
      "a": at byte 0, port ends there, port > HEXDIG reads "a" here
      "": at byte 0, port ends there, port > HEXDIG would go on with "a" here
      "000000": at byte 5, port > DIGIT reads "0" there, port ends here
      7 rules that call it differ too: authority, hier_part, URI, relative_part, relative_ref, URI_reference, …
    31 rules equal
    "#);
    let ran = grammar(
        &["diff", "-", "--rule", "authority", "--rule", "scheme"],
        "port = { DIGIT{1, 5} }\nscheme = _{ ALPHA+ }",
    );
    assert_snapshot!(ran.stdout, @r#"
    authority: narrowed through port: no longer accepts ":" (in "//:") and "@:000000" (in "//@:000000") and "@:000001" (in "//@:000001"), and differs in 4 more ways
    scheme: narrowed: no longer accepts "a0" (in "a0:"), no longer makes a node
    "#);
    let ran = with_files(
        &["diff", "a.pest", "b.pest"],
        &[
            "s = { &\"x\" ~ a }\na = { \"x\" }\nb = _{ \"y\" }",
            "s = { &\"x\" ~ a }\na = { \"x\" | \"y\" }\nb = { \"y\" }",
        ],
    );
    assert_snapshot!(ran.stdout, @r#"
    a: widened: now accepts "y" (does not show in s)
    b: now makes a node
    1 rule equal
    "#);
}

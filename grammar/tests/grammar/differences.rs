//! The differences between rules of two grammars, with their contexts and causes.

use std::collections::BTreeSet;
use std::time::Duration;

use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Capture, Grammar, Peg, Relation};
use urigram_workbench::{
    Change, Context, Counterexample, CounterexampleKind, Derivation, Differ, Difference, Differs, Effort,
    Next, Path, Prover, Undecided,
};

use crate::common;
use crate::common::{read, uri};

fn of(old: &str, new: &str) -> Vec<Difference> {
    Differ::new(&read(old), &read(new)).differences()
}

fn of_variant(variant: &str) -> Vec<Difference> {
    let old = uri();
    let new = Grammar::read_either(&old, variant, "test.pest").unwrap();
    Differ::new(&old, &new).start("URI_reference").explained().steps(10_000_000).differences()
}

fn rule<'d>(differences: &'d [Difference], rule: &str) -> &'d Difference {
    differences.iter().find(|difference| difference.rule == rule).unwrap()
}

fn differs(difference: &Difference) -> &Differs {
    let Change::Differs(differs) = &difference.change else { panic!("{difference:?}") };
    differs
}

fn changed(differences: &[Difference]) -> Vec<&str> {
    let changed = differences.iter().filter(|difference| difference.change != Change::Equal);
    changed.map(|difference| difference.rule.as_str()).collect()
}

/// Returns the counterexamples, with the prefix `+` if the string is gained, `-` if it is lost.
fn strings(differs: &Differs) -> Vec<String> {
    let sign = |counterexample: &Counterexample| match counterexample.kind() {
        CounterexampleKind::Gained => '+',
        CounterexampleKind::Lost => '-',
        CounterexampleKind::ParsedDifferently => '=',
    };
    differs
        .counterexamples
        .iter()
        .map(|counterexample| format!("{}{}", sign(counterexample), counterexample.text))
        .collect()
}

#[rstest]
#[case::range("a = @{ ASCII_DIGIT* }", "a = @{ ASCII_HEX_DIGIT{1, 5} }", &["+a", "-", "-000000"])]
#[case::longer("a = @{ \"a\" }", "a = @{ \"a\" ~ \"b\"? }", &["+ab"])]
#[case::end("a = @{ \"ab\" }", "a = @{ \"a\" ~ \"b\"? }", &["+a"])]
#[case::nothing("a = @{ \"ab\" | \"ac\" }", "a = @{ \"a\" ~ (\"b\" | \"c\") }", &[])]
#[case::both_ends("a = @{ \"aa\" | \"b\" }", "a = @{ \"aaa\" | \"b\" }", &["+aaa", "-aa"])]
#[case::where_it_parts("a = @{ \"x\" ~ \"y\"{3} }", "a = @{ \"x\" ~ (\"y\"{3} | \"z\"{4}) }", &["+xzzzz"])]
#[case::unreadable("a = @{ \"a\" }", "a = @{ \"a\" | \"\\n\" | \"é\" | \"q\" }", &["+q"])]
#[case::later("a = @{ (\"b\" ~ \"c\")* }", "a = @{ (\"b\" ~ \"c\")* ~ \"d\"? }", &["+d"])]
fn differ_in_each_way(#[case] old: &str, #[case] new: &str, #[case] expected: &[&str]) {
    let found = of(old, new);
    match &rule(&found, "a").change {
        Change::Equal => assert_eq!(expected, [""; 0]),
        _ => assert_eq!(strings(differs(rule(&found, "a"))), expected),
    }
}

#[test]
fn of_many_ways_the_shortest_have_counterexamples() {
    let alternatives: Vec<String> = (b'a'..=b'z').map(|c| format!("\"{0}{0}\"", char::from(c))).collect();
    let found = of("a = { \"1\" }", &format!("a = {{ {} }}", alternatives.join(" | ")));
    let differs = differs(rule(&found, "a"));
    assert_eq!((differs.counterexamples.len(), differs.more), (16, 11));
    assert_eq!(strings(differs)[..3], ["+aa", "-1", "+bb"]);
}

const NO_IPV4: &str = "host = ${ IP_literal | reg_name }";
const USERINFO: &str = "authority = ${ (user ~ (\":\" ~ userinfo)? ~ \"@\")? ~ host ~ (\":\" ~ port)? }
    user = @{ (unreserved | pct_encoded | sub_delims)* }";

#[rstest]
#[case::no_ipv4(NO_IPV4, "host", "0.0.0.0", "//0.0.0.0", "IPv4address 0..7", "reg_name 0..7")]
#[case::userinfo(USERINFO, "authority", "@", "//@", "userinfo 0..0", "")]
fn of_variants_are_parsed_differently(
    #[case] variant: &str,
    #[case] cause: &str,
    #[case] text: &str,
    #[case] context: &str,
    #[case] only_old: &str,
    #[case] only_new: &str,
) {
    let found = of_variant(variant);
    let causes = found.iter().filter(|difference| difference.is_cause());
    assert_eq!(causes.map(|difference| difference.rule.as_str()).collect::<Vec<_>>(), [cause]);
    let counterexample = differs(rule(&found, cause)).counterexamples.last().unwrap();
    assert_eq!(
        (counterexample.text.as_str(), counterexample.kind()),
        (text, CounterexampleKind::ParsedDifferently)
    );
    assert_eq!(counterexample.context, Context::Within(context.to_owned()));
    let (Some(old), Some(new)) = (&counterexample.old, &counterexample.new) else { panic!("both accept it") };
    let but = |these: &[Capture], those: &[Capture]| {
        let these = these.iter().filter(|node| !those.contains(node));
        these.map(|node| format!("{} {}..{}", node.rule, node.start, node.end)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((but(old, new), but(new, old)), (only_old.to_owned(), only_new.to_owned()));
    let reference = rule(&found, "URI_reference");
    assert_eq!(reference.causes, [cause]);
    assert_eq!(differs(reference).counterexamples.last().unwrap().text, context);
}

#[test]
fn of_iris_two_rules_are_the_cause() {
    let found = of_variant(include_str!("../../../variants/rfc3987.pest"));
    let causes: Vec<_> = found.iter().filter(|difference| difference.is_cause()).collect();
    let named = |difference: &&Difference| (difference.rule.clone(), difference.new_rules.clone());
    let expected = [("unreserved", "ucschar"), ("query", "iprivate")];
    assert_eq!(
        causes.iter().map(named).collect::<Vec<_>>(),
        expected.map(|(rule, new)| (rule.to_owned(), vec![new.to_owned()]))
    );
    assert_eq!(rule(&found, "IPvFuture").change, Change::Equal);
    assert_eq!(rule(&found, "URI").causes, ["unreserved", "query"]);
    assert_eq!(rule(&found, "userinfo").causes, ["unreserved"]);
    assert_eq!(strings(differs(rule(&found, "URI"))), ["+a:à", "+a:?\u{e000}"]);
    assert_eq!(differs(causes[0]).counterexamples[0].context, Context::Within("à".to_owned()));
}

#[test]
fn a_change_that_makes_no_difference_is_no_cause() {
    let old = "a = { b ~ \"x\" } b = { \"1\" }";
    let new = "a = { b ~ (\"x\" | &\"!\" ~ \"x\") } b = { \"1\" | \"2\" }";
    let found = of(old, new);
    assert_eq!(rule(&found, "a").causes, ["b"], "its own change changes nothing");
}

/// Two rules that accept the same strings may behave differently before other expressions.
#[test]
fn a_rule_that_looks_ahead_differently_is_the_cause() {
    let found = of("a = { b ~ \"z\" } b = { \"x\" ~ !\"z\" }", "a = { b ~ \"z\" } b = { \"x\" }");
    assert_eq!(changed(&found), ["a"]);
    assert_eq!(rule(&found, "a").causes, ["b"]);
    assert_eq!(strings(differs(rule(&found, "a"))), ["+xz"]);
}

/// `b` accepts the same strings, so only its callers can differ.
#[rstest]
#[case::no_difference("a = { b ~ \"z\" }", "b = { \"x\" | \"y\" }", "b = { \"y\" | \"x\" }", &[])]
#[case::longer_prefix("a = { b ~ \"y\"? ~ \"z\" }", "b = { \"x\" }", "b = { \"x\" ~ (\"y\" ~ &\"z\")? }", &["a"])]
#[case::no_prefix("a = { b ~ \"z\" }", "b = { \"x\" }", "b = { \"x\" ~ EOI }", &["a"])]
#[case::far_below("a = { c ~ \"z\" } c = { d } d = { b }", "b = { \"x\" }", "b = { \"x\" ~ !\"z\" }", &["a"])]
#[case::nodes_of_a_prefix("a = { b ~ \"z\" } c = { \"x\" }", "b = { c }", "b = { &(c ~ \"z\") ~ \"x\" | c }", &["a"])]
#[case::nodes_in_an_atomic_rule("a = @{ b ~ \"z\" }", "b = { \"x\" }", "b = ${ \"x\" }", &["a"])]
#[case::nodes_of_another("a = @{ b ~ \"z\" } c = { \"x\" }", "b = { c }", "b = { h } h = ${ c }", &["h", "a"])]
#[case::offset("a = { \"z\" ~ b }", "b = { \"x\"? }", "b = { SOI ~ \"x\" | \"\" }", &["a"])]
#[case::skipping("a = @{ \"z\" ~ b } WHITESPACE = _{ \" \" }", "b = { \"x\" ~ \"y\" }", "b = ${ \"x\" ~ \" \"* ~ \"y\" }", &["a"])]
fn a_rule_of_the_same_strings_changes_its_callers(
    #[case] rules: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &[&str],
) {
    let found = of(&format!("{rules} {old}"), &format!("{rules} {new}"));
    assert_eq!(changed(&found), expected);
}

#[test]
fn the_causes_of_recursive_rules_are_those_that_are_redefined() {
    let old = "value = { list | int } list = { \"[\" ~ value* ~ \"]\" } int = { \"0\" | \"1\" }";
    let (old, new) = (read(old), read(&old.replace("\"0\" | ", "")));
    let found = Differ::new(&old, &new).searched(Effort::DEFAULT).differences();
    for name in ["value", "list"] {
        assert_eq!(rule(&found, name).causes, ["int"], "{name}");
    }
    assert!(rule(&found, "int").is_cause());
}

#[rstest]
#[case::silenced("a = { b } b = { \"x\" }", "a = { b } b = _{ \"x\" }", &["b"], Some(false))]
#[case::speaks("a = { b } b = _{ \"x\" }", "a = { b } b = { \"x\" }", &["b"], Some(true))]
#[case::kind("a = { b } b = { \"x\" }", "a = { b } b = @{ \"x\" }", &[], None)]
fn a_rule_makes_a_node_or_not(
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &[&str],
    #[case] makes_node: Option<bool>,
) {
    let found = of(old, new);
    assert_eq!(changed(&found), expected);
    if makes_node.is_some() {
        let differs = differs(rule(&found, "b"));
        assert_eq!((differs.relation, differs.makes_node), (Relation::Equal, makes_node));
    }
}

#[test]
fn only_the_captures_asked_for_count() {
    let (old, new) =
        (read("a = { b } b = { \"x\" } c = { \"x\" }"), read("a = { c } b = { \"x\" } c = { \"x\" }"));
    assert_eq!(changed(&Differ::new(&old, &new).differences()), ["a"]);
    assert_eq!(changed(&Differ::new(&old, &new).captured(&["b"]).differences()), ["a"]);
    assert_eq!(changed(&Differ::new(&old, &new).captured(&["a"]).differences()), [""; 0]);
    assert_eq!(changed(&Differ::new(&old, &new).captured(&[]).differences()), [""; 0]);
}

#[rstest]
#[case::called("s = { \"(\" ~ a ~ \")\" } a = { \"x\" }", "\"x\" | \"y\"", Context::Within("(y)".to_owned()))]
#[case::hidden("s = { \"(\" ~ &\"x\" ~ a ~ \")\" } a = { \"x\" }", "\"x\" | \"y\"", Context::Hidden)]
#[case::by_another("s = { a | \"y\" ~ \"z\"? } a = { \"x\" }", "\"x\" | \"y\"", Context::Within("y".to_owned()))]
#[case::twice("s = { &\"x\" ~ a ~ a } a = { \"x\" }", "\"x\" | \"yy\"", Context::Within("xyy".to_owned()))]
#[case::atomic("s = @{ \"1\" ~ a } a = { \"x\" }", "\"x\" | \"y\"", Context::Within("1y".to_owned()))]
#[case::silent("s = { \"1\" ~ a } a = _{ \"x\" }", "\"x\" | \"y\"", Context::Within("1y".to_owned()))]
#[case::not_called("s = { \"1\" } a = { \"x\" }", "\"x\" | \"y\"", Context::Own)]
fn shows_in_the_strings_of_the_start_rule(#[case] old: &str, #[case] a: &str, #[case] expected: Context) {
    let new = old.replace("{ \"x\" }", &format!("{{ {a} }}"));
    assert_eq!(differs(rule(&of(old, &new), "a")).counterexamples[0].context, expected);
}

#[test]
fn tells_the_way_to_where_two_rules_part() {
    let old = read("a = { b ~ c } b = { \"x\"+ } c = { \"y\" }");
    let new = read("a = { b ~ c } b = { \"x\"+ } c = { \"y\" ~ d? } d = { \"z\" }");
    let found = Differ::new(&old, &new).explained().differences();
    let paths = differs(rule(&found, "a")).counterexamples[0].paths.clone().unwrap();
    let path =
        |rules: &[&str], next| Path { rules: rules.iter().map(|&rule| rule.to_owned()).collect(), next };
    assert_eq!(differs(rule(&found, "a")).counterexamples[0].text, "xyz");
    assert_eq!(
        (paths.at, paths.old, paths.new),
        (2, path(&["a"], Next::Ends), path(&["a", "c", "d"], Next::Reads('z')))
    );

    let new = read("a = { b ~ c } b = { \"x\"+ } c = { \"q\" }");
    let found = Differ::new(&old, &new).explained().differences();
    let paths = differs(rule(&found, "a")).counterexamples[0].paths.clone().unwrap();
    assert_eq!(
        (paths.old, paths.new),
        (path(&["a", "c"], Next::Expects('y')), path(&["a", "c"], Next::Reads('q')))
    );
}

#[test]
#[should_panic(expected = "one of the two rules accepts a counterexample")]
fn a_counterexample_that_no_rule_accepts_is_none() {
    let text = "x".to_owned();
    let _ = Counterexample { text, old: None, new: None, context: Context::Own, paths: None }.kind();
}

/// Both trees have a node of the rule at this offset, but only one tree has two.
#[test]
fn readings_part_where_one_has_a_node_twice() {
    let (old, new) = (read("a = { \"x\" ~ b } b = { \"\" }"), read("a = { \"x\" ~ b ~ b } b = { \"\" }"));
    let found = Differ::new(&old, &new).explained().differences();
    let counterexample = &differs(rule(&found, "a")).counterexamples[0];
    assert_eq!(
        (counterexample.text.as_str(), counterexample.kind()),
        ("x", CounterexampleKind::ParsedDifferently)
    );
    assert_eq!(counterexample.paths.as_ref().map(|paths| paths.at), Some(1));
}

#[test]
fn a_copy_of_a_recursive_grammar_is_equal() {
    let grammar = "value = { \"[\" ~ (value ~ (\",\" ~ value)*)? ~ \"]\" | \"1\" } other = { \"x\" }";
    assert_eq!(changed(&of(grammar, grammar)), [""; 0]);
    let found = of(grammar, &grammar.replace("\"x\"", "\"y\""));
    assert_eq!(changed(&found), ["other"]);
    let found = of(grammar, &grammar.replace("\"1\"", "\"2\""));
    assert!(matches!(rule(&found, "value").change, Change::Undecided { why: Undecided::Old(_), .. }));
}

/// The node of the rule itself is not one of its captures, in a search either.
#[test]
fn a_recursive_rule_makes_a_node_or_not() {
    let (old, new) = (read("a = { \"(\" ~ a* ~ \")\" }"), read("a = _{ \"(\" ~ a* ~ \")\" }"));
    let effort = Effort { steps: 100_000, time: Duration::from_secs(60) };
    let found = Differ::new(&old, &new).captured(&["a"]).searched(effort).differences();
    let differs = differs(rule(&found, "a"));
    assert_eq!(differs.makes_node, Some(false));
    assert!(
        differs.counterexamples.iter().all(|counterexample| counterexample.old != counterexample.new),
        "{differs:?}"
    );
}

#[test]
fn a_new_rule_that_skips_is_reported() {
    let found = of("a = { \"x\" ~ \"y\" }", "a = { \"x\" ~ \"y\" } WHITESPACE = _{ \" \" }");
    assert_eq!(rule(&found, "a").causes, ["WHITESPACE"]);
    assert_eq!(strings(differs(rule(&found, "a"))), ["+x y"]);
}

/// Grammars whose comparison would take too much time or memory without limits.
#[rstest]
#[case::exponential("a = { (!(\"a\" ~ ANY{20} ~ \"b\") ~ ANY)* }", "ANY{20}", "ANY{21}")]
#[case::long_chain(
    &(0..3000).map(|n| format!("r{n} = {{ \"a\" | \"b\" ~ r{} }}\n", n + 1)).chain(["r3000 = { \"c\" }".to_owned()]).collect::<String>(),
    "\"c\"", "\"d\"",
)]
#[case::all_changed(
    &(0..2000).map(|n| format!("r{n} = {{ \"a\" ~ \"b\" }}\n")).collect::<String>(),
    "\"b\"", "\"c\"",
)]
#[case::shared(
    &(0..200).map(|n| format!("r{n} = {{ \"a\" ~ r{0} | r{0} ~ \"b\" | r{0} }}\n", n + 1)).chain(["r200 = { \"c\" }".to_owned()]).collect::<String>(),
    "\"a\"", "\"d\"",
)]
#[ignore = "grammars at the limits"]
fn is_answered_within_the_limits(#[case] old: &str, #[case] from: &str, #[case] to: &str) {
    let found = of(old, &old.replace(from, to));
    assert_ne!(changed(&found), [""; 0]);
}

/// Finding the context of a difference takes more steps than finding the difference, so it comes
/// last.
#[rstest]
#[case::in_sequence("_", " ~ ", "")]
#[case::in_sequence_with_nodes("", " ~ ", "")]
#[case::repeated("", " | ", "*")]
fn many_rules_are_compared_before_it_is_searched_where_they_show(
    #[case] kind: &str,
    #[case] by: &str,
    #[case] repeated: &str,
) {
    let calls: Vec<String> = (0..2000).map(|n| format!("r{n}")).collect();
    let rules: String = calls.iter().map(|rule| format!("{rule} = {kind}{{ \"a\" }}\n")).collect();
    let old = format!("start = ${{ ({}){repeated} }}\n{rules}", calls.join(by));
    let found = of(&old, &old.replace("\"a\"", "\"a\" | \"b\""));
    assert_eq!(found.len(), 2001);
    assert!(found.iter().all(|of| of.rule == "start" || matches!(of.change, Change::Differs(_))));
}

// `uri.pest` is proved equal to Appendix A of RFC 3986, and `Prover` agrees.

/// Core rules of RFC 5234; `uri.pest` defines those that it calls.
const CORE: [&str; 3] = ["ALPHA", "DIGIT", "HEXDIG"];

fn abnf() -> Abnf {
    Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_rule_matches_what_its_abnf_does() {
    let (abnf, peg) = (abnf(), Peg::new(&common::uri()));
    let mut automata = Automata::new(&peg);
    let mut unequal = Vec::new();
    for name in peg.names() {
        if automata.dfa(name).unwrap() != abnf.dfa(name).unwrap() {
            unequal.push(name);
        }
    }
    assert_eq!(unequal, [""; 0], "not equal to their ABNF");
}

#[test]
fn both_have_the_same_rules() {
    let (abnf, peg) = (abnf(), Peg::new(&common::uri()));
    let dashed: BTreeSet<String> = peg.names().map(|name| name.replace('_', "-")).collect();
    let printed: BTreeSet<String> = abnf.names().chain(CORE).map(str::to_owned).collect();
    let only_one: Vec<_> = dashed.symmetric_difference(&printed).collect();
    assert_eq!(only_one, [""; 0], "in one file only");
}

const ABNF: &str = "s = a / b\na = x [ y ]\nb = *y\nx = \"x\"\ny = \"y\"";

fn proved(grammar: &Grammar, abnf: &str, rule: &str) -> String {
    let (peg, abnf) = (Peg::new(grammar), Abnf::read(abnf, "test.abnf").unwrap());
    match Prover::new(grammar, &peg, &abnf).prove(rule, rule).unwrap().captures {
        Derivation::Unique => "unique".to_owned(),
        Derivation::Ambiguous(apart) => format!("ambiguous {:?}", apart.text),
        Derivation::None(apart) => format!("none {:?}", apart.text),
        other => format!("{other:?}"),
    }
}

#[rstest]
#[case::all("s = ${ a | b } a = ${ x ~ y? } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::atomic("s = ${ a | b } a = @{ x ~ y? } b = @{ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::silent_copies(
    "s = ${ a | b } a = ${ c ~ d? } b = ${ d* } c = _{ \"x\" } d = _{ \"y\" } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"x\""
)]
#[case::not_called(
    "s = ${ x ~ y? | y* } a = ${ x ~ y? } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"\""
)]
#[case::silent("s = ${ a | b } a = _{ x ~ y? } b = _{ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::atomic_below(
    "s = ${ a | b } a = @{ c ~ y? } c = ${ x } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"xy\""
)]
fn captures(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(proved(&read(source), ABNF, "s"), expected);
}

#[test]
fn an_ambiguity_is_settled_by_what_the_model_captures() {
    let source = r#"path_abempty = ${ ("/" ~ segment)* } segment = @{ pchar* }"#;
    let grammar = Grammar::read_over(&uri(), source, "segments.pest").unwrap();
    let (peg, model) = (Peg::new(&grammar), uri());
    let model = Peg::new(&model);
    let abnf = Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap();
    let proof = Prover::new(&grammar, &peg, &abnf).settled_by(&model).prove("URI", "URI").unwrap();
    assert!(matches!(proof.captures, Derivation::Ambiguous(_)), "{proof:?}");
}

/// Takes linear time although many rules call many others.
#[test]
fn one_of_many_rules_that_call_many_is_proved() {
    let rules = |count, rule: fn(usize) -> String| (0..count).map(rule).collect::<String>();
    let leaves: Vec<String> = (0..2000).map(|n| format!("leaf{n}")).collect();
    let source = format!("hub = @{{ {} }}\n", leaves.join(" | "))
        + &rules(2000, |n| format!("leaf{n} = @{{ \"a\" }}\n"))
        + &rules(8000, |n| format!("r{n} = @{{ hub }}\n"));
    let abnf = format!("hub = {}\n", leaves.join(" / "))
        + &rules(2000, |n| format!("leaf{n} = %x61\n"))
        + &rules(8000, |n| format!("r{n} = hub\n"));
    assert_eq!(proved(&read(&source), &abnf, "r0"), "unique");
}

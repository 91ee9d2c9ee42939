//! The captures of rules, and strings that two rules parse differently.

use std::ops::Range;

use fastrand::Rng;
use pest_vm::Vm;
use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Captures, Error, Grammar, Peg, RuleType};
use urigram_workbench::{Change, CounterexampleKind, Differ};

use crate::common::{read, strings, uri, vm};
use crate::random;

type Nodes = Vec<(String, usize, usize)>;

fn own_nodes(captures: &Captures, text: &str) -> Option<Nodes> {
    let nodes = captures.read(text)?;
    Some(nodes.into_iter().map(|node| (node.rule, node.start, node.end)).collect())
}

/// Returns the captured nodes that pest makes below the rule's own node, in preorder.
fn pests_nodes(vm: &Vm, rule: &str, text: &str, captured: &[&str]) -> Option<Nodes> {
    let whole = format!("whole {rule}");
    let pair = vm.parse(&whole, text).ok()?.next()?;
    if pair.as_span().end() != text.len() {
        return None;
    }
    let mut nodes: Nodes = pair
        .into_inner()
        .flatten()
        .map(|pair| (pair.as_rule().to_owned(), pair.as_span().start(), pair.as_span().end()))
        .collect();
    // The rule's own node comes first.
    if nodes.first().is_some_and(|(name, ..)| name == rule) {
        nodes.remove(0);
    }
    nodes.retain(|(name, ..)| captured.contains(&name.as_str()));
    Some(nodes)
}

fn names(grammar: &Grammar) -> Vec<&str> {
    grammar.rules().iter().map(|rule| rule.name.as_str()).collect()
}

fn agrees(source: &str, alphabet: &str, longest: usize) {
    let grammar = read(source);
    let (peg, vm) = (Peg::new(&grammar), vm(&grammar));
    let names = names(&grammar);
    let mut automata = Automata::new(&peg);
    let all = strings(alphabet, longest);
    for rule in &names {
        let captured: Vec<&str> = names.iter().copied().filter(|name| name != rule).collect();
        let Ok(captures) = automata.captures(rule, &captured) else { continue };
        for text in &all {
            let pests = pests_nodes(&vm, rule, text, &captured);
            assert_eq!(own_nodes(&captures, text), pests, "{source}\n{rule} {text:?}");
        }
    }
}

#[rstest]
#[case::committed_choice("a = { (x | y) ~ z* } x = { \"a\" } y = { \"a\" ~ \"b\" } z = { ANY }", "ab", 5)]
#[case::lookahead("a = { (&(x ~ y) ~ x ~ z | ANY)* } x = { \"a\" } y = { \"b\" } z = { y }", "ab", 6)]
#[case::start("a = { (s | x)* } s = { SOI ~ x } x = { ANY }", "ab", 4)]
#[case::start_after_marks("a = { s ~ x* } s = { t } t = { SOI ~ x? } x = { \"a\" | SOI ~ \"b\" }", "ab", 4)]
#[case::end("a = { (x ~ &EOI | y)* } x = { ANY } y = { ANY }", "ab", 4)]
#[case::space("WHITESPACE = { \" \" } a = { (x ~ y)* } x = { \"a\" } y = { \"b\"? }", "ab ", 6)]
#[case::atomic("a = { x ~ y } x = @{ y* } y = { z } z = { \"a\" | \"b\" ~ \"a\" }", "ab", 6)]
fn are_those_of_pest(#[case] source: &str, #[case] alphabet: &str, #[case] longest: usize) {
    agrees(source, alphabet, longest);
}

#[test]
fn of_random_grammars_are_those_of_pest() {
    let mut random = Rng::with_seed(17);
    for _ in 0..150 {
        agrees(&random::grammar(&mut random), "ab%é", 4);
    }
}

fn captures(source: &str, rule: &str, captured: &[&str]) -> Captures {
    let grammar = Grammar::read_either(&uri(), source, "test.pest").unwrap();
    let peg = Peg::new(&grammar);
    Automata::new(&peg).captures(rule, captured).unwrap()
}

const PARTS: [&str; 8] =
    ["scheme", "authority", "userinfo", "host", "port", "IPv4address", "IPvFuture", "reg_name"];

#[rstest]
#[case::no_ipv4("host = ${ IP_literal | reg_name }", "//0.0.0.0", "IPv4address 2..9", "reg_name 2..9")]
#[case::userinfo(
    "authority = ${ (user ~ (\":\" ~ userinfo)? ~ \"@\")? ~ host ~ (\":\" ~ port)? }
    user = @{ (unreserved | pct_encoded | sub_delims)* }",
    "//@",
    "userinfo 2..2",
    ""
)]
#[case::written_out(
    "authority = ${ userinfo ~ \"@\" ~ host ~ (\":\" ~ port)? | host ~ (\":\" ~ port)? }",
    "",
    "",
    ""
)]
fn of_variants_differ(
    #[case] variant: &str,
    #[case] text: &str,
    #[case] only_old: &str,
    #[case] only_new: &str,
) {
    let old = captures(include_str!("../../../uri.pest"), "URI_reference", &PARTS);
    let new = captures(variant, "URI_reference", &PARTS);
    let Some(apart) = old.parses_differently(&new) else {
        assert_eq!((only_old, only_new), ("", ""));
        assert_eq!(new.parses_differently(&old), None);
        return;
    };
    assert_eq!(apart.text, text);
    let but = |these: &[urigram_grammar::Capture], those: &[urigram_grammar::Capture]| {
        let these = these.iter().filter(|node| !those.contains(node));
        these.map(|node| format!("{} {}..{}", node.rule, node.start, node.end)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        (but(&apart.left, &apart.right), but(&apart.right, &apart.left)),
        (only_old.into(), only_new.into())
    );
    let Some(back) = new.parses_differently(&old) else { panic!("differs both ways") };
    assert_eq!((back.text, back.left, back.right), (apart.text, apart.right, apart.left));
}

/// The library relies on this property: it converts a URI to an IRI without parsing it again.
#[rstest]
#[case::iris(include_str!("../../../variants/rfc3987.pest"))]
#[case::zones(include_str!("../../../variants/rfc6874.pest"))]
fn of_variants_that_are_types_are_those_of_uri_pest(
    #[case] variant: &str,
    #[values("URI_reference", "absolute_URI")] rule: &str,
) {
    let grammar = uri();
    let names = names(&grammar);
    let old = captures(include_str!("../../../uri.pest"), rule, &names);
    let new = captures(variant, rule, &names);
    assert_eq!(old.parses_differently(&new), None);
    assert_ne!(old.dfa(), new.dfa());
}

#[test]
fn a_shorter_string_is_never_parsed_differently() {
    let mut random = Rng::with_seed(3);
    let mut found = 0;
    let all = strings("ab%é", 4);
    for _ in 0..400 {
        let (one, other) = (random::grammar(&mut random), random::grammar(&mut random));
        let (left, right) = (read(&one), read(&other));
        let (left, right) = (Peg::new(&left), Peg::new(&right));
        let captured = ["b", "c", "d", "e"];
        let Ok(left) = Automata::new(&left).captures("a", &captured) else { continue };
        let Ok(right) = Automata::new(&right).captures("a", &captured) else { continue };
        let differs =
            |text: &&String| left.read(text).zip(right.read(text)).is_some_and(|(left, right)| left != right);
        match (left.parses_differently(&right), all.iter().find(differs)) {
            (Some(apart), shortest) => {
                found += 1;
                assert!(differs(&&apart.text), "{one}\n{other}\n{apart:?}");
                let length = |text: &str| text.chars().count();
                assert!(shortest.is_none_or(|shortest| length(shortest) == length(&apart.text)), "{apart:?}");
                assert_eq!(
                    (left.read(&apart.text), right.read(&apart.text)),
                    (Some(apart.left), Some(apart.right))
                );
            }
            (None, shortest) => assert_eq!(shortest, None, "{one}\n{other}"),
        }
    }
    assert!(found > 50, "{found}");
}

/// Marking takes steps for each rule that is called, even if several rules share an automaton.
#[rstest]
#[case::all("all", 1500..15_000)]
#[case::last("r1499", 0..100)]
fn what_a_rule_calls_takes_steps_to_mark(#[case] rule: &str, #[case] expected: Range<usize>) {
    let names: Vec<String> = (0..1500).map(|n| format!("r{n}")).collect();
    let rules: String = names.iter().map(|name| format!("{name} = {{ \"a\" ~ \"b\" }}\n")).collect();
    let peg = Peg::new(&read(&format!("{rules}all = {{ {} }}", names.join(" | "))));
    let mut left = 1_000_000;
    Automata::new(&peg).captures_within(&mut left, rule, &[]).unwrap();
    let taken = 1_000_000 - left;
    assert!(expected.contains(&taken), "{taken}");
    let (mut left, mut automata) = (taken / 2, Automata::new(&peg));
    assert_eq!(
        automata.captures_within(&mut left, rule, &[]),
        Err(Error::TooLarge { rule: rule.to_owned() })
    );
    assert_eq!(left, 0);
    left = taken;
    assert!(automata.captures_within(&mut left, rule, &[]).is_ok(), "what was begun can be ended");
}

const APPENDIX_A: &str = include_str!("../../../uri.abnf");

/// Returns the names of the rules of these types.
fn capturing(grammar: &Grammar, of: &[RuleType]) -> Vec<String> {
    let rules = grammar.rules().iter().filter(|rule| of.contains(&rule.ty));
    rules.map(|rule| rule.name.clone()).collect()
}

#[test]
fn of_appendix_a_are_derivations_and_one_is_ambiguous() {
    let (grammar, abnf) = (uri(), Abnf::read(APPENDIX_A, "uri.abnf").unwrap());
    let peg = Peg::new(&grammar);
    let captured = capturing(&grammar, &[RuleType::Normal, RuleType::Atomic, RuleType::CompoundAtomic]);
    let captured: Vec<&str> = captured.iter().map(String::as_str).collect();
    let leaves = capturing(&grammar, &[RuleType::Atomic]);
    let leaves: Vec<&str> = leaves.iter().map(String::as_str).collect();
    let mut automata = Automata::new(&peg);
    let mut ambiguous = Vec::new();
    for name in abnf.names().filter(|name| grammar.rule(&name.replace('-', "_")).is_some()) {
        let rule = name.replace('-', "_");
        let own = automata.captures(&rule, &captured).unwrap();
        let derived = abnf.captures(name, &captured, &leaves).unwrap();
        assert_eq!(own.parses_differently(&derived), None, "{name}");
        let apart = derived.parses_differently(&own);
        ambiguous.extend(apart.map(|apart| (name, apart.text)));
    }
    let expected = [
        ("URI", "a://0.0.0.0"),
        ("hier-part", "//0.0.0.0"),
        ("URI-reference", "//0.0.0.0"),
        ("absolute-URI", "a://0.0.0.0"),
        ("relative-ref", "//0.0.0.0"),
        ("relative-part", "//0.0.0.0"),
        ("authority", "0.0.0.0"),
        ("host", "0.0.0.0"),
        ("path", ""),
    ];
    assert_eq!(ambiguous, expected.map(|(rule, text)| (rule, text.to_owned())));
}

/// Returns the captures in the first string that both rules accept and parse differently.
fn parsed_differently(old: &Grammar, new: &Grammar, rule: &str) -> Option<[String; 2]> {
    let differences = Differ::new(old, new).differences();
    let difference = differences.iter().find(|difference| difference.rule == rule).unwrap();
    let Change::Differs(differs) = &difference.change else { return None };
    let counterexample = differs
        .counterexamples
        .iter()
        .find(|counterexample| counterexample.kind() == CounterexampleKind::ParsedDifferently)?;
    let shown = |nodes: &Option<Vec<urigram_grammar::Capture>>| {
        let nodes = nodes.iter().flatten().map(|node| format!("{} {}..{}", node.rule, node.start, node.end));
        nodes.collect::<Vec<_>>().join(", ")
    };
    Some([shown(&counterexample.old), shown(&counterexample.new)])
}

#[rstest]
#[case::the_same_nodes(
    "pair = { key ~ \",\"? ~ \",\"* } key = { letter ~ \",\"? } letter = { 'a'..'b' }",
    "pair = { \",\"? ~ key ~ \",\"* } key = { letter ~ \",\"? } letter = { 'a'..'b' }",
    None
)]
#[case::a_node_moves_with_its_own(
    "two = { \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = { \"a\" }",
    "two = { key? ~ \"a\"* } key = { letter } letter = { \"a\" }",
    Some(["", "key 0..1, letter 0..1"])
)]
#[case::a_silent_rule_has_no_node(
    "two = { \"a\"? ~ key? ~ \"a\"* } key = _{ letter } letter = { \"a\" }",
    "two = { key? ~ \"a\"* } key = _{ letter } letter = { \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::an_atomic_caller_hides_the_outer_node(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = !{ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = { letter } letter = !{ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::a_compound_atomic_rule_makes_its_node_all_the_same(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = ${ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = { letter } letter = ${ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::even_below_an_atomic_one(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = @{ letter } letter = ${ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = @{ letter } letter = ${ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::the_caller_decides_about_blanks(
    "line = { key ~ \";\" } key = { \"a\" ~ gap? ~ \"b\" } gap = { \" \" } WHITESPACE = _{ \" \" }",
    "line = ${ key ~ \";\" } key = { \"a\" ~ gap? ~ \"b\" } gap = { \" \" } WHITESPACE = _{ \" \" }",
    Some(["key 0..3", "key 0..3, gap 1..2"])
)]
fn nodes_that_a_caller_decides_about_are_compared(
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: Option<[&str; 2]>,
) {
    let (old, new) = (read(old), read(new));
    let rule = old.rules()[0].name.clone();
    assert_eq!(parsed_differently(&old, &new, &rule), expected.map(|both| both.map(str::to_owned)));
}

/// If the interpreter takes too many steps with one of the rules, the nodes of both are read by
/// automata.
#[test]
fn both_readings_have_nodes_of_the_same_rules() {
    let slow: String = (0..14).map(|n| format!("r{n} = {{ (r{0} ~ \"q\") | r{0} }}\n", n + 1)).collect();
    let common = format!("s = {{ k }}\nk = {{ \"k\" }}\n{slow}r14 = {{ \"x\" }}\n");
    let old = read(&format!("top = {{ r0 ~ s ~ \"y\"? }}\n{common}"));
    let new = read(&format!("top = {{ \"x\" ~ s ~ \"y\"? }}\n{common}"));
    let both = parsed_differently(&old, &new, "top").unwrap();
    assert!(both.iter().all(|reading| reading.contains("s 1..2") && !reading.contains("k 1..2")), "{both:?}");
}

//! Traces of matches: examples, agreement with the parse tree, and limits.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::Grammar;
use urigram_workbench::{
    Machine, NearMisses, Node, Outcome, Role, Sampler, Step, Stopped, Trace, What, near,
};

use crate::common::{strings, uri};
use crate::formats::{CALCULATOR, CSV, JSON, MAILBOX};
use crate::random;
use crate::variants::grammar;

const MANY: usize = 100_000;

fn machine(source: &str) -> Machine {
    Machine::new(&Grammar::read(source, "x.pest").unwrap())
}

/// Returns one line for each step: `+` if it is kept, `~` if it matched but was discarded, `-` if it failed.
fn drawn(trace: &Trace<'_, '_>) -> String {
    let line = |(id, step): (usize, &Step<'_>)| {
        let mark = match step.outcome {
            Outcome::Matched(_) if step.is_kept => '+',
            Outcome::Matched(_) => '~',
            Outcome::Failed => '-',
            Outcome::Open => '?',
        };
        let taken = step.end().map_or(String::new(), |end| format!(" {:?}", &trace.text[step.start..end]));
        let (what, then) = (step.what, trace.then(id));
        format!("{:1$}{mark} {what}{taken}: {then}", "", 2 * step.depth)
    };
    trace.steps.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// Asserts that the trace is well-formed and has the nodes of the machine's parse tree.
pub(crate) fn agrees(machine: &Machine, rule: &str, text: &str, run: &Result<Vec<Node<'_>>, Stopped>) {
    let trace = machine.trace(rule, text, MANY).unwrap();
    well_formed(&trace);
    match run {
        Ok(nodes) if trace.is_complete() => {
            assert!(trace.matched);
            assert_eq!(nodes_of(&trace), *nodes, "{rule} on {text:?}\n{}", drawn(&trace));
        }
        Err(Stopped::NoMatch) if trace.is_complete() => assert!(!trace.matched, "{rule} on {text:?}"),
        _ => {}
    }
}

fn nodes_of<'g>(trace: &Trace<'g, '_>) -> Vec<Node<'g>> {
    let mut depths: Vec<usize> = Vec::new();
    let mut nodes = Vec::new();
    for step in &trace.steps {
        let depth = step.parent.map_or(0, |parent| depths[parent]);
        depths.push(depth + usize::from(step.is_node));
        if let (true, Some(end)) = (step.is_node, step.end()) {
            nodes.push(Node { rule: step.rule().unwrap_or("EOI"), start: step.start, end, depth });
        }
    }
    nodes
}

fn well_formed(trace: &Trace<'_, '_>) {
    let Trace { text, steps, .. } = trace;
    for (id, step) in steps.iter().enumerate() {
        assert!((id + 1..=steps.len()).contains(&step.subtree_end));
        assert!(text.is_char_boundary(step.start) && step.end().is_none_or(|end| text.is_char_boundary(end)));
        match step.parent {
            None => assert_eq!((id, step.role, step.depth), (0, Role::Start, 0)),
            Some(parent) => {
                assert!(parent < id && step.subtree_end <= steps[parent].subtree_end);
                assert_eq!(step.depth, steps[parent].depth + 1);
                assert!(step.start >= steps[parent].start);
            }
        }
        assert!(!step.is_node || step.is_kept);
        if id < 20 {
            assert!(!step.what.to_string().is_empty() && !trace.then(id).is_empty());
        }
    }
}

#[rstest]
#[case::a_choice_commits(
    r#"x = { "m" | "min" | "h" }"#,
    "min",
    r#"
+ x "m": ends at byte 1, but the text goes on: 'i'
  + "m" "m": alternative 1 of 3 matched, so no other is tried
"#
)]
#[case::a_repetition_commits(
    r#"x = @{ "a" ~ ("b" | "c")* ~ "c" }"#,
    "abc",
    r#"
- x: failed; the rule does not match
  ~ "a" "a": goes on with `("b" | "c")*`
  ~ ("b" | "c")* "bc": ends with the text; goes on with `"c"`
  - "c": failed: expected `"c"`, found the end; so `x` fails
"#
)]
#[case::what_matched_is_given_back(
    r#"x = { (y ~ "b" | "a" ~ y | y) ~ EOI } y = { "a" }"#,
    "a",
    r#"
+ x "a": matches the whole text
  + y ~ "b" | "a" ~ y | y "a": goes on with `EOI`
    - y ~ "b": failed; backtracks to byte 0 and tries alternative 2 of 3
      ~ y "a": goes on with `"b"`
      - "b": failed: expected `"b"`, found the end; so alternative 1 fails
    - "a" ~ y: failed; backtracks to byte 0 and tries alternative 3 of 3
      ~ "a" "a": goes on with `y`
      - y: failed: expected `y`, found the end; so alternative 2 fails
    + y "a": alternative 3 of 3 matched
  + EOI "": so `x` matches
"#
)]
#[case::options(
    r#"x = { ("a" ~ y)? ~ y? ~ "a"? } y = { "b" ~ "c" }"#,
    "aa",
    r#"
+ x "a": ends at byte 1, but the text goes on: 'a'
  + ("a" ~ y)? "": takes nothing; goes on with `y?`
    ~ "a" "a": goes on with `y`
    - y: failed; so the option takes nothing
      - "b": failed: expected `"b"`, found 'a'; so `y` fails
  + y? "": takes nothing; goes on with `"a"?`
    - y: failed; so the option takes nothing
      - "b": failed: expected `"b"`, found 'a'; so `y` fails
  + "a"? "a": so `x` matches
"#
)]
#[case::predicates(
    r#"x = { &y ~ !z ~ !"c" ~ &"b" } y = { "a" ~ "b" } z = { "a" ~ "b" }"#,
    "ab",
    r#"
- x: failed; the rule does not match
  ~ &y "": goes on with `!z`
    ~ y "ab": so the predicate matches
      ~ "a" "a": goes on with `"b"`
      ~ "b" "b": so `y` matches
  - !z: failed: `z` matches here; so `x` fails
    ~ z "ab": so the predicate fails
      ~ "a" "a": goes on with `"b"`
      ~ "b" "b": so `z` matches
"#
)]
#[case::rounds(
    r#"x = { (y ~ ";")* } y = { "a" | "b" }"#,
    "a;b",
    r#"
+ x "a;": ends at byte 2, but the text goes on: 'b'
  + (y ~ ";")* "a;": ends before 'b'; so `x` matches
    + y ~ ";" "a;": tries another iteration
      + y "a": goes on with `";"`
      + ";" ";": so iteration 1 matches
    - y ~ ";": failed; backtracks to byte 2, and the repetition ends after 1 iteration
      ~ y "b": goes on with `";"`
      - ";": failed: expected `";"`, found the end; so iteration 2 fails
"#
)]
#[case::a_run_of_characters(
    r#"x = @{ y* ~ ";" } y = { 'a'..'z' | "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT }"#,
    "ab%00c;",
    r#"
+ x "ab%00c;": matches the whole text
  + y* "ab%00c": ends before ';'; goes on with `";"`
  + ";" ";": so `x` matches
"#
)]
#[case::a_run_that_ends_within_a_round(
    r#"x = @{ y* ~ ";" } y = { 'a'..'z' | "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT }"#,
    "ab%0;",
    r#"
- x: failed; the rule does not match
  ~ y* "ab": ends before '%'; goes on with `";"`
    - y: failed; backtracks to byte 2, and the repetition ends after 2 iterations
      - 'a'..'z': failed: expected `'a'..'z'`, found '%'; backtracks to byte 2 and tries alternative 2 of 2
      - "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT: failed; no alternative is left
        ~ "%" "%": goes on with `ASCII_HEX_DIGIT`
        ~ ASCII_HEX_DIGIT "0": goes on with `ASCII_HEX_DIGIT`
        - ASCII_HEX_DIGIT: failed: expected `ASCII_HEX_DIGIT`, found ';'; so alternative 2 fails
  - ";": failed: expected `";"`, found '%'; so `x` fails
"#
)]
#[case::a_run_of_nodes(
    r#"x = { y* } y = { 'a'..'z' }"#,
    "ab",
    r#"
+ x "ab": matches the whole text
  + y* "ab": ends with the text; so `x` matches
    + y "a": tries another iteration
    + y "b": tries another iteration
"#
)]
#[case::all_but_a_character(
    r#"x = { "\"" ~ (!("\"" | "\\") ~ ANY)* ~ "\"" }"#,
    "\"é\"",
    r#"
+ x "\"é\"": matches the whole text
  + "\"" "\"": goes on with `(!("\"" | "\\") ~ ANY)*`
  + (!("\"" | "\\") ~ ANY)* "é": ends before '"'; goes on with `"\""`
  + "\"" "\"": so `x` matches
"#
)]
#[case::blanks(
    r#"x = { "a" ~ "b" ~ ("c" ~ "d")* } WHITESPACE = _{ " " } COMMENT = { "/" ~ "*" }"#,
    "a  /*b /d",
    r#"
+ x "a  /*b ": ends at byte 7, but the text goes on: '/'
  + "a" "a": goes on with `(WHITESPACE | COMMENT)*`
  + (WHITESPACE | COMMENT)* "  /*": goes on with `"b"`
    + COMMENT "/*": alternative 2 of 2 matched
      + "/" "/": goes on with `"*"`
      + "*" "*": so `COMMENT` matches
  + "b" "b": goes on with `(WHITESPACE | COMMENT)*`
  + (WHITESPACE | COMMENT)* " ": goes on with `("c" ~ "d")*`
    - COMMENT: failed; no alternative is left
      ~ "/" "/": goes on with `"*"`
      - "*": failed: expected `"*"`, found 'd'; so `COMMENT` fails
  + ("c" ~ "d")* "": ends before '/'; so `x` matches
    - "c" ~ "d": failed; backtracks to byte 7, and the repetition ends after no iteration
      - "c": failed: expected `"c"`, found '/'; so iteration 1 fails
"#
)]
#[case::blanks_before_a_round_that_fails(
    r#"x = { "a"* ~ "b" } WHITESPACE = _{ " " }"#,
    "a a b",
    r#"
+ x "a a b": matches the whole text
  + "a"* "a a": ends before ' '; goes on with `WHITESPACE*`
  + WHITESPACE* " ": goes on with `"b"`
  + "b" "b": so `x` matches
"#
)]
#[case::the_stack(
    r#"x = { PUSH("="+) ~ (!PEEK ~ ANY) ~ POP }"#,
    "==a==",
    r#"
+ x "==a==": matches the whole text
  + PUSH("=" ~ "="*) "==": goes on with `!PEEK`
    + "=" "=": goes on with `"="*`
    + "="* "=": ends before 'a'; so `PUSH("=" ~ "="*)` matches
  + !PEEK "": goes on with `ANY`
    - PEEK: failed: expected `PEEK`, found 'a'; so the predicate matches
  + ANY "a": goes on with `POP`
  + POP "==": so `x` matches
"#
)]
#[case::what_is_wrong_in_a_string(
    r#"x = { "true" | ^"tr" ~ "x" }"#,
    "Tr",
    r#"
- x: failed; the rule does not match
  - "true": failed: expected `"true"`, found "Tr"; backtracks to byte 0 and tries alternative 2 of 2
  - ^"tr" ~ "x": failed; no alternative is left
    ~ ^"tr" "Tr": goes on with `"x"`
    - "x": failed: expected `"x"`, found the end; so alternative 2 fails
"#
)]
fn shows(#[case] grammar: &str, #[case] text: &str, #[case] expected: &str) {
    let machine = machine(grammar);
    assert_eq!(drawn(&machine.trace("x", text, 100).unwrap()), expected.trim());
}

#[test]
fn an_address_commits_unless_the_name_goes_on() {
    let machine = Machine::new(&uri());
    let trace = machine.trace("host", "127.0.0.1x", 1_000).unwrap();
    let below: Vec<_> = (1..trace.steps.len()).filter(|&id| trace.steps[id].parent == Some(0)).collect();
    let said: Vec<_> = below.iter().map(|&id| trace.then(id)).collect();
    assert_eq!(
        said,
        [
            "failed; backtracks to byte 0 and tries alternative 2 of 3",
            "failed; backtracks to byte 0 and tries alternative 3 of 3",
            "alternative 3 of 3 matched",
        ]
    );
    let last = &trace.steps[below[2]];
    assert_eq!((last.what, last.role), (What::Rule("reg_name"), Role::Alternative { number: 3, of: 3 }));
    let trace = machine.trace("host", "127.0.0.1", 1_000).unwrap();
    assert!(trace.steps.iter().all(|step| step.what != What::Rule("reg_name")));
}

/// A URI takes some ten lines, and a long URI few more.
#[test]
fn a_trace_is_readable() {
    let machine = Machine::new(&uri());
    let count = |text: &str| machine.trace("scheme", text, 1_000).unwrap().steps.len();
    assert_eq!(count("http"), 3);
    assert_eq!(count(&"http".repeat(1000)), 3);
    let machine = self::machine(JSON);
    let text = format!("\"{}\"", "\\u00e9é".repeat(1000));
    let trace = machine.trace("string", &text, 1_000).unwrap();
    assert_eq!((trace.matched, trace.steps.len()), (true, 4));
}

#[rstest]
#[case::matched("ab", true, 2)]
#[case::a_beginning("abx", false, 2)]
#[case::failed("acx", false, 2)]
#[case::failed_at_once("x", false, 0)]
fn ends(#[case] text: &str, #[case] matched: bool, #[case] end: usize) {
    let machine = machine(r#"x = { "a" ~ "b" | "a" ~ "c" ~ "d" }"#);
    let trace = machine.trace("x", text, 100).unwrap();
    assert_eq!((trace.matched, trace.end), (matched, end));
}

const STEPS: u64 = 1_000_000;

#[rstest]
#[case::uri("uri", "URI_reference")]
#[case::zones("rfc6874", "URI_reference")]
#[case::iris("rfc3987", "URI_reference")]
#[case::names("strict-dns", "URI_reference")]
#[case::of_1996("url1996", "URL_reference")]
fn of_samples_and_near_misses(#[case] variant: &str, #[case] rule: &str) {
    let grammar = if variant == "uri" { uri() } else { grammar(variant) };
    let machine = Machine::new(&grammar);
    let sampler = Sampler::of_rule(&grammar, rule, 0..=40).unwrap();
    for text in sampler.strings(1).take(200) {
        agrees(&machine, rule, &text, &machine.run(rule, &text, STEPS));
    }
    let NearMisses { strings, .. } = near(&grammar, rule, 0..=12, 1).unwrap();
    assert!(strings.len() > 3, "{}", strings.len());
    for miss in &strings {
        agrees(&machine, rule, &miss.text, &machine.run(rule, &miss.text, STEPS));
    }
}

#[rstest]
#[case::json(JSON, r#"{"a": [1, -2.5e3, "\u00e9\\"], "b": null}"#)]
#[case::csv(CSV, "a,\"b\"\"\n\",\r\n,")]
#[case::mailbox(MAILBOX, "\"j d\"@a-b.example")]
#[case::calculator(CALCULATOR, "a = f(1, 2) * 3; # so\n -a ** 2")]
fn of_texts_and_their_beginnings(#[case] source: &str, #[case] text: &str) {
    let grammar = Grammar::read(source, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    let rule = &grammar.rules()[0].name;
    assert!(machine.run(rule, text, STEPS).is_ok());
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        let text = &text[..end];
        agrees(&machine, rule, text, &machine.run(rule, text, STEPS));
    }
}

#[rstest]
fn of_random_grammars(#[values(random::grammar, random::recursive)] source: fn(&mut Rng) -> String) {
    let mut random = Rng::with_seed(19);
    let texts = strings("ab%é", 4);
    let mut matched = 0;
    for _ in 0..200 {
        let grammar = Grammar::read(&source(&mut random), "x.pest").unwrap();
        let machine = Machine::new(&grammar);
        let rule = &grammar.rules()[0].name;
        for text in &texts {
            let run = machine.run(rule, text, STEPS);
            agrees(&machine, rule, text, &run);
            matched += usize::from(run.is_ok());
        }
    }
    assert!(matched > 500, "{matched}");
}

/// Grammars whose matches would take unlimited time or memory.
#[rstest]
#[case::alternatives(r#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" }"#)]
#[case::predicates(r#"x = { (&(&("a"*) ~ "a"*) ~ "a")* }"#)]
#[case::searches(r#"x = { (&y ~ ANY)* } y = @{ (!"b" ~ ANY)* }"#)]
#[case::folded(r#"x = { (&("a" | "b")* ~ !(y* ~ "b") ~ y)* } y = { ANY }"#)]
#[case::nodes(r#"x = { y* } y = { z } z = { w } w = { v } v = { u } u = { "a" }"#)]
fn a_trace_ends_at_its_limit(#[case] grammar: &str, #[values(1, 2, 1000)] limit: usize) {
    let machine = machine(grammar);
    let text = "a".repeat(20_000);
    let trace = machine.trace("x", &text, limit).unwrap();
    assert_eq!((trace.matched, trace.stopped), (false, Some(Stopped::Steps)));
    assert!(trace.steps.len() <= limit);
    assert_eq!(trace.steps[0].outcome, Outcome::Open);
    assert_eq!(trace.then(0), "has not ended: the limit was reached");
    well_formed(&trace);
}

/// The match of `y*`, which is a single step, tries an expression for each byte, and is tried again
/// for each byte.
#[test]
fn what_is_one_step_is_limited_too() {
    let machine = machine(r#"x = { y* ~ "c" | "a" ~ x | "d" } y = _{ "a" | "b" }"#);
    let text = "a".repeat(5_000);
    let trace = machine.trace("x", &text, 1_000).unwrap();
    assert_eq!(trace.stopped, Some(Stopped::Steps));
    well_formed(&trace);
}

#[test]
fn a_long_run_is_one_step() {
    let machine =
        machine(r#"x = { y ~ EOI } y = @{ (letter | "%" ~ letter ~ letter)* } letter = { 'a'..'z' }"#);
    let text = "abc%de".repeat(100_000);
    let trace = machine.trace("x", &text, 10).unwrap();
    assert!(trace.matched);
    assert_eq!(trace.steps.len(), 4);
    assert_eq!(trace.steps[2].end(), Some(text.len()));
}

#[test]
fn a_trace_ends_where_rules_are_nested_too_deep() {
    let machine = machine(r#"x = { "(" ~ x? ~ ")" }"#);
    let text = "(".repeat(100_000);
    let trace = machine.trace("x", &text, 1_000_000).unwrap();
    assert_eq!(trace.stopped, Some(Stopped::Depth));
    assert_eq!(trace.then(0), "has not ended: expressions are nested too deep");
    well_formed(&trace);
}

/// Long expressions of every kind are truncated.
#[rstest]
#[case::names(&format!("{0} = {{ {1} }} {1} = {{ \"b\" }}", "x", "n".repeat(100_000)))]
#[case::strings(&format!("x = {{ \"{}\" }}", "\u{1}".repeat(100_000)))]
#[case::alternatives(&format!("x = {{ {}\"b\" }}", "\"b\" ~ x? | ".repeat(700)))]
#[case::parts(&format!("x = {{ {}\"b\" }}", "\"b\" ~ ".repeat(2000)))]
#[case::brackets(&format!("x = {{ {}\"b\"{} }}", "(".repeat(100), " ~ \"c\")?".repeat(100)))]
#[case::predicates(&format!("x = {{ {}\"b\" }}", "!".repeat(100)))]
#[case::stops(&format!("x = @{{ (!({}\"b\") ~ ANY)* ~ \"c\" }}", "\"a\" | ".repeat(700)))]
fn lines_are_short(#[case] grammar: &str) {
    let machine = machine(grammar);
    let trace = machine.trace("x", "a", 100).unwrap();
    well_formed(&trace);
    let longest = drawn(&trace).lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest < 600), "{longest:?}");
}

/// Where pest panics, because the grammar pops from an empty stack, the match fails.
#[test]
fn popping_from_an_empty_stack_fails() {
    let machine = machine(r#"x = { "a" ~ (POP | "b") }"#);
    let trace = machine.trace("x", "ab", 100).unwrap();
    assert!(!trace.matched && trace.is_complete());
    assert!(trace.steps.iter().skip(2).all(|step| step.outcome == Outcome::Failed));
    well_formed(&trace);
}

#[rstest]
#[case::no_such_rule("y")]
#[case::builtin("ANY")]
fn knows_only_rules_of_the_grammar(#[case] rule: &str) {
    assert_eq!(machine("x = { ANY }").trace(rule, "a", 100), Err(Stopped::Unknown));
}

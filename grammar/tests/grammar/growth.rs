//! Grammars that are so large that only linear-time algorithms finish. Each of these shapes once took
//! quadratic, cubic or exponential time.

use rstest::rstest;
use urigram_grammar::{Error, Grammar, OptimizedExpr, Peg, Target, Undo, compile, compile_within};
use urigram_workbench::{Expectations, FindingKind, Machine, Purpose, Stopped, findings};

use crate::common::read;

/// Returns `count` rules, each made from its number, followed by `rest`.
fn rules(count: usize, rule: impl Fn(usize) -> String, rest: &str) -> String {
    (0..count).map(|i| format!("r{i} = {}\n", rule(i))).collect::<String>() + rest
}

fn list(count: usize, item: impl Fn(usize) -> String, by: &str) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(by)
}

fn chain(count: usize, rule: impl Fn(String) -> String, last: &str) -> String {
    rules(count, |i| rule(format!("r{}", i + 1)), &format!("r{count} = {last}"))
}

#[rstest]
#[case::chain(chain(13_000, |r| format!("{{ {r} | \"a\" ~ {r} }}"), "{ \"b\" }"))]
#[ignore = "another large grammar"]
#[case::twice(chain(5000, |r| format!("{{ {r} ~ \"a\" | {r} }}"), "{ \"b\" }"))]
#[ignore = "another large grammar"]
#[case::twice_repeated(chain(5000, |r| format!("{{ ({r} | {r})* ~ \"x\" }}"), "{ \"b\" }"))]
#[case::twice_ahead(chain(5000, |r| format!("{{ !{r} ~ &({r} | \"y\") ~ \"z\" }}"), "{ \"x\" }"))]
#[case::copies(chain(4000, |r| format!("{{ {r}{{2,4}} ~ \"q\" | \"z\" }}"), "{ \"x\" }"))]
#[case::choice(format!("a = {{ {} }}", list(2000, |i| format!("\"k{i}\""), " | ")))]
#[ignore = "another large grammar"]
#[case::atomic_choice(format!("a = @{{ {} }}", list(2000, |i| format!("\"k{i}\""), " | ")))]
#[ignore = "another large grammar"]
#[case::sequence(format!("a = {{ ({})* }}", list(2000, |i| format!("\"k{i}\""), " ~ ")))]
#[ignore = "another large grammar"]
#[case::choices(rules(16, |r| format!("{{ {} }}", list(600, |i| format!("\"{r}k{i}\" ~ \"x\""), " | ")), ""))]
#[ignore = "another large grammar"]
#[case::hub(rules(8000, |i| format!("{{ hub | \"x{i}\" }}"), &format!("hub = {{ {} }}", list(500, |i| format!("\"h{i}\" ~ \"z\""), " | "))))]
#[ignore = "another large grammar"]
#[case::same_alternatives(rules(8000, |_| "{ hub | hub }".to_owned(), &format!("hub = {{ {} }}", list(500, |i| format!("\"h{i}\""), " | "))))]
#[ignore = "another large grammar"]
#[case::star(format!("a = {{ {} }}\n", list(1000, |i| format!("r{i} ~ \"z\""), " | ")) + &rules(1000, |i| format!("{{ \"x{i}\" ~ leaf? }}"), "leaf = { \"l\" | \"m\" }"))]
#[case::long_choice(format!("a = @{{ (!({0}) ~ ANY)* ~ ({0})? }}", list(600, |i| format!("\"k{i}\""), " | ")))]
#[case::searched(format!("kw = {{ {} }}\n", list(2000, |i| format!("\"k{i}\""), " | ")) + "t = @{ (!kw ~ ANY)* }")]
#[case::searched_by_many(format!("kw = {{ {} }}\n", list(400, |i| format!("\"k{i}\""), " | "))
    + &rules(1000, |_| "@{ (!(\"x\" | kw) ~ ANY)* }".to_owned(), ""))]
#[case::searched_in_brackets(format!("kw = {{ {}\"z\"{} }}\n", list(190, |i| format!("\"k{i}\" | ("), ""), ")".repeat(190))
    + &rules(1000, |_| "@{ (!kw ~ ANY)* }".to_owned(), ""))]
#[case::searched_in_choices(format!("kw = {{ {}\"z\"{} }}\nk2 = {{ kw | kw }}\nk4 = {{ k2 | k2 }}\nk8 = {{ k4 | k4 }}\n", list(190, |i| format!("\"k{i}\" | ("), ""), ")".repeat(190))
    + &rules(10, |_| format!("@{{ {}(!k8 ~ ANY)* ~ \"z\"{} }}", "\"x\" ~ (\"y\" | ".repeat(120), ")".repeat(120)), ""))]
#[case::nested(rules(100, |_| format!("{{ {}\"b\"{} }}", "(\"a\" | ".repeat(190), ")".repeat(190)), ""))]
#[ignore = "another large grammar"]
#[case::stack(chain(8000, |r| format!("{{ PUSH(\"a\") ~ {r} ~ POP | \"b\" }}"), "{ PEEK }"))]
#[case::stack_twice(chain(8000, |r| format!("{{ {r} ~ POP | {r}? ~ \"b\" }}"), "{ PUSH(\"x\") }"))]
#[case::stack_paths(chain(60, |r| format!("{{ {r} ~ POP | {r}? ~ \"b\" }}"), "{ PUSH(\"x\") }"))]
#[case::stacks(chain(60, |r| format!("{{ \"x\" ~ (e ~ {r} | x ~ {r}) | \"y\" }}"), "{ \"z\" }\ne = { PUSH(\"\") }\nx = { PUSH(\"x\") }"))]
#[ignore = "another large grammar"]
#[case::stack_choice(format!("a = {{ {} }}", list(600, |i| format!("PUSH(\"{i}\") ~ POP"), " | ")))]
#[ignore = "another large grammar"]
#[case::stack_loops(chain(6000, |r| format!("{{ POP_ALL ~ ({r} ~ PUSH(\"\") | DROP)* }}"), "{ PUSH(\"x\") }"))]
#[case::circle(rules(8000, |i| format!("{{ \"x\" ~ r{}? | \"y\" }}", (i + 1) % 8000), ""))]
#[ignore = "another large grammar"]
#[case::circles(rules(8000, |i| format!("{{ \"x\" ~ (r0 | r{})? }}", (i + 1) % 8000), ""))]
#[case::skipped(chain(4000, |r| format!("{{ {r} | {r} }}"), "{ \"x\" }\nt = @{ (!r0 ~ ANY)* ~ \"q\" }"))]
#[ignore = "another large grammar"]
#[case::skipped_by_many(rules(4000, |_| "@{ (!s0 ~ ANY)* }".to_owned(), "") + &chain(4000, |s| format!("{{ \"x\" | {s} }}"), "{ \"y\" }").replace('r', "s"))]
#[ignore = "another large grammar"]
#[case::spaces("WHITESPACE = _{ \" \" }\n".to_owned() + &chain(4000, |r| format!("{{ \"x\" ~ ({r} ~ \"y\")* | \"z\" }}"), "{ \"w\" }"))]
#[ignore = "another large grammar"]
#[case::characters(rules(20_000, |i| format!("{{ '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x20000 + 2 * i), ""))]
#[ignore = "another large grammar"]
#[case::sets(rules(8000, |i| format!("_{{ all | '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x40000 + 2 * i), "")
    + &rules(16, |r| format!("_{{ {} }}", list(1000, |i| format!("'\\u{{{0:x}}}'..'\\u{{{0:x}}}'", 0x10000 + 2 * (1000 * r + i)), " | ")), "").replace('r', "s")
    + &format!("all = _{{ {} }}", list(16, |i| format!("s{i}"), " | ")))]
#[ignore = "another large grammar"]
#[case::properties(rules(10_000, |i| format!("{{ LETTER ~ \"{i}\" | UPPERCASE }}"), ""))]
#[ignore = "another large grammar"]
#[case::prefixes((0..2000).map(|i| format!("alternative{} = {{ \"x\" | \"x\" }}\n", "_".repeat(i))).collect())]
#[ignore = "another large grammar"]
#[case::comments(format!("a = {{ {} }}", list(1000, |_| "PEEK /* /* */ */ // \n".to_owned(), &format!("~{}", "/*\n*/ ".repeat(1000)))))]
#[ignore = "another large grammar"]
#[case::long_comment(format!("a = {{ {} }}", list(1000, |_| "PEEK".to_owned(), &format!("/*{}*/~", "x".repeat(4000)))))]
#[ignore = "another large grammar"]
#[case::tags(format!("a = {{ {} }}", list(2000, |i| format!("#t{i}{} = \"{i}\"", "_".repeat(1000)), " | ")))]
#[ignore = "another large grammar"]
#[case::long_prefix(format!("alternative{} = {{ \"x\" }}\n", "_".repeat(1 << 20)) + &rules(4000, |i| format!("{{ \"a{i}\" | \"b\" }}"), ""))]
#[ignore = "another large grammar"]
#[case::long_rule(format!("{} = {{ {} }}", "n".repeat(1 << 20), list(300, |i| format!("\"a\" ~ \"{i}\"?"), " | ")))]
#[ignore = "another large grammar"]
#[case::long_name(format!("{0} = {{ PUSH(\"x\") }}\nr8000 = {{ {0} }}\n", "n".repeat(1 << 19)) + &rules(8000, |i| format!("{{ r{} }}", i + 1), ""))]
fn is_read_and_searched(#[case] source: String) {
    let grammar = read(&source);
    let written = grammar.written().unwrap();
    assert_eq!(written.len(), grammar.rules().len());
    let found = findings(&grammar, &Purpose::default()).unwrap();
    assert!(found.iter().any(|finding| finding.kind == FindingKind::Start));
    // Without a bound, a message could be as long as the grammar.
    assert!(found.iter().all(|finding| finding.message.len() < 4000));
}

/// The total length of the strings in the optimized rules is linear in the length of the grammar,
/// or the grammar is refused.
#[rstest]
#[case::searched(format!("s = {{ \"{}\" }}\n", "x".repeat(100_000)) + &rules(400, |_| "@{ (!s ~ ANY)* }".to_owned(), ""))]
#[case::repeated(rules(100, |_| format!("{{ \"{}\"{{100}} }}", "x".repeat(20)), ""))]
fn strings_are_not_multiplied(#[case] source: String) {
    let length: usize = read(&source).rules().iter().map(|rule| strings(&rule.expr)).sum();
    assert!(length <= 1 << 19, "{length}");
}

/// Returns the total length of the strings in the expression.
fn strings(expr: &OptimizedExpr) -> usize {
    match expr {
        OptimizedExpr::Str(text) | OptimizedExpr::Insens(text) => text.len(),
        OptimizedExpr::Skip(texts) => texts.iter().map(String::len).sum(),
        OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
            strings(left) + strings(right)
        }
        OptimizedExpr::Opt(inner) | OptimizedExpr::Rep(inner) | OptimizedExpr::NegPred(inner) => {
            strings(inner)
        }
        _ => 0,
    }
}

/// Returns `count` rules, and rules that each call up to 500 of them and then `host`.
fn alike(count: usize, rule: impl Fn(usize) -> String) -> String {
    let callers = list(
        count.div_ceil(500),
        |part| {
            let called =
                (500 * part..count.min(500 * part + 500)).map(|i| format!("r{i}")).collect::<Vec<_>>();
            format!("k{part} = {{ {} ~ host }}", called.join(" ~ "))
        },
        "\n",
    );
    rules(count, rule, "host = { \"h\" }\nx = { \"q\" }\ny = { \"q\" }\n") + &callers
}

#[rstest]
#[case::strings(rules(20_000, |i| format!("{{ \"x{i}\" }}"), ""))]
#[ignore = "another large grammar"]
#[case::alike(alike(2000, |i| format!("{{ x ~ \"{i}\" | y ~ \"b\" }}")))]
#[ignore = "another large grammar"]
#[case::alike_and_larger(alike(2000, |i| format!("{{ (x | y ~ \"1\"){{3}} ~ \"{i}\" }}")))]
#[case::alike_and_deep(alike(300, |i| format!("{{ (x ~ \"{i}\" | y ~ r{}) ~ \"z\" }}", i + 1)) + "\nr300 = { x }")]
#[ignore = "another large grammar"]
#[case::choice(format!("a = {{ {} }}\n", list(2000, |i| format!("r{i}"), " | "))
    + &rules(2000, |i| format!("{{ \"\\u{{{:x}}}\" ~ \"z{i}\" }}", 0x20000 + 2 * i), ""))]
#[ignore = "another large grammar"]
#[case::sets(rules(3600, |i| format!("{{ ('\\u{{{:x}}}'..'\\u{{{:x}}}')* ~ \"q{i}\" }}", 33 + i % 60, 33 + i / 60), ""))]
#[case::names((1..1500).map(|i| format!("f_{i} = {{ \"x\" ~ \"y\"{{{}}} }}\n", i % 9 + 1)).collect::<String>()
    + "WHITESPACE = _{ \" \" }\nf = { \"a\" ~ \"b\" }\nt = @{ f ~ !f }\nu = { f ~ !f ~ t }")]
#[ignore = "another large grammar"]
#[case::properties(rules(5000, |i| format!("{{ LETTER | MARK | '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x40000 + 2 * i), ""))]
#[ignore = "another large grammar"]
#[case::chain(chain(8000, |next| format!("{{ ASCII_ALPHA* ~ (\"1\" ~ {next})? }}"), "{ \"y\" }"))]
fn is_compiled(#[case] source: String) {
    let grammar = read(&source);
    let peg = Peg::new(&grammar);
    let rules: Vec<&str> = peg.names().collect();
    let (capture, sink, rule) = ("super::Capture", "super::Sink", "super::Rule");
    let target = Target {
        captured: &["host"],
        capture,
        sink,
        undo: Undo::Copy,
        rule,
        rules: &rules,
        simd: true,
        bulk: true,
    };
    assert!(!compile(&peg, &target).source.is_empty());
    assert!(compile_within(1000, &peg, &target).is_none());
}

/// The character sets of rules with Unicode properties are shared, or the grammar is refused.
#[test]
fn sets_are_not_multiplied() {
    let source =
        rules(5000, |i| format!("{{ LETTER | MARK | '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x40000 + 2 * i), "");
    let peg = Peg::new(&read(&source));
    let ranges = |rule: &urigram_grammar::Rule| match &rule.expr {
        urigram_grammar::Expr::Chars(set) => set.ranges().len(),
        _ => 0,
    };
    let count: usize = peg.rules().iter().map(ranges).sum();
    assert!(count <= 1 << 19, "{count}");
}

/// A nested choice counts again for each choice that contains it, so it may exceed the limit and is
/// not analyzed.
#[rstest]
#[case::strings(format!("a = {{ {}\"{}\"{{16}}{} }}", "(\"a\" | ".repeat(3), "x".repeat(40_000), ")".repeat(3)))]
#[case::strings_and_spaces(format!(
    "WHITESPACE = _{{ \" \" }}\na = {{ {}{}\"{}\"{}{} }}",
    "(\"a\" | ".repeat(3),
    "(\"x\" ~ ".repeat(8),
    "y".repeat(3000),
    ")*".repeat(8),
    ")".repeat(3)
))]
#[case::names(format!("{0} = {{ \"x\" ~ \"y\"? }}\na = {{ {1}{0}{{40}}{2} }}", "n".repeat(100_000), "(\"a\" | ".repeat(3), ")".repeat(3)))]
fn is_undecided(#[case] source: String) {
    let found = findings(&read(&source), &Purpose::default()).unwrap();
    assert!(found.iter().any(|finding| finding.kind == FindingKind::Undecided && finding.rule.is_empty()));
}

#[rstest]
#[case::left_recursive(rules(8000, |i| format!("{{ r{} ~ \"x\" | \"y\" }}", (i + 1) % 8000), ""), 100)]
#[case::left_recursive_anyhow(rules(5000, |i| format!("{{ (r{} | r{})? ~ (r{} | \"y\")* }}", (7 * i) % 5000, (13 * i + 5) % 5000, (i * i) % 5000), ""), 15_100)]
#[case::endless(chain(5000, |r| format!("{{ ({r} | {r})* }}"), "{ \"\" }"), 10_000)]
#[case::unreachable(chain(5000, |r| format!("{{ {r} ~ {r} | \"x\" }}"), "{ \"\" }"), 5000)]
#[case::undefined(rules(20_000, |i| format!("{{ s{i} }}"), ""), 20_000)]
#[case::comments("/* ".repeat(150), 1)]
#[case::open_string("a = { \"".to_owned() + &"~".repeat(200_000), 1)]
#[case::spaces(format!("WHITESPACE = _{{ \" \" }}\na = {{ {}\"b\"{} }}", "(\"a\" ~ ".repeat(90), ")*".repeat(90)), 1)]
#[case::branches(format!("a = {{ {}\"b\"{} }}", format!("({} ~ (\"c\" | ", list(16, |_| "\"a\"".to_owned(), " ~ ")).repeat(90), "))".repeat(90)), 1)]
#[case::strings(format!("a = {{ \"{}\"{{2000}} }}", "x".repeat(1000)), 1)]
#[case::names(format!("{0} = {{ \"x\" }}\na = {{ {0}{{1300}} }}", "n".repeat(1_000_000)), 1)]
fn is_refused(#[case] source: String, #[case] expected: usize) {
    let Err(Error::Faulty(faults)) = Grammar::read(&source, "test.pest") else { panic!("it is read") };
    assert_eq!(faults.len(), expected);
    assert!(faults.iter().all(|fault| fault.message.len() < 4000));
}

/// Each of 100,000 expectations is read, and decided unless its match takes too long, also if there are many rules.
#[rstest]
#[case::of_one_rule("// r must match \"a\"\n".repeat(100_000) + "r = { \"a\" }", Ok(true))]
#[case::within_a_rule(format!("r = {{ {} }}", "\"b\" | ".to_owned() + &"// r must match \"a\"\n".repeat(100_000) + "\"a\""), Ok(true))]
#[case::of_many_rules(rules(20_000, |i| format!("{{ \"a\" }} // r{i} must match \"a\""), ""), Ok(true))]
#[case::exponential(
    format!("// r must not match \"{}z\"\n", "(".repeat(40)).repeat(10_000) + "r = { \"(\" ~ r ~ \"x\" | \"(\" ~ r ~ \"y\" | \"z\" }",
    Err(Stopped::Steps)
)]
fn expectations_are_checked(#[case] source: String, #[case] expected: Result<bool, Stopped>) {
    let grammar = read(&source);
    let mut expectations = Expectations::new(&grammar);
    let stated = expectations.of_comments(&source);
    assert!(stated.len() >= 10_000);
    let mut matches = stated.iter().map(|one| expectations.matches(one.meaning.as_ref().unwrap()));
    assert!(matches.all(|found| found == expected));
}

#[test]
fn misspelt_expectations_are_found() {
    let source: String = (0..100_000).map(|i| format!("// r_{i} must match \"a\"\n")).collect();
    let source = source + "r = { \"a\" }";
    let grammar = read(&source);
    let stated = Expectations::new(&grammar).of_comments(&source);
    assert_eq!(stated.len(), 100_000);
    for (i, one) in stated.iter().enumerate() {
        assert_eq!(one.meaning.as_ref().unwrap_err().message, format!("the grammar has no rule `r_{i}`"));
    }
}

/// Each term that fails in thousands of open rules is told from those of thousands of other rules.
#[test]
fn wanted_terms_are_told_apart() {
    const OPEN: usize = 2000;
    let others: Vec<String> = (0..OPEN).map(|i| format!("s{i}")).collect();
    let grammar = read(&chain(OPEN, |next| format!("{{ \"a\" | {next} }}"), "{ \"b\" }"));
    let machine = Machine::new(&grammar);
    let of = |named: &[&'static str]| {
        let names: Vec<&str> = others.iter().map(String::as_str).chain(named.iter().copied()).collect();
        let wanted = machine.wanted("r0", "x", &names, 1_000_000).unwrap().unwrap();
        (wanted.at, wanted.terms.len(), wanted.outside.len())
    };
    assert_eq!(of(&[]), (0, OPEN + 1, OPEN + 1));
    assert_eq!(of(&["r1000"]), (0, OPEN + 1, 1000));
}

//! Grammars so large that only what takes linear time comes to an end: each of these shapes took time
//! quadratic, cubic or exponential in its size once.

use rstest::rstest;
use urigram_grammar::{Error, FindingKind, Grammar, Purpose, findings};

use crate::common::read;

/// A rule for each number, and behind them whatever else.
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
#[case::chain(chain(8000, |r| format!("{{ {r} | \"a\" ~ {r} }}"), "{ \"b\" }"))]
#[case::twice(chain(5000, |r| format!("{{ {r} ~ \"a\" | {r} }}"), "{ \"b\" }"))]
#[case::twice_repeated(chain(5000, |r| format!("{{ ({r} | {r})* ~ \"x\" }}"), "{ \"b\" }"))]
#[case::twice_ahead(chain(5000, |r| format!("{{ !{r} ~ &({r} | \"y\") ~ \"z\" }}"), "{ \"x\" }"))]
#[case::copies(chain(4000, |r| format!("{{ {r}{{2,4}} ~ \"q\" | \"z\" }}"), "{ \"x\" }"))]
#[case::choice(format!("a = {{ {} }}", list(2000, |i| format!("\"k{i}\""), " | ")))]
#[case::atomic_choice(format!("a = @{{ {} }}", list(2000, |i| format!("\"k{i}\""), " | ")))]
#[case::sequence(format!("a = {{ ({})* }}", list(2000, |i| format!("\"k{i}\""), " ~ ")))]
#[case::choices(rules(16, |r| format!("{{ {} }}", list(600, |i| format!("\"{r}k{i}\" ~ \"x\""), " | ")), ""))]
#[case::hub(rules(8000, |i| format!("{{ hub | \"x{i}\" }}"), &format!("hub = {{ {} }}", list(500, |i| format!("\"h{i}\" ~ \"z\""), " | "))))]
#[case::same_alternatives(rules(8000, |_| "{ hub | hub }".to_owned(), &format!("hub = {{ {} }}", list(500, |i| format!("\"h{i}\""), " | "))))]
#[case::star(format!("a = {{ {} }}\n", list(1000, |i| format!("r{i} ~ \"z\""), " | ")) + &rules(1000, |i| format!("{{ \"x{i}\" ~ leaf? }}"), "leaf = { \"l\" | \"m\" }"))]
#[case::nested(rules(100, |_| format!("{{ {}\"b\"{} }}", "(\"a\" | ".repeat(190), ")".repeat(190)), ""))]
#[case::stack(chain(8000, |r| format!("{{ PUSH(\"a\") ~ {r} ~ POP | \"b\" }}"), "{ PEEK }"))]
#[case::stack_twice(chain(8000, |r| format!("{{ {r} ~ POP | {r}? ~ \"b\" }}"), "{ PUSH(\"x\") }"))]
#[case::stack_choice(format!("a = {{ {} }}", list(600, |i| format!("PUSH(\"{i}\") ~ POP"), " | ")))]
#[case::stack_loops(chain(6000, |r| format!("{{ POP_ALL ~ ({r} ~ PUSH(\"\") | DROP)* }}"), "{ PUSH(\"x\") }"))]
#[case::circle(rules(8000, |i| format!("{{ \"x\" ~ r{}? | \"y\" }}", (i + 1) % 8000), ""))]
#[case::circles(rules(8000, |i| format!("{{ \"x\" ~ (r0 | r{})? }}", (i + 1) % 8000), ""))]
#[case::skipped(chain(4000, |r| format!("{{ {r} | {r} }}"), "{ \"x\" }\nt = @{ (!r0 ~ ANY)* ~ \"q\" }"))]
#[case::skipped_by_many(rules(4000, |_| "@{ (!s0 ~ ANY)* }".to_owned(), "") + &chain(4000, |s| format!("{{ \"x\" | {s} }}"), "{ \"y\" }").replace('r', "s"))]
#[case::spaces("WHITESPACE = _{ \" \" }\n".to_owned() + &chain(4000, |r| format!("{{ \"x\" ~ ({r} ~ \"y\")* | \"z\" }}"), "{ \"w\" }"))]
#[case::characters(rules(20_000, |i| format!("{{ '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x20000 + 2 * i), ""))]
#[case::sets(rules(8000, |i| format!("_{{ all | '\\u{{{0:x}}}'..'\\u{{{0:x}}}' }}", 0x40000 + 2 * i), "")
    + &rules(16, |r| format!("_{{ {} }}", list(1000, |i| format!("'\\u{{{0:x}}}'..'\\u{{{0:x}}}'", 0x10000 + 2 * (1000 * r + i)), " | ")), "").replace('r', "s")
    + &format!("all = _{{ {} }}", list(16, |i| format!("s{i}"), " | ")))]
#[case::properties(rules(10_000, |i| format!("{{ LETTER ~ \"{i}\" | UPPERCASE }}"), ""))]
#[case::prefixes((0..2000).map(|i| format!("alternative{} = {{ \"x\" | \"x\" }}\n", "_".repeat(i))).collect())]
#[case::comments(format!("a = {{ {} }}", list(1000, |_| "PEEK /* /* */ */ // \n".to_owned(), &format!("~{}", "/*\n*/ ".repeat(1000)))))]
#[case::long_comment(format!("a = {{ {} }}", list(1000, |_| "PEEK".to_owned(), &format!("/*{}*/~", "x".repeat(4000)))))]
#[case::tags(format!("a = {{ {} }}", list(2000, |i| format!("#t{i}{} = \"{i}\"", "_".repeat(1000)), " | ")))]
#[case::long_name(format!("{0} = {{ PUSH(\"x\") }}\nr8000 = {{ {0} }}\n", "n".repeat(1 << 19)) + &rules(8000, |i| format!("{{ r{} }}", i + 1), ""))]
fn is_read_and_searched(#[case] source: String) {
    let grammar = read(&source);
    let written = grammar.written().unwrap();
    assert_eq!(written.len(), grammar.rules().len());
    let found = findings(&grammar, &Purpose::default()).unwrap();
    assert!(found.iter().any(|finding| finding.kind == FindingKind::Start));
    // What is said of a rule has a bound, or it could be as long as the grammar.
    assert!(found.iter().all(|finding| finding.message.len() < 4000));
}

#[rstest]
#[case::left_recursive(rules(8000, |i| format!("{{ r{} ~ \"x\" | \"y\" }}", (i + 1) % 8000), ""), 100)]
#[case::left_recursive_anyhow(rules(5000, |i| format!("{{ (r{} | r{})? ~ (r{} | \"y\")* }}", (7 * i) % 5000, (13 * i + 5) % 5000, (i * i) % 5000), ""), 15_100)]
#[case::endless(chain(5000, |r| format!("{{ ({r} | {r})* }}"), "{ \"\" }"), 10_000)]
#[case::unreachable(chain(5000, |r| format!("{{ {r} ~ {r} | \"x\" }}"), "{ \"\" }"), 5000)]
#[case::undefined(rules(20_000, |i| format!("{{ s{i} }}"), ""), 20_000)]
#[case::comments("/* ".repeat(150), 1)]
#[case::spaces(format!("WHITESPACE = _{{ \" \" }}\na = {{ {}\"b\"{} }}", "(\"a\" ~ ".repeat(90), ")*".repeat(90)), 1)]
#[case::strings(format!("a = {{ \"{}\"{{2000}} }}", "x".repeat(1000)), 1)]
fn is_refused(#[case] source: String, #[case] expected: usize) {
    let Err(Error::Faulty(faults)) = Grammar::read(&source, "test.pest") else { panic!("it is read") };
    assert_eq!(faults.len(), expected);
    assert!(faults.iter().all(|fault| fault.message.len() < 4000));
}

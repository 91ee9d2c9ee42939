//! Grammars that are large in one dimension: the code stays proportional to the grammar, and rustc can
//! compile it.

use std::fmt::Write as _;

use rstest::rstest;
use urigram_grammar::{Peg, Target, Undo, compile};

use crate::common;
use crate::compiled::compare;
use crate::compiled::program::Question;
use crate::compiled::subject::Subject;

/// The largest number of tests that one expression of the code may hold.
const CONDITION: usize = 16;

fn compiled(source: &str, captured: &[&str]) -> String {
    let peg = Peg::new(&common::read(source));
    let rules: Vec<&str> = peg.names().collect();
    let target = Target {
        captured,
        capture: "super::Capture",
        sink: "super::Sink",
        undo: Undo::Copy,
        rule: "super::Rule",
        rules: &rules,
        simd: false,
    };
    compile(&peg, &target).source
}

/// Work that doubles with each level of nesting would not end, and indentation that grows with it would be
/// most of the code.
#[rstest]
#[case::optional(|inner, at| format!("({inner} ~ \"{at}\")?"))]
#[case::choice(|inner, at| format!("({inner} ~ \"{at}\" | \"q\")"))]
#[case::first_choice(|inner, at| format!("(\"q\" ~ host | {inner} ~ \"{at}\")"))]
#[case::repeated(|inner, at| format!("({inner} ~ \"{at}\")*"))]
#[case::refused(|inner, at| format!("!({inner} ~ \"{at}\") ~ host"))]
fn nested_captures(#[case] around: fn(String, usize) -> String) {
    let nested = (0..95).fold("host".to_owned(), around);
    let source = compiled(&format!("host = @{{ 'a'..'c'+ }}\ntop = ${{ {nested} }}"), &["host"]);
    assert!(source.contains("const fn top("));
    assert!(source.lines().all(|line| line.len() < 200));
}

fn letters(count: usize) -> String {
    ('a'..='z').cycle().take(count).collect()
}

/// rustc parses `a && b && c` as nested expressions, so a long text must not be one expression.
#[rstest]
#[case::text("\"{}\"")]
#[case::insensitive("^\"{}\"")]
#[case::optional("\"{}\"? ~ \"b\"")]
#[case::insensitive_option("^\"{}\"? ~ \"b\"")]
#[case::alternatives("\"{}\" | ^\"{}\" | \"b\"")]
#[case::span("(\"%{}\" | \"b\")*")]
#[case::wide("\"{}é{}\" | \"é\"")]
fn long_literals_do_not_nest(#[case] body: &str) {
    let source = compiled(&format!("top = {{ {} }}", body.replace("{}", &letters(50_000))), &["top"]);
    let (mut depth, mut deepest) = (0usize, 0);
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        assert!(line.matches("&&").count() < CONDITION, "{line}");
        depth += line.matches('{').count();
        depth -= line.matches('}').count();
        deepest = deepest.max(depth);
    }
    assert!(deepest < 10, "{deepest}");
}

/// Lengths around the one from which a text is no longer one condition, and far beyond it.
#[test]
#[ignore = "compiles long literals with rustc"]
fn long_literals_match() {
    let body = |length: usize| {
        let (text, quotes) = (letters(length), "\\\"\\\\\\n'".repeat(length.min(200) / 4));
        format!(
            "option{length} = ${{ (\"{text}\" ~ \"{quotes}\")? ~ ^\"{text}\"? ~ mark }}
             span{length} = @{{ (\"%{text}\" | \"+\")* ~ ^\"{text}\" ~ \"{text}{text}\" }}
             wide{length} = @{{ \"{text}é{text}\" | \"{text}+\" | ^\"{text}-\" }}\n"
        )
    };
    let lengths = [15, 16, 17, 32, 33, 4_000];
    let source = lengths.map(body).concat() + "mark = { \"!\" }";
    let subject = Subject::new("long literals".to_owned(), &source, |_| true);
    let questions: Vec<Question> = lengths.iter().flat_map(|&length| questions(length)).collect();
    let matched = questions.iter().filter(|(rule, text)| subject.answer(rule, text) != "no").count();
    assert!(matched > 50 && matched < questions.len() / 2, "{matched} of {}", questions.len());
    compare::all("long", &[subject], &[questions]);
}

/// Returns texts that match, and each with a character more, one less, and one replaced at several places.
fn questions(length: usize) -> Vec<Question> {
    let (text, quotes) = (letters(length), "\"\\\n'".repeat(length.min(200) / 4));
    let upper = text.to_uppercase();
    let matching = [
        ("option", "!".to_owned()),
        ("option", format!("{text}{quotes}!")),
        ("option", format!("{text}{quotes}{upper}!")),
        ("option", format!("{upper}!")),
        ("span", format!("{upper}{text}{text}")),
        ("span", format!("%{text}+%{text}{text}{text}{text}")),
        ("wide", format!("{text}é{text}")),
        ("wide", format!("{text}+")),
        ("wide", format!("{upper}-")),
    ];
    let mut questions = Vec::new();
    for (rule, text) in matching {
        let rule = format!("{rule}{length}");
        let mut ask = |text: String| questions.push((rule.clone(), text));
        ask(format!("{text}a"));
        let places: Vec<(usize, char)> = text.char_indices().collect();
        for at in [0, 1, 15, 16, 17, 31, 32, 33, length - 1, length, length + 1, 2 * length, places.len() - 1]
        {
            let Some(&(at, c)) = places.get(at) else { continue };
            let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
            ask(before.to_owned());
            ask(format!("{before}{after}"));
            ask(format!("{before}0{after}"));
        }
        ask(text);
    }
    questions
}

/// A silent rule is inlined in its callers only if it is short, however few its alternatives are.
#[test]
fn long_silent_rules_are_written_once() {
    let alternatives: Vec<String> = ('a'..='h').map(|c| format!("\"{c}{}\"", letters(200))).collect();
    let mut source = format!("any = _{{ {} }}\n", alternatives.join(" | "));
    for at in 0..80 {
        let _ = writeln!(source, "r{at} = {{ any ~ \"{at}\" }}");
    }
    let code = compiled(&source, &[]);
    assert_eq!(code.matches("scan::text(").count(), alternatives.len());
}

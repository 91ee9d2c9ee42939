//! The places of optimized expressions, and of the steps of a trace, in the text of a grammar.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Grammar, OptimizedExpr, Span};
use urigram_workbench::{Machine, Role};

use crate::common::uri;
use crate::formats::{CALCULATOR, CSV, JSON, MAILBOX};
use crate::random;
use crate::variants::grammar;

/// Returns the text of a place. `file` is the text of the grammar's own file.
fn text(file: &str, span: Span) -> &str {
    &file[span.range()]
}

/// Returns each step with the text of its place, without comments, and with single spaces.
fn steps(source: &str, input: &str) -> Vec<String> {
    let grammar = Grammar::read(source, "x.pest").unwrap();
    let machine = Machine::with_spans(&grammar).unwrap();
    let trace = machine.trace("x", input, 1_000).unwrap();
    let line = |span: Span| {
        let text = text(source, span).replace("/*c*/", " ").replace("//c\n", " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let placed = trace.steps.iter().map(|step| match step.at.map(line) {
        Some(text) if text == step.what.to_string() => text,
        Some(text) => format!("{} at {text}", step.what),
        None => format!("{} nowhere", step.what),
    });
    placed.collect()
}

#[rstest]
#[case::sequences_and_choices(
    r#"x = { "a" ~ "b" ~ "c" | "a" ~ ("d" | "e") | y } y = { "f" }"#,
    "ag",
    &["x", r#""a" ~ "b" ~ "c""#, r#""a""#, r#""b""#, r#""a" ~ ("d" | "e")"#, r#""a""#, r#""d" | "e""#, "y"]
)]
#[case::an_alternative_in_brackets(
    r#"x = { ("a" ~ y) | (("b" | y)) } y = { "f" }"#,
    "c",
    &["x", r#""a" ~ y"#, r#""a""#, r#""b""#, "y"]
)]
#[case::comments(
    "// é\nx = { | /*c*/ \"a\" /*c*/ ~ //c\n\"b\" | !\"a\" /*c*/ ~ y /*c*/ } y = { \"f\" }",
    "ac",
    &["x", r#""a" ~ "b""#, r#""a""#, r#""b""#, r#"!"a" ~ y"#]
)]
#[case::repetitions(
    r#"x = { y+ ~ ("b" ~ y){2,4} ~ z{2} ~ (y ~ z)*? } y = { "f" } z = { "g" | "h" }"#,
    "fbfbfgg",
    &[
        "x", "y ~ y* at y+", "y", "y* at y+",
        r#"("b" ~ y) ~ ("b" ~ y) ~ ("b" ~ y)? ~ ("b" ~ y)? at ("b" ~ y){2,4}"#,
        r#""b" ~ y"#, r#""b""#, "y", r#""b" ~ y"#, r#""b""#, "y",
        r#"("b" ~ y)? at ("b" ~ y){2,4}"#, r#""b""#, r#"("b" ~ y)? at ("b" ~ y){2,4}"#, r#""b""#,
        "z ~ z at z{2}", "z", "z", "(y ~ z)*?", "(y ~ z)*", "y ~ z", "y",
    ]
)]
#[case::terms(
    r#"x = ${ ^"a" ~ 'b'..'c' ~ PUSH("d" ~ y?)? ~ PEEK[0 .. -1] ~ POP ~ #tag = y } y = { "f" }"#,
    "Abdd",
    &[
        "x", r#"^"a""#, "'b'..'c'", r#"PUSH("d" ~ y?)?"#, r#"PUSH("d" ~ y?)"#, r#""d""#, "y?",
        "PEEK[0..-1] at PEEK[0 .. -1]", "POP", "y",
    ]
)]
#[case::concatenated_strings(
    r#"x = @{ y ~ "a" ~ ("b" | "c" ~ ^"d" ~ ^"e") } y = { "f" ~ y? }"#,
    "fac",
    &[
        "x", "y", r#""f""#, "y?", "y", r#""f""#, r#""a""#, r#""b" | "c" ~ ^"de" at "b" | "c" ~ ^"d" ~ ^"e""#, r#""b""#,
        r#""c" ~ ^"de" at "c" ~ ^"d" ~ ^"e""#, r#""c""#, r#"^"de" at ^"d" ~ ^"e""#,
    ]
)]
#[case::factored_choices(
    r#"x = @{ y ~ "a" | y ~ "b" | "c" ~ y | "c" } y = { "f" ~ "g" }"#,
    "fgc",
    &[
        "x", r#"y ~ "a""#, "y", r#""f""#, r#""g""#, r#""a""#, r#"y ~ "b""#, "y", r#""f""#, r#""g""#, r#""b""#,
        r#""c" ~ y? at "c" ~ y | "c""#, r#""c""#,
    ]
)]
#[case::a_common_start(
    r#"x = { y ~ "a" | y ~ "b" } y = { "f" ~ "g" }"#,
    "fgc",
    &["x", "y", r#""f""#, r#""g""#, r#""a" | "b" at y ~ "a" | y ~ "b""#]
)]
#[case::a_list(
    r#"x = { (y ~ ",")* ~ y } y = { "f" ~ "g" }"#,
    "fg,f",
    &["x", "y", r#""f""#, r#""g""#, r#"("," ~ y)* at (y ~ ",")*"#, r#""," ~ y at y ~ ",""#, r#"",""#, "y", r#""f""#, r#""g""#]
)]
#[case::a_search(
    r#"x = @{ (!("a" | y) ~ ANY)* ~ y } y = { "fg" }"#,
    "12f",
    &["x", r#"(!("a" | "fg") ~ ANY)* at (!("a" | y) ~ ANY)*"#, "y", r#""fg""#]
)]
#[case::skipped_white_space(
    r#"x = { "a" ~ y } y = { "f" ~ "g" } WHITESPACE = _{ " " }"#,
    "a fg",
    &["x", r#""a""#, "WHITESPACE* nowhere", "y", r#""f""#, r#""g""#]
)]
fn steps_have_their_places(#[case] source: &str, #[case] input: &str, #[case] expected: &[&str]) {
    assert_eq!(steps(source, input), *expected);
}

/// Alternatives beyond those that are passed to pest's optimizer at once.
#[test]
fn a_long_choice() {
    let names: Vec<String> = (0..70).map(|number| format!("\"{number:02}\" ~ y")).collect();
    let source = format!("x = {{ {} }} y = {{ \"f\" ~ \"g\" }}", names.join(" | "));
    let grammar = Grammar::read(&source, "x.pest").unwrap();
    let machine = Machine::with_spans(&grammar).unwrap();
    let trace = machine.trace("x", "69fg", 1_000).unwrap();
    let alternatives = trace.steps.iter().filter(|step| matches!(step.role, Role::Alternative { .. }));
    let texts: Vec<&str> = alternatives.map(|step| text(&source, step.at.unwrap())).collect();
    assert_eq!(texts, names);
}

/// Only the own rules of a variant have places, and those are of its own file, even if the base has the same name.
#[test]
fn a_variant_has_places_in_its_own_file() {
    let base = Grammar::read("x = { y ~ \"a\" } y = { \"b\" | \"c\" }", "x.pest").unwrap();
    let file = "// A comment.\ny = { \"b\" | z }\nz = { \"d\" }";
    let variant = Grammar::read_over(&base, file, "x.pest").unwrap();
    let spans = variant.spans().unwrap();
    let names = spans.iter().map(|rule| rule.name.map(|span| text(file, span)));
    assert_eq!(names.collect::<Vec<_>>(), [None, Some("y"), Some("z")]);
    let exprs = spans.iter().flat_map(|rule| &rule.exprs).map(|span| span.map(|span| text(file, span)));
    let own = [r#""b" | z"#, r#""b""#, "z", r#""d""#].map(Some);
    assert_eq!(exprs.collect::<Vec<_>>(), [&[None; 3][..], &own].concat());
}

/// Asserts that each expression has a place, each term that of an equal text, and each operator one around its operands.
fn terms_are_in_the_text(grammar: &Grammar) {
    let (tree, source) = (grammar.tree().unwrap(), grammar.text());
    for ((rule, spans), definition) in grammar.rules().iter().zip(grammar.spans().unwrap()).zip(&tree.rules) {
        let exprs = rule.expr.preorder();
        assert_eq!(exprs.len(), spans.exprs.len(), "{}", rule.name);
        assert_eq!(text(source, spans.name.unwrap()), rule.name);
        assert_eq!(spans.exprs[0].unwrap().range(), tree.nodes[definition.node].span, "{source}");
        let mut items = Vec::new();
        for (at, (&expr, span)) in exprs.iter().zip(&spans.exprs).enumerate() {
            // The item in `h ~ (":" ~ h)*` for `(h ~ ":")* ~ h` has the place of the last one.
            if let OptimizedExpr::Seq(first, rest) = expr
                && let OptimizedExpr::Rep(each) = &**rest
                && let OptimizedExpr::Seq(_, last) = &**each
                && first == last
            {
                items.push(std::ptr::from_ref(&**last));
            }
            let mut operand_at = at + 1;
            for operand in expr.operands() {
                let (around, within) = (span.unwrap(), spans.exprs[operand_at].unwrap());
                let is_around = around.start <= within.start && within.end <= around.end;
                let is_item = items.contains(&std::ptr::from_ref(operand));
                assert!(is_around || is_item, "{operand:?} of {expr:?} in\n{source}");
                operand_at += operand.preorder().len();
            }
            let text = text(source, span.unwrap_or_else(|| panic!("{expr:?} has no place in\n{source}")));
            match expr {
                OptimizedExpr::Ident(name) => assert_eq!(text, name, "{source}"),
                OptimizedExpr::Str(_)
                | OptimizedExpr::Insens(_)
                | OptimizedExpr::Range(..)
                | OptimizedExpr::PeekSlice(..) => {
                    // Strings may be concatenated from several brackets.
                    let plain: String = text.chars().filter(|c| !"()".contains(*c)).collect();
                    let read = |text: &str| Grammar::read(&format!("x = @{{ {text} }}"), "x.pest");
                    let read = read(text).or_else(|_| read(&plain));
                    let read =
                        read.unwrap_or_else(|error| panic!("{error}: {text} for {expr:?} in\n{source}"));
                    assert_eq!(read.rules()[0].expr, *expr, "{source}");
                }
                _ => assert!(!text.trim().is_empty() && text.trim() == text),
            }
        }
    }
}

#[rstest]
#[case::uri(uri())]
#[case::rfc3987(Grammar::read(grammar("rfc3987").text(), "x.pest").unwrap())]
#[case::rfc6874(Grammar::read(grammar("rfc6874").text(), "x.pest").unwrap())]
#[case::url1996(grammar("url1996"))]
#[case::json(Grammar::read(JSON, "x.pest").unwrap())]
#[case::csv(Grammar::read(CSV, "x.pest").unwrap())]
#[case::mailbox(Grammar::read(MAILBOX, "x.pest").unwrap())]
#[case::calculator(Grammar::read(CALCULATOR, "x.pest").unwrap())]
fn every_expression_has_a_place(#[case] grammar: Grammar) {
    terms_are_in_the_text(&grammar);
}

#[test]
fn every_expression_of_random_grammars_has_a_place() {
    let mut random = Rng::with_seed(7);
    for _ in 0..300 {
        for source in
            [random::grammar(&mut random), random::small(&mut random), random::recursive(&mut random)]
        {
            terms_are_in_the_text(&Grammar::read(&source, "random.pest").unwrap());
        }
    }
}

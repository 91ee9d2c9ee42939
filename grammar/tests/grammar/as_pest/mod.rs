//! The reader agrees with `pest_meta`: both return the same rules, or both report the same faults.

mod texts;

use pest::error::{Error as PestError, LineColLocation};
use pest_meta::ast::{Expr, Rule, RuleType as PestType};
use pest_meta::optimizer::{OptimizedExpr as PestExpr, OptimizedRule as PestRule, optimize};
use pest_meta::parser::{self, Rule as Syntax};
use pest_meta::validator::validate_pairs;
use proptest::prelude::*;
use rstest::rstest;
use urigram_grammar::{Error, Grammar, OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};

/// The rules as written, and the optimized rules.
type Rules = (Vec<Rule>, Vec<PestRule>);

/// A line, a column and a message.
type Fault = (usize, usize, String);

/// The result of `pest_meta` for a text.
#[derive(Debug)]
enum ByPest {
    Rules(Rules),
    /// A syntax error.
    Syntax(Fault),
    /// Names that are undefined, defined twice, or reserved.
    Names(Vec<Fault>),
    /// Other faults, found after parsing.
    Faults(Vec<Fault>),
    /// A panic after parsing.
    Panic,
}

fn fault(error: &PestError<Syntax>) -> Fault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) = error.line_col;
    (line, column, error.variant.message().into_owned())
}

fn by_pest(source: &str) -> ByPest {
    let pairs = match parser::parse(Syntax::grammar_rules, source) {
        Ok(pairs) => pairs,
        Err(error) => return ByPest::Syntax(fault(&error)),
    };
    if let Err(errors) = validate_pairs(pairs.clone()) {
        return ByPest::Names(errors.iter().map(fault).collect());
    }
    match std::panic::catch_unwind(|| parser::consume_rules(pairs)) {
        Ok(Ok(rules)) => ByPest::Rules((rules.clone(), optimize(rules))),
        Ok(Err(errors)) => ByPest::Faults(errors.iter().map(fault).collect()),
        Err(_) => ByPest::Panic,
    }
}

fn by_us(source: &str) -> Result<Rules, Vec<Fault>> {
    match Grammar::read(source, "g.pest") {
        Ok(grammar) => {
            let written = grammar.written().unwrap_or_else(|error| panic!("{error}"));
            Ok((written.iter().map(written_as_pest).collect(), grammar.rules().iter().map(as_pest).collect()))
        }
        Err(Error::Faulty(faults)) => {
            Err(faults.into_iter().map(|fault| (fault.line, fault.column, fault.message)).collect())
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns whether a rule is left-recursive. Then the other faults depend on the rule at which the
/// cycle is entered, so the two readers may differ.
fn is_left_recursive(faults: &[Fault]) -> bool {
    faults.iter().any(|(.., said)| said.contains("is left-recursive"))
}

/// Asserts that a text without syntax errors is read as by `pest_meta`.
fn assert_same(source: &str) {
    match (by_us(source), by_pest(source)) {
        (Ok(ours), ByPest::Rules(pests)) => assert_eq!(ours, pests, "{source}"),
        (Err(ours), ByPest::Faults(pests)) if is_left_recursive(&pests) => {
            assert!(is_left_recursive(&ours), "{source}\n{ours:?}");
        }
        (Err(ours), ByPest::Faults(pests)) => assert_eq!(ours, pests, "{source}"),
        (Err(mut ours), ByPest::Names(mut pests)) => {
            // The messages differ, and pest reports the faults in another order.
            ours.sort_unstable();
            pests.sort_unstable();
            assert_eq!(places(&ours), places(&pests), "{source}");
        }
        (ours, pests) => panic!("{source}\n{ours:?}\n{pests:?}"),
    }
}

fn places(faults: &[Fault]) -> Vec<(usize, usize)> {
    faults.iter().map(|&(line, column, _)| (line, column)).collect()
}

/// Faults that our reader finds during parsing, but pest only after parsing. They may precede a syntax error
/// that pest reports.
const EARLY: [&str; 10] = [
    "cannot repeat 0 times",
    "number cannot overflow u32",
    "number cannot overflow i32",
    "is not a character",
    "only a rule as a whole may begin with `|`",
    "PUSH_LITERAL requires feature grammar-extras",
    "expected a string right after `^`",
    // These faults are reported where the comment, the string, the character or the bracket begins,
    // which is before the syntax error of pest.
    "` is missing",
    "between `'` and `'` is one character",
    "nesting deeper than 200",
];

/// Faults in texts that pest accepts, although they have no useful meaning.
const REFUSED: [&str; 2] = ["`*/` is missing", "expected a string right after `^`"];

/// Asserts that both readers return the same rules or both report faults, and that a syntax error is not
/// reported on an earlier line than by pest. Returns whether the text was read.
pub(crate) fn assert_alike(source: &str) -> bool {
    let ours = by_us(source);
    let says = |one_of: &[&str]| {
        let first = ours.as_ref().err().and_then(|faults| faults.first());
        first.filter(|(.., said)| one_of.iter().any(|one| said.contains(one))).is_some()
    };
    match by_pest(source) {
        ByPest::Syntax(pest) => match &ours {
            Err(faults) if faults.len() == 1 && (faults[0].0 >= pest.0 || says(&EARLY)) => {}
            _ => panic!("{source}\n{ours:?}\n{pest:?}"),
        },
        _ if says(&REFUSED) => {}
        ByPest::Panic => assert!(says(&EARLY), "{source}\n{ours:?}"),
        // Our reader finds these faults before it checks names.
        ByPest::Names(_) if says(&EARLY) => {}
        _ => assert_same(source),
    }
    ours.is_ok()
}

fn ty(ty: RuleType) -> PestType {
    match ty {
        RuleType::Normal => PestType::Normal,
        RuleType::Silent => PestType::Silent,
        RuleType::Atomic => PestType::Atomic,
        RuleType::CompoundAtomic => PestType::CompoundAtomic,
        RuleType::NonAtomic => PestType::NonAtomic,
    }
}

fn written_as_pest(rule: &WrittenRule) -> Rule {
    fn boxed(inner: &WrittenExpr) -> Box<Expr> {
        Box::new(expr(inner))
    }
    fn expr(written: &WrittenExpr) -> Expr {
        match written {
            WrittenExpr::Str(text) => Expr::Str(text.clone()),
            WrittenExpr::Insens(text) => Expr::Insens(text.clone()),
            WrittenExpr::Range(first, last) => Expr::Range(first.to_string(), last.to_string()),
            WrittenExpr::Ident(name) => Expr::Ident(name.clone()),
            WrittenExpr::PeekSlice(from, to) => Expr::PeekSlice(*from, *to),
            WrittenExpr::PosPred(inner) => Expr::PosPred(boxed(inner)),
            WrittenExpr::NegPred(inner) => Expr::NegPred(boxed(inner)),
            WrittenExpr::Seq(left, right) => Expr::Seq(boxed(left), boxed(right)),
            WrittenExpr::Choice(left, right) => Expr::Choice(boxed(left), boxed(right)),
            WrittenExpr::Opt(inner) => Expr::Opt(boxed(inner)),
            WrittenExpr::Rep(inner) => Expr::Rep(boxed(inner)),
            WrittenExpr::RepOnce(inner) => Expr::RepOnce(boxed(inner)),
            WrittenExpr::RepExact(inner, count) => Expr::RepExact(boxed(inner), *count),
            WrittenExpr::RepMin(inner, least) => Expr::RepMin(boxed(inner), *least),
            WrittenExpr::RepMax(inner, most) => Expr::RepMax(boxed(inner), *most),
            WrittenExpr::RepMinMax(inner, least, most) => Expr::RepMinMax(boxed(inner), *least, *most),
            WrittenExpr::Push(inner) => Expr::Push(boxed(inner)),
        }
    }
    Rule { name: rule.name.clone(), ty: ty(rule.ty), expr: expr(&rule.expr) }
}

fn as_pest(rule: &OptimizedRule) -> PestRule {
    fn boxed(inner: &OptimizedExpr) -> Box<PestExpr> {
        Box::new(expr(inner))
    }
    fn expr(optimized: &OptimizedExpr) -> PestExpr {
        match optimized {
            OptimizedExpr::Str(text) => PestExpr::Str(text.clone()),
            OptimizedExpr::Insens(text) => PestExpr::Insens(text.clone()),
            OptimizedExpr::Range(first, last) => PestExpr::Range(first.to_string(), last.to_string()),
            OptimizedExpr::Ident(name) => PestExpr::Ident(name.clone()),
            OptimizedExpr::PeekSlice(from, to) => PestExpr::PeekSlice(*from, *to),
            OptimizedExpr::PosPred(inner) => PestExpr::PosPred(boxed(inner)),
            OptimizedExpr::NegPred(inner) => PestExpr::NegPred(boxed(inner)),
            OptimizedExpr::Seq(left, right) => PestExpr::Seq(boxed(left), boxed(right)),
            OptimizedExpr::Choice(left, right) => PestExpr::Choice(boxed(left), boxed(right)),
            OptimizedExpr::Opt(inner) => PestExpr::Opt(boxed(inner)),
            OptimizedExpr::Rep(inner) => PestExpr::Rep(boxed(inner)),
            OptimizedExpr::Skip(strings) => PestExpr::Skip(strings.clone()),
            OptimizedExpr::Push(inner) => PestExpr::Push(boxed(inner)),
            OptimizedExpr::RestoreOnErr(inner) => PestExpr::RestoreOnErr(boxed(inner)),
        }
    }
    PestRule { name: rule.name.clone(), ty: ty(rule.ty), expr: expr(&rule.expr) }
}

#[rstest]
#[case::uri(include_str!("../../../../uri.pest"))]
#[case::iri(include_str!("../../../../variants/url1996.pest"))]
#[case::every_kind(
    r#"a = { "x" ~ ^"y\n\x41\u{e9}\"\\\'" ~ '\''..'\u{10FFFF}' | &b ~ !SOI ~ ANY }
    b = _{ PUSH("x" | b2) ~ PEEK ~ POP? ~ PEEK[..] ~ PEEK[1..-1] ~ PEEK[..2] ~ PEEK[-3..] }
    b2 = @{ "x"* ~ "y"+ ~ "z"{2} ~ "z"{2,} ~ "z"{0,} ~ "z"{,2} ~ "z"{1,3} ~ "z"{3,2} ~ "z"{0,2} }
    c = ${ #tag = "x" ~ #tag = ("y" | "z") }
    d = !{ | "x" | (("y")) ~ (!("z")) }"#
)]
#[case::rotated(r#"a = { (("a" ~ "b") ~ "c" ~ ("d" ~ "e")) | (("f" | "g") | "h") | ("i" | "j") }"#)]
#[case::joined(r#"a = @{ "a" ~ "b" ~ ^"c" ~ ^"d" ~ "e" } b = ${ "a" ~ "b" } c = { "a" ~ "b" }"#)]
#[case::factored(
    r#"a = @{ "a" ~ "b" | "a" ~ "c" } b = @{ "a" ~ "b" | "a" } c = { "a" ~ "b" | "a" } d = { "a" | "a" ~ "b" }
    e = ${ "a" ~ "b" | "a" ~ "b" ~ "c" | "a" } f = @{ ("a" | "b") ~ "c" | ("a" | "b") }"#
)]
#[case::listed(
    r#"a = { (b ~ ",")* ~ b } b = { "b" } c = { ("b" ~ ",")+ ~ "b" } d = { (b ~ ",")* ~ (b ~ "x") }"#
)]
#[case::skipped(
    r#"a = @{ (!("a" | "b") ~ ANY)* } b = @{ (!s ~ ANY)* ~ (!("x" | s) ~ ANY)* ~ (!(s | "x") ~ ANY)* }
    s = { "p" | t } t = _{ "q" } u = { "q" | "r" | "s" } c = @{ (!(u | "x") ~ ANY)* ~ (!u ~ ANY)* }
    d = ${ (!"x" ~ ANY)* } e = @{ (!("a" | ^"b") ~ ANY)* ~ (!"x" ~ ANY)+ ~ ((!"x" ~ ANY)* ~ "x")* }"#
)]
#[case::skipped_choices(
    r#"a = @{ (!(l | "x") ~ ANY)* ~ (!r ~ ANY)* ~ (!("x" | (r | "y") | b) ~ ANY)* ~ (!(("x" | l) | "y") ~ ANY)* }
    b = { r | "q" } l = { "1" | "2" | "3" } r = { "1" | ("2" | (s | ("3" | s))) } s = { ("5") | "6" }
    c = @{ (!(r | b | t) ~ ANY)* ~ (!t ~ ANY)* ~ (!NEWLINE ~ ANY)* } t = { b | (("7" | "8") | "9") }
    d = @{ (!r ~ ANY)* ~ "x" | (!("1" | "2" | s | "3" | s) ~ ANY)* ~ "y" } e = @{ ((!r ~ ANY)* ~ "x")* ~ (!r ~ ANY)* }"#
)]
#[case::restored(
    r#"a = { PUSH("x")? ~ (b | "y")* ~ (("z" | b)? ~ "q")* } b = { "x" ~ c } c = { DROP } d = { (&b ~ "x")? }
    e = { (POP_ALL ~ "x")? ~ (PEEK ~ "x")* } f = { (b? ~ "y")* ~ (g | "x") } g = { "x" ~ g? ~ b? }
    h = @{ (!DROP ~ ANY)* ~ (!c ~ ANY)* ~ (!("x" | b) ~ ANY)* } i = { (k ~ "z")? } k = { "x" | "x" ~ b }"#
)]
#[case::long_choice(&long_choice("@", |number| format!("\"{number}\"")))]
#[case::long_choice_of_sequences(&long_choice("", |number| format!("\"x\" ~ \"{}\"", number / 2)))]
#[case::long_choice_with_a_stack(&long_choice("", |number| {
    if number % 20 == 0 { "PUSH(\"x\") ~ \"y\"".to_owned() } else { format!("\"x\"{{{}}}", number % 3 + 1) }
}))]
#[case::spaces(r#"WHITESPACE = _{ " " } COMMENT = @{ "/*" ~ (!"*/" ~ ANY)* ~ "*/" } a = { "a" ~ "b"* }"#)]
#[case::endless(
    r#"a = { ""* ~ ("x"?)+ ~ (b | "x"){2,} ~ (!"x")* ~ (&"x" ~ "x"?)* ~ (SOI)* ~ ("x"{0,2})* } b = { "y"* }
    c = { ("" ~ ("x" | "")){3} ~ (b{3})* ~ (PUSH(""))* ~ (c2 ~ "x")* } c2 = { "x" ~ c2? }"#
)]
#[case::many_stacks(
    r#"a = { POP_ALL ~ ("" ~ "x")* ~ (("" ~ b){9})* }
    b = { "" ~ (PEEK_ALL ~ PUSH("")){9} ~ (c? ~ (c ~ PEEK_ALL))* ~ (("" ~ PEEK){9} | "x")* }
    c = { PUSH("") ~ (DROP | "x" ~ b) }"#
)]
#[case::unreachable(
    r#"a = { "x"? | "y" } b = { "x" | "y"* | "z" } c = { ("x" | "") | "y" } d = { "x" | a2 | "y" } a2 = { "z"? }
    e = { ("x"? | ("y" ~ "z"?)) ~ "x" | !"x" | "y" }"#
)]
#[case::spaces_of_nothing("WHITESPACE = { \" \"* } COMMENT = { !\"x\" ~ SOI } a = { \"x\" }")]
#[case::left_recursive(
    r#"a = { "x"? ~ b ~ "y" } b = { !"z" ~ (c)? } c = { "" ~ PUSH(a) | "x" } d = { a | d{2} }"#
)]
#[case::zero(r#"a = { "x"{0} } b = { "y"{,0} }"#)]
#[case::zero_at_most(r#"a = { "x"{3,0} }"#)]
#[case::large(r#"a = { "x" ~ "y"{4294967296} }"#)]
#[case::push_literal(r#"a = { "x" ~ PUSH_LITERAL("y") }"#)]
fn reads_as_pest_does(#[case] source: &str) {
    assert_same(source);
}

/// Repetitions that are endless because of the stack, and similar ones that end.
#[rstest]
#[case("POP_ALL ~ PEEK_ALL*")]
#[case("PEEK_ALL*")]
#[case("POP_ALL ~ POP_ALL*")]
#[case("POP_ALL ~ PEEK[..]+")]
#[case("PUSH(\"\") ~ PEEK*")]
#[case("(PUSH(\"\") ~ POP)*")]
#[case("(PUSH(\"\") ~ DROP)*")]
#[case("(PUSH(\"\") ~ \"x\" ~ DROP)*")]
#[case("(PUSH(\"x\") ~ POP)*")]
#[case("PUSH(\"\") ~ (PUSH(\"\") ~ DROP ~ PEEK)*")]
#[case("PUSH(\"\"){8} ~ PEEK*")]
#[case("PUSH(\"\"){9} ~ PEEK*")]
#[case("PUSH(\"\"){3,5} ~ PEEK*")]
#[case("POP_ALL ~ PUSH(\"\")? ~ PEEK_ALL*")]
#[case("POP_ALL ~ (PUSH(\"\") | PUSH(\"x\")) ~ PEEK_ALL*")]
#[case("POP_ALL ~ (\"x\" | POP_ALL) ~ PEEK_ALL*")]
#[case("POP_ALL ~ !(PUSH(\"x\")) ~ PEEK_ALL*")]
#[case("POP_ALL ~ &(PUSH(\"x\")) ~ PEEK_ALL*")]
#[case("PUSH(\"x\") ~ DROP* ~ PEEK_ALL*")]
#[case("POP_ALL ~ DROP* ~ PEEK_ALL*")]
#[case("POP_ALL ~ b ~ PEEK_ALL*")]
#[case("POP_ALL ~ (b ~ PEEK[0..0])*")]
#[case("PEEK[0..0]*")]
#[case("POP_ALL ~ (\"x\" ~ c? ~ PEEK_ALL*)")]
#[case("POP_ALL ~ (PEEK_ALL | \"x\")*")]
#[case("POP_ALL ~ (\"x\" | PEEK_ALL)*")]
#[case("POP_ALL ~ (PEEK_ALL{2} ~ PEEK_ALL{,3})*")]
#[case("POP_ALL ~ (PEEK_ALL*)*")]
#[case("POP ~ (PEEK_ALL ~ SOI)*")]
#[case("POP_ALL ~ PUSH(\"x\") ~ POP? ~ PEEK_ALL*")]
#[case("POP_ALL ~ PUSH(\"x\") ~ POP* ~ PEEK_ALL*")]
#[case("POP_ALL ~ PUSH(\"x\") ~ (POP | PEEK_ALL*)")]
#[case("POP_ALL ~ PUSH(\"x\") ~ (\"x\" | POP) ~ PEEK_ALL*")]
#[case("POP_ALL ~ (DROP | PUSH(\"\")){12} ~ PEEK*")]
#[case("POP_ALL ~ (DROP | PUSH(\"\")){13} ~ PEEK*")]
#[case("POP_ALL ~ (DROP | PUSH(\"\")){4,13} ~ PEEK*")]
fn follows_the_stack(
    #[case] body: &str,
    #[values(
        "",
        "WHITESPACE = { \" \" }",
        "WHITESPACE = { PUSH(\" \") }",
        "COMMENT = { &PUSH(\"x\") ~ \" \" }"
    )]
    skipped: &str,
) {
    assert_same(&format!("a = {{ {body} }}\nb = {{ PUSH(\"\") }}\nc = {{ \"x\" ~ c ~ POP_ALL }}\n{skipped}"));
}

/// Returns rules with so many alternatives that the reader optimizes them in parts.
fn long_choice(modifier: &str, alternative: impl Fn(usize) -> String) -> String {
    let choice = |count| (0..count).map(&alternative).collect::<Vec<_>>().join(" | ");
    let rules = [16, 17, 66].map(|count| {
        let choice = choice(count);
        format!("r{count} = {modifier}{{ ({choice})? ~ (!({choice}) ~ ANY)* ~ (({choice}) ~ \"x\" | ({choice}) ~ \"y\") }}\n")
    });
    rules.concat() + "s = @{ (!r16 ~ ANY)* } t = { r66? }"
}

/// Generates expressions that call four rules. Every kind of expression is likely to contain every
/// other kind.
fn expression() -> impl Strategy<Value = String> {
    const LEAVES: [&str; 17] = [
        "\"\"",
        "\"x\"",
        "\"y\"",
        "^\"x\"",
        "'a'..'b'",
        "ANY",
        "SOI",
        "EOI",
        "a",
        "b",
        "c",
        "d",
        "a",
        "d",
        "PEEK",
        "DROP",
        "PUSH(\"x\")",
    ];
    const OPERATORS: [&str; 9] = ["?", "*", "+", "{2}", "{2,}", "{,2}", "{1, 3}", "{3, 2}", "{0, 2}"];
    let leaf = prop::sample::select(&LEAVES[..]).prop_map(str::to_owned);
    leaf.prop_recursive(5, 24, 4, |inner| {
        let parts = |by: &'static str| {
            prop::collection::vec(inner.clone(), 2..5).prop_map(move |parts| format!("({})", parts.join(by)))
        };
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            4 => parts(" ~ "),
            4 => parts(" | "),
            2 => (inner.clone(), prop::sample::select(&OPERATORS[..])).prop_map(|(inner, op)| format!("({inner}){op}")),
            1 => (prop::sample::select(&["!", "&"][..]), inner.clone()).prop_map(|(op, inner)| format!("{op}({inner})")),
            1 => inner.prop_map(|inner| format!("(!({inner}) ~ ANY)*")),
            1 => two.clone().prop_map(|(item, by)| format!("(({item} ~ {by})* ~ {item})")),
            1 => two.prop_map(|(first, then)| format!("({first} ~ {then} | {first})")),
        ]
    })
}

fn grammar() -> impl Strategy<Value = String> {
    let modifier = prop::sample::select(&["", "_", "@", "$", "!"][..]);
    // This beginning prevents left recursion in most rules.
    let first = prop::sample::select(&["", "\"x\" ~ ", "ANY ~ ", "PEEK ~ "][..]);
    let body = (modifier, first, expression())
        .prop_map(|(modifier, first, body)| format!("{modifier}{{ {first}({body}) }}"));
    let spaces = prop::sample::select(&["", "", "WHITESPACE = _{ \" \" }", "COMMENT = { \"#\" ~ d? }"][..]);
    (prop::collection::vec(body, 4), spaces).prop_map(|(bodies, spaces)| {
        let rules = ["a", "b", "c", "d"].iter().zip(bodies);
        rules.map(|(name, body)| format!("{name} = {body}\n")).collect::<String>() + spaces
    })
}

/// Generates rules that mostly use the stack, consume little and repeat a lot.
fn stack_machine() -> impl Strategy<Value = String> {
    const LEAVES: [&str; 16] = [
        "\"\"",
        "\"x\"",
        "SOI",
        "b",
        "c",
        "PUSH(\"\")",
        "PUSH(\"\")",
        "PUSH(\"x\")",
        "PEEK",
        "POP",
        "DROP",
        "PEEK_ALL",
        "POP_ALL",
        "PEEK[..]",
        "PEEK[0..0]",
        "PEEK[1..]",
    ];
    const WRAPPED: [&str; 11] =
        ["L", "L", "L", "L?", "(L | K)", "(L ~ K)", "!L", "&L", "PUSH(L)", "(L ~ K){9}", "(L | K){,3}"];
    const REPEATED: [&str; 8] = [
        "(L)*",
        "(L ~ K)*",
        "(L ~ K)+",
        "(L | K)*",
        "(L ~ K ~ L){2,}",
        "(L? ~ K)*",
        "((L | K) ~ L)*",
        "(L ~ (K)*)*",
    ];
    let leaf = prop::sample::select(&LEAVES[..]);
    let of = |wrappers: &'static [&'static str], leaf: BoxedStrategy<String>| {
        (prop::sample::select(wrappers), leaf.clone(), leaf).prop_map(|(wrapper, one, other)| {
            wrapper.replace('L', "\0").replace('K', &other).replace('\0', &one)
        })
    };
    let item = of(&WRAPPED, leaf.prop_map(str::to_owned).boxed()).boxed();
    let body = (prop::collection::vec(item.clone(), 0..4), of(&REPEATED, item.clone()), of(&REPEATED, item))
        .prop_map(|(first, then, last)| [first.join(" ~ "), then, last].join(" ~ "))
        .prop_map(|body| body.trim_start_matches(" ~ ").to_owned());
    let spaces = prop::sample::select(&["", "", "", "COMMENT = { \"#\" }"][..]);
    (body.clone(), body, spaces).prop_map(|(a, b, spaces)| {
        format!("a = {{ POP_ALL ~ {a} }}\nb = {{ \"\" ~ {b} }}\nc = {{ PUSH(\"\") ~ (DROP | \"x\" ~ b) }}\n{spaces}")
    })
}

proptest! {
    #[test]
    fn any_grammar_is_read_as_pest_does(source in grammar()) {
        assert_same(&source);
    }

    #[test]
    fn any_stack_is_followed_as_pest_does(source in stack_machine()) {
        assert_same(&source);
    }
}

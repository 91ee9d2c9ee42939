//! The translation of pest grammars to PEG: contexts, nodes, and the normal form of expressions.

use rstest::rstest;
use urigram_grammar::{CharSet, Expr, Peg};

use crate::common::{self, read};

/// Returns the expression on one line. Calls that make nodes are shown as `<name …>`, other calls
/// are inlined.
fn shown(peg: &Peg, expr: &Expr) -> String {
    let list = |parts: &[Expr], by: &str| {
        format!("({})", parts.iter().map(|part| shown(peg, part)).collect::<Vec<_>>().join(by))
    };
    match expr {
        Expr::Empty => "ε".to_owned(),
        Expr::Fail => "∅".to_owned(),
        Expr::Start => "SOI".to_owned(),
        Expr::End => "EOI".to_owned(),
        Expr::Chars(set) => match set.as_single() {
            Some(c) => c.to_string(),
            None => format!("{:?}", set.ranges()),
        },
        Expr::Call(at) => call(peg, *at),
        Expr::Seq(parts) => list(parts, " "),
        Expr::Choice(parts) => list(parts, " / "),
        Expr::Star(inner) => format!("{}*", shown(peg, inner)),
        Expr::Not(inner) => format!("!{}", shown(peg, inner)),
        Expr::And(inner) => format!("&{}", shown(peg, inner)),
    }
}

fn call(peg: &Peg, at: usize) -> String {
    let rule = &peg.rules()[at];
    let inner = shown(peg, &rule.expr);
    if rule.capture { format!("<{} {inner}>", rule.name) } else { inner }
}

fn start(source: &str) -> String {
    let peg = Peg::new(&read(source));
    peg.rule("r").map_or_else(|refused| refused.to_string(), |at| call(&peg, at))
}

#[rstest]
#[case::string("r = _{ \"abc\" }", "(a b c)")]
#[case::insensitive("r = _{ ^\"a1\" }", "([('A', 'A'), ('a', 'a')] 1)")]
#[case::optional("r = _{ \"a\"? }", "(a / ε)")]
#[case::classes_join("r = _{ 'a'..'c' | \"e\" | 'd'..'d' | \"xy\" | \"z\" }", "([('a', 'e')] / (x y) / z)")]
#[case::classes_join_through_silent_rules("r = _{ l | \"c\" }\nl = _{ \"a\" | \"b\" }", "[('a', 'c')]")]
#[case::classes_with_tokens_do_not("r = _{ l | \"c\" }\nl = { \"a\" | \"b\" }", "(<l [('a', 'b')]> / c)")]
#[case::backwards_range("r = _{ 'z'..'a' | \"b\" }", "b")]
#[case::skip("r = @{ (!(\"a\" | \"bc\") ~ ANY)* }", "<r (!(a / (b c)) [('\\0', '\\u{10ffff}')])*>")]
#[case::ends("r = _{ SOI ~ \"a\" ~ EOI }", "(SOI a <EOI EOI>)")]
#[case::end_without_a_token("r = @{ \"a\" ~ EOI }", "<r (a EOI)>")]
fn shapes(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(start(source), expected);
}

#[rstest]
#[case::normal("r = { a }\na = { \"x\" }", "<r <a x>>")]
#[case::silent("r = _{ a }\na = { \"x\" }", "<a x>")]
#[case::atomic_hides("r = @{ a }\na = { \"x\" }", "<r x>")]
#[case::atomic_hides_through_calls("r = @{ b }\nb = _{ a ~ c }\na = { \"x\" }\nc = @{ \"y\" }", "<r (x y)>")]
#[case::compound_shows("r = ${ a }\na = @{ \"x\" }", "<r <a x>>")]
#[case::compound_in_atomic(
    "r = @{ a ~ b }\na = ${ c }\nb = !{ c }\nc = { \"x\" }",
    "<r (<a <c x>> <b <c x>>)>"
)]
#[case::predicates_hide("r = { &a ~ !b ~ c }\na = ${ c }\nb = !{ c }\nc = { \"x\" }", "<r (&x !x <c x>)>")]
fn tokens(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(start(source), expected);
}

const SPACE: &str = "WHITESPACE = _{ \" \" }\n";

#[rstest]
#[case::sequence("r = _{ \"a\" ~ \"b\" }", "(a  * b)")]
#[case::repetition("r = _{ \"a\"* }", "((a ( * a)*) / ε)")]
#[case::once("r = _{ \"a\"+ }", "(a  * ((a ( * a)*) / ε))")]
#[case::string("r = _{ \"ab\" }", "(a b)")]
#[case::atomic("r = @{ \"a\" ~ l* }\nl = _{ \"b\" ~ \"c\" }", "<r (a (b c)*)>")]
#[case::inherited("r = ${ l }\nl = { \"b\" ~ \"c\" }", "<r <l (b c)>>")]
#[case::switched_on("r = @{ l }\nl = !{ \"b\" ~ \"c\" }", "<r <l (b  * c)>>")]
#[case::inside_a_predicate("r = _{ !(\"b\" ~ \"c\") }", "!(b  * c)")]
fn spaces(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(start(&format!("{SPACE}{source}")), expected);
}

#[rstest]
#[case::comment("COMMENT = { \"#\" }\nr = _{ \"a\" ~ \"b\" }", "(a <COMMENT #>* b)")]
#[case::both(
    "COMMENT = { \"#\" }\nWHITESPACE = _{ \" \" }\nr = _{ \"a\" ~ \"b\" }",
    "(a  * (<COMMENT #>  *)* b)"
)]
#[case::space_is_atomic(
    "WHITESPACE = { \" \" ~ \"_\" }\nr = _{ \"a\" ~ \"b\" }",
    "(a <WHITESPACE (  _)>* b)"
)]
fn skips(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(start(source), expected);
}

#[test]
fn calls_point_backwards_and_no_rule_stands_twice() {
    let peg = Peg::new(&common::uri());
    let mut seen = std::collections::HashSet::new();
    for (at, rule) in peg.rules().iter().enumerate() {
        assert!(seen.insert(rule), "{} stands twice", rule.name);
        let mut open = vec![&rule.expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Call(callee) => assert!(*callee < at),
                Expr::Seq(parts) | Expr::Choice(parts) => open.extend(parts),
                Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => open.push(inner),
                _ => {}
            }
        }
    }
    assert!(peg.names().all(|name| peg.rule(name).is_ok()));
}

#[test]
fn members_of_sets() {
    let set = CharSet::from_ranges([('x', 'z'), ('a', 'b'), ('\u{D7FF}', '\u{E000}')]);
    let members: Vec<char> = (0..set.len()).filter_map(|smaller| set.nth(smaller)).collect();
    assert_eq!(members, ['a', 'b', 'x', 'y', 'z', '\u{D7FF}', '\u{E000}']);
    assert_eq!((set.nth(set.len()), CharSet::empty().len(), CharSet::empty().nth(0)), (None, 0, None));
    assert_eq!(CharSet::any().len(), 0x11_0000 - 0x800);
}

#[test]
fn sets_are_sets() {
    let vowels = CharSet::from_ranges([('o', 'o'), ('a', 'a'), ('e', 'e'), ('i', 'i'), ('u', 'u')]);
    let early = CharSet::range('a', 'i');
    assert_eq!(vowels.intersect(&early), CharSet::from_ranges([('a', 'a'), ('e', 'e'), ('i', 'i')]));
    assert_eq!(vowels.union(&vowels.complement()), CharSet::any());
    assert!(vowels.difference(&vowels).is_empty());
    assert_eq!(early.difference(&vowels), CharSet::from_ranges([('b', 'd'), ('f', 'h')]));
    assert_eq!(CharSet::any().complement(), CharSet::empty());
    assert_eq!(CharSet::empty().complement(), CharSet::any());
    assert_eq!(CharSet::from_predicate(|c| !early.contains(c)), early.complement());
    assert!(!CharSet::empty().contains('a') && vowels.contains('o') && !vowels.contains('p'));
    let around = CharSet::from_ranges([('\u{D000}', '\u{D7FF}'), ('\u{E000}', '\u{F000}')]);
    assert_eq!(around.ranges(), [('\u{D000}', '\u{F000}')], "no scalar value lies between");
}

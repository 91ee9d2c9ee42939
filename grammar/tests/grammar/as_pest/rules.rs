//! The rules that are read, and the faults in them, are those of `pest_meta`.

use proptest::prelude::*;
use rstest::rstest;

use super::assert_same;

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
#[case::restored(
    r#"a = { PUSH("x")? ~ (b | "y")* ~ (("z" | b)? ~ "q")* } b = { "x" ~ c } c = { DROP } d = { (&b ~ "x")? }
    e = { (POP_ALL ~ "x")? ~ (PEEK ~ "x")* } f = { (b? ~ "y")* ~ (g | "x") } g = { "x" ~ g? ~ b? }"#
)]
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

/// Repetitions that the stack makes endless, and some that it does not.
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

/// Expressions over four rules, in which every kind is likely to meet every other.
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
    // What it begins with keeps most rules from being left-recursive.
    let first = prop::sample::select(&["", "\"x\" ~ ", "ANY ~ ", "PEEK ~ "][..]);
    let body = (modifier, first, expression())
        .prop_map(|(modifier, first, body)| format!("{modifier}{{ {first}({body}) }}"));
    let spaces = prop::sample::select(&["", "", "WHITESPACE = _{ \" \" }", "COMMENT = { \"#\" ~ d? }"][..]);
    (prop::collection::vec(body, 4), spaces).prop_map(|(bodies, spaces)| {
        let rules = ["a", "b", "c", "d"].iter().zip(bodies);
        rules.map(|(name, body)| format!("{name} = {body}\n")).collect::<String>() + spaces
    })
}

/// Rules that mostly work on the stack, consume little and repeat a lot.
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

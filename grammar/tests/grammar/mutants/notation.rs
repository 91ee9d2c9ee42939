//! Rules in pest's notation, so that what is read of the text is the same expression again.

use urigram_grammar::{RuleType, WrittenExpr, WrittenRule};

pub(crate) fn rule(rule: &WrittenRule) -> String {
    format!("{} = {}{{ {} }}", rule.name, modifier(rule.ty), expression(&rule.expr))
}

pub(crate) fn expression(expr: &WrittenExpr) -> String {
    text(expr, Level::Choice)
}

pub(crate) fn modifier(ty: RuleType) -> &'static str {
    match ty {
        RuleType::Normal => "",
        RuleType::Silent => "_",
        RuleType::Atomic => "@",
        RuleType::CompoundAtomic => "$",
        RuleType::NonAtomic => "!",
    }
}

/// How tightly an expression binds, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Sequence,
    Prefix,
    Suffix,
    Whole,
}

/// Returns the expression, in brackets if it binds less tightly than its place asks for.
fn text(expr: &WrittenExpr, place: Level) -> String {
    let (own, text) = written(expr);
    if own < place { format!("({text})") } else { text }
}

fn written(expr: &WrittenExpr) -> (Level, String) {
    let suffix = |inner: &WrittenExpr, suffix: String| (Level::Suffix, text(inner, Level::Suffix) + &suffix);
    match expr {
        WrittenExpr::Str(string) => (Level::Whole, quoted(string)),
        WrittenExpr::Insens(string) => (Level::Whole, format!("^{}", quoted(string))),
        WrittenExpr::Range(first, last) => (Level::Whole, format!("{}..{}", single(*first), single(*last))),
        WrittenExpr::Ident(name) => (Level::Whole, name.clone()),
        WrittenExpr::PeekSlice(from, to) => {
            (Level::Whole, format!("PEEK[{from}..{}]", to.map_or(String::new(), |to| to.to_string())))
        }
        WrittenExpr::PosPred(inner) => (Level::Prefix, format!("&{}", text(inner, Level::Prefix))),
        WrittenExpr::NegPred(inner) => (Level::Prefix, format!("!{}", text(inner, Level::Prefix))),
        WrittenExpr::Seq(left, right) => {
            (Level::Sequence, format!("{} ~ {}", text(left, Level::Sequence), text(right, Level::Prefix)))
        }
        WrittenExpr::Choice(left, right) => {
            (Level::Choice, format!("{} | {}", text(left, Level::Choice), text(right, Level::Sequence)))
        }
        WrittenExpr::Opt(inner) => suffix(inner, "?".to_owned()),
        WrittenExpr::Rep(inner) => suffix(inner, "*".to_owned()),
        WrittenExpr::RepOnce(inner) => suffix(inner, "+".to_owned()),
        WrittenExpr::RepExact(inner, count) => suffix(inner, format!("{{{count}}}")),
        WrittenExpr::RepMin(inner, least) => suffix(inner, format!("{{{least},}}")),
        WrittenExpr::RepMax(inner, most) => suffix(inner, format!("{{,{most}}}")),
        WrittenExpr::RepMinMax(inner, least, most) => suffix(inner, format!("{{{least}, {most}}}")),
        WrittenExpr::Push(inner) => (Level::Whole, format!("PUSH({})", text(inner, Level::Choice))),
    }
}

fn quoted(string: &str) -> String {
    format!("\"{}\"", string.chars().map(|c| escaped(c, '"')).collect::<String>())
}

fn single(c: char) -> String {
    format!("'{}'", escaped(c, '\''))
}

fn escaped(c: char, quote: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        c if c == quote => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        c => format!("\\u{{{:02x}}}", c as u32),
    }
}

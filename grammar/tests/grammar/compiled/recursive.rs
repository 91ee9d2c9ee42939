//! Compiled recursive rules agree with pest, and report an error instead of overflowing the stack
//! if a text is nested too deep.

use fastrand::Rng;
use urigram_grammar::Undo;

use crate::common;
use crate::compiled::program;
use crate::compiled::program::{Program, Question, Subject, derived, mutated};
use crate::random::recursive;

/// A recursive grammar, with texts that its first rule matches.
pub(crate) struct Nested {
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) valid: &'static [&'static str],
    /// The texts before and after a nested text. The innermost text is one of `valid`.
    pub(crate) level: (&'static str, &'static str),
    /// The approximate length of derived texts. It is small for grammars that try each level several times,
    /// because their time is exponential in the depth.
    pub(crate) length: usize,
}

pub(crate) const GRAMMARS: &[Nested] = &[
    Nested {
        name: "json",
        source: r##"
json    = { SOI ~ value ~ EOI }
WHITESPACE = _{ " " | "\t" | "\r" | "\n" }
object  = { "{" ~ "}" | "{" ~ pair ~ ("," ~ pair)* ~ "}" }
pair    = { string ~ ":" ~ value }
array   = { "[" ~ "]" | "[" ~ value ~ ("," ~ value)* ~ "]" }
value   = _{ object | array | string | number | boolean | null }
boolean = { "true" | "false" }
null    = { "null" }
string  = ${ "\"" ~ inner ~ "\"" }
inner   = @{ char* }
char    = { !("\"" | "\\") ~ ANY | "\\" ~ ("\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t") | "\\" ~ ("u" ~ ASCII_HEX_DIGIT{4}) }
number  = @{ "-"? ~ ("0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT*) ~ ("." ~ ASCII_DIGIT*)? ~ (^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+)? }
"##,
        valid: &[
            "0",
            "[]",
            "{ }",
            r#"{"a": [1, -2.5e+3, true], "b" : {"c": null}}"#,
            "\n[ [ ], [\"\\u00e9\\n\", \"é\", \"\"] ]\t",
            r#"[{"k":"v"},{"k":"\\"},[[[[0]]]]]"#,
        ],
        level: ("[{\"k\":[", "]}]"),
        length: 60,
    },
    Nested {
        name: "calculator",
        source: r##"
program    = { SOI ~ expression ~ EOI }
WHITESPACE = { " " }
COMMENT    = { "/*" ~ (COMMENT | !"*/" ~ ANY)* ~ "*/" }
expression = { term ~ (("+" | "-") ~ term)* }
term       = { power ~ (("*" | "/") ~ power)* }
power      = { sign* ~ atom ~ ("^" ~ power)? }
sign       = { "-" | "+" }
atom       = { number | call | "(" ~ expression ~ ")" }
call       = { name ~ "(" ~ (expression ~ ("," ~ expression)*)? ~ ")" | name }
name       = @{ ASCII_ALPHA+ }
number     = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
"##,
        valid: &["1", "1 + 2*x", "-(3.5 - f(1, 2 ^ 2 ^ -y))", "g() * (((2))) /* a /* b */ */ - h", " 1/2 "],
        level: ("-f(1, (", "))"),
        length: 60,
    },
    Nested {
        name: "parentheses",
        source: r##"
all  = @{ many ~ EOI }
many = _{ ("(" ~ many ~ ")" | "[" ~ many ~ "]")* }
"##,
        valid: &["", "()", "([]())", "[[((()))]()]"],
        level: ("([", "])"),
        length: 60,
    },
    Nested {
        name: "lists",
        source: r##"
list       = { "(" ~ item* ~ ")" }
WHITESPACE = _{ " " | NEWLINE }
COMMENT    = _{ ";" ~ (!NEWLINE ~ ANY)* }
item       = _{ quoted | list | dotted | atom }
quoted     = { "'" ~ item }
dotted     = { "[" ~ item ~ "." ~ item ~ "]" }
atom       = ${ text | !"." ~ word }
word       = @{ (!(" " | NEWLINE | "(" | ")" | "[" | "]" | "\"" | ";" | "'") ~ ANY)+ }
text       = @{ "\"" ~ ("\\" ~ ANY | !"\"" ~ ANY)* ~ "\"" }
"##,
        valid: &[
            "()",
            "(define (f x) ; the function\n  '(+ x \"a\\\"b\"))",
            "(a [b . [c . ()]] ''(é))",
            "( ( ( ) ) )",
        ],
        level: ("(a '(", ") b)"),
        length: 60,
    },
    Nested {
        name: "elements",
        source: r##"
document  = ${ SOI ~ element ~ EOI }
element   = ${ empty | start ~ content ~ end }
empty     = ${ "<" ~ name ~ attribute* ~ space? ~ "/>" }
start     = ${ "<" ~ name ~ attribute* ~ space? ~ ">" }
end       = ${ "</" ~ name ~ space? ~ ">" }
content   = ${ (element | comment | entity | text)* }
comment   = @{ "<!--" ~ (!"-->" ~ ANY)* ~ "-->" }
entity    = ${ "&" ~ (name | "#" ~ ASCII_DIGIT+) ~ ";" }
attribute = ${ space ~ name ~ "=" ~ value }
value     = ${ "\"" ~ (entity | plain)* ~ "\"" | "'" ~ (!"'" ~ ANY)* ~ "'" }
plain     = @{ (!("\"" | "<" | "&") ~ ANY)+ }
text      = @{ (!("<" | "&") ~ ANY)+ }
name      = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "-" | ":")* }
space     = _{ (" " | NEWLINE)+ }
"##,
        valid: &[
            "<a/>",
            "<a></a>",
            "<a b=\"c&amp;\" d='e'>x<f/>&#233;<!-- - -- g --></a>",
            "<a ><b><c>é</c ></b>\n<b\nx=\"\"></b></a>",
            "<x:y-1 />",
        ],
        level: ("<a>t<b>", "</b></a>"),
        length: 60,
    },
    // At each level, captures are undone because of a late failure.
    Nested {
        name: "backtracking",
        source: r##"
top    = ${ either ~ EOI }
either = ${ first | second | third }
first  = ${ a ~ inner ~ "!" }
second = ${ a ~ inner ~ "?" }
third  = ${ (a ~ inner ~ "-")? ~ a ~ inner? ~ ("." ~ a)* }
inner  = ${ "(" ~ either ~ ")" | "[" ~ (either ~ ",")* ~ either? ~ "]" }
a      = { "a" ~ "b"? }
"##,
        valid: &["a", "a(a)", "a(a[]!)?", "a[a(ab)-ab[a,a.a,],a[]].a.ab"],
        level: ("a(a[", "].a)?"),
        length: 15,
    },
    Nested {
        name: "predicates",
        source: r##"
top    = ${ &(nest ~ EOI) ~ nest }
nest   = ${ !(pair ~ "!") ~ (pair | single) }
pair   = ${ "(" ~ single ~ &(single | "(") ~ nest ~ ")" }
single = ${ "x" ~ !("x" ~ nest) ~ "y"? }
"##,
        valid: &["x", "(xyx)", "(x(xy(xx)))"],
        level: ("(x", ")"),
        length: 15,
    },
    // Recursion through white space, and through rules of each type.
    Nested {
        name: "kinds",
        source: r##"
normal     = { "n" ~ (atomic | compound | free | silent | "e")* ~ "." }
WHITESPACE = { " " | "<" ~ silent ~ ">" }
COMMENT    = ${ "#" ~ free ~ "#" }
atomic     = @{ "a" ~ (normal | compound | free)? ~ "." }
compound   = ${ "c" ~ (normal | atomic | free)? ~ "." }
free       = !{ "f" ~ (normal | atomic | compound)* ~ "." }
silent     = _{ "s" ~ (normal | silent)? ~ "." }
nothing    = { "(" ~ nothing ~ ")" | "" }
"##,
        valid: &["n.", "n e <s.> .", "nane..cne...", "n #f n. a. .# f c. n . . .", "ns sn e...."],
        level: ("nf c", "..."),
        length: 60,
    },
];

/// The number of texts for each grammar. There are as many mutations of them.
const TEXTS: usize = 4000;

/// Returns the grammar four times: with all rules captured, once with a sink that grows and once with one
/// that is copied; with every second rule captured; and with none.
fn subjects(nested: &Nested) -> [Subject; 4] {
    let Nested { name, source, .. } = nested;
    let mut odd = false;
    let mut other = || {
        odd = !odd;
        odd
    };
    let subject = |what: &str, undo, captures: &mut dyn FnMut() -> bool| {
        Subject::new(format!("{name}, {what}"), source, |_| captures()).with(undo)
    };
    [
        subject("all captured", Undo::Mark, &mut || true),
        subject("some captured", Undo::Mark, &mut other),
        subject("none captured", Undo::Mark, &mut || false),
        subject("all captured, copied", Undo::Copy, &mut || true),
    ]
}

#[test]
#[ignore = "compiles recursive grammars with rustc"]
fn as_pest() {
    let subjects: Vec<Subject> = GRAMMARS.iter().flat_map(subjects).collect();
    let mut random = Rng::with_seed(1);
    let mut questions: Vec<Vec<Question>> = Vec::new();
    for nested in GRAMMARS {
        let all = questions_for(&subjects[questions.len()], nested, &mut random);
        // The sink of a fixed size has room only for the captures of short texts.
        let short: Vec<Question> = all.iter().filter(|(_, text)| text.len() < 20).cloned().collect();
        let few: Vec<Question> = all.iter().step_by(8).cloned().collect();
        questions.extend([all, few.clone(), few, short]);
    }
    program::all("recursive", &subjects, &questions);
}

/// Returns questions, most of them about the first rule.
fn questions_for(subject: &Subject, nested: &Nested, random: &mut Rng) -> Vec<Question> {
    let names: Vec<&str> = subject.names().collect();
    let mut questions: Vec<Question> =
        nested.valid.iter().map(|text| (names[0].to_owned(), (*text).to_owned())).collect();
    for (rule, text) in &questions {
        assert_ne!(subject.answer(rule, text), "no", "{}: {text}", nested.name);
    }
    while questions.len() < TEXTS {
        let rule = if random.bool() { names[0] } else { random.choice(&names).unwrap() };
        let text = match random.choice(nested.valid) {
            Some(valid) if random.usize(..4) == 0 => (*valid).to_owned(),
            _ => derived(&subject.peg, rule, nested.length, random),
        };
        if text.len() > 2 * nested.length {
            continue;
        }
        let mut other = mutated(&text, random);
        if random.bool() {
            other = mutated(&other, random);
        }
        questions.extend([(rule.to_owned(), text), (rule.to_owned(), other)]);
    }
    let matched = questions.iter().filter(|(rule, text)| subject.answer(rule, text) != "no").count();
    assert!(matched > TEXTS / 10 && matched < TEXTS * 9 / 10, "{}: {matched} of {TEXTS}", nested.name);
    questions
}

#[test]
#[ignore = "compiles 150 grammars with rustc"]
fn random_grammars() {
    let subjects: Vec<Subject> = (0..150)
        .map(|seed| {
            let mut random = Rng::with_seed(seed);
            let source = recursive(&mut random);
            let undo = if seed % 2 == 0 { Undo::Mark } else { Undo::Copy };
            let name = format!("random recursive grammar {seed}");
            Subject::new(name, &source, |_| random.usize(..4) > 0).with(undo)
        })
        .collect();
    let texts = common::strings("ab%é", 4);
    let questions = subjects.iter().map(|subject| {
        let of_rule =
            |rule: &str| texts.iter().map(|text| (rule.to_owned(), text.clone())).collect::<Vec<_>>();
        subject.names().flat_map(of_rule).collect()
    });
    program::all("random-recursive", &subjects, &questions.collect::<Vec<_>>());
}

/// Texts that are nested too deep are distinguished from those that do not match, whatever the
/// innermost text is.
#[test]
#[ignore = "compiles recursive grammars with rustc"]
fn too_deep() {
    let subjects: Vec<Subject> = GRAMMARS
        .iter()
        .map(|nested| Subject::new(nested.name.to_owned(), nested.source, |_| true).with(Undo::Mark))
        .collect();
    let program = Program::build("too-deep", &subjects).unwrap_or_else(|message| panic!("{message}"));
    for (at, (nested, subject)) in GRAMMARS.iter().zip(&subjects).enumerate() {
        let rule = subject.names().next().unwrap().to_owned();
        let (open, close) = nested.level;
        let around = |inner: &str, levels: usize| open.repeat(levels) + inner + &close.repeat(levels);
        let questions: Vec<Question> = [1, 2, 10_000]
            .into_iter()
            .flat_map(|levels| {
                let valid = around(nested.valid[0], levels);
                [valid.clone() + "\u{1}", around("\u{1}", levels), valid]
            })
            .map(|text| (rule.clone(), text))
            .collect();
        let answers = program.answers(questions.iter().map(|question| (at, question)));
        let (few, many) = answers.split_at(6);
        for (question, answer) in questions.iter().zip(few) {
            assert_eq!(
                *answer,
                subject.answer(&question.0, &question.1),
                "{}: {:?}",
                nested.name,
                question.1
            );
        }
        assert!(few[2].starts_with("yes"), "{}: {few:?}", nested.name);
        assert!(many.iter().all(|answer| answer == "too deep"), "{}: {many:?}", nested.name);
    }
}

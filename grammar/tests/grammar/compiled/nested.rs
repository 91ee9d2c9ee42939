//! Grammars of what nests: their rules call themselves.

/// A grammar with texts that its first rule matches.
pub(crate) struct Nested {
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) valid: &'static [&'static str],
    /// What opens a level, and what closes it; the innermost level in between is one of `valid`.
    pub(crate) level: (&'static str, &'static str),
    /// How long derived texts are, roughly. Where each level is tried several times, time doubles with each.
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
    // The captures of what fails late are taken back, at each level.
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
    // Recursion through what is skipped, and through rules of each kind.
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

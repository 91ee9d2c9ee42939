//! Small grammars, each about one thing that is easy to get wrong in code for PEGs.

/// Each with its name.
pub(crate) const GRAMMARS: &[(&str, &str)] = &[
    (
        "never",
        r#"
never    = { 'b'..'a' }
first    = { 'b'..'a' | "x" }
last     = { "x" | 'b'..'a' }
middle   = ${ "x" | never | "y" | 'b'..'a' ~ "z" }
option   = { never? ~ "x" }
many     = ${ never* ~ ("x" ~ never | "y")* }
denied   = ${ !never ~ "x" ~ &("y" | never) ~ ANY }
asked    = { &never ~ "x" }
calls    = ${ first ~ never | last ~ last }
contrary = { !ANY ~ ANY | "q" }
"#,
    ),
    (
        "nothing",
        r#"
empty  = { "" }
quiet  = _{ "" }
marker = ${ empty ~ quiet ~ "a" ~ empty ~ empty }
seen   = ${ &"a" ~ empty ~ ANY* }
none   = ${ !ANY ~ empty }
opt    = { ("a" ~ empty)? ~ empty }
list   = ${ ("a" ~ empty)* ~ empty }
ahead  = { &empty ~ !("a" ~ empty ~ "b") ~ "a" ~ "c"? }
"#,
    ),
    (
        "bodies",
        r#"
outer  = ${ middle }
middle = { inner }
inner  = @{ "a"+ }
hush   = _{ inner }
loud   = ${ hush }
either = ${ outer ~ "b" | inner ~ "c" | middle }
both   = ${ outer ~ "b" ~ middle }
whole  = ${ either }
many   = ${ (middle ~ "b")* }
"#,
    ),
    (
        "late",
        r#"
option  = ${ (a ~ b ~ "!")? ~ a* ~ b* }
nested  = ${ (a ~ (b ~ a)? ~ "!")? ~ (a | b)* }
choice  = ${ a ~ b ~ "!" | a ~ b ~ "?" | (a | b)* }
deep    = ${ (option ~ "." | nested ~ ",") ~ a | choice }
twice   = ${ ((a ~ b?)? ~ "!" ~ a)? ~ ((a ~ b?)? ~ "?")? ~ a? ~ b? }
repeat  = ${ (a ~ b){2,3} ~ a? | (a | b)* }
exact   = ${ (a ~ b?){2} ~ "!" | a ~ (b? ~ a)* ~ "!" }
atleast = ${ (a ~ b?){2,} ~ "!" | a ~ a? ~ "?" }
a       = { "a" }
b       = { "b" }
"#,
    ),
    (
        "repeated",
        r#"
alternatives = ${ (a ~ b | b ~ a | a){2,3} ~ b? }
inside       = ${ ((a | b ~ a){2,3} ~ b){1,2} }
pairs        = ${ (a ~ (b ~ b){2,3} | a){2,3} }
upto         = ${ (a ~ b){,2} ~ a? ~ b* }
bounded      = @{ 'a'..'c'{3,5} ~ "c"? }
unicode      = @{ ("é" | "a"){2,3} ~ "é"? }
texts        = @{ "ab"{2,3} ~ ("a" | "b")? }
much         = @{ "a"{20,30} ~ "b"{7} }
a            = { "a" ~ c? }
b            = { "b" }
c            = { "c" }
"#,
    ),
    (
        "predicates",
        r#"
around = ${ &a ~ !b ~ (a | c) ~ !(a ~ b) ~ a* ~ b? }
hidden = ${ !(a ~ !b) ~ a ~ b | &(a ~ EOI) ~ a }
double = ${ !!a ~ a ~ &&b ~ b }
inner  = ${ (!(a ~ a) ~ a ~ b)* ~ (&b ~ (b | c))* }
last   = ${ a ~ &b | a ~ &c ~ ANY | a ~ !ANY }
again  = ${ (&(a ~ b) ~ a ~ b | !(a ~ c) ~ a | c)* }
until  = ${ (!end ~ (a | b | c))* ~ end }
end    = ${ "." | "c" ~ "." }
a      = { "a" }
b      = { "b" ~ d? }
c      = { "c" }
d      = !{ "d" }
"#,
    ),
    (
        "ends",
        r#"
whole  = { SOI ~ a ~ (b ~ a)* ~ EOI }
twice  = ${ a ~ EOI ~ EOI }
choice = ${ a ~ (EOI | b) ~ (EOI | a ~ &EOI) }
early  = { (SOI ~ a | b)+ }
hidden = @{ a ~ EOI }
option = ${ (a ~ EOI)? ~ a* ~ EOI? }
not    = ${ !SOI ~ a | b ~ !EOI ~ a }
a      = { "a" }
b      = { "b" }
"#,
    ),
    (
        "bytes",
        r#"
nul     = @{ "\0" ~ "\0"* }
pair    = ${ nul ~ "a" ~ nul? }
control = { ('\u{00}'..'\u{1F}' | "\u{7F}")+ }
quotes  = @{ ("'" | "\\" | "\"" | "`" | "{" | "}")* }
breaks  = ${ ("\r" | "\n" | "\t") ~ NEWLINE* }
delete  = @{ '\u{7E}'..'\u{81}'+ }
edges   = @{ ("\u{7FF}" | "\u{800}" | "\u{FFFF}" | "\u{10000}" | "\u{10FFFF}" | "\u{D7FF}" | "\u{E000}")+ }
spans   = @{ '\u{7FE}'..'\u{801}' ~ '\u{FFFE}'..'\u{10001}'? ~ '\u{D7FE}'..'\u{E001}'* }
mixed   = @{ (!("é" | "x") ~ ANY)* ~ ("é" | "x") }
ascii   = ${ ASCII ~ !ASCII ~ ANY }
"#,
    ),
    (
        "cases",
        r#"
word  = { ^"k" ~ ^"ss"? ~ ^"É"? }
words = ${ (word ~ ("-" | ^"x"))* ~ word }
mixed = @{ (^"ab" | "aB" | ^"b")+ ~ ^"1é2"? }
"#,
    ),
    (
        "spaces",
        r#"
WHITESPACE = { " " ~ "_"? }
COMMENT    = ${ "/" ~ note ~ "/" }
note  = @{ (!"/" ~ ANY)* }
list  = { item ~ ("," ~ item)* ~ ","? }
item  = { "a" ~ "b"* | tight }
tight = ${ "c" ~ small ~ open }
open  = !{ ("d" ~ "e"){2} | "f" ~ small? ~ "f" }
small = { "a" ~ "b" }
atom  = @{ "g" ~ open ~ small? }
ahead = { !("a" ~ "b") ~ &("a" ~ "c") ~ item ~ "c" }
maybe = { ("a" ~ "b" ~ "!")? ~ item* ~ EOI }
"#,
    ),
    (
        "refused",
        r#"
fine   = { "a" ~ "b" | "a" }
loop   = { "(" ~ loop? ~ ")" }
stack  = { PUSH("a") ~ POP }
caller = { fine ~ loop }
also   = ${ fine ~ "c" }
"#,
    ),
];

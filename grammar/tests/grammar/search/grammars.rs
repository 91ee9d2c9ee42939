//! Recursive grammars, one with a stack.

pub(super) const JSON: &str = r#"
json = { SOI ~ value ~ EOI }
value = { object | array | string | number | boolean | null }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair = { string ~ ":" ~ value }
array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!("\"" | "\\") ~ ANY | "\\" ~ escape)* ~ "\"" }
escape = @{ "\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4} }
number = @{ "-"? ~ ("0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT*) ~ ("." ~ ASCII_DIGIT+)? ~ exponent? }
exponent = @{ ^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+ }
boolean = { "true" | "false" }
null = { "null" }
WHITESPACE = _{ " " | "\t" | "\r" | "\n" }
"#;

pub(super) const ARITHMETIC: &str = r#"
calculation = { SOI ~ sum ~ EOI }
sum = { product ~ (("+" | "-") ~ product)* }
product = { power ~ (("*" | "/") ~ power)* }
power = { factor ~ ("^" ~ power)? }
factor = { "-"? ~ (number | name ~ arguments? | "(" ~ sum ~ ")") }
arguments = { "(" ~ (sum ~ ("," ~ sum)*)? ~ ")" }
number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
name = @{ !(keyword ~ !ASCII_ALPHA) ~ ASCII_ALPHA+ }
keyword = { "let" | "in" }
WHITESPACE = _{ " " }
"#;

pub(super) const XML: &str = r#"
document = ${ SOI ~ element ~ EOI }
element = ${ "<" ~ PUSH(name) ~ attribute* ~ ">" ~ content* ~ "</" ~ POP ~ ">" | "<" ~ name ~ attribute* ~ "/>" }
content = ${ element | text | comment }
attribute = ${ " " ~ name ~ "=" ~ PUSH("\"" | "'") ~ (!PEEK ~ ANY)* ~ POP }
name = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "-")* }
text = @{ (!"<" ~ ANY)+ }
comment = @{ "<!--" ~ (!"-->" ~ ANY)* ~ "-->" }
"#;

/// Returns the source with one edit.
pub(super) fn edited(source: &str, from: &str, to: &str) -> String {
    assert_eq!(source.matches(from).count(), 1, "{from}");
    source.replace(from, to)
}

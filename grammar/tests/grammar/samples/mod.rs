//! Samples of any grammar: by its expressions, and those that show all that a rule can match.

mod cover;
mod derived;
mod near;
mod strategy;

/// JSON by RFC 8259, with implicit white space.
pub(crate) const JSON: &str = r#"
    json = { SOI ~ value ~ EOI }
    value = { object | array | string | number | "true" | "false" | "null" }
    object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
    pair = { string ~ ":" ~ value }
    array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
    string = @{ "\"" ~ (plain | escape)* ~ "\"" }
    plain = { !("\"" | "\\" | '\u{00}'..'\u{1F}') ~ ANY }
    escape = { "\\" ~ ("\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4}) }
    number = @{ "-"? ~ ("0" | '1'..'9' ~ ASCII_DIGIT*) ~ ("." ~ ASCII_DIGIT+)? ~ (^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+)? }
    WHITESPACE = _{ " " | "\t" | "\r" | "\n" }
"#;

/// CSV by RFC 4180.
pub(crate) const CSV: &str = r#"
    file = { record ~ (NEWLINE ~ record)* ~ NEWLINE? ~ EOI }
    record = { field ~ ("," ~ field)* }
    field = { quoted | bare }
    quoted = @{ "\"" ~ (!"\"" ~ ANY | "\"\"")* ~ "\"" }
    bare = @{ (!("," | "\"" | "\n" | "\r") ~ ANY)* }
"#;

/// Arithmetic, with comments.
pub(crate) const CALCULATOR: &str = r#"
    expression = { prefix* ~ primary ~ postfix? ~ (infix ~ prefix* ~ primary ~ postfix?)* }
    infix = _{ "+" | "-" | "*" | "/" | "^" }
    prefix = { "-" }
    postfix = { "!" }
    primary = _{ number | "(" ~ expression ~ ")" }
    number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT{1, 3})? }
    WHITESPACE = _{ " " }
    COMMENT = _{ ";" ~ (!"\n" ~ ANY)* ~ "\n" }
"#;

/// Markup whose tags match, by the stack.
pub(crate) const TAGS: &str = r#"
    element = ${ "<" ~ PUSH(name) ~ ">" ~ (element | text)* ~ "</" ~ POP ~ ">" }
    name = @{ ('a'..'z' | "é"){1, 3} }
    text = @{ (!"<" ~ ANY)+ }
"#;

/// Returns rules of which `slow0` matches nothing, in some ten thousand steps.
fn slow() -> String {
    let rule = |n: usize| format!("slow{n} = {{ slow{0} ~ \"q\" | slow{0} ~ \"r\" | \"\" }}\n", n + 1);
    (0..9).map(rule).collect::<String>() + "slow9 = { \"\" }"
}

//! Grammars of common text formats.

/// Each with its name.
pub(crate) const GRAMMARS: &[(&str, &str)] = &[
    (
        "dates",
        r#"
date_time = ${ date ~ ^"t" ~ time ~ offset }
date      = ${ year ~ "-" ~ month ~ "-" ~ day }
time      = ${ hour ~ ":" ~ minute ~ ":" ~ second ~ fraction? }
offset    = ${ ^"z" | ("+" | "-") ~ hour ~ ":" ~ minute }
year      = @{ ASCII_DIGIT{4} }
month     = @{ "0" ~ ASCII_NONZERO_DIGIT | "1" ~ '0'..'2' }
day       = @{ "0" ~ ASCII_NONZERO_DIGIT | '1'..'2' ~ ASCII_DIGIT | "3" ~ '0'..'1' }
hour      = @{ '0'..'1' ~ ASCII_DIGIT | "2" ~ '0'..'3' }
minute    = @{ '0'..'5' ~ ASCII_DIGIT }
second    = @{ minute | "60" }
fraction  = @{ "." ~ ASCII_DIGIT{1,9} }
"#,
    ),
    (
        "versions",
        r#"
version  = ${ core ~ ("-" ~ pre)? ~ ("+" ~ build)? }
core     = ${ number ~ "." ~ number ~ "." ~ number }
number   = @{ "0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT* }
pre      = ${ pre_part ~ ("." ~ pre_part)* }
pre_part = ${ mixed | number ~ !letter }
mixed    = @{ ASCII_DIGIT* ~ letter ~ (letter | ASCII_DIGIT)* }
build    = ${ (word ~ ".")* ~ word }
word     = @{ (letter | ASCII_DIGIT)+ }
letter   = _{ ASCII_ALPHA | "-" }
"#,
    ),
    (
        "log",
        r#"
line    = ${ stamp ~ " " ~ level ~ (" [" ~ thread ~ "]")? ~ (" " ~ pair)* ~ ": " ~ message ~ NEWLINE? ~ EOI }
stamp   = @{ ASCII_DIGIT{1,4} ~ (":" ~ ASCII_DIGIT{2}){2,3} }
level   = { "TRACE" | "INFO" | "INFORM" | ^"warn" | "ERROR" }
thread  = @{ (!"]" ~ ANY)* }
pair    = ${ key ~ "=" ~ value }
key     = @{ ASCII_ALPHA_LOWER+ }
value   = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" | (!(" " | ":") ~ ANY)+ }
message = @{ (!NEWLINE ~ ANY)* }
"#,
    ),
    (
        "mail",
        r##"
mailbox = ${ local ~ "@" ~ (domain | literal) }
local   = ${ dotted | quoted }
dotted  = @{ atom ~ ("." ~ atom)* }
atom    = _{ (ASCII_ALPHANUMERIC | "!" | "#" | "$" | "%" | "&" | "'" | "*" | "+" | "-" | "/" | "=" | "?")+ }
quoted  = @{ "\"" ~ (' '..'!' | '#'..'[' | ']'..'~' | "\\" ~ ' '..'~')* ~ "\"" }
domain  = ${ label ~ ("." ~ label)* }
label   = @{ ASCII_ALPHANUMERIC ~ (ASCII_ALPHANUMERIC | "-" ~ &ASCII_ALPHANUMERIC | "-" ~ &"-")* }
literal = ${ "[" ~ number ~ ("." ~ number){3} ~ "]" }
number  = @{ ASCII_DIGIT{1,3} }
"##,
    ),
    (
        "config",
        r##"
WHITESPACE = _{ " " | "\t" }
COMMENT    = { "#" ~ (!NEWLINE ~ ANY)* }
line    = { section | setting | "" }
section = { "[" ~ name ~ ("." ~ name)* ~ "]" }
setting = { name ~ "=" ~ (list | value) ~ ";"? }
list    = !{ "(" ~ (value ~ ("," ~ value)*)? ~ ")" }
value   = ${ name ~ ("/" ~ name)* | text | flags }
flags   = !{ "<" ~ name* ~ ">" }
name    = @{ ASCII_ALPHA+ }
text    = @{ "'" ~ (!"'" ~ ANY)* ~ "'" }
"##,
    ),
    (
        "identifiers",
        r#"
path   = ${ ident ~ ("::" ~ ident)* }
ident  = ${ raw | !keyword ~ name }
name   = @{ (XID_START | "_") ~ XID_CONTINUE* }
raw    = ${ "r#" ~ name }
keyword = @{ ("fn" | "let" | "été") ~ !XID_CONTINUE }
greek  = @{ ('α'..'ω' | "x" | '\u{1F100}'..'\u{1F300}')+ }
cased  = @{ (UPPERCASE_LETTER ~ LOWERCASE_LETTER*)+ }
not_a  = @{ (!"a" ~ ANY)* }
high   = @{ ('\u{80}'..'\u{7FF}' | '\u{800}'..'\u{FFFF}' | '\u{10000}'..'\u{10FFFF}')+ ~ "."? }
"#,
    ),
    (
        "strings",
        r#"
string  = ${ "\"" ~ inner ~ "\"" }
inner   = @{ char* }
char    = { !("\"" | "\\") ~ ANY | "\\" ~ ("\"" | "\\" | "n") | "\\u" ~ ASCII_HEX_DIGIT{4} | "\\x" ~ hex{2} }
hex     = @{ ASCII_HEX_DIGIT }
single  = ${ "'" ~ (plain | escape)* ~ "'" }
plain   = @{ (!("'" | "\\") ~ ANY)+ }
escape  = ${ "\\" ~ (hex{2} | ANY) }
"#,
    ),
    (
        "csv",
        r#"
file  = ${ row ~ (NEWLINE ~ row)* ~ EOI }
row   = ${ field ~ ("," ~ field)* }
field = ${ quoted | bare }
quoted = ${ "\"" ~ content ~ "\"" }
content = @{ (!"\"" ~ ANY | "\"\"")* }
bare  = @{ (!("," | "\"" | NEWLINE) ~ ANY)* }
"#,
    ),
    (
        "addresses",
        r#"
address = ${ long | short | text }
long    = @{
    (word ~ "-"){3} ~ tail
  | "--" ~ (word ~ "-"){2} ~ tail
  | word? ~ "--" ~ (word ~ "-"){1} ~ tail
  | (word ~ ("-" ~ word){0,1})? ~ "--" ~ tail
  | (word ~ ("-" ~ word){0,2})? ~ "--" ~ word
  | (word ~ ("-" ~ word){0,3})? ~ "--"
}
tail    = @{ word ~ "-" ~ word | short }
word    = @{ ASCII_HEX_DIGIT{1,3} }
short   = ${ octet ~ "." ~ octet ~ "." ~ octet }
octet   = @{ "12" ~ '0'..'7' | "1" ~ '0'..'1' ~ ASCII_DIGIT | '1'..'9' ~ ASCII_DIGIT | ASCII_DIGIT }
text    = @{ (ASCII_HEX_DIGIT | "." | "-" | "z")* }
pair    = ${ (long ~ "/")? ~ (octet ~ ("," ~ octet)*)? }
"#,
    ),
];

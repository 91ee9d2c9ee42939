//! Grammars for edge cases of the compiler, with their names: unusual behaviour of pest, formats, and names
//! of rules that are keywords or names in the compiled code.

use urigram_grammar::{Generator, Names};

use crate::common;

/// Each with its name.
pub(crate) const CORNERS: &[(&str, &str)] = &[
    (
        "an escape that goes on with NUL",
        r#"
run = @{ ('\u{00}'..'$' | '&'..'\u{7f}' | "%" ~ ('\u{00}'..'$'){2})* }
top = { run ~ "é"? }
runs = ${ (half ~ "é")* ~ (half | last | run) }
half = @{ "=" ~ ('\u{00}'..'$' | '&'..'\u{7f}' | "%" ~ '\u{00}'..'$')* }
last = @{ "%" ~ ('\u{00}'..'$' | "%" ~ "a")* }
"#,
    ),
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

/// Each with its name.
pub(crate) const FORMATS: &[(&str, &str)] = &[
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

/// Each with its name.
pub(crate) const NAMES: &[(&str, &str)] = &[
    (
        "helpers",
        r#"
parse       = ${ scan ~ (rules ~ is_compiled)? ~ at }
scan        = { ('a'..'f' | "%" ~ 'a'..'b')* ~ s? }
rules       = { "r" ~ (byte | out){1,2} }
is_compiled = { (span ~ NO)* ~ peek? ~ up_to }
at          = { "1" | "2" ~ told | "2" }
s           = { "s" ~ C0* }
out         = { 'o'..'q' ~ !out_1 }
out_1       = ${ "o" ~ p1 }
p1          = { 'x'..'z'{1,2} }
byte        = { "b" | "c" ~ p1 }
is          = { wide ~ CLASSES }
wide        = { 'à'..'ÿ' | "w" }
span        = { (C0 | s)+ }
peek        = { Mask | Word | table }
up_to       = { C0{2,4} }
NO          = { "n" }
C0          = { '5'..'7' }
CLASSES     = { "c"* }
Mask        = { "m" }
Word        = { "wo" }
table       = { "t" }
told        = { (run0 ~ "@")? ~ run1 }
run0        = @{ ('a'..'e' | "%" ~ "a")* }
run1        = { "x" | run0 }
"#,
    ),
    (
        "words",
        r#"
gen     = ${ type ~ (type_ ~ match)* ~ r? }
type    = { "t" ~ fn? }
type_   = { "u" ~ type }
match   = { async | dyn | str }
fn      = { usize ~ (u8 | bool)* }
r       = { "r" }
usize   = { "1"+ }
u8      = { "8" }
bool    = { "t" ~ "f" }
str     = { "s" }
async   = { "a" ~ "b" | "a" }
dyn     = { "d" ~ loop{1,2} }
loop    = { "l" }
main    = ${ gen ~ "m" }
LETTER  = { "l" ~ UPPERCASE_LETTER }
std     = { core | "s" | LETTER+ }
core    = { "c" }
"#,
    ),
    (
        "variants",
        r#"
Some    = ${ (None | Ok ~ "o" | "xy" | Err) ~ Sink? }
None    = { "n" ~ "m"? }
Ok      = { "k" ~ "l"? }
Err     = { "e" }
Rule    = ${ Capture | Some ~ "." }
Capture = { "c" }
Sink    = { "s" ~ "t" }
Word    = { "w" }
"#,
    ),
    // The compiler numbers the functions of a rule in several contexts. Here, rules already have
    // the numbered names.
    (
        "numbered",
        r#"
WHITESPACE = _{ " " }
top = { a ~ tight ~ a_1 ~ b? }
tight = @{ a ~ b ~ loose }
loose = !{ a ~ b }
shown = ${ a ~ b ~ a_2 }
a   = { "a" ~ a_1 ~ a_2? }
a_1 = { "1" ~ "1" | b }
a_2 = { "2" ~ "2"* }
b   = { "b" ~ "," ~ "b" | "c" }
q0  = { machine0 ~ "." ~ machine1 | machine1 }
machine0 = @{ "1" ~ "2" | a_1 ~ "3" | a_1 }
machine1 = @{ machine0 ~ "2" | machine0 }
r_a = { e_1 ~ o_1 ~ c_1 ~ p_1 }
e_1 = { ("e" ~ "f" | "g" ~ o_1)* }
o_1 = { ("e" ~ "f" ~ "g"?)? }
c_1 = { "e" ~ o_1 | "e" }
p_1 = { &o_1 ~ !c_1 ~ "p" }
"#,
    ),
];

/// The rule that is generated around a silent rule has a name that no other rule has.
#[test]
fn whole() {
    let grammar = r#"
x         = _{ "a" }
whole_x   = _{ "b" }
x_1       = _{ "c" }
whole_x_1 = { "d" }
y         = _{ "e" }
"#;
    let names = ["x", "whole_x", "x_1", "whole_x_1", "y"];
    let paths =
        Names { rule: "Rule", capture: "Capture", sink: "Sink", automaton: "Automaton", runtime: "runtime" };
    let generated = Generator::new(&names, &[], paths).grammar(&common::read(grammar), "x", "x.pest", &[]);
    let source = &generated.modules.last().unwrap().source;
    let (_, added) = source.split_once("#[grammar_inline = \"").unwrap();
    let (added, _) = added.split_once("\"]").unwrap();
    let added = added.replace("\\n", "\n");
    let all = common::read(&format!("{grammar}{added}"));
    assert_eq!(all.rules().len(), names.len() + 4, "{added}");

    // A rule is generated only around a silent rule. Any other rule is the start rule itself.
    let started = |name: &&str| match source.split_once(&format!("super::Rule::{name} => Rule::")) {
        Some((_, start)) => start.split_once(',').unwrap().0.to_owned(),
        None => (*name).to_owned(),
    };
    let mut started: Vec<String> = names.iter().map(started).collect();
    assert!(started.iter().all(|name| all.rules().iter().any(|rule| rule.name == *name)), "{started:?}");
    started.sort();
    started.dedup();
    assert_eq!(started.len(), names.len(), "{started:?}");
}

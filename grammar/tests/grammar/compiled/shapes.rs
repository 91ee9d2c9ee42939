//! Grammars with shapes for which the compiler has special code, and with similar shapes.

/// A grammar with more classes than can have bitmaps.
pub(crate) const MANY_CLASSES: &str = "many_classes";

/// A grammar with more escapes than can have bitmaps.
pub(crate) const MANY_ESCAPES: &str = "many_escapes";

/// Each with its name.
pub(crate) const GRAMMARS: &[(&str, &str)] = &[
    (
        "runs",
        r#"
escape   = @{ ("a" | "b" | "%" ~ 'a'..'b'{2})* ~ "%"? }
foreign  = @{ ("a" | "%" ~ '0'..'9'{2})* ~ ANY* }
several  = @{ ("a" | "%" ~ "a" | "\\" ~ ANY | "&" ~ 'a'..'z' ~ ";")* ~ "&"? }
overlaps = @{ ("a" | "%" | "%" ~ "a" ~ "b")* }
wide     = @{ ("a" | "é" | "%" ~ ("é" | "a"))* ~ "%"? }
longest  = @{ ("a" | "%" ~ "a"{9})* ~ ANY* }
eight    = @{ ("a" | "%" ~ "a"{8})* ~ ANY* }
leads    = @{ ("a" | "é" ~ "a" ~ "a")* ~ ANY? }
itself   = @{ ("a" | "%" ~ ("a" | "%"){2})* ~ ANY* }
only     = @{ ("%" ~ "a")* ~ "%"? }
every    = @{ (!"%" ~ ANY | "%" ~ ANY)* ~ "%"? }
ends     = ${ triple ~ rest }
triple   = @{ ("a" | "b" | "%" ~ 'a'..'b'{3})* }
rest     = @{ ANY* }
"#,
    ),
    (
        MANY_CLASSES,
        r#"
all = ${ (without_a ~ "a")? ~ (without_b ~ "b")? ~ (without_c ~ "c")? ~ (without_d ~ "d")? ~ (without_e ~ "e")? ~ (without_f ~ "f")? ~ (without_g ~ "g")? ~ (without_h ~ "h")? ~ (without_i ~ "i")? ~ (without_j ~ "j")?
    ~ (without_k ~ "k")? ~ (without_l ~ "l")? ~ (without_m ~ "m")? ~ (without_n ~ "n")? ~ (without_o ~ "o")? ~ (without_p ~ "p")? ~ (without_q ~ "q")? ~ (without_r ~ "r")? ~ (without_s ~ "s")? ~ (without_t ~ "t")? }
without_a = @{ (!"a" ~ ('A'..'Z' | 'a'..'z'))* }
without_b = @{ (!"b" ~ ('A'..'Z' | 'a'..'z'))* }
without_c = @{ (!"c" ~ ('A'..'Z' | 'a'..'z'))* }
without_d = @{ (!"d" ~ ('A'..'Z' | 'a'..'z'))* }
without_e = @{ (!"e" ~ ('A'..'Z' | 'a'..'z'))* }
without_f = @{ (!"f" ~ ('A'..'Z' | 'a'..'z'))* }
without_g = @{ (!"g" ~ ('A'..'Z' | 'a'..'z'))* }
without_h = @{ (!"h" ~ ('A'..'Z' | 'a'..'z'))* }
without_i = @{ (!"i" ~ ('A'..'Z' | 'a'..'z'))* }
without_j = @{ (!"j" ~ ('A'..'Z' | 'a'..'z'))* }
without_k = @{ (!"k" ~ ('A'..'Z' | 'a'..'z'))* }
without_l = @{ (!"l" ~ ('A'..'Z' | 'a'..'z'))* }
without_m = @{ (!"m" ~ ('A'..'Z' | 'a'..'z'))* }
without_n = @{ (!"n" ~ ('A'..'Z' | 'a'..'z'))* }
without_o = @{ (!"o" ~ ('A'..'Z' | 'a'..'z'))* }
without_p = @{ (!"p" ~ ('A'..'Z' | 'a'..'z'))* }
without_q = @{ (!"q" ~ ('A'..'Z' | 'a'..'z'))* }
without_r = @{ (!"r" ~ ('A'..'Z' | 'a'..'z'))* }
without_s = @{ (!"s" ~ ('A'..'Z' | 'a'..'z'))* }
without_t = @{ (!"t" ~ ('A'..'Z' | 'a'..'z'))* }
"#,
    ),
    (
        MANY_ESCAPES,
        r#"
all  = ${ (one ~ "1")? ~ (two ~ "2")? ~ (three ~ "3")? ~ (four ~ "4")? ~ (five ~ "5")? ~ (six ~ "6")? ~ (seven ~ "7")? ~ (eight ~ "8")? ~ (nine ~ "9")? }
one   = @{ ('a'..'z' | 'A'..'Z' | "!" ~ 'a'..'b'{2})* }
two   = @{ ('a'..'z' | 'A'..'Z' | "^" ~ 'a'..'b'{2})* }
three = @{ ('a'..'z' | 'A'..'Z' | "$" ~ 'a'..'b'{2})* }
four  = @{ ('a'..'z' | 'A'..'Z' | "%" ~ 'a'..'b'{2})* }
five  = @{ ('a'..'z' | 'A'..'Z' | "&" ~ 'a'..'b'{2})* }
six   = @{ ('a'..'z' | 'A'..'Z' | "+" ~ 'a'..'b'{2})* }
seven = @{ ('a'..'z' | 'A'..'Z' | "=" ~ 'a'..'b'{2})* }
eight = @{ ('a'..'z' | 'A'..'Z' | "-" ~ 'a'..'b'{2})* }
nine  = @{ ('a'..'z' | 'A'..'Z' | "_" ~ 'a'..'b'{2})* }
"#,
    ),
    (
        "trimmed",
        r#"
all      = ${ words ~ "," ~ begun ~ ","? ~ some ~ " "* ~ "x"? }
words    = @{ letter* ~ (blank+ ~ letter+)* }
begun    = @{ letter+ ~ (blank* ~ letter+)* }
some     = @{ (letter+ ~ (blank+ ~ letter+)*)? ~ blank* ~ ANY* }
letters  = @{ letter* ~ (blank+ ~ 'a'..'m'+)* ~ blank? }
one      = @{ letter* ~ (" " ~ letter+)* ~ blank* }
single   = @{ letter* ~ (blank+ ~ letter)* ~ blank* }
beyond   = @{ ("a" | "é")* ~ (blank+ ~ ("a" | "é")+)* ~ blank? }
between  = @{ "a"* ~ (("é" | " ")+ ~ "a"+)* ~ "é"? }
shared   = @{ ("a" | " ")* ~ (blank+ ~ ("a" | " ")+)* ~ ANY? }
escaped  = @{ ("a" | "%" ~ "a")* ~ (blank+ ~ ("a" | "%" ~ "a")+)* ~ ANY? }
letter   = _{ 'a'..'z' | 'A'..'Z' }
blank    = _{ " " | "	" }
"#,
    ),
    (
        "interleaved",
        r#"
slashes  = @{ ("/" ~ ("a" | "b")*)* }
joined   = @{ ("a" | "b")* ~ ("/" ~ ("a" | "b")*)* }
escaped  = @{ ("/" ~ ("a" | "%" ~ "a" ~ "a")*)* ~ "%"? }
same     = @{ ("a" ~ ("a" | "b")*)* }
clash    = @{ ("%" ~ ("a" | "%" ~ "b")*)* ~ "b"? }
plus     = @{ ("/" ~ "a"+)* ~ "/"? }
others   = @{ ("a" | "c")* ~ ("/" ~ ("a" | "b")*)* }
either   = @{ (("/" | "\\") ~ ("a" | "b")*)* }
called   = ${ ("/" ~ part)* }
part     = { ("a" | "b")* }
captured = ${ part ~ ("/" ~ part)* ~ "/"? }
wide     = @{ ("é" ~ ("a" | "ß")*)* }
"#,
    ),
    (
        "shared",
        r#"
top     = ${ (user ~ "@")? ~ host ~ (":" ~ port)? }
user    = @{ ("a" | "b" | "%" ~ "a" | ":")* }
host    = ${ dots | name }
dots    = @{ "a" ~ "." ~ "a" ~ !name_char }
name    = @{ ("a" | "b" | "%" ~ "a")* }
name_char = _{ "a" | "b" | "%" ~ "a" }
port    = @{ ("a" | "1")* }
same    = ${ (user ~ "@")? ~ users }
users   = ${ "!" | user }
less    = ${ (name ~ "@")? ~ wider ~ ("," ~ wider)? }
wider   = ${ "." ~ name | user }
several = ${ (user ~ "@")? ~ (name ~ "!")? ~ both ~ host }
both    = ${ "1" | "b" ~ name | user }
other   = ${ (user ~ "@")? ~ others }
others  = ${ "." | half }
half    = @{ ("a" | "%" ~ "b")* }
ahead   = ${ &("." | (user ~ "@")? ~ users) ~ (user ~ "@")? ~ users ~ ("," ~ users)? }
quiet   = ${ (user ~ "@")? ~ quiets ~ name }
quiets  = _{ "." | name }
plain   = ${ (wide ~ "@")? ~ wides }
wides   = ${ "." | wide }
wide    = @{ ("a" | "é")* }
"#,
    ),
    // The code tests the first byte of white space before it calls the rule.
    (
        "skipped",
        r#"
WHITESPACE = _{ " " | "\r" ~ "\n" }
list       = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }
item       = { "a"+ | "\r" ~ "b" }
"#,
    ),
    (
        "skipped beyond ASCII",
        r#"
WHITESPACE = _{ "é" | "_" ~ "ß" }
list       = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }
item       = { "a"+ | "ß" }
"#,
    ),
    (
        "skipped comments",
        r#"
COMMENT = _{ !('a'..'z' | "[" | "]" | ",") ~ ANY }
list    = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }
item    = { "a"+ ~ spaces? }
spaces  = @{ COMMENT* ~ "b" }
"#,
    ),
    // A rule begins with a character and a run, and so does a later alternative. The run of the
    // alternative can continue from the end of the first run only if it includes all characters of the
    // first run.
    (
        "begun",
        r#"
top      = ${ x | y }
x        = ${ s ~ ":" }
y        = @{ ('a'..'z' | '0'..'9') ~ 'a'..'b'* }
s        = @{ 'a'..'z' ~ ('a'..'z' | '0'..'9')* }
equal    = ${ x | same ~ rest }
same     = @{ ('a'..'z' | '0'..'9') ~ ('a'..'z' | '0'..'9')* }
wider    = ${ x | wide ~ rest }
wide     = @{ ('a'..'z' | '0'..'9' | "-") ~ ('a'..'z' | '0'..'9' | ".")* }
narrower = ${ x | narrow ~ rest }
narrow   = @{ ('a'..'z' | '0'..'9') ~ ('a'..'z' | '0'..'8')* }
starts   = ${ x | start ~ rest }
start    = @{ 'b'..'z' ~ ('a'..'z' | '0'..'9' | ".")* }
escaped  = ${ x | escape ~ rest }
escape   = @{ ('a'..'z' | '0'..'9' | "%" ~ "a") ~ ('a'..'z' | '0'..'9' | "%" ~ "a")* }
less     = ${ x | fewer ~ rest }
fewer    = @{ ('a'..'z' | '0'..'9' | "%" ~ "a") ~ ('a'..'z' | "%" ~ "a")* }
beyond   = ${ x | foreign ~ rest }
foreign  = @{ ('a'..'z' | '0'..'9' | "é") ~ ('a'..'z' | '0'..'9' | "é")* }
several  = ${ x | "a" ~ "-" | narrow ~ "." | same ~ "-" | y ~ rest }
opened   = ${ ("-" ~ (x | y))? ~ rest }
many     = ${ ((x | y) ~ "-")* ~ rest }
rest     = @{ ' '..'~'* }
"#,
    ),
    // Rules that are compiled to finite automata if they always match the longest prefix.
    (
        "machines",
        r#"
five    = ${ (octet ~ ","){1,2} ~ octet | octet ~ rest }
octet   = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ ASCII_DIGIT | '1'..'9' ~ ASCII_DIGIT | ASCII_DIGIT }
rest    = @{ ' '..'~'* }
use_it  = ${ nine ~ ("/" ~ rest)? }
nine    = @{ h ~ ":" ~ h ~ ":" ~ t | "::" ~ h ~ ":" ~ t | h? ~ "::" ~ t | (h ~ (":" ~ h){0,1})? ~ "::" ~ h
    | (h ~ (":" ~ h){0,2})? ~ "::" }
t       = @{ h ~ ":" ~ h | d ~ "." ~ d }
h       = @{ 'a'..'c'{1,2} }
d       = @{ 'b'..'d' | "a" }
inside  = ${ "[" ~ nine ~ "]" | "<" ~ (nine ~ ",")* ~ nine? ~ ">" }
"#,
    ),
    // Runs after which the next character decides to which alternative they belong.
    (
        "rows",
        r#"
one_in   = ${ one ~ rest }
one      = @{ h{1,3} ~ ":" ~ h{1,3} | d ~ "." ~ d | h{1,3} }
two_in   = ${ two ~ rest }
two      = @{ h{1,3} ~ ":" ~ (h{1,3} ~ ":" ~ h | d ~ ("." | ",") ~ d | h{1,3}) | d ~ "." ~ d | h{1,3} ~ ";" }
alone_in = ${ alone ~ rest }
alone    = @{ h{1,3} ~ ":" ~ h | d ~ "." ~ d | h{1,3} ~ ";" | d }
less_in  = ${ less ~ rest }
less     = @{ h{2,3} ~ ":" ~ h | d ~ "." ~ d | h{2,3} }
d        = @{ "1" ~ '0'..'2' | '1'..'3' }
h        = @{ '0'..'3' | 'a'..'c' }
rest     = @{ ' '..'~'* }
"#,
    ),
    (
        "alike",
        r#"
ahead_in  = ${ ahead ~ rest }
ahead     = @{ h ~ ":" ~ h ~ !"c" | h ~ ":" | h }
early_in  = ${ early ~ rest }
early     = @{ h | h ~ ":" ~ h }
commit_in = ${ commit ~ rest }
commit    = @{ (h ~ ":" | h) ~ (h ~ "." | "." ~ h) | h }
end_in    = ${ ends ~ rest }
ends      = @{ h ~ EOI | h ~ ":" ~ h | h ~ "." }
start_in  = ${ h? ~ starts ~ rest }
starts    = @{ SOI ~ h ~ ":" | h ~ "." | h ~ ":" ~ h }
wide_in   = ${ wide ~ rest }
wide      = @{ h ~ "é" | h ~ ":" ~ h | h }
none_in   = ${ (nothing ~ "x")? ~ rest }
nothing   = @{ h ~ 'b'..'a' | h ~ !ANY ~ h }
null_in   = ${ null ~ rest }
null      = @{ h ~ ":" | h ~ "." | "" }
shown_in  = ${ shown ~ rest }
shown     = ${ h ~ ":" | h ~ "." ~ h | h }
many_in   = ${ many ~ rest }
many      = @{ (h ~ ":")* ~ h ~ "." | (h ~ ":")+ }
beyond_in = ${ beyond ~ rest }
beyond    = @{ h ~ !"é" ~ ":" | h ~ (!":" ~ ANY) }
h         = @{ "a" ~ "b"? | "b" }
rest      = @{ ' '..'~'* }
"#,
    ),
    (
        "choices",
        r#"
disjoint = ${ a ~ "x" | b ~ "y" | c ~ "z" | "d" }
overlap  = ${ a ~ "x" | b ~ "y" | a ~ "z" | d }
nullable = ${ a ~ a | b | c* }
folded   = @{ "a" | "b" | "ab" | "c" ~ "a" | "c" }
reorder  = @{ "a" ~ "b" | "a" | "b" ~ "c" | "b" }
wide     = ${ "é" ~ a | "ß" ~ b | a | "é" ~ c }
wider    = ${ (!"x" ~ ANY ~ a) | "xy" | "x" ~ b }
nested   = ${ ((a | b) ~ "x" | (a | c) ~ "y" | (b | c) ~ "z")+ }
guarded  = ${ !"a" ~ a ~ b | &"b" ~ b | a ~ c }
cut      = ${ (a | a ~ "x") ~ "x" | (a ~ "x" | a) ~ "y" }
a        = { "a" }
b        = { "b" }
c        = { "c" ~ "c"? }
d        = ${ a? ~ "d" }
"#,
    ),
];

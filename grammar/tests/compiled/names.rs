//! Rules named like what the compiler writes around them, or like words of Rust.

/// Each with its name.
pub(crate) const GRAMMARS: &[(&str, &str)] = &[
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
    // The rules in several contexts are numbered; the numbers are taken.
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

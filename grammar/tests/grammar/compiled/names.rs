//! Rules with the names of items that the compiler writes, or of Rust keywords.

use urigram_grammar::{Generator, Names};

use crate::common;

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
    // Functions of a rule in several contexts are numbered; these numbers are already taken.
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

/// The rule that is generated around a silent one has a name that neither a rule of the grammar nor another
/// generated rule has.
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

    // A rule that is not silent starts itself.
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

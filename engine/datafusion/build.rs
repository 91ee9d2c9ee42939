//! Compiles the grammars of what Spark's functions take from Java: URIs, and regular expressions.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use urigram_grammar::{Automata, Grammar, Peg, RuleType, Tables, Target, Undo, compile};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let uri = read("java-net-uri.pest")?;
    let source = parser(&uri, "URI_reference", "super::Components", Undo::Copy)?;
    write("java_net_uri.rs", source + &automaton(&uri, "URI_reference")?)?;

    let regex = read("java-util-regex.pest")?;
    write("java_util_regex.rs", parser(&regex, "pattern", "super::Tokens", Undo::Mark)?)
}

fn read(file: &str) -> Result<Grammar, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={file}");
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(Grammar::read(&text, file)?)
}

fn write(file: &str, source: String) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(Path::new(&env::var("OUT_DIR")?).join(file), source)?)
}

/// Returns the source of the parser of a rule, of an enum with this rule, and of one with the rules that are captured:
/// all others that are not silent.
fn parser(grammar: &Grammar, start: &str, sink: &str, undo: Undo) -> Result<String, Box<dyn Error>> {
    let rules = grammar.rules().iter();
    let loud = rules.filter(|rule| rule.ty != RuleType::Silent && rule.name != start);
    let captured: Vec<&str> = loud.map(|rule| rule.name.as_str()).collect();
    let (rule, capture) = ("super::Start", "super::Capture");
    let target = Target { captured: &captured, capture, sink, undo, rule, rules: &[start], simd: false };
    let compiled = compile(&Peg::new(grammar), &target);
    if let Some(refused) = compiled.refused.first() {
        return Err(format!("{}: {refused}", grammar.file_name()).into());
    }
    Ok(format!(
        "#[allow(nonstandard_style)]
#[derive(Clone, Copy)]
enum Start {{
    {start},
}}

/// A rule that is captured.
#[allow(nonstandard_style, clippy::upper_case_acronyms)]
#[derive(Clone, Copy)]
enum Capture {{
    {},
}}

mod compiled {{
{}}}
",
        captured.join(",\n    "),
        compiled.source
    ))
}

/// Returns the source of the automaton of a rule, which finds where a text that the rule does not match goes wrong.
fn automaton(grammar: &Grammar, rule: &str) -> Result<String, Box<dyn Error>> {
    let dfa = Automata::new(&Peg::new(grammar)).dfa(rule)?;
    let Tables { ascii, beyond, classes, next, .. } =
        Tables::of(&dfa).ok_or_else(|| format!("the automaton of `{rule}` is too large"))?;
    Ok(format!(
        "
static AUTOMATON: Automaton = Automaton {{
    ascii: &{ascii:?},
    beyond: &{beyond:?},
    classes: {classes},
    next: &{next:?},
}};
"
    ))
}

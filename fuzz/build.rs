//! Compiles each grammar twice: to a parser that reads words, and to one that reads bytes.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use urigram_grammar::{Grammar, Peg, Target, Undo, compile};

/// The grammars, under the names of their modules. Variants contain only rules that replace those of
/// `uri.pest`.
const GRAMMARS: [(&str, &str); 9] = [
    ("rfc3986", "../uri.pest"),
    ("rfc3987", "../variants/rfc3987.pest"),
    ("rfc6874", "../variants/rfc6874.pest"),
    ("strict_dns", "../variants/strict-dns.pest"),
    ("url1996", "../variants/url1996.pest"),
    ("json", "../bench/src/json/json.pest"),
    ("csv", "../bench/src/grammars/csv.pest"),
    ("fields", "../bench/src/grammars/fields.pest"),
    ("runs", "runs.pest"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut texts = Vec::new();
    let base = Grammar::read(&fs::read_to_string("../uri.pest")?, "uri.pest")?;
    for (module, path) in GRAMMARS {
        println!("cargo::rerun-if-changed={path}");
        let text = fs::read_to_string(path)?;
        let grammar = Grammar::read_either(&base, &text, path)?;
        texts.push((module, text));
        fs::write(out.join(Path::new(module).with_extension("rs")), both(&grammar)?)?;
    }
    fs::write(out.join("texts.rs"), format!("&{texts:?}"))?;
    Ok(())
}

/// Returns the source of a module: the enum of rules, the list of possible start rules, and both parsers,
/// which report every node of pest's tree.
fn both(grammar: &Grammar) -> Result<String, Box<dyn Error>> {
    let peg = Peg::new(grammar);
    let rules: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    let captured: Vec<&str> = rules.iter().copied().chain(["EOI"]).collect();
    let listed = |names: &[&str], before: &str| -> String {
        names.iter().map(|name| format!("    {before}r#{name},\n")).collect()
    };
    let mut source = format!(
        "#[allow(dead_code, nonstandard_style, clippy::upper_case_acronyms)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {{
{}}}

/// The rules that can be start rules.
pub(crate) const RULES: &[Rule] = &[
{}];

/// The same rules and `EOI`.
#[allow(dead_code)]
pub(crate) const ALL: &[Rule] = &[
{}];

type Nodes = crate::compiled::Nodes<Rule>;
",
        listed(&captured, ""),
        listed(&rules, "Rule::"),
        listed(&captured, "Rule::")
    );
    for (module, simd) in [("by_words", true), ("by_bytes", false)] {
        let target = Target {
            captured: &captured,
            capture: "super::Rule",
            sink: "super::Nodes",
            undo: Undo::Mark,
            rule: "super::Rule",
            rules: &rules,
            simd,
            bulk: simd,
        };
        let compiled = compile(&peg, &target);
        if let Some(refused) = compiled.refused.first() {
            return Err(refused.to_string().into());
        }
        let _ = write!(source, "\npub(crate) mod {module} {{\n{}}}\n", compiled.source);
    }
    Ok(source)
}

//! Records which compiler builds the benchmarks, for the line about the machine, and compiles the grammar of JSON.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use urigram_grammar::{Grammar, Peg, Target, Undo, compile};

/// The grammar, and where its parser is written.
const JSON: (&str, &str) = ("src/json/json.pest", "json.rs");

fn main() -> Result<(), Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map(|output| output.stdout);
    let version = String::from_utf8(version.unwrap_or_default()).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());

    let (grammar, parser) = JSON;
    println!("cargo::rerun-if-changed={grammar}");
    let out = PathBuf::from(env::var("OUT_DIR")?).join(parser);
    Ok(fs::write(out, json(Path::new(grammar))?)?)
}

/// Returns a module with the compiled parser, whose captures are all nodes of pest's tree.
fn json(path: &Path) -> Result<String, Box<dyn Error>> {
    let grammar = Grammar::read(&fs::read_to_string(path)?, &path.display().to_string())?;
    let rules: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    let captured: Vec<&str> = rules.iter().copied().chain(["EOI"]).collect();
    let (rule, sink) = ("super::Rule", "super::Nodes");
    let target = Target {
        captured: &captured,
        capture: rule,
        sink,
        undo: Undo::Mark,
        rule,
        rules: &rules,
        simd: true,
    };
    let compiled = compile(&Peg::new(&grammar), &target);
    if let Some(refused) = compiled.refused.first() {
        return Err(refused.to_string().into());
    }
    Ok(format!("mod compiled {{\n{}}}\n", compiled.source))
}

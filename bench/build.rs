//! Records the compiler's version for the reports, and compiles the grammars of JSON, CSV, HTTP fields and logs.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use urigram_grammar::{Grammar, Peg, Target, Undo, compile};

/// The grammars to compile, each with the modules of the generated file.
const GRAMMARS: &[(&str, &[Module])] = &[
    ("src/json/json.pest", &[("compiled", Way::Vectors)]),
    ("src/grammars/csv.pest", &[("compiled", Way::Bulk), ("by_byte", Way::Bytes)]),
    ("src/grammars/fields.pest", &[("compiled", Way::Vectors), ("by_byte", Way::Bytes)]),
    ("src/grammars/log.pest", &[("compiled", Way::Bulk)]),
];

/// The name of a module, and how its parser reads.
type Module = (&'static str, Way);

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Bytes,
    Vectors,
    /// With vectors, and also strings in a buffer.
    Bulk,
}

fn main() -> Result<(), Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map(|output| output.stdout);
    let version = String::from_utf8(version.unwrap_or_default()).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());

    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (path, modules) in GRAMMARS {
        println!("cargo::rerun-if-changed={path}");
        let path = Path::new(path);
        let parsers: Result<String, _> = modules.iter().map(|module| parser(path, *module)).collect();
        let name = path.file_stem().ok_or("a grammar without a name")?;
        fs::write(out.join(name).with_extension("rs"), parsers?)?;
    }
    Ok(())
}

/// Returns a module with the compiled parser. It captures every rule that makes a node in pest's
/// tree.
fn parser(path: &Path, (module, way): Module) -> Result<String, Box<dyn Error>> {
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
        simd: way != Way::Bytes,
        bulk: way == Way::Bulk,
    };
    let compiled = compile(&Peg::new(&grammar), &target);
    if let Some(refused) = compiled.refused.first() {
        return Err(refused.to_string().into());
    }
    Ok(format!("mod {module} {{\n{}}}\n", compiled.source))
}

//! The README's example of a compiled recursive rule. The doctests are the others.

use std::fs;
use std::path::Path;
use std::process::Command;

use urigram_grammar::{Peg, Target, Undo, compile};

use crate::common::read;

#[test]
fn the_compiled_list_answers() {
    let readme = include_str!("../../README.md");
    let (before, from) = readme.split_once("```rust,ignore\n#[allow(nonstandard_style)]").unwrap();
    let (program, _) = from.split_once("```").unwrap();
    let (_, grammar) = before.rsplit_once("`list = ").unwrap();
    let (grammar, _) = grammar.split_once("`,").unwrap();
    let target = Target {
        rules: &["list"],
        captured: &["list"],
        rule: "super::Rule",
        capture: "super::Rule",
        sink: "super::Captures",
        undo: Undo::Mark,
        simd: false,
    };
    let compiled = compile(&Peg::new(&read(&format!("list = {grammar}"))), &target);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&directory).unwrap();
    let source = format!("#[allow(nonstandard_style)]{program}\nmod compiled {{\n{}}}\n", compiled.source);
    fs::write(directory.join("main.rs"), source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built =
        Command::new(rustc).args(["--edition=2024", "main.rs"]).current_dir(&directory).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(directory.join("main")).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

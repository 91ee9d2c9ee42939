//! The examples in the documentation of the header and in README.md, as programs.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::compiler::{C99, Linked, ROOT, checked, compile, run, scratch};

const BEFORE: &str =
    "#undef NDEBUG\n#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n#include \"urigram.h\"\n";

/// Returns the blocks of C in a text, without what comes before each line.
fn blocks(text: &str, prefix: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().map(|line| line.strip_prefix(prefix).unwrap_or_default());
    while lines.by_ref().any(|line| line == "```c") {
        blocks.push(
            lines
                .by_ref()
                .take_while(|line| *line != "```")
                .fold(String::new(), |all, line| all + line + "\n"),
        );
    }
    blocks
}

/// Compiles the blocks to a program with a function for each of them, and runs it.
#[track_caller]
fn run_all(name: &str, blocks: &[String]) {
    let mut program = BEFORE.to_owned();
    for (index, block) in blocks.iter().enumerate() {
        write!(program, "static void example_{index}(void) {{\n{block}}}\n").unwrap();
    }
    program += "int main(void) {\n";
    for index in 0..blocks.len() {
        writeln!(program, "    example_{index}();").unwrap();
    }
    program += "    return 0;\n}\n";
    let source = scratch(name);
    fs::write(&source, program).unwrap();
    run(&mut checked(&compile("gcc", C99, &source, Linked::Shared)));
}

/// Each function and the types that need it have an example.
#[test]
fn in_the_header() {
    let mut all = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join("src")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let functions = text.matches("#[unsafe(no_mangle)]").count();
        let own = blocks(&text, "/// ");
        assert!(own.len() >= functions, "{text}");
        all.extend(own);
    }
    assert!(all.len() >= 24);
    run_all("header_examples.c", &all);
}

#[test]
fn in_the_readme() {
    let all = blocks(include_str!("../../README.md"), "");
    assert!(!all.is_empty());
    run_all("readme_examples.c", &all);
}

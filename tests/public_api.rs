//! Compares the public API with the list in `public_api.txt`, so that changes show in a diff.
//!
//! The list has, in the order of the sources, declarations with their derives and `non_exhaustive`, variants, methods of
//! traits, implementations, and the calls of macros that generate any of these. Each file is listed with the conditions
//! under which it is compiled. `UPDATE_PUBLIC_API=1` renews the list.
#![allow(clippy::unwrap_used, reason = "a source that cannot be read is a failure")]

use std::path::{Path, PathBuf};
use std::{env, fs};

#[test]
fn is_as_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    files.sort();
    let mut found = String::new();
    for file in files {
        let items = public(&fs::read_to_string(&file).unwrap());
        if !items.is_empty() {
            let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let conditions = conditions(root, &name);
            found += &format!("# {name}{conditions}\n{}\n\n", items.join("\n"));
        }
    }
    let list = root.join("tests/public_api.txt");
    if env::var_os("UPDATE_PUBLIC_API").is_some() {
        fs::write(&list, &found).unwrap();
    }
    let listed = fs::read_to_string(&list).unwrap();
    let changed = |a: &str, b: &str| {
        let lines: Vec<_> = b.lines().collect();
        a.lines().filter(|line| !lines.contains(line)).collect::<Vec<_>>().join("\n")
    };
    assert!(
        listed == found,
        "what is public has changed; if that is meant, call this test with UPDATE_PUBLIC_API=1\nno longer there:\n{}\nnew:\n{}",
        changed(&listed, &found),
        changed(&found, &listed),
    );
}

/// Returns the `#[cfg]` attributes of the modules that contain a file.
fn conditions(root: &Path, name: &str) -> String {
    let mut conditions = String::new();
    let modules: Vec<&str> = name.trim_start_matches("src/").trim_end_matches(".rs").split('/').collect();
    for (depth, module) in modules.iter().enumerate() {
        let above = root.join("src").join(modules[..depth].join("/"));
        let declares = if depth == 0 { above.join("lib.rs") } else { above.join("mod.rs") };
        let text = fs::read_to_string(declares).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let declaration = format!("mod {module};");
        let is_it = |line: &&str| line.ends_with(&declaration) && !line.starts_with("//");
        let at = lines.iter().position(is_it).unwrap_or(0);
        let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
        for attribute in attributes.filter(|line| line.starts_with("#[cfg(")) {
            conditions += &format!(" {attribute}");
        }
    }
    conditions
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            // The modules of the grammars are private.
            true if folder.ends_with("generated") => {}
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}

/// The keywords with which items of a trait begin.
const DECLARATIONS: [&str; 3] = ["fn ", "type ", "const "];

/// Returns the public items of a file, which must be formatted by `rustfmt`.
fn public(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut items = Vec::new();
    // An inherent implementation is listed only if one of its methods is public.
    let mut around = None;
    let mut at = 0;
    while at < lines.len() {
        let (line, indent) = (lines[at].trim_start(), indent(lines[at]));
        let is_call = indent == 0 && line.split_once('!').is_some_and(|(name, _)| is_macro(name));
        if is_call || line.starts_with("pub enum ") {
            let end = at + lines[at..].iter().position(|line| closes(line, indent)).unwrap_or(0);
            let listed = lines[at..=end].iter().filter(|line| !(is_aside(line) || is_call && is_text(line)));
            items.extend(listed.map(|line| (*line).to_owned()));
            at = end + 1;
        } else if line.starts_with("pub trait ") {
            let end = at + lines[at..].iter().position(|line| closes(line, indent)).unwrap_or(0);
            items.push(header(&lines, &mut at));
            while at < end {
                match DECLARATIONS.iter().any(|word| lines[at].trim_start().starts_with(word)) {
                    true => items.push(header(&lines, &mut at)),
                    false => at += 1,
                }
            }
        } else if line.starts_with("impl") {
            let implementation = header(&lines, &mut at);
            match implementation.contains(" for ") {
                true => items.push(implementation),
                false => around = Some(implementation),
            }
        } else if line.starts_with("#[derive(") || line == "#[non_exhaustive]" {
            let item = lines[at..].iter().map(|line| line.trim_start()).find(|line| !line.starts_with("#["));
            items.extend(item.filter(|item| item.starts_with("pub ")).map(|_| lines[at].to_owned()));
            at += 1;
        } else if line.starts_with("pub ") {
            items.extend(around.take_if(|_| indent > 0));
            items.push(header(&lines, &mut at));
        } else {
            at += 1;
        }
    }
    items
}

/// Returns a declaration up to its body or its value, on one line, and advances to the next line.
fn header(lines: &[&str], at: &mut usize) -> String {
    let mut text = " ".repeat(indent(lines[*at]));
    let is_field = lines[*at].ends_with(',');
    let is_use = lines[*at].starts_with("pub use ");
    loop {
        let line = lines[*at].trim();
        text += line;
        *at += 1;
        if is_field || line.ends_with(';') || !is_use && line.ends_with(['{', '}']) || *at == lines.len() {
            break;
        }
        text.push(' ');
    }
    let value = if text.trim_start().starts_with("pub const ") { text.find(" = ") } else { None };
    text.truncate(value.unwrap_or(text.len()));
    let ends = [" {}", " {", ";", ","];
    ends.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(&text).to_owned()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether the line ends an item with the indentation `at`.
fn closes(line: &str, at: usize) -> bool {
    indent(line) == at && (line.ends_with(['}', ';']) || line.ends_with("})"))
}

fn is_macro(name: &str) -> bool {
    name != "macro_rules" && !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// Returns whether the line is a text in the row of a macro's table, the continuation of such a
/// text, or the end of the row.
fn is_text(line: &str) -> bool {
    let row = line.trim_start().split_once(": \"").is_some_and(|(name, _)| is_macro(name));
    indent(line) >= 8 && (row || line.ends_with(['\\', '"']) || line.ends_with("\",")) || line == "    }"
}

/// Returns whether the line is an attribute or empty.
fn is_aside(line: &str) -> bool {
    line.trim_start().starts_with("#[") || line.trim().is_empty()
}

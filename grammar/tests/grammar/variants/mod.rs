//! The shipped variants: what each matches, and that it agrees with its RFC.

mod differences;
mod findings;
mod proof;
mod trees;

use crate::common;
use std::fs;

use urigram_grammar::{Abnf, Grammar};

const VARIANTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants");

/// The rules that have another name elsewhere, each with that name.
type Names = [(&'static str, &'static str)];

fn called<'n>(rule: &'n str, names: &Names) -> &'n str {
    names.iter().find(|(name, _)| *name == rule).map_or(rule, |(_, other)| other)
}

pub(crate) fn grammar(variant: &str) -> Grammar {
    let name = format!("{variant}.pest");
    Grammar::read_either(&common::uri(), &file(&name), &name).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the ABNF beside the variant, laid over that of RFC 3986 if it is not a complete grammar.
fn abnf(variant: &str) -> Abnf {
    let name = format!("{variant}.abnf");
    let base =
        if ["rfc6874", "strict-dns"].contains(&variant) { include_str!("../../../../uri.abnf") } else { "" };
    Abnf::read(base, "uri.abnf")
        .and_then(|base| Abnf::read_over(&base, &file(&name), &name))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn file(name: &str) -> String {
    let path = format!("{VARIANTS}/{name}");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn no_variant_is_without_tests() {
    let files = fs::read_dir(VARIANTS).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort_unstable();
    let tested = ["rfc3987", "rfc6874", "strict-dns", "url1996"];
    assert_eq!(names, tested.map(|name| [format!("{name}.abnf"), format!("{name}.pest")]).concat());
}

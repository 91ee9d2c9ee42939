//! Hands `uri.pest` to the grammar crate, which writes all that the library needs of it.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use urigram_grammar::{Grammar, generate};

#[allow(dead_code, reason = "the names are all that is needed here")]
#[path = "src/captures.rs"]
mod captures;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=uri.pest");
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("uri.pest");
    let place = path.to_str().ok_or("the path of uri.pest is not UTF-8")?;
    let grammar = Grammar::read(&fs::read_to_string(&path)?, "uri.pest")?;

    let names = captures::Capture::NAMES.iter().chain(captures::ALSO_NEEDED);
    let missing: Vec<&str> = names.copied().filter(|name| grammar.rule(name).is_none()).collect();
    if !missing.is_empty() {
        return Err(
            format!("uri.pest: no rule `{}`, which the library asks for", missing.join("`, `")).into()
        );
    }

    let generated = generate(&grammar, place, captures::Capture::NAMES);
    let mut left: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for refused in generated.refused {
        left.entry(refused.reason.to_string()).or_default().push(refused.rule);
    }
    for (reason, rules) in left {
        let rules = rules.join("`, `");
        println!("cargo::warning=uri.pest: {reason}: slower, and without the place of a fault: `{rules}`");
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rfc3986.rs"), generated.source)?;
    Ok(())
}

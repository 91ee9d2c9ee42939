//! Hands `uri.pest` to the grammar crate, which writes all that the library needs of it.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use urigram_grammar::{Grammar, generate};

#[allow(dead_code, reason = "the names are all that is needed here")]
#[path = "src/captures.rs"]
mod captures;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=uri.pest");
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("uri.pest");
    let grammar = Grammar::read(&fs::read_to_string(&path)?, "uri.pest")?;
    let generated = generate(&grammar, &path.to_string_lossy(), captures::Capture::NAMES);
    for refused in &generated.refused {
        println!("cargo::warning={refused}: left to pest");
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rfc3986.rs"), generated.source)?;
    Ok(())
}

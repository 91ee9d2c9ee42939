//! `uri grammar compile`: the Rust that a build makes of a grammar.

use std::io::{self, Write};

use urigram::embedded::CAPTURED_RULES;
use urigram_grammar::{Compiled, Grammar, Peg, Target, compile};

use crate::args::grammar::Compile;
use crate::outcome::{Error, Status};
use crate::output;
use crate::output::visible;
use crate::parser::{patience, read};

/// The longest code that is formatted, in bytes, forty times that of uri.pest. The formatter recurses, once
/// for each character of a string in the grammar.
const LONGEST: usize = 4 << 20;

pub(super) fn run(args: &Compile, status: &mut Status) -> Result<(), Error> {
    let (file_name, args) = (read::name(args.grammar.as_deref()), args.clone());
    let (code, refused) = patience::try_for(&file_name, move || {
        let Compiled { source, refused } = compiled(&read::part(args.grammar.as_deref())?);
        Ok::<_, Error>((formatted(&source), refused))
    })??;
    let code = code.map_err(|why| Error::Refused(format!("uri: {file_name}: {why}")))?;
    output::all(code.as_bytes())?;

    for refused in refused {
        *status |= Status::Invalid;
        // If standard error is closed, there is nobody left to tell.
        let _ = writeln!(io::stderr(), "{file_name}: {}", visible::name(refused.to_string().as_bytes()));
    }
    Ok(())
}

fn compiled(grammar: &Grammar) -> Compiled {
    let rules: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    // As the library's build script has it.
    let target = Target {
        captured: CAPTURED_RULES,
        capture: "super::Capture",
        sink: "super::Lowering",
        rule: "super::Rule",
        rules: &rules,
    };
    compile(&Peg::new(grammar), &target)
}

/// The code, or why it cannot be formatted.
fn formatted(source: &str) -> Result<String, String> {
    let length = source.len();
    if length > LONGEST {
        return Err(format!("its code takes {length} bytes, and no more than {LONGEST} are formatted"));
    }
    let file = syn::parse_file(source).map_err(|error| format!("the code cannot be formatted: {error}"))?;
    Ok(prettyplease::unparse(&file))
}

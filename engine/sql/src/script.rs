//! The statements, from the arguments, a file or standard input.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, IsTerminal, Read};

use datafusion::common::Result;
use datafusion::sql::parser::{DFParserBuilder, Statement};

use crate::args::Args;
use crate::outcome::Failure;

/// How deeply expressions may be nested.
const DEPTH: usize = 50;

/// Returns the text of the statements, or nothing if there is none.
pub(crate) fn read(args: &Args) -> std::result::Result<Option<String>, Failure> {
    let text = match (&args.script, &args.sql) {
        (Some(path), _) if path.as_os_str() != "-" => fs::read_to_string(path)
            .map_err(|error| Failure::unable(format!("cannot read {}: {error}", path.display())))?,
        (None, Some(sql)) if sql != "-" => sql.clone(),
        (None, None) if io::stdin().is_terminal() => return Ok(None),
        _ => {
            let mut text = String::new();
            let read = io::stdin().read_to_string(&mut text);
            read.map_err(|error| Failure::unable(format!("cannot read standard input: {error}")))?;
            text
        }
    };
    Ok(Some(text))
}

/// Divides the text into statements.
pub(crate) fn parse(text: &str) -> Result<VecDeque<Statement>> {
    DFParserBuilder::new(text).with_recursion_limit(DEPTH).build()?.parse_statements()
}

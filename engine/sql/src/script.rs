//! The statements, from the arguments, a file or standard input.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, IsTerminal, Read};

use datafusion::common::Result;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast::Statement as Standard;

use crate::args::Args;
use crate::chain;
use crate::outcome::Failure;

/// How deeply expressions may be nested.
const DEPTH: usize = 50;
/// How long chains of operators may be. The stacks of the threads are large enough for twice as many, but the time to
/// plan them grows with the square.
const LONGEST_CHAIN: usize = 10_000;

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
    if chain::depth(text) > LONGEST_CHAIN {
        let said = "expressions are nested too deeply: too many operators follow one another";
        return Err(Failure::unable(said)
            .help("put the values in a list, `in (…)`, or in a file, and join it")
            .into());
    }
    DFParserBuilder::new(text).with_recursion_limit(DEPTH).build()?.parse_statements()
}

/// Returns whether the statement surely has rows. Of others it is known when they are planned.
pub(crate) fn has_rows(statement: &Statement) -> bool {
    match statement {
        Statement::Statement(statement) => matches!(
            statement.as_ref(),
            Standard::Query(_)
                | Standard::Insert(_)
                | Standard::Execute { .. }
                | Standard::ExplainTable { .. }
                | Standard::ShowTables { .. }
                | Standard::ShowColumns { .. }
                | Standard::ShowFunctions { .. }
                | Standard::ShowVariable { .. }
        ),
        Statement::Explain(_) | Statement::CopyTo(_) => true,
        Statement::CreateExternalTable(_) | Statement::Reset(_) => false,
    }
}

//! The prompt of `datafusion-cli` with completion of function names.
//!
//! In: lines from a terminal.
//! Out: executed statements and commands.
//! Next: the shell of `datafusion-cli`, whose own prompt completes only file names.

use std::collections::BTreeSet;
use std::env::home_dir;

use datafusion::common::Result;
use datafusion::prelude::SessionContext;
use datafusion_cli::command::{Command, OutputFormat};
use datafusion_cli::exec::exec_from_commands;
use datafusion_cli::helper::CliHelper;
use datafusion_cli::print_options::PrintOptions;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::{Context, Editor};
use tokio::sync::Notify;

/// Runs statements until the input ends.
pub(crate) async fn run(
    session: &SessionContext,
    options: &mut PrintOptions,
    interrupts: &Notify,
) -> rustyline::Result<()> {
    let mut editor = Editor::new()?;
    let dialect = session.state().config().options().sql_parser.dialect;
    editor.set_helper(Some(Helper { stock: CliHelper::new(&dialect, options.color), words: words(session) }));
    let history = home_dir().map(|home| home.join(".uri-sql-history"));
    // The history does not exist before the first session.
    let _ = history.as_ref().map(|history| editor.load_history(history));
    loop {
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                editor.helper().into_iter().for_each(|helper| helper.stock.reset_hint());
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        };
        editor.add_history_entry(line.trim_end())?;
        if line.trim_end() == "\\q" {
            break;
        }
        tokio::select! {
            ended = answer(session, options, line) => ended.unwrap_or_else(|error| eprintln!("{error}")),
            () = interrupts.notified() => continue,
        }
        let dialect = session.state().config().options().sql_parser.dialect;
        editor.helper_mut().into_iter().for_each(|helper| helper.stock.set_dialect(&dialect));
    }
    if let Some(Err(error)) = history.map(|history| editor.save_history(&history)) {
        eprintln!("uri-sql: the history is not saved: {error}");
    }
    Ok(())
}

async fn answer(session: &SessionContext, options: &mut PrintOptions, line: String) -> Result<()> {
    let Some(command) = line.strip_prefix('\\') else {
        return exec_from_commands(session, vec![line], options).await;
    };
    match command.trim_end().parse() {
        Ok(Command::OutputFormat(None)) => println!("{:?}", options.format),
        Ok(Command::OutputFormat(Some(given))) => match given.parse::<OutputFormat>() {
            Ok(format) => format.execute(options)?,
            Err(()) => eprintln!("expected \\pset format NAME"),
        },
        // The command of `datafusion-cli` lists only the functions of SQL. DataFusion inserts the pattern
        // into a statement without doubling quotes.
        Ok(Command::SearchFunctions(name)) => {
            let name = name.replace('\'', "''''");
            exec_from_commands(session, vec![format!("show functions like '{name}'")], options).await?;
        }
        Ok(command) => command.execute(session, options).await?,
        Err(()) => eprintln!("there is no command \\{command}; \\? lists them"),
    }
    Ok(())
}

/// Returns the names of functions, each with its opening parenthesis.
fn words(session: &SessionContext) -> BTreeSet<String> {
    let state = session.state();
    let functions = state.scalar_functions().keys().chain(state.aggregate_functions().keys());
    functions.chain(state.table_functions().keys()).map(|name| format!("{name}(")).collect()
}

/// The helper of `datafusion-cli`, with additional completion of function names.
#[derive(rustyline::Helper, rustyline::Highlighter, rustyline::Hinter, rustyline::Validator)]
struct Helper {
    #[rustyline(Highlighter)]
    #[rustyline(Hinter)]
    #[rustyline(Validator)]
    stock: CliHelper,
    words: BTreeSet<String>,
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, files) = self.stock.complete(line, at, context)?;
        if !files.is_empty() {
            return Ok((start, files));
        }
        let before = line.get(..at).unwrap_or_default();
        let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
        let begun = before.rsplit(|character| !is_of_word(character)).next().unwrap_or_default();
        let (start, begun) = (at - begun.len(), begun.to_lowercase());
        let words = self.words.iter().filter(|word| !begun.is_empty() && word.starts_with(&begun));
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((start, words.map(pair).collect()))
    }
}

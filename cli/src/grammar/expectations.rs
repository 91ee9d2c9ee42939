//! Checks the expectations that the comments of a grammar state, or `--expect`.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use urigram_grammar::{Error as GrammarError, Grammar, Limits};
use urigram_workbench::{Expectation, Expectations, Statement, Stopped};

use crate::args::STEPS;
use crate::output::visible;
use crate::parser::loaded::{Loaded, LoadedRule};

/// The source of the expectations of the option, in place of a file.
pub(super) const OPTION: &str = "--expect";

/// A statement about a rule, and what came of it.
pub(super) struct Checked {
    pub(super) file: Arc<str>,
    pub(super) statement: Statement,
    /// A sentence.
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// What is expected and whether it holds, unless the statement is not an expectation.
    pub(super) result: Option<Outcome>,
}

#[derive(Serialize)]
pub(super) struct Outcome {
    input: String,
    expected: bool,
    /// `None` if it is undecided.
    holds: Option<bool>,
    offset: Option<usize>,
    component: Option<String>,
    /// The fault of a text that does not match, in a sentence.
    why: Option<String>,
}

impl Checked {
    pub(super) fn holds(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.holds == Some(true))
    }
}

/// Returns the statements in the comments of the grammar's text, and those in `others`, one in each line, all checked.
///
/// # Errors
///
/// Fails if a thread cannot be started.
pub(super) fn checked(grammar: &Grammar, text: &str, others: &str) -> Result<Vec<Checked>, GrammarError> {
    let mut expectations = Expectations::new(grammar);
    let file: Arc<str> = grammar.file_name().into();
    let own = expectations.of_comments(text).into_iter().map(|one| (Arc::clone(&file), one));
    let option: Arc<str> = OPTION.into();
    let others = expectations.of_lines(others).into_iter().map(|one| (Arc::clone(&option), one));
    let mut faults = Faults { grammar, loaded: None, rules: HashMap::new() };
    let all: Vec<(Arc<str>, Statement)> = own.chain(others).collect();
    let check = |(file, statement): (Arc<str>, Statement)| {
        Ok(match &statement.meaning {
            Err(misstated) => {
                let (message, help) = (misstated.message.clone(), misstated.help.clone());
                Checked { file, statement, message, help, result: None }
            }
            Ok(expectation) => {
                let matched = expectations.matches(expectation);
                let Said { message, help, result } = said(expectation, matched, &mut faults)?;
                Checked { file, statement, message, help, result: Some(result) }
            }
        })
    };
    all.into_iter().map(check).collect()
}

struct Said {
    message: String,
    help: Option<String>,
    result: Outcome,
}

fn said(
    Expectation { rule, text, must_match }: &Expectation,
    matched: Result<bool, Stopped>,
    faults: &mut Faults<'_>,
) -> Result<Said, GrammarError> {
    let (name, shown) = (visible::beginning(rule), visible::quoted(text));
    let holds = matched.ok().map(|matched| matched == *must_match);
    let (input, expected) = (text.clone(), *must_match);
    let mut result = Outcome { input, expected, holds, offset: None, component: None, why: None };
    let mut help = None;
    let message = match matched {
        Ok(true) if *must_match => format!("`{name}` matches {shown}, as it must"),
        Ok(false) if !must_match => format!("`{name}` does not match {shown}, as it must not"),
        Ok(true) => format!("`{name}` must not match {shown}, but does"),
        Ok(false) => {
            let fault = faults.of(rule)?.check(text).err();
            help = fault.as_ref().map(|fault| fault.help(None)).filter(|help| !help.is_empty());
            result.offset = fault.as_ref().map(|fault| fault.offset());
            result.component = fault.as_ref().map(|fault| fault.component().to_owned());
            result.why = fault.map(|fault| fault.to_string());
            let why = result.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
            format!("`{name}` must match {shown}, but does not{why}")
        }
        Err(stopped) => format!("it is not known whether `{name}` matches {shown}: {stopped}"),
    };
    Ok(Said { message, help, result })
}

/// Finds the faults of strings that do not match.
struct Faults<'g> {
    grammar: &'g Grammar,
    /// The grammar, once there is such a string.
    loaded: Option<Arc<Loaded>>,
    rules: HashMap<String, LoadedRule>,
}

impl Faults<'_> {
    fn of(&mut self, rule: &str) -> Result<&LoadedRule, GrammarError> {
        let loaded = match self.loaded.take() {
            Some(loaded) => loaded,
            None => Arc::new(Loaded::new(self.grammar, Limits::DEFAULT.steps)?),
        };
        let loaded = self.loaded.insert(loaded);
        Ok(self.rules.entry(rule.to_owned()).or_insert_with(|| LoadedRule::of(loaded, rule, STEPS)))
    }
}

//! Reading a grammar: from text to the optimized rules that a derived parser runs.

use std::any::Any;
use std::thread;

use pest::error::{Error as PestError, LineColLocation};
use pest::iterators::Pairs;
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{self, Rule, rename_meta_rule};
use pest_meta::validator;

use crate::bounds;
use crate::error::{Error, Fault};

/// `pest_meta` recurses once for every node on a path through the grammar, which [`bounds`] keeps
/// below 65,536; unoptimized frames take up to 2 KiB. The pages are only touched when needed.
const STACK: usize = 256 << 20;

/// A grammar in pest's notation, as pest's optimizer leaves it.
///
/// The optimizer changes what some expressions match (`(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`),
/// so these rules, and not the text, are what a parser made from the grammar does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    file_name: String,
    rules: Vec<OptimizedRule>,
}

impl Grammar {
    /// Reads the text of a grammar. `file_name` is for messages only; nothing is opened.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] if pest would refuse the text or it is beyond what pest handles without
    /// exhausting the stack, [`Error::Meta`] if `pest_meta` panics.
    pub fn read(source: &str, file_name: &str) -> Result<Grammar, Error> {
        let failed = |message| Error::Meta { file: file_name.to_owned(), message };
        // A thread has a stack of a size that is known, and its panic is a value.
        let rules = thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || rules(source, file_name))
                .map_err(|error| failed(error.to_string()))?
                .join()
                .map_err(|panic| failed(said(panic.as_ref())))?
        })?;
        Ok(Grammar { file_name: file_name.to_owned(), rules })
    }

    /// The name that the grammar was read under.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The optimized rules, in the order of the text.
    #[must_use]
    pub fn rules(&self) -> &[OptimizedRule] {
        &self.rules
    }

    /// The optimized rule of that name.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&OptimizedRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

fn rules(source: &str, file_name: &str) -> Result<Vec<OptimizedRule>, Error> {
    let one = |error: PestError<Rule>| Error::Faulty(vec![fault(error, file_name)]);
    let all = |errors: Vec<PestError<Rule>>| {
        Error::Faulty(errors.into_iter().map(|error| fault(error, file_name)).collect())
    };
    bounds::check_text(source).map_err(|error| one(*error))?;
    let pairs = parser::parse(Rule::grammar_rules, source).map_err(one)?;
    bounds::check_rules(pairs.clone()).map_err(|error| one(*error))?;
    validator::validate_pairs(pairs.clone()).map_err(all)?;
    check_names(pairs.clone(), file_name)?;
    Ok(optimize(parser::consume_rules(pairs).map_err(all)?))
}

/// The code that is made of a grammar calls rules by their names; these four are the only ones that Rust
/// has no way to write as a name.
fn check_names(pairs: Pairs<'_, Rule>, file_name: &str) -> Result<(), Error> {
    let names = pairs.flatten().filter(|pair| pair.as_rule() == Rule::identifier);
    let faults =
        names.filter(|name| matches!(name.as_str(), "self" | "Self" | "super" | "crate")).map(|name| {
            let (line, column) = name.line_col();
            let message = format!("`{}` cannot be the name of a rule", name.as_str());
            Fault { file: file_name.to_owned(), line, column, message }
        });
    let faults: Vec<Fault> = faults.collect();
    if faults.is_empty() { Ok(()) } else { Err(Error::Faulty(faults)) }
}

fn fault(error: PestError<Rule>, file_name: &str) -> Fault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) = error.line_col;
    let message = error.renamed_rules(spelled).variant.message().into_owned();
    Fault { file: file_name.to_owned(), line, column, message }
}

/// Rules of pest's own grammar as an author of grammars knows them.
fn spelled(rule: &Rule) -> String {
    match rule {
        Rule::EOI => "end of input".to_owned(),
        // pest_meta says `&`.
        Rule::sequence_operator => "`~`".to_owned(),
        rule => rename_meta_rule(rule),
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

//! Reading a grammar: from text to the optimized rules that a derived parser runs.

use pest::error::{Error as PestError, InputLocation};
use pest::iterators::Pairs;
use pest_meta::ast;
use pest_meta::optimizer::OptimizedRule;
use pest_meta::parser::{self, Rule, rename_meta_rule};

use crate::error::{Error, Fault};
use crate::pest::big_stack::with_stack;
use crate::pest::meta::build;
use crate::pest::meta::check::check;
use crate::pest::meta::optimize::optimize;
use crate::pest::meta::tree::Tree;
use crate::pest::text::Text;
use crate::pest::{bounds, definition, names};

/// A grammar in pest's notation, as pest's optimizer leaves it.
///
/// The optimizer changes what some expressions match (`(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`),
/// so these rules, and not the text, are what a parser made from the grammar does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    file_name: String,
    pub(crate) text: Text,
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
        with_stack(file_name, || Grammar::of(Text::of_file(source, file_name), file_name))
    }

    /// Reads a text. To be called [`with_stack`].
    pub(crate) fn of(text: Text, file_name: &str) -> Result<Grammar, Error> {
        let pairs = parse(&text)?;
        let faults = names::faults(&definition::all(pairs.clone()));
        if !faults.is_empty() {
            return Err(faulty(&text, faults));
        }
        let written = checked(&text, pairs)?.written();
        let rules = optimize(&written, &written);
        Ok(Grammar { file_name: file_name.to_owned(), text, rules })
    }

    /// The name that the grammar was read under; of one that was laid over another, its own.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The text of the whole grammar, for pest to read: as it was read, or merged.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The optimized rules, in the order of the text.
    #[must_use]
    pub fn rules(&self) -> &[OptimizedRule] {
        &self.rules
    }

    /// The rules as they are written, before pest's optimizer, in the order of the text.
    ///
    /// # Errors
    ///
    /// [`Error::Meta`] if `pest_meta` panics or no thread can be started.
    pub fn written(&self) -> Result<Vec<ast::Rule>, Error> {
        with_stack(&self.file_name, || Ok(tree(&self.text, parse(&self.text)?)?.written()))
    }

    /// The optimized rule of that name.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&OptimizedRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

/// The text as pest's parser takes it apart, if it is within the bounds. To be called [`with_stack`].
pub(crate) fn parse(text: &Text) -> Result<Pairs<'_, Rule>, Error> {
    let source = text.as_str();
    if source.starts_with('\u{FEFF}') {
        let message = "a byte order mark, which pest does not read: save the file without it".to_owned();
        return Err(faulty(text, vec![(0, message)]));
    }
    bounds::check_text(source).map_err(|error| refused(text, *error))?;
    let pairs = parser::parse(Rule::grammar_rules, source).map_err(|error| refused(text, error))?;
    bounds::check_rules(pairs.clone()).map_err(|error| refused(text, *error))?;
    Ok(pairs)
}

/// What is written in the text.
pub(crate) fn tree<'t>(text: &Text, pairs: Pairs<'t, Rule>) -> Result<Tree<'t>, Error> {
    build::tree(pairs).map_err(|fault| faulty(text, vec![(fault.range.start, fault.message)]))
}

/// What is written in the text, if pest does not refuse it.
fn checked<'t>(text: &Text, pairs: Pairs<'t, Rule>) -> Result<Tree<'t>, Error> {
    let tree = tree(text, pairs)?;
    let faults: Vec<_> = check(&tree).into_iter().map(|fault| (fault.range.start, fault.message)).collect();
    if faults.is_empty() { Ok(tree) } else { Err(faulty(text, faults)) }
}

/// The error for what is wrong at those bytes of the text.
pub(crate) fn faulty(text: &Text, faults: Vec<(usize, String)>) -> Error {
    let (offsets, messages): (Vec<usize>, Vec<String>) = faults.into_iter().unzip();
    let faults = text.places(&offsets).into_iter().zip(messages);
    let faults = faults.map(|(place, message)| Fault {
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
        message,
    });
    Error::Faulty(faults.collect())
}

fn refused(text: &Text, error: PestError<Rule>) -> Error {
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    faulty(text, vec![(at, error.renamed_rules(spelled).variant.message().into_owned())])
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

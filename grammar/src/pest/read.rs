//! Reading a grammar: from text to the optimized rules that a derived parser runs.

use crate::error::{Error, Fault};
use crate::pest::big_stack::with_stack;
use crate::pest::meta::check::check;
use crate::pest::meta::fault::FaultAt;
use crate::pest::meta::optimize::optimize;
use crate::pest::meta::tree::Tree;
use crate::pest::notation::grammar;
use crate::pest::rules::{OptimizedRule, WrittenRule};
use crate::pest::text::{Place, Text};
use crate::pest::{bounds, names};

/// A grammar in pest's notation, as pest's optimizer leaves it.
///
/// The optimizer changes what some expressions match (`(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`),
/// so these rules, and not the text, are what a parser made from the grammar does.
///
/// ```
/// use urigram_grammar::{Error, Grammar};
///
/// let grammar = Grammar::read("word = @{ letter+ }\nletter = _{ 'a'..'z' }", "word.pest")?;
/// assert_eq!(grammar.file_name(), "word.pest");
/// assert_eq!(grammar.rules().len(), 2);
/// assert!(grammar.rule("letter").is_some());
///
/// let Err(Error::Faulty(faults)) = Grammar::read("word = @{ letter+ }", "word.pest") else { panic!() };
/// assert_eq!(faults[0].to_string(), "word.pest:1:11: rule `letter` is undefined");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
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
    /// [`Error::Faulty`] if pest would refuse the text, or its rules are too large, [`Error::NoThread`] if no
    /// thread can be started.
    pub fn read(source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || Grammar::of(Text::of_file(source, file_name), file_name))
    }

    /// Reads a text. To be called [`with_stack`].
    pub(crate) fn of(text: Text, file_name: &str) -> Result<Grammar, Error> {
        let tree = parse(&text)?;
        let faults = names::faults(&tree.rules);
        if !faults.is_empty() {
            return Err(faulty(&text, faults));
        }
        let faults = check(&tree, text.as_str());
        if !faults.is_empty() {
            return Err(faulty(&text, faults.into_iter().map(placed).collect()));
        }
        let written = tree.written();
        let rules = optimize(&written, &written);
        Ok(Grammar { file_name: file_name.to_owned(), text, rules })
    }

    /// The name that the grammar was read under; of one that was laid over another, its own.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Whether it is a variant, laid over another grammar.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let base = Grammar::read("port = @{ digit* }\ndigit = { '0'..'9' }", "base.pest")?;
    /// let variant = Grammar::read_over(&base, "port = @{ digit{1, 5} }", "five.pest")?;
    /// assert!(variant.is_variant() && !base.is_variant());
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn is_variant(&self) -> bool {
        self.text.is_merged()
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
    /// [`Error::NoThread`] if no thread can be started.
    pub fn written(&self) -> Result<Vec<WrittenRule>, Error> {
        with_stack(&self.file_name, || Ok(parse(&self.text)?.written()))
    }

    /// Returns the places where the rules are defined, in the order of [`Grammar::rules`]. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn places(&self) -> Result<Vec<Place>, Error> {
        with_stack(&self.file_name, || {
            let starts: Vec<usize> = parse(&self.text)?.rules.iter().map(|rule| rule.range.start).collect();
            Ok(self.text.places(&starts))
        })
    }

    /// The optimized rule of that name.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&OptimizedRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

/// The rules of the text as they are written, if they are within the bounds. To be called [`with_stack`].
pub(crate) fn parse(text: &Text) -> Result<Tree<'_>, Error> {
    if text.as_str().starts_with('\u{FEFF}') {
        let message = "a byte order mark, which pest does not read: save the file without it".to_owned();
        return Err(faulty(text, vec![(0, message)]));
    }
    let tree = grammar::read(text.as_str());
    let tree = tree.and_then(|tree| bounds::check(&tree).map(|()| tree));
    tree.map_err(|fault| faulty(text, vec![placed(fault)]))
}

/// The error for what is wrong at those bytes of the text.
pub(crate) fn faulty(text: &Text, faults: Vec<(usize, String)>) -> Error {
    let (offsets, messages): (Vec<usize>, Vec<String>) = faults.into_iter().unzip();
    let faults = text.places(&offsets).into_iter().zip(messages);
    let faults = faults.map(|(place, message)| Fault {
        file: place.file,
        line: place.line,
        column: place.column,
        message,
    });
    Error::Faulty(faults.collect())
}

fn placed(fault: FaultAt) -> (usize, String) {
    (fault.range.start, fault.message)
}

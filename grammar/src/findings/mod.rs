//! What the author of a grammar that can be read may want to know of it.
//!
//! In: a `Grammar`, and the rules that it is meant to be started with and read by.
//! Out: a list of `Finding`s in the order of the text. `uses` finds rules that are missing, not used or only for
//! pest, and `renamed` those of a variant that seem to be meant for a rule of the base; `dead` finds alternatives that never match: `choices` are those in the text, and `extend` makes a rule of
//! each, so that `dfa` can decide them.
//! Next: none.

mod dead;
mod extend;
pub(crate) mod finding;
mod renamed;
mod uses;

use self::finding::{Finding, Note, Purpose};
use crate::error::Error;
use crate::peg::Peg;
use crate::pest::big_stack::with_stack;
use crate::pest::read::{Grammar, parse};

/// What there is to say of the grammar, in the order of files, lines and columns:
///
/// - the rules of its purpose that are missing,
/// - the rules of its purpose that match and make no node,
/// - the rules of a variant that are not used, where a rule of the base with a similar name, or the same body, is,
/// - the rules that are not used; where the purpose names no start rules, those that must be some,
/// - the rules that have no automaton, and why,
/// - the alternatives that can never match, because those before them match wherever they would. That
///   is decided of each choice by itself, for every text, so that what is found is certain, but an
///   alternative that only the rest of the grammar keeps from matching is not found.
///
/// ```
/// use urigram_grammar::{FindingKind, Grammar, Purpose, findings};
///
/// let source = "hour = { DIGIT | '1'..'2' ~ DIGIT }\nDIGIT = _{ '0'..'9' }";
/// let grammar = Grammar::read(source, "hour.pest")?;
/// let found = findings(&grammar, &Purpose { starts: &["hour"], ..Purpose::default() })?;
/// assert_eq!((found.len(), found[0].kind), (1, FindingKind::DeadAlternative));
/// assert_eq!(
///     found[0].to_string(),
///     "hour.pest:1:18: `'1'..'2' ~ DIGIT` can never match: \
///      wherever it would, `DIGIT` before it does; put it before that"
/// );
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
///
/// The alternatives are read as rules of their own, and then searched within
/// [`Limits::DEFAULT`](crate::Limits::DEFAULT) for all of them together. Where that is not enough, a
/// finding says so.
///
/// # Errors
///
/// [`Error::NoThread`] if no thread can be started.
pub fn findings(grammar: &Grammar, purpose: &Purpose<'_>) -> Result<Vec<Finding>, Error> {
    with_stack(grammar.file_name(), || {
        let tree = parse(&grammar.text)?;
        let rules = &tree.rules;
        let peg = Peg::new(grammar);
        let mut notes = uses::missing(rules, purpose);
        notes.extend(uses::unused(rules, purpose));
        let renamed = renamed::definitions(grammar, rules, purpose);
        // It says the same, and more.
        notes.retain(|note| !renamed.iter().any(|renamed| renamed.range == note.range));
        notes.extend(renamed);
        notes.extend(uses::nodeless(rules, &peg, purpose));
        notes.extend(uses::refused(rules, &peg));
        notes.extend(dead::alternatives(grammar, peg, &tree));
        Ok(placed(grammar, notes))
    })
}

fn placed(grammar: &Grammar, notes: Vec<Note>) -> Vec<Finding> {
    let offsets: Vec<usize> = notes.iter().map(|note| note.range.start).collect();
    let placed = notes.into_iter().zip(grammar.text.places(&offsets));
    let mut findings: Vec<Finding> = placed
        .map(|(Note { kind, rule, range, message }, place)| Finding {
            kind,
            rule,
            file: place.file,
            line: place.line,
            column: place.column,
            text: grammar.text()[range].to_owned(),
            message,
        })
        .collect();
    findings.sort_by(|a, b| (&a.file, a.line, a.column, a.kind).cmp(&(&b.file, b.line, b.column, b.kind)));
    findings
}

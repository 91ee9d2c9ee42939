//! Finds probable mistakes in a valid grammar.
//!
//! In: a `Grammar`, and its purpose: start rules, captures, bounds.
//! Out: a list of `finding`s in the order of the text. `rules` finds rules that are missing, unused or
//! renamed, and rules that match no string or too many. `dead` finds alternatives that never match.
//! `sequences` finds parts of sequences that never match or could be left out. `expectations` reads comments that
//! state which strings a rule must match, or must not.
//! Next: `uri grammar check`, which prints them.

mod dead;
pub(crate) mod expectations;
pub(crate) mod finding;
mod rules;
mod sequences;

use urigram_grammar::{Error, Grammar, Peg, with_stack};

use crate::check::finding::{Decidable, Edit, Finding, FindingKind, Note, Purpose};

/// Returns the findings of the grammar, in the order of files, lines and columns:
///
/// - the rules of its purpose that are missing,
/// - the rules of its purpose that match but make no node,
/// - the unused rules of a variant that resemble a used rule of the base in name or body,
/// - the unused rules; if the purpose names no start rules, those that must be start rules,
/// - the rules that have neither an automaton nor code, with the reason,
/// - the invalid comments with weights for samples, and those that do not have one weight for each
///   alternative of the rule below,
/// - the rules that match no string, those that match more than the bounds of the purpose allow, and those that
///   could not be compared with a bound,
/// - the alternatives that can never match, because earlier ones match wherever they would,
/// - the repetitions that consume what must follow them, the lookaheads that are always true or always false,
///   and the optional parts that can never match, or never be skipped.
///
/// The findings of the last two kinds are decided for each choice and each sequence separately, over all
/// strings. So they are certain, but a part that never matches only because of the rest of the grammar is
/// not found. Each such finding has a string that shows it, and a correction. In recursive rules and those
/// with stack operations, the choices and sequences that call no such rule are analyzed.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{FindingKind, Purpose, findings};
///
/// let source = "hour = { DIGIT | '1'..'2' ~ DIGIT }\nDIGIT = _{ '0'..'9' }";
/// let grammar = Grammar::read(source, "hour.pest")?;
/// let found = findings(&grammar, &Purpose { starts: &["hour"], ..Purpose::default() })?;
/// assert_eq!((found.len(), found[0].kind), (1, FindingKind::DeadAlternative));
/// assert_eq!(
///     found[0].to_string(),
///     "hour.pest:1:18: `'1'..'2' ~ DIGIT` can never match: \
///      wherever it would, `DIGIT` before it does"
/// );
/// assert_eq!(found[0].counterexample.as_deref(), Some("10"));
/// assert_eq!(found[0].help.as_deref(), Some("put it before `DIGIT`"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
///
/// All choices together are analyzed within [`Limits::DEFAULT`](urigram_grammar::Limits::DEFAULT), and so
/// are all sequences together. If the limit is exceeded, a finding says so.
///
/// # Errors
///
/// [`Error::NoThread`] if no thread can be started.
pub fn findings(grammar: &Grammar, purpose: &Purpose<'_>) -> Result<Vec<Finding>, Error> {
    with_stack(grammar.file_name(), || {
        let tree = grammar.tree()?;
        let rules = &tree.rules;
        let peg = Peg::new(grammar);
        let mut notes = rules::missing(rules, purpose);
        notes.extend(rules::unused(rules, purpose));
        let renamed = rules::definitions(grammar, rules, purpose);
        // The finding for a renamed rule says that the rule is unused, too.
        notes.retain(|note| !renamed.iter().any(|renamed| renamed.range == note.range));
        notes.extend(renamed);
        notes.extend(rules::nodeless(rules, &peg, purpose));
        notes.extend(rules::refused(rules, &peg));
        notes.extend(rules::ill_weighted(grammar.text(), &tree));
        let decidable = Decidable::new(&tree, &peg);
        let never = rules::never_matching(&tree, &peg, &decidable);
        notes.extend(rules::never(&tree, &never));
        let out_of_bounds = rules::out_of_bounds(&tree, &peg, purpose);
        // Frees memory, because the expressions that the next two analyses build are as large.
        drop(peg);
        notes.extend(dead::alternatives(grammar, &tree, &decidable, &never));
        notes.extend(sequences::parts(grammar, &tree, &decidable));
        // Findings about bounds are independent of the other findings about the same rule, so they
        // are not folded.
        let mut notes = finding::folded(notes);
        notes.extend(out_of_bounds);
        Ok(placed(grammar, notes))
    })
}

/// The maximum length of a text that is read again for fixes, in bytes.
const MAX_FIXED: usize = 256 << 10;
/// The number of bytes that may be read again for the fixes of a text, and how often.
const READ_AGAIN: (usize, usize) = (2 << 20, 32);

/// Returns the findings in the order of their places, with the fixes after which the grammar can still be read.
#[expect(clippy::string_slice, reason = "findings lie in the text")]
fn placed(grammar: &Grammar, notes: Vec<Note>) -> Vec<Finding> {
    let offsets: Vec<usize> = notes.iter().map(|note| note.range.start).collect();
    let placed = notes.into_iter().zip(grammar.places_of(&offsets));
    let mut findings: Vec<(Finding, Option<Edit>)> = placed
        .map(|(Note { kind, rule, range, message, counterexample, help, edit }, place)| {
            let finding = Finding {
                kind,
                rule,
                file: place.file,
                line: place.line,
                column: place.column,
                text: grammar.text()[range].to_owned(),
                message,
                counterexample,
                help,
                fix: None,
            };
            (finding, edit)
        })
        .collect();
    findings.sort_by(|(a, _), (b, _)| {
        (&a.file, a.line, a.column, a.kind).cmp(&(&b.file, b.line, b.column, b.kind))
    });
    let length = grammar.text().len();
    let tries = if length <= MAX_FIXED {
        READ_AGAIN.0.checked_div(length).map_or(0, |tries| tries.min(READ_AGAIN.1))
    } else {
        0
    };
    let edited = findings.iter_mut().filter_map(|(finding, edit)| Some((finding, edit.take()?)));
    for (finding, edit) in edited.take(tries) {
        // In the merged text of a variant, a renamed rule is there twice.
        let is_renamed = finding.kind == FindingKind::Renamed;
        if is_renamed || Grammar::read(&edit.apply(grammar.text()), grammar.file_name()).is_ok() {
            finding.fix = grammar.fix(edit.range, edit.text);
        }
    }
    findings.into_iter().map(|(finding, _)| finding).collect()
}

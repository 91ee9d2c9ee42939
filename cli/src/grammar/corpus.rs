//! Finds the lines of a file for which the old and the new grammar have different results, by the automata of
//! their rules.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use urigram::grammar::Components;
use urigram_grammar::{Automata, Dfa, Error as GrammarError, Grammar, Limits, Peg};

use crate::answer;
use crate::grammar::report;
use crate::grammar::report::Report;
use crate::input::Name;
use crate::input::Unreadable;
use crate::input::blocks::Block;
use crate::input::{Blocks, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::components::{self, Field};
use crate::output::{diagnostic, visible};
use crate::parser::start::Start;

/// The limit on the work on one grammar, which takes about ten seconds. RFC 3986's grammar needs a hundredth of this
/// work.
pub(super) const STEPS: usize = 5 * Limits::DEFAULT.steps;

/// The automata of a grammar in pest's notation.
pub(super) struct PestAutomata<'p> {
    file_name: &'p str,
    automata: Automata<'p>,
    remaining: usize,
}

impl<'p> PestAutomata<'p> {
    pub(super) fn new(file_name: &'p str, peg: &'p Peg) -> Self {
        Self { file_name, automata: Automata::new(peg), remaining: STEPS }
    }

    /// Returns the automaton, or the reason why there is none.
    pub(super) fn dfa(&mut self, rule: &str) -> Result<Dfa, String> {
        self.automata.dfa_within(&mut self.remaining, rule).map_err(|error| in_file(self.file_name, &error))
    }
}

pub(super) fn in_file(file_name: &str, error: &GrammarError) -> String {
    format!("{file_name}: {error}")
}

#[derive(Serialize)]
#[serde(tag = "change", rename_all = "lowercase")]
pub(super) enum Change<'l> {
    Accepted,
    Rejected {
        /// The error, if the line is rejected for a reason other than the grammar.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    Components {
        components: Vec<Moved<'l>>,
    },
}

/// A component, or the kind of a component such as the host, that differs between the grammars. A value is `None` if
/// the component is undefined under its grammar.
#[derive(Serialize)]
pub(super) struct Moved<'l> {
    component: &'static str,
    old: Option<&'l str>,
    new: Option<&'l str>,
    /// The offset in the line, in bytes.
    old_start: Option<usize>,
    new_start: Option<usize>,
}

impl<'l> Change<'l> {
    /// Returns the difference between the components under the old and the new grammar.
    pub(super) fn of_components(text: &'l str, old: &Components, new: &Components) -> Option<Self> {
        if old == new {
            return None;
        }
        let both = components::fields(text, old).into_iter().zip(components::fields(text, new));
        let moved = |(old, new): (Field<'l>, Field<'l>)| Moved {
            component: old.name,
            old: old.value,
            new: new.value,
            old_start: old.start,
            new_start: new.start,
        };
        let components: Vec<_> = both.filter(|(old, new)| old != new).map(moved).collect();
        (!components.is_empty()).then_some(Self::Components { components })
    }
}

/// A line with a difference.
#[derive(Serialize)]
pub(super) struct Changed<'a> {
    pub(super) file: &'a Name,
    pub(super) line: u64,
    pub(super) rule: &'a str,
    pub(super) input: &'a str,
    #[serde(flatten)]
    pub(super) change: Change<'a>,
}

impl Display for Changed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { file, line, rule, input, change } = self;
        write!(f, "{}:{line}: {rule}: ", file.shown)?;
        match change {
            Change::Accepted => write!(f, "now {}", report::changed("accepted"))?,
            Change::Rejected { error: None } => write!(f, "now {}", report::changed("rejected"))?,
            Change::Rejected { error: Some(error) } => {
                write!(f, "now {}, as {error}", report::changed("rejected"))?;
            }
            Change::Components { components } => {
                for (index, moved) in components.iter().enumerate() {
                    write!(f, "{}{moved}", if index > 0 { "; " } else { "" })?;
                }
            }
        }
        write!(f, ": {}", shown(input))
    }
}

impl Display for Moved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moved { component, old, new, old_start, new_start } = self;
        let same = old == new;
        let value = |value: &Option<&str>, start: &Option<usize>| match (value, start) {
            (None, _) => "undefined".to_owned(),
            (Some(text), Some(start)) if same => format!("\"{}\" at byte {start}", shown(text)),
            (Some(text), Some(_)) => format!("\"{}\"", shown(text)),
            (Some(kind), None) => (*kind).to_owned(),
        };
        let (old, new) = (value(old, old_start), value(new, new_start));
        write!(f, "{} was {old}, now {new}", report::changed(&component.replace('_', " ")))
    }
}

fn shown(text: &str) -> String {
    diagnostic::excerpt(text.as_bytes(), 0..0).text
}

/// The maximum number of lines that are shown for each rule and each kind of change.
pub(super) const SHOWN: u64 = 10;

/// A rule of both grammars.
pub(super) struct OldAndNew {
    old: Side,
    new: Side,
}

/// The rule in one of the two grammars.
struct Side {
    dfa: Dfa,
    /// `None` if components are not compared.
    parser: Option<Start>,
}

/// The result of matching a line against a rule.
enum LineResult {
    /// The components, if they are compared.
    Accepted(Option<Components>),
    /// The error, if the line is rejected for a reason other than the grammar.
    Rejected(Option<String>),
}

impl OldAndNew {
    /// Looks up the rule in both grammars. The error is the reason why a grammar has no automaton for it.
    pub(super) fn new(
        rule: &str,
        old: &mut PestAutomata<'_>,
        new: &mut PestAutomata<'_>,
    ) -> Result<Self, String> {
        let side = |dfa| Side { dfa, parser: None };
        Ok(Self { old: side(old.dfa(rule)?), new: side(new.dfa(rule)?) })
    }

    /// Prepares to compare components as well. The error is the reason why they cannot be compared.
    pub(super) fn by_components(
        &mut self,
        rule: &str,
        old: &Grammar,
        new: &Grammar,
        max_steps: Option<u64>,
    ) -> Result<(), String> {
        let parser = |grammar| Start::in_grammar(grammar, rule, max_steps).map(Some);
        (self.old.parser, self.new.parser) = (parser(old)?, parser(new)?);
        Ok(())
    }

    /// Returns how the results for the text differ, if they do.
    pub(super) fn change<'l>(&self, text: &'l str) -> Option<Change<'l>> {
        match (self.old.result(text), self.new.result(text)) {
            (LineResult::Rejected(_), LineResult::Accepted(_)) => Some(Change::Accepted),
            (LineResult::Accepted(_), LineResult::Rejected(error)) => Some(Change::Rejected { error }),
            (LineResult::Accepted(old), LineResult::Accepted(new)) => {
                Change::of_components(text, &old?, &new?)
            }
            (LineResult::Rejected(_), LineResult::Rejected(_)) => None,
        }
    }
}

/// The number of changed lines, for each kind of change.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Counts {
    pub(super) accepted: u64,
    pub(super) rejected: u64,
    /// `None` if components are not compared.
    pub(super) components: Option<u64>,
}

impl Counts {
    /// Counts a change, and returns the number of changes of this kind so far.
    pub(super) fn count(&mut self, change: &Change<'_>) -> u64 {
        let count = match change {
            Change::Accepted => &mut self.accepted,
            Change::Rejected { .. } => &mut self.rejected,
            Change::Components { .. } => self.components.get_or_insert_default(),
        };
        *count += 1;
        *count
    }

    pub(super) fn add(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        if let Some(components) = other.components {
            *self.components.get_or_insert_default() += components;
        }
    }

    pub(super) fn all(self) -> u64 {
        self.accepted + self.rejected + self.components.unwrap_or_default()
    }
}

/// The changes of one rule in the lines of a block.
#[derive(Clone, Default)]
pub(super) struct BlockChanges {
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// The numbers of the first lines with a change, at most [`SHOWN`] for each kind of change.
    pub(super) first: Vec<u64>,
}

/// Matches the lines of the block against each rule, and returns the changes.
pub(super) fn changes(rules: &[OldAndNew], block: &Block) -> Vec<BlockChanges> {
    let mut all = vec![BlockChanges::default(); rules.len()];
    for line in block.lines() {
        // Both grammars reject invalid UTF-8.
        let text = str::from_utf8(line.bytes).ok();
        for (rule, changes) in rules.iter().zip(&mut all) {
            changes.lines += 1;
            if let Some(change) = text.and_then(|text| rule.change(text))
                && changes.counts.count(&change) <= SHOWN
            {
                changes.first.push(line.number);
            }
        }
    }
    all
}

impl Side {
    fn result(&self, text: &str) -> LineResult {
        if !self.dfa.accepts(text) {
            return LineResult::Rejected(None);
        }
        match self.parser.map(|parser| parser.parse(text)).transpose() {
            Ok(components) => LineResult::Accepted(components),
            Err(fault) => LineResult::Rejected(Some(fault.to_string())),
        }
    }
}

/// A grammar and the automata of its rules.
pub(super) type Compared<'g, 'a, 'p> = (&'g Grammar, &'a mut PestAutomata<'p>);

/// Compares the results of both grammars for each line of the file, by each rule that has an automaton in
/// both.
pub(super) fn run(
    file: &Path,
    rules: &[&str],
    (old, of_old): Compared<'_, '_, '_>,
    (new, of_new): Compared<'_, '_, '_>,
    max_steps: Option<u64>,
    report: &mut Report,
    status: &mut Status,
) -> Result<(), Error> {
    let name = if is_stdin(file) { Name::of_stdin() } else { Name::of_file(file) };
    let (mut compared, mut totals) = (Vec::new(), Vec::new());
    for &rule in rules {
        match OldAndNew::new(rule, of_old, of_new) {
            Ok(both) => {
                compared.push(both);
                totals.push(Total { file: &name, rule, lines: 0, counts: Counts::default() });
            }
            Err(error) => {
                *status |= Status::Invalid;
                report.say(&Undecided { file: &name, rule, error })?;
            }
        }
    }
    if compared.is_empty() {
        return Ok(());
    }
    let by_components = compared.iter_mut().zip(&mut totals).try_for_each(|(both, total)| {
        both.by_components(total.rule, old, new, max_steps)?;
        total.counts.components = Some(0);
        Ok(())
    });
    if let Err(why) = by_components {
        report.say(&VerdictsOnly { file: &name, verdicts_only: why })?;
    }

    let blocks = if is_stdin(file) { Blocks::of_stdin() } else { Blocks::of_file(file, |opened| opened)? };
    let compared: Arc<[OldAndNew]> = compared.into();
    let work = {
        let compared = compared.clone();
        move |block: Result<Block, Unreadable>| {
            let block = block?;
            let changes = changes(&compared, &block);
            Ok::<_, Unreadable>((block, changes))
        }
    };
    answer::in_parallel(blocks, work, |done| {
        let (block, changes) = done?;
        show(&block, &compared, &changes, &totals, report)?;
        for (total, changes) in totals.iter_mut().zip(changes) {
            total.lines += changes.lines;
            total.counts.add(changes.counts);
        }
        if totals.iter().any(|total| total.counts.all() > 0) {
            *status |= Status::Invalid;
        }
        Ok(())
    })?;
    Ok(totals.iter().try_for_each(|total| report.say(total))?)
}

/// Shows the first changed lines of the block, until enough have been shown.
fn show(
    block: &Block,
    compared: &[OldAndNew],
    changes: &[BlockChanges],
    before: &[Total<'_>],
    report: &mut Report,
) -> io::Result<()> {
    let mut counts: Vec<Counts> = before.iter().map(|total| total.counts).collect();
    let wanted: BTreeSet<u64> = changes.iter().flat_map(|changes| &changes.first).copied().collect();
    for line in block.lines().filter(|line| wanted.contains(&line.number)) {
        let Ok(input) = str::from_utf8(line.bytes) else { continue };
        for (((both, changes), total), counts) in compared.iter().zip(changes).zip(before).zip(&mut counts) {
            if !changes.first.contains(&line.number) {
                continue;
            }
            let Some(change) = both.change(input) else { continue };
            if counts.count(&change) <= SHOWN {
                let (file, rule) = (total.file, total.rule);
                report.say(&Changed { file, line: line.number, rule, input, change })?;
            }
        }
    }
    Ok(())
}

/// The totals of all lines for one rule.
#[derive(Serialize)]
struct Total<'a> {
    file: &'a Name,
    rule: &'a str,
    lines: u64,
    #[serde(flatten)]
    counts: Counts,
}

impl Display for Total<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Total { file, rule, lines, counts } = self;
        let Counts { accepted, rejected, components } = counts;
        write!(f, "{}: {rule}: {} of {lines} lines change: ", file.shown, counts.all())?;
        write!(f, "{accepted} now accepted, {rejected} now rejected")?;
        components.map_or(Ok(()), |components| write!(f, ", {components} with other components"))
    }
}

/// A note that components are not compared.
#[derive(Serialize)]
struct VerdictsOnly<'a> {
    file: &'a Name,
    /// The reason.
    verdicts_only: String,
}

impl Display for VerdictsOnly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = visible::name(self.verdicts_only.as_bytes());
        write!(f, "{}: only verdicts are compared, no components: {why}", self.file.shown)
    }
}

/// A rule that has no automaton in one of the grammars, so that no line is compared.
#[derive(Serialize)]
struct Undecided<'a> {
    file: &'a Name,
    rule: &'a str,
    error: String,
}

impl Display for Undecided<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Undecided { file, rule, error } = self;
        let error = visible::name(error.as_bytes());
        write!(f, "{}: {rule}: {}: {error}", file.shown, report::bad("undecided"))
    }
}

//! The lines of a file for which the old and the new grammar have different results.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use urigram_grammar::Grammar;

use super::automata::OfPest;
use super::change::Changed;
use super::old_and_new::{BlockChanges, Counts, OldAndNew, SHOWN, changes};
use super::report::Report;
use super::word;
use crate::answer;
use crate::input::Name;
use crate::input::Unreadable;
use crate::input::blocks::Block;
use crate::input::{Blocks, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::visible;

/// A grammar and the automata of its rules.
pub(super) type Side<'g, 'a, 'p> = (&'g Grammar, &'a mut OfPest<'p>);

/// Compares the results of both grammars for each line of the file, by each of the rules that have an
/// automaton in both.
pub(super) fn run(
    file: &Path,
    rules: &[&str],
    (old, of_old): Side<'_, '_, '_>,
    (new, of_new): Side<'_, '_, '_>,
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

/// A note that components are not compared, because one of the grammars has none.
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
        write!(f, "{}: {rule}: {}: {error}", file.shown, word::bad("undecided"))
    }
}

//! A rule of the old and of the new grammar: the lines that each accepts, and their components.

use serde::Serialize;
use urigram::grammar::Components;
use urigram_grammar::{Dfa, Grammar};

use super::automata::OfPest;
use super::change::Change;
use crate::input::blocks::Block;
use crate::parser::start::Start;

/// The maximum number of lines that are shown for each rule and each kind of change.
pub(super) const SHOWN: u64 = 10;

/// A rule of both grammars.
pub(super) struct OldAndNew {
    old: Side,
    new: Side,
}

/// The rule of one of them.
struct Side {
    dfa: Dfa,
    /// `None` if components are not compared.
    parser: Option<Start>,
}

/// The result of a rule for a line.
enum LineResult {
    /// The components, if they are compared.
    Accepted(Option<Components>),
    /// The error, if something other than the grammar rejects the line.
    Rejected(Option<String>),
}

impl OldAndNew {
    /// Returns the rule of both grammars; or the reason why one of them has no automaton for it.
    pub(super) fn new(rule: &str, old: &mut OfPest<'_>, new: &mut OfPest<'_>) -> Result<Self, String> {
        let side = |dfa| Side { dfa, parser: None };
        Ok(Self { old: side(old.dfa(rule)?), new: side(new.dfa(rule)?) })
    }

    /// Compares components too; the error is the reason why they cannot be compared.
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

    /// Returns the change for the text, if there is one.
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

/// The changes of the lines of a block by one rule.
#[derive(Clone, Default)]
pub(super) struct BlockChanges {
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// The numbers of the first changed lines of each kind.
    pub(super) first: Vec<u64>,
}

/// Returns the changes of the lines of the block, for each of the rules.
pub(super) fn changes(rules: &[OldAndNew], block: &Block) -> Vec<BlockChanges> {
    let mut all = vec![BlockChanges::default(); rules.len()];
    for line in block.lines() {
        // Neither grammar accepts what is not UTF-8.
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

//! A rule of the old and of the new grammar: which lines each accepts, and with which components.

use serde::Serialize;
use urigram::Components;
use urigram_grammar::{Dfa, Grammar};

use super::automata::OfPest;
use super::change::Change;
use crate::input::block::Block;
use crate::parser::start::Start;

/// How many of the lines that change in the same way are shown, for each rule.
pub(super) const SHOWN: u64 = 10;

/// A rule of both grammars.
pub(super) struct OldAndNew {
    old: Side,
    new: Side,
}

/// A rule of one of them.
struct Side {
    dfa: Dfa,
    /// If components count.
    parser: Option<Start>,
}

/// What a rule makes of a line.
enum LineResult {
    /// With the components, if they count.
    Accepted(Option<Components>),
    /// Why, if it is not the grammar that rejects.
    Rejected(Option<String>),
}

impl OldAndNew {
    /// By that rule of the old and of the new grammar; or why there is none.
    pub(super) fn new(rule: &str, old: &mut OfPest<'_>, new: &mut OfPest<'_>) -> Result<Self, String> {
        let side = |dfa| Side { dfa, parser: None };
        Ok(Self { old: side(old.dfa(rule)?), new: side(new.dfa(rule)?) })
    }

    /// Compares components, too; an error says why it cannot.
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

    /// What changes for the text, if anything does.
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

/// How many lines change, in each way.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Counts {
    pub(super) accepted: u64,
    pub(super) rejected: u64,
    /// None if only verdicts are compared.
    pub(super) components: Option<u64>,
}

impl Counts {
    /// How many have changed in this way by now.
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

/// How the lines of a block change by one rule.
#[derive(Clone, Default)]
pub(super) struct BlockChanges {
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// The numbers of the first lines that change, in each way.
    pub(super) first: Vec<u64>,
}

/// How the lines of the block change, by each of the rules.
pub(super) fn changes(rules: &[OldAndNew], block: &Block) -> Vec<BlockChanges> {
    let mut all = vec![BlockChanges::default(); rules.len()];
    for line in block.lines() {
        // What is no text is accepted by neither grammar.
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

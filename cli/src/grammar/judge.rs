//! Whether each of two grammars accepts a line, and with which components.

use serde::Serialize;
use urigram::Components;
use urigram_grammar::{Dfa, Grammar};

use super::automata::OfPest;
use super::change::Change;
use crate::block::Block;
use crate::start::Start;

/// How many of the lines that change in the same way are shown, for each rule.
pub(super) const SHOWN: u64 = 10;

/// A rule of both grammars.
pub(super) struct Judge {
    old: Side,
    new: Side,
}

/// A rule of one of them.
struct Side {
    dfa: Dfa,
    /// If components count.
    parser: Option<Start>,
}

enum Verdict {
    /// With the components, if they count.
    Accepted(Option<Components>),
    /// Why, if it is not the grammar that rejects.
    Rejected(Option<String>),
}

impl Judge {
    /// By that rule of the old and of the new grammar; or why there is none.
    pub(super) fn new(rule: &str, old: &mut OfPest<'_>, new: &mut OfPest<'_>) -> Result<Self, String> {
        let side = |dfa| Side { dfa, parser: None };
        Ok(Self { old: side(old.dfa(rule)?), new: side(new.dfa(rule)?) })
    }

    /// Has it judge components, too; or says why it cannot.
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
        match (self.old.verdict(text), self.new.verdict(text)) {
            (Verdict::Rejected(_), Verdict::Accepted(_)) => Some(Change::Accepted),
            (Verdict::Accepted(_), Verdict::Rejected(error)) => Some(Change::Rejected { error }),
            (Verdict::Accepted(old), Verdict::Accepted(new)) => Change::of_components(text, &old?, &new?),
            (Verdict::Rejected(_), Verdict::Rejected(_)) => None,
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

/// What a judge makes of the lines of a block.
#[derive(Clone, Default)]
pub(super) struct Judged {
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// The numbers of the first lines that change, in each way.
    pub(super) first: Vec<u64>,
}

/// What each of them makes of the block.
pub(super) fn of_block(judges: &[Judge], block: &Block) -> Vec<Judged> {
    let mut all = vec![Judged::default(); judges.len()];
    for line in block.lines() {
        // What is no text is accepted by neither grammar.
        let text = str::from_utf8(line.bytes).ok();
        for (judge, judged) in judges.iter().zip(&mut all) {
            judged.lines += 1;
            if let Some(change) = text.and_then(|text| judge.change(text))
                && judged.counts.count(&change) <= SHOWN
            {
                judged.first.push(line.number);
            }
        }
    }
    all
}

impl Side {
    fn verdict(&self, text: &str) -> Verdict {
        if !self.dfa.accepts(text) {
            return Verdict::Rejected(None);
        }
        match self.parser.map(|parser| parser.parse(text)).transpose() {
            Ok(components) => Verdict::Accepted(components),
            Err(fault) => Verdict::Rejected(Some(fault.to_string())),
        }
    }
}

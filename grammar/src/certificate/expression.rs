//! The expressions of a statement: those of the core PEG and of the ABNF as one list, in which equal ones are one.
#![expect(
    clippy::indexing_slicing,
    reason = "an `Id` is an index that `Expressions::add` returned, a set one of `Expressions::sets`"
)]

use rustc_hash::FxHashMap;

use crate::characters::charset::CharSet;
use crate::dfa::bdd::Exhausted;

/// The index of an expression.
pub(super) type Id = u32;

/// An expression. Sequences and choices have two parts, which stand before them in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Empty,
    Fail,
    /// An index in [`Expressions::sets`].
    Chars(u32),
    Seq(Id, Id),
    /// Ordered, as in a PEG.
    First(Id, Id),
    /// Unordered, as in ABNF.
    Either(Id, Id),
    /// As often as it matches, as in a PEG.
    Star(Id),
    /// Any number of times, as in ABNF.
    Many(Id),
    Not(Id),
    And(Id),
    End,
}

/// The expressions, equal ones once.
#[derive(Debug, Default)]
pub(super) struct Expressions {
    pub(super) list: Vec<Kind>,
    pub(super) sets: Vec<CharSet>,
    nullable: Vec<bool>,
    ids: FxHashMap<Kind, Id>,
    set_ids: FxHashMap<CharSet, u32>,
}

impl Expressions {
    pub(super) fn add(&mut self, kind: Kind, left: &mut u64) -> Result<Id, Exhausted> {
        *left = left.checked_sub(1).ok_or(Exhausted)?;
        let next = Id::try_from(self.list.len()).map_err(|_| Exhausted)?;
        let id = *self.ids.entry(kind).or_insert(next);
        if id == next {
            let is_nullable = |id: Id| self.nullable[id as usize];
            let nullable = match kind {
                Kind::Empty | Kind::Star(_) | Kind::Many(_) => true,
                Kind::Not(_) | Kind::And(_) | Kind::End => true,
                Kind::Fail | Kind::Chars(_) => false,
                Kind::Seq(head, tail) => is_nullable(head) && is_nullable(tail),
                Kind::First(one, other) | Kind::Either(one, other) => is_nullable(one) || is_nullable(other),
            };
            self.nullable.push(nullable);
            self.list.push(kind);
        }
        Ok(id)
    }

    pub(super) fn chars(&mut self, set: &CharSet, left: &mut u64) -> Result<Id, Exhausted> {
        *left = left.checked_sub(set.ranges().len() as u64).ok_or(Exhausted)?;
        let next = u32::try_from(self.sets.len()).map_err(|_| Exhausted)?;
        let id = *self.set_ids.entry(set.clone()).or_insert(next);
        if id == next {
            self.sets.push(set.clone());
        }
        self.add(Kind::Chars(id), left)
    }

    /// Adds the parts one after the other, in pairs.
    pub(super) fn join(
        &mut self,
        pair: fn(Id, Id) -> Kind,
        parts: &[Id],
        none: Kind,
        left: &mut u64,
    ) -> Result<Id, Exhausted> {
        let Some((&last, before)) = parts.split_last() else { return self.add(none, left) };
        before.iter().rev().try_fold(last, |tail, &head| self.add(pair(head, tail), left))
    }

    /// Adds a choice of the parts, in which sets of characters are one set: neighbours, if the choice is ordered.
    pub(super) fn choice(&mut self, is_ordered: bool, parts: &[Id], left: &mut u64) -> Result<Id, Exhausted> {
        let mut alternatives: Vec<Id> = Vec::new();
        for &part in parts {
            let mut rest = part;
            while let (Kind::First(head, tail), true) | (Kind::Either(head, tail), false) =
                (self.list[rest as usize], is_ordered)
            {
                self.alternative(is_ordered, &mut alternatives, head, left)?;
                rest = tail;
            }
            self.alternative(is_ordered, &mut alternatives, rest, left)?;
        }
        let pair = if is_ordered { Kind::First } else { Kind::Either };
        self.join(pair, &alternatives, Kind::Fail, left)
    }

    fn alternative(
        &mut self,
        is_ordered: bool,
        before: &mut Vec<Id>,
        part: Id,
        left: &mut u64,
    ) -> Result<(), Exhausted> {
        let set = |id: Id| match self.list[id as usize] {
            Kind::Chars(set) => Some(&self.sets[set as usize]),
            _ => None,
        };
        *left = left.checked_sub(before.len() as u64).ok_or(Exhausted)?;
        let from = if is_ordered { before.len().saturating_sub(1) } else { 0 };
        let other = (from..before.len()).find_map(|at| Some((at, set(before[at])?)));
        if let (Some(set), Some((at, other))) = (set(part), other) {
            let union = other.union(set);
            before[at] = self.chars(&union, left)?;
        } else {
            before.push(part);
        }
        Ok(())
    }

    pub(super) fn is_nullable(&self, id: Id) -> bool {
        self.nullable[id as usize]
    }
}

//! The rules that are called, and those that are skipped between expressions.

use crate::pest::rules::{OptimizedExpr as Expr, RuleType};
use crate::run::context::{Atomicity, Lookahead};
use crate::run::machine::Stopped;
use crate::run::matching::{Frame, Next, Run};
use crate::run::node::Node;

impl<'m> Run<'m, '_> {
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a rule is an index of the rules; a node was just added, and there are fewer than steps"
    )]
    pub(super) fn rule(&mut self, index: usize) -> Result<Next<'m>, Stopped> {
        let (machine, outer) = (self.machine, self.context);
        let (rule, blanks) = (&machine.rules[index], &machine.blanks);
        let (atomic, compound) = (outer.with(Atomicity::Atomic), outer.with(Atomicity::CompoundAtomic));
        let non_atomic = outer.with(Atomicity::NonAtomic);
        // `@` turns nodes off after its own node has begun; `$` and `!` turn them on before theirs.
        let (around, mut inner) = match rule.ty {
            RuleType::Normal | RuleType::Silent => (outer, outer),
            RuleType::Atomic => (outer, atomic),
            RuleType::CompoundAtomic => (compound, compound),
            RuleType::NonAtomic => (non_atomic, non_atomic),
        };
        if blanks.contains(&index) && rule.ty != RuleType::CompoundAtomic {
            inner = atomic;
        }
        let is_reported = rule.ty != RuleType::Silent && around.atomicity != Atomicity::Atomic;
        self.note_begin(is_reported.then_some(rule.name.as_str()));
        let node = if is_reported && around.makes_nodes() {
            self.node(&rule.name)?;
            self.depth += 1;
            Some(self.nodes.len() - 1)
        } else {
            None
        };
        self.push(Frame::Rule { node, outer })?;
        self.context = inner;
        Ok(Next::Try(&rule.expr))
    }

    /// Adds a node that begins here, and ends here so far.
    pub(super) fn node(&mut self, rule: &'m str) -> Result<(), Stopped> {
        self.spend(Node::STEPS)?;
        self.nodes.push(Node { rule, start: self.at, end: self.at, depth: self.depth });
        Ok(())
    }

    pub(super) fn after_blanks(&mut self, expr: &'m Expr) -> Result<Next<'m>, Stopped> {
        if self.context.atomicity != Atomicity::NonAtomic || self.machine.blanks.is_empty() {
            return Ok(Next::Try(expr));
        }
        self.push(Frame::Before(expr))?;
        self.blank(0)
    }

    /// Skips blanks of this kind, and then of the next.
    pub(super) fn blank(&mut self, blank: usize) -> Result<Next<'m>, Stopped> {
        let Some(&rule) = self.machine.blanks.get(blank) else { return Ok(Next::Matched) };
        self.spend(1)?;
        self.push(Frame::Blank(blank))?;
        self.rule(rule)
    }

    /// Returns whether the text ends here, which pest reports as the rule `EOI`.
    pub(super) fn is_end(&mut self) -> Result<bool, Stopped> {
        let is_end = self.at == self.text.len();
        self.note_begin((self.context.atomicity != Atomicity::Atomic).then_some("EOI"));
        self.note_end(is_end)?;
        Ok(is_end)
    }

    fn note_begin(&mut self, rule: Option<&'m str>) {
        if let Some(attempts) = &mut self.attempts {
            attempts.begin(rule, self.at, self.context.lookahead == Lookahead::Negative);
        }
    }

    pub(super) fn note_end(&mut self, is_match: bool) -> Result<(), Stopped> {
        let memory = self.attempts.as_mut().map_or(0, |attempts| attempts.end(is_match));
        self.spend(memory)
    }
}

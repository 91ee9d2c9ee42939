//! Matches one text, with an explicit stack of continuations instead of recursion.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a rule is an index of the rules, an open node is left once, and `at` is a character boundary \
              of the text; there are fewer nodes than steps, and at most the allowed steps remain"
)]

use std::mem;
use std::ops::Range;

use urigram_grammar::{OptimizedExpr as Expr, RuleType};

use crate::trace::machine;
use crate::trace::machine::{
    Atomicity, Attempts, Builtin, Called, Context, Failure, Lookahead, Machine, Node, Stack, Stopped,
};
use crate::trace::wanted::{Collector, Wanted};

/// The maximum number of frames, which also bounds the depth of a tree.
const FRAMES: usize = 1 << 15;

pub(super) struct Run<'m, 't> {
    machine: &'m Machine,
    text: &'t str,
    /// INVARIANT: on a character boundary of the text.
    pub(super) at: usize,
    /// Whether the match inspected the end of the text, so that a longer text might be matched
    /// differently.
    reads_end: bool,
    /// The number of remaining steps.
    steps: u64,
    pub(super) context: Context,
    /// The number of open nodes.
    depth: usize,
    nodes: Vec<Node<'m>>,
    stack: Stack,
    pub(super) frames: Vec<Frame<'m>>,
    /// The rules that failed, if they were requested.
    attempts: Option<Attempts<'m>>,
    /// The strings and characters that failed, if they were requested.
    wanted: Option<Collector<'m>>,
}

/// A state to which the match can backtrack.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    at: usize,
    nodes: usize,
    stack: machine::Checkpoint,
}

/// The next action of the match.
pub(super) enum Next<'m> {
    Try(&'m Expr),
    Matched,
    Failed,
}

/// A continuation: what to do when an expression has matched or failed.
pub(super) enum Frame<'m> {
    /// After the left side of a sequence. Has the right side, and the state at the start of the
    /// sequence.
    Left(&'m Expr, Checkpoint),
    /// After the right side of a sequence. Has the state at its start.
    Right(Checkpoint),
    /// After an alternative. Has the next one.
    Alternative(&'m Expr),
    Optional,
    /// After the first item of a repetition. Has the expression of the items.
    First(&'m Expr),
    /// After a further item of a repetition. Has the expression of the items, and the state after
    /// the item before.
    Another(&'m Expr, Checkpoint),
    /// After white space. Has the expression that follows, and the offset at which the white space begins.
    Before(&'m Expr, usize),
    /// After one match of a rule for white space. Has the index of the rule in [`Machine::blanks`].
    Blank(usize),
    Predicate {
        is_positive: bool,
        start: Checkpoint,
        outer: Context,
    },
    Rule {
        node: Option<usize>,
        outer: Context,
    },
    Pushed {
        start: usize,
    },
    Restored(machine::Checkpoint),
}

impl<'m, 't> Run<'m, 't> {
    pub(super) fn new(machine: &'m Machine, text: &'t str, steps: u64) -> Self {
        let context = Context { atomicity: Atomicity::NonAtomic, lookahead: Lookahead::None };
        let (nodes, stack, frames) = (Vec::new(), Stack::default(), Vec::new());
        let (at, reads_end, attempts, wanted) = (0, false, None, None);
        Self {
            machine,
            text,
            at,
            reads_end,
            steps,
            context,
            depth: 0,
            nodes,
            stack,
            frames,
            attempts,
            wanted,
        }
    }

    /// Matches the whole text.
    fn whole(&mut self, rule: usize) -> Result<(), Stopped> {
        self.watched(rule, |_, _| Ok(()))
    }

    /// Matches the whole text, and calls `watch` before each action.
    pub(super) fn watched(
        &mut self,
        rule: usize,
        mut watch: impl FnMut(&Self, &Next<'m>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut next = self.rule(rule)?;
        loop {
            watch(self, &next)?;
            next = match next {
                Next::Try(expr) => self.attempt(expr)?,
                Next::Matched => match self.frames.pop() {
                    Some(frame) => self.matched(frame)?,
                    None => return if self.is_end()? { Ok(()) } else { Err(Stopped::NoMatch) },
                },
                Next::Failed => match self.frames.pop() {
                    Some(frame) => self.failed(frame)?,
                    None => return Err(Stopped::NoMatch),
                },
            };
        }
    }

    fn attempt(&mut self, expr: &'m Expr) -> Result<Next<'m>, Stopped> {
        self.spend(1)?;
        let at = self.at;
        let next = self.attempted(expr)?;
        // A rule that fails does so later.
        if let Next::Failed = next {
            self.record_failed(Some(expr), at);
        }
        Ok(next)
    }

    fn attempted(&mut self, expr: &'m Expr) -> Result<Next<'m>, Stopped> {
        let (frame, inner) = match expr {
            Expr::Str(text) => return self.literal(text),
            Expr::Insens(text) => return self.in_either_case(text),
            Expr::Range(first, last) => return Ok(self.character(|c| (*first..=*last).contains(&c))),
            Expr::Ident(name) => return self.call(name),
            Expr::Skip(stops) => return self.skip_to(stops),
            Expr::PeekSlice(start, end) => return self.peek_slice(*start, *end),
            Expr::Seq(left, right) => (Frame::Left(right, self.checkpoint()), left),
            Expr::Choice(first, others) => (Frame::Alternative(others), first),
            Expr::Opt(inner) => (Frame::Optional, inner),
            Expr::Rep(inner) => (Frame::First(inner), inner),
            Expr::Push(inner) => (Frame::Pushed { start: self.at }, inner),
            Expr::RestoreOnErr(inner) => (Frame::Restored(self.stack.checkpoint()), inner),
            Expr::PosPred(inner) => (self.predicate(true), inner),
            Expr::NegPred(inner) => (self.predicate(false), inner),
        };
        self.push(frame)?;
        Ok(Next::Try(inner))
    }

    fn matched(&mut self, frame: Frame<'m>) -> Result<Next<'m>, Stopped> {
        match frame {
            Frame::Left(right, start) => {
                self.push(Frame::Right(start))?;
                return self.after_blanks(right);
            }
            Frame::First(inner) | Frame::Another(inner, _) => {
                self.push(Frame::Another(inner, self.checkpoint()))?;
                return self.after_blanks(inner);
            }
            Frame::Before(expr, start) => {
                if let Some(attempts) = &mut self.attempts {
                    attempts.skipped(start..self.at);
                }
                return Ok(Next::Try(expr));
            }
            Frame::Blank(_) => {
                self.leave_blank();
                return self.blank(0);
            }
            Frame::Predicate { is_positive, start, outer } => {
                self.leave_predicate(start, outer);
                return Ok(if is_positive { Next::Matched } else { self.predicate_failed() });
            }
            Frame::Rule { node, outer } => {
                if let Some(node) = node {
                    self.nodes[node].end = self.at;
                    self.depth -= 1;
                }
                self.context = outer;
                self.record_end(true)?;
            }
            Frame::Pushed { start } => {
                self.spend(mem::size_of::<machine::Entry>())?;
                self.stack.push(start..self.at);
            }
            Frame::Right(_) | Frame::Alternative(_) | Frame::Optional | Frame::Restored(_) => {}
        }
        Ok(Next::Matched)
    }

    fn failed(&mut self, frame: Frame<'m>) -> Result<Next<'m>, Stopped> {
        match frame {
            Frame::Left(_, start) | Frame::Right(start) => self.restore(start),
            Frame::Alternative(others) => return Ok(Next::Try(others)),
            Frame::Optional | Frame::First(_) => return Ok(Next::Matched),
            Frame::Another(_, before) => {
                self.restore(before);
                return Ok(Next::Matched);
            }
            Frame::Blank(blank) => {
                self.leave_blank();
                return self.blank(blank + 1);
            }
            Frame::Predicate { is_positive, start, outer } => {
                self.leave_predicate(start, outer);
                return Ok(if is_positive { self.predicate_failed() } else { Next::Matched });
            }
            Frame::Rule { node, outer } => {
                if let Some(node) = node {
                    self.nodes.truncate(node);
                    self.depth -= 1;
                }
                self.context = outer;
                self.record_end(false)?;
            }
            Frame::Restored(stack) => self.stack.restore(stack),
            Frame::Before(..) | Frame::Pushed { .. } => {}
        }
        Ok(Next::Failed)
    }

    fn call(&mut self, name: &str) -> Result<Next<'m>, Stopped> {
        let machine = self.machine;
        match &machine.names[name] {
            Called::Rule(rule) => self.rule(*rule),
            Called::Builtin(builtin) => self.builtin(builtin),
        }
    }

    /// Enters a predicate, in which rules make no nodes.
    fn predicate(&mut self, is_positive: bool) -> Frame<'m> {
        let outer = self.context;
        self.context = outer.within(is_positive);
        Frame::Predicate { is_positive, start: self.checkpoint(), outer }
    }

    fn leave_predicate(&mut self, start: Checkpoint, outer: Context) {
        self.restore(start);
        self.context = outer;
    }

    fn predicate_failed(&mut self) -> Next<'m> {
        if let Some(attempts) = &mut self.attempts {
            attempts.predicate_failed(self.at);
        }
        Next::Failed
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { at: self.at, nodes: self.nodes.len(), stack: self.stack.checkpoint() }
    }

    fn restore(&mut self, Checkpoint { at, nodes, stack }: Checkpoint) {
        self.at = at;
        self.nodes.truncate(nodes);
        self.stack.restore(stack);
    }

    fn push(&mut self, frame: Frame<'m>) -> Result<(), Stopped> {
        if self.frames.len() == FRAMES {
            return Err(Stopped::Depth);
        }
        self.frames.push(frame);
        Ok(())
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or(Stopped::Steps)?;
        Ok(())
    }
}

impl<'m> Run<'m, '_> {
    fn rule(&mut self, index: usize) -> Result<Next<'m>, Stopped> {
        let (machine, outer) = (self.machine, self.context);
        let (rule, blanks) = (&machine.rules[index], &machine.blanks);
        let (atomic, compound) = (outer.with(Atomicity::Atomic), outer.with(Atomicity::CompoundAtomic));
        let non_atomic = outer.with(Atomicity::NonAtomic);
        // A rule's own node is made in the context `around`: `@` turns nodes off only inside the rule,
        // but `$` and `!` turn them on for the rule's own node, too.
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
        self.record_begin(is_reported.then_some(rule.name.as_str()));
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

    /// Adds an empty node at the current offset.
    fn node(&mut self, rule: &'m str) -> Result<(), Stopped> {
        self.spend(Node::STEPS)?;
        self.nodes.push(Node { rule, start: self.at, end: self.at, depth: self.depth });
        Ok(())
    }

    fn after_blanks(&mut self, expr: &'m Expr) -> Result<Next<'m>, Stopped> {
        if self.context.atomicity != Atomicity::NonAtomic || self.machine.blanks.is_empty() {
            return Ok(Next::Try(expr));
        }
        self.push(Frame::Before(expr, self.at))?;
        self.blank(0)
    }

    /// Skips matches of the rule with the index `blank` in [`Machine::blanks`], and then those of
    /// the next.
    fn blank(&mut self, blank: usize) -> Result<Next<'m>, Stopped> {
        let Some(&rule) = self.machine.blanks.get(blank) else { return Ok(Next::Matched) };
        self.spend(1)?;
        self.push(Frame::Blank(blank))?;
        if let Some(wanted) = &mut self.wanted {
            wanted.blanks += 1;
        }
        self.rule(rule)
    }

    fn leave_blank(&mut self) {
        if let Some(wanted) = &mut self.wanted {
            wanted.blanks -= 1;
        }
    }

    /// Returns whether the text ends at the current offset. pest reports a failure of this test as
    /// the rule `EOI`.
    fn is_end(&mut self) -> Result<bool, Stopped> {
        let is_end = self.at == self.text.len();
        if !is_end {
            self.record_failed(None, self.at);
        }
        self.record_begin((self.context.atomicity != Atomicity::Atomic).then_some("EOI"));
        self.record_end(is_end)?;
        Ok(is_end)
    }

    fn record_begin(&mut self, rule: Option<&'m str>) {
        if let Some(attempts) = &mut self.attempts {
            attempts.begin(rule, self.at, self.context.lookahead == Lookahead::Negative);
        }
        if let Some(wanted) = &mut self.wanted {
            wanted.begin(rule, self.at);
        }
    }

    fn record_failed(&mut self, term: Option<&'m Expr>, at: usize) {
        if self.context.lookahead == Lookahead::Negative {
            return;
        }
        if let Some(wanted) = &mut self.wanted {
            wanted.failed(term, at);
        }
    }

    fn record_end(&mut self, is_match: bool) -> Result<(), Stopped> {
        if let Some(wanted) = &mut self.wanted {
            wanted.end();
        }
        let memory = self.attempts.as_mut().map_or(0, |attempts| attempts.end(is_match));
        self.spend(memory)
    }
}

/// The number of bytes that one step compares.
const COMPARED: usize = 16;

impl<'m> Run<'m, '_> {
    pub(super) fn builtin(&mut self, builtin: &Builtin) -> Result<Next<'m>, Stopped> {
        let text = self.text;
        let is_match = match builtin {
            Builtin::Any => return Ok(self.character(|_| true)),
            Builtin::Set(chars) => return Ok(self.character(|c| chars.contains(c))),
            Builtin::Start => self.at == 0,
            Builtin::End => {
                self.reads_end |= self.at == text.len();
                let is_end = self.is_end()?;
                if is_end && self.context.makes_nodes() {
                    self.node("EOI")?;
                }
                is_end
            }
            Builtin::NewLine => ["\n", "\r\n", "\r"].into_iter().any(|end| self.advances_over(end)),
            Builtin::Drop => self.stack.pop().is_some(),
            // If the stack is empty, pest panics, so there is no match to imitate.
            Builtin::Peek => {
                let top = self.stack.downwards().next().ok_or(Stopped::NoMatch)?;
                return self.literal(&text[top]);
            }
            Builtin::Pop => {
                let top = self.stack.pop().ok_or(Stopped::NoMatch)?;
                return self.literal(&text[top]);
            }
            Builtin::PeekAll => {
                let all = self.entries()?;
                return self.literals(all);
            }
            Builtin::PopAll => {
                let all = self.entries()?;
                let before = self.at;
                for entry in all {
                    self.stack.pop();
                    if let Next::Failed = self.literal(&text[entry])? {
                        self.at = before;
                        return Ok(Next::Failed);
                    }
                }
                true
            }
        };
        Ok(if is_match { Next::Matched } else { Next::Failed })
    }

    fn character(&mut self, is_match: impl FnOnce(char) -> bool) -> Next<'m> {
        match self.text[self.at..].chars().next() {
            Some(c) if is_match(c) => {
                self.at += c.len_utf8();
                Next::Matched
            }
            Some(_) => Next::Failed,
            None => {
                self.reads_end = true;
                Next::Failed
            }
        }
    }

    fn literal(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        Ok(if self.advances_over(literal) { Next::Matched } else { Next::Failed })
    }

    fn advances_over(&mut self, literal: &str) -> bool {
        let is_match = self.has_ahead(literal);
        self.at += if is_match { literal.len() } else { 0 };
        is_match
    }

    /// Returns whether the rest of the text begins with the literal.
    fn has_ahead(&mut self, literal: &str) -> bool {
        let rest = &self.text[self.at..];
        self.reads_end |= rest.len() < literal.len() && literal.starts_with(rest);
        rest.starts_with(literal)
    }

    fn in_either_case(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        let rest = &self.text[self.at..];
        self.reads_end |= rest.len() < literal.len();
        let found = rest.get(..literal.len());
        if !found.is_some_and(|found| found.eq_ignore_ascii_case(literal)) {
            return Ok(Next::Failed);
        }
        self.at += literal.len();
        Ok(Next::Matched)
    }

    /// Skips to the first occurrence of one of the strings, or to the end of the text.
    fn skip_to(&mut self, stops: &[String]) -> Result<Next<'m>, Stopped> {
        let steps = stops.iter().map(|stop| 1 + stop.len() / COMPARED).sum();
        loop {
            self.spend(steps)?;
            if stops.iter().any(|stop| self.has_ahead(stop)) {
                return Ok(Next::Matched);
            }
            match self.text[self.at..].chars().next() {
                Some(c) => self.at += c.len_utf8(),
                None => {
                    self.reads_end = true;
                    return Ok(Next::Matched);
                }
            }
        }
    }

    /// Returns the entries of the stack from top to bottom.
    fn entries(&mut self) -> Result<Vec<Range<usize>>, Stopped> {
        let entries: Vec<_> = self.stack.downwards().collect();
        self.spend(entries.len())?;
        Ok(entries)
    }

    /// Matches a range of stack entries. Indices count from the bottom of the stack, negative ones
    /// from the top.
    fn peek_slice(&mut self, start: i32, end: Option<i32>) -> Result<Next<'m>, Stopped> {
        let mut entries = self.entries()?;
        entries.reverse();
        let place = |index: i32| match usize::try_from(index) {
            Ok(index) => (index <= entries.len()).then_some(index),
            Err(_) => entries.len().checked_sub(index.unsigned_abs() as usize),
        };
        let (Some(start), Some(end)) = (place(start), end.map_or(Some(entries.len()), place)) else {
            return Ok(Next::Failed);
        };
        self.literals(entries.drain(start..end.max(start)))
    }

    /// Matches the texts of the entries one after another.
    fn literals(&mut self, entries: impl IntoIterator<Item = Range<usize>>) -> Result<Next<'m>, Stopped> {
        let (text, before) = (self.text, self.at);
        for entry in entries {
            if let Next::Failed = self.literal(&text[entry])? {
                self.at = before;
                return Ok(Next::Failed);
            }
        }
        Ok(Next::Matched)
    }
}

/// The result of matching a whole text.
pub(crate) struct Attempt<'m> {
    pub(crate) result: Result<Vec<Node<'m>>, Stopped>,
    /// Whether the match inspected the end of the text. If not, the rule rejects every longer text with
    /// this prefix.
    pub(crate) reads_end: bool,
    /// The number of steps taken.
    pub(crate) steps: u64,
}

impl Machine {
    /// Returns the nodes of the parse tree in preorder, if the rule matches the whole text within the given
    /// number of steps. As in pest, the built-in rule `EOI` makes a node, too, but not in predicates and
    /// atomic rules.
    ///
    /// Time and memory are linear in the steps. A step is one attempt to match an expression; operations that
    /// take longer or allocate memory, such as for a node ([`Node::STEPS`]), count as several steps. The call
    /// stack does not grow with the text or the grammar.
    ///
    /// If pest would panic, such as when it pops from an empty stack, the text does not match.
    ///
    /// # Errors
    ///
    /// [`Stopped`], the reason why there are no nodes.
    pub fn run(&self, rule: &str, text: &str, steps: u64) -> Result<Vec<Node<'_>>, Stopped> {
        self.attempt(rule, text, steps).result
    }

    /// Like [`Machine::run`], but subtracts the steps from a budget.
    pub(crate) fn run_within(
        &self,
        budget: &mut u64,
        rule: &str,
        text: &str,
    ) -> Result<Vec<Node<'_>>, Stopped> {
        let attempt = self.attempt(rule, text, *budget);
        *budget -= attempt.steps;
        attempt.result
    }

    /// Matches like [`Machine::run`]. Also returns the number of steps, and whether the match
    /// inspected the end of the text.
    pub(crate) fn attempt(&self, rule: &str, text: &str, steps: u64) -> Attempt<'_> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else {
            return Attempt { result: Err(Stopped::Unknown), reads_end: false, steps: 0 };
        };
        let mut run = Run::new(self, text, steps);
        let result = run.whole(rule);
        let (reads_end, remaining) = (run.reads_end, run.steps);
        Attempt { result: result.map(|()| run.nodes), reads_end, steps: steps - remaining }
    }

    /// Returns the offset at which the rule fails to match the whole text, and the expected rules, as pest
    /// reports them, or `None` if the rule matches. If the rule matches only a prefix of the text, the end of
    /// the text is expected after the prefix.
    ///
    /// Takes the same time and memory as [`Machine::run`], and somewhat more steps.
    ///
    /// # Errors
    ///
    /// [`Stopped`], the reason why the match was not finished; never [`Stopped::NoMatch`].
    pub fn failure(&self, rule: &str, text: &str, steps: u64) -> Result<Option<Failure<'_>>, Stopped> {
        self.failure_within(&mut { steps }, rule, text)
    }

    /// Returns whether the grammar has white space or comments that are skipped in sequences.
    #[must_use]
    pub fn skips(&self) -> bool {
        !self.blanks.is_empty()
    }

    /// Like [`Machine::failure`], but subtracts the steps from a budget.
    pub(crate) fn failure_within(
        &self,
        budget: &mut u64,
        rule: &str,
        text: &str,
    ) -> Result<Option<Failure<'_>>, Stopped> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else { return Err(Stopped::Unknown) };
        let mut run = Run::new(self, text, *budget);
        run.attempts = Some(Attempts::default());
        let result = run.whole(rule);
        *budget = run.steps;
        match result {
            Ok(()) => Ok(None),
            Err(Stopped::NoMatch) => Ok(run.attempts.map(Attempts::failure)),
            Err(stopped) => Err(stopped),
        }
    }

    /// Returns the furthest offset at which strings and characters failed, and what they are, or `None` if the rule matches
    /// the whole text, or if only predicates failed.
    ///
    /// Takes as many steps as [`Machine::run`], and like it linear time and memory. `named` are names of rules, such as [`Failure::expected`], whose
    /// terms are told from the others.
    ///
    /// # Errors
    ///
    /// [`Stopped`], the reason why the match was not finished; never [`Stopped::NoMatch`].
    pub fn wanted<'m>(
        &'m self,
        rule: &str,
        text: &str,
        named: &[&'m str],
        steps: u64,
    ) -> Result<Option<Wanted<'m>>, Stopped> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else { return Err(Stopped::Unknown) };
        let mut run = Run::new(self, text, steps);
        run.wanted = Some(Collector::new(named));
        match run.whole(rule) {
            Ok(()) => Ok(None),
            Err(Stopped::NoMatch) => Ok(run.wanted.and_then(Collector::wanted)),
            Err(stopped) => Err(stopped),
        }
    }
}

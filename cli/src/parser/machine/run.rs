//! The match of one text: an explicit stack of what remains to be done, and what has matched so far.

use std::mem;
use std::ops::Range;

use urigram_grammar::{OptimizedExpr as Expr, RuleType};

use super::builtin::{self, Builtin};
use super::rules::{Called, Machine, Stopped};
use super::stack::{self, Stack};
use crate::args::NODE;
use crate::parser::node::Node;

/// The maximum number of frames, which also bounds the depth of a tree.
const FRAMES: usize = 1 << 15;
/// The number of bytes that are compared in one step.
const COMPARED: usize = 16;

pub(super) struct Run<'m, 't> {
    machine: &'m Machine,
    text: &'t str,
    /// INVARIANT: between two characters of the text.
    at: usize,
    /// The number of steps left.
    steps: u64,
    context: Context,
    /// The number of open nodes.
    depth: usize,
    nodes: Vec<Node<'m>>,
    stack: Stack,
    frames: Vec<Frame<'m>>,
}

/// pest's atomicity, and whether the match is in a predicate.
#[derive(Clone, Copy)]
struct Context {
    /// Whether blanks are skipped between expressions.
    skips: bool,
    nodes: Nodes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Nodes {
    On,
    /// No nodes, until a rule that is not atomic.
    Off,
    /// No nodes, until the end of the predicate.
    Never,
}

/// A state to which the match can be reset.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    nodes: usize,
    stack: stack::Mark,
}

/// What to do next.
enum Next<'m> {
    Try(&'m Expr),
    Matched,
    Failed,
}

/// What to do when an expression has matched or failed.
enum Frame<'m> {
    /// The left side of a sequence, with the right side, and the start of the sequence.
    Left(&'m Expr, Mark),
    /// The right side of a sequence.
    Right(Mark),
    /// An alternative, with the next one.
    Alternative(&'m Expr),
    Optional,
    /// The first of a repetition.
    First(&'m Expr),
    /// A further repetition, with the end of the one before.
    Another(&'m Expr, Mark),
    /// Blanks, with the expression after them.
    Before(&'m Expr),
    /// One kind of blank.
    Blank(usize),
    Predicate {
        is_positive: bool,
        start: Mark,
        outer: Context,
    },
    Rule {
        node: Option<usize>,
        outer: Context,
    },
    Pushed {
        start: usize,
    },
    Restored(stack::Mark),
}

impl Context {
    fn with(self, skips: bool, nodes: Nodes) -> Self {
        Self { skips, nodes: if self.nodes == Nodes::Never { Nodes::Never } else { nodes } }
    }
}

impl Machine {
    /// Returns the nodes of the text, each before those below it, if the rule matches all of it in this
    /// number of steps.
    ///
    /// Time and memory are linear in the steps. A step is one attempt to match an expression; what takes
    /// longer or takes memory, such as a node, counts as several steps.
    pub(crate) fn run(&self, rule: &str, text: &str, steps: u64) -> Result<Vec<Node<'_>>, Stopped> {
        Run::new(self, text, steps).all(rule)
    }
}

impl<'m, 't> Run<'m, 't> {
    pub(super) fn new(machine: &'m Machine, text: &'t str, steps: u64) -> Self {
        let context = Context { skips: !machine.blanks.is_empty(), nodes: Nodes::On };
        let (nodes, stack, frames) = (Vec::new(), Stack::default(), Vec::new());
        Self { machine, text, at: 0, steps, context, depth: 0, nodes, stack, frames }
    }

    /// Returns the nodes of the whole text.
    pub(super) fn all(mut self, rule: &str) -> Result<Vec<Node<'m>>, Stopped> {
        let mut next = self.call(rule)?;
        loop {
            next = match next {
                Next::Try(expr) => self.attempt(expr)?,
                Next::Matched => match self.frames.pop() {
                    Some(frame) => self.matched(frame)?,
                    None if self.at == self.text.len() => return Ok(self.nodes),
                    None => return Err(Stopped::NoMatch),
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
        let (frame, inner) = match expr {
            Expr::Str(text) => return self.literal(text),
            Expr::Insens(text) => return self.in_either_case(text),
            Expr::Range(first, last) => return Ok(self.character(|c| (*first..=*last).contains(&c))),
            Expr::Ident(name) => return self.call(name),
            Expr::Skip(stops) => return self.skip_to(stops),
            Expr::PeekSlice(start, end) => return self.peek_slice(*start, *end),
            Expr::Seq(left, right) => (Frame::Left(right, self.mark()), left),
            Expr::Choice(first, others) => (Frame::Alternative(others), first),
            Expr::Opt(inner) => (Frame::Optional, inner),
            Expr::Rep(inner) => (Frame::First(inner), inner),
            Expr::Push(inner) => (Frame::Pushed { start: self.at }, inner),
            Expr::RestoreOnErr(inner) => (Frame::Restored(self.stack.mark()), inner),
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
                self.push(Frame::Another(inner, self.mark()))?;
                return self.after_blanks(inner);
            }
            Frame::Before(expr) => return Ok(Next::Try(expr)),
            Frame::Blank(_) => return self.blank(0),
            Frame::Predicate { is_positive, start, outer } => {
                self.leave_predicate(start, outer);
                return Ok(if is_positive { Next::Matched } else { Next::Failed });
            }
            Frame::Rule { node, outer } => {
                if let Some(node) = node {
                    self.nodes[node].end = self.at;
                    self.depth -= 1;
                }
                self.context = outer;
            }
            Frame::Pushed { start } => {
                self.spend(mem::size_of::<stack::Entry>())?;
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
            Frame::Blank(blank) => return self.blank(blank + 1),
            Frame::Predicate { is_positive, start, outer } => {
                self.leave_predicate(start, outer);
                return Ok(if is_positive { Next::Failed } else { Next::Matched });
            }
            Frame::Rule { node, outer } => {
                if let Some(node) = node {
                    self.nodes.truncate(node);
                    self.depth -= 1;
                }
                self.context = outer;
            }
            Frame::Restored(stack) => self.stack.restore(stack),
            Frame::Before(_) | Frame::Pushed { .. } => {}
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

    fn rule(&mut self, index: usize) -> Result<Next<'m>, Stopped> {
        let (machine, outer) = (self.machine, self.context);
        let (rule, blanks) = (&machine.rules[index], &machine.blanks);
        let atomic = outer.with(false, Nodes::Off);
        let compound = outer.with(false, Nodes::On);
        let non_atomic = outer.with(!blanks.is_empty(), Nodes::On);
        // `@` turns nodes off after its own node has begun; `$` and `!` turn them on before theirs.
        let (nodes, mut inner) = match rule.ty {
            RuleType::Normal => (outer.nodes, outer),
            RuleType::Silent => (Nodes::Off, outer),
            RuleType::Atomic => (outer.nodes, atomic),
            RuleType::CompoundAtomic => (compound.nodes, compound),
            RuleType::NonAtomic => (non_atomic.nodes, non_atomic),
        };
        if blanks.contains(&index) && rule.ty != RuleType::CompoundAtomic {
            inner = atomic;
        }
        let node = if nodes == Nodes::On {
            self.spend(NODE)?;
            self.nodes.push(Node { rule: &rule.name, start: self.at, end: self.at, depth: self.depth });
            self.depth += 1;
            Some(self.nodes.len() - 1)
        } else {
            None
        };
        self.push(Frame::Rule { node, outer })?;
        self.context = inner;
        Ok(Next::Try(&rule.expr))
    }

    fn builtin(&mut self, builtin: &Builtin) -> Result<Next<'m>, Stopped> {
        let text = self.text;
        let is_match = match builtin {
            Builtin::Any => return Ok(self.character(|_| true)),
            Builtin::Set(ranges) => return Ok(self.character(|c| builtin::contains(ranges, c))),
            Builtin::Start => self.at == 0,
            Builtin::End => self.at == text.len(),
            Builtin::NewLine => ["\n", "\r\n", "\r"].into_iter().any(|end| self.advances_over(end)),
            Builtin::Drop => self.stack.pop().is_some(),
            // Here pest itself panics if the stack is empty.
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
            _ => Next::Failed,
        }
    }

    fn literal(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        Ok(if self.advances_over(literal) { Next::Matched } else { Next::Failed })
    }

    fn advances_over(&mut self, literal: &str) -> bool {
        let is_match = self.text[self.at..].starts_with(literal);
        self.at += if is_match { literal.len() } else { 0 };
        is_match
    }

    fn in_either_case(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        let found = self.text[self.at..].get(..literal.len());
        if !found.is_some_and(|found| found.eq_ignore_ascii_case(literal)) {
            return Ok(Next::Failed);
        }
        self.at += literal.len();
        Ok(Next::Matched)
    }

    /// Skips to the first of these strings, or to the end.
    fn skip_to(&mut self, stops: &[String]) -> Result<Next<'m>, Stopped> {
        let steps = stops.iter().map(|stop| 1 + stop.len() / COMPARED).sum();
        loop {
            self.spend(steps)?;
            let rest = &self.text[self.at..];
            if stops.iter().any(|stop| rest.starts_with(stop)) {
                return Ok(Next::Matched);
            }
            match rest.chars().next() {
                Some(c) => self.at += c.len_utf8(),
                None => return Ok(Next::Matched),
            }
        }
    }

    /// Returns the entries of the stack, the last one first.
    fn entries(&mut self) -> Result<Vec<Range<usize>>, Stopped> {
        let entries: Vec<_> = self.stack.downwards().collect();
        self.spend(entries.len())?;
        Ok(entries)
    }

    /// Matches the entries in a range, counted from the first entry or, if negative, from the last.
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

    /// Matches texts one after another.
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

    fn after_blanks(&mut self, expr: &'m Expr) -> Result<Next<'m>, Stopped> {
        if !self.context.skips {
            return Ok(Next::Try(expr));
        }
        self.push(Frame::Before(expr))?;
        self.blank(0)
    }

    /// Skips blanks of this kind, and then of the next.
    fn blank(&mut self, blank: usize) -> Result<Next<'m>, Stopped> {
        let Some(&rule) = self.machine.blanks.get(blank) else { return Ok(Next::Matched) };
        self.spend(1)?;
        self.push(Frame::Blank(blank))?;
        self.rule(rule)
    }

    /// Starts a predicate, in which nothing makes nodes.
    fn predicate(&mut self, is_positive: bool) -> Frame<'m> {
        let outer = self.context;
        self.context.nodes = Nodes::Never;
        Frame::Predicate { is_positive, start: self.mark(), outer }
    }

    fn leave_predicate(&mut self, start: Mark, outer: Context) {
        self.restore(start);
        self.context = outer;
    }

    fn mark(&self) -> Mark {
        Mark { at: self.at, nodes: self.nodes.len(), stack: self.stack.mark() }
    }

    fn restore(&mut self, Mark { at, nodes, stack }: Mark) {
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

//! The match of one text: an explicit stack of what remains to be done, and what has matched so far.

use std::mem;

use crate::pest::rules::OptimizedExpr as Expr;
use crate::run::attempts::Attempts;
use crate::run::context::{Atomicity, Context, Lookahead};
use crate::run::machine::{Called, Machine, Stopped};
use crate::run::node::Node;
use crate::run::stack::{self, Stack};

/// The maximum number of frames, which also bounds the depth of a tree.
const FRAMES: usize = 1 << 15;

pub(super) struct Run<'m, 't> {
    pub(super) machine: &'m Machine,
    pub(super) text: &'t str,
    /// INVARIANT: between two characters of the text.
    pub(super) at: usize,
    /// Whether the end of the text was read, so that a longer text might be matched in another way.
    pub(super) reads_end: bool,
    /// The number of steps left.
    pub(super) steps: u64,
    pub(super) context: Context,
    /// The number of open nodes.
    pub(super) depth: usize,
    pub(super) nodes: Vec<Node<'m>>,
    pub(super) stack: Stack,
    pub(super) frames: Vec<Frame<'m>>,
    /// The rules that fail, if they are wanted.
    pub(super) attempts: Option<Attempts<'m>>,
}

/// A state to which the match can be reset.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    at: usize,
    nodes: usize,
    stack: stack::Mark,
}

/// What to do next.
pub(super) enum Next<'m> {
    Try(&'m Expr),
    Matched,
    Failed,
}

/// What to do when an expression has matched or failed.
pub(super) enum Frame<'m> {
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

impl<'m, 't> Run<'m, 't> {
    pub(super) fn new(machine: &'m Machine, text: &'t str, steps: u64) -> Self {
        let context = Context { atomicity: Atomicity::NonAtomic, lookahead: Lookahead::None };
        let (nodes, stack, frames) = (Vec::new(), Stack::default(), Vec::new());
        let (at, reads_end, attempts) = (0, false, None);
        Self { machine, text, at, reads_end, steps, context, depth: 0, nodes, stack, frames, attempts }
    }

    /// Finds the nodes of the whole text.
    pub(super) fn whole(&mut self, rule: usize) -> Result<(), Stopped> {
        self.watched(rule, |_, _| Ok(()))
    }

    /// As [`Run::whole`], and calls `watch` with all that is next before it is done.
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

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a node that is open is there, and is left once"
    )]
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
                self.note_end(true)?;
            }
            Frame::Pushed { start } => {
                self.spend(mem::size_of::<stack::Entry>())?;
                self.stack.push(start..self.at);
            }
            Frame::Right(_) | Frame::Alternative(_) | Frame::Optional | Frame::Restored(_) => {}
        }
        Ok(Next::Matched)
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a node that is open is left once; there are two kinds of blanks"
    )]
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
                self.note_end(false)?;
            }
            Frame::Restored(stack) => self.stack.restore(stack),
            Frame::Before(_) | Frame::Pushed { .. } => {}
        }
        Ok(Next::Failed)
    }

    #[expect(clippy::indexing_slicing, reason = "each name that a rule calls is a rule or built in")]
    fn call(&mut self, name: &str) -> Result<Next<'m>, Stopped> {
        let machine = self.machine;
        match &machine.names[name] {
            Called::Rule(rule) => self.rule(*rule),
            Called::Builtin(builtin) => self.builtin(builtin),
        }
    }

    /// Starts a predicate, in which nothing makes nodes.
    fn predicate(&mut self, is_positive: bool) -> Frame<'m> {
        let outer = self.context;
        self.context = outer.within(is_positive);
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

    pub(super) fn push(&mut self, frame: Frame<'m>) -> Result<(), Stopped> {
        if self.frames.len() == FRAMES {
            return Err(Stopped::Depth);
        }
        self.frames.push(frame);
        Ok(())
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or(Stopped::Steps)?;
        Ok(())
    }
}

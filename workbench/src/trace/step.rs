//! The types of a trace and its steps, and the display of expressions in pest's notation.

use std::fmt::{self, Write};

use urigram_grammar::names::shown;
use urigram_grammar::{OptimizedExpr, OptimizedExpr as Expr, Span};

use crate::trace::machine::Stopped;

/// The maximum length of a displayed expression, in characters.
const LONGEST: usize = 100;

/// The precedence of an operator, the lowest first. Operands of a lower precedence are displayed in
/// brackets.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Choice,
    Sequence,
    Prefix,
    Postfix,
}

/// An expression or a symbol that remains to be written.
enum Pending<'e> {
    Expr(&'e Expr, Binding),
    Sign(&'static str),
}

/// Writes an expression, or its beginning and `…` if it is too long. Does not recurse.
fn write(f: &mut fmt::Formatter<'_>, expr: &Expr) -> fmt::Result {
    let mut out = Limited { f, budget: LONGEST };
    let written = write_pending(&mut out, expr);
    if out.budget == 0 && written.is_err() { f.write_char('…') } else { written }
}

/// A writer that fails when the limit is reached.
struct Limited<'f, 'o> {
    f: &'f mut fmt::Formatter<'o>,
    budget: usize,
}

impl Write for Limited<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        self.budget = self.budget.checked_sub(1).ok_or(fmt::Error)?;
        self.f.write_char(c)
    }
}

fn write_pending(out: &mut impl Write, expr: &Expr) -> fmt::Result {
    let mut open = vec![Pending::Expr(expr, Binding::Choice)];
    while let Some(piece) = open.pop() {
        let (expr, around) = match piece {
            Pending::Expr(expr, around) => (expr, around),
            Pending::Sign(sign) => {
                out.write_str(sign)?;
                continue;
            }
        };
        if binding(expr) < around {
            out.write_char('(')?;
            open.push(Pending::Sign(")"));
        }
        match expr {
            Expr::Str(text) => quoted(out, '"', text)?,
            Expr::Insens(text) => {
                out.write_char('^')?;
                quoted(out, '"', text)?;
            }
            Expr::Range(first, last) => {
                quoted(out, '\'', first.encode_utf8(&mut [0; 4]))?;
                out.write_str("..")?;
                quoted(out, '\'', last.encode_utf8(&mut [0; 4]))?;
            }
            Expr::Ident(name) => out.write_str(&shown(name))?,
            Expr::PeekSlice(start, end) => {
                let end = end.map_or(String::new(), |end| end.to_string());
                write!(out, "PEEK[{start}..{end}]")?;
            }
            Expr::Skip(stops) => {
                out.write_str("(!(")?;
                for (index, stop) in stops.iter().enumerate() {
                    out.write_str(if index > 0 { " | " } else { "" })?;
                    quoted(out, '"', stop)?;
                }
                out.write_str(") ~ ANY)*")?;
            }
            Expr::Choice(left, right) => open.extend([
                Pending::Expr(right, Binding::Choice),
                Pending::Sign(" | "),
                Pending::Expr(left, Binding::Sequence),
            ]),
            Expr::Seq(left, right) => open.extend([
                Pending::Expr(right, Binding::Sequence),
                Pending::Sign(" ~ "),
                Pending::Expr(left, Binding::Prefix),
            ]),
            Expr::PosPred(inner) => {
                out.write_char('&')?;
                open.push(Pending::Expr(inner, Binding::Prefix));
            }
            Expr::NegPred(inner) => {
                out.write_char('!')?;
                open.push(Pending::Expr(inner, Binding::Prefix));
            }
            Expr::Opt(inner) => open.extend([Pending::Sign("?"), Pending::Expr(inner, Binding::Postfix)]),
            Expr::Rep(inner) => open.extend([Pending::Sign("*"), Pending::Expr(inner, Binding::Postfix)]),
            Expr::Push(inner) => {
                out.write_str("PUSH(")?;
                open.extend([Pending::Sign(")"), Pending::Expr(inner, Binding::Choice)]);
            }
            Expr::RestoreOnErr(inner) => open.push(Pending::Expr(inner, Binding::Choice)),
        }
    }
    Ok(())
}

fn binding(mut expr: &Expr) -> Binding {
    loop {
        return match expr {
            Expr::Choice(..) => Binding::Choice,
            Expr::Seq(..) => Binding::Sequence,
            Expr::PosPred(_) | Expr::NegPred(_) => Binding::Prefix,
            // `RestoreOnErr` has no notation.
            Expr::RestoreOnErr(inner) => {
                expr = inner;
                continue;
            }
            _ => Binding::Postfix,
        };
    }
}

/// Writes a string or a character in pest's notation.
fn quoted(out: &mut impl Write, mark: char, text: &str) -> fmt::Result {
    out.write_char(mark)?;
    for c in text.chars() {
        if c != mark && matches!(c, '"' | '\'') {
            out.write_char(c)?;
        } else {
            write!(out, "{}", c.escape_debug())?;
        }
    }
    out.write_char(mark)
}

/// The match of a text by a rule, step by step, in the order in which the steps began.
///
/// A step is an expression, as optimized by pest, that was tried at one offset of the text. Steps are nested:
/// a choice contains its alternatives, a repetition its iterations, and a call of a rule the steps of the
/// rule. If the whole of a rule or an option is a sequence or a choice, the two share one step.
///
/// For readability, an expression that matches one character of a set, such as `ASCII_DIGIT` or `!"," ~ ANY`,
/// is one step. A repetition of such expressions or of short texts without repetitions is one step, too,
/// unless they make nodes of the parse tree: `(ALPHA | "%" ~ HEX ~ HEX)*` does not have a step for each
/// character. Only if its last iteration failed after matching a part, that iteration has a step. Skipped
/// white space and comments have a step only if there are any.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Machine;
///
/// let source = r#"
/// price  = ${ amount ~ " " ~ ("EUR" | "USD") }
/// amount = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT{2})? }
/// "#;
/// let machine = Machine::new(&Grammar::read(source, "price.pest")?);
/// let trace = machine.trace("price", "12 USD", 1_000)?;
/// assert!(trace.matched && trace.is_complete());
///
/// let said = |what: &str| {
///     let id = trace.steps.iter().position(|step| step.what.to_string() == what)?;
///     let step = &trace.steps[id];
///     Some((step.depth, step.start, step.end(), trace.then(id)))
/// };
/// let goes_on = r#"goes on with `"EUR" | "USD"`"#;
/// assert_eq!(said(r#"" ""#), Some((1, 2, Some(3), goes_on.to_owned())));
/// let gave_up = r#"failed: expected `"EUR"`, found "USD"; backtracks to byte 3 and tries alternative 2 of 2"#;
/// assert_eq!(said(r#""EUR""#), Some((2, 3, None, gave_up.to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trace<'g, 't> {
    /// The text.
    pub text: &'t str,
    /// Whether the rule matches the whole text.
    pub matched: bool,
    /// The byte offset at which the match ends, or, if the rule does not match, the furthest offset that
    /// it reached.
    pub end: usize,
    /// The steps. The first is the call of the rule, which contains all others.
    pub steps: Vec<Step<'g>>,
    /// The reason if the trace ends before the match does.
    pub stopped: Option<Stopped>,
}

/// An expression that was tried at one offset of the text. [`Trace`] has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step<'g> {
    /// The call or expression that was tried.
    pub what: What<'g>,
    /// The place of the expression in the file of the grammar; that of the first step is the name in the definition of the
    /// rule. `None` for white space and comments that are skipped, for expressions of a variant's base, and unless the
    /// machine was made by [`Machine::with_spans`](crate::Machine::with_spans).
    pub at: Option<Span>,
    /// The role of the step in its parent.
    pub role: Role,
    /// The index of the parent.
    pub parent: Option<usize>,
    /// The number of ancestors.
    pub depth: usize,
    /// The byte offset at which the expression was tried.
    pub start: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// The index after the last descendant, or after the step itself if it has no descendants.
    pub subtree_end: usize,
    /// Whether the step is a part of the match: it did not fail, was not discarded by backtracking, and is
    /// not in a predicate.
    pub is_kept: bool,
    /// Whether the step is a node of the parse tree, if the whole text matches.
    pub is_node: bool,
    /// Whether the match backtracked over the step's descendants, so that none is kept although the
    /// step matched.
    pub(super) gave_up: bool,
}

/// The outcome of a [`Step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The expression matched up to this byte offset. A predicate consumes nothing, so it ends
    /// where it starts.
    Matched(usize),
    /// The expression failed, and backtracking discarded everything that it had matched.
    Failed,
    /// The trace stopped before the expression ended.
    Open,
}

/// The role of a [`Step`] in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The start rule.
    Start,
    /// An alternative of a choice.
    Alternative {
        /// Its number, from 1.
        number: usize,
        /// The number of alternatives of the choice.
        of: usize,
    },
    /// A part of a sequence.
    Part,
    /// An iteration of a repetition, by its number, from 1.
    Iteration(usize),
    /// The whole expression of a rule, an option, a predicate or a `PUSH`.
    Whole,
    /// White space and comments, which are skipped between the parts of a sequence and between iterations.
    Skipped,
}

/// The call or expression that a [`Step`] tries. It is displayed in pest's notation, and truncated if it is
/// long.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{Machine, What};
///
/// let machine = Machine::new(&Grammar::read(r#"x = { "a" ~ y } y = { "b"* ~ "c" }"#, "x.pest")?);
/// let trace = machine.trace("x", "abbc", 1_000)?;
/// let shown: Vec<String> = trace.steps.iter().map(|step| step.what.to_string()).collect();
/// assert_eq!(shown, ["x", "\"a\"", "y", "\"b\"*", "\"c\""]);
/// assert_eq!(trace.steps[2].what, What::Rule("y"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What<'g> {
    /// A call to the rule with this name.
    Rule(&'g str),
    /// An expression, or a call to a built-in rule.
    Expr(&'g OptimizedExpr),
    /// White space and comments: the rules with these names, repeated in any order.
    Blanks(&'g str, Option<&'g str>),
}

impl Trace<'_, '_> {
    /// Returns whether the trace continues to the end of the match.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

impl<'g> Step<'g> {
    /// Returns the byte offset at which the step ends, or `None` if it failed or has not ended.
    #[must_use]
    pub fn end(&self) -> Option<usize> {
        match self.outcome {
            Outcome::Matched(end) => Some(end),
            Outcome::Failed | Outcome::Open => None,
        }
    }

    /// Returns the name of the rule, if the step calls a rule of the grammar.
    #[must_use]
    pub fn rule(&self) -> Option<&'g str> {
        match self.what {
            What::Rule(name) => Some(name),
            What::Expr(_) | What::Blanks(..) => None,
        }
    }
}

impl What<'_> {
    pub(super) fn is_predicate(&self) -> bool {
        matches!(self, What::Expr(OptimizedExpr::PosPred(_) | OptimizedExpr::NegPred(_)))
    }
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Rule(name) => f.write_str(&shown(name)),
            What::Expr(expr) => write(f, expr),
            What::Blanks(one, None) => write!(f, "{one}*"),
            What::Blanks(one, Some(other)) => write!(f, "({one} | {other})*"),
        }
    }
}

/// Decides for each step whether it is kept, and clears `is_node` for the other steps.
#[expect(clippy::indexing_slicing, reason = "a step comes after its parent")]
pub(super) fn keep(steps: &mut [Step<'_>]) {
    for id in 0..steps.len() {
        let is_discarded = |step: &Step<'_>| !step.is_kept || step.gave_up || step.what.is_predicate();
        let is_within_it = steps[id].parent.is_some_and(|parent| is_discarded(&steps[parent]));
        let step = &mut steps[id];
        let is_skipped_in_vain = step.gave_up && step.role == Role::Skipped;
        step.is_kept = step.outcome != Outcome::Failed && !is_within_it && !is_skipped_in_vain;
        step.is_node &= step.is_kept;
    }
}

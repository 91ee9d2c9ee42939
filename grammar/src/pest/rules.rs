//! The rules of a grammar: as they are written, and as pest runs them.

use std::mem;

/// The type of a rule, which its modifier sets.
///
/// ```
/// use urigram_grammar::{Grammar, RuleType};
///
/// let grammar = Grammar::read("word = @{ letter+ }\nletter = _{ 'a'..'z' }", "word.pest")?;
/// assert_eq!(grammar.rules()[0].ty, RuleType::Atomic);
/// assert_eq!(grammar.rules()[1].ty, RuleType::Silent);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleType {
    /// `{ }`: a match is a node of the parse tree.
    Normal,
    /// `_{ }`: no node.
    Silent,
    /// `@{ }`: nothing is skipped between expressions, and rules that it calls make no nodes.
    Atomic,
    /// `${ }`: nothing is skipped between expressions.
    CompoundAtomic,
    /// `!{ }`: turns on again what a calling rule's `@` or `$` turned off.
    NonAtomic,
}

/// A rule as it is written.
///
/// ```
/// use urigram_grammar::{Grammar, WrittenExpr};
///
/// let grammar = Grammar::read("pair = { \"a\"{2} }", "pair.pest")?;
/// let a = Box::new(WrittenExpr::Str("a".to_owned()));
/// assert_eq!(grammar.written()?[0].expr, WrittenExpr::RepExact(a, 2));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRule {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: RuleType,
    /// Its expression.
    pub expr: WrittenExpr,
}

/// An expression of a [`WrittenRule`]. Sequences and choices of more than two are nested on the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenExpr {
    /// `"a"`: the string.
    Str(String),
    /// `^"a"`: the string, with ASCII letters in either case.
    Insens(String),
    /// `'a'..'z'`: one character from the first to the last.
    Range(char, char),
    /// `a`: the rule of that name, or the builtin.
    Ident(String),
    /// `PEEK[1..-1]`: the strings on the stack from the first index up to the second. Negative indices count
    /// from the top.
    PeekSlice(i32, Option<i32>),
    /// `&a`: what would match, without consuming it.
    PosPred(Box<WrittenExpr>),
    /// `!a`: nothing, where it would not match.
    NegPred(Box<WrittenExpr>),
    /// `a ~ b`: one after the other.
    Seq(Box<WrittenExpr>, Box<WrittenExpr>),
    /// `a | b`: the first, or else the second.
    Choice(Box<WrittenExpr>, Box<WrittenExpr>),
    /// `a?`: at most once.
    Opt(Box<WrittenExpr>),
    /// `a*`: any number of times.
    Rep(Box<WrittenExpr>),
    /// `a+`: at least once.
    RepOnce(Box<WrittenExpr>),
    /// `a{2}`: exactly that many times.
    RepExact(Box<WrittenExpr>, u32),
    /// `a{2,}`: at least that many times.
    RepMin(Box<WrittenExpr>, u32),
    /// `a{,3}`: at most that many times.
    RepMax(Box<WrittenExpr>, u32),
    /// `a{2, 3}`: at least and at most that many times.
    RepMinMax(Box<WrittenExpr>, u32, u32),
    /// `PUSH(a)`: the expression, whose match is pushed to the stack.
    Push(Box<WrittenExpr>),
}

/// A rule as pest's optimizer leaves it, and pest runs it.
///
/// ```
/// use urigram_grammar::{Grammar, OptimizedExpr};
///
/// let grammar = Grammar::read("word = @{ \"a\" ~ \"b\" }", "word.pest")?;
/// assert_eq!(grammar.rules()[0].expr, OptimizedExpr::Str("ab".to_owned()));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptimizedRule {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: RuleType,
    /// Its expression.
    pub expr: OptimizedExpr,
}

/// An expression of an [`OptimizedRule`]. Sequences and choices of more than two are nested on the right, and
/// repetitions with bounds are written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptimizedExpr {
    /// The string.
    Str(String),
    /// The string, with ASCII letters in either case.
    Insens(String),
    /// One character from the first to the last.
    Range(char, char),
    /// The rule of that name, or the builtin.
    Ident(String),
    /// The strings on the stack from the first index up to the second. Negative indices count from the top.
    PeekSlice(i32, Option<i32>),
    /// What would match, without consuming it.
    PosPred(Box<OptimizedExpr>),
    /// Nothing, where it would not match.
    NegPred(Box<OptimizedExpr>),
    /// One after the other.
    Seq(Box<OptimizedExpr>, Box<OptimizedExpr>),
    /// The first, or else the second.
    Choice(Box<OptimizedExpr>, Box<OptimizedExpr>),
    /// At most once.
    Opt(Box<OptimizedExpr>),
    /// Any number of times.
    Rep(Box<OptimizedExpr>),
    /// Everything up to the first of the strings, or to the end.
    Skip(Vec<String>),
    /// The expression, whose match is pushed to the stack.
    Push(Box<OptimizedExpr>),
    /// The expression, after whose failure the stack is as it was before.
    RestoreOnErr(Box<OptimizedExpr>),
}

/// The operands of an expression, from left to right: at most two, borrowed as the expression is.
macro_rules! operands {
    ($Expr:ident, $expr:expr, [$($One:ident)*]) => {{
        let (left, right) = match $expr {
            $Expr::Seq(left, right) | $Expr::Choice(left, right) => (Some(left), Some(right)),
            $($Expr::$One(inner, ..))|* => (Some(inner), None),
            _ => (None, None),
        };
        left.into_iter().chain(right)
    }};
}

impl WrittenExpr {
    /// Returns the operands, from left to right.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = &WrittenExpr> {
        let one = operands!(WrittenExpr, self, [PosPred NegPred Opt Rep RepOnce RepExact RepMin RepMax RepMinMax Push]);
        one.map(Box::as_ref)
    }

    /// Returns the operands, from left to right, to be changed.
    pub fn operands_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut WrittenExpr> {
        let one = operands!(WrittenExpr, self, [PosPred NegPred Opt Rep RepOnce RepExact RepMin RepMax RepMinMax Push]);
        one.map(Box::as_mut)
    }

    /// Replaces the operands of the expression, from left to right.
    pub(crate) fn map_operands(mut self, f: &mut dyn FnMut(WrittenExpr) -> WrittenExpr) -> WrittenExpr {
        for operand in self.operands_mut() {
            *operand = f(mem::replace(operand, WrittenExpr::Str(String::new())));
        }
        self
    }
}

impl OptimizedExpr {
    /// Returns the operands, from left to right.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = &OptimizedExpr> {
        operands!(OptimizedExpr, self, [PosPred NegPred Opt Rep Push RestoreOnErr]).map(Box::as_ref)
    }

    /// Returns the names of the rules and builtins that the expression refers to, each as often as it does.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let grammar = Grammar::read(r#"list = { "(" ~ (list | ASCII_DIGIT)* ~ ")" }"#, "list.pest")?;
    /// let mut calls = grammar.rules()[0].expr.calls();
    /// calls.sort_unstable();
    /// assert_eq!(calls, ["ASCII_DIGIT", "list"]);
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn calls(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match expr {
                OptimizedExpr::Ident(name) => found.push(name.as_str()),
                expr => open.extend(expr.operands()),
            }
        }
        found
    }

    /// Replaces the operands.
    pub(crate) fn map_operands(mut self, f: impl Fn(OptimizedExpr) -> OptimizedExpr) -> OptimizedExpr {
        for operand in operands!(OptimizedExpr, &mut self, [PosPred NegPred Opt Rep Push RestoreOnErr]) {
            **operand = f(mem::replace(operand, OptimizedExpr::Str(String::new())));
        }
        self
    }
}

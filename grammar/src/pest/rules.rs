//! The rules of a grammar, both as they are written and as pest runs them.

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
    /// `_{ }`: a match is not a node of the parse tree.
    Silent,
    /// `@{ }`: white space and comments are not skipped between expressions, and calls create no nodes.
    Atomic,
    /// `${ }`: white space and comments are not skipped between expressions.
    CompoundAtomic,
    /// `!{ }`: white space and comments are skipped, and calls create nodes, even if a calling rule is `@` or
    /// `$`.
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
    /// The name.
    pub name: String,
    /// The type, set by the modifier.
    pub ty: RuleType,
    /// The body.
    pub expr: WrittenExpr,
}

/// An expression of a [`WrittenRule`]. Sequences and choices are left-associative: `a ~ b ~ c` is
/// `(a ~ b) ~ c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenExpr {
    /// `"a"` matches the string.
    Str(String),
    /// `^"a"` matches the string, with ASCII letters in either case.
    Insens(String),
    /// `'a'..'z'` matches one character of an inclusive range.
    Range(char, char),
    /// `a` calls a rule or a builtin.
    Ident(String),
    /// `PEEK[1..-1]` matches the strings on pest's stack from the first index, inclusive, to the second,
    /// exclusive. Negative indices count from the top.
    PeekSlice(i32, Option<i32>),
    /// `&a` matches the empty string where `a` matches.
    PosPred(Box<WrittenExpr>),
    /// `!a` matches the empty string where `a` does not match.
    NegPred(Box<WrittenExpr>),
    /// `a ~ b` matches `a` and then `b`.
    Seq(Box<WrittenExpr>, Box<WrittenExpr>),
    /// `a | b` matches `b` only where `a` does not match.
    Choice(Box<WrittenExpr>, Box<WrittenExpr>),
    /// `a?` matches `a` or the empty string.
    Opt(Box<WrittenExpr>),
    /// `a*` matches `a` any number of times.
    Rep(Box<WrittenExpr>),
    /// `a+` matches `a` at least once.
    RepOnce(Box<WrittenExpr>),
    /// `a{2}` matches `a` exactly twice.
    RepExact(Box<WrittenExpr>, u32),
    /// `a{2,}` matches `a` at least twice.
    RepMin(Box<WrittenExpr>, u32),
    /// `a{,3}` matches `a` at most three times.
    RepMax(Box<WrittenExpr>, u32),
    /// `a{2, 3}` matches `a` two or three times.
    RepMinMax(Box<WrittenExpr>, u32, u32),
    /// `PUSH(a)` matches `a` and pushes the match to pest's stack.
    Push(Box<WrittenExpr>),
}

/// A rule after pest's optimizer, as pest runs it.
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
    /// The name.
    pub name: String,
    /// The type, set by the modifier.
    pub ty: RuleType,
    /// The body.
    pub expr: OptimizedExpr,
}

/// An expression of an [`OptimizedRule`]. Sequences and choices are right-associative, and repetitions with
/// bounds are expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptimizedExpr {
    /// `"a"` matches the string.
    Str(String),
    /// `^"a"` matches the string, with ASCII letters in either case.
    Insens(String),
    /// `'a'..'z'` matches one character of an inclusive range.
    Range(char, char),
    /// `a` calls a rule or a builtin.
    Ident(String),
    /// `PEEK[1..-1]` matches the strings on pest's stack from the first index, inclusive, to the second,
    /// exclusive. Negative indices count from the top.
    PeekSlice(i32, Option<i32>),
    /// `&a` matches the empty string where `a` matches.
    PosPred(Box<OptimizedExpr>),
    /// `!a` matches the empty string where `a` does not match.
    NegPred(Box<OptimizedExpr>),
    /// `a ~ b` matches `a` and then `b`.
    Seq(Box<OptimizedExpr>, Box<OptimizedExpr>),
    /// `a | b` matches `b` only where `a` does not match.
    Choice(Box<OptimizedExpr>, Box<OptimizedExpr>),
    /// `a?` matches `a` or the empty string.
    Opt(Box<OptimizedExpr>),
    /// `a*` matches `a` any number of times.
    Rep(Box<OptimizedExpr>),
    /// `(!("a" | "b") ~ ANY)*` matches everything before the first occurrence of one of the strings, or up to
    /// the end of the input.
    Skip(Vec<String>),
    /// `PUSH(a)` matches `a` and pushes the match to pest's stack.
    Push(Box<OptimizedExpr>),
    /// Matches the expression, and restores pest's stack if that fails.
    RestoreOnErr(Box<OptimizedExpr>),
}

/// Returns an iterator over the operands of an expression, from left to right. There are at most two. They are
/// borrowed mutably if the expression is.
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

    /// Returns mutable references to the operands, from left to right.
    pub fn operands_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut WrittenExpr> {
        let one = operands!(WrittenExpr, self, [PosPred NegPred Opt Rep RepOnce RepExact RepMin RepMax RepMinMax Push]);
        one.map(Box::as_mut)
    }

    /// Returns the expression with `f` applied to its operands, from left to right.
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

    /// Returns the names of the rules and builtins that the expression calls, once for each call.
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

    /// Returns the expression and the expressions in it, an operator before its operands, without recursion.
    #[must_use]
    pub fn preorder(&self) -> Vec<&OptimizedExpr> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            found.push(expr);
            open.extend(expr.operands().rev());
        }
        found
    }

    /// Returns the expression with `f` applied to its operands, from left to right.
    pub(crate) fn map_operands(mut self, f: impl Fn(OptimizedExpr) -> OptimizedExpr) -> OptimizedExpr {
        for operand in operands!(OptimizedExpr, &mut self, [PosPred NegPred Opt Rep Push RestoreOnErr]) {
            **operand = f(mem::replace(operand, OptimizedExpr::Str(String::new())));
        }
        self
    }
}

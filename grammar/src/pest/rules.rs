//! The rules of a grammar: as they are written, and as pest runs them.

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
    /// `!{ }`: what a calling rule's `@` or `$` turned off is on again.
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
    /// What it matches.
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
    /// `PEEK[1..-1]`: the strings on the stack from the first index up to the second. Negative indices count from
    /// the top.
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
    /// What it matches.
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

impl WrittenExpr {
    /// Replaces the expression, and then the operands of what replaces it.
    ///
    /// Recursion: within one rule, whose size is bounded where the grammar is read, here and in the methods of
    /// [`OptimizedExpr`].
    pub(crate) fn map_top_down(self, f: fn(WrittenExpr) -> WrittenExpr) -> WrittenExpr {
        f(self).map_operands(&mut |operand| operand.map_top_down(f))
    }

    /// Replaces the operands of the expression, from left to right.
    pub(crate) fn map_operands(self, f: &mut dyn FnMut(WrittenExpr) -> WrittenExpr) -> WrittenExpr {
        let mut inner = |expr: Box<WrittenExpr>| Box::new(f(*expr));
        match self {
            WrittenExpr::PosPred(expr) => WrittenExpr::PosPred(inner(expr)),
            WrittenExpr::NegPred(expr) => WrittenExpr::NegPred(inner(expr)),
            WrittenExpr::Seq(left, right) => {
                let left = inner(left);
                WrittenExpr::Seq(left, inner(right))
            }
            WrittenExpr::Choice(left, right) => {
                let left = inner(left);
                WrittenExpr::Choice(left, inner(right))
            }
            WrittenExpr::Opt(expr) => WrittenExpr::Opt(inner(expr)),
            WrittenExpr::Rep(expr) => WrittenExpr::Rep(inner(expr)),
            WrittenExpr::RepOnce(expr) => WrittenExpr::RepOnce(inner(expr)),
            WrittenExpr::RepExact(expr, count) => WrittenExpr::RepExact(inner(expr), count),
            WrittenExpr::RepMin(expr, least) => WrittenExpr::RepMin(inner(expr), least),
            WrittenExpr::RepMax(expr, most) => WrittenExpr::RepMax(inner(expr), most),
            WrittenExpr::RepMinMax(expr, least, most) => WrittenExpr::RepMinMax(inner(expr), least, most),
            WrittenExpr::Push(expr) => WrittenExpr::Push(inner(expr)),
            leaf @ (WrittenExpr::Str(_) | WrittenExpr::Insens(_) | WrittenExpr::Range(..)) => leaf,
            leaf @ (WrittenExpr::Ident(_) | WrittenExpr::PeekSlice(..)) => leaf,
        }
    }
}

impl OptimizedExpr {
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
                OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
                    open.extend([&**left, &**right]);
                }
                OptimizedExpr::PosPred(inner)
                | OptimizedExpr::NegPred(inner)
                | OptimizedExpr::Opt(inner)
                | OptimizedExpr::Rep(inner)
                | OptimizedExpr::Push(inner)
                | OptimizedExpr::RestoreOnErr(inner) => open.push(inner),
                OptimizedExpr::Str(_) | OptimizedExpr::Insens(_) | OptimizedExpr::Range(..) => {}
                OptimizedExpr::PeekSlice(..) | OptimizedExpr::Skip(_) => {}
            }
        }
        found
    }

    /// Replaces the expression, and then the operands of what replaces it.
    pub(crate) fn map_top_down(self, f: &impl Fn(OptimizedExpr) -> OptimizedExpr) -> OptimizedExpr {
        f(self).map_operands(|operand| operand.map_top_down(f))
    }

    /// Replaces the operands, and then the expression of them.
    pub(crate) fn map_bottom_up(self, f: fn(OptimizedExpr) -> OptimizedExpr) -> OptimizedExpr {
        f(self.map_operands(|operand| operand.map_bottom_up(f)))
    }

    fn map_operands(self, f: impl Fn(OptimizedExpr) -> OptimizedExpr) -> OptimizedExpr {
        let inner = |expr: Box<OptimizedExpr>| Box::new(f(*expr));
        match self {
            OptimizedExpr::PosPred(expr) => OptimizedExpr::PosPred(inner(expr)),
            OptimizedExpr::NegPred(expr) => OptimizedExpr::NegPred(inner(expr)),
            OptimizedExpr::Seq(left, right) => OptimizedExpr::Seq(inner(left), inner(right)),
            OptimizedExpr::Choice(left, right) => OptimizedExpr::Choice(inner(left), inner(right)),
            OptimizedExpr::Opt(expr) => OptimizedExpr::Opt(inner(expr)),
            OptimizedExpr::Rep(expr) => OptimizedExpr::Rep(inner(expr)),
            OptimizedExpr::Push(expr) => OptimizedExpr::Push(inner(expr)),
            OptimizedExpr::RestoreOnErr(expr) => OptimizedExpr::RestoreOnErr(inner(expr)),
            leaf @ (OptimizedExpr::Str(_) | OptimizedExpr::Insens(_) | OptimizedExpr::Range(..)) => leaf,
            leaf @ (OptimizedExpr::Ident(_) | OptimizedExpr::PeekSlice(..) | OptimizedExpr::Skip(_)) => leaf,
        }
    }
}

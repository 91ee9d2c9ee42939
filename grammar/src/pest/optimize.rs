//! The rewritings of pest's optimizer, in the same order.
//!
//! Some of them change what an expression matches: `(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`.
#![allow(clippy::arithmetic_side_effects, reason = "`least` is at most `most`")]

use std::collections::{HashMap, HashSet};

use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};

/// Marks the branches that may change the stack before they fail.
fn restore(rules: Vec<OptimizedRule>) -> Vec<OptimizedRule> {
    let changing: HashSet<String> = changing(&rules).into_iter().map(str::to_owned).collect();
    if changing.is_empty() {
        return rules;
    }
    let restored = rules.into_iter().map(|rule| {
        let (expr, _) = restored(rule.expr, &changing);
        OptimizedRule { expr, ..rule }
    });
    restored.collect()
}

/// Returns the rules that may change the stack, directly or through calls, with the builtin rules that do.
fn changing(rules: &[OptimizedRule]) -> HashSet<&str> {
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open = Vec::new();
    for rule in rules {
        let mut parts = vec![&rule.expr];
        while let Some(part) = parts.pop() {
            match part {
                OptimizedExpr::Ident(name) => callers.entry(name).or_default().push(&rule.name),
                OptimizedExpr::Push(_) => open.push(rule.name.as_str()),
                _ => {}
            }
            parts.extend(part.operands());
        }
    }
    open.extend(["POP", "DROP"].into_iter().filter(|name| callers.contains_key(name)));
    let mut changing = HashSet::new();
    while let Some(name) = open.pop() {
        if changing.insert(name) {
            open.extend(callers.get(name).into_iter().flatten());
        }
    }
    changing
}

/// Marks the branches of the expression, and returns whether it may change the stack. As in `pest_meta`, marked
/// branches are not taken into account.
fn restored(expr: OptimizedExpr, changing: &HashSet<String>) -> (OptimizedExpr, bool) {
    let inner = |expr: Box<OptimizedExpr>| {
        let (expr, changes) = restored(*expr, changing);
        (Box::new(expr), changes)
    };
    let branch = |expr: Box<OptimizedExpr>| match inner(expr) {
        (expr, true) => Box::new(OptimizedExpr::RestoreOnErr(expr)),
        (expr, false) => expr,
    };
    match expr {
        OptimizedExpr::Opt(expr) => (OptimizedExpr::Opt(branch(expr)), false),
        OptimizedExpr::Rep(expr) => (OptimizedExpr::Rep(branch(expr)), false),
        OptimizedExpr::Choice(left, right) => (OptimizedExpr::Choice(branch(left), branch(right)), false),
        OptimizedExpr::Seq(left, right) => {
            let ((left, one), (right, other)) = (inner(left), inner(right));
            (OptimizedExpr::Seq(left, right), one || other)
        }
        OptimizedExpr::PosPred(expr) => {
            let (expr, changes) = inner(expr);
            (OptimizedExpr::PosPred(expr), changes)
        }
        OptimizedExpr::NegPred(expr) => {
            let (expr, changes) = inner(expr);
            (OptimizedExpr::NegPred(expr), changes)
        }
        OptimizedExpr::Push(expr) => (OptimizedExpr::Push(inner(expr).0), true),
        OptimizedExpr::Ident(name) => {
            let changes = changing.contains(&name);
            (OptimizedExpr::Ident(name), changes)
        }
        expr => (expr, false),
    }
}

/// The work of finding the strings of `Skip`, in all rules together: a step for each expression that is
/// visited, for each byte of a string that is copied, and for each of a name that is looked up.
///
/// Without a limit the lists could be exponential in the grammar, because a choice may call one rule twice,
/// which calls another one twice. Beyond the limit, a repetition stays as it is written, which matches the
/// same.
const SKIPS: usize = 1 << 18;

/// Returns the rules as pest runs them. `written` are the rules that they may call.
///
/// Recursion, in all that follows: within one rule, whose size is bounded where the grammar is read. So it is to
/// be called [`with_stack`](crate::with_stack).
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_grammar::tree::optimize;
///
/// let grammar = Grammar::read("hour = @{ \"0\" ~ \"1\" }", "hour.pest")?;
/// let written = grammar.written()?;
/// assert_eq!(optimize(&written, &written), grammar.rules());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn optimize(rules: &[WrittenRule], written: &[WrittenRule]) -> Vec<OptimizedRule> {
    let mut skips = Skips { rules: by_name(written), left: SKIPS };
    let optimized = rules.iter().map(|rule| {
        let expr = rule.expr.clone().map_top_down(rotated);
        let expr = if rule.ty == RuleType::Atomic {
            unrolled(expr, &mut Some(&mut skips)).map_bottom_up(joined)
        } else {
            unrolled(expr, &mut None)
        };
        let is_atomic = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
        let expr = expr.map_top_down(&|expr| factored(expr, is_atomic)).map_bottom_up(listed);
        OptimizedRule { name: rule.name.clone(), ty: rule.ty, expr }
    });
    restore(optimized.collect())
}

fn by_name(rules: &[WrittenRule]) -> HashMap<&str, &WrittenExpr> {
    rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect()
}

/// Rewrites `(a ~ b) ~ c` to `a ~ (b ~ c)`, and choices likewise.
fn rotated(mut expr: WrittenExpr) -> WrittenExpr {
    loop {
        expr = match expr {
            WrittenExpr::Seq(left, right) => match *left {
                WrittenExpr::Seq(first, second) => {
                    WrittenExpr::Seq(first, Box::new(WrittenExpr::Seq(second, right)))
                }
                left => return WrittenExpr::Seq(Box::new(left), right),
            },
            WrittenExpr::Choice(left, right) => match *left {
                WrittenExpr::Choice(first, second) => {
                    WrittenExpr::Choice(first, Box::new(WrittenExpr::Choice(second, right)))
                }
                left => return WrittenExpr::Choice(Box::new(left), right),
            },
            expr => return expr,
        }
    }
}

struct Skips<'r> {
    rules: HashMap<&'r str, &'r WrittenExpr>,
    /// The steps that are left of [`SKIPS`].
    left: usize,
}

impl<'r> Skips<'r> {
    /// Returns the strings that `(!("a" | "b") ~ ANY)*` searches for, if the expression has this form.
    fn searched(&mut self, expr: &WrittenExpr) -> Option<Vec<String>> {
        let mut strings = Vec::new();
        self.strings(stop(expr)?, &mut strings)?;
        Some(strings)
    }

    /// Collects the strings of a choice, also from the rules that it calls. Returns nothing if the expression
    /// is not such a choice.
    ///
    /// Recursion: through left calls, which have no cycles in a grammar that was checked.
    fn strings(&mut self, expr: &WrittenExpr, found: &mut Vec<String>) -> Option<()> {
        let mut expr = expr;
        loop {
            self.spend(1)?;
            expr = match expr {
                WrittenExpr::Choice(first, rest) => {
                    match &**first {
                        WrittenExpr::Str(string) => self.found(string, found)?,
                        WrittenExpr::Ident(name) => {
                            let rule = self.rule(name)?;
                            self.strings(rule, found)?;
                        }
                        _ => return None,
                    }
                    rest
                }
                WrittenExpr::Str(string) => return self.found(string, found),
                WrittenExpr::Ident(name) => self.rule(name)?,
                _ => return None,
            }
        }
    }

    fn found(&mut self, string: &str, found: &mut Vec<String>) -> Option<()> {
        self.spend(string.len())?;
        found.push(string.to_owned());
        Some(())
    }

    fn rule(&mut self, name: &str) -> Option<&'r WrittenExpr> {
        self.spend(name.len())?;
        self.rules.get(name).copied()
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }
}

/// Returns the `stop` of `(!stop ~ ANY)*`.
fn stop(expr: &WrittenExpr) -> Option<&WrittenExpr> {
    let WrittenExpr::Rep(inner) = expr else { return None };
    let WrittenExpr::Seq(not, any) = &**inner else { return None };
    match (&**not, &**any) {
        (WrittenExpr::NegPred(stop), WrittenExpr::Ident(any)) if any == "ANY" => Some(stop),
        _ => None,
    }
}

/// Writes out the repetitions with bounds. With `skips`, those that search for strings become `Skip`.
fn unrolled(expr: WrittenExpr, skips: &mut Option<&mut Skips<'_>>) -> OptimizedExpr {
    if let Some(strings) = skips.as_mut().and_then(|skips| skips.searched(&expr)) {
        return OptimizedExpr::Skip(strings);
    }
    let mut inner = |expr: Box<WrittenExpr>| Box::new(unrolled(*expr, skips));
    match expr {
        WrittenExpr::Str(text) => OptimizedExpr::Str(text),
        WrittenExpr::Insens(text) => OptimizedExpr::Insens(text),
        WrittenExpr::Range(first, last) => OptimizedExpr::Range(first, last),
        WrittenExpr::Ident(name) => OptimizedExpr::Ident(name),
        WrittenExpr::PeekSlice(from, to) => OptimizedExpr::PeekSlice(from, to),
        WrittenExpr::PosPred(expr) => OptimizedExpr::PosPred(inner(expr)),
        WrittenExpr::NegPred(expr) => OptimizedExpr::NegPred(inner(expr)),
        WrittenExpr::Seq(left, right) => OptimizedExpr::Seq(inner(left), inner(right)),
        WrittenExpr::Choice(left, right) => OptimizedExpr::Choice(inner(left), inner(right)),
        WrittenExpr::Push(expr) => OptimizedExpr::Push(inner(expr)),
        WrittenExpr::Opt(expr) => OptimizedExpr::Opt(inner(expr)),
        WrittenExpr::Rep(expr) => OptimizedExpr::Rep(inner(expr)),
        WrittenExpr::RepOnce(expr) => {
            let expr = inner(expr);
            OptimizedExpr::Seq(expr.clone(), Box::new(OptimizedExpr::Rep(expr)))
        }
        WrittenExpr::RepExact(expr, count) => copies(*inner(expr), count, 0),
        WrittenExpr::RepMin(expr, least) => {
            let expr = inner(expr);
            let more = OptimizedExpr::Rep(expr.clone());
            (0..least).fold(more, |rest, _| OptimizedExpr::Seq(expr.clone(), Box::new(rest)))
        }
        WrittenExpr::RepMax(expr, most) => copies(*inner(expr), 0, most),
        WrittenExpr::RepMinMax(expr, least, most) => {
            let least = least.min(most);
            copies(*inner(expr), least, most - least)
        }
    }
}

/// Returns a sequence of required copies of the expression, followed by optional ones.
fn copies(inner: OptimizedExpr, required: u32, optional: u32) -> OptimizedExpr {
    let optional = (0..optional).map(|_| OptimizedExpr::Opt(Box::new(inner.clone())));
    let required = (0..required).map(|_| inner.clone());
    let sequence =
        optional.chain(required).reduce(|rest, expr| OptimizedExpr::Seq(Box::new(expr), Box::new(rest)));
    sequence.expect("nothing is written to be repeated 0 times at most")
}

/// Concatenates two strings of a sequence.
fn joined(expr: OptimizedExpr) -> OptimizedExpr {
    let OptimizedExpr::Seq(left, right) = expr else { return expr };
    match (*left, *right) {
        (OptimizedExpr::Str(left), OptimizedExpr::Str(right)) => OptimizedExpr::Str(left + &right),
        (OptimizedExpr::Insens(left), OptimizedExpr::Insens(right)) => OptimizedExpr::Insens(left + &right),
        (left, right) => OptimizedExpr::Seq(Box::new(left), Box::new(right)),
    }
}

/// Rewrites `a ~ b | a ~ c` to `a ~ (b | c)`, `a | a ~ b` to `a`, and in an atomic rule `a ~ b | a` to
/// `a ~ b?`.
fn factored(expr: OptimizedExpr, is_atomic: bool) -> OptimizedExpr {
    let OptimizedExpr::Choice(left, right) = expr else { return expr };
    match (*left, *right) {
        (OptimizedExpr::Seq(first, one), OptimizedExpr::Seq(same, other)) if first == same => {
            OptimizedExpr::Seq(first, Box::new(OptimizedExpr::Choice(one, other)))
        }
        (left @ OptimizedExpr::Seq(..), right @ OptimizedExpr::Seq(..)) => {
            OptimizedExpr::Choice(Box::new(left), Box::new(right))
        }
        (OptimizedExpr::Seq(first, rest), same) if is_atomic && *first == same => {
            OptimizedExpr::Seq(first, Box::new(OptimizedExpr::Opt(rest)))
        }
        (left, OptimizedExpr::Seq(same, _)) if left == *same => left,
        (left, right) => OptimizedExpr::Choice(Box::new(left), Box::new(right)),
    }
}

/// Rewrites `(a ~ b)* ~ a` to `a ~ (b ~ a)*`.
fn listed(expr: OptimizedExpr) -> OptimizedExpr {
    let OptimizedExpr::Seq(left, right) = expr else { return expr };
    match *left {
        OptimizedExpr::Rep(inner) => match *inner {
            OptimizedExpr::Seq(item, separator) if item == right => OptimizedExpr::Seq(
                item,
                Box::new(OptimizedExpr::Rep(Box::new(OptimizedExpr::Seq(separator, right)))),
            ),
            inner => OptimizedExpr::Seq(Box::new(OptimizedExpr::Rep(Box::new(inner))), right),
        },
        left => OptimizedExpr::Seq(Box::new(left), right),
    }
}

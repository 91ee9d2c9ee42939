//! Runs pest's optimizer, from `pest_meta`, in acceptable time. It changes what some expressions match:
//! `(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`.
//!
//! If all rules are passed at once, the optimizer follows their calls again for each branch of a rule. To find the
//! strings of [`OptimizedExpr::Skip`], it follows each path of calls, and there may be exponentially many. Its time
//! for a choice is cubic in the number of alternatives: a thousand take 13 seconds. So this module passes one rule
//! at a time, finds the strings itself, and splits long choices.

use std::collections::{HashMap, HashSet};

use pest_meta::ast::{Expr, Rule, RuleType as PestType};
use pest_meta::optimizer::{OptimizedExpr as PestExpr, optimize as pest_optimize};

use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};

/// Returns the rules as pest runs them. `written` are the rules that they may call. Both are from
/// [`Grammar::written`](crate::Grammar::written), or built from expressions of such rules.
///
/// The result may differ from pest's where a choice has more than 16 alternatives, but matches the same strings.
/// In an atomic rule, for example, pest factors `(c1 | … | c16) ~ "x" | c1 | … | c16` to
/// `(c1 | … | c16) ~ "x"?`.
///
/// Recurses within one rule, so it must be called [`with_stack`](crate::with_stack).
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
///
/// # Panics
///
/// For a repetition of at most 0 times, which [`Grammar`](crate::Grammar) rejects. A repetition of billions of times
/// exhausts the memory.
#[must_use]
pub fn optimize(rules: &[WrittenRule], written: &[WrittenRule]) -> Vec<OptimizedRule> {
    let mut searches = Searches::new(written);
    let (mut given, mut parts) = (Vec::with_capacity(rules.len()), Vec::new());
    for rule in rules {
        let mut own = Vec::new();
        let expr = split(rule.expr.clone(), rule, &mut searches, &mut own);
        given.push(WrittenRule { expr, ..rule.clone() });
        parts.append(&mut own);
    }
    given.append(&mut parts);

    let optimized = |changing: &HashSet<String>| {
        given.iter().map(|rule| optimize_rule(rule, changing)).collect::<Vec<_>>()
    };
    let mut all = optimized(&HashSet::new());
    // pest wraps each branch of a choice that changes its stack, and does not inspect wrapped branches again. So a
    // nested choice does not count as a change, and neither must a call of a part, which is a nested choice.
    let changing = changing(&all).into_iter().filter(|name| !name.contains(SEPARATOR));
    let changing: HashSet<String> = changing.map(str::to_owned).collect();
    if !changing.is_empty() {
        all = optimized(&changing);
    }
    let parts = all.split_off(rules.len()).into_iter().map(|part| (part.name, part.expr));
    let lists = searches.lists.into_iter().map(|(strings, name)| (name, OptimizedExpr::Skip(strings)));
    let parts = parts.chain(lists).collect();
    all.into_iter().map(|rule| OptimizedRule { expr: inline_parts(rule.expr, &parts), ..rule }).collect()
}

/// Optimizes one rule. `changing` are the rules that change pest's stack; stubs that push replace them.
fn optimize_rule(rule: &WrittenRule, changing: &HashSet<String>) -> OptimizedRule {
    let mut rules = vec![Rule { name: rule.name.clone(), ty: pest_type(rule.ty), expr: to_pest(&rule.expr) }];
    let mut open = vec![&rule.expr];
    let mut called = HashSet::new();
    while let Some(expr) = open.pop() {
        open.extend(expr.operands());
        if let WrittenExpr::Ident(name) = expr {
            called.extend(changing.get(name));
        }
    }
    rules.extend(called.into_iter().map(|name| Rule {
        name: name.clone(),
        ty: PestType::Normal,
        expr: Expr::Push(Box::new(Expr::Str(String::new()))),
    }));
    let expr = pest_optimize(rules).swap_remove(0).expr;
    OptimizedRule { name: rule.name.clone(), ty: rule.ty, expr: from_pest(expr) }
}

/// The maximum number of alternatives that are passed to pest's optimizer at once.
pub(super) const MAX_ALTERNATIVES: usize = 16;
/// A character in the names of parts and lists of strings, which no rule of a grammar can contain.
pub(super) const SEPARATOR: char = '|';

/// Returns the expression with two replacements: each search for strings becomes a call of their list, and the
/// rest of a long choice a call of a new rule, which is added to `parts`.
fn split(
    expr: WrittenExpr,
    rule: &WrittenRule,
    searches: &mut Searches<'_>,
    parts: &mut Vec<WrittenRule>,
) -> WrittenExpr {
    if let Some(list) = searches.list(&expr, rule.ty) {
        return WrittenExpr::Ident(list);
    }
    if !matches!(expr, WrittenExpr::Choice(..)) {
        return expr.map_operands(&mut |operand| split(operand, rule, searches, parts));
    }
    let (mut open, mut alternatives) = (vec![expr], Vec::new());
    while let Some(expr) = open.pop() {
        match expr {
            WrittenExpr::Choice(left, right) => open.extend([*right, *left]),
            expr => alternatives.push(split(expr, rule, searches, parts)),
        }
    }
    // Split from the end, to keep the last two alternatives in the same part, because pest may factor them.
    let mut rest: Option<WrittenExpr> = None;
    for (number, alternative) in alternatives.into_iter().rev().enumerate() {
        rest = Some(match rest {
            None => alternative,
            Some(rest) if number % MAX_ALTERNATIVES == 0 => choice(alternative, call_of(rest, rule, parts)),
            Some(rest) => choice(alternative, rest),
        });
    }
    rest.expect("a choice has alternatives")
}

fn choice(first: WrittenExpr, rest: WrittenExpr) -> WrittenExpr {
    WrittenExpr::Choice(Box::new(first), Box::new(rest))
}

/// Returns a call of the part with this expression, and adds the part if it is new. Equal expressions are the same
/// part, because pest's optimizer compares expressions.
fn call_of(expr: WrittenExpr, rule: &WrittenRule, parts: &mut Vec<WrittenRule>) -> WrittenExpr {
    let number = parts.iter().position(|part| part.expr == expr).unwrap_or(parts.len());
    let name = format!("{}{SEPARATOR}{number}", rule.name);
    if number == parts.len() {
        parts.push(WrittenRule { name: name.clone(), ty: rule.ty, expr });
    }
    WrittenExpr::Ident(name)
}

/// The maximum number of steps for finding the strings of [`OptimizedExpr::Skip`], in all rules together. Each
/// visited expression is a step, and so is each byte of a string or a name.
///
/// Without a limit the lists could grow exponentially, because a choice may call a rule twice that calls another
/// rule twice, and so on. Beyond the limit, a repetition remains as it is written, which matches the same strings.
const MAX_STEPS: usize = 1 << 18;

/// Finds the strings that `(!("a" | b) ~ ANY)*` searches for.
pub(super) struct Searches<'r> {
    rules: HashMap<&'r str, &'r WrittenExpr>,
    /// The names of the lists of strings. Equal lists have one name, because pest's optimizer compares expressions.
    lists: HashMap<Vec<String>, String>,
    /// The remaining steps, initially [`MAX_STEPS`].
    remaining: usize,
}

impl<'r> Searches<'r> {
    pub(super) fn new(rules: &'r [WrittenRule]) -> Searches<'r> {
        let rules = rules.iter().map(|rule| (rule.name.as_str(), &rule.expr));
        Searches { rules: rules.collect(), lists: HashMap::new(), remaining: MAX_STEPS }
    }

    /// Returns the name of the list of strings that an expression searches for, if the expression is
    /// `(!stop ~ ANY)*`. `ty` is the type of its rule.
    pub(super) fn list(&mut self, expr: &WrittenExpr, ty: RuleType) -> Option<String> {
        let (RuleType::Atomic, WrittenExpr::Rep(inner)) = (ty, expr) else { return None };
        let WrittenExpr::Seq(not, any) = &**inner else { return None };
        let (WrittenExpr::NegPred(stop), WrittenExpr::Ident(any)) = (&**not, &**any) else { return None };
        let strings = if any == "ANY" { self.strings(stop)? } else { return None };
        let number = self.lists.len();
        Some(self.lists.entry(strings).or_insert_with(|| format!("{SEPARATOR}{number}")).clone())
    }

    /// Returns the strings that are the alternatives of the expression, directly or through calls. Returns `None`
    /// if pest does not find them, or if no steps remain.
    fn strings(&mut self, stop: &WrittenExpr) -> Option<Vec<String>> {
        let (mut open, mut strings) = (vec![(stop, false)], Vec::new());
        while let Some((expr, is_called)) = open.pop() {
            self.spend(1)?;
            match expr {
                WrittenExpr::Str(string) => {
                    self.spend(string.len())?;
                    strings.push(string.clone());
                }
                // At this stage pest has made the choices of this rule right-associative, but not those of called
                // rules, so it does not see a choice on the left of a choice there.
                WrittenExpr::Choice(left, right)
                    if !is_called || matches!(**left, WrittenExpr::Str(_) | WrittenExpr::Ident(_)) =>
                {
                    open.extend([(&**right, is_called), (&**left, is_called)]);
                }
                WrittenExpr::Ident(name) => {
                    self.spend(name.len())?;
                    open.push((*self.rules.get(name.as_str())?, true));
                }
                _ => return None,
            }
        }
        Some(strings)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.remaining = self.remaining.checked_sub(steps)?;
        Some(())
    }
}

/// Returns the names of the rules and builtins that may change pest's stack, directly or through calls.
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

/// Returns the expression with the calls of parts and lists replaced by their expressions.
fn inline_parts(expr: OptimizedExpr, parts: &HashMap<String, OptimizedExpr>) -> OptimizedExpr {
    match &expr {
        OptimizedExpr::Ident(name) => match parts.get(name) {
            Some(part) => inline_parts(part.clone(), parts),
            None => expr,
        },
        _ => expr.map_operands(|operand| inline_parts(operand, parts)),
    }
}

pub(super) fn pest_type(ty: RuleType) -> PestType {
    match ty {
        RuleType::Normal => PestType::Normal,
        RuleType::Silent => PestType::Silent,
        RuleType::Atomic => PestType::Atomic,
        RuleType::CompoundAtomic => PestType::CompoundAtomic,
        RuleType::NonAtomic => PestType::NonAtomic,
    }
}

/// Converts an expression to `pest_meta`'s type.
fn to_pest(expr: &WrittenExpr) -> Expr {
    let boxed = |inner: &WrittenExpr| Box::new(to_pest(inner));
    match expr {
        WrittenExpr::Str(text) => Expr::Str(text.clone()),
        WrittenExpr::Insens(text) => Expr::Insens(text.clone()),
        WrittenExpr::Range(first, last) => Expr::Range(first.to_string(), last.to_string()),
        WrittenExpr::Ident(name) => Expr::Ident(name.clone()),
        WrittenExpr::PeekSlice(from, to) => Expr::PeekSlice(*from, *to),
        WrittenExpr::PosPred(inner) => Expr::PosPred(boxed(inner)),
        WrittenExpr::NegPred(inner) => Expr::NegPred(boxed(inner)),
        WrittenExpr::Seq(left, right) => Expr::Seq(boxed(left), boxed(right)),
        WrittenExpr::Choice(left, right) => Expr::Choice(boxed(left), boxed(right)),
        WrittenExpr::Opt(inner) => Expr::Opt(boxed(inner)),
        WrittenExpr::Rep(inner) => Expr::Rep(boxed(inner)),
        // Passed as `a{1,}`, because with the feature `grammar-extras`, which another crate may enable, pest would
        // not expand `a+`.
        WrittenExpr::RepOnce(inner) => Expr::RepMin(boxed(inner), 1),
        WrittenExpr::RepExact(inner, count) => Expr::RepExact(boxed(inner), *count),
        WrittenExpr::RepMin(inner, least) => Expr::RepMin(boxed(inner), *least),
        WrittenExpr::RepMax(inner, most) => Expr::RepMax(boxed(inner), *most),
        WrittenExpr::RepMinMax(inner, least, most) => Expr::RepMinMax(boxed(inner), *least, *most),
        WrittenExpr::Push(inner) => Expr::Push(boxed(inner)),
    }
}

/// Converts an expression from `pest_meta`'s type.
fn from_pest(expr: PestExpr) -> OptimizedExpr {
    let boxed = |inner: Box<PestExpr>| Box::new(from_pest(*inner));
    let only = |text: String| text.chars().next().expect("the bounds of a range are characters");
    #[allow(unreachable_patterns, reason = "the feature `grammar-extras` of `pest_meta` adds variants")]
    match expr {
        PestExpr::Str(text) => OptimizedExpr::Str(text),
        PestExpr::Insens(text) => OptimizedExpr::Insens(text),
        PestExpr::Range(first, last) => OptimizedExpr::Range(only(first), only(last)),
        PestExpr::Ident(name) => OptimizedExpr::Ident(name),
        PestExpr::PeekSlice(from, to) => OptimizedExpr::PeekSlice(from, to),
        PestExpr::PosPred(inner) => OptimizedExpr::PosPred(boxed(inner)),
        PestExpr::NegPred(inner) => OptimizedExpr::NegPred(boxed(inner)),
        PestExpr::Seq(left, right) => OptimizedExpr::Seq(boxed(left), boxed(right)),
        PestExpr::Choice(left, right) => OptimizedExpr::Choice(boxed(left), boxed(right)),
        PestExpr::Opt(inner) => OptimizedExpr::Opt(boxed(inner)),
        PestExpr::Rep(inner) => OptimizedExpr::Rep(boxed(inner)),
        PestExpr::Skip(strings) => OptimizedExpr::Skip(strings),
        PestExpr::Push(inner) => OptimizedExpr::Push(boxed(inner)),
        PestExpr::RestoreOnErr(inner) => OptimizedExpr::RestoreOnErr(boxed(inner)),
        other => unreachable!("`{other}` has a tag, `PUSH_LITERAL` or `+`, which `to_pest` never passes"),
    }
}

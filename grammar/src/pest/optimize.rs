//! pest's optimizer, that of `pest_meta`, which changes what some expressions match: `(h ~ ":")* ~ h` becomes
//! `h ~ (":" ~ h)*`.
//!
//! Given all rules at once, it follows their calls again for each branch of a rule, and for lists of strings once
//! for each path to a rule, of which there may be exponentially many. A choice takes it time cubic in the number
//! of its alternatives: a thousand take 13 seconds. So it is given one rule at a time, without the lists, and long
//! choices in parts.

use std::collections::{HashMap, HashSet};

use pest_meta::ast::{Expr, Rule, RuleType as PestType};
use pest_meta::optimizer::{OptimizedExpr as PestExpr, optimize as by_pest};

use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};

/// Returns the rules as pest runs them. `written` are the rules that they may call. Both are rules of
/// [`Grammar::written`](crate::Grammar::written), or are made of parts of them.
///
/// In a rule with a choice of more than 16 alternatives, pest may factor more, which matches the same strings:
/// `(c1 | … | c16) ~ "x" | c1 | … | c16` is `(c1 | … | c16) ~ "x"?` in an atomic rule.
///
/// Recurses within one rule, whose size is bounded where the grammar is read: call it
/// [`with_stack`](crate::with_stack).
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
/// For a repetition of at most 0 times, which no grammar that was read has. One of billions of times exhausts the
/// memory.
#[must_use]
pub fn optimize(rules: &[WrittenRule], written: &[WrittenRule]) -> Vec<OptimizedRule> {
    let mut searches = Searches::new(written);
    let (mut given, mut parts) = (Vec::with_capacity(rules.len()), Vec::new());
    for rule in rules {
        let mut own = Vec::new();
        let expr = in_parts(rule.expr.clone(), rule, &mut searches, &mut own);
        given.push(WrittenRule { expr, ..rule.clone() });
        parts.append(&mut own);
    }
    given.append(&mut parts);

    let optimized =
        |changing: &HashSet<String>| given.iter().map(|rule| one(rule, changing)).collect::<Vec<_>>();
    let mut all = optimized(&HashSet::new());
    // pest wraps each branch of a choice that changes the stack and does not look inside again, so a call of a
    // part must not count as a change.
    let changing = changing(&all).into_iter().filter(|name| !name.contains(OF_PART));
    let changing: HashSet<String> = changing.map(str::to_owned).collect();
    if !changing.is_empty() {
        all = optimized(&changing);
    }
    let parts = all.split_off(rules.len()).into_iter().map(|part| (part.name, part.expr));
    let lists = searches.lists.into_iter().map(|(strings, name)| (name, OptimizedExpr::Skip(strings)));
    let parts = parts.chain(lists).collect();
    all.into_iter().map(|rule| OptimizedRule { expr: whole(rule.expr, &parts), ..rule }).collect()
}

/// Optimizes one rule. `changing` names the rules that change the stack, which are replaced by stubs that push.
fn one(rule: &WrittenRule, changing: &HashSet<String>) -> OptimizedRule {
    let mut rules =
        vec![Rule { name: rule.name.clone(), ty: given_type(rule.ty), expr: given_expr(&rule.expr) }];
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
    let expr = by_pest(rules).swap_remove(0).expr;
    OptimizedRule { name: rule.name.clone(), ty: rule.ty, expr: taken(expr) }
}

/// The largest number of alternatives that pest's optimizer is given at once.
const ALTERNATIVES: usize = 16;
/// In the names of parts and of lists of strings, and of no rule that was read.
const OF_PART: char = '|';

/// Returns the expression with calls of lists where it searches for strings, and of `parts`, which are added,
/// where a choice is long.
fn in_parts(
    expr: WrittenExpr,
    rule: &WrittenRule,
    searches: &mut Searches<'_>,
    parts: &mut Vec<WrittenRule>,
) -> WrittenExpr {
    if let Some(list) = searches.list(&expr, rule.ty) {
        return WrittenExpr::Ident(list);
    }
    if !matches!(expr, WrittenExpr::Choice(..)) {
        return expr.map_operands(&mut |operand| in_parts(operand, rule, searches, parts));
    }
    let (mut open, mut alternatives) = (vec![expr], Vec::new());
    while let Some(expr) = open.pop() {
        match expr {
            WrittenExpr::Choice(left, right) => open.extend([*right, *left]),
            expr => alternatives.push(in_parts(expr, rule, searches, parts)),
        }
    }
    // From the end, so that the last part has the last two alternatives, which pest may factor.
    let mut rest: Option<WrittenExpr> = None;
    for (number, alternative) in alternatives.into_iter().rev().enumerate() {
        rest = Some(match rest {
            None => alternative,
            Some(rest) if number % ALTERNATIVES == 0 => choice(alternative, call_of(rest, rule, parts)),
            Some(rest) => choice(alternative, rest),
        });
    }
    rest.expect("a choice has alternatives")
}

fn choice(first: WrittenExpr, rest: WrittenExpr) -> WrittenExpr {
    WrittenExpr::Choice(Box::new(first), Box::new(rest))
}

/// Returns a call of the part of the rule that is this expression. Equal ones are one, as pest compares them.
fn call_of(expr: WrittenExpr, rule: &WrittenRule, parts: &mut Vec<WrittenRule>) -> WrittenExpr {
    let number = parts.iter().position(|part| part.expr == expr).unwrap_or(parts.len());
    let name = format!("{}{OF_PART}{number}", rule.name);
    if number == parts.len() {
        parts.push(WrittenRule { name: name.clone(), ty: rule.ty, expr });
    }
    WrittenExpr::Ident(name)
}

/// The work of finding the strings of `Skip`, in all rules together: a step for each expression that is
/// visited, and for each byte of a string and of a name.
///
/// Without a limit the lists could be exponential in the grammar, because a choice may call one rule twice,
/// which calls another one twice. Beyond the limit, a repetition stays as it is written, which matches the
/// same.
const SEARCHES: usize = 1 << 18;

/// Finds the strings that `(!("a" | b) ~ ANY)*` searches for.
struct Searches<'r> {
    rules: HashMap<&'r str, &'r WrittenExpr>,
    /// The lists of strings, with their names. Equal ones are one, as pest compares them.
    lists: HashMap<Vec<String>, String>,
    /// The steps that are left of [`SEARCHES`].
    left: usize,
}

impl<'r> Searches<'r> {
    fn new(rules: &'r [WrittenRule]) -> Searches<'r> {
        let rules = rules.iter().map(|rule| (rule.name.as_str(), &rule.expr));
        Searches { rules: rules.collect(), lists: HashMap::new(), left: SEARCHES }
    }

    /// Returns the name of the list of strings that an expression in a rule of that type searches for, if it is
    /// `(!stop ~ ANY)*`.
    fn list(&mut self, expr: &WrittenExpr, ty: RuleType) -> Option<String> {
        let (RuleType::Atomic, WrittenExpr::Rep(inner)) = (ty, expr) else { return None };
        let WrittenExpr::Seq(not, any) = &**inner else { return None };
        let (WrittenExpr::NegPred(stop), WrittenExpr::Ident(any)) = (&**not, &**any) else { return None };
        let strings = if any == "ANY" { self.strings(stop)? } else { return None };
        let number = self.lists.len();
        Some(self.lists.entry(strings).or_insert_with(|| format!("{OF_PART}{number}")).clone())
    }

    /// Returns the strings that the expression consists of, directly or through calls. Returns nothing if pest
    /// does not find them, or beyond the limit.
    fn strings(&mut self, stop: &WrittenExpr) -> Option<Vec<String>> {
        let (mut open, mut strings) = (vec![(stop, false)], Vec::new());
        while let Some((expr, is_called)) = open.pop() {
            self.spend(1)?;
            match expr {
                WrittenExpr::Str(string) => {
                    self.spend(string.len())?;
                    strings.push(string.clone());
                }
                // pest has nested the choices of the rule itself on the right, but not yet those of others.
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
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }
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

/// Returns the expression with the parts of long choices in their places.
fn whole(expr: OptimizedExpr, parts: &HashMap<String, OptimizedExpr>) -> OptimizedExpr {
    match &expr {
        OptimizedExpr::Ident(name) => match parts.get(name) {
            Some(part) => whole(part.clone(), parts),
            None => expr,
        },
        _ => expr.map_operands(|operand| whole(operand, parts)),
    }
}

pub(super) fn given_type(ty: RuleType) -> PestType {
    match ty {
        RuleType::Normal => PestType::Normal,
        RuleType::Silent => PestType::Silent,
        RuleType::Atomic => PestType::Atomic,
        RuleType::CompoundAtomic => PestType::CompoundAtomic,
        RuleType::NonAtomic => PestType::NonAtomic,
    }
}

/// Returns the expression for `pest_meta`.
fn given_expr(expr: &WrittenExpr) -> Expr {
    let boxed = |inner: &WrittenExpr| Box::new(given_expr(inner));
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
        // As `{1,}`, because with `grammar-extras` (which another crate may turn on) pest would keep `a+`.
        WrittenExpr::RepOnce(inner) => Expr::RepMin(boxed(inner), 1),
        WrittenExpr::RepExact(inner, count) => Expr::RepExact(boxed(inner), *count),
        WrittenExpr::RepMin(inner, least) => Expr::RepMin(boxed(inner), *least),
        WrittenExpr::RepMax(inner, most) => Expr::RepMax(boxed(inner), *most),
        WrittenExpr::RepMinMax(inner, least, most) => Expr::RepMinMax(boxed(inner), *least, *most),
        WrittenExpr::Push(inner) => Expr::Push(boxed(inner)),
    }
}

/// Returns the expression from `pest_meta`.
fn taken(expr: PestExpr) -> OptimizedExpr {
    let boxed = |inner: Box<PestExpr>| Box::new(taken(*inner));
    let only = |text: String| text.chars().next().expect("the ends of a range are characters");
    #[allow(unreachable_patterns, reason = "with the feature `grammar-extras` of `pest_meta` there are more")]
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
        other => unreachable!("`{other}` is made of tags, `PUSH_LITERAL` or `+`, which are not given"),
    }
}

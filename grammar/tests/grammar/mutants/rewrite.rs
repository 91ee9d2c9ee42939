//! The mistakes in one expression, and in all below it.

use urigram_grammar::{RuleType, WrittenExpr, WrittenRule};

use super::{Kind, definition, expression, flat};

/// An expression with one mistake.
pub(super) struct Edit {
    pub(super) kind: Kind,
    pub(super) expr: WrittenExpr,
    /// Another rule that changes with it.
    pub(super) other: Option<WrittenRule>,
    pub(super) change: String,
}

/// Returns the mistakes of the expression and of all below it.
///
/// Recursion: within one rule, whose nesting is bounded where the grammar is read.
pub(super) fn everywhere(expr: &WrittenExpr, rules: &[WrittenRule]) -> Vec<Edit> {
    let mut edits = here(expr, rules);
    for (at, operand) in operands(expr).into_iter().enumerate() {
        for mut edit in everywhere(operand, rules) {
            edit.expr = with_operand(expr, at, edit.expr);
            edits.push(edit);
        }
    }
    edits
}

fn here(expr: &WrittenExpr, rules: &[WrittenRule]) -> Vec<Edit> {
    let edit = |kind, new: WrittenExpr| {
        let change = format!("{} → {}", expression(expr), expression(&new));
        Edit { kind, expr: new, other: None, change }
    };
    let edits = |kind, all: Vec<WrittenExpr>| all.into_iter().map(|new| edit(kind, new)).collect::<Vec<_>>();
    match expr {
        WrittenExpr::Choice(left, right) => swapped(left, right).into_iter().collect(),
        WrittenExpr::Seq(left, right) => {
            let mut found = Vec::new();
            if is_predicate(right) {
                found.push(edit(Kind::Dropped, (**left).clone()));
            }
            if is_predicate(left) {
                found.push(edit(Kind::Dropped, (**right).clone()));
            }
            found.extend(absorbed(left, right, rules));
            found
        }
        WrittenExpr::Ident(name) => match definition(rules, name) {
            // Where the body stands instead of the call, the rule makes no node.
            Some(rule) if rule.ty != RuleType::Silent => vec![edit(Kind::Moved, rule.expr.clone())],
            _ => edits(Kind::Widened, wider_builtin(name).into_iter().collect()),
        },
        _ => {
            let mut found = edits(Kind::Widened, wider(expr));
            found.extend(edits(Kind::Bound, other_bounds(expr)));
            found
        }
    }
}

fn is_predicate(expr: &WrittenExpr) -> bool {
    matches!(expr, WrittenExpr::PosPred(_) | WrittenExpr::NegPred(_))
}

/// The last alternative before the one that stands before it.
fn swapped(left: &WrittenExpr, right: &WrittenExpr) -> Option<Edit> {
    let both = |one: &WrittenExpr, other: &WrittenExpr| {
        WrittenExpr::Choice(Box::new(one.clone()), Box::new(other.clone()))
    };
    let (expr, before) = match left {
        WrittenExpr::Choice(others, before) => (both(&both(others, right), before), &**before),
        before => (both(right, before), before),
    };
    let change = format!("{} → {}", expression(&both(before, right)), expression(&both(right, before)));
    (before != right).then_some(Edit { kind: Kind::Swapped, expr, other: None, change })
}

/// A string and a call that stand next to each other: the rule that is called matches the string too.
fn absorbed(left: &WrittenExpr, right: &WrittenExpr, rules: &[WrittenRule]) -> Option<Edit> {
    let before = flat(left, |expr| match expr {
        WrittenExpr::Seq(left, right) => Some((left, right)),
        _ => None,
    });
    let (last, first) = before.split_last()?;
    let joined = |one: &WrittenExpr, other: &WrittenExpr| {
        WrittenExpr::Seq(Box::new(one.clone()), Box::new(other.clone()))
    };
    let (name, new, whole) = match (last, right) {
        (WrittenExpr::Ident(name), WrittenExpr::Str(_)) => {
            let rule = definition(rules, name)?;
            (name, left.clone(), joined(&rule.expr, right))
        }
        (WrittenExpr::Str(_), WrittenExpr::Ident(name)) => {
            let rule = definition(rules, name)?;
            let new = first.iter().copied().chain([right]).cloned();
            let new = new.reduce(|one, other| joined(&one, &other))?;
            (name, new, joined(last, &rule.expr))
        }
        _ => return None,
    };
    let rule = definition(rules, name)?;
    let other = WrittenRule { expr: whole, ..rule.clone() };
    let change = format!("{} → {}", expression(&joined(last, right)), name);
    Some(Edit { kind: Kind::Moved, expr: new, other: Some(other), change })
}

fn wider(expr: &WrittenExpr) -> Vec<WrittenExpr> {
    match expr {
        WrittenExpr::Range(first, last) => {
            let upper = beside(*last, 1).map(|last| WrittenExpr::Range(*first, last));
            let lower = beside(*first, -1).map(|first| WrittenExpr::Range(first, *last));
            upper.into_iter().chain(lower).collect()
        }
        WrittenExpr::Str(string) => {
            let mut chars = string.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => beside(c, 1).map(|next| WrittenExpr::Range(c, next)).into_iter().collect(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn beside(c: char, by: i32) -> Option<char> {
    char::from_u32((c as u32).checked_add_signed(by)?)
}

fn wider_builtin(name: &str) -> Option<WrittenExpr> {
    let wider = match name {
        "ASCII_NONZERO_DIGIT" => "ASCII_DIGIT",
        "ASCII_DIGIT" | "ASCII_ALPHA" | "ASCII_HEX_DIGIT" => "ASCII_ALPHANUMERIC",
        "ASCII_ALPHANUMERIC" => "ASCII",
        _ => return None,
    };
    Some(WrittenExpr::Ident(wider.to_owned()))
}

fn other_bounds(expr: &WrittenExpr) -> Vec<WrittenExpr> {
    let other = |least: u32, most: u32| (least, most);
    match expr {
        WrittenExpr::Opt(inner) => vec![(**inner).clone(), WrittenExpr::Rep(inner.clone())],
        WrittenExpr::Rep(inner) => vec![WrittenExpr::RepOnce(inner.clone()), WrittenExpr::Opt(inner.clone())],
        WrittenExpr::RepOnce(inner) => vec![WrittenExpr::Rep(inner.clone()), (**inner).clone()],
        WrittenExpr::RepExact(inner, count) => {
            let counts = [count + 1, count - 1].into_iter().filter(|count| *count > 0);
            counts.map(|count| WrittenExpr::RepExact(inner.clone(), count)).collect()
        }
        WrittenExpr::RepMin(inner, least) => {
            let leasts = [Some(least + 1), least.checked_sub(1)].into_iter().flatten();
            leasts.map(|least| WrittenExpr::RepMin(inner.clone(), least)).collect()
        }
        WrittenExpr::RepMax(inner, most) => {
            let mosts = [most + 1, most - 1].into_iter().filter(|most| *most > 0);
            mosts.map(|most| WrittenExpr::RepMax(inner.clone(), most)).collect()
        }
        WrittenExpr::RepMinMax(inner, least, most) => {
            let mut bounds = vec![other(*least, most + 1)];
            bounds.extend((*most > (*least).max(1)).then(|| other(*least, most - 1)));
            bounds.extend((most > least).then(|| other(least + 1, *most)));
            bounds.extend(least.checked_sub(1).map(|least| other(least, *most)));
            let repeated = |(least, most)| WrittenExpr::RepMinMax(inner.clone(), least, most);
            bounds.into_iter().map(repeated).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the expressions that an expression consists of.
pub(super) fn operands(expr: &WrittenExpr) -> Vec<&WrittenExpr> {
    match expr {
        WrittenExpr::Seq(left, right) | WrittenExpr::Choice(left, right) => vec![left, right],
        WrittenExpr::PosPred(inner)
        | WrittenExpr::NegPred(inner)
        | WrittenExpr::Opt(inner)
        | WrittenExpr::Rep(inner)
        | WrittenExpr::RepOnce(inner)
        | WrittenExpr::RepExact(inner, _)
        | WrittenExpr::RepMin(inner, _)
        | WrittenExpr::RepMax(inner, _)
        | WrittenExpr::RepMinMax(inner, ..)
        | WrittenExpr::Push(inner) => vec![inner],
        WrittenExpr::Str(_) | WrittenExpr::Insens(_) | WrittenExpr::Range(..) => Vec::new(),
        WrittenExpr::Ident(_) | WrittenExpr::PeekSlice(..) => Vec::new(),
    }
}

/// Returns the expression with another operand at that place.
fn with_operand(expr: &WrittenExpr, at: usize, new: WrittenExpr) -> WrittenExpr {
    let mut expr = expr.clone();
    let operand = match &mut expr {
        WrittenExpr::Seq(left, right) | WrittenExpr::Choice(left, right) => {
            if at == 0 {
                left
            } else {
                right
            }
        }
        WrittenExpr::PosPred(inner)
        | WrittenExpr::NegPred(inner)
        | WrittenExpr::Opt(inner)
        | WrittenExpr::Rep(inner)
        | WrittenExpr::RepOnce(inner)
        | WrittenExpr::RepExact(inner, _)
        | WrittenExpr::RepMin(inner, _)
        | WrittenExpr::RepMax(inner, _)
        | WrittenExpr::RepMinMax(inner, ..)
        | WrittenExpr::Push(inner) => inner,
        leaf => panic!("{leaf:?} has no operands"),
    };
    **operand = new;
    expr
}

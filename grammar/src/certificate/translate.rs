//! Rules of a core PEG and of an ABNF as expressions of a statement.

use std::collections::HashMap;

use crate::abnf::node::Node;
use crate::abnf::rules::{Abnf, key};
use crate::certificate::expression::{Expressions, Id, Kind};
use crate::characters::charset::CharSet;
use crate::dfa::bdd::Exhausted;
use crate::peg::Peg;
use crate::peg::expr::Expr;
use crate::walk::walk;

/// Why a rule has no certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    Large,
    Start,
    Endless,
}

impl From<Exhausted> for Why {
    fn from(Exhausted: Exhausted) -> Why {
        Why::Large
    }
}

/// Adds the rule with that index of the PEG.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule calls only rules before it"
)]
pub(super) fn peg(all: &mut Expressions, peg: &Peg, root: usize, left: &mut u64) -> Result<Id, Why> {
    // INVARIANT: a rule calls only rules before it.
    let mut is_needed = vec![false; root + 1];
    is_needed[root] = true;
    for rule in (0..=root).rev() {
        if is_needed[rule] {
            peg.rules()[rule].expr.calls().into_iter().for_each(|callee| is_needed[callee] = true);
        }
    }
    let mut ids = vec![0; root + 1];
    for rule in (0..=root).filter(|&rule| is_needed[rule]) {
        ids[rule] = of_expr(all, &peg.rules()[rule].expr, &ids, left)?;
    }
    Ok(ids[root])
}

/// Recursion: within one rule, whose depth the [`Peg`] bounds.
#[expect(
    clippy::indexing_slicing,
    reason = "a rule calls only rules before it, which have their expressions"
)]
fn of_expr(all: &mut Expressions, expr: &Expr, rules: &[Id], left: &mut u64) -> Result<Id, Why> {
    let kind = match expr {
        Expr::Seq(parts) | Expr::Choice(parts) => {
            let parts: Result<Vec<Id>, Why> =
                parts.iter().map(|part| of_expr(all, part, rules, left)).collect();
            let parts = parts?;
            return Ok(match expr {
                Expr::Seq(_) => all.join(Kind::Seq, &parts, Kind::Empty, left)?,
                _ => all.choice(true, &parts, left)?,
            });
        }
        Expr::Call(rule) => return Ok(rules[*rule]),
        Expr::Chars(set) => return Ok(all.chars(set, left)?),
        Expr::Star(inner) => Kind::Star(of_expr(all, inner, rules, left)?),
        Expr::Not(inner) => Kind::Not(of_expr(all, inner, rules, left)?),
        Expr::And(inner) => Kind::And(of_expr(all, inner, rules, left)?),
        Expr::Start => return Err(Why::Start),
        Expr::End => Kind::End,
        Expr::Empty => Kind::Empty,
        Expr::Fail => Kind::Fail,
    };
    Ok(all.add(kind, left)?)
}

/// Adds the rule of the ABNF, which is not recursive, and those that it calls.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is at the place of its name, and those that it calls have their expressions"
)]
pub(super) fn abnf(all: &mut Expressions, abnf: &Abnf, rule: &str, left: &mut u64) -> Result<Id, Why> {
    let mut names = vec![key(rule)];
    let mut places = HashMap::from([(key(rule), 0)]);
    let mut calls = Vec::new();
    while let Some(name) = names.get(calls.len()) {
        let called = abnf.called(name).node.calls().into_iter().map(|callee| {
            *places.entry(key(callee)).or_insert_with(|| {
                names.push(key(callee));
                names.len() - 1
            })
        });
        calls.push(called.collect::<Vec<usize>>());
    }
    let mut ids = HashMap::new();
    for place in walk(&calls).order {
        let id = of_node(all, &abnf.called(&names[place]).node, &ids, left)?;
        ids.insert(names[place].clone(), id);
    }
    // INVARIANT: the rule exists, and so has been translated.
    Ok(ids[&names[0]])
}

/// Recursion: within one rule, whose depth the parser bounds.
fn of_node(
    all: &mut Expressions,
    node: &Node,
    rules: &HashMap<String, Id>,
    left: &mut u64,
) -> Result<Id, Why> {
    let mut list = |all: &mut Expressions, parts: &[Node]| {
        parts.iter().map(|part| of_node(all, part, rules, left)).collect::<Result<Vec<Id>, Why>>()
    };
    Ok(match node {
        Node::Text { text, any_case } => {
            let characters = text.chars().map(|c| match any_case {
                true => [c, c.to_ascii_lowercase(), c.to_ascii_uppercase()],
                false => [c; 3],
            });
            let sets = characters.map(|cases| CharSet::from_ranges(cases.map(|c| (c, c))));
            let parts: Result<Vec<Id>, Exhausted> = sets.map(|set| all.chars(&set, left)).collect();
            all.join(Kind::Seq, &parts?, Kind::Empty, left)?
        }
        Node::Range(first, last) => all.chars(&CharSet::range(*first, *last), left)?,
        Node::Call(callee) => rules[&key(callee)],
        Node::Seq(parts) => {
            let parts = list(all, parts)?;
            all.join(Kind::Seq, &parts, Kind::Empty, left)?
        }
        Node::Choice(parts) => {
            let parts = list(all, parts)?;
            all.choice(false, &parts, left)?
        }
        Node::Repeat { least, most, node } => {
            let inner = of_node(all, node, rules, left)?;
            let empty = all.add(Kind::Empty, left)?;
            let mut id = match most {
                // What repeats the empty string too has no well-founded formula.
                None if all.is_nullable(inner) => return Err(Why::Endless),
                None => all.add(Kind::Many(inner), left)?,
                Some(_) => empty,
            };
            for _ in *least..most.unwrap_or(*least) {
                id = all.add(Kind::Seq(inner, id), left)?;
                id = all.add(Kind::Either(id, empty), left)?;
            }
            for _ in 0..*least {
                id = all.add(Kind::Seq(inner, id), left)?;
            }
            id
        }
    })
}

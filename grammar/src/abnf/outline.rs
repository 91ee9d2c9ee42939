//! Compares the outlines of rules: a string with each match of a reported rule replaced by a letter for the rule.
#![expect(clippy::indexing_slicing, reason = "rules and calls are indices of `Peg::rules`")]

use std::collections::HashSet;

use crate::abnf::rules::{Abnf, Element, Rule, key};
use crate::characters::CharSet;
use crate::dfa::compare::Relation;
use crate::error::Error;
use crate::peg::Peg;
use crate::peg::expr::Expr;

/// Unicode noncharacters, each of which represents the matches of a reported rule.
const LETTERS: std::ops::RangeInclusive<char> = '\u{fdd0}'..='\u{fdef}';

/// Returns whether each rule of the PEG keeps the outlines of the ABNF rule of the same name. An outline is a string in
/// which each match of a rule in `reported` is replaced by the rule's name. So the reported rules match in the same
/// order, in the same number, and with the same text between them, but the strings that they match may differ. Rules
/// that call none of `reported` are not checked.
///
/// Alternatives are treated as a set, and predicates are ignored, so `false` does not imply that a string has different
/// outlines.
///
/// # Errors
///
/// [`Error::TooLarge`] if an automaton exceeds the limits.
///
/// ```
/// use urigram_grammar::{Abnf, Grammar, Peg, keeps_outline};
///
/// let abnf = Abnf::read("time = hour [ \":\" minute ]\nhour = 2DIGIT\nminute = 2DIGIT", "time.abnf")?;
/// let kept = |source: &str| {
///     let grammar = Grammar::read(source, "time.pest")?;
///     keeps_outline(&Peg::new(&grammar), &abnf, &["hour", "minute"])
/// };
/// assert!(kept("time = { hour ~ \":\" ~ minute }\nhour = { '0'..'9' }\nminute = { '0'..'5' }")?);
/// assert!(!kept("time = { minute ~ hour }\nhour = { '0'..'9' }\nminute = { '0'..'5' }")?);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
pub fn keeps_outline(peg: &Peg, abnf: &Abnf, reported: &[&str]) -> Result<bool, Error> {
    let Some(own) = of_peg(peg, reported) else { return Ok(false) };
    let theirs = of_abnf(abnf, reported);
    for name in peg.names() {
        match peg.rule(name) {
            Ok(rule) if !reports(peg, rule, reported) => {}
            Ok(_) if abnf.name(name).is_some() => {
                let comparison = own.dfa(name)?.compare(&theirs.dfa(name)?);
                if !matches!(comparison.relation(), Relation::Equal | Relation::Narrower) {
                    return Ok(false);
                }
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn letter(name: &str, reported: &[&str]) -> Option<Element> {
    let place = reported.iter().position(|other| key(other) == key(name))?;
    LETTERS.clone().nth(place).map(|letter| Element::Range(letter, letter))
}

/// Returns whether the rule calls any of `reported`, directly or indirectly, where nodes are made.
fn reports(peg: &Peg, rule: usize, reported: &[&str]) -> bool {
    let mut open = vec![rule];
    let mut seen = vec![false; peg.rules().len()];
    while let Some(rule) = open.pop() {
        for call in peg.rules()[rule].expr.consuming_calls() {
            if is_reported(peg, call, reported) {
                return true;
            }
            if !std::mem::replace(&mut seen[call], true) {
                open.push(call);
            }
        }
    }
    false
}

fn is_reported(peg: &Peg, rule: usize, reported: &[&str]) -> bool {
    let rule = &peg.rules()[rule];
    rule.capture && reported.contains(&rule.name.as_str())
}

/// Converts the rules of the PEG to ABNF with the outlines as strings. Returns `None` if the rules use [`LETTERS`], if
/// there are not enough letters, or if two names are equal in ABNF, which ignores case.
fn of_peg(peg: &Peg, reported: &[&str]) -> Option<Abnf> {
    let letters = CharSet::range(*LETTERS.start(), *LETTERS.end());
    let mut abnf = Abnf::default();
    for (place, rule) in peg.rules().iter().enumerate() {
        let element = element(&rule.expr, peg, reported, &letters)?;
        abnf.set(Rule { name: name(peg, place), element, core: false });
    }
    let names: HashSet<String> = peg.names().map(key).collect();
    let are_names_distinct = names.len() == peg.names().count();
    (are_names_distinct && reported.len() <= LETTERS.count()).then_some(abnf)
}

/// Returns the name of a rule, made unique by its index unless the rule is a start rule.
fn name(peg: &Peg, place: usize) -> String {
    let name = &peg.rules()[place].name;
    match peg.rule(name) {
        Ok(start) if start == place => name.clone(),
        _ => format!("{name} {place}"),
    }
}

fn element(expr: &Expr, peg: &Peg, reported: &[&str], letters: &CharSet) -> Option<Element> {
    let all = |parts: &[Expr]| {
        parts.iter().map(|part| element(part, peg, reported, letters)).collect::<Option<Vec<Element>>>()
    };
    Some(match expr {
        Expr::Empty | Expr::Start | Expr::End | Expr::Not(_) | Expr::And(_) => Element::EMPTY,
        Expr::Fail => Element::Choice(Vec::new()),
        Expr::Chars(set) if !set.intersect(letters).is_empty() => return None,
        Expr::Chars(set) => {
            Element::choice(set.ranges().iter().map(|&(first, last)| Element::Range(first, last)).collect())
        }
        Expr::Call(rule) if is_reported(peg, *rule, reported) => letter(&peg.rules()[*rule].name, reported)?,
        Expr::Call(rule) => Element::Call(key(&name(peg, *rule))),
        Expr::Seq(parts) => Element::seq(all(parts)?),
        Expr::Choice(parts) => Element::choice(all(parts)?),
        Expr::Star(inner) => element(inner, peg, reported, letters)?.repeat(0, None),
    })
}

/// Returns the ABNF with each call of a reported rule replaced by its letter.
fn of_abnf(abnf: &Abnf, reported: &[&str]) -> Abnf {
    let mut outlines = abnf.clone();
    for rule in &mut outlines.rules {
        let mut open = vec![&mut rule.element];
        while let Some(element) = open.pop() {
            match element {
                Element::Call(key) => {
                    if let Some(letter) = letter(key, reported) {
                        *element = letter;
                    }
                }
                Element::Seq(parts) | Element::Choice(parts) => open.extend(parts),
                Element::Repeat { element, .. } => open.push(element),
                Element::Text { .. } | Element::Range(..) => {}
            }
        }
    }
    outlines
}

//! Finds alternatives that never match because of earlier alternatives, and parts of sequences that are redundant because
//! of the parts around them.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Peg::rules`, which each have a node, and a part or an alternative is \
              an index of `parts`; candidates have been added, and are fewer than steps"
)]

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::characters;
use crate::characters::Classes;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, FREE, Formula, TRUE};
use crate::peg::expr::Expr;

/// A sequence, whose expressions are given as rules, by their indices in [`Peg::rules`](crate::Peg::rules).
#[derive(Debug)]
pub struct Sequence {
    /// The sequence as pest runs it.
    pub whole: usize,
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The white space and comments that pest skips between the parts.
    pub gap: usize,
}

/// A part of a sequence.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The part as a rule.
    pub rule: usize,
    /// The outermost operator of the part, and its operand as a rule.
    pub operator: Option<(Operator, usize)>,
}

/// An operator that may consume nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `?`
    Optional,
    /// A repetition that may match zero times.
    Repeated,
    /// `&`
    Ahead,
    /// `!`
    NotAhead,
}

/// A part of a sequence that never matches, or that the sequence could do without, or without its `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// The index of the part.
    pub part: usize,
    /// The reason.
    pub why: Why,
    /// A string that the author of the sequence may have meant it to match, up to this part or to its end.
    pub counterexample: Option<String>,
}

/// The reason why a part is idle, in every context in which the sequence is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The part never matches, so the sequence never does.
    Fails,
    /// The part never matches after the parts from this index up to it, so the sequence never matches. `None` if the
    /// part never matches after the skipped white space before it.
    FailsAfter(Option<usize>),
    /// The part is a lookahead that always succeeds after the parts from this index up to it. `None` if the lookahead
    /// always succeeds, or does so after the skipped white space before it.
    Holds(Option<usize>),
    /// The operand of the part never matches after the parts from this index up to it. `None` if the operand never
    /// matches after the skipped white space before it.
    NeverTaken(Option<usize>),
    /// The part is optional, but whenever its operand fails, so does the rest of the sequence.
    NeverSkipped,
}

/// A class of characters, represented by its most readable character.
#[derive(Debug, Clone, Copy)]
struct Letter {
    /// A class of [`Automata`].
    class: u32,
    c: char,
}

/// A state of the search: the rest of the input must satisfy `wanted` and must not satisfy `unwanted`.
struct Candidate {
    wanted: Formula,
    unwanted: Formula,
    /// The index of the previous candidate, and the character that leads from it to this candidate.
    from: Option<(usize, char)>,
}

impl Automata<'_> {
    /// Returns a shortest string that the expression matches as a whole. If lookahead prevents that for every string,
    /// the string continues with characters that the lookahead requires.
    fn shortest(&mut self, node: u32, letters: &[Letter]) -> Result<Option<String>, Exhausted> {
        let alone = self.matches(node, self.end)?;
        if let Some(found) = self.example(alone, FALSE, letters)? {
            return Ok(Some(found));
        }
        let followed = self.matches(node, TRUE)?;
        self.example(followed, FALSE, letters)
    }

    /// Returns the classes of characters that the expressions distinguish, with the most readable first.
    fn letters(&mut self, roots: &[u32]) -> Result<Vec<Letter>, Exhausted> {
        let (classes, columns): (Classes, Vec<u32>) = self.columns(roots)?;
        let sets = classes.sets();
        let best = sets.iter().zip(columns).filter_map(|(set, class)| Some((characters::best(set)?, class)));
        let mut letters: Vec<((usize, char), u32)> = best.collect();
        letters.sort_unstable();
        Ok(letters.into_iter().map(|((_, c), class)| Letter { class, c }).collect())
    }

    /// Returns whether some input satisfies `wanted` and not `unwanted`, at its start or at a later offset.
    fn is_possible(
        &mut self,
        wanted: Formula,
        unwanted: Formula,
        letters: &[Letter],
    ) -> Result<bool, Exhausted> {
        Ok(self.example(wanted, unwanted, letters)?.is_some())
    }

    /// Returns a shortest text that satisfies `wanted` and not `unwanted`, as a whole input or as the rest of one.
    fn example(
        &mut self,
        wanted: Formula,
        unwanted: Formula,
        letters: &[Letter],
    ) -> Result<Option<String>, Exhausted> {
        let mut candidates = Vec::new();
        for at_start in [true, false] {
            let (wanted, unwanted) = (self.enter(wanted, at_start, 0)?, self.enter(unwanted, at_start, 0)?);
            candidates.push(Candidate { wanted, unwanted, from: None });
        }
        let mut seen: FxHashSet<(Formula, Formula)> =
            candidates.iter().map(|candidate| (candidate.wanted, candidate.unwanted)).collect();
        let mut done = 0;
        while let Some(&Candidate { wanted, unwanted, .. }) = candidates.get(done) {
            let branch = self.bdd.branch(wanted);
            let states: &[Formula] =
                if branch.var == FREE { &[branch.then, branch.other] } else { &[wanted] };
            for &state in states {
                if self.at_end(state) && !self.at_end(unwanted) {
                    return Ok(Some(text(&candidates, done)));
                }
                for &Letter { class, c } in letters {
                    self.bdd.spend(0)?;
                    let wanted = self.after(state, class, 0)?;
                    if wanted == FALSE {
                        continue;
                    }
                    let unwanted = self.after(unwanted, class, 0)?;
                    if unwanted != TRUE && seen.insert((wanted, unwanted)) {
                        candidates.push(Candidate { wanted, unwanted, from: Some((done, c)) });
                    }
                }
            }
            done += 1;
        }
        Ok(None)
    }

    /// Returns whether the text as a whole input satisfies the formula. Takes a step for each character.
    fn holds(&mut self, formula: Formula, text: &str) -> Result<bool, Exhausted> {
        let mut state = self.enter(formula, true, 0)?;
        for c in text.chars() {
            self.bdd.spend(0)?;
            let class = self.class_of(c);
            state = self.after(state, class, 0)?;
        }
        Ok(self.at_end(state))
    }
}

/// Returns the string that leads to a candidate.
fn text(candidates: &[Candidate], mut at: usize) -> String {
    let mut reversed = Vec::new();
    while let Some((before, c)) = candidates[at].from {
        reversed.push(c);
        at = before;
    }
    reversed.iter().rev().collect()
}

/// An alternative that matches no input on which all alternatives before it fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dead {
    /// The index of the alternative.
    pub alternative: usize,
    /// The reason why it is dead.
    pub cause: Cause,
    /// A shortest string that the alternative would match if it came first, if there is one.
    pub counterexample: Option<String>,
}

/// The reason why an alternative is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The alternative would not match even if it came first.
    Itself,
    /// The earlier alternative with this index matches whenever the dead alternative would match, and then consumes the
    /// same text.
    Covered(usize),
    /// The earlier alternative with this index matches whenever the dead alternative would match, but does not always
    /// consume the same text.
    Forestalled(usize),
    /// Like `Forestalled`, but the dead alternative would also match whenever the earlier alternative does. So exchanging
    /// the two would make the earlier alternative dead.
    Exchangeable(usize),
    /// Several earlier alternatives together match whenever the dead alternative would match. The one with this index
    /// matches the counterexample.
    Several(Option<usize>),
}

impl Automata<'_> {
    /// Returns the alternatives of a choice that are dead in every context in which the choice is called.
    ///
    /// `choice` and `alternatives` are indices of rules: the choice as a whole, and its alternatives in order. Returns no
    /// alternatives if the choice does not try these alternatives in this order, which can happen after pest's optimizer.
    /// Subtracts the steps from the budget `steps`, and returns `None` if it is too small.
    ///
    /// ```
    /// use urigram_grammar::idle::Cause;
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let source = r#"whole = _{ one | two } one = _{ "m" } two = _{ "min" }"#;
    /// let peg = Peg::new(&Grammar::read(source, "unit.pest")?);
    /// let rules = [peg.rule("one")?, peg.rule("two")?];
    /// let dead = Automata::new(&peg).dead(peg.rule("whole")?, &rules, &mut 10_000).expect("few steps");
    /// assert_eq!((dead[0].alternative, dead[0].cause), (1, Cause::Forestalled(0)));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such rule.
    pub fn dead(&mut self, choice: usize, alternatives: &[usize], steps: &mut usize) -> Option<Vec<Dead>> {
        self.bdd.allow(*steps);
        let found = self.find_dead(choice, alternatives);
        *steps = self.bdd.left();
        found.ok()
    }

    fn find_dead(&mut self, choice: usize, alternatives: &[usize]) -> Result<Vec<Dead>, Exhausted> {
        let parts: Vec<u32> = alternatives.iter().map(|&rule| self.arena.rules[rule]).collect();
        let whole = self.arena.rules[choice];
        let letters = self.letters(&[&[whole], &parts[..]].concat())?;
        // Translate the last alternative first, so that its variables precede those of the others. Then the formula of the
        // earlier alternatives grows at its root, which is fast, when an alternative is added.
        for &part in parts.iter().rev() {
            self.matches(part, TRUE)?;
        }
        let mut earlier = FALSE;
        let mut dead = Vec::new();
        for (alternative, &part) in parts.iter().enumerate() {
            let taken = self.matches(part, TRUE)?;
            if !self.is_possible(taken, earlier, &letters)? {
                let (cause, counterexample) = self.cause(&parts, alternative, &letters)?;
                dead.push(Dead { alternative, cause, counterexample });
            }
            earlier = self.bdd.if_then_else(taken, TRUE, earlier)?;
        }
        if dead.is_empty() {
            return Ok(dead);
        }
        let in_turn =
            self.is_syntactically_equal(choice, alternatives)? || !self.differ(&[whole], &parts, &letters)?;
        Ok(if in_turn { dead } else { Vec::new() })
    }

    /// Returns the reason why an alternative is dead, and the counterexample.
    fn cause(
        &mut self,
        parts: &[u32],
        dead: usize,
        letters: &[Letter],
    ) -> Result<(Cause, Option<String>), Exhausted> {
        let taken = self.matches(parts[dead], TRUE)?;
        let Some(counterexample) = self.shortest(parts[dead], letters)? else {
            return Ok((Cause::Itself, None));
        };
        for (index, &one) in parts[..dead].iter().enumerate() {
            let by_one = self.matches(one, TRUE)?;
            if !self.is_possible(taken, by_one, letters)? {
                let cause = if !self.differ(&[parts[dead], one], &[one], letters)? {
                    Cause::Covered(index)
                } else if self.is_possible(by_one, taken, letters)? {
                    Cause::Forestalled(index)
                } else {
                    Cause::Exchangeable(index)
                };
                return Ok((cause, Some(counterexample)));
            }
        }
        for (index, &one) in parts[..dead].iter().enumerate() {
            let by_one = self.matches(one, TRUE)?;
            if self.holds(by_one, &counterexample)? {
                return Ok((Cause::Several(Some(index)), Some(counterexample)));
            }
        }
        Ok((Cause::Several(None), Some(counterexample)))
    }

    /// Returns whether the choice is syntactically equal to its alternatives, which is common and fast to check. Takes a
    /// step for each subexpression.
    fn is_syntactically_equal(&mut self, choice: usize, alternatives: &[usize]) -> Result<bool, Exhausted> {
        let rules = self.peg.rules();
        let mut body = |rule: usize| {
            let mut expr = &rules[rule].expr;
            while let Expr::Call(rule) = expr {
                expr = &rules[*rule].expr;
            }
            let mut open = vec![expr];
            while let Some(expr) = open.pop() {
                self.bdd.spend(0)?;
                open.extend(expr.parts());
            }
            Ok(expr.clone())
        };
        let parts: Result<Vec<Expr>, Exhausted> = alternatives.iter().map(|&rule| body(rule)).collect();
        Ok(body(choice)? == Expr::choice(parts?))
    }

    /// Returns whether, on some input, the choice between `these` and the choice between `those` match differently.
    fn differ(&mut self, these: &[u32], those: &[u32], letters: &[Letter]) -> Result<bool, Exhausted> {
        let (these, those) = (self.first(these)?, self.first(those)?);
        let not_those = self.bdd.not(those)?;
        let differs = self.bdd.if_then_else(these, not_those, those)?;
        self.is_possible(differs, FALSE, letters)
    }

    /// Returns the formula for "one of the parts matches, and after the first part that matches the remaining input
    /// satisfies [`Atom::Free`](crate::dfa::bdd::Atom::Free)".
    fn first(&mut self, parts: &[u32]) -> Result<Formula, Exhausted> {
        let rest = self.bdd.var(FREE);
        let mut formula = FALSE;
        for &part in parts.iter().rev() {
            let taken = self.matches(part, TRUE)?;
            let through = self.matches(part, rest)?;
            formula = self.bdd.if_then_else(taken, through, formula)?;
        }
        Ok(formula)
    }
}

impl Automata<'_> {
    /// Returns the parts of a sequence that are idle in every context in which the sequence is called.
    ///
    /// Returns no parts if the sequence is not equivalent to its parts, which can happen after pest's optimizer.
    /// Subtracts the steps from the budget `steps`, and returns `None` if it is too small.
    ///
    /// ```
    /// use urigram_grammar::idle::{Part, Sequence, Why};
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let source = r#"whole = @{ digits ~ more } digits = @{ ASCII_DIGIT* } more = @{ ASCII_DIGIT } gap = @{ "" }"#;
    /// let peg = Peg::new(&Grammar::read(source, "digits.pest")?);
    /// let part = |name| peg.rule(name).map(|rule| Part { rule, operator: None });
    /// let parts = vec![part("digits")?, part("more")?];
    /// let sequence = Sequence { whole: peg.rule("whole")?, parts, gap: peg.rule("gap")? };
    /// let idle = Automata::new(&peg).idle(&sequence, &mut 10_000).expect("few steps");
    /// assert_eq!((idle[0].part, idle[0].why), (1, Why::FailsAfter(Some(0))));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such rule.
    pub fn idle(&mut self, sequence: &Sequence, steps: &mut usize) -> Option<Vec<Idle>> {
        self.bdd.allow(*steps);
        let found = self.find_idle(sequence);
        *steps = self.bdd.left();
        found.ok()
    }

    fn find_idle(&mut self, sequence: &Sequence) -> Result<Vec<Idle>, Exhausted> {
        let node = |rule: usize| self.arena.rules[rule];
        let parts: Vec<u32> = sequence.parts.iter().map(|part| node(part.rule)).collect();
        let (whole, gap) = (node(sequence.whole), node(sequence.gap));
        let letters = self.letters(&[&parts[..], &[whole, gap]].concat())?;
        let mut analysis = Analysis { automata: self, parts, gap, letters };
        let found = match analysis.failing()? {
            Some(failing) => vec![failing],
            None => analysis.needless(&sequence.parts)?,
        };
        Ok(if found.is_empty() || analysis.is_equivalent(whole)? { found } else { Vec::new() })
    }

    /// Returns whether the rule with this index matches any string. Subtracts the steps from the budget `steps`, and
    /// returns `None` if it is too small.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let peg = Peg::new(&Grammar::read(r#"never = { !"a" ~ "a" }"#, "never.pest")?);
    /// assert_eq!(Automata::new(&peg).matches_some(peg.rule("never")?, &mut 1_000), Some(false));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such rule.
    pub fn matches_some(&mut self, rule: usize, steps: &mut usize) -> Option<bool> {
        self.bdd.allow(*steps);
        let node = self.arena.rules[rule];
        let found = self.letters(&[node]).and_then(|letters| {
            let formula = self.matches(node, TRUE)?;
            self.is_possible(formula, FALSE, &letters)
        });
        *steps = self.bdd.left();
        found.ok()
    }
}

/// The analysis of one sequence.
struct Analysis<'a, 'p> {
    automata: &'a mut Automata<'p>,
    /// The nodes of the parts.
    parts: Vec<u32>,
    /// The node of the skipped white space.
    gap: u32,
    letters: Vec<Letter>,
}

impl Analysis<'_, '_> {
    /// Returns the first part after which no match is possible, or `None` if the sequence can match.
    fn failing(&mut self) -> Result<Option<Idle>, Exhausted> {
        let all = 0..self.parts.len();
        if self.can_match(all.clone(), TRUE)? {
            return Ok(None);
        }
        for part in all {
            if self.can_match(0..part + 1, TRUE)? {
                continue;
            }
            if !self.can_match(part..part + 1, TRUE)? {
                return Ok(Some(Idle { part, why: Why::Fails, counterexample: None }));
            }
            let taken = self.through(part..part + 1, TRUE)?;
            let from = self.culprit(part, taken)?;
            let middle = from.map_or(part, |from| from + 1);
            let counterexample = match self.joined(middle, self.parts.len())? {
                Some(counterexample) => Some(counterexample),
                None => self.joined(middle, part + 1)?,
            };
            return Ok(Some(Idle { part, why: Why::FailsAfter(from), counterexample }));
        }
        Ok(None)
    }

    /// Returns the redundant parts, if the sequence can match.
    fn needless(&mut self, parts: &[Part]) -> Result<Vec<Idle>, Exhausted> {
        let mut found = Vec::new();
        for (part, &Part { rule, operator }) in parts.iter().enumerate() {
            let Some((operator, operand)) = operator else { continue };
            let operand = self.automata.arena.rules[operand];
            let taken = self.automata.matches(operand, TRUE)?;
            let failed = self.automata.bdd.not(taken)?;
            let why = match operator {
                Operator::Ahead | Operator::NotAhead => {
                    let node = self.automata.arena.rules[rule];
                    let holds = self.automata.matches(node, TRUE)?;
                    let fails = self.automata.bdd.not(holds)?;
                    self.holding(part, fails)?
                }
                Operator::Optional | Operator::Repeated => {
                    let is_optional = operator == Operator::Optional;
                    self.needless_optional(part, is_optional, taken, failed)?
                }
            };
            if let Some(why) = why {
                let counterexample = self.counterexample(part, why, operand)?;
                found.push(Idle { part, why, counterexample });
            }
        }
        Ok(found)
    }

    /// Returns the reason why a lookahead always succeeds, or `None` if it can fail. `fails` is the formula for its
    /// failure.
    fn holding(&mut self, part: usize, fails: Formula) -> Result<Option<Why>, Exhausted> {
        if self.can_match(0..part, fails)? {
            return Ok(None);
        }
        if !self.is_possible(fails)? {
            return Ok(Some(Why::Holds(None)));
        }
        Ok(Some(Why::Holds(self.culprit(part, fails)?)))
    }

    /// Returns the reason why an optional or repeated part is redundant, or `None` if it is not. `taken` and `failed`
    /// are the formulas for the match and the failure of its operand.
    fn needless_optional(
        &mut self,
        part: usize,
        is_optional: bool,
        taken: Formula,
        failed: Formula,
    ) -> Result<Option<Why>, Exhausted> {
        if !self.is_possible(taken)? {
            // The operand never matches, which is reported for the operand itself.
            return Ok(None);
        }
        if !self.can_match(0..part, taken)? {
            return Ok(Some(Why::NeverTaken(self.culprit(part, taken)?)));
        }
        // Do not report `?` after an operand that always matches, because specifications often contain it.
        if !is_optional || !self.is_possible(failed)? {
            return Ok(None);
        }
        let rest = self.through(part + 1..self.parts.len(), TRUE)?;
        let rest = self.after_gap(part + 1, rest)?;
        let skipped = self.automata.bdd.and(failed, rest)?;
        Ok((!self.can_match(0..part, skipped)?).then_some(Why::NeverSkipped))
    }

    /// Returns a string of the parts before this part, followed by a string of its operand, or of the rest of the sequence
    /// if the part is never skipped.
    fn counterexample(&mut self, part: usize, why: Why, operand: u32) -> Result<Option<String>, Exhausted> {
        let before = self.shortest(0..part)?;
        let own = match why {
            Why::NeverSkipped => self.shortest(part + 1..self.parts.len())?,
            _ => self.automata.shortest(operand, &self.letters)?,
        };
        Ok(before.zip(own).map(|(before, own)| before + &own))
    }

    /// Returns the greatest index such that `formula` cannot hold after the parts from this index up to `part`. Returns
    /// `None` if the formula cannot hold even after the gap alone.
    fn culprit(&mut self, part: usize, formula: Formula) -> Result<Option<usize>, Exhausted> {
        if !self.can_match(part..part, formula)? {
            return Ok(None);
        }
        let formula = self.after_gap(part, formula)?;
        for from in (0..part).rev() {
            let formula = self.through(from..part, formula)?;
            let formula = self.after_gap(from, formula)?;
            if !self.is_possible(formula)? {
                return Ok(Some(from));
            }
        }
        Ok(None)
    }

    /// Returns the shortest string of the parts before `middle`, followed by the shortest string of the parts from `middle`
    /// up to `end`.
    fn joined(&mut self, middle: usize, end: usize) -> Result<Option<String>, Exhausted> {
        let (before, after) = (self.shortest(0..middle)?, self.shortest(middle..end)?);
        Ok(before.zip(after).map(|(before, after)| before + &after))
    }

    /// Like [`Automata::shortest`], for a range of parts.
    fn shortest(&mut self, parts: Range<usize>) -> Result<Option<String>, Exhausted> {
        let alone = self.through(parts.clone(), self.automata.end)?;
        if let Some(found) = self.automata.example(alone, FALSE, &self.letters)? {
            return Ok(Some(found));
        }
        let followed = self.through(parts, TRUE)?;
        self.automata.example(followed, FALSE, &self.letters)
    }

    /// Returns whether the parts can match such that `rest` holds for the remaining input after the gap to the next part.
    fn can_match(&mut self, parts: Range<usize>, rest: Formula) -> Result<bool, Exhausted> {
        let rest = self.after_gap(parts.end, rest)?;
        let formula = self.through(parts, rest)?;
        self.is_possible(formula)
    }

    /// Returns the formula for "the gap before the part matches, and `rest` holds for the remaining input". There is no gap
    /// before the first part and after the last.
    fn after_gap(&mut self, part: usize, rest: Formula) -> Result<Formula, Exhausted> {
        if part == 0 || part == self.parts.len() { Ok(rest) } else { self.automata.matches(self.gap, rest) }
    }

    /// Returns the formula for "the parts match, with gaps between them, and `rest` holds for the remaining input".
    fn through(&mut self, parts: Range<usize>, rest: Formula) -> Result<Formula, Exhausted> {
        let mut formula = rest;
        for part in parts.clone().rev() {
            formula = self.automata.matches(self.parts[part], formula)?;
            if part > parts.start {
                formula = self.automata.matches(self.gap, formula)?;
            }
        }
        Ok(formula)
    }

    fn is_possible(&mut self, formula: Formula) -> Result<bool, Exhausted> {
        self.automata.is_possible(formula, FALSE, &self.letters)
    }

    /// Returns whether `whole` is equivalent to the concatenation of the parts.
    fn is_equivalent(&mut self, whole: u32) -> Result<bool, Exhausted> {
        let rest = self.automata.bdd.var(FREE);
        let (run, parts) = (self.automata.matches(whole, rest)?, self.through(0..self.parts.len(), rest)?);
        if run == parts {
            return Ok(true);
        }
        let not_parts = self.automata.bdd.not(parts)?;
        let differs = self.automata.bdd.if_then_else(run, not_parts, parts)?;
        Ok(!self.is_possible(differs)?)
    }
}

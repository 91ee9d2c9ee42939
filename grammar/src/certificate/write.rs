//! The text of a certificate.

use std::fmt::{Display, Write as _};

use crate::abnf::rules::Abnf;
use crate::certificate::evaluate::{Bits, Evaluator, May};
use crate::certificate::expression::{Expressions, Id, Kind};
use crate::certificate::formulas::Formulas;
use crate::certificate::merge::merged;
use crate::certificate::rows::{Rows, bit};
use crate::certificate::translate::{self, Why};
use crate::characters::classes::Classes;
use crate::dfa::bdd::Exhausted;
use crate::error::Error;
use crate::peg::Peg;

/// What a certificate is to prove of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The rule of the grammar.
    pub rule: String,
    /// The rule of the ABNF.
    pub abnf_rule: String,
    /// Whether both match the same strings; else, that the rule of the grammar matches none that the rule of the ABNF
    /// does not.
    pub is_equal: bool,
}

/// The claims in terms of expressions, which is what the checker is told of the two grammars.
///
/// It is made by reading alone: whoever has the grammars can make it again, and compare it with that of a
/// certificate.
///
/// ```
/// use urigram_grammar::{Abnf, Claim, Grammar, Peg, Statement, quoted, verify};
///
/// let (pest, rfc) = ("sign = { \"+\" | \"-\" }", "sign = \"+\" / \"-\"\r\n");
/// let (peg, abnf) = (Peg::new(&Grammar::read(pest, "sign.pest")?), Abnf::read(rfc, "sign.abnf")?);
/// let claim = Claim { rule: "sign".to_owned(), abnf_rule: "sign".to_owned(), is_equal: true };
///
/// let mut steps = 1_000_000;
/// let statement = Statement::new(&peg, &abnf, &[claim], &mut steps)?;
/// let certificate = statement.certify(&[(false, "sign.pest", pest), (true, "sign.abnf", rfc)], &mut steps)?;
/// assert!(verify(&certificate).is_ok_and(|proved| proved[0].is_equal));
/// assert_eq!(quoted(&certificate).statement, statement.text());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug)]
pub struct Statement {
    text: String,
    expressions: Expressions,
    claims: Vec<(Claim, [Id; 2])>,
    sets: Vec<Bits>,
    width: usize,
}

impl Statement {
    /// Makes the statement of those claims, with at most `left` steps, which it takes off.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such rule, or it has no automaton, [`Error::Uncertified`] if a certificate
    /// cannot speak of it, and [`Error::TooLarge`] if there are not enough steps.
    #[expect(clippy::indexing_slicing, reason = "a set has a bit for each letter")]
    pub fn new(peg: &Peg, abnf: &Abnf, claims: &[Claim], left: &mut u64) -> Result<Statement, Error> {
        let mut expressions = Expressions::default();
        let mut roots = Vec::new();
        for claim in claims {
            let place = peg.rule(&claim.rule)?;
            // Its rules are there and not recursive.
            abnf.check(&claim.abnf_rule)?;
            let refused = |rule: &str| {
                let rule = rule.to_owned();
                move |why| match why {
                    Why::Large => Error::TooLarge { rule },
                    Why::Start => Error::Uncertified { rule, reason: "it depends on where the input begins" },
                    Why::Endless => Error::Uncertified { rule, reason: "it repeats what can be empty" },
                }
            };
            let left_side =
                translate::peg(&mut expressions, peg, place, left).map_err(refused(&claim.rule))?;
            let right = translate::abnf(&mut expressions, abnf, &claim.abnf_rule, left);
            roots.push([left_side, right.map_err(refused(&claim.abnf_rule))?]);
        }
        let classes = Classes::of(expressions.sets.iter());
        let firsts = classes.firsts();
        let sets = expressions.sets.iter().map(|set| {
            let mut bits = vec![0; firsts.len().div_ceil(64)];
            let letters = (0..).zip(&firsts).filter(|&(_, &first)| set.contains(first));
            letters.for_each(|(letter, _): (usize, _)| bits[letter / 64] |= 1 << (letter % 64));
            bits
        });
        let (sets, width) = (sets.collect(), firsts.len());
        let mut statement = Statement { text: String::new(), expressions, claims: Vec::new(), sets, width };
        for &(first, letter) in classes.stretches() {
            let _ = writeln!(statement.text, "from {:X} {letter}", u32::from(first));
        }
        statement.write_expressions();
        for (claim, [left, right]) in claims.iter().zip(&roots) {
            let relation = if claim.is_equal { "equal" } else { "included" };
            let _ =
                writeln!(statement.text, "rule {} {left} {relation} {} {right}", claim.rule, claim.abnf_rule);
        }
        statement.claims = claims.iter().cloned().zip(roots).collect();
        Ok(statement)
    }

    /// The statement as it stands in a certificate.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a set has a bit for each letter, and its number was returned"
    )]
    fn write_expressions(&mut self) {
        for kind in &self.expressions.list {
            let text = &mut self.text;
            let _ = match kind {
                Kind::Empty => writeln!(text, "empty"),
                Kind::Fail => writeln!(text, "fail"),
                Kind::End => writeln!(text, "end"),
                Kind::Chars(set) => {
                    text.push_str("chars");
                    let set = &self.sets[*set as usize];
                    let letters = (0..self.width).filter(|letter| set[letter / 64] >> (letter % 64) & 1 == 1);
                    numbers(text, letters);
                    writeln!(text)
                }
                Kind::Seq(a, b) => writeln!(text, "seq {a} {b}"),
                Kind::First(a, b) => writeln!(text, "first {a} {b}"),
                Kind::Either(a, b) => writeln!(text, "either {a} {b}"),
                Kind::Star(a) => writeln!(text, "star {a}"),
                Kind::Many(a) => writeln!(text, "many {a}"),
                Kind::Not(a) => writeln!(text, "not {a}"),
                Kind::And(a) => writeln!(text, "and {a}"),
            };
        }
    }

    /// Proves the claims, with at most `left` steps, and returns the certificate. The files, which are named and
    /// quoted in it, are each whether it is ABNF, its name and its text.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if there are not enough steps, [`Error::Uncertified`] if the claim is wrong. Both name the
    /// rule of the grammar.
    pub fn certify(&self, sources: &[(bool, &str, &str)], left: &mut u64) -> Result<String, Error> {
        let mut text = "urigram certificate 1\n".to_owned();
        for (is_abnf, name, source) in sources {
            let _ =
                writeln!(text, "{} {}", if *is_abnf { "abnf" } else { "grammar" }, name.replace('\n', " "));
            for line in source.split('\n') {
                let _ = writeln!(text, "|{line}");
            }
        }
        text.push_str(&self.text);
        for (number, (claim, roots)) in self.claims.iter().enumerate() {
            let _ = writeln!(text, "prove {number}");
            let rule = || claim.rule.clone();
            let proved = self.prove(*roots, claim.is_equal, &mut text, left);
            if !proved.map_err(|Exhausted| Error::TooLarge { rule: rule() })? {
                return Err(Error::Uncertified { rule: rule(), reason: "it does not match as claimed" });
            }
        }
        text.push_str("qed\n");
        Ok(text)
    }

    /// Returns whether the claim holds.
    fn prove(
        &self,
        roots: [Id; 2],
        is_equal: bool,
        text: &mut String,
        left: &mut u64,
    ) -> Result<bool, Exhausted> {
        let (formulas, roots) = Formulas::of(&self.expressions, roots, left)?;
        for found in &formulas.matches {
            let _ = write!(text, "match {} {}", found.expr, found.rest);
            numbers(text, &found.by);
            text.push('\n');
        }
        let mut evaluator = Evaluator::new(&self.expressions, &formulas, &self.sets, roots);
        text.push_str("keep");
        numbers(text, &evaluator.kept);
        text.push('\n');
        let rows = Rows::of(&mut evaluator, self.width, left)?;
        let [ours, theirs] = evaluator.roots;
        if rows.values.iter().any(|row| match (bit(row, ours), bit(row, theirs)) {
            (true, false) => true,
            (false, true) => is_equal,
            _ => false,
        }) {
            return Ok(false);
        }
        let merged = merged(&rows, &mut evaluator, left)?;
        for (row, targets) in merged.rows.iter().zip(merged.targets.chunks(self.width)) {
            text.push_str("row");
            numbers(text, targets);
            write_values(text, row, evaluator.kept.len());
        }
        Ok(true)
    }
}

fn numbers(text: &mut String, numbers: impl IntoIterator<Item = impl Display>) {
    for number in numbers {
        let _ = write!(text, " {number}");
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a row has a bit for each of `size` places; at most four are one digit"
)]
fn write_values(text: &mut String, row: &[May], size: usize) {
    let is = |place: usize, value: fn(May) -> u64| value(row[place / 64]) >> (place % 64) & 1 == 1;
    text.push_str(" | ");
    for from in (0..size).step_by(4) {
        let bit = |at: usize| u32::from(is(at, |[yes, no]| yes & !no)) << (at - from);
        let digit: u32 = (from..size.min(from + 4)).map(bit).sum();
        let _ = write!(text, "{digit:x}");
    }
    text.push_str(" |");
    let unknown = (0..size).filter(|&place| is(place, |[yes, no]| yes & no));
    numbers(text, unknown);
    text.push('\n');
}

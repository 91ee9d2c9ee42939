//! Texts for a rule that may be recursive: random derivations of its expression, and mutations of texts.

use fastrand::Rng;
use urigram_grammar::{CharSet, Expr, Peg};

/// Returns a text that the rule may match: predicates are ignored, and so is that a choice commits. Beyond `length`,
/// the derivation takes what is short.
pub(crate) fn derived(peg: &Peg, rule: &str, length: usize, random: &mut Rng) -> String {
    let rule = peg.definition(rule).unwrap();
    let mut derivation = Derivation { peg, length, text: String::new(), random };
    derivation.derive(&peg.definitions()[rule].expr, 0);
    derivation.text
}

/// The deepest nesting of calls that are derived.
const DEEPEST: usize = 40;

struct Derivation<'a> {
    peg: &'a Peg,
    length: usize,
    text: String,
    random: &'a mut Rng,
}

impl Derivation<'_> {
    fn derive(&mut self, expr: &Expr, depth: usize) {
        let is_long = self.text.len() > self.length || depth > DEEPEST;
        match expr {
            Expr::Empty | Expr::Fail | Expr::Start | Expr::End | Expr::Not(_) | Expr::And(_) => {}
            Expr::Chars(set) => self.text.extend(member(set, self.random)),
            Expr::Call(_) if depth > 2 * DEEPEST => {}
            Expr::Call(rule) => {
                let peg = self.peg;
                self.derive(&peg.definitions()[*rule].expr, depth + 1);
            }
            Expr::Seq(parts) => parts.iter().for_each(|part| self.derive(part, depth)),
            // Alternatives without calls end the derivation.
            Expr::Choice(parts) => {
                let flat: Vec<&Expr> = parts.iter().filter(|part| !is_long || !calls(part)).collect();
                let any = self.random.usize(..parts.len());
                let part = self.random.choice(&flat).copied().unwrap_or(&parts[any]);
                self.derive(part, depth);
            }
            Expr::Star(inner) => {
                let times = if is_long { 0 } else { [0, 0, 1, 1, 2, 3][self.random.usize(..6)] };
                (0..times).for_each(|_| self.derive(inner, depth));
            }
        }
    }
}

fn calls(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) => true,
        Expr::Seq(parts) | Expr::Choice(parts) => parts.iter().any(calls),
        Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => calls(inner),
        _ => false,
    }
}

fn member(set: &CharSet, random: &mut Rng) -> Option<char> {
    let &(first, last) = random.choice(set.ranges())?;
    let beyond = char::from_u32(first as u32 + random.usize(..70) as u32);
    Some(beyond.filter(|c| *c <= last && random.bool()).unwrap_or(first))
}

/// Deletes, repeats, replaces or moves a part of the text, or inserts a character.
pub(crate) fn mutated(text: &str, random: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.usize(..=chars.len());
    let end = (at + random.usize(..4)).min(chars.len());
    let part: Vec<char> = chars[at..end].to_vec();
    let other = random.choice(&chars).copied().unwrap_or('é');
    match random.usize(..5) {
        0 => drop(chars.drain(at..end)),
        1 => drop(chars.splice(at..at, part)),
        2 => drop(chars.splice(at..end, [other])),
        3 => drop(chars.splice(at..at, [[' ', 'é', '(', '0', '"', '.'][random.usize(..6)]])),
        _ => {
            chars.drain(at..end);
            let to = random.usize(..=chars.len());
            chars.splice(to..to, part);
        }
    }
    chars.into_iter().collect()
}

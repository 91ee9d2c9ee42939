//! Checks a certificate. It shares nothing with the code that writes one but the format, and uses the standard
//! library alone.
//!
//! A certificate has one item a line. `grammar NAME` and `abnf NAME` are files, with their text in the lines after
//! it, each behind a `|`. `from HEX LETTER` says that the characters from that one on, to the next that is named,
//! are that letter; `mark LETTER NAME` that the letter is no character. Expressions are numbered from 0: `empty`,
//! `fail`, `end`, `chars LETTER...`, `seq A B`, `first A B` (ordered choice), `either A B` (unordered), `star A`
//! (as often as it matches), `many A` (any number of times), `not A` and `and A`. `rule NAME A equal NAME B` and
//! `... included ...` are what is claimed of the strings that A and B match whole.
//!
//! `prove RULE` begins the proof of a claim, the first being 0. `match A K BY...` is a formula, numbered from 3: of
//! what is left of a string, A matches a beginning, and K holds of what is then left. 0 never holds, 1 always, 2 of
//! the empty string. BY are the formulas that define it: those of the parts of A, in the order of `operands`
//! below. A row is the values of the formulas `keep F...` for some strings: `row LETTER'S TARGET... | HEX | F...`
//! has the row of those strings with a letter put before them, the values, four to a digit, the lowest bit first, and
//! the places of those values that are not known. Row 0 is that of the empty string.
//!
//! So each string has a row, by induction from its end: that is checked letter by letter, and in each row the claim.

use std::fmt;

/// The most steps: rows times formulas times letters. Takes seconds.
const MOST_STEPS: usize = 1 << 32;

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for Flaw {}

/// What a certificate proves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verified {
    /// The files that it says it is about: whether one is ABNF, its name and its text.
    pub sources: Vec<(bool, String, String)>,
    /// Its letters, expressions and claims, as they are written.
    pub statement: String,
    /// The claims.
    pub claims: Vec<Verdict>,
}

/// A claim that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The rule of the grammar.
    pub rule: String,
    /// The rule of the ABNF.
    pub abnf_rule: String,
    /// Whether both match the same strings; else the first matches none that the second does not.
    pub is_equal: bool,
    expressions: (usize, usize),
    is_proved: bool,
}

type Checked<T = ()> = Result<T, String>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expr {
    Empty,
    Fail,
    End,
    /// An index of a set of letters.
    Chars(usize),
    Seq(usize, usize),
    First(usize, usize),
    Either(usize, usize),
    Star(usize),
    Many(usize),
    Not(usize),
    And(usize),
}

/// How the value of a formula is found, from those of formulas before it.
#[derive(Clone, Copy)]
enum Value {
    /// That of the formula for what follows, if the letter is of the set.
    Next(usize, usize),
    If(usize, usize, usize),
    Or(usize, usize),
}

/// Checks a certificate, and returns what it proves. Takes time and memory linear in its length, and at most 2³² steps
/// for all proofs together.
///
/// # Errors
///
/// The first [`Flaw`]: nothing is proved.
///
/// ```
/// use urigram_grammar::verify;
///
/// let flaw = verify("urigram certificate 1\nfrom 0 0\nseq 0 0\n").unwrap_err();
/// assert_eq!(flaw.to_string(), "3: no expression 0 before it");
/// ```
pub fn verify(text: &str) -> Result<Verified, Flaw> {
    let mut checker = Checker::default();
    let mut lines = 0;
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        lines = line;
        let flaw = |message| Flaw { line, message };
        let content = content.strip_suffix('\n').ok_or_else(|| flaw("the file is cut off".to_owned()))?;
        checker.line(line, content).map_err(|message| Flaw { line: checker.at.unwrap_or(line), message })?;
    }
    let ended = checker.stage == 6;
    let flaw = |message: &str| Flaw { line: lines + 1, message: message.to_owned() };
    if ended { Ok(checker.verified) } else { Err(flaw("the certificate does not end with `end`")) }
}

#[derive(Default)]
struct Checker {
    verified: Verified,
    /// The part of the file: header, files, letters, expressions, claims, proofs, end.
    stage: usize,
    /// The line of a flaw, if it is not the line that is read.
    at: Option<usize>,
    /// For each letter, whether it is a mark.
    letters: Vec<bool>,
    last_char: Option<u32>,
    sets: Vec<Vec<usize>>,
    exprs: Vec<Expr>,
    steps: usize,
    proof: Proof,
}

#[derive(Default)]
struct Proof {
    claim: Option<usize>,
    /// The expression and the rest of each formula.
    pairs: Vec<(usize, usize)>,
    /// The formula that has the value of each.
    same: Vec<usize>,
    values: Vec<(usize, Value)>,
    /// Formulas that must have these expressions and rests.
    due: Vec<(usize, (usize, usize))>,
    kept: Vec<usize>,
    place: Vec<Option<usize>>,
    first_line: usize,
    targets: Vec<usize>,
    /// For each row, the kept formulas that may be true, and those that may be false.
    may: Vec<[Vec<u64>; 2]>,
}

impl Checker {
    fn line(&mut self, line: usize, content: &str) -> Checked {
        let (key, rest) = content.split_once(' ').unwrap_or((content, ""));
        if self.stage == 1 && content.starts_with('|') {
            let (_, _, text) = self.verified.sources.last_mut().ok_or("no file before it")?;
            text.push_str(&content[1..]);
            text.push('\n');
            return Ok(());
        }
        let stage = match key {
            "urigram" if content == "urigram certificate 1" && line == 1 => 1,
            "grammar" | "abnf" => 1,
            "from" | "mark" => 2,
            "empty" | "fail" | "end" | "chars" | "seq" | "first" | "either" | "star" | "many" | "not" | "and" => 3,
            "rule" => 4,
            "prove" | "match" | "keep" | "row" => 5,
            "qed" => 6,
            _ => return Err("no such item".to_owned()),
        };
        if stage < self.stage.max(1) || self.stage == 6 || (self.stage == 0 && line != 1) {
            return Err(format!("`{key}` is out of order"));
        }
        if self.stage <= 2 && stage > 2 {
            self.whole_alphabet()?;
        }
        self.stage = stage;
        if (2..=4).contains(&stage) {
            self.verified.statement.push_str(content);
            self.verified.statement.push('\n');
        }
        match key {
            "urigram" => Ok(()),
            "grammar" | "abnf" => {
                self.verified.sources.push((key == "abnf", rest.to_owned(), String::new()));
                Ok(())
            }
            "from" | "mark" => self.letter(key == "mark", rest),
            "rule" => self.claim(rest),
            "prove" => {
                self.qed()?;
                let claim = one(rest)?;
                let known = self.verified.claims.get(claim).is_some_and(|claim| !claim.is_proved);
                known.then_some(()).ok_or("no such claim, or proved before")?;
                self.proof = Proof { claim: Some(claim), pairs: vec![(usize::MAX, 0); 3], same: vec![0, 1, 2], ..Proof::default() };
                Ok(())
            }
            "match" => self.formula(&numbers(rest)?),
            "keep" => self.keep(numbers(rest)?),
            "row" => self.row(line, rest),
            "qed" => {
                self.qed()?;
                let open = self.verified.claims.iter().find(|claim| !claim.is_proved);
                open.map_or(Ok(()), |claim| Err(format!("`{}` is not proved", claim.rule)))
            }
            _ => self.expr(key, &numbers(rest)?),
        }
    }

    fn letter(&mut self, is_mark: bool, rest: &str) -> Checked {
        let (first, second) = rest.split_once(' ').ok_or("two words are missing")?;
        let letter = one(if is_mark { first } else { second })?;
        // As long as the file, at most.
        if letter > self.letters.len() {
            return Err("letters are numbered in the order in which they are named".to_owned());
        }
        if !is_mark {
            let start = u32::from_str_radix(first, 16).ok().filter(|&c| char::from_u32(c).is_some());
            let start = start.ok_or("not a character")?;
            if self.last_char.map_or(start != 0, |last| start <= last) {
                return Err("characters begin at 0 and go up".to_owned());
            }
            self.last_char = Some(start);
        }
        match self.letters.get(letter) {
            None => self.letters.push(is_mark),
            Some(&known) if known || is_mark => return Err("a mark is one letter, and no character".to_owned()),
            Some(_) => {}
        }
        Ok(())
    }

    fn expr(&mut self, key: &str, parts: &[usize]) -> Checked {
        if self.last_char.is_none() {
            return Err("no letters before it".to_owned());
        }
        let known = |&part: &usize| if part < self.exprs.len() { Ok(part) } else { Err(part) };
        let expr = match (key, parts) {
            ("empty", []) => Expr::Empty,
            ("fail", []) => Expr::Fail,
            ("end", []) => Expr::End,
            ("chars", letters) => {
                let mut set = Vec::new();
                for &letter in letters {
                    if letter >= self.letters.len() || set.last().is_some_and(|&last| last >= letter) {
                        return Err(format!("no letter {letter}, or not in order"));
                    }
                    set.push(letter);
                }
                self.sets.push(set);
                Expr::Chars(self.sets.len() - 1)
            }
            (_, parts) => {
                let parts: Result<Vec<usize>, usize> = parts.iter().map(known).collect();
                let parts = parts.map_err(|part| format!("no expression {part} before it"))?;
                match (key, &*parts) {
                    ("seq", [a, b]) => Expr::Seq(*a, *b),
                    ("first", [a, b]) => Expr::First(*a, *b),
                    ("either", [a, b]) => Expr::Either(*a, *b),
                    ("star", [a]) => Expr::Star(*a),
                    ("many", [a]) => Expr::Many(*a),
                    ("not", [a]) => Expr::Not(*a),
                    ("and", [a]) => Expr::And(*a),
                    _ => return Err(format!("`{key}` has other parts")),
                }
            }
        };
        self.exprs.push(expr);
        Ok(())
    }

    fn claim(&mut self, rest: &str) -> Checked {
        let words: Vec<&str> = rest.split(' ').collect();
        let [rule, left, relation, abnf_rule, right] = words[..] else {
            return Err("not `rule NAME A equal NAME B`".to_owned());
        };
        let expressions = (one(left)?, one(right)?);
        if expressions.0.max(expressions.1) >= self.exprs.len() {
            return Err("no such expression".to_owned());
        }
        let is_equal = match relation {
            "equal" => true,
            "included" => false,
            _ => return Err("neither `equal` nor `included`".to_owned()),
        };
        let (rule, abnf_rule) = (rule.to_owned(), abnf_rule.to_owned());
        self.verified.claims.push(Verdict { rule, abnf_rule, is_equal, expressions, is_proved: false });
        Ok(())
    }

    fn formula(&mut self, numbers: &[usize]) -> Checked {
        let Proof { pairs, same, values, kept, due, .. } = &mut self.proof;
        let &[expr, rest, ref by @ ..] = numbers else { return Err("two numbers are missing".to_owned()) };
        let own = pairs.len();
        if own == 0 || !kept.is_empty() {
            return Err("no formula belongs here".to_owned());
        }
        let expr = *self.exprs.get(expr).ok_or("no such expression")?;
        // The formulas that define it, in this order.
        let operands = match expr {
            Expr::Empty | Expr::Fail | Expr::End | Expr::Chars(_) => vec![],
            // The first part before a formula that is the second part before the rest: it may come later.
            Expr::Seq(a, b) => {
                let tail = by.first().and_then(|&by| pairs.get(by)).map_or(0, |head| head.1);
                due.push((tail, (b, rest)));
                vec![(a, tail)]
            }
            Expr::First(a, b) => vec![(a, 1), (a, rest), (b, rest)],
            Expr::Either(a, b) => vec![(a, rest), (b, rest)],
            Expr::Star(a) => vec![(a, 1), (a, own)],
            Expr::Many(a) => vec![(a, own)],
            Expr::Not(a) | Expr::And(a) => vec![(a, 1)],
        };
        if by.len() != operands.len() || !by.iter().zip(&operands).all(|(&by, pair)| pairs.get(by) == Some(pair)) {
            return Err("its operands are not the formulas of its parts".to_owned());
        }
        let of = |operand: usize| same[by[operand]];
        let uses_rest = !matches!(expr, Expr::Fail | Expr::Chars(_) | Expr::Seq(..) | Expr::First(..) | Expr::Either(..));
        let after = if uses_rest { *same.get(rest).ok_or("its rest is defined by it")? } else { 0 };
        let value = match expr {
            Expr::Empty => Err(after),
            Expr::Fail => Err(0),
            Expr::Seq(..) => Err(of(0)),
            Expr::Chars(set) => Ok(Value::Next(set, rest)),
            Expr::First(..) => Ok(Value::If(of(0), of(1), of(2))),
            Expr::Star(_) => Ok(Value::If(of(0), of(1), after)),
            Expr::Either(..) => Ok(Value::Or(of(0), of(1))),
            Expr::Many(_) => Ok(Value::Or(of(0), after)),
            Expr::Not(_) => Ok(Value::If(of(0), 0, after)),
            Expr::And(_) => Ok(Value::If(of(0), after, 0)),
            Expr::End => Ok(Value::If(2, after, 0)),
        };
        pairs.push((numbers[0], rest));
        same.push(value.err().unwrap_or(own));
        values.extend(value.ok().map(|value| (own, value)));
        Ok(())
    }

    fn keep(&mut self, kept: Vec<usize>) -> Checked {
        let Proof { pairs, same, values, due, place, .. } = &mut self.proof;
        if pairs.is_empty() || !place.is_empty() || kept.is_empty() {
            return Err("no place for it, or it is empty".to_owned());
        }
        if !due.iter().all(|(formula, pair)| pairs.get(*formula) == Some(pair)) {
            return Err("the second part of a `seq` has no formula".to_owned());
        }
        *place = vec![None; pairs.len()];
        for (at, &formula) in kept.iter().enumerate() {
            let same = *same.get(formula).ok_or("no such formula")?;
            place[same] = Some(at);
        }
        for (_, value) in values {
            if let Value::Next(_, rest) = value {
                let kept = same.get(*rest).and_then(|&same| place[same]);
                *rest = kept.ok_or_else(|| format!("formula {rest} is not kept"))?;
            }
        }
        self.proof.kept = kept.iter().map(|&formula| same[formula]).collect();
        Ok(())
    }

    fn row(&mut self, line: usize, rest: &str) -> Checked {
        let proof = &mut self.proof;
        let parts: Vec<&str> = rest.split('|').collect();
        let [targets, digits, unknown] = parts[..] else { return Err("not three parts".to_owned()) };
        let (targets, digits) = (numbers(targets)?, digits.trim().as_bytes());
        if proof.kept.is_empty() || targets.len() != self.letters.len() {
            return Err("not a target for each letter, or no formulas before it".to_owned());
        }
        let size = proof.kept.len();
        if digits.len() != size.div_ceil(4) {
            return Err(format!("not the values of {size} formulas"));
        }
        let mut known = vec![0u64; size.div_ceil(64)];
        for (at, &digit) in digits.iter().enumerate() {
            let bits = char::from(digit).to_digit(16).ok_or("not hexadecimal")?;
            if bits.checked_shr((size - at * 4) as u32).unwrap_or(0) != 0 {
                return Err(format!("not the values of {size} formulas"));
            }
            known[at / 16] |= u64::from(bits) << (at % 16 * 4);
        }
        let mut may = [known.clone(), known.iter().map(|word| !word).collect()];
        for place in numbers(unknown)? {
            if place >= size {
                return Err(format!("no value {place}"));
            }
            may.iter_mut().for_each(|may| may[place / 64] |= 1 << (place % 64));
        }
        if proof.may.is_empty() {
            proof.first_line = line;
        }
        proof.targets.extend(targets);
        proof.may.push(may);
        Ok(())
    }

    /// Checks the proof that has been read, if there is one.
    fn qed(&mut self) -> Checked {
        let proof = std::mem::take(&mut self.proof);
        let Some(claim) = proof.claim else { return Ok(()) };
        let claim = &mut self.verified.claims[claim];
        let root = |expr| {
            let formula = proof.pairs.iter().position(|&pair| pair == (expr, 2)).filter(|_| !proof.place.is_empty());
            formula.and_then(|formula| proof.place[proof.same[formula]]).ok_or("a side of the claim is not kept")
        };
        let (left, right) = (root(claim.expressions.0)?, root(claim.expressions.1)?);
        let width = self.letters.len();
        let steps = proof.may.len().saturating_mul(proof.pairs.len()).saturating_mul(width);
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MOST_STEPS || proof.may.is_empty() {
            return Err(format!("no rows, or more than {MOST_STEPS} steps"));
        }
        for (row, may) in proof.may.iter().enumerate() {
            let may = |value: usize, place: usize| may[value][place / 64] >> (place % 64) & 1 == 1;
            let breaks = |one, other| may(0, one) && may(1, other);
            if breaks(left, right) || claim.is_equal && breaks(right, left) {
                self.at = Some(proof.first_line + row);
                return Err("the claim does not hold here".to_owned());
            }
            let outside = proof.targets[row * width..][..width].iter().find(|&&target| target >= proof.may.len());
            if let Some(target) = outside {
                self.at = Some(proof.first_line + row);
                return Err(format!("no row {target}"));
            }
        }
        let mut values = vec![[0u64, !0]; proof.pairs.len()];
        values[1] = [!0, 0];
        values[2] = [1, !1];
        let none = vec![0; proof.values.len()];
        let flaw = |_| (proof.first_line, "not the row of the empty string".to_owned());
        let mut checked = proof.step(&mut values, &none, None, &[0]).map_err(flaw);
        values[2] = [0, !0];
        for first in (0..width).step_by(64) {
            let mask = |&(_, value): &(usize, Value)| match value {
                Value::Next(set, _) => {
                    let letters = &self.sets[set];
                    let from = letters.partition_point(|&letter| letter < first);
                    letters[from..].iter().take_while(|&&letter| letter < first + 64).fold(0, |mask, letter| mask | 1 << (letter - first))
                }
                _ => 0,
            };
            let masks: Vec<u64> = proof.values.iter().map(mask).collect();
            for row in 0..proof.may.len() {
                let targets = &proof.targets[row * width + first..(row + 1) * width];
                let targets = &targets[..targets.len().min(64)];
                let flaw = |letter| (proof.first_line + row, format!("its target for letter {} has other values", first + letter));
                checked = checked.and_then(|()| proof.step(&mut values, &masks, Some(row), targets).map_err(flaw));
            }
        }
        claim.is_proved = checked.is_ok();
        checked.map_err(|(line, message)| {
            self.at = Some(line);
            message
        })
    }

    /// Checks that the characters have letters.
    fn whole_alphabet(&self) -> Checked {
        self.last_char.map(drop).ok_or_else(|| "no letters before it".to_owned())
    }
}

impl Proof {
    /// Finds the values of all formulas, for 64 letters at a time before the strings of a row, and the first letter
    /// whose target has not those of the kept formulas.
    fn step(&self, values: &mut [[u64; 2]], masks: &[u64], row: Option<usize>, targets: &[usize]) -> Result<(), usize> {
        for (&(own, value), &mask) in self.values.iter().zip(masks) {
            values[own] = match value {
                Value::Next(_, place) => {
                    let may = |value: usize| row.is_some_and(|row| self.may[row][value][place / 64] >> (place % 64) & 1 == 1);
                    [if may(0) { mask } else { 0 }, if may(1) { !0 } else { !mask }]
                }
                Value::If(a, b, c) => {
                    let ([yes, no], b, c) = (values[a], values[b], values[c]);
                    [yes & b[0] | no & c[0], yes & b[1] | no & c[1]]
                }
                Value::Or(a, b) => [values[a][0] | values[b][0], values[a][1] & values[b][1]],
            };
        }
        for (place, &formula) in self.kept.iter().enumerate() {
            let mut may = values[formula][0] & (!0 >> (64 - targets.len()));
            while may != 0 {
                let letter = may.trailing_zeros() as usize;
                if self.may[targets[letter]][0][place / 64] >> (place % 64) & 1 == 0 {
                    return Err(letter);
                }
                may &= may - 1;
            }
        }
        for (letter, &target) in targets.iter().enumerate() {
            for (word, known) in self.may[target][1].iter().map(|may| !may).enumerate() {
                let mut known = known;
                while known != 0 {
                    let formula = self.kept[word * 64 + known.trailing_zeros() as usize];
                    if values[formula][1] >> letter & 1 == 1 {
                        return Err(letter);
                    }
                    known &= known - 1;
                }
            }
        }
        Ok(())
    }
}

fn one(word: &str) -> Checked<usize> {
    // At most nine digits: sums of a few of them fit.
    let digits = (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().ok_or_else(|| "not a number".to_owned())
}

fn numbers(words: &str) -> Checked<Vec<usize>> {
    words.split_ascii_whitespace().map(one).collect()
}

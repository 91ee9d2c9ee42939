//! Checks a certificate. It shares nothing with the code that writes one but the format, and uses the standard
//! library alone.
//!
//! A certificate has one item a line. `from HEX LETTER` says that the characters from that one on, to the next that
//! is named, are that letter. Expressions are numbered from 0: `empty`, `fail`, `end`, `chars LETTER...`, `seq A B`,
//! `first A B` (ordered choice), `either A B` (unordered), `star A` (as often as it matches), `many A` (any number of
//! times), `not A` and `and A`. `rule NAME A equal NAME B` and `... included ...` are what is claimed of the strings that
//! A and B match whole. The lines `grammar NAME` and `abnf NAME`, and those that begin with `|` behind them, quote the
//! files that were read; they prove nothing.
//!
//! `prove RULE` begins the proof of a claim, the first being 0. `match A K BY...` is a formula, numbered from 3: of
//! what is left of a string, A matches a beginning, and K holds of what is left then. 0 never holds, 1 always, 2 of
//! the empty string. BY are the formulas that define it, those of [`Proof::formula`]. A row is the values of the
//! formulas `keep F...` for some strings: `row TARGET... | HEX | PLACE...` has, for each letter, the row of those
//! strings with the letter put before them; the values, four to a digit, the lowest bit first; and the places of the
//! values that are not known. Row 0 is that of the empty string. `qed` ends the file.
//!
//! So each string has a row, by induction from its end. It is checked row by row and letter by letter that the values
//! of the next row follow, and in each row, that the claim does.

use std::fmt;

/// The most steps: rows times formulas times words of 64 letters. They take seconds.
const MOST_STEPS: usize = 1 << 28;

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

/// A claim that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// The rule of the grammar.
    pub rule: String,
    /// The rule of the ABNF.
    pub abnf_rule: String,
    /// Whether both match the same strings; else the first matches none that the second does not.
    pub is_equal: bool,
}

/// Checks a certificate, and returns what it proves. Takes time and memory linear in its length, and at most 2²⁸ steps
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
/// assert_eq!(flaw.to_string(), "3: no such part");
/// ```
pub fn verify(text: &str) -> Result<Vec<Proved>, Flaw> {
    let mut checker = Checker::default();
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        let content = content.strip_suffix('\n').ok_or_else(|| "the file ends within a line".to_owned());
        let checked = content.and_then(|content| checker.line(line, content));
        checked.map_err(|message| Flaw { line: checker.row.take().unwrap_or(line), message })?;
    }
    let claims = checker.claims.into_iter().map(|(claim, ..)| claim).collect();
    let cut = Flaw { line: text.matches('\n').count() + 1, message: "it ends without `qed`".to_owned() };
    if checker.is_done { Ok(claims) } else { Err(cut) }
}

type Checked<T = ()> = Result<T, String>;

#[derive(Default)]
struct Checker<'t> {
    /// The number of letters.
    letters: usize,
    /// The character that was named last.
    named: Option<u32>,
    /// Each with its parts, or its letters.
    exprs: Vec<(&'t str, Vec<usize>)>,
    /// Each with the expressions of its sides, and whether it is proved.
    claims: Vec<(Proved, [usize; 2], bool)>,
    proof: Proof,
    steps: usize,
    /// The line of a row that is at fault.
    row: Option<usize>,
    is_done: bool,
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

/// How the value of a formula is found, from those of formulas before it.
#[derive(Clone, Copy)]
enum Value {
    /// That of a kept formula for what follows the letter, if the expression has the letter.
    Next(usize, usize),
    /// That of the second, if the first is true, or else that of the third.
    If(usize, usize, usize),
}

impl<'t> Checker<'t> {
    fn line(&mut self, line: usize, content: &'t str) -> Checked {
        let (key, rest) = content.split_once(' ').unwrap_or((content, ""));
        ensure((line == 1) == (content == "urigram certificate 1"), "line 1 is `urigram certificate 1`")?;
        ensure(!self.is_done, "a line after `qed`, the last one")?;
        let is_file = matches!(key, "urigram" | "grammar" | "abnf") || content.starts_with('|');
        match key {
            _ if is_file => ensure(self.letters == 0, "files come first"),
            "from" => self.letter(rest),
            "rule" => self.claim(&rest.split(' ').collect::<Vec<_>>()),
            "prove" => {
                self.qed()?;
                let claim = number(rest)?;
                ensure(self.claims.get(claim).is_some_and(|claim| !claim.2), "no claim to prove")?;
                self.proof.claim = Some(claim);
                (self.proof.pairs, self.proof.same) = (vec![(usize::MAX, 0); 3], vec![0, 1, 2]);
                Ok(())
            }
            "match" => self.proof.formula(&self.exprs, &numbers(rest)?),
            "keep" => self.proof.keep(&numbers(rest)?),
            "row" => self.proof.row(line, self.letters, rest),
            "qed" => {
                self.qed()?;
                self.is_done = !self.claims.is_empty() && self.claims.iter().all(|claim| claim.2);
                ensure(self.is_done, "no claim, or one without a proof")
            }
            _ => self.expr(key, numbers(rest)?),
        }
    }

    fn letter(&mut self, rest: &str) -> Checked {
        let (named, letter) = rest.split_once(' ').ok_or("two words are missing")?;
        let letter = number(letter)?;
        // There are no more letters than lines.
        ensure(letter <= self.letters, "neither a known letter nor the next")?;
        ensure(self.exprs.is_empty(), "the expressions have begun")?;
        let named = u32::from_str_radix(named, 16).ok().filter(|&named| char::from_u32(named).is_some());
        let named = named.ok_or("not a character")?;
        ensure(self.named.map_or(named == 0, |last| named > last), "not in order from 0")?;
        self.named = Some(named);
        self.letters = self.letters.max(letter + 1);
        Ok(())
    }

    fn expr(&mut self, key: &'t str, parts: Vec<usize>) -> Checked {
        let (count, known) = match key {
            "chars" => (parts.len(), self.letters),
            "seq" | "first" | "either" => (2, self.exprs.len()),
            "star" | "many" | "not" | "and" => (1, self.exprs.len()),
            "empty" | "fail" | "end" => (0, 0),
            _ => return Err("no such item".to_owned()),
        };
        ensure(self.named.is_some(), "the characters have no letters")?;
        ensure(parts.iter().all(|&part| part < known), "no such part")?;
        ensure(parts.len() == count, "too many parts, or too few")?;
        ensure(key != "chars" || parts.is_sorted(), "letters out of order")?;
        self.exprs.push((key, parts));
        Ok(())
    }

    fn claim(&mut self, words: &[&str]) -> Checked {
        let &[rule, left, relation @ ("equal" | "included"), abnf_rule, right] = words else {
            return Err("not `rule NAME A equal NAME B`, nor with `included`".to_owned());
        };
        let sides = [number(left)?, number(right)?];
        ensure(sides.iter().all(|&side| side < self.exprs.len()), "no such expression")?;
        let [rule, abnf_rule] = [rule, abnf_rule].map(str::to_owned);
        self.claims.push((Proved { rule, abnf_rule, is_equal: relation == "equal" }, sides, false));
        Ok(())
    }

    /// Checks the proof that has been read, if there is one.
    fn qed(&mut self) -> Checked {
        let proof = std::mem::take(&mut self.proof);
        let Some(claim) = proof.claim else { return Ok(()) };
        let (claim, sides, is_proved) = &mut self.claims[claim];
        let (width, rows) = (self.letters, proof.may.len());
        let words = proof.pairs.len().saturating_mul(width.div_ceil(64));
        self.steps = self.steps.saturating_add(rows.saturating_mul(words));
        ensure(rows > 0 && self.steps <= MOST_STEPS, &format!("no rows, or more than {MOST_STEPS} steps"))?;
        let find = |side| proof.pairs.iter().position(|&pair| pair == (side, 2));
        let side =
            |side| find(side).and_then(|found| proof.place[proof.same[found]]).ok_or("a side is not kept");
        let (left, right) = (side(sides[0])?, side(sides[1])?);
        let mut values = vec![[0, !0]; proof.pairs.len()];
        (values[1], values[2]) = ([!0, 0], [!0, 0]);
        for row in 0..rows {
            self.row = Some(proof.first_line + row);
            let targets = &proof.targets[row * width..][..width];
            ensure(targets.iter().all(|&target| target < rows), "no such row")?;
            let breaks = |one, other| proof.may(row, 0, one) && proof.may(row, 1, other);
            let is_broken = breaks(left, right) || claim.is_equal && breaks(right, left);
            ensure(!is_broken, "the claim does not hold here")?;
        }
        self.row = Some(proof.first_line);
        let is_empty = proof.follows(&mut values, &vec![0; proof.values.len()], None, &[0]);
        ensure(is_empty, "not the row of the empty string")?;
        values[2] = [0, !0];
        for first in (0..width).step_by(64) {
            let own = |expr: usize| {
                let letters = self.exprs[expr].1.as_slice();
                let from = &letters[letters.partition_point(|&letter| letter < first)..];
                from.iter().map(|letter| letter - first).take_while(|&letter| letter < 64)
            };
            let mask = |&(_, value): &_| match value {
                Value::Next(expr, _) => own(expr).fold(0, |mask, letter| mask | 1 << letter),
                Value::If(..) => 0,
            };
            let masks: Vec<u64> = proof.values.iter().map(mask).collect();
            for row in 0..rows {
                self.row = Some(proof.first_line + row);
                let targets = &proof.targets[row * width..][first..width.min(first + 64)];
                ensure(proof.follows(&mut values, &masks, Some(row), targets), "a target has other values")?;
            }
        }
        (self.row, *is_proved) = (None, true);
        Ok(())
    }
}

impl Proof {
    fn formula(&mut self, exprs: &[(&str, Vec<usize>)], numbers: &[usize]) -> Checked {
        let (own, pairs) = (self.pairs.len(), &mut self.pairs);
        let &[expr, rest, ref by @ ..] = numbers else { return Err("two numbers are missing".to_owned()) };
        ensure(own > 0 && self.place.is_empty(), "no place for a formula")?;
        let (key, parts) = exprs.get(expr).ok_or("no such expression")?;
        let needed = match (*key, &parts[..]) {
            // The first part before a formula that is the second part before the rest, which may come later.
            ("seq", &[a, b]) => {
                let tail = by.first().and_then(|&by| pairs.get(by)).map_or(0, |head| head.1);
                self.due.push((tail, (b, rest)));
                vec![(a, tail)]
            }
            ("first", &[a, b]) => vec![(a, 1), (a, rest), (b, rest)],
            ("either", &[a, b]) => vec![(a, rest), (b, rest)],
            ("star", &[a]) => vec![(a, 1), (a, own)],
            ("many", &[a]) => vec![(a, own)],
            ("not" | "and", &[a]) => vec![(a, 1)],
            _ => vec![],
        };
        let found: Option<Vec<_>> = by.iter().map(|&by| pairs.get(by).copied()).collect();
        ensure(found == Some(needed), "its operands are not the formulas of its parts")?;
        let of = |operand: usize| self.same[by[operand]];
        let after = || self.same.get(rest).copied().ok_or("its rest comes later");
        let value = match *key {
            "empty" => Err(after()?),
            "fail" => Err(0),
            "seq" => Err(of(0)),
            "chars" => Ok(Value::Next(expr, rest)),
            "first" => Ok(Value::If(of(0), of(1), of(2))),
            "either" => Ok(Value::If(of(0), 1, of(1))),
            "star" => Ok(Value::If(of(0), of(1), after()?)),
            "many" => Ok(Value::If(of(0), 1, after()?)),
            "not" => Ok(Value::If(of(0), 0, after()?)),
            "and" => Ok(Value::If(of(0), after()?, 0)),
            _ => Ok(Value::If(2, after()?, 0)),
        };
        pairs.push((expr, rest));
        self.same.push(value.err().unwrap_or(own));
        self.values.extend(value.ok().map(|value| (own, value)));
        Ok(())
    }

    fn keep(&mut self, kept: &[usize]) -> Checked {
        ensure(self.pairs.len() > 3 && self.place.is_empty() && !kept.is_empty(), "nothing to keep")?;
        let is_due = self.due.iter().all(|(formula, pair)| self.pairs.get(*formula) == Some(pair));
        ensure(is_due, "the second part of a `seq` has no formula")?;
        self.place = vec![None; self.pairs.len()];
        for (place, &formula) in kept.iter().enumerate() {
            let formula = *self.same.get(formula).ok_or("no such formula")?;
            ensure(self.place[formula].replace(place).is_none(), "kept twice")?;
            self.kept.push(formula);
        }
        for (_, value) in &mut self.values {
            if let Value::Next(_, rest) = value {
                let place = self.same.get(*rest).and_then(|&formula| self.place[formula]);
                *rest = place.ok_or_else(|| format!("formula {rest} is not kept"))?;
            }
        }
        Ok(())
    }

    fn row(&mut self, line: usize, width: usize, rest: &str) -> Checked {
        let parts: Vec<&str> = rest.split('|').collect();
        let [targets, digits, unknown] = parts[..] else { return Err("not three parts".to_owned()) };
        let (targets, digits, size) = (numbers(targets)?, digits.trim().as_bytes(), self.kept.len());
        ensure(size > 0 && targets.len() == width, "not a target for each letter, or nothing is kept")?;
        ensure(digits.len() == size.div_ceil(4), "not a value for each formula that is kept")?;
        let mut yes = vec![0; size.div_ceil(64)];
        for (at, &digit) in digits.iter().enumerate() {
            let bits = char::from(digit).to_digit(16).ok_or("not hexadecimal")?;
            ensure(bits >> (size - at * 4).min(4) == 0, "values of more formulas than are kept")?;
            yes[at / 16] |= u64::from(bits) << (at % 16 * 4);
        }
        let mut no: Vec<u64> = yes.iter().map(|word| !word).collect();
        for place in numbers(unknown)? {
            ensure(place < size, "no such place")?;
            yes[place / 64] |= 1 << (place % 64);
            no[place / 64] |= 1 << (place % 64);
        }
        self.first_line = line - self.may.len();
        self.targets.extend(targets);
        self.may.push([yes, no]);
        Ok(())
    }

    fn may(&self, row: usize, value: usize, place: usize) -> bool {
        self.may[row][value][place / 64] >> (place % 64) & 1 == 1
    }

    /// Finds the values of all formulas for up to 64 letters before the strings of a row, or for the empty string, and
    /// returns whether they are those of the targets.
    fn follows(&self, values: &mut [[u64; 2]], masks: &[u64], row: Option<usize>, targets: &[usize]) -> bool {
        for (&(own, value), &mask) in self.values.iter().zip(masks) {
            values[own] = match value {
                Value::Next(_, place) => {
                    let may = |value| row.is_some_and(|row| self.may(row, value, place));
                    [if may(0) { mask } else { 0 }, if row.is_none() || may(1) { !0 } else { !mask }]
                }
                Value::If(a, b, c) => {
                    let ([yes, no], b, c) = (values[a], values[b], values[c]);
                    [yes & b[0] | no & c[0], yes & b[1] | no & c[1]]
                }
            };
        }
        let all = !0 >> (64 - targets.len());
        let holds = |(place, &formula): (usize, &usize)| {
            bits(values[formula][0] & all).all(|letter| self.may(targets[letter], 0, place))
        };
        let fails = |(letter, &target): (usize, &usize)| {
            let mut words = self.may[target][1].iter().zip(self.kept.chunks(64));
            words.all(|(no, kept)| bits(!no).all(|at| values[kept[at]][1] >> letter & 1 == 0))
        };
        self.kept.iter().enumerate().all(holds) && targets.iter().enumerate().all(fails)
    }
}

fn bits(word: u64) -> impl Iterator<Item = usize> {
    let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(|rest| rest.trailing_zeros() as usize)
}

fn ensure(is_so: bool, message: &str) -> Checked {
    if is_so { Ok(()) } else { Err(message.to_owned()) }
}

/// Numbers of up to nine digits: what is made of a few of them does not overflow.
fn number(word: &str) -> Checked<usize> {
    let is_one = (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_one).ok_or_else(|| format!("not a number: {}", word.escape_debug()))
}

fn numbers(words: &str) -> Checked<Vec<usize>> {
    words.split_ascii_whitespace().map(number).collect()
}

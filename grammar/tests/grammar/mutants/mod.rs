//! Mutants of a grammar. Each has one typical editing mistake.
//!
//! The mutants of a grammar and their order are deterministic.

pub(crate) mod oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fastrand::Rng;
use urigram_grammar::{Error, Grammar, RuleType, WrittenExpr, WrittenRule};

/// The kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Two alternatives are swapped.
    Swapped,
    /// A predicate is missing.
    Dropped,
    /// A character class has one more character.
    Widened,
    /// A repetition has other bounds.
    Bound,
    /// A silent rule is no longer silent, or another rule becomes silent.
    Silent,
    /// A rule captures another part of the text, or the captures in it disappear or change.
    Moved,
}

/// A grammar with one mistake, represented by the rules that differ.
#[derive(Debug, Clone)]
pub(crate) struct Mutant {
    pub(crate) kind: Kind,
    /// The rules that differ, the edited one first.
    rules: Vec<WrittenRule>,
    /// The change: `HEXDIG{1, 4} → HEXDIG{1, 5}`.
    change: String,
}

impl Mutant {
    /// Returns the names of the rules that differ.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// Returns the text of the rules that differ.
    pub(crate) fn text(&self) -> String {
        self.rules.iter().map(|written| rule(written) + "\n").collect()
    }

    /// Returns the text of the whole mutated grammar.
    pub(crate) fn whole(&self, base: &Grammar) -> String {
        let written = base.written().unwrap();
        let changed = |written: &WrittenRule| {
            definition(&self.rules, &written.name).map_or_else(|| rule(written), rule)
        };
        written.iter().map(|written| changed(written) + "\n").collect()
    }

    /// Merges the rules into the original grammar.
    pub(crate) fn grammar(&self, base: &Grammar) -> Result<Grammar, Error> {
        Grammar::read_over(base, &self.text(), "mutant.pest")
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        write!(f, "{}: {}", names.join(", "), self.change)
    }
}

/// Returns all mutants of the grammar, in the order of the rules, and for each rule from left to
/// right.
pub(crate) fn all(grammar: &Grammar) -> Vec<Mutant> {
    let rules = grammar.written().unwrap();
    let mut mutants = Vec::new();
    for rule in &rules {
        for edit in everywhere(&rule.expr, &rules) {
            let mut edited = vec![WrittenRule { expr: edit.expr, ..rule.clone() }];
            // Skip an edit that also changes the called rule if the call is recursive, because both would be edits of
            // the same rule.
            if edit.other.as_ref().is_some_and(|other| other.name == rule.name) {
                continue;
            }
            edited.extend(edit.other);
            mutants.push(Mutant { kind: edit.kind, rules: edited, change: edit.change });
        }
        for (kind, ty) in modifiers(rule.ty) {
            let edited = WrittenRule { ty, ..rule.clone() };
            let change = format!("{}{{ }} → {}{{ }}", modifier(rule.ty), modifier(ty));
            mutants.push(Mutant { kind, rules: vec![edited], change });
        }
    }
    mutants
}

/// Returns all mutants in a random order with alternating kinds, so that the first few are of different
/// kinds.
pub(crate) fn shuffled(grammar: &Grammar, random: &mut Rng) -> Vec<Mutant> {
    let mut all = all(grammar);
    random.shuffle(&mut all);
    let mut turns: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut turn = |kind| {
        let turn = turns.entry(kind).or_default();
        *turn += 1;
        *turn
    };
    let mut ordered: Vec<(usize, Mutant)> =
        all.into_iter().map(|mutant| (turn(mutant.kind), mutant)).collect();
    ordered.sort_by_key(|(turn, mutant)| (*turn, mutant.kind));
    ordered.into_iter().map(|(_, mutant)| mutant).collect()
}

/// Returns the types that a rule of this type may have by mistake.
fn modifiers(ty: RuleType) -> Vec<(Kind, RuleType)> {
    match ty {
        RuleType::Silent => vec![(Kind::Silent, RuleType::Normal)],
        RuleType::Atomic => vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::CompoundAtomic)],
        RuleType::CompoundAtomic => vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::Atomic)],
        RuleType::Normal | RuleType::NonAtomic => {
            vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::Atomic)]
        }
    }
}

/// Returns the definition of a rule, if it is in `rules`.
fn definition<'r>(rules: &'r [WrittenRule], name: &str) -> Option<&'r WrittenRule> {
    rules.iter().find(|rule| rule.name == name)
}

/// Returns the parts of a sequence or of a choice, from left to right.
fn flat<'e>(
    expr: &'e WrittenExpr,
    split: fn(&'e WrittenExpr) -> Option<(&'e WrittenExpr, &'e WrittenExpr)>,
) -> Vec<&'e WrittenExpr> {
    let mut parts = Vec::new();
    let mut rest = expr;
    while let Some((left, right)) = split(rest) {
        parts.push(right);
        rest = left;
    }
    parts.push(rest);
    parts.reverse();
    parts
}

/// Returns one character of each class that the rule and the rules that it reaches distinguish, in any of
/// the grammars.
pub(crate) fn of(rule: &str, grammars: [&Grammar; 2]) -> String {
    let mut ranges = BTreeSet::new();
    for grammar in grammars {
        let rules = grammar.written().unwrap();
        let (mut open, mut seen) = (vec![rule.to_owned()], BTreeSet::new());
        while let Some(name) = open.pop() {
            let Some(rule) = definition(&rules, &name) else { continue };
            if seen.insert(name) {
                leaves(&rule.expr, &mut ranges, &mut open);
            }
        }
    }
    let ends = ranges.iter().flat_map(|&(first, last)| [Some(first), char::from_u32(last as u32 + 1)]);
    let mut classes: BTreeMap<Vec<bool>, char> = BTreeMap::new();
    for c in ends.flatten() {
        let within = ranges.iter().map(|(first, last)| (first..=last).contains(&&c)).collect();
        classes.entry(within).or_insert(c);
    }
    classes.into_values().collect()
}

fn leaves(expr: &WrittenExpr, ranges: &mut BTreeSet<(char, char)>, calls: &mut Vec<String>) {
    match expr {
        WrittenExpr::Str(string) => ranges.extend(string.chars().map(|c| (c, c))),
        WrittenExpr::Insens(string) => {
            let cases = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
            ranges.extend(string.chars().flat_map(cases).map(|c| (c, c)));
        }
        WrittenExpr::Range(first, last) => drop(ranges.insert((*first, *last))),
        WrittenExpr::Ident(name) => calls.push(name.clone()),
        inner => inner.operands().for_each(|operand| leaves(operand, ranges, calls)),
    }
}

pub(crate) fn rule(rule: &WrittenRule) -> String {
    format!("{} = {}{{ {} }}", rule.name, modifier(rule.ty), expression(&rule.expr))
}

pub(crate) fn expression(expr: &WrittenExpr) -> String {
    text(expr, Level::Choice)
}

pub(crate) fn modifier(ty: RuleType) -> &'static str {
    match ty {
        RuleType::Normal => "",
        RuleType::Silent => "_",
        RuleType::Atomic => "@",
        RuleType::CompoundAtomic => "$",
        RuleType::NonAtomic => "!",
    }
}

/// The precedence of an expression, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Sequence,
    Prefix,
    Suffix,
    Whole,
}

/// Returns the text of the expression, in brackets if its precedence is lower than `place`.
fn text(expr: &WrittenExpr, place: Level) -> String {
    let (own, text) = written(expr);
    if own < place { format!("({text})") } else { text }
}

fn written(expr: &WrittenExpr) -> (Level, String) {
    let suffix = |inner: &WrittenExpr, suffix: String| (Level::Suffix, text(inner, Level::Suffix) + &suffix);
    match expr {
        WrittenExpr::Str(string) => (Level::Whole, quoted(string)),
        WrittenExpr::Insens(string) => (Level::Whole, format!("^{}", quoted(string))),
        WrittenExpr::Range(first, last) => (Level::Whole, format!("{}..{}", single(*first), single(*last))),
        WrittenExpr::Ident(name) => (Level::Whole, name.clone()),
        WrittenExpr::PeekSlice(from, to) => {
            (Level::Whole, format!("PEEK[{from}..{}]", to.map_or(String::new(), |to| to.to_string())))
        }
        WrittenExpr::PosPred(inner) => (Level::Prefix, format!("&{}", text(inner, Level::Prefix))),
        WrittenExpr::NegPred(inner) => (Level::Prefix, format!("!{}", text(inner, Level::Prefix))),
        WrittenExpr::Seq(left, right) => {
            (Level::Sequence, format!("{} ~ {}", text(left, Level::Sequence), text(right, Level::Prefix)))
        }
        WrittenExpr::Choice(left, right) => {
            (Level::Choice, format!("{} | {}", text(left, Level::Choice), text(right, Level::Sequence)))
        }
        WrittenExpr::Opt(inner) => suffix(inner, "?".to_owned()),
        WrittenExpr::Rep(inner) => suffix(inner, "*".to_owned()),
        WrittenExpr::RepOnce(inner) => suffix(inner, "+".to_owned()),
        WrittenExpr::RepExact(inner, count) => suffix(inner, format!("{{{count}}}")),
        WrittenExpr::RepMin(inner, least) => suffix(inner, format!("{{{least},}}")),
        WrittenExpr::RepMax(inner, most) => suffix(inner, format!("{{,{most}}}")),
        WrittenExpr::RepMinMax(inner, least, most) => suffix(inner, format!("{{{least}, {most}}}")),
        WrittenExpr::Push(inner) => (Level::Whole, format!("PUSH({})", text(inner, Level::Choice))),
    }
}

fn quoted(string: &str) -> String {
    format!("\"{}\"", string.chars().map(|c| escaped(c, '"')).collect::<String>())
}

fn single(c: char) -> String {
    format!("'{}'", escaped(c, '\''))
}

fn escaped(c: char, quote: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        c if c == quote => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        c => format!("\\u{{{:02x}}}", c as u32),
    }
}

/// An expression with one mistake.
pub(super) struct Edit {
    pub(super) kind: Kind,
    pub(super) expr: WrittenExpr,
    /// Another rule that changes with the expression.
    pub(super) other: Option<WrittenRule>,
    pub(super) change: String,
}

/// Returns all edits of the expression and of its subexpressions.
///
/// The recursion is bounded, because the grammar reader limits the nesting of a rule.
pub(super) fn everywhere(expr: &WrittenExpr, rules: &[WrittenRule]) -> Vec<Edit> {
    let mut edits = here(expr, rules);
    for (at, operand) in expr.operands().enumerate() {
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
            // The mistake is to write the body of the rule instead of the call, so that the rule
            // makes no node.
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

/// Swaps the last alternative and its predecessor.
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

/// Moves a string before or after a call into the called rule.
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

/// Returns the expression with the operand at this index replaced.
fn with_operand(expr: &WrittenExpr, at: usize, new: WrittenExpr) -> WrittenExpr {
    let mut expr = expr.clone();
    *expr.operands_mut().nth(at).unwrap() = new;
    expr
}

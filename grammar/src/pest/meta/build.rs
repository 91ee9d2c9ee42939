//! From what pest's parser made of the text to the tree.

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::RuleType;
use pest_meta::parser::Rule as Syntax;

use super::fault::FaultAt;
use super::tree::{Alternative, Body, Choice, Kind, Node, Times, Tree};

/// The tree of a text within the [`bounds`](crate::pest::bounds), no rule of which is defined twice.
///
/// # Errors
///
/// The first of those faults that pest's parser lets pass and nothing can be made of.
pub(crate) fn tree(pairs: Pairs<'_, Syntax>) -> Result<Tree<'_>, FaultAt> {
    let rules = || pairs.clone().filter(is_rule);
    let names = rules().filter_map(|rule| Some(rule.into_inner().next()?.as_str()));
    let numbers = names.enumerate().map(|(number, name)| (name, number)).collect();
    let mut builder = Builder { tree: Tree::default(), numbers };
    for rule in rules() {
        builder.rule(rule)?;
    }
    Ok(builder.tree)
}

/// Whether it is a rule, and no comment on one.
fn is_rule(pair: &Pair<'_, Syntax>) -> bool {
    let first = || pair.clone().into_inner().next();
    pair.as_rule() == Syntax::grammar_rule
        && first().is_some_and(|first| first.as_rule() == Syntax::identifier)
}

struct Builder<'t> {
    tree: Tree<'t>,
    numbers: HashMap<&'t str, usize>,
}

impl<'t> Builder<'t> {
    fn rule(&mut self, pair: Pair<'t, Syntax>) -> Result<(), FaultAt> {
        let (mut name, mut ty) = ("", RuleType::Normal);
        for part in pair.into_inner() {
            match part.as_rule() {
                Syntax::identifier => name = part.as_str(),
                Syntax::silent_modifier => ty = RuleType::Silent,
                Syntax::atomic_modifier => ty = RuleType::Atomic,
                Syntax::compound_atomic_modifier => ty = RuleType::CompoundAtomic,
                Syntax::non_atomic_modifier => ty = RuleType::NonAtomic,
                Syntax::expression => {
                    let mut parts = part.into_inner().peekable();
                    parts.next_if(|first| first.as_rule() == Syntax::choice_operator);
                    let node = self.expression(parts)?;
                    self.tree.rules.push(Body { name, ty, node });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind<'t>, range: Range<usize>) -> usize {
        self.tree.nodes.push(Node { kind, range });
        self.tree.nodes.len() - 1
    }

    /// Two operands, from the beginning of the one to the end of the other.
    fn both(&mut self, kind: fn(usize, usize) -> Kind<'t>, left: usize, right: usize) -> usize {
        let range = self.tree.nodes[left].range.start..self.tree.nodes[right].range.end;
        self.add(kind(left, right), range)
    }

    /// Recursion: as deep as brackets nest, here and in [`Builder::term`], which [`bounds`](crate::pest::bounds) limits.
    fn expression(&mut self, mut parts: Peekable<Pairs<'t, Syntax>>) -> Result<usize, FaultAt> {
        if let Some(operator) = parts.next_if(|first| first.as_rule() == Syntax::choice_operator) {
            let message = "expected a term: only a rule as a whole may begin with `|`".to_owned();
            return Err(FaultAt { range: range(&operator), message });
        }
        // Choices are numbered in the order in which they begin.
        let number = self.tree.choices.len();
        if parts.clone().any(|part| part.as_rule() == Syntax::choice_operator) {
            let rule = self.tree.rules.len();
            self.tree.choices.push(Choice { rule, node: 0, alternatives: Vec::new() });
        }

        let mut alternatives: Vec<Alternative> = Vec::new();
        let mut goes_on = false;
        for part in parts {
            match part.as_rule() {
                Syntax::choice_operator => goes_on = false,
                Syntax::term => {
                    let range = within(&part);
                    let term = self.term(part)?;
                    match alternatives.last_mut().filter(|_| goes_on) {
                        Some(last) => {
                            last.node = self.both(Kind::Seq, last.node, term);
                            last.range.end = range.end;
                        }
                        None => alternatives.push(Alternative { node: term, range }),
                    }
                    goes_on = true;
                }
                _ => {}
            }
        }

        let nodes: Vec<usize> = alternatives.iter().map(|alternative| alternative.node).collect();
        let whole = nodes.into_iter().reduce(|left, right| self.both(Kind::Choice, left, right));
        // INVARIANT: pest's parser finds at least one term in an expression.
        let whole = whole.unwrap_or_else(|| panic!("an expression without a term"));
        if alternatives.len() > 1 {
            let choice = &mut self.tree.choices[number];
            (choice.node, choice.alternatives) = (whole, alternatives);
        }
        Ok(whole)
    }

    fn term(&mut self, term: Pair<'t, Syntax>) -> Result<usize, FaultAt> {
        let mut before = Vec::new();
        let mut node = None;
        for part in term.into_inner() {
            let place = range(&part);
            let Some(inner) = node else {
                match part.as_rule() {
                    Syntax::tag_id | Syntax::assignment_operator => {}
                    Syntax::opening_paren
                    | Syntax::positive_predicate_operator
                    | Syntax::negative_predicate_operator => before.push(part),
                    Syntax::expression => node = Some(self.expression(part.into_inner().peekable())?),
                    _ => node = Some(self.terminal(part)?),
                }
                continue;
            };
            let whole = self.tree.nodes[inner].range.start..place.end;
            node = Some(match part.as_rule() {
                Syntax::closing_paren => {
                    self.tree.nodes[inner].range = whole;
                    inner
                }
                Syntax::optional_operator => self.add(Kind::Opt(inner), whole),
                _ => {
                    let times = times(part)?;
                    self.add(Kind::Repeat(inner, times), whole)
                }
            });
        }
        // INVARIANT: pest's parser finds one node in a term.
        let mut node = node.unwrap_or_else(|| panic!("a term of nothing"));
        for operator in before.into_iter().rev() {
            let whole = range(&operator).start..self.tree.nodes[node].range.end;
            match operator.as_rule() {
                Syntax::positive_predicate_operator => node = self.add(Kind::And(node), whole),
                Syntax::negative_predicate_operator => node = self.add(Kind::Not(node), whole),
                _ => self.tree.nodes[node].range = whole,
            }
        }
        Ok(node)
    }

    fn terminal(&mut self, pair: Pair<'t, Syntax>) -> Result<usize, FaultAt> {
        let (text, place) = (pair.as_str(), range(&pair));
        let kind = match pair.as_rule() {
            Syntax::identifier => {
                self.numbers.get(text).map_or(Kind::Builtin(text), |&rule| Kind::Call(rule))
            }
            Syntax::string => Kind::Str(unquoted(text, &place)?),
            Syntax::insensitive_string => {
                Kind::Insens(unquoted(inner(pair, Syntax::string).as_str(), &place)?)
            }
            Syntax::range => {
                let mut ends = pair.into_inner().filter(|part| part.as_rule() == Syntax::character);
                let mut end = || ends.next().map_or(Ok(String::new()), |end| unquoted(end.as_str(), &place));
                Kind::Range(end()?, end()?)
            }
            Syntax::peek_slice => slice(pair)?,
            Syntax::_push => {
                let pushed = inner(pair, Syntax::expression);
                let pushed = self.expression(pushed.into_inner().peekable())?;
                // As pest has it, without the bracket behind it.
                let whole = place.start..self.tree.nodes[pushed].range.end;
                return Ok(self.add(Kind::Push(pushed), whole));
            }
            _ => {
                let message = "PUSH_LITERAL requires feature grammar-extras".to_owned();
                return Err(FaultAt { range: place, message });
            }
        };
        Ok(self.add(kind, place))
    }
}

fn range(pair: &Pair<'_, Syntax>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

/// The range of a term, which itself takes in the space behind it.
fn within(term: &Pair<'_, Syntax>) -> Range<usize> {
    let start = term.as_span().start();
    start..term.clone().into_inner().last().map_or(start, |last| last.as_span().end())
}

/// The part of that kind, which pest's parser does not let be missing.
fn inner(pair: Pair<'_, Syntax>, kind: Syntax) -> Pair<'_, Syntax> {
    let mut parts = pair.into_inner();
    parts.find(|part| part.as_rule() == kind).unwrap_or_else(|| panic!("nothing of kind {kind:?}"))
}

/// What an operator behind a term says.
fn times(operator: Pair<'_, Syntax>) -> Result<Times, FaultAt> {
    let kind = operator.as_rule();
    let mut numbers = operator.into_inner().filter(|part| part.as_rule() == Syntax::number);
    let mut number = || numbers.next().map_or(Ok((0, 0..0)), number);
    let positive = |(number, range): (u32, Range<usize>)| match number {
        0 => Err(FaultAt { range, message: "cannot repeat 0 times".to_owned() }),
        number => Ok(number),
    };
    Ok(match kind {
        Syntax::repeat_operator => Times::Any,
        Syntax::repeat_once_operator => Times::Once,
        Syntax::repeat_exact => Times::Exactly(positive(number()?)?),
        Syntax::repeat_min => Times::Least(number()?.0),
        Syntax::repeat_max => Times::Most(positive(number()?)?),
        _ => Times::Between(number()?.0, positive(number()?)?),
    })
}

fn number(pair: Pair<'_, Syntax>) -> Result<(u32, Range<usize>), FaultAt> {
    let range = range(&pair);
    match pair.as_str().parse() {
        Ok(number) => Ok((number, range)),
        Err(_) => Err(FaultAt { range, message: "number cannot overflow u32".to_owned() }),
    }
}

/// `PEEK[1..-1]`, each end of which may be missing.
fn slice<'t>(pair: Pair<'t, Syntax>) -> Result<Kind<'t>, FaultAt> {
    let (mut from, mut to, mut is_behind) = (0, None, false);
    for part in pair.into_inner() {
        match part.as_rule() {
            Syntax::range_operator => is_behind = true,
            Syntax::integer => {
                let Ok(end) = part.as_str().parse() else {
                    let message = "number cannot overflow i32".to_owned();
                    return Err(FaultAt { range: range(&part), message });
                };
                if is_behind { to = Some(end) } else { from = end }
            }
            _ => {}
        }
    }
    Ok(Kind::Slice(from, to))
}

/// The text between quotes, its escapes replaced by what they stand for. `place` is that of a fault in it.
fn unquoted(quoted: &str, place: &Range<usize>) -> Result<String, FaultAt> {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    while let Some((plain, escape)) = rest.split_once('\\') {
        // INVARIANT: pest's parser lets no other escapes pass.
        let (c, length) = match escape.as_bytes() {
            [b'x', ..] => (character(&escape[1..3]), 3),
            [b'u', ..] => {
                let end = escape.find('}').unwrap_or(escape.len());
                (character(&escape[2..end]), end + 1)
            }
            [b'n', ..] => (Ok('\n'), 1),
            [b'r', ..] => (Ok('\r'), 1),
            [b't', ..] => (Ok('\t'), 1),
            [b'0', ..] => (Ok('\0'), 1),
            [quote_or_backslash, ..] => (Ok(char::from(*quote_or_backslash)), 1),
            [] => panic!("an escape of nothing"),
        };
        text.push_str(plain);
        text.push(c.map_err(|message| FaultAt { range: place.clone(), message })?);
        rest = &escape[length..];
    }
    text.push_str(rest);
    Ok(text)
}

/// The character of that number, or what to say if there is none: `\u{D800}` is of pest's syntax.
fn character(digits: &str) -> Result<char, String> {
    let found = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    found.ok_or_else(|| format!("U+{} is not a character", digits.to_uppercase()))
}

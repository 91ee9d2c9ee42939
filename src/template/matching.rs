//! The inverse of expansion: the values by which a template gives a URI.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use super::Template;
use super::operator::Operator;
use super::parse::{Modifier, Variable};
use super::triplets;
use super::value::{Value, Values};
use crate::grammar::class;
use crate::grammar::template::CHARACTERS;

/// The values by which a template gives a URI, from [`Template::match_uri`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<'t> {
    values: Values<'static>,
    ambiguous: Vec<&'t str>,
}

impl<'t> Match<'t> {
    /// Returns the values. The template gives the URI with them.
    pub const fn values(&self) -> &Values<'static> {
        &self.values
    }

    /// Returns the values.
    pub fn into_values(self) -> Values<'static> {
        self.values
    }

    /// Returns the value of a variable; `None` if it is undefined.
    pub fn get(&self, name: &str) -> Option<&Value<'static>> {
        self.values.get(name)
    }

    /// Returns the names of the variables that the URI does not determine, in the order of the template.
    ///
    /// These are the variables that may write another part of the URI in another match, or none, and those whose value may go on
    /// after a prefix. Not reported are differences between values that write the same part:
    ///
    /// - the kind: `?a=x,y` is what `{?a}` gives for the list of `x` and `y`, and for the map from `x` to `y`; `/x` is what `{/a*}`
    ///   gives for a string and for a list;
    /// - empty or undefined, if nothing is written, as in `{a}`;
    /// - in `+` and `#`, a triplet or the character that it represents, as `%20` or a space.
    ///
    /// Nor are the values that [`match_uri`](Template::match_uri) never returns, such as lists in `{x,y}`. A variable that is used
    /// more than once is determined if one of its occurrences is.
    ///
    /// ```
    /// use urigram::template::{Template, Value, Values};
    ///
    /// let template = Template::parse("/{name}{.extension}{?version:1}").unwrap();
    /// let found = template.match_uri("/a.tar.gz?version=1").unwrap();
    /// // Or `a.tar` and `gz`, or `a.tar.gz` alone; and a version may go on after its first character.
    /// assert_eq!(found.ambiguous(), ["name", "extension", "version"]);
    ///
    /// let template = Template::parse("{?a}").unwrap();
    /// let found = template.match_uri("?a=x,y").unwrap();
    /// // A map gives the same, but no other part of the URI.
    /// assert_eq!(found.get("a"), Some(&["x", "y"].into()));
    /// assert!(found.ambiguous().is_empty());
    /// assert_eq!(template.expand(&Values::new().with("a", Value::map([("x", "y")]))).unwrap(), "?a=x,y");
    /// ```
    pub fn ambiguous(&self) -> &[&'t str] {
        &self.ambiguous
    }
}

impl Template {
    /// Returns values by which the template gives this URI reference; `None` if there are none.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// let template = Template::parse("http://example.com/{user}{/path*}{?q,lang}")?;
    /// let found = template.match_uri("http://example.com/Jos%C3%A9/a/b?lang=es").unwrap();
    /// assert_eq!(found.get("user"), Some(&"José".into()));
    /// assert_eq!(found.get("path"), Some(&["a", "b"].into()));
    /// assert_eq!(found.get("lang"), Some(&"es".into()));
    /// assert_eq!(found.get("q"), None);
    /// assert!(found.ambiguous().is_empty());
    ///
    /// assert!(template.match_uri("http://example.com/a?page=1").is_none());
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// There is a match only if [`expand`](Self::expand) gives exactly this text with the values, except for the case of
    /// hexadecimal digits in percent-encoded octets. If several assignments do,
    /// [`ambiguous`](Match::ambiguous) lists the variables that differ, and each variable, from left to right, gets the
    /// longest value that leaves a match for the rest. The kind of a value follows these rules:
    ///
    /// - A variable with `*` is a list of the parts between separators. It is a map if each part has a `=`; in operators that
    ///   write names, if a part has another name than the variable. It takes no part with the name of another variable of its
    ///   expression. In `{.x*}`, parts without a `=` belong to the value or name of the map before or after them.
    /// - Another variable is a string, or if its text has a comma, a list. It is always a string if the operator keeps commas of
    ///   strings (`+` and `#`), or if commas separate it from other variables, as in `{x,y}`.
    /// - A variable is undefined where an empty string gives the same text, as in `{x}`.
    ///
    /// Other values are not tried: lists in `{x,y}`, maps with the names of other variables, and in `{;x}`, a list of one empty
    /// string. There is no match if the template gives the URI only with such values.
    ///
    /// The occurrences of a variable that is used more than once are found independently, and it is no match if they differ.
    ///
    /// Takes time in proportion to the length of the URI times that of the template, without backtracking, and memory in
    /// proportion to the length of the URI times the number of variables. It is linear only if one of them is bounded, so limit
    /// the lengths of both if both come from others.
    pub fn match_uri(&self, uri: &str) -> Option<Match<'_>> {
        let (uri, written) = (upper_case(uri), upper_case(&self.written));
        let mut rest = &*written;
        let mut steps = Vec::with_capacity(self.variables.len());
        for variable in &self.variables {
            let (before, after) = rest.split_at(variable.before as usize);
            let (lead, key) = before.split_at(variable.key as usize);
            steps.push(Step { variable, name: variable.name.of(&self.text), lead, key });
            rest = after;
        }
        let found = Search::new(&uri, &steps, rest)?.run();

        let mut values = BTreeMap::new();
        let (mut determined, mut ambiguous) = (BTreeSet::new(), BTreeSet::new());
        for (step, Found { text, is_determined }) in steps.iter().zip(found) {
            let is_prefix = matches!(step.variable.modifier, Modifier::Prefix(_));
            let names = if is_determined { &mut determined } else { &mut ambiguous };
            names.insert(step.name);
            // A prefix is the value unless all of the value is found elsewhere.
            if let Some(text) = text.filter(|_| !is_prefix || !values.contains_key(step.name)) {
                values.insert(step.name, step.value(text));
            }
        }
        let values: Values<'static> =
            values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let is_match = self.expand(&values).is_ok_and(|text| upper_case(&text) == uri);
        let is_ambiguous = |name: &&str| ambiguous.contains(name) && !determined.contains(name);
        is_match.then(|| Match { values, ambiguous: self.variables().filter(is_ambiguous).collect() })
    }
}

/// A variable, and the text before it.
struct Step<'t> {
    variable: &'t Variable,
    name: &'t str,
    /// The literal and [`Operator::first`], or the separator.
    lead: &'t str,
    /// The name and `=`, if names are written.
    key: &'t str,
}

impl Step<'_> {
    fn is_exploded(&self) -> bool {
        self.variable.modifier == Modifier::Explode
    }

    /// Returns the value with this text.
    fn value(&self, text: &str) -> Value<'static> {
        let operator = self.variable.operator;
        let decoded = |text: &str| decode(text, operator);
        if !self.is_exploded() {
            return if operator.keeps_reserved || !text.contains(',') {
                Value::from(decoded(text))
            } else {
                Value::list(text.split(',').map(decoded))
            };
        }
        let is_data = !operator.named && !operator.keeps_reserved;
        if let Some((mut name, mut rest)) = text.split_once('=').filter(|_| is_data) {
            // Each other name is the last part before its `=`: values of labels may have separators, too.
            let mut pairs = Vec::new();
            while let Some((before, after)) = rest.split_once('=') {
                let (value, next) = before.rsplit_once(operator.separator).unwrap_or((before, ""));
                pairs.push((decoded(name), decoded(value)));
                (name, rest) = (next, after);
            }
            pairs.push((decoded(name), decoded(rest)));
            return Value::map(pairs);
        }
        let parts = || text.split(operator.separator);
        let pairs = || parts().map(|part| part.split_once('=').unwrap_or((part, "")));
        let name = upper_case(self.name);
        if operator.named && pairs().all(|(own, _)| own == name) {
            Value::list(pairs().map(|(_, value)| decoded(value)))
        } else if operator.named || parts().all(|part| part.contains('=')) {
            Value::map(pairs().map(|(name, value)| (decoded(name), decoded(value))))
        } else {
            Value::list(parts().map(decoded))
        }
    }
}

/// Returns the value that an operator expands to this text. Where it keeps triplets, those of reserved and unreserved characters
/// and those that are not UTF-8 are kept.
fn decode(text: &str, operator: &Operator) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (character, len) = triplets::first(rest);
        let (part, after) = rest.split_at(len);
        let is_kept = operator.keeps_reserved
            && match character {
                // Decoded, it would begin a triplet.
                Some('%') => triplets::is_digits(after),
                Some(character) => has(class::URI, character),
                None => true,
            };
        match character.filter(|_| !is_kept) {
            Some(character) => decoded.push(character),
            None => decoded.push_str(part),
        }
        rest = after;
    }
    decoded
}

fn has(class: u8, character: char) -> bool {
    u8::try_from(character).is_ok_and(|byte| CHARACTERS.has(class, byte))
}

/// Returns the text with the digits of its triplets in upper case.
fn upper_case(text: &str) -> Cow<'_, str> {
    let mut upper = Cow::Borrowed(text);
    let mut rest = text;
    while let Some((_, triplet, after)) = triplets::split_first(rest) {
        if triplet.bytes().any(|byte| byte.is_ascii_lowercase()) {
            let end = text.len().saturating_sub(after.len());
            let range = end.saturating_sub(triplet.len())..end;
            if let Some(triplet) = upper.to_mut().get_mut(range) {
                triplet.make_ascii_uppercase();
            }
        }
        rest = after;
    }
    upper
}

/// The result for a step.
struct Found<'u> {
    /// The text of the value; `None` if the variable is undefined.
    text: Option<&'u str>,
    /// Whether no other match has another text here, or none.
    is_determined: bool,
}

/// The variables of an expression that are defined so far, as a bit of a set.
///
/// For `{x,y}` and the URI `,b`, the state before `x` is `NONE`. If `x` is undefined, it is still `NONE`, so that `y` begins at
/// offset 0 without a separator, but no text of it has a comma. If `x` is empty, the state is `EMPTY`: nothing is written, but
/// the separator before `y` now is. It is at offset 0, and `b` follows: `SOME`. For the URI `b`, `NONE` leads to a match, and
/// `EMPTY` does not. For the URI without any text, `EMPTY` at the end of the expression is no match, so that `x` is undefined.
mod state {
    /// None is.
    pub(super) const NONE: u8 = 1;
    /// At least one is.
    pub(super) const SOME: u8 = 2;
    /// One is, but it is empty and nothing is written. This gives the same as `NONE`, unless another one follows.
    pub(super) const EMPTY: u8 = 4;
}

/// The search for all matches at once. Offsets are in tokens of the URI: characters, where triplets that represent one are
/// one token.
struct Search<'s, 'u> {
    uri: &'u str,
    steps: &'s [Step<'s>],
    /// The offset in bytes of each token, and the length of the URI.
    starts: Vec<usize>,
    /// The token that begins at each byte; `usize::MAX` if none does.
    tokens: Vec<usize>,
    /// For each token, the sets that its character is in.
    classes: Vec<u8>,
    /// For each step and offset, the states before this step from which the rest of the template matches the rest of the URI.
    /// The last one is for the literal at the end.
    viable: Vec<Vec<u8>>,
}

/// What the variables of an expression have in common.
#[derive(Default)]
struct Expression {
    /// Whether it has only one variable.
    is_single: bool,
    /// For each offset, the variable that has the name of the part which begins there. Empty if no value is exploded into
    /// parts with names, or no other variable could have them.
    owners: Vec<Option<Owner>>,
}

impl Expression {
    /// Returns whether a part begins here that has the name of another variable than that of the step.
    fn is_other(&self, step: usize, at: usize) -> bool {
        self.owners.get(at).copied().flatten().is_some_and(|owner| owner != Owner::One(step))
    }
}

/// An exploded value, of an operator that encodes reserved characters: either all of its parts are members of a list, or all are
/// pairs.
struct Parts<'e> {
    step: usize,
    operator: &'e Operator,
    /// The state at its start.
    start: u8,
    expression: &'e Expression,
}

/// What the text of an exploded value has so far, as a bit of a set.
mod part {
    /// Members of a list, or the start of the first name.
    pub(super) const ONLY: u8 = 1;
    /// Members of a list.
    pub(super) const LIST: u8 = 2;
    /// The start of a name.
    pub(super) const NAME: u8 = 4;
    /// The start of a name, or all of it if the value is empty and has no `=`.
    pub(super) const BARE: u8 = 8;
    /// A `=` that a value follows, which is not empty.
    pub(super) const EQUALS: u8 = 16;
    /// The start of a value, or all of it.
    pub(super) const VALUE: u8 = 32;
    /// The same, with a separator in it, which is unreserved, so that a name may begin after it, too.
    pub(super) const LABEL: u8 = 64;
    pub(super) const ALL: [u8; 7] = [ONLY, LIST, NAME, BARE, EQUALS, VALUE, LABEL];
    /// Where a value may end.
    pub(super) const ENDS: u8 = ONLY | LIST | BARE | VALUE | LABEL;
}

/// The variables of an expression with a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// That of this step.
    One(usize),
    Many,
}

/// Where the text of a value begins, and where it may end.
type Place = (usize, RangeInclusive<usize>);

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "offsets are at most the number of tokens, and their bytes begin characters; there is a row for each step"
)]
impl<'s, 'u> Search<'s, 'u> {
    /// Fills the table, from its end. Returns `None` if there is no match.
    fn new(uri: &'u str, steps: &'s [Step<'s>], tail: &str) -> Option<Self> {
        let (mut starts, mut classes) = (Vec::new(), Vec::new());
        let mut tokens = vec![usize::MAX; uri.len() + 1];
        let mut rest = uri;
        while !rest.is_empty() {
            let (character, len) = triplets::first(rest);
            let is = |class| character.is_some_and(|character| has(class, character));
            classes.push(match (rest.starts_with('%') && len > 1, is(class::UNRESERVED)) {
                (false, true) => class::URI | class::UNRESERVED,
                (false, false) if is(class::URI) => class::URI,
                // No expansion has this character.
                (false, false) => return None,
                // An unreserved character would not have been encoded.
                (true, true) => class::URI,
                (true, false) if character.is_none() => class::URI,
                (true, false) => class::URI | class::UNRESERVED,
            });
            tokens[uri.len() - rest.len()] = starts.len();
            starts.push(uri.len() - rest.len());
            rest = &rest[len..];
        }
        tokens[uri.len()] = starts.len();
        starts.push(uri.len());

        let mut search = Self { uri, steps, starts, tokens, classes, viable: Vec::new() };
        let mut last = vec![0; search.starts.len()];
        let end = *search.tokens.get(uri.strip_suffix(tail)?.len())?;
        *last.get_mut(end)? = state::NONE | state::SOME;
        search.viable.push(last);
        let mut after = steps.len();
        while let Some(first) = (0..after).rev().find(|&step| search.opens(step)) {
            let expression = search.expression(first..after);
            for step in (first..after).rev() {
                let row = search.row(step, &expression);
                search.viable.push(row);
            }
            after = first;
        }
        search.viable.reverse();
        (search.viable[0][0] & state::NONE != 0).then_some(search)
    }

    /// Returns the row of a step, from that of the next one, which is the last row so far.
    fn row(&self, step: usize, expression: &Expression) -> Vec<u8> {
        let next = &self.viable[self.viable.len() - 1];
        let ends = self.ends(step, expression);
        let parts = self.parts(step, expression);
        let reaching = parts.as_ref().map(|parts| self.reaching(parts, next));
        let nearest = nearest(next);
        let mut row = vec![0; next.len()];
        for (at, viable) in row.iter_mut().enumerate() {
            for before in self.states(step) {
                let is_viable = self
                    .skipped(step, before, at)
                    .is_some_and(|(after, at)| next[at] & after != 0)
                    || self.places(step, before, at, &ends).into_iter().flatten().any(|(start, range)| {
                        let first = self.state_after(step, before, start, *range.start());
                        match parts.as_ref().zip(reaching.as_ref()) {
                            Some((parts, reaching)) => {
                                parts.start & part::ENDS != 0 && next[start] & first != 0
                                    || self.goes_on(parts, start, reaching)
                            }
                            None => {
                                next[*range.start()] & first != 0
                                    || nearest[range.start() + 1] <= *range.end()
                            }
                        }
                    });
                if is_viable {
                    *viable |= before;
                }
            }
            // Before an expression, the state after another one makes no difference.
            if self.opens(step) && *viable != 0 {
                *viable = state::NONE | state::SOME;
            }
        }
        row
    }

    /// Returns the results of the steps: the first match, in which each value is as long as possible, and whether it is the
    /// only one.
    fn run(&self) -> Vec<Found<'u>> {
        let mut reached = vec![0; self.starts.len()];
        reached[0] = state::NONE;
        let (mut state, mut at) = (state::NONE, 0);
        let mut found = Vec::with_capacity(self.steps.len());
        let mut expression = Expression::default();
        for step in 0..self.steps.len() {
            if self.opens(step) {
                let after = (step + 1..).find(|&step| self.opens(step)).unwrap_or(self.steps.len());
                expression = self.expression(step..after);
            }
            let next = &self.viable[step + 1];
            let ends = self.ends(step, &expression);
            let parts = self.parts(step, &expression);
            let reaching = parts.as_ref().map(|parts| self.reaching(parts, next));
            let nearest = nearest(next);
            let mut text = None;
            if self.opens(step) {
                state = state::NONE;
                reached.iter_mut().filter(|states| **states != 0).for_each(|states| *states = state::NONE);
            }

            // All matches. `open` has the change of the number of open ranges of ends at each offset: one more where a range
            // begins, and one less after its last end.
            let (mut starts, mut last) = (Extent::default(), Extent::default());
            let mut is_skipped = false;
            let mut after = vec![0; next.len()];
            let mut open = vec![0isize; next.len() + 1];
            let mut begun = vec![false; next.len()];
            for (place, states) in reached.iter().enumerate() {
                for before in self.states(step).filter(|before| states & before != 0) {
                    if let Some((to, skipped)) =
                        self.skipped(step, before, place).filter(|&(to, skipped)| next[skipped] & to != 0)
                    {
                        after[skipped] |= to;
                        is_skipped = true;
                    }
                    for (start, range) in self.places(step, before, place, &ends).into_iter().flatten() {
                        let (from, to) = range.into_inner();
                        let first = self.state_after(step, before, start, from);
                        if next[from] & first != 0
                            && parts.as_ref().is_none_or(|parts| parts.start & part::ENDS != 0)
                        {
                            after[from] |= first;
                            starts.add(start);
                            last.add(from);
                        }
                        if let Some((parts, reaching)) = parts.as_ref().zip(reaching.as_ref()) {
                            if self.goes_on(parts, start, reaching) {
                                starts.add(start);
                                begun[start] = true;
                            }
                        } else if nearest[from + 1] <= to {
                            starts.add(start);
                            open[from + 1] += 1;
                            open[to + 1] -= 1;
                        }
                    }
                }
            }
            if let Some((parts, reaching)) = parts.as_ref().zip(reaching.as_ref()) {
                let mut states = 0;
                for (at, begins) in begun.into_iter().enumerate().take(self.classes.len()) {
                    states |= if begins { parts.start } else { 0 };
                    states = self.advanced(parts, states, at) & reaching[at + 1];
                    if states & part::ENDS != 0 && next[at + 1] & state::SOME != 0 {
                        after[at + 1] |= state::SOME;
                        last.add(at + 1);
                    }
                }
            }
            let mut ranges = 0;
            for (end, opened) in open.into_iter().enumerate().take(next.len()) {
                ranges += opened;
                if ranges > 0 && next[end] & state::SOME != 0 {
                    after[end] |= state::SOME;
                    last.add(end);
                }
            }
            reached = after;

            // The first match.
            let furthest = |(start, range): Place| {
                let first = *range.start();
                let is_end = |end: &usize| {
                    let after =
                        if *end == first { self.state_after(step, state, start, first) } else { state::SOME };
                    next[*end] & after != 0
                };
                let Some(parts) = &parts else { return range.rev().find(is_end).map(|end| (start, end)) };
                let (mut states, mut furthest) = (parts.start, None);
                for end in start..self.starts.len() {
                    if states & part::ENDS != 0 && is_end(&end) {
                        furthest = Some((start, end));
                    }
                    if end == self.classes.len() || states == 0 {
                        break;
                    }
                    states = self.advanced(parts, states, end);
                }
                furthest
            };
            let places = self.places(step, state, at, &ends).into_iter().flatten();
            match places.filter_map(furthest).max_by_key(|(_, end)| *end) {
                Some((start, end)) => {
                    state = self.state_after(step, state, start, end);
                    text = Some((start, end));
                    at = end;
                }
                None => {
                    (state, at) = self.skipped(step, state, at).expect("a step of a match is skipped or not")
                }
            }
            let is_full = |(start, end)| matches!(self.steps[step].variable.modifier, Modifier::Prefix(length) if end - start >= usize::from(length));
            found.push(Found {
                text: text.map(|(start, end)| &self.uri[self.starts[start]..self.starts[end]]),
                is_determined: match text {
                    None => starts.is_empty(),
                    Some(text) => !is_skipped && starts.is_one() && last.is_one() && !is_full(text),
                },
            });
        }
        found
    }

    /// Returns whether the step is the first variable of an expression.
    fn opens(&self, step: usize) -> bool {
        self.steps.get(step).is_none_or(|step| step.variable.literal.is_some())
    }

    /// Returns the states that may be before a step.
    fn states(&self, step: usize) -> impl Iterator<Item = u8> + use<> {
        let states: &[u8] =
            if self.opens(step) { &[state::NONE] } else { &[state::NONE, state::SOME, state::EMPTY] };
        states.iter().copied()
    }

    /// Returns the state after a value.
    fn state_after(&self, step: usize, before: u8, start: usize, end: usize) -> u8 {
        let writes_nothing = self.steps[step].variable.operator.first.is_empty() && start == end;
        if before == state::NONE && writes_nothing { state::EMPTY } else { state::SOME }
    }

    /// Returns the state and the offset if the variable is undefined.
    fn skipped(&self, step: usize, before: u8, at: usize) -> Option<(u8, usize)> {
        match self.steps[step].variable.literal {
            Some(literal) => Some((state::NONE, self.after(at, &self.steps[step].lead[..literal as usize])?)),
            None => Some((before, at)),
        }
    }

    /// Returns where the value may be, if the variable is defined.
    fn places(&self, step: usize, before: u8, at: usize, ends: &[usize]) -> [Option<Place>; 2] {
        let Step { variable: &Variable { operator, literal, .. }, lead, key, .. } = self.steps[step];
        let lead = if before == state::NONE && literal.is_none() { operator.first } else { lead };
        let Some(at) = self.after(at, lead) else { return [None, None] };
        let range = |start: usize, least: usize| {
            (start + least <= ends[start]).then(|| (start, start + least..=ends[start]))
        };
        if self.steps[step].is_exploded() {
            return [range(at, 0), None];
        }
        let least = usize::from(operator.drops_equals);
        let empty = operator.drops_equals.then(|| self.after(at, &key[..key.len() - 1])).flatten();
        [self.after(at, key).and_then(|start| range(start, least)), empty.map(|at| (at, at..=at))]
    }

    /// Returns the offset after this text, if it is at the offset.
    fn after(&self, at: usize, text: &str) -> Option<usize> {
        let start = self.starts[at];
        let token = *self.tokens.get(start + text.len())?;
        (token != usize::MAX && self.uri[start..].starts_with(text)).then_some(token)
    }

    /// Returns which parts a value has; `None` if it is not exploded, or may have any.
    fn parts<'e>(&self, step: usize, expression: &'e Expression) -> Option<Parts<'e>> {
        let operator = self.steps[step].variable.operator;
        let start = match (operator.named, operator.drops_equals) {
            (false, _) => part::ONLY,
            (true, false) => part::NAME,
            (true, true) => part::BARE,
        };
        let has_parts = self.steps[step].is_exploded() && !operator.keeps_reserved;
        has_parts.then_some(Parts { step, operator, start, expression })
    }

    /// Returns the states of a value after the character at the offset.
    fn advanced(&self, parts: &Parts<'_>, states: u8, at: usize) -> u8 {
        let Operator { separator, named, drops_equals, .. } = *parts.operator;
        let table: &[(u8, u8)] = if self.is(at, '=') {
            &[(part::ONLY | part::NAME | part::LABEL, part::VALUE), (part::BARE, part::EQUALS)]
        } else if !self.is(at, separator) {
            let kept = if self.classes[at] & class::UNRESERVED == 0 { 0 } else { states & !part::EQUALS };
            let is_value = kept != states && self.classes[at] & class::UNRESERVED != 0;
            return if is_value { kept | part::VALUE } else { kept };
        } else if parts.expression.is_other(parts.step, at + 1) {
            &[]
        } else if drops_equals {
            &[(part::BARE | part::VALUE, part::BARE)]
        } else if named {
            &[(part::VALUE, part::NAME)]
        } else if separator == '.' {
            &[(part::ONLY, part::ONLY), (part::VALUE | part::LABEL, part::LABEL)]
        } else {
            &[(part::ONLY | part::LIST, part::LIST), (part::VALUE, part::NAME)]
        };
        table.iter().filter(|(from, _)| states & from != 0).fold(0, |all, (_, to)| all | to)
    }

    /// Returns for each offset the states of a value from which it goes on to an end, or may end there.
    fn reaching(&self, parts: &Parts<'_>, next: &[u8]) -> Vec<u8> {
        let mut reaching = vec![0; next.len()];
        for at in (0..next.len()).rev() {
            let mut states = if next[at] & state::SOME != 0 { part::ENDS } else { 0 };
            if at < self.classes.len() {
                for state in part::ALL {
                    if self.advanced(parts, state, at) & reaching[at + 1] != 0 {
                        states |= state;
                    }
                }
            }
            reaching[at] = states;
        }
        reaching
    }

    /// Returns whether a value that begins here may end after at least one character.
    fn goes_on(&self, parts: &Parts<'_>, start: usize, reaching: &[u8]) -> bool {
        start < self.classes.len() && self.advanced(parts, parts.start, start) & reaching[start + 1] != 0
    }

    /// Returns what the steps of an expression have in common.
    fn expression(&self, steps: Range<usize>) -> Expression {
        let operator = self.steps[steps.start].variable.operator;
        let is_single = steps.len() == 1;
        let has_exploded = self.steps[steps.clone()].iter().any(Step::is_exploded);
        if is_single || !operator.named || !has_exploded {
            return Expression { is_single, owners: Vec::new() };
        }
        let mut names = BTreeMap::new();
        for step in steps {
            let key = self.steps[step].key;
            let owner = names.entry(&key[..key.len() - 1]).or_insert(Owner::One(step));
            if *owner != Owner::One(step) {
                *owner = Owner::Many;
            }
        }
        // A part begins after a delimiter, and its name, which has none, ends before the next one or a `=`. So each
        // character is in at most one name.
        let last = self.classes.len();
        let mut owners = vec![None; self.starts.len()];
        let mut end = last;
        for at in (0..last).rev() {
            let is_delimiter =
                self.is(at, operator.separator) || self.uri[self.starts[at]..].starts_with(operator.first);
            if is_delimiter {
                let has_equals = end < last && self.is(end, '=');
                if has_equals || operator.drops_equals && (end == last || self.is(end, operator.separator)) {
                    owners[at + 1] = names.get(&self.uri[self.starts[at + 1]..self.starts[end]]).copied();
                }
            }
            if is_delimiter || self.is(at, '=') {
                end = at;
            }
        }
        Expression { is_single, owners }
    }

    /// Returns for each offset the last one at which a value ends that begins there.
    fn ends(&self, step: usize, expression: &Expression) -> Vec<usize> {
        let Step { variable: &Variable { operator, modifier, .. }, .. } = self.steps[step];
        let is_exploded = modifier == Modifier::Explode;
        let has_lists = !is_exploded && (operator.separator != ',' || expression.is_single);
        let allows = |at: usize| {
            let class = if operator.keeps_reserved { class::URI } else { class::UNRESERVED };
            self.classes[at] & class != 0
                || has_lists && self.is(at, ',')
                || is_exploded && (self.is(at, '=') || self.is(at, operator.separator))
        };
        let mut ends = vec![self.classes.len(); self.starts.len()];
        for at in (0..self.classes.len()).rev() {
            ends[at] = if allows(at) { ends[at + 1] } else { at };
        }
        // No value begins with the name of another variable.
        for at in (0..ends.len()).filter(|&at| is_exploded && expression.is_other(step, at)) {
            ends[at] = 0;
        }
        if let Modifier::Prefix(length) = modifier {
            ends.iter_mut().enumerate().for_each(|(at, end)| *end = (*end).min(at + usize::from(length)));
        }
        ends
    }

    /// Returns whether this character is at the offset.
    fn is(&self, at: usize, character: char) -> bool {
        self.uri[self.starts[at]..].starts_with(character)
    }
}

/// Returns for each offset the nearest one, not before it, after which the rest matches if a variable is defined; `usize::MAX`
/// if there is none.
#[expect(clippy::indexing_slicing, reason = "there is one more than in the row")]
fn nearest(row: &[u8]) -> Vec<usize> {
    let mut nearest = vec![usize::MAX; row.len().saturating_add(1)];
    let mut last = usize::MAX;
    for (at, states) in row.iter().enumerate().rev() {
        if states & state::SOME != 0 {
            last = at;
        }
        nearest[at] = last;
    }
    nearest
}

/// The least and the greatest of some offsets.
#[derive(Default)]
struct Extent(Option<(usize, usize)>);

impl Extent {
    fn add(&mut self, offset: usize) {
        let (least, greatest) = self.0.unwrap_or((offset, offset));
        self.0 = Some((least.min(offset), greatest.max(offset)));
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn is_one(&self) -> bool {
        self.0.is_some_and(|(least, greatest)| least == greatest)
    }
}

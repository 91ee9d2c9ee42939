//! Lists what could stand where a text has a fault.

use std::fmt;

use urigram_grammar::names::chars;
use urigram_grammar::{CharSet, OptimizedExpr as Expr};
use urigram_workbench::Wanted;

use crate::output::visible;

/// The maximum number of strings and characters that a message lists.
const LISTED: usize = 24;
/// A set with more characters is displayed by what it lacks.
const MANY: usize = 1 << 12;
/// The maximum number of characters that such a set is said to lack.
const FEW: usize = 3;

/// Displays the strings and characters that could stand at a fault, such as `` a digit, `,` or `]` ``.
pub(super) struct Expected<'a> {
    terms: Vec<&'a Expr>,
    end: bool,
}

impl<'a> Expected<'a> {
    pub(super) fn of(wanted: &Wanted<'a>) -> Self {
        Self { terms: wanted.terms.clone(), end: wanted.end }
    }

    /// Leaves out white space, which many rules may begin with, unless there is nothing else.
    pub(super) fn but_white_space(wanted: &Wanted<'a>) -> Self {
        let (white, others): (Vec<_>, Vec<_>) = wanted.terms.iter().partition(|term| is_white_space(term));
        Self { terms: if others.is_empty() { white } else { others }, end: false }
    }
}

/// Returns whether the expression is a string of white space.
pub(super) fn is_white_space(term: &Expr) -> bool {
    match term {
        Expr::Str(text) => text.chars().all(|c| WHITE_SPACE.contains(&(c, c))),
        Expr::Ident(name) => name == "NEWLINE",
        _ => false,
    }
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Kinds::of(&self.terms).list();
        if let Some(more @ 1..) = all.len().checked_sub(LISTED) {
            all.truncate(LISTED);
            all.push(format!("{more} others"));
        }
        all.extend(self.end.then(|| "the end".to_owned()));
        f.write_str(&any_of(&all))
    }
}

/// Returns the parts as a list in a sentence: `a, b or c`.
pub(super) fn any_of(parts: &[String]) -> String {
    match parts {
        [several @ .., last] if !several.is_empty() => format!("{} or {last}", several.join(", ")),
        _ => parts.concat(),
    }
}

/// The strings and characters by kind.
struct Kinds {
    /// The characters that are strings of their own.
    single: CharSet,
    chars: CharSet,
    /// The longer strings, and what the stack decides, as displayed.
    others: Vec<String>,
}

/// The classes that have names, in the order of the messages of compiled grammars.
const CLASSES: [(&str, &[(char, char)]); 4] = [
    ("a letter", &[('A', 'Z'), ('a', 'z')]),
    ("a hexadecimal digit", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
    ("a digit", &[('0', '9')]),
    ("a line end", &[('\n', '\n'), ('\r', '\r')]),
];
/// The characters that are displayed together.
const WHITE_SPACE: [(char, char); 4] = [(' ', ' '), ('\t', '\t'), ('\n', '\n'), ('\r', '\r')];

impl Kinds {
    fn of(terms: &[&Expr]) -> Self {
        let (mut single, mut sets, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for term in terms {
            match term {
                Expr::Str(text) | Expr::Insens(text) if text.chars().count() == 1 => {
                    let is_folded = matches!(term, Expr::Insens(_));
                    let folded = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
                    single.extend(text.chars().flat_map(|c| if is_folded { folded(c) } else { [c, c] }));
                }
                Expr::Str(text) => others.push(string(text)),
                Expr::Insens(text) => others.push(format!("{} in either case", string(text))),
                Expr::Range(first, last) => sets.push((*first, *last)),
                Expr::Ident(name) if name == "NEWLINE" => sets.extend([('\n', '\n'), ('\r', '\r')]),
                Expr::Ident(name) => match chars(name) {
                    Some(set) => sets.extend(set.ranges()),
                    None => others.push(format!("what `{name}` matches")),
                },
                _ => others.push("what the stack holds".to_owned()),
            }
        }
        others.sort_unstable();
        others.dedup();
        let single = CharSet::from_ranges(single.into_iter().map(|c| (c, c)));
        Self { single, chars: CharSet::from_ranges(sets), others }
    }

    fn list(self) -> Vec<String> {
        let Self { single, chars, others } = self;
        let is_large = chars.len() > MANY;
        let mut rest = if is_large { single.clone() } else { single.union(&chars) };
        let mut listed = Vec::new();
        for (name, ranges) in CLASSES {
            let class = CharSet::from_ranges(ranges.iter().copied());
            // White space is displayed as such if there is more of it.
            let is_whole =
                class.difference(&rest).is_empty() && !(name == "a line end" && rest.contains(' '));
            if is_whole {
                rest = rest.difference(&class);
                listed.push(name.to_owned());
            }
        }
        let white_space = rest.intersect(&CharSet::from_ranges(WHITE_SPACE));
        let is_white = white_space.len() > 1;
        if is_white {
            rest = rest.difference(&white_space);
        }
        listed.extend(rest.ranges().iter().flat_map(|&range| runs(range)));
        listed.extend(others);
        listed.extend(is_white.then(|| "white space".to_owned()));
        listed.extend(is_large.then(|| most(&chars.union(&single), !listed.is_empty())));
        listed
    }
}

/// Displays a large set of characters by those that it lacks. `are_others` if some of its members were displayed.
fn most(set: &CharSet, are_others: bool) -> String {
    let any = if are_others { "any other character" } else { "any character" };
    let controls = CharSet::range('\0', '\x1F');
    let lacks = set.complement();
    let are_controls = controls.difference(&lacks).is_empty().then(|| "control characters".to_owned());
    let others = if are_controls.is_some() { lacks.difference(&controls) } else { lacks };
    let others = others.ranges().iter().flat_map(|&range| runs(range));
    match are_controls.into_iter().chain(others).collect::<Vec<_>>().as_slice() {
        [] => any.to_owned(),
        few if few.len() <= FEW => format!("{any} but {}", few.join(" and ")),
        _ => if are_others { "many other characters" } else { "many characters" }.to_owned(),
    }
}

/// Displays a range of characters, or each character of a short range.
fn runs((first, last): (char, char)) -> Vec<String> {
    match (first..=last).count() {
        1..=3 => (first..=last).map(character).collect(),
        _ => vec![format!("{} to {}", character(first), character(last))],
    }
}

fn character(c: char) -> String {
    match c {
        // Invisible, and the end of the quotation.
        ' ' => "a space".to_owned(),
        '`' => "a backtick".to_owned(),
        c if visible::is_plain(c) => format!("`{c}`"),
        '\t' => "a tab".to_owned(),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

/// Displays a string of several characters. A backtick would end the quotation.
fn string(text: &str) -> String {
    match visible::beginning(text) {
        shown if shown.contains('`') => visible::quoted(text),
        shown => format!("`{}`", visible::Escaped(&shown)),
    }
}

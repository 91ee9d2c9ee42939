//! The valid characters at the offset of a fault, from the automaton that stopped there.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::automaton::{Automaton, State};

/// The automaton that failed and the state in which it stopped, or `None` if no automaton ran.
#[derive(Clone, Copy, Default)]
pub(crate) struct Expected(Option<(&'static Automaton, State)>);

impl Expected {
    pub(crate) fn after(automaton: &'static Automaton, state: State) -> Self {
        Self(Some((automaton, state)))
    }

    pub(crate) fn contains(&self, c: char) -> bool {
        self.0.is_some_and(|(automaton, state)| automaton.step(state, c).is_some())
    }

    /// Returns whether the component may end here.
    pub(crate) fn end(&self) -> bool {
        self.0.is_some_and(|(automaton, state)| automaton.accepts_at(state))
    }

    pub(crate) fn nothing(&self) -> bool {
        !self.beyond_ascii() && !ascii().any(|byte| self.contains(byte.into()))
    }

    fn beyond_ascii(&self) -> bool {
        self.0.is_some_and(|(automaton, state)| automaton.continues_beyond_ascii(state))
    }

    pub(crate) fn hexadecimal_digits(&self) -> bool {
        !self.beyond_ascii() && ascii().all(|byte| self.contains(byte.into()) == byte.is_ascii_hexdigit())
    }
}

fn ascii() -> impl Iterator<Item = u8> + Clone {
    0..128
}

/// The name and the members of a character class.
type Named = (&'static str, fn(&u8) -> bool);

const NAMED: [Named; 3] = [
    ("a letter", u8::is_ascii_alphabetic),
    ("a hexadecimal digit", u8::is_ascii_hexdigit),
    ("a digit", u8::is_ascii_digit),
];

/// Writes the valid characters, such as ``a digit, `.`, `:` or `a` to `f` ``. Characters beyond ASCII are not listed
/// one by one.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "there are at most 128 names and runs, and a run does not end before it begins"
)]
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest: u128 = ascii().filter(|&b| self.contains(b.into())).fold(0, |set, b| set | 1 << b);
        let names = NAMED.map(|(name, holds)| {
            let named = ascii().filter(holds).fold(0, |set, b| set | 1u128 << b);
            let whole = rest & named == named;
            rest &= if whole { !named } else { !0 };
            whole.then_some(name)
        });
        let beyond = self.beyond_ascii().then_some("a character beyond ASCII");
        let names = names.into_iter().flatten().chain(beyond);
        let total = names.clone().count() + Runs(rest).count();
        for (index, name) in names.clone().enumerate() {
            write!(f, "{}{name}", separator(index, total))?;
        }
        for ((first, last), index) in Runs(rest).zip(names.count()..) {
            let (separator, first, last) = (separator(index, total), first as char, last as char);
            match last as u32 - first as u32 {
                // Escape control characters, which a terminal would interpret.
                0 if first.is_ascii_control() => write!(f, "{separator}`{}`", first.escape_default())?,
                // Spell out a space, which is invisible, and a backtick, which would end the quotation.
                0 if first == ' ' => write!(f, "{separator}a space")?,
                0 if first == '`' => write!(f, "{separator}a backtick")?,
                0 => write!(f, "{separator}`{first}`")?,
                _ => write!(f, "{separator}`{first}` to `{last}`")?,
            }
        }
        Ok(())
    }
}

#[expect(clippy::arithmetic_side_effects, reason = "there are at most 128 names and runs")]
const fn separator(index: usize, total: usize) -> &'static str {
    match index {
        0 => "",
        index if index + 1 == total => " or ",
        _ => ", ",
    }
}

/// An iterator over a set of ASCII bytes. Returns the first and last byte of each run of letters or digits, and each other
/// byte as a run by itself.
struct Runs(u128);

impl Iterator for Runs {
    type Item = (u8, u8);

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "`last` is ASCII, and a letter or digit is followed by one more ASCII character"
    )]
    fn next(&mut self) -> Option<(u8, u8)> {
        let first = u8::try_from(self.0.trailing_zeros()).ok().filter(|&first| first < 128)?;
        let mut last = first;
        while first.is_ascii_alphanumeric()
            && (last + 1).is_ascii_alphanumeric()
            && self.0 >> (last + 1) & 1 == 1
        {
            last += 1;
        }
        self.0 &= !0 << last << 1;
        Some((first, last))
    }
}

impl fmt::Debug for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Expected {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Some((automaton, state)), Some((other, same))) => {
                core::ptr::eq(automaton, other) && state == same
            }
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for Expected {}

impl Hash for Expected {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.map(|(_, state)| state).hash(hasher);
    }
}

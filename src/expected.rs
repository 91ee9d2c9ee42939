//! What could stand at the place of a fault, asked of the automaton that stopped there.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::automaton::{Automaton, State};

/// Where an automaton stopped, if one ran.
///
/// It follows from the component, the offset and the string, so that two of them never differ in
/// errors that are otherwise equal: as far as `==` goes, all are the same.
#[derive(Clone, Copy, Default)]
pub(crate) struct Expected(Option<(&'static Automaton, State)>);

impl Expected {
    pub(crate) fn after(automaton: &'static Automaton, state: State) -> Self {
        Self(Some((automaton, state)))
    }

    pub(crate) fn contains(&self, c: char) -> bool {
        self.0.is_some_and(|(automaton, state)| automaton.step(state, c).is_some())
    }

    /// Whether the component could end here.
    pub(crate) fn end(&self) -> bool {
        self.0.is_some_and(|(automaton, state)| automaton.accepts_at(state))
    }

    pub(crate) fn nothing(&self) -> bool {
        !ascii().any(|byte| self.contains(byte.into()))
    }

    pub(crate) fn hexadecimal_digits(&self) -> bool {
        ascii().all(|byte| self.contains(byte.into()) == byte.is_ascii_hexdigit())
    }
}

fn ascii() -> impl Iterator<Item = u8> + Clone {
    0..128
}

/// A set that has a name of its own.
type Named = (&'static str, fn(&u8) -> bool);

const NAMED: [Named; 3] = [
    ("a letter", u8::is_ascii_alphabetic),
    ("a hexadecimal digit", u8::is_ascii_hexdigit),
    ("a digit", u8::is_ascii_digit),
];

/// The ASCII characters: `a letter, a digit, `+` or `-``.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest: u128 = ascii().filter(|&b| self.contains(b.into())).fold(0, |set, b| set | 1 << b);
        let mut items = 0;
        let names = NAMED.map(|(name, holds)| {
            let named = ascii().filter(holds).fold(0, |set, b| set | 1u128 << b);
            (rest & named == named).then(|| {
                rest &= !named;
                items += 1;
                name
            })
        });
        let total = items + rest.count_ones();
        let mut written = 0;
        let mut separate = |f: &mut fmt::Formatter<'_>| {
            written += 1;
            f.write_str(match written {
                1 => "",
                n if n == total => " or ",
                _ => ", ",
            })
        };
        for name in names.into_iter().flatten() {
            separate(f)?;
            f.write_str(name)?;
        }
        for byte in ascii().filter(|&byte| rest >> byte & 1 == 1) {
            separate(f)?;
            write!(f, "`{}`", byte as char)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Expected {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Expected {}

impl Hash for Expected {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

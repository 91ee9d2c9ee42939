//! A rule's automaton, as the build script writes it: which strings the rule accepts, and how far a
//! string can be taken that it rejects.

/// A minimal deterministic automaton over classes of characters.
#[derive(Debug)]
pub struct Automaton {
    /// The class of each ASCII character.
    pub(crate) ascii: &'static [u8; 128],
    /// The classes beyond ASCII: the first character of each range, in order.
    pub(crate) beyond: &'static [(char, u8)],
    /// How many classes there are: the length of a row of `next`.
    pub(crate) classes: u16,
    /// The state after a state and a class; [`Automaton::DEAD`] where no accepted string goes on.
    pub(crate) next: &'static [u16],
    /// A bit a state: whether the string may end there.
    pub(crate) accepting: &'static [u64],
    /// For each state the one in which all accepted strings end that go through it; [`Automaton::DEAD`] if they
    /// end in several. Empty unless the build has proved that the rule accepts what it matches as part of others.
    pub(crate) ends: &'static [u16],
}

/// A state from which some accepted string goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State(pub(crate) u16);

/// How far a string could be taken.
pub(crate) struct Reach {
    /// The length in bytes of the longest prefix that some accepted string begins with.
    pub(crate) len: usize,
    /// Whether the string is accepted, whole.
    pub(crate) accepted: bool,
    /// The state after that prefix.
    pub(crate) state: State,
}

impl Automaton {
    const DEAD: u16 = u16::MAX;

    #[inline]
    fn class(&self, c: char) -> u8 {
        match self.ascii.get(c as usize) {
            Some(&class) => class,
            None => {
                let after = self.beyond.partition_point(|&(first, _)| first <= c);
                self.beyond[after.saturating_sub(1)].1
            }
        }
    }

    /// The state after one more character, if an accepted string goes on with it.
    #[inline]
    pub(crate) fn step(&self, state: State, c: char) -> Option<State> {
        let next = self.next[usize::from(state.0) * usize::from(self.classes) + usize::from(self.class(c))];
        (next != Self::DEAD).then_some(State(next))
    }

    /// Whether an accepted string goes on with some character that is not ASCII.
    pub(crate) fn goes_beyond_ascii(&self, state: State) -> bool {
        self.beyond.iter().any(|&(first, _)| self.step(state, first).is_some())
    }

    #[cfg(test)]
    pub(crate) const fn states(&self) -> u16 {
        (self.next.len() / self.classes as usize) as u16
    }

    pub(crate) fn accepts_at(&self, state: State) -> bool {
        self.accepting[usize::from(state.0 >> 6)] & 1 << (state.0 & 63) != 0
    }

    /// Whether the rule matches this character, alone.
    #[inline]
    pub(crate) fn accepts_char(&self, c: char) -> bool {
        self.step(State(0), c).is_some_and(|state| self.accepts_at(state))
    }

    /// Whether the rule matches the whole of the string.
    pub fn accepts(&self, text: &str) -> bool {
        self.run(text).accepted
    }

    /// Runs over the string until it ends or no accepted string goes on. Linear, without allocation.
    pub(crate) fn run(&self, text: &str) -> Reach {
        self.run_past(0, text)
    }

    /// Whether the rule accepts, alone, all that it matches as part of others. Of large rules it is not known.
    pub(crate) const fn matches_as_alone(&self) -> bool {
        !self.ends.is_empty()
    }

    /// As [`Automaton::run`], where the rule, as part of another, has matched so many bytes of the string.
    #[inline(always)]
    pub(crate) fn run_past(&self, matched: usize, text: &str) -> Reach {
        let mut state = State(0);
        let mut len = 0;
        'state: loop {
            if len < matched
                && let Some(&end) = self.ends.get(usize::from(state.0))
                && end != Self::DEAD
            {
                (state, len) = (State(end), matched);
            }
            let row = self.row(state);
            while let Some(&byte) = text.as_bytes().get(len) {
                let (class, width) = match self.ascii.get(usize::from(byte)) {
                    Some(&class) => (class, 1),
                    None => match text.get(len..).and_then(|rest| rest.chars().next()) {
                        Some(c) => (self.class(c), c.len_utf8()),
                        None => break,
                    },
                };
                match row.get(usize::from(class)) {
                    // Most bytes lead to where they are from, and then nothing has to wait for the next row.
                    Some(&next) if next == state.0 => len += width,
                    Some(&next) if next != Self::DEAD => {
                        state = State(next);
                        len += width;
                        continue 'state;
                    }
                    _ => return Reach { len, accepted: false, state },
                }
            }
            return Reach { len, accepted: self.accepts_at(state), state };
        }
    }

    /// The states after a state, one for each class.
    #[inline]
    fn row(&self, state: State) -> &'static [u16] {
        let classes = usize::from(self.classes);
        &self.next[usize::from(state.0) * classes..][..classes]
    }

    /// Whether some accepted string begins with a character that is not ASCII.
    pub(crate) const fn begins_beyond_ascii(&self) -> bool {
        let mut range = 0;
        while range < self.beyond.len() {
            if self.next[self.beyond[range].1 as usize] != Self::DEAD {
                return true;
            }
            range += 1;
        }
        false
    }

    /// The length in bytes of the longest prefix that is ASCII and that some accepted string begins with.
    pub(crate) const fn ascii_prefix(&self, text: &str) -> usize {
        let bytes = text.as_bytes();
        let mut state = 0;
        let mut len = 0;
        while len < bytes.len() && bytes[len].is_ascii() {
            let class = self.ascii[bytes[len] as usize];
            state = self.next[state as usize * self.classes as usize + class as usize];
            if state == Self::DEAD {
                break;
            }
            len += 1;
        }
        len
    }
}

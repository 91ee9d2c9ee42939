//! The generated automata of rules. An automaton decides whether its rule accepts a string, and finds the longest valid
//! prefix of a string that the rule rejects.

/// A minimal deterministic finite automaton over character classes.
#[derive(Debug)]
pub struct Automaton {
    /// The class of each ASCII character.
    pub(crate) ascii: &'static [u8; 128],
    /// The classes of characters beyond ASCII: the first character of each range and the class of the range, in order.
    pub(crate) beyond: &'static [(char, u8)],
    /// The number of classes, which is the length of a row of `next`.
    pub(crate) classes: u16,
    /// The transition table, with a row for each state and a column for each class. An entry is [`Automaton::DEAD`] if no
    /// accepted string continues with the class.
    pub(crate) next: &'static [u16],
    /// A bitset of the accepting states.
    pub(crate) accepting: &'static [u64],
    /// For each state, the only state in which accepted strings that pass through it end, or [`Automaton::DEAD`] if they
    /// end in several states. Empty unless the build has proved that the rule, run on its own, accepts every string that
    /// it matches as part of other rules.
    pub(crate) ends: &'static [u16],
}

/// A state from which an accepting state can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State(pub(crate) u16);

/// The result of running an automaton over a string.
pub(crate) struct Reach {
    /// The length in bytes of the longest prefix with which an accepted string begins.
    pub(crate) len: usize,
    /// Whether the whole string is accepted.
    pub(crate) accepted: bool,
    /// The state after this prefix.
    pub(crate) state: State,
}

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler, of tables that the grammar crate writes"
)]
impl Automaton {
    /// Returns the class of each ASCII character: 1 for the characters in the first string, 2 for those in the second, and so
    /// on, and 0 for characters in no string.
    pub(crate) const fn classes(members: &[&[u8]]) -> [u8; 128] {
        let mut classes = [0; 128];
        let mut class = 0;
        while class < members.len() {
            let mut member = 0;
            while member < members[class].len() {
                classes[members[class][member] as usize] = class as u8 + 1;
                member += 1;
            }
            class += 1;
        }
        classes
    }

    /// Returns the transition table. Each row of the input lists the next states, each with the bit set of the classes that
    /// lead to it.
    pub(crate) const fn transitions<const N: usize>(rows: &[&[(u128, u16)]]) -> [u16; N] {
        let mut next = [Self::DEAD; N];
        let classes = N / rows.len();
        let mut row = 0;
        while row < rows.len() {
            let mut entry = 0;
            while entry < rows[row].len() {
                let (mut remaining, target) = rows[row][entry];
                while remaining != 0 {
                    next[row * classes + remaining.trailing_zeros() as usize] = target;
                    remaining &= remaining - 1;
                }
                entry += 1;
            }
            row += 1;
        }
        next
    }
}

impl Automaton {
    const DEAD: u16 = u16::MAX;

    #[inline]
    fn class(&self, c: char) -> usize {
        match self.ascii.get(c as usize) {
            Some(&class) => class.into(),
            None => {
                let after = self.beyond.partition_point(|&(first, _)| first <= c);
                // If no ranges are known, return a class that no row contains, so that there is no transition.
                self.beyond.get(after.saturating_sub(1)).map_or(usize::MAX, |&(_, class)| class.into())
            }
        }
    }

    /// Returns the state after the character `c`, or `None` if no accepted string continues with it.
    #[inline]
    pub(crate) fn step(&self, state: State, c: char) -> Option<State> {
        let next = *self.row(state).get(self.class(c))?;
        (next != Self::DEAD).then_some(State(next))
    }

    /// Returns whether an accepted string continues with a character beyond ASCII after this state.
    pub(crate) fn continues_beyond_ascii(&self, state: State) -> bool {
        self.beyond.iter().any(|&(first, _)| self.step(state, first).is_some())
    }

    #[cfg(test)]
    pub(crate) const fn states(&self) -> u16 {
        (self.next.len() / self.classes as usize) as u16
    }

    pub(crate) fn accepts_at(&self, state: State) -> bool {
        let word = self.accepting.get(usize::from(state.0 >> 6));
        word.is_some_and(|word| word & 1 << (state.0 & 63) != 0)
    }

    /// Returns whether the rule matches all of the bytes, which must be ASCII.
    pub(crate) fn accepts_ascii(&self, bytes: &[u8]) -> bool {
        let mut bytes = bytes.iter().map(|&byte| char::from(byte));
        bytes.try_fold(State(0), |state, c| self.step(state, c)).is_some_and(|state| self.accepts_at(state))
    }

    /// Returns whether the character occurs in an accepted string.
    pub(crate) fn has(&self, c: char) -> bool {
        let class = self.class(c);
        self.next
            .chunks(usize::from(self.classes).max(1))
            .any(|row| row.get(class).is_some_and(|&next| next != Self::DEAD))
    }

    /// Returns the number of leading bytes that are in the set `of` and do not change the state. The set contains only
    /// ASCII characters.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "the set has an entry for each byte")]
    pub(crate) fn stays(&self, state: State, bytes: &[u8], of: &[bool; 256]) -> usize {
        let row = self.row(state);
        let stays = |&byte: &u8| {
            of[usize::from(byte)]
                && self.ascii.get(usize::from(byte)).and_then(|&class| row.get(usize::from(class)))
                    == Some(&state.0)
        };
        bytes.iter().position(|byte| !stays(byte)).unwrap_or(bytes.len())
    }

    /// Returns whether the rule matches the string that consists of this character.
    #[inline]
    pub(crate) fn accepts_char(&self, c: char) -> bool {
        self.step(State(0), c).is_some_and(|state| self.accepts_at(state))
    }

    /// Returns whether the rule matches the whole string.
    pub fn accepts(&self, text: &str) -> bool {
        self.run(text).accepted
    }

    /// Runs over the string up to its end or to the first character with which no accepted string continues. Takes linear
    /// time and does not allocate.
    pub(crate) fn run(&self, text: &str) -> Reach {
        self.run_past(0, text)
    }

    /// Returns whether the build has proved that the rule, run on its own, accepts every string that it matches as part of
    /// other rules. The build does not attempt this proof for large rules.
    pub(crate) const fn matches_as_alone(&self) -> bool {
        !self.ends.is_empty()
    }

    /// Like [`Automaton::run`], but skips bytes if possible: the first `matched` bytes are known to match this rule as part of
    /// another rule.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "characters end in the text")]
    pub(crate) fn run_past(&self, matched: usize, text: &str) -> Reach {
        let mut state = State(0);
        let mut len = 0;
        'state: loop {
            if len < matched {
                match self.ends.get(usize::from(state.0)) {
                    Some(&end) if end != Self::DEAD => (state, len) = (State(end), matched),
                    _ => {}
                }
            }
            let row = self.row(state);
            while let Some(&byte) = text.as_bytes().get(len) {
                let (class, width) = match self.ascii.get(usize::from(byte)) {
                    Some(&class) => (usize::from(class), 1),
                    None => match text.get(len..).and_then(|rest| rest.chars().next()) {
                        Some(c) => (self.class(c), c.len_utf8()),
                        None => break,
                    },
                };
                match row.get(class) {
                    // Most bytes lead back to the same state, so the next step need not wait for another row.
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

    /// Returns the state after every string of at least two bytes that is known to match this rule as part of another rule, if there
    /// is only one.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "evaluated by the compiler, of tables with a row for each state, and in it each class"
    )]
    pub(crate) const fn settled(&self) -> Option<State> {
        if self.ends.is_empty() {
            return None;
        }
        let classes = self.classes as usize;
        let mut settled = Self::DEAD;
        let mut class = 0;
        while class < classes {
            let state = self.next[class] as usize;
            let mut second = 0;
            while state != Self::DEAD as usize && second < classes {
                let next = self.next[state * classes + second];
                if next != Self::DEAD {
                    if settled == Self::DEAD {
                        settled = self.ends[next as usize];
                    }
                    if settled == Self::DEAD || self.ends[next as usize] != settled {
                        return None;
                    }
                }
                second += 1;
            }
            class += 1;
        }
        // One character beyond ASCII has at least two bytes.
        let mut range = 0;
        while range < self.beyond.len() {
            let state = self.next[self.beyond[range].1 as usize];
            if state != Self::DEAD && self.ends[state as usize] != settled {
                return None;
            }
            range += 1;
        }
        if settled == Self::DEAD { None } else { Some(State(settled)) }
    }

    /// Returns a bit for each ASCII character with which no accepted string continues after this state.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "evaluated by the compiler, of tables with a row for each state, and in it each class"
    )]
    pub(crate) const fn stops(&self, state: State) -> u128 {
        let mut stops = 0;
        let mut byte = 0;
        while byte < self.ascii.len() {
            let class = self.ascii[byte] as usize;
            if self.next[state.0 as usize * self.classes as usize + class] == Self::DEAD {
                stops |= 1 << byte;
            }
            byte += 1;
        }
        stops
    }

    /// Returns the state after the first `matched` bytes, which are known to match this rule as part of another rule, if the
    /// byte after them cannot continue an accepted string. If one of the bytes that determine the state, or that byte, is not
    /// ASCII, returns `None`.
    #[inline(always)]
    pub(crate) fn stopped_after(&self, matched: usize, bytes: &[u8]) -> Option<State> {
        let (&first, &found) = (bytes.first()?, bytes.get(matched)?);
        // Two bytes determine the state after most components, so two steps are always taken, without a branch that a processor
        // could not predict.
        let one = self.next(0, first);
        let two = self.next(one, *bytes.get(1).unwrap_or(&first));
        let mut state = match matched {
            0 => 0,
            1 => one,
            _ => two,
        };
        let mut rest = bytes.get(2..matched).unwrap_or_default().iter();
        let end = loop {
            let &end = self.ends.get(usize::from(state))?;
            if end != Self::DEAD {
                break end;
            }
            let Some(&byte) = rest.next() else { break state };
            state = self.next(state, byte);
        };
        (found.is_ascii() && self.next(end, found) == Self::DEAD).then_some(State(end))
    }

    /// Returns whether an accepted string continues with an ASCII character after this state.
    #[inline(always)]
    pub(crate) fn continues_with(&self, state: State, byte: u8) -> bool {
        self.next(state.0, byte) != Self::DEAD
    }

    /// Returns the entry of the transition table for an ASCII character, and [`Self::DEAD`] for other bytes.
    #[inline(always)]
    fn next(&self, state: u16, byte: u8) -> u16 {
        let Some(&class) = self.ascii.get(usize::from(byte)) else { return Self::DEAD };
        let at =
            usize::from(state).saturating_mul(usize::from(self.classes)).saturating_add(usize::from(class));
        *self.next.get(at).unwrap_or(&Self::DEAD)
    }

    /// Returns the row of the transition table for a state.
    #[inline]
    fn row(&self, state: State) -> &'static [u16] {
        let classes = usize::from(self.classes);
        let from = self.next.get(usize::from(state.0).saturating_mul(classes)..);
        from.and_then(|rest| rest.get(..classes)).unwrap_or_default()
    }

    /// Returns whether an accepted string begins with a character beyond ASCII.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the build writes tables where each class is in the row of the first state"
    )]
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

    /// Returns whether the rule matches the string that consists of this ASCII character.
    #[expect(
        clippy::indexing_slicing,
        reason = "the build writes tables where each class is in the row of the first state, and each state has a bit"
    )]
    pub(crate) const fn accepts_ascii_byte(&self, byte: u8) -> bool {
        let state = self.next[self.ascii[byte as usize] as usize];
        state != Self::DEAD && self.accepting[(state >> 6) as usize] & 1 << (state & 63) != 0
    }

    /// Returns whether this ASCII character occurs in an accepted string.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the build writes tables with a row for each state, and in it each class"
    )]
    pub(crate) const fn has_ascii_byte(&self, byte: u8) -> bool {
        let mut at = self.ascii[byte as usize] as usize;
        while at < self.next.len() {
            if self.next[at] != Self::DEAD {
                return true;
            }
            at += self.classes as usize;
        }
        false
    }

    /// Returns the length in bytes of the longest ASCII prefix with which an accepted string begins.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the build writes tables with a row for each state, and in it each class"
    )]
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

//! The automaton of a rule, which the build script generates.

/// A deterministic automaton over classes of characters.
pub(super) struct Automaton {
    /// The class of each ASCII character.
    pub(super) ascii: &'static [u8; 128],
    /// The classes beyond ASCII: the first character of each range and its class, in order.
    pub(super) beyond: &'static [(char, u8)],
    /// How many classes there are, which is the length of a row of `next`.
    pub(super) classes: usize,
    /// A row for each state, with the next state for each class, or [`Automaton::DEAD`].
    pub(super) next: &'static [u16],
}

impl Automaton {
    /// Stands where no text that the rule matches goes on.
    const DEAD: u16 = u16::MAX;

    /// Returns the length of the longest prefix with which a text begins that the rule matches.
    pub(super) fn viable_prefix(&self, text: &str) -> usize {
        let mut state = 0;
        for (at, c) in text.char_indices() {
            match self.next[usize::from(state) * self.classes + self.class(c)] {
                Self::DEAD => return at,
                next => state = next,
            }
        }
        text.len()
    }

    fn class(&self, c: char) -> usize {
        let class = self.ascii.get(c as usize).copied().unwrap_or_else(|| {
            let after = self.beyond.partition_point(|&(first, _)| first <= c);
            self.beyond[after.saturating_sub(1)].1
        });
        usize::from(class)
    }
}

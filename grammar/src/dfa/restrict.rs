//! An automaton restricted to an alphabet.

use rustc_hash::FxHashMap;

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::minimize;

impl Dfa {
    /// Returns the minimal automaton of the accepted strings that consist of characters of the alphabet.
    ///
    /// Most Unicode characters are ones that few people write, and so are most strings of a rule that takes
    /// all of them. An alphabet limits samples, counts and comparisons to the strings of interest.
    ///
    /// ```
    /// use urigram_grammar::{Automata, CharSet, Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"quoted = @{ "'" ~ (!"'" ~ ANY)* ~ "'" }"#, "quoted.pest")?;
    /// let peg = Peg::new(&grammar);
    /// let quoted = Automata::new(&peg).dfa("quoted")?;
    /// let printable = quoted.over(&CharSet::range(' ', '~'));
    /// assert!(quoted.accepts("'é'") && !printable.accepts("'é'"));
    /// assert!(printable.accepts("'e'"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the start is a state; there are at most as many as before, and one more"
    )]
    pub fn over(&self, alphabet: &CharSet) -> Dfa {
        let sets = self.classes.sets();
        let classes = Classes::of(sets.iter().chain([alphabet]));
        // For each class here, its class in `self`; `None` outside the alphabet, where no accepted string
        // continues.
        let columns: Vec<Option<usize>> =
            classes.firsts().into_iter().map(|c| alphabet.contains(c).then(|| self.class_of(c))).collect();

        let mut states = vec![Some(self.start())];
        let mut ids = FxHashMap::from_iter([(states[0], 0)]);
        let mut next = Vec::new();
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            for &column in &columns {
                let target = state.zip(column).map(|(state, class)| self.next(state, class));
                let id = *ids.entry(target).or_insert(states.len() as u32);
                if id as usize == states.len() {
                    states.push(target);
                }
                next.push(id);
            }
            done += 1;
        }
        let accept = states.iter().map(|state| state.is_some_and(|state| self.is_accepting(state))).collect();
        minimize::minimize(&classes, next, accept)
    }
}

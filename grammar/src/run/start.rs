//! What is asked of a match: its parse tree, or where it fails.

use crate::run::attempts::{Attempts, Failure};
use crate::run::machine::{Called, Machine, Stopped};
use crate::run::matching::Run;
use crate::run::node::Node;

/// A match of a whole text, and what it has shown.
pub(crate) struct Attempt<'m> {
    pub(crate) result: Result<Vec<Node<'m>>, Stopped>,
    /// Whether the match read the end of the text. If not, the rule matches no longer text that begins with this
    /// one.
    pub(crate) reads_end: bool,
    /// The steps that were taken.
    pub(crate) steps: u64,
}

impl Machine {
    /// Returns the nodes of the text, each before those below it, if the rule matches all of it within a number
    /// of steps. As in pest's trees, `EOI` makes a node too, but not in predicates and atomic rules.
    ///
    /// Time and memory are linear in the steps. A step is one attempt to match an expression; what takes longer
    /// or takes memory, such as a node ([`Node::STEPS`]), counts as several steps. The call stack does not grow
    /// with the text or the grammar.
    ///
    /// Where pest would panic, as where it pops from an empty stack, the text does not match.
    ///
    /// # Errors
    ///
    /// [`Stopped`] says why there are no nodes.
    pub fn run(&self, rule: &str, text: &str, steps: u64) -> Result<Vec<Node<'_>>, Stopped> {
        self.attempt(rule, text, steps).result
    }

    /// As [`Machine::run`], with a budget of steps from which those taken are subtracted.
    #[cfg(feature = "tools")]
    #[expect(clippy::arithmetic_side_effects, reason = "no more steps are taken than are left")]
    pub(crate) fn run_within(
        &self,
        left: &mut u64,
        rule: &str,
        text: &str,
    ) -> Result<Vec<Node<'_>>, Stopped> {
        let attempt = self.attempt(rule, text, *left);
        *left -= attempt.steps;
        attempt.result
    }

    /// As [`Machine::run`], with what else the match has shown.
    #[expect(clippy::arithmetic_side_effects, reason = "no more steps are left than were allowed")]
    pub(crate) fn attempt(&self, rule: &str, text: &str, steps: u64) -> Attempt<'_> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else {
            return Attempt { result: Err(Stopped::Unknown), reads_end: false, steps: 0 };
        };
        let mut run = Run::new(self, text, steps);
        let result = run.whole(rule);
        let (reads_end, left) = (run.reads_end, run.steps);
        Attempt { result: result.map(|()| run.nodes), reads_end, steps: steps - left }
    }

    /// Returns where the rule fails to match the whole text, and which rules were expected there, as pest reports it;
    /// `None` if it matches. Where the rule matches only a beginning of the text, the end is expected after that.
    ///
    /// Takes the time and the memory of [`Machine::run`], and somewhat more of the steps.
    ///
    /// # Errors
    ///
    /// [`Stopped`] says why it is not known. It is never [`Stopped::NoMatch`].
    pub fn failure(&self, rule: &str, text: &str, steps: u64) -> Result<Option<Failure<'_>>, Stopped> {
        self.failure_within(&mut { steps }, rule, text)
    }

    /// As [`Machine::failure`], with a budget of steps from which those taken are subtracted.
    pub(crate) fn failure_within(
        &self,
        left: &mut u64,
        rule: &str,
        text: &str,
    ) -> Result<Option<Failure<'_>>, Stopped> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else { return Err(Stopped::Unknown) };
        let mut run = Run::new(self, text, *left);
        run.attempts = Some(Attempts::default());
        let result = run.whole(rule);
        *left = run.steps;
        match result {
            Ok(()) => Ok(None),
            Err(Stopped::NoMatch) => Ok(run.attempts.map(Attempts::failure)),
            Err(stopped) => Err(stopped),
        }
    }
}

//! The search for differences between two grammars.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Error;
use crate::pest::big_stack::with_stack;
use crate::pest::read::Grammar;
use crate::search::budget::{Budget, Effort};
use crate::search::definitions::definitions;
use crate::search::guided::Guided;
use crate::search::thorough::Thorough;
use crate::search::verdict::Verdict;

/// A bounded search for texts that two grammars treat differently, for rules that no automaton decides: those that
/// are recursive, use the stack, or are too large.
///
/// Rules with the same definition are found to be equal. For others, texts are derived from the definitions, then
/// all texts up to a length are tried, and then random ones. A text is treated differently if only one of the
/// grammars accepts it, or if the nodes of its two parse trees differ.
///
/// ```
/// use urigram_grammar::{Effort, Grammar, Search, Verdict};
///
/// let old = Grammar::read(r#"list = { "(" ~ (list ~ ("," ~ list)*)? ~ ")" }"#, "old.pest")?;
/// let new = Grammar::read(r#"list = { "(" ~ (list ~ ("," ~ list)?)? ~ ")" }"#, "new.pest")?;
/// let found = Search::new(&old, &new).compare(&["list"])?;
/// let ("list", Verdict::Different(differences)) = &found[0] else { panic!("{found:?}") };
/// assert_eq!(differences.only_left.as_deref(), Some("((),(),())"));
/// assert_eq!(differences.only_right, None);
///
/// let found = Search::new(&old, &old.clone()).compare(&["list"])?;
/// assert_eq!(found, [("list", Verdict::Equal)]);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
pub struct Search<'g> {
    left: &'g Grammar,
    right: &'g Grammar,
    compared: FxHashSet<&'g str>,
    effort: Effort,
}

impl<'g> Search<'g> {
    /// Returns a search that compares the nodes of all rules that both grammars have, with [`Effort::DEFAULT`].
    #[must_use]
    pub fn new(left: &'g Grammar, right: &'g Grammar) -> Search<'g> {
        let names: FxHashSet<&str> = left.rules().iter().map(|rule| rule.name.as_str()).collect();
        let of_right = right.rules().iter().map(|rule| rule.name.as_str());
        let compared = of_right.filter(|name| names.contains(name)).collect();
        Search { left, right, compared, effort: Effort::DEFAULT }
    }

    /// Compares only the nodes of these rules; with none, only what is accepted.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Search, Verdict};
    ///
    /// let old = Grammar::read(r#"a = { "a" ~ b? } b = { a }"#, "old.pest")?;
    /// let new = Grammar::read(r#"a = { "a" ~ b? } b = _{ a }"#, "new.pest")?;
    /// let [(_, Verdict::Different(found))] = &Search::new(&old, &new).compare(&["a"])?[..] else { panic!() };
    /// assert_eq!(found.captures.as_deref(), Some("aa"));
    /// let found = Search::new(&old, &new).captures(["a"]).compare(&["a"])?;
    /// assert_eq!(found[0].1, Verdict::Equal);
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn captures(self, rules: impl IntoIterator<Item = &'g str>) -> Search<'g> {
        Search { compared: rules.into_iter().collect(), ..self }
    }

    /// Sets how much work the search may do for all rules together.
    #[must_use]
    pub fn effort(self, effort: Effort) -> Search<'g> {
        Search { effort, ..self }
    }

    /// Compares the rules, and returns the verdict on each of them that both grammars have.
    ///
    /// The search ends early if there is nothing more to find. Besides what the grammars take, it takes some ten
    /// megabytes.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn compare<'r>(&self, rules: &[&'r str]) -> Result<Vec<(&'r str, Verdict)>, Error> {
        with_stack(self.left.file_name(), || Ok(self.verdicts(rules)))
    }

    fn verdicts<'r>(&self, rules: &[&'r str]) -> Vec<(&'r str, Verdict)> {
        let Search { left, right, ref compared, effort } = *self;
        let mut budget = Budget::new(effort);
        let names = |grammar: &'g Grammar| grammar.rules().iter().map(|rule| rule.name.as_str());
        let of_left: FxHashSet<&str> = names(left).collect();
        let of_both: FxHashSet<&str> = names(right).filter(|name| of_left.contains(name)).collect();
        let definitions = definitions(left, right, compared);
        let asked: Vec<&'g str> = rules.iter().filter_map(|rule| of_both.get::<str>(rule).copied()).collect();
        let open: Vec<&'g str> =
            asked.iter().copied().filter(|rule| !definitions.same.contains(rule)).collect();
        let mut verdicts: FxHashMap<&str, Verdict> = FxHashMap::default();
        if !open.is_empty() {
            let guided = Guided::new([left, right], compared.clone(), &definitions, &open);
            verdicts = Thorough::new(guided, [left, right]).search(&open, &mut budget);
        }
        let verdict = |rule: &'r str| match verdicts.get(rule) {
            _ if definitions.same.contains(rule) => Verdict::Equal,
            Some(verdict) => verdict.clone(),
            None => unreachable!("a rule that was searched has a verdict"),
        };
        rules.iter().filter(|rule| of_both.contains::<str>(rule)).map(|&rule| (rule, verdict(rule))).collect()
    }
}

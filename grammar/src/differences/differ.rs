//! Compares two grammars, rule for rule.

use std::collections::BTreeSet;

use crate::dfa::automaton::Limits;
use crate::dfa::marks::Names;
use crate::differences::blame::{Found, causes, only_new};
use crate::differences::calls::Calls;
use crate::differences::difference::{Change, Context, Difference, Witness};
use crate::differences::nodes::nodes_to_compare;
use crate::differences::reader::Reader;
use crate::differences::run::Run;
use crate::differences::searched;
use crate::differences::side::{Pegs, Side};
use crate::pest::read::Grammar;
use crate::pest::rules::{OptimizedRule, RuleType};
use crate::search::budget::Effort;

/// A comparison of two grammars, old and new: of what their rules match and capture.
///
/// ```
/// use urigram_grammar::{Differ, Grammar};
///
/// let old = "time = ${ hour ~ \":\" ~ minute } hour = @{ digit{2} } minute = @{ digit{2} } digit = _{ '0'..'9' }";
/// let old = Grammar::read(old, "old.pest")?;
/// let new = Grammar::read(&old.text().replace("'0'..'9'", "'0'..'9' | \"_\""), "new.pest")?;
/// let differences = Differ::new(&old, &new).differences();
/// let [digit, hour, ..] = &differences[..] else { panic!("four rules differ") };
/// assert_eq!((digit.rule.as_str(), digit.is_cause()), ("digit", true), "the innermost comes first");
/// assert_eq!((hour.rule.as_str(), hour.causes.as_slice()), ("hour", &["digit".to_owned()][..]));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Differ<'g> {
    old: &'g Grammar,
    new: &'g Grammar,
    rules: Option<Vec<&'g str>>,
    captured: Vec<&'g str>,
    start: Option<&'g str>,
    explains: bool,
    steps: usize,
    effort: Option<Effort>,
    contexts: Contexts,
}

/// The rules whose differences are shown in the strings of a start rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contexts {
    All,
    Causes,
    None,
}

impl<'g> Differ<'g> {
    /// Compares all rules. Those that make nodes in both grammars count as captures; `EOI`, which is not a rule of a
    /// grammar, does not.
    #[must_use]
    pub fn new(old: &'g Grammar, new: &'g Grammar) -> Differ<'g> {
        let makes_node = |rule: &&OptimizedRule| rule.ty != RuleType::Silent;
        let in_new: BTreeSet<&str> =
            new.rules().iter().filter(makes_node).map(|rule| rule.name.as_str()).collect();
        let in_old = old.rules().iter().filter(makes_node).map(|rule| rule.name.as_str());
        let captured = in_old.filter(|name| in_new.contains(name)).collect();
        let steps = Limits::DEFAULT.steps;
        Differ {
            old,
            new,
            rules: None,
            captured,
            start: None,
            explains: false,
            steps,
            effort: None,
            contexts: Contexts::All,
        }
    }

    /// Returns differences of these rules only. The rules that they call are compared too, to find causes.
    #[must_use]
    pub fn rules(self, rules: &[&'g str]) -> Differ<'g> {
        Differ { rules: Some(rules.to_vec()), ..self }
    }

    /// Compares what is captured of these rules, and of no others.
    #[must_use]
    pub fn captured(self, captured: &[&'g str]) -> Differ<'g> {
        Differ { captured: captured.to_vec(), ..self }
    }

    /// Shows differences in the strings of the rule of this name, if both grammars have it and it comes to call the
    /// rule that differs; else in those of the first rule that no other calls.
    #[must_use]
    pub fn start(self, start: &'g str) -> Differ<'g> {
        Differ { start: Some(start), ..self }
    }

    /// Shows each difference only in the strings of its own rule, which takes much less time.
    #[must_use]
    pub fn without_contexts(self) -> Differ<'g> {
        Differ { contexts: Contexts::None, ..self }
    }

    /// Shows differences in the strings of a start rule only for rules that are causes; those of other rules only in the
    /// strings of their own rules, which takes less time.
    #[must_use]
    pub fn contexts_of_causes(self) -> Differ<'g> {
        Differ { contexts: Contexts::Causes, ..self }
    }

    /// Tells for each witness the way through both rules to where they part.
    #[must_use]
    pub fn explained(self) -> Differ<'g> {
        Differ { explains: true, ..self }
    }

    /// Limits the steps of work on each of the two grammars, and on the comparison of their rules. What is beyond is
    /// [`Undecided`](crate::Undecided). The default is that of [`Limits::DEFAULT`].
    #[must_use]
    pub fn steps(self, steps: usize) -> Differ<'g> {
        Differ { steps, ..self }
    }

    /// Searches for differences of the rules that have no automaton. There is no search unless it is asked for.
    #[must_use]
    pub fn searched(self, effort: Effort) -> Differ<'g> {
        Differ { effort: Some(effort), ..self }
    }

    /// Returns the rules of both grammars with their changes, each after those that it calls.
    ///
    /// Rules whose definitions, and those of all rules that they call, are the same in both grammars are equal without
    /// any automaton. For the others it takes the time of their automata, of comparing these, and of a search for each
    /// witness, all within the limit.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "a rule is an index of `Calls::rules`, of which each has been compared that is reached"
    )]
    pub fn differences(&self) -> Vec<Difference> {
        let pegs = (Pegs::of(self.old), Pegs::of(self.new));
        let calls = Calls::of(self.old, self.new);
        let touched = calls.touched();
        let compared: Names = nodes_to_compare(&calls, &touched, &self.captured).into_iter().collect();
        let mut run = Run {
            calls: &calls,
            compared: &compared,
            readers: (Reader::new(self.old, &self.captured), Reader::new(self.new, &self.captured)),
            explained: self.explains.then(|| calls.rules.iter().map(|rule| rule.name).collect()),
            starts: match self.contexts {
                Contexts::All | Contexts::Causes => calls.starts(self.start),
                Contexts::None => vec![None; calls.rules.len()],
            },
            old: Side::new(&pegs.0, &compared, self.steps),
            new: Side::new(&pegs.1, &compared, self.steps),
            left: self.steps,
        };
        let count = calls.rules.len();
        let asked: Vec<usize> = match &self.rules {
            None => (0..count).collect(),
            Some(rules) => rules.iter().filter_map(|rule| calls.id(rule)).collect(),
        };
        let reached = calls.reached(asked.clone());
        let order = calls.innermost_first();
        let mut found: Vec<Option<Found>> = (0..count).map(|_| None).collect();
        for &id in order.iter().filter(|&&id| reached[id]) {
            found[id] = Some(match touched[id] {
                true => run.compared(id),
                false => Found { change: Change::Equal, is_cause: false },
            });
        }
        let is_decided =
            |found: &Option<Found>| matches!(found, Some(Found { change: Change::Differs(_), .. }));
        let decided: Vec<bool> = found.iter().map(is_decided).collect();
        if let Some(effort) = self.effort {
            searched::decide(self.old, self.new, &calls, &self.captured, &run.readers, effort, &mut found);
        }
        let causes = causes(&calls, &order, &mut found);
        // These take many more steps than the comparisons, for which nothing might be left.
        for &id in order.iter().filter(|&&id| decided[id]) {
            if let Some(Found { change: Change::Differs(differs), is_cause }) = &mut found[id] {
                if *is_cause || self.contexts != Contexts::Causes {
                    run.find_contexts(id, &mut differs.witnesses);
                } else if run.starts[id].is_some_and(|start| start != id) {
                    differs.witnesses.iter_mut().for_each(|witness| witness.context = Context::Unknown);
                }
            }
        }
        // A difference may show otherwise than by the rule taking just that string, unless the start rule is the same.
        let is_equal: Vec<bool> =
            found.iter().map(|found| matches!(found, Some(Found { change: Change::Equal, .. }))).collect();
        for (found, start) in found.iter_mut().zip(&run.starts) {
            if start.is_some_and(|start| is_equal[start]) {
                continue;
            }
            if let Some(Found { change: Change::Differs(differs), .. }) = found {
                let hidden = |witness: &&mut Witness| witness.context == Context::Hidden;
                differs
                    .witnesses
                    .iter_mut()
                    .filter(hidden)
                    .for_each(|witness| witness.context = Context::Unknown);
            }
        }
        let mut is_asked = vec![false; count];
        asked.iter().for_each(|&id| is_asked[id] = true);
        let mut differences = Vec::new();
        for id in order.into_iter().filter(|&id| is_asked[id]) {
            let Some(Found { change, .. }) = found[id].take() else {
                unreachable!("a rule that is asked for has been compared")
            };
            let named = |ids: &[usize]| ids.iter().map(|&id| calls.rules[id].name.to_owned()).collect();
            let start = run.starts[id].map(|start| calls.rules[start].name.to_owned());
            let new_rules = calls.rules[id].new.map_or(Vec::new(), |new| only_new(&calls, new));
            differences.push(Difference {
                rule: calls.rules[id].name.to_owned(),
                change,
                causes: named(&causes[id]),
                new_rules: named(&new_rules),
                start,
            });
        }
        differences
    }
}

//! Compares all rules of two grammars.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Calls::rules`, and reached rules have been compared; there are two \
              sides; at most the allowed steps remain"
)]

use std::collections::{BTreeMap, BTreeSet};

use urigram_grammar::marked::Names;
use urigram_grammar::{
    Automata, Capture, Captures, Grammar, Limits, OptimizedRule, ParsedDifferently, Peg, Relation, RuleType,
    Way, Ways,
};

use super::difference::{Reader, Readers, readings};
use crate::diff::calls::{Calls, Found, causes, nodes_to_compare, only_new, replaced};
use crate::diff::difference::{
    Change, Context, Counterexample, Difference, Differs, Pegs, Side, Undecided, paths,
};
use crate::parallel::both;
use crate::search::compare::Search;
use crate::search::trial::{Differences, Effort, Verdict};
use crate::trace::machine::Stopped;

/// Whether the calls of a rule match the same prefixes of any text in both grammars, with the same nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Called {
    Same,
    /// They are not the same, or it is not known.
    Unknown,
    /// The rule is equal, and no caller has needed its calls so far.
    Unchecked,
}

struct Run<'p> {
    calls: &'p Calls<'p>,
    /// The rules whose nodes are compared.
    compared: &'p Names,
    /// The names of all counted nodes.
    readers: Readers<'p>,
    /// The names of all rules, if paths through the rules are requested.
    explained: Option<Names>,
    /// For each rule, the start rule whose strings show its differences in context.
    starts: Vec<Option<usize>>,
    /// For each rule, whether calls of it are the same in both grammars.
    called: Vec<Called>,
    /// Whether [`Side::prefix_captures`] compares calls.
    compares_calls: bool,
    /// For each rule, whether the nodes of its calls depend on the caller.
    depend_on_caller: Vec<bool>,
    old: Side<'p>,
    new: Side<'p>,
    /// The remaining steps for work that involves both grammars.
    budget: usize,
}

impl<'p> Run<'p> {
    /// Compares a rule of the two grammars, or reports that only one grammar has it.
    fn compared(&mut self, id: usize) -> Found {
        let rule = &self.calls.rules[id];
        if rule.old.is_none() || rule.new.is_none() {
            let change = if rule.new.is_some() { Change::Added } else { Change::Gone };
            return Found { change, is_cause: false };
        }
        if !rule.is_redefined() && self.calls_only_same(id) {
            self.called[id] = Called::Same;
            return Found { change: Change::Equal, is_cause: false };
        }
        match self.differs(id) {
            Err(undecided) => Found {
                change: Change::Undecided { why: undecided, searched: None },
                is_cause: rule.is_redefined(),
            },
            Ok(None) => {
                self.called[id] = Called::Unchecked;
                Found { change: Change::Equal, is_cause: false }
            }
            Ok(Some((differs, is_cause))) => Found { change: Change::Differs(differs), is_cause },
        }
    }

    /// Returns whether the calls of all rules that the rule calls are the same.
    fn calls_only_same(&mut self, id: usize) -> bool {
        let calls = self.calls;
        self.compares_calls && calls.called_by(id).iter().all(|&called| self.checked(called) == Called::Same)
    }

    fn checked(&mut self, id: usize) -> Called {
        if self.called[id] == Called::Unchecked {
            let is_same = self.is_called_alike(id, RuleType::CompoundAtomic)
                && (!self.depend_on_caller[id] || self.is_called_alike(id, RuleType::Atomic));
            self.called[id] = if is_same { Called::Same } else { Called::Unknown };
        }
        self.called[id]
    }

    /// Returns whether a rule of this type has the same matches of the called rule in both grammars.
    fn is_called_alike(&mut self, id: usize, ty: RuleType) -> bool {
        let rule = self.calls.rules[id].name;
        let (old, new) = both(|| self.old.prefix_captures(rule, ty), || self.new.prefix_captures(rule, ty));
        old.zip(new).is_some_and(|(old, new)| self.is_same(&old, &new))
    }

    /// Returns the difference of the rule, if any, and whether its own definition causes it.
    fn differs(&mut self, id: usize) -> Result<Option<(Differs, bool)>, Undecided> {
        let rule = &self.calls.rules[id];
        // Fails early, before the automaton of the other grammar is built.
        self.old.decided(rule.name).map_err(Undecided::Old)?;
        self.new.decided(rule.name).map_err(Undecided::New)?;
        let (old, new) = both(|| self.old.captures(rule.name), || self.new.captures(rule.name));
        let (old, new) = (old.map_err(Undecided::Old)?, new.map_err(Undecided::New)?);
        let found = self.within(|budget| old.dfa().ways(budget, new.dfa())).ok_or(Undecided::TooLarge)?;
        let divergence = self.within(|budget| old.parses_differently_within(budget, &new));
        let divergence = divergence.ok_or(Undecided::TooLarge)?;
        let makes_node = rule.makes_node();
        if found.examples.is_empty() && divergence.is_none() && makes_node.is_none() {
            return Ok(None);
        }
        let has = |by_left| found.examples.iter().any(|way| way.by_left == by_left);
        let relation = match (has(true), has(false)) {
            (false, false) => Relation::Equal,
            (false, true) => Relation::Narrower,
            (true, false) => Relation::Wider,
            (true, true) => Relation::Different,
        };
        let alone = rule.is_redefined().then(|| self.with_own_definition(id)).flatten();
        let is_kept = alone.as_ref().is_some_and(|alone| self.is_same(alone, &old));
        let is_cause = rule.is_redefined() && (makes_node.is_some() || !is_kept);
        let found = match &alone {
            Some(alone) if is_cause => self.own_ways(found, (&old, &new), alone),
            _ => found,
        };
        let mut counterexamples = Vec::new();
        for Way { text, parts_at, .. } in found.examples {
            counterexamples.push(self.counterexample(id, &old, &new, text, parts_at));
        }
        if let Some(divergence) = divergence {
            let at = divergence_offset(&divergence);
            counterexamples.push(self.counterexample(id, &old, &new, divergence.text, at));
        }
        Ok(Some((Differs { relation, makes_node, counterexamples, more: found.more }, is_cause)))
    }

    /// Returns the examples of differences that the rule's own definition causes. For a direction
    /// (gained or lost strings) without such an example, an example of `found` is used.
    fn own_ways(&mut self, found: Ways, (old, new): (&Captures, &Captures), alone: &Captures) -> Ways {
        let Some(Ways { mut examples, more }) = self.within(|budget| old.dfa().ways(budget, alone.dfa()))
        else {
            return found;
        };
        // Changes of called rules may undo a change of the rule's own definition.
        examples.retain(|way| {
            old.dfa().accepts(&way.text) == way.by_left && new.dfa().accepts(&way.text) != way.by_left
        });
        for by_left in [true, false] {
            if examples.iter().all(|way| way.by_left != by_left) {
                let other = found.examples.iter().find(|way| way.by_left == by_left);
                examples.extend(other.cloned());
            }
        }
        Ways { examples, more }
    }

    /// Runs work with the steps that one automaton may take, and subtracts the steps used.
    fn within<T>(&mut self, work: impl FnOnce(&mut usize) -> T) -> T {
        let allowed = self.budget.min(Limits::DEFAULT.steps);
        let mut unused = allowed;
        let made = work(&mut unused);
        self.budget -= allowed - unused;
        made
    }

    /// Returns the captures of the rule if only its own definition is taken from the new grammar, or `None`
    /// if there is no automaton.
    fn with_own_definition(&mut self, id: usize) -> Option<Captures> {
        let peg = Peg::of_rules(&replaced(self.calls, id, &mut self.budget)?);
        let rule = self.calls.rules[id].name;
        Automata::new(&peg).captures_of(&mut self.budget, rule, self.compared).ok()
    }

    fn is_same(&mut self, one: &Captures, other: &Captures) -> bool {
        one.dfa() == other.dfa()
            && self.within(|budget| one.parses_differently_within(budget, other)) == Some(None)
    }

    /// Returns a counterexample for a text in which the rules diverge at the offset `at`.
    fn counterexample(
        &mut self,
        id: usize,
        old: &Captures,
        new: &Captures,
        text: String,
        at: usize,
    ) -> Counterexample {
        let calls = self.calls;
        let rule = &calls.rules[id];
        let readings = readings(&self.readers, rule.name, old, new, &text);
        let paths = self
            .explained
            .as_ref()
            .map(|names| paths(rule.name, names, &text, at, (old, &mut self.old), (new, &mut self.new)));
        Counterexample {
            text,
            old: readings.0,
            new: readings.1,
            context: Context::Own,
            paths: paths.flatten(),
        }
    }

    /// Sets the context of each of a rule's counterexamples.
    fn find_contexts(&mut self, id: usize, counterexamples: &mut [Counterexample]) {
        let Some(start) = self.starts[id].filter(|&start| start != id) else { return };
        for counterexample in counterexamples {
            counterexample.context =
                self.context(self.calls.rules[start].name, self.calls.rules[id].name, counterexample);
        }
    }

    /// Returns the context of the counterexample in the strings of the start rule.
    fn context(&mut self, start: &'p str, rule: &'p str, counterexample: &Counterexample) -> Context {
        let Counterexample { text, old, new, .. } = counterexample;
        // Marking few nodes makes small automata, and usually suffices. Otherwise, all compared
        // nodes are marked.
        let minimal = match (old, new) {
            (Some(old), Some(new)) => self.captured_otherwise(old, new),
            _ => self.compared.place(rule).map(|_| rule).into_iter().collect(),
        };
        let all = minimal.len() == self.compared.list().len();
        let attempts = if all { vec![None] } else { vec![Some(minimal), None] };
        for nodes in &attempts {
            for is_old in [true, false] {
                let accepted = if is_old { old } else { new };
                if accepted.is_none() {
                    continue;
                }
                let (there, elsewhere) =
                    if is_old { (&mut self.old, &mut self.new) } else { (&mut self.new, &mut self.old) };
                let (within, other) =
                    both(|| there.start_calling(start, nodes, rule), || elsewhere.start(start, nodes));
                let allowed = self.budget.min(Limits::DEFAULT.steps);
                let mut unused = allowed;
                let found = within
                    .zip(other)
                    .and_then(|(within, other)| within.shortest_around(other, text, &mut unused));
                self.budget -= allowed - unused;
                match found {
                    None => return Context::Unknown,
                    Some(Some(found)) => return Context::Within(found),
                    Some(None) => {}
                }
            }
        }
        Context::Hidden
    }

    /// Returns the compared rules whose nodes differ between the two readings.
    fn captured_otherwise(&self, old: &[Capture], new: &[Capture]) -> Vec<&'p str> {
        let mut nodes: BTreeMap<usize, [Vec<&Capture>; 2]> = BTreeMap::new();
        for (side, captures) in [old, new].into_iter().enumerate() {
            for node in captures {
                if let Some(place) = self.compared.place(&node.rule) {
                    nodes.entry(place).or_default()[side].push(node);
                }
            }
        }
        let differ = nodes.into_iter().filter(|(_, [old, new])| old != new);
        differ.map(|(place, _)| self.compared.list()[place].as_str()).collect()
    }
}

/// Returns the offset at which the two parse trees diverge: the start of the first node that only one tree
/// has, or, if both trees have the same nodes, of the first node that is nested differently.
fn divergence_offset(divergence: &ParsedDifferently) -> usize {
    let (left, right) = divergence.differing();
    let nested = || divergence.left.iter().zip(&divergence.right).find(|(left, right)| left != right);
    let first = left.into_iter().chain(right).map(|node| node.start).min();
    first.or_else(|| nested().map(|(left, _)| left.start)).expect("two rules parse a string differently")
}

/// Searches for differences of the undecided rules. If no thread can be started, they remain undecided.
fn decide(
    old: &Grammar,
    new: &Grammar,
    calls: &Calls<'_>,
    captured: &[&str],
    readers: &Readers<'_>,
    effort: Effort,
    found: &mut [Option<Found>],
) {
    let is_open =
        |found: &Option<Found>| matches!(found, Some(Found { change: Change::Undecided { .. }, .. }));
    let open: Vec<usize> = (0..found.len()).filter(|&id| is_open(&found[id])).collect();
    if open.is_empty() {
        return;
    }
    let names: Vec<&str> = open.iter().map(|&id| calls.rules[id].name).collect();
    let search = Search::new(old, new).captures(captured.iter().copied()).effort(effort);
    let Ok(verdicts) = search.compare(&names) else { return };
    assert_eq!(
        verdicts.len(),
        open.len(),
        "invariant broken: both grammars have the rules that were searched"
    );
    for (&id, (rule, verdict)) in open.iter().zip(verdicts) {
        let Some(Found { change, is_cause }) = &mut found[id] else {
            unreachable!("a rule that was searched has been compared")
        };
        let makes_node = calls.rules[id].makes_node();
        match verdict {
            Verdict::Equal if makes_node.is_none() => (*change, *is_cause) = (Change::Equal, false),
            Verdict::Equal => {
                let differs = differs(readers, rule, Differences::default());
                *change = Change::Differs(Differs { makes_node, ..differs });
            }
            Verdict::Different(differences) => {
                let differs = differs(readers, rule, differences);
                *change = Change::Differs(Differs { makes_node, ..differs });
            }
            Verdict::Open(extent) => {
                if let Change::Undecided { searched, .. } = change {
                    *searched = Some(extent);
                }
            }
        }
    }
}

fn differs((old, new): &Readers<'_>, rule: &str, differences: Differences) -> Differs {
    let Differences { only_left, only_right, captures } = differences;
    let texts = [only_right, only_left, captures].into_iter().flatten();
    // The search also compares the node of the rule itself, which is not one of its captures.
    let is_shown = |counterexample: &Counterexample| {
        counterexample.old.is_none() || counterexample.old != counterexample.new
    };
    let counterexample = |text: String| {
        let (old, new) = (nodes(old, rule, &text), nodes(new, rule, &text));
        Counterexample { text, old, new, context: Context::Unknown, paths: None }
    };
    let counterexamples: Vec<Counterexample> = texts.map(counterexample).filter(is_shown).collect();
    // The search may have missed counterexamples of the other kind, so it cannot show that one rule
    // is narrower.
    let relation = if counterexamples.is_empty() { Relation::Equal } else { Relation::Different };
    Differs { relation, makes_node: None, counterexamples, more: 0 }
}

/// Returns the captures below the rule's own node, or `None` if the rule rejects the text.
fn nodes(reader: &Reader<'_>, rule: &str, text: &str) -> Option<Vec<Capture>> {
    match reader.nodes(rule, text) {
        Ok(nodes) => Some(nodes),
        Err(Stopped::NoMatch) => None,
        Err(stopped) => unreachable!("the search has decided the text: {stopped}"),
    }
}

/// A comparison of two grammars, old and new, in language and captures.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Differ;
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

/// The rules for whose counterexamples contexts are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contexts {
    All,
    Causes,
    None,
}

impl<'g> Differ<'g> {
    /// Compares all rules. Those that make nodes in both grammars are captures; the built-in `EOI` is not.
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

    /// Limits the result to these rules. The rules that they call are also compared, to find causes.
    #[must_use]
    pub fn rules(self, rules: &[&'g str]) -> Differ<'g> {
        Differ { rules: Some(rules.to_vec()), ..self }
    }

    /// Compares captures of these rules only.
    #[must_use]
    pub fn captured(self, captured: &[&'g str]) -> Differ<'g> {
        Differ { captured: captured.to_vec(), ..self }
    }

    /// Shows differences in strings of this start rule, if both grammars have it and it reaches the rule
    /// that differs. Otherwise, the first uncalled rule that reaches the differing rule is the start rule.
    #[must_use]
    pub fn start(self, start: &'g str) -> Differ<'g> {
        Differ { start: Some(start), ..self }
    }

    /// Shows differences only in strings of the differing rule itself, which takes much less time.
    #[must_use]
    pub fn without_contexts(self) -> Differ<'g> {
        Differ { contexts: Contexts::None, ..self }
    }

    /// Shows differences in strings of a start rule only for rules that are causes, which takes less time.
    /// For other rules, differences are shown in strings of the rule itself.
    #[must_use]
    pub fn contexts_of_causes(self) -> Differ<'g> {
        Differ { contexts: Contexts::Causes, ..self }
    }

    /// Adds to each counterexample the paths through both rules to the offset at which they
    /// diverge.
    #[must_use]
    pub fn explained(self) -> Differ<'g> {
        Differ { explains: true, ..self }
    }

    /// Limits the steps for each of the two grammars, and those for comparing them. Rules that exceed the
    /// limit are [`Undecided`](crate::Undecided). The default is [`Limits::DEFAULT`].
    #[must_use]
    pub fn steps(self, steps: usize) -> Differ<'g> {
        Differ { steps, ..self }
    }

    /// Searches for differences of the rules that have no automaton. By default there is no search.
    #[must_use]
    pub fn searched(self, effort: Effort) -> Differ<'g> {
        Differ { effort: Some(effort), ..self }
    }

    /// Returns the rules of both grammars with their changes, called rules before their callers.
    ///
    /// A rule whose definition and whose calls are the same in both grammars needs no automaton. For every other
    /// rule, automata are built and compared, and counterexamples searched, all within the limit.
    #[must_use]
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
            called: touched
                .iter()
                .map(|&touched| if touched { Called::Unknown } else { Called::Same })
                .collect(),
            compares_calls: calls.depend_on_rest(),
            depend_on_caller: calls.depend_on_caller(),
            old: Side::new(&pegs.0, &compared, self.steps),
            new: Side::new(&pegs.1, &compared, self.steps),
            budget: self.steps,
        };
        let count = calls.rules.len();
        let attempts: Vec<usize> = match &self.rules {
            None => (0..count).collect(),
            Some(rules) => rules.iter().filter_map(|rule| calls.id(rule)).collect(),
        };
        let reached = calls.reached(attempts.clone());
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
            decide(self.old, self.new, &calls, &self.captured, &run.readers, effort, &mut found);
        }
        let causes = causes(&calls, &order, &mut found);
        // Contexts take many more steps than comparisons, so they come last.
        for &id in order.iter().filter(|&&id| decided[id]) {
            if let Some(Found { change: Change::Differs(differs), is_cause }) = &mut found[id] {
                if *is_cause || self.contexts != Contexts::Causes {
                    run.find_contexts(id, &mut differs.counterexamples);
                } else if run.starts[id].is_some_and(|start| start != id) {
                    differs
                        .counterexamples
                        .iter_mut()
                        .for_each(|counterexample| counterexample.context = Context::Unknown);
                }
            }
        }
        // If the start rules differ, the difference may show in a string in which the rule does not match
        // exactly the counterexample, so `Hidden` would be wrong.
        let is_equal: Vec<bool> =
            found.iter().map(|found| matches!(found, Some(Found { change: Change::Equal, .. }))).collect();
        for (found, start) in found.iter_mut().zip(&run.starts) {
            if start.is_some_and(|start| is_equal[start]) {
                continue;
            }
            if let Some(Found { change: Change::Differs(differs), .. }) = found {
                let hidden = |counterexample: &&mut Counterexample| counterexample.context == Context::Hidden;
                differs
                    .counterexamples
                    .iter_mut()
                    .filter(hidden)
                    .for_each(|counterexample| counterexample.context = Context::Unknown);
            }
        }
        let mut is_asked = vec![false; count];
        attempts.iter().for_each(|&id| is_asked[id] = true);
        let mut differences = Vec::new();
        for id in order.into_iter().filter(|&id| is_asked[id]) {
            let Some(Found { change, .. }) = found[id].take() else {
                unreachable!("a requested rule has been compared")
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

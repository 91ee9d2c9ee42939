//! Proves that rules of a grammar equal those of an ABNF: that they match the same strings, and that
//! their captures agree with a derivation of the ABNF.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "each rule has an entry, and calls only rules before it; at most the allowed steps remain"
)]

use std::collections::HashSet;
use std::fmt;
use std::mem::discriminant;

use urigram_grammar::marked::Names;
use urigram_grammar::{
    Abnf, Automata, Captures, Comparison, Error, Expr, Grammar, Limits, ParsedDifferently, Peg, Rule,
    RuleType,
};

use crate::parallel::both;

/// A prover that rules of a grammar equal those of an ABNF.
///
/// The captures of a rule are the nodes of pest's parse tree whose rules the ABNF has, too. Where an
/// atomic rule makes no nodes below its own, the captures below the ABNF rule of the same name are
/// ignored, too.
///
/// ```
/// use urigram_grammar::{Abnf, Grammar, Peg, Relation};
/// use urigram_workbench::{Derivation, Prover};
///
/// let abnf = Abnf::read("host = address / name\naddress = 2DIGIT\nname = *(ALPHA / DIGIT)", "host.abnf")?;
/// let source = r#"
///     host    = ${ name }
///     address = @{ ASCII_DIGIT{2} }
///     name    = @{ ASCII_ALPHANUMERIC* }
/// "#;
/// let grammar = Grammar::read(source, "host.pest")?;
/// let peg = Peg::new(&grammar);
/// let proof = Prover::new(&grammar, &peg, &abnf).prove("host", "host")?;
/// assert_eq!(proof.strings.relation(), Relation::Equal);
/// let Derivation::Ambiguous(difference) = proof.captures else { panic!("it could be an address or a name") };
/// assert_eq!(difference.text, "00");
/// assert_eq!((&*difference.left[0].rule, &*difference.right[0].rule), ("name", "address"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover<'p> {
    peg: &'p Peg,
    automata: Automata<'p>,
    abnf: &'p Abnf,
    /// The grammar that resolves ambiguities of the ABNF.
    model: Option<(&'p Peg, Automata<'p>)>,
    captured: Vec<&'p str>,
    /// The same rules as `captured`, as a look-up table.
    names: Names,
    /// The captured rules below which nothing is captured.
    leaves: Vec<&'p str>,
    budget: usize,
}

/// The relation of a rule to a rule of the ABNF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The strings that only the grammar matches (left) or only the ABNF (right).
    pub strings: Comparison,
    /// The relation of the captures in the strings that both match.
    pub captures: Derivation,
}

/// The relation of the captures of a rule to the derivations of its ABNF. The left side of each example
/// has the captures by the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Derivation {
    /// In every string that both rules match, the captures are those of the only derivation.
    Unique,
    /// In every string that both rules match, the captures are those of a derivation, but some
    /// strings have several derivations. The example is a shortest such string; its right side is
    /// another derivation.
    Ambiguous(ParsedDifferently),
    /// In every string that both rules match, the captures are those of a derivation, but not always of
    /// the derivation that [`Prover::settled_by`] requires. The example is a shortest string with another
    /// derivation; its right side is the required derivation.
    Unsettled(ParsedDifferently),
    /// In some string that both rules match, the captures are those of no derivation. The example is a
    /// shortest such string; its right side is a derivation.
    None(ParsedDifferently),
}

/// The reason why a rule is neither proved nor disproved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unproved {
    /// The rule of the grammar has no automaton.
    Rule(Error),
    /// The rule of the ABNF has no automaton.
    AbnfRule(Error),
    /// The automata of the two rules are too large to be compared.
    TooLarge,
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Rule(error) => write!(f, "the grammar: {error}"),
            Unproved::AbnfRule(error) => write!(f, "the ABNF: {error}"),
            Unproved::TooLarge => f.write_str("the automata are too large to be compared"),
        }
    }
}

impl std::error::Error for Unproved {}

impl<'p> Prover<'p> {
    /// Prepares proofs. All proofs together take at most ten times the steps of
    /// [`Limits::DEFAULT`].
    #[must_use]
    pub fn new(grammar: &'p Grammar, peg: &'p Peg, abnf: &'p Abnf) -> Prover<'p> {
        let nodes = grammar.rules().iter().filter(|rule| rule.ty != RuleType::Silent);
        let captured: Vec<&str> =
            nodes.map(|rule| rule.name.as_str()).filter(|name| abnf.name(name).is_some()).collect();
        let names: Names = captured.iter().copied().collect();
        let has_nodes = has_nodes_below(peg, &names);
        // An atomic rule may have nodes below it, if it calls a compound-atomic rule.
        let is_leaf = |name: &&str| {
            let is_atomic = grammar.rule(name).is_some_and(|rule| rule.ty == RuleType::Atomic);
            is_atomic && peg.rule(name).is_ok_and(|place| !has_nodes[place])
        };
        let leaves = captured.iter().copied().filter(is_leaf).collect();
        let budget = 5 * Limits::DEFAULT.steps;
        Prover { peg, automata: Automata::new(peg), abnf, model: None, captured, names, leaves, budget }
    }

    /// Requires that a string with several derivations is parsed as by the rule of the same name in this
    /// grammar, if it has that rule. RFC 3986 resolves its own ambiguity this way, in prose (section 3.2.2).
    #[must_use]
    pub fn settled_by(self, model: &'p Peg) -> Prover<'p> {
        Prover { model: Some((model, Automata::new(model))), ..self }
    }

    /// Proves that a rule equals a rule of the ABNF, or finds a counterexample.
    ///
    /// # Errors
    ///
    /// [`Unproved`] if one of the rules does not exist or has no automaton, or the proofs so far took too
    /// many steps.
    pub fn prove(&mut self, rule: &str, abnf_rule: &str) -> Result<Proof, Unproved> {
        let Self { peg, automata, abnf, model, captured, names, leaves, budget } = self;
        peg.rule(rule).map_err(|refused| Unproved::Rule(refused.into()))?;
        let (own, theirs) = both_within(
            budget,
            |budget| automata.captures_of(budget, rule, names),
            |budget| abnf.captures_within(budget, abnf_rule, captured, leaves),
        );
        let (own, theirs) = (own.map_err(Unproved::Rule)?, theirs.map_err(Unproved::AbnfRule)?);
        let strings = own.dfa().compare_within(budget, theirs.dfa()).ok_or(Unproved::TooLarge)?;
        let compare = |budget: &mut usize, one: &Captures, other: &Captures| {
            one.parses_differently_within(budget, other).ok_or(Unproved::TooLarge)
        };
        if let Some(difference) = compare(budget, &own, &theirs)? {
            return Ok(Proof { strings, captures: Derivation::None(difference) });
        }
        let Some(ambiguous) = compare(budget, &theirs, &own)? else {
            return Ok(Proof { strings, captures: Derivation::Unique });
        };
        // If the model has the same definition, it parses each string in the same way, so there is
        // nothing to compare.
        let another = model.as_mut().filter(|(of_model, _)| !have_in_common(peg, of_model, rule));
        let settled =
            another.and_then(|(of_model, model)| Some((of_model.nodes_below(rule, captured)?, model)));
        if let Some((settled, model)) = settled {
            // Compares only the nodes that the model can make.
            let (own, model) = both_within(
                budget,
                |budget| automata.captures_within(budget, rule, &settled),
                |budget| model.captures_within(budget, rule, &settled),
            );
            let (own, model) = (own.map_err(Unproved::Rule)?, model.map_err(|_| Unproved::TooLarge)?);
            if let Some(difference) = compare(budget, &own, &model)? {
                return Ok(Proof { strings, captures: Derivation::Unsettled(difference) });
            }
        }
        let ParsedDifferently { text, left, right } = ambiguous;
        let captures = Derivation::Ambiguous(ParsedDifferently { text, left: right, right: left });
        Ok(Proof { strings, captures })
    }
}

/// Runs both closures in parallel. Each may take all steps of the budget, together at most twice as many. The steps of both
/// are subtracted from it.
fn both_within<A, B: Send>(
    budget: &mut usize,
    one: impl FnOnce(&mut usize) -> A,
    other: impl FnOnce(&mut usize) -> B + Send,
) -> (A, B) {
    let allowed = *budget;
    let mut unused = allowed;
    let results = both(|| one(budget), || other(&mut unused));
    *budget = budget.saturating_sub(allowed - unused);
    results
}

/// Returns for each rule of the `Peg` whether a captured rule makes a node below it.
fn has_nodes_below(peg: &Peg, captured: &Names) -> Vec<bool> {
    let mut has_nodes: Vec<bool> = Vec::with_capacity(peg.rules().len());
    for rule in peg.rules() {
        // INVARIANT: a rule calls only rules before it.
        let is_node = |called: usize| {
            let Rule { name, capture, .. } = &peg.rules()[called];
            *capture && captured.place(name).is_some()
        };
        let calls = rule.expr.consuming_calls();
        has_nodes.push(calls.into_iter().any(|called| is_node(called) || has_nodes[called]));
    }
    has_nodes
}

/// Returns whether the named rule and all rules that it reaches are the same in both grammars. Takes time
/// linear in the size of their expressions.
fn have_in_common(one: &Peg, other: &Peg, name: &str) -> bool {
    let (Ok(first), Ok(second)) = (one.rule(name), other.rule(name)) else { return false };
    let mut seen = HashSet::new();
    let mut open = vec![(first, second)];
    while let Some(pair) = open.pop() {
        if !seen.insert(pair) {
            continue;
        }
        let (first, second) = (&one.rules()[pair.0], &other.rules()[pair.1]);
        let is_alike = (&first.name, first.capture) == (&second.name, second.capture);
        if !is_alike || !is_same(&first.expr, &second.expr, &mut open) {
            return false;
        }
    }
    true
}

/// Returns whether the expressions are equal, provided that the rules that they call are equal. Adds the
/// pairs of called rules to `pairs`.
fn is_same(one: &Expr, other: &Expr, pairs: &mut Vec<(usize, usize)>) -> bool {
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        match (one, other) {
            (Expr::Call(one), Expr::Call(other)) => pairs.push((*one, *other)),
            (Expr::Chars(one), Expr::Chars(other)) if one != other => return false,
            _ if discriminant(one) != discriminant(other) || one.parts().len() != other.parts().len() => {
                return false;
            }
            _ => open.extend(one.parts().iter().zip(other.parts())),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::have_in_common;
    use rstest::rstest;
    use urigram_grammar::{Grammar, Peg};

    #[rstest]
    #[case::itself("a = { b } b = { \"x\" }", true)]
    #[case::in_another_order("b = { \"x\" } c = { \"y\" } a = { b }", true)]
    #[case::characters("a = { b } b = { \"y\" }", false)]
    #[case::a_node("a = { b } b = _{ \"x\" }", false)]
    #[case::an_operator("a = { b } b = { \"x\"* }", false)]
    #[case::a_call("a = { c } c = { \"x\" }", false)]
    #[case::longer("a = { b ~ b } b = { \"x\" }", false)]
    #[case::without_it("b = { \"x\" }", false)]
    fn a_rule_is_in_common(#[case] source: &str, #[case] expected: bool) {
        let peg = |source| Grammar::read(source, "test.pest").map(|grammar| Peg::new(&grammar)).unwrap();
        let one = peg("a = { b } b = { \"x\" }");
        assert_eq!(have_in_common(&one, &peg(source), "a"), expected);
        assert_eq!(have_in_common(&peg(source), &one, "a"), expected);
    }
}

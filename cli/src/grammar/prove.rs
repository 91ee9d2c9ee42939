//! `uri grammar prove`: decides whether rules match the same strings as their ABNF, with captures that a
//! derivation of the ABNF has.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use urigram_grammar::{Abnf, Comparison, Grammar, ParsedDifferently, Peg, Relation};
use urigram_workbench::{Derivation, Proof, Prover, Unproved};

use crate::args::grammar::{Pair, Prove};
use crate::grammar::difference::Node;
use crate::grammar::report::Report;
use crate::grammar::{difference, names, report};
use crate::outcome::{Error, Status};
use crate::output::visible;
use crate::parser::read;

pub(super) fn run(args: &Prove, status: &mut Status) -> Result<(), Error> {
    let Prove { abnf, answer, grammar, rules } = args;
    let abnf_is_builtin = abnf.is_none();
    read::stdin_is_used_once([grammar.as_ref(), abnf.as_ref()])?;
    let grammar = read::grammar(grammar.as_deref())?;
    let (abnf_name, abnf) = read::abnf(abnf.as_deref())?;
    let pairs = if rules.is_empty() {
        let names: Vec<&str> = abnf.names().collect();
        let advice = "; name the grammar's own ABNF by `--abnf FILE`, or rules in pairs, `RULE=ABNF_RULE`";
        if let Some(message) = names::unrelated(grammar, &abnf_name, &names, advice) {
            return Err(Error::Refused(format!("uri: {message}")));
        }
        names.into_iter().map(|name| (names::find(grammar, &names::underscored(name)), name)).collect()
    } else {
        rules.iter().map(|pair| named(pair, grammar, &abnf, &abnf_name)).collect::<Result<Vec<_>, _>>()?
    };

    let peg = Peg::new(grammar);
    let model = abnf_is_builtin.then(read::builtin).transpose()?.map(Peg::new);
    let prover = Prover::new(grammar, &peg, &abnf);
    let mut prover = match &model {
        Some(model) => prover.settled_by(model),
        None => prover,
    };
    let mut report = Report::new(*answer);
    let message = |error| match error {
        Unproved::Rule(error) => format!("{}: {error}", grammar.file_name()),
        Unproved::AbnfRule(error) => format!("{abnf_name}: {error}"),
        error => error.to_string(),
    };
    let mut answers: Vec<Answer<'_>> = Vec::new();
    for (rule, abnf_rule) in pairs {
        let proved = rule.map(|rule| prover.prove(rule, abnf_rule).map_err(message));
        answers.push(Answer::new(rule, abnf_rule, proved));
    }
    explain(&mut answers, &peg);
    for answer in &answers {
        if answer.relation != EQUAL {
            *status |= Status::Invalid;
        }
        report.say(answer)?;
    }
    Ok(report.end()?)
}

/// Sets the causes of each rule with wrong captures: the innermost rules below it that also have wrong
/// captures. Ambiguous rules are causes only of a rule that is merely ambiguous.
fn explain<'n>(answers: &mut [Answer<'n>], peg: &Peg) {
    let rules = |holds: fn(&Answer<'n>) -> bool| -> Vec<&'n str> {
        answers.iter().filter(|answer| holds(answer)).filter_map(|answer| answer.rule).collect()
    };
    let below = |rule: &str, rules: &[&'n str]| {
        peg.nodes_below(rule, rules).expect("a rule that has been compared is not refused")
    };
    let innermost = |rules: Vec<&'n str>| -> Vec<&'n str> {
        rules.iter().copied().filter(|rule| below(rule, &rules).is_empty()).collect()
    };
    let moved = innermost(rules(Answer::is_moved));
    let apart = innermost(rules(|answer| answer.is_moved() || answer.ambiguous.is_some()));
    for answer in answers {
        let Some(rule) = answer.rule else { continue };
        answer.because = match (answer.is_moved(), answer.ambiguous.is_some()) {
            (true, _) => below(rule, &moved),
            (false, true) => below(rule, &apart),
            (false, false) => continue,
        };
    }
}

type Names<'n> = (Option<&'n str>, &'n str);

fn named<'n>(
    typed: &Pair,
    grammar: &'n Grammar,
    abnf: &'n Abnf,
    abnf_name: &str,
) -> Result<Names<'n>, Error> {
    let rule = names::in_grammar(grammar, &typed.rule)?;
    Ok((Some(rule), names::in_abnf(abnf, abnf_name, &typed.abnf_rule)?))
}

const EQUAL: &str = "equal";
const MOVED: &str = "moved";

/// The result for a rule.
#[derive(Serialize)]
struct Answer<'n> {
    rule: Option<&'n str>,
    abnf_rule: &'n str,
    relation: &'static str,
    /// A string that only the grammar accepts.
    only_grammar: Option<String>,
    /// A string that only the ABNF accepts.
    only_abnf: Option<String>,
    /// A string whose captures no derivation of the ABNF has.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "object")]
    moved: Option<ParsedDifferently>,
    /// A string with several derivations, of which the grammar and the built-in grammar choose different
    /// ones.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "object")]
    unsettled: Option<ParsedDifferently>,
    /// A string with several derivations.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "object")]
    ambiguous: Option<ParsedDifferently>,
    /// The rules below this rule that cause wrong or ambiguous captures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<&'n str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'n> Answer<'n> {
    /// Returns whether the captures are wrong.
    fn is_moved(&self) -> bool {
        self.moved.is_some() || self.unsettled.is_some()
    }

    fn new(rule: Option<&'n str>, abnf_rule: &'n str, proved: Option<Result<Proof, String>>) -> Self {
        let answer = |relation| Answer {
            rule,
            abnf_rule,
            relation,
            only_grammar: None,
            only_abnf: None,
            moved: None,
            unsettled: None,
            ambiguous: None,
            because: Vec::new(),
            error: None,
        };
        match proved {
            None => answer("missing"),
            Some(Err(error)) => Answer { error: Some(error), ..answer("undecided") },
            Some(Ok(Proof { strings, captures })) => {
                let mut answer = answer(EQUAL);
                match captures {
                    Derivation::None(apart) => answer.moved = Some(apart),
                    Derivation::Unsettled(apart) => answer.unsettled = Some(apart),
                    Derivation::Ambiguous(apart) => answer.ambiguous = Some(apart),
                    Derivation::Unique => {}
                    other => unreachable!("a derivation of another kind: {other:?}"),
                }
                answer.relation = match strings.relation() {
                    Relation::Equal if answer.is_moved() => MOVED,
                    Relation::Equal => EQUAL,
                    Relation::Wider => "wider",
                    Relation::Narrower => "narrower",
                    Relation::Different => "different",
                };
                let Comparison { only_left, only_right } = strings;
                Answer { only_grammar: only_left, only_abnf: only_right, ..answer }
            }
        }
    }
}

/// A string that is parsed differently, as JSON.
fn object<S: Serializer>(apart: &Option<ParsedDifferently>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Object<'a> {
        text: &'a str,
        /// The captures that only the grammar has.
        grammar: Vec<Node<'a>>,
        /// The captures that only the other derivation has.
        other: Vec<Node<'a>>,
    }
    let object = apart.as_ref().map(|apart| {
        let (grammar, other) = apart.differing();
        Object {
            text: &apart.text,
            grammar: grammar.into_iter().map(Node::from).collect(),
            other: other.into_iter().map(Node::from).collect(),
        }
    });
    object.serialize(serializer)
}

impl Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { rule, abnf_rule, relation, only_grammar, only_abnf, error, .. } = self;
        let name = match rule {
            Some(rule) if names::underscored(abnf_rule) == **rule => (*rule).to_owned(),
            Some(rule) => format!("{rule}={abnf_rule}"),
            None => (*abnf_rule).to_owned(),
        };
        let relation = if *relation == EQUAL { report::good(relation) } else { report::bad(relation) };
        let strings = match (only_grammar, only_abnf) {
            (Some(ours), None) => Some(format!("only the grammar accepts {ours:?}")),
            (None, Some(theirs)) => Some(format!("only the ABNF accepts {theirs:?}")),
            (Some(ours), Some(theirs)) => {
                Some(format!("only the grammar accepts {ours:?}, only the ABNF {theirs:?}"))
            }
            (None, None) => None,
        };
        let apart = match self.because.as_slice() {
            [] => {
                let by = |apart: &Option<ParsedDifferently>, whose| {
                    let apart = apart.as_ref()?;
                    Some(difference::both_captures(apart, &format!("{:?}", apart.text), ["here", whose]))
                };
                let moved = by(&self.moved, "by the ABNF");
                let unsettled = by(&self.unsettled, "in uri.pest (the ABNF allows both)");
                moved.or(unsettled).or(by(&self.ambiguous, "by another derivation"))
            }
            because => self.is_moved().then(|| format!("as in {}", because.join(", "))),
        };
        let error = error.as_ref().map(|error| visible::name(error.as_bytes()));
        let missing = rule.is_none().then(|| "the grammar has no such rule".to_owned());
        let why: Vec<String> = [strings, apart, error, missing].into_iter().flatten().collect();
        let colon = if why.is_empty() { "" } else { ": " };
        write!(f, "{name}: {relation}{colon}{}", why.join("; "))
    }
}

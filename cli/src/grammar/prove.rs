//! `uri grammar prove`: whether rules match what their ABNF does.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Abnf, Claim, Comparison, Grammar, Peg, Relation};

use super::automata::{Comparer, OfAbnf, OfPest};
use super::report::Report;
use super::{certificate, rule, word};
use crate::args::grammar::{Pair, Prove};
use crate::outcome::{Error, Status};
use crate::output::visible;
use crate::parser::read;

pub(super) fn run(args: &Prove, status: &mut Status) -> Result<(), Error> {
    let Prove { abnf, certificate, answer, grammar, rules } = args;
    read::stdin_is_asked_once([grammar.as_ref(), abnf.as_ref()])?;
    let grammar = read::grammar(grammar.as_deref())?;
    let (abnf_name, abnf, texts) = read::abnf(abnf.as_deref())?;
    let pairs = if rules.is_empty() {
        abnf.names().map(|name| (rule::find(&grammar, &rule::underscored(name)), name)).collect()
    } else {
        rules.iter().map(|pair| named(pair, &grammar, &abnf, &abnf_name)).collect::<Result<Vec<_>, _>>()?
    };

    let peg = Peg::new(&grammar);
    let mut ours = OfPest::new(grammar.file_name(), &peg);
    let mut theirs = OfAbnf::new(&abnf_name, &abnf);
    let mut comparer = Comparer::new();
    let mut report = Report::new(*answer);
    let mut claims = Vec::new();
    for (rule, abnf_rule) in pairs {
        let compared = rule.map(|rule| comparer.compare(ours.dfa(rule), theirs.dfa(abnf_rule)));
        let proof = Proof::new(rule, abnf_rule, compared);
        if proof.relation != EQUAL {
            *status |= Status::Invalid;
        }
        claims.extend(proof.claim());
        report.say(&proof)?;
    }
    report.end()?;
    if let Some(file) = certificate {
        for missing in certificate::write(file, &grammar, (&abnf, &texts), claims)? {
            *status |= Status::Invalid;
            eprintln!("uri: {missing}");
        }
    }
    Ok(())
}

type Names<'n> = (Option<&'n str>, &'n str);

fn named<'n>(
    typed: &Pair,
    grammar: &'n Grammar,
    abnf: &'n Abnf,
    abnf_name: &str,
) -> Result<Names<'n>, Error> {
    let rule = rule::in_grammar(grammar, &typed.rule)?;
    Ok((Some(rule), rule::in_abnf(abnf, abnf_name, &typed.abnf_rule)?))
}

const EQUAL: &str = "equal";
const NARROWER: &str = "narrower";

/// What is said of a rule.
#[derive(Serialize)]
struct Proof<'n> {
    rule: Option<&'n str>,
    abnf_rule: &'n str,
    relation: &'static str,
    /// A string that only the grammar accepts.
    only_grammar: Option<String>,
    /// A string that only the ABNF accepts.
    only_abnf: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'n> Proof<'n> {
    fn new(rule: Option<&'n str>, abnf_rule: &'n str, compared: Option<Result<Comparison, String>>) -> Self {
        let proof =
            |relation| Proof { rule, abnf_rule, relation, only_grammar: None, only_abnf: None, error: None };
        match compared {
            None => proof("missing"),
            Some(Err(error)) => Proof { error: Some(error), ..proof("undecided") },
            Some(Ok(found)) => {
                let relation = match found.relation() {
                    Relation::Equal => EQUAL,
                    Relation::Wider => "wider",
                    Relation::Narrower => NARROWER,
                    Relation::Different => "different",
                };
                let Comparison { only_left, only_right } = found;
                Proof { only_grammar: only_left, only_abnf: only_right, ..proof(relation) }
            }
        }
    }
}

impl Proof<'_> {
    /// Returns what a certificate can prove.
    fn claim(&self) -> Option<Claim> {
        let is_equal = self.relation == EQUAL;
        let rule = self.rule.filter(|_| is_equal || self.relation == NARROWER)?;
        Some(Claim { rule: rule.to_owned(), abnf_rule: self.abnf_rule.to_owned(), is_equal })
    }
}

impl Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { rule, abnf_rule, relation, only_grammar, only_abnf, error } = self;
        let name = match rule {
            Some(rule) if rule::underscored(abnf_rule) == **rule => (*rule).to_owned(),
            Some(rule) => format!("{rule}={abnf_rule}"),
            None => (*abnf_rule).to_owned(),
        };
        let relation = if *relation == EQUAL { word::good(relation) } else { word::bad(relation) };
        let why = match (only_grammar, only_abnf, error) {
            (Some(ours), None, _) => format!(": only the grammar accepts {ours:?}"),
            (None, Some(theirs), _) => format!(": only the ABNF accepts {theirs:?}"),
            (Some(ours), Some(theirs), _) => {
                format!(": only the grammar accepts {ours:?}, only the ABNF {theirs:?}")
            }
            (None, None, Some(error)) => format!(": {}", visible::name(error.as_bytes())),
            (None, None, None) if rule.is_none() => ": the grammar has no such rule".to_owned(),
            (None, None, None) => String::new(),
        };
        write!(f, "{name}: {relation}{why}")
    }
}

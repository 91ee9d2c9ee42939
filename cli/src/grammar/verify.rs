//! `uri grammar verify`: whether a certificate proves what it claims, and of which grammar and ABNF.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Abnf, Claim, Error as GrammarError, Grammar, Peg, Proved, Quoted, Statement};

use super::certificate::STEPS;
use super::report::Report;
use super::word;
use crate::args::grammar::Verify;
use crate::outcome::{Error, Status};
use crate::output::visible;
use crate::parser::read;

pub(super) fn run(args: &Verify, status: &mut Status) -> Result<(), Error> {
    let Verify { grammar, abnf, answer, certificate } = args;
    read::stdin_is_asked_once([Some(certificate), grammar.as_ref(), abnf.as_ref()])?;
    let (name, text) = read::certificate(certificate)?;
    let mut report = Report::new(*answer);
    let proved = match urigram_grammar::verify(&text) {
        Ok(proved) => proved,
        Err(flaw) => {
            *status |= Status::Invalid;
            let error = visible::name(flaw.message.as_bytes()).to_string();
            report.say(&Flawed { certificate: &name, line: Some(flaw.line), error })?;
            return Ok(report.end()?);
        }
    };
    let quoted = urigram_grammar::quoted(&text);
    let mut flaws = Vec::new();
    if let Err(error) = read_again(&quoted, &proved) {
        flaws.push(format!("it is not about the files that it quotes: {error}"));
    }
    if let Some(file) = grammar {
        let read = read::grammar(Some(file))?;
        let is_it = quoted.sources.iter().any(|(is_abnf, _, text)| !is_abnf && text == read.text());
        flaws.extend((!is_it).then(|| format!("it is not about {}", read.file_name())));
    }
    if let Some(file) = abnf {
        let (name, _, texts) = read::abnf(Some(file))?;
        let theirs = quoted.sources.iter().filter(|(is_abnf, ..)| *is_abnf).map(|(_, _, text)| text);
        let is_it = theirs.eq(texts.iter().map(|(_, text)| text));
        flaws.extend((!is_it).then(|| format!("it is not about {name}")));
    }
    for flaw in &flaws {
        *status |= Status::Invalid;
        let error = visible::name(flaw.as_bytes()).to_string();
        report.say(&Flawed { certificate: &name, line: None, error })?;
    }
    if flaws.is_empty() {
        for (is_abnf, name, _) in &quoted.sources {
            let kind = if *is_abnf { "abnf" } else { "grammar" };
            report.remark(format_args!("{kind} {}", visible::name(name.as_bytes())))?;
        }
        for Proved { rule, abnf_rule, is_equal } in &proved {
            let relation = if *is_equal { "equal" } else { "included" };
            report.say(&Line { rule, abnf_rule, relation })?;
        }
    }
    Ok(report.end()?)
}

/// Reads the files that the certificate quotes, and returns why its statement is not that of these files.
fn read_again(quoted: &Quoted, proved: &[Proved]) -> Result<(), String> {
    let of = |kind: bool| quoted.sources.iter().filter(move |(is_abnf, ..)| *is_abnf == kind);
    let said = |error: GrammarError| error.to_string();
    let mut grammars = of(false);
    let (_, name, text) = grammars.next().ok_or("there is no grammar")?;
    // What is proved is proved of one.
    if grammars.next().is_some() {
        return Err("there are several grammars".to_owned());
    }
    let peg = Peg::new(&Grammar::read(text, name).map_err(said)?);
    let mut abnf: Option<Abnf> = None;
    for (_, name, text) in of(true) {
        let read = match &abnf {
            None => Abnf::read(text, name),
            Some(base) => Abnf::read_over(base, text, name),
        };
        abnf = Some(read.map_err(said)?);
    }
    let claims: Vec<Claim> = proved
        .iter()
        .map(|Proved { rule, abnf_rule, is_equal }| Claim {
            rule: rule.clone(),
            abnf_rule: abnf_rule.clone(),
            is_equal: *is_equal,
        })
        .collect();
    let abnf = abnf.ok_or("there is no ABNF")?;
    let statement = Statement::new(&peg, &abnf, &claims, &mut { STEPS }).map_err(said)?;
    let (theirs, ours) = (quoted.statement.lines(), statement.text().lines());
    let differs = theirs.zip(ours).find(|(theirs, ours)| theirs != ours);
    match differs {
        Some((theirs, ours)) => Err(format!("`{theirs}` should be `{ours}`")),
        None if quoted.statement != statement.text() => Err("its expressions are others".to_owned()),
        None => Ok(()),
    }
}

#[derive(Serialize)]
struct Flawed<'f> {
    certificate: &'f str,
    line: Option<usize>,
    error: String,
}

impl Display for Flawed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Flawed { certificate, line, error } = self;
        let line = line.map_or(String::new(), |line| format!("{line}:"));
        write!(f, "{certificate}:{line} {}: {error}", word::bad("not proved"))
    }
}

#[derive(Serialize)]
struct Line<'l> {
    rule: &'l str,
    abnf_rule: &'l str,
    relation: &'static str,
}

impl Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { rule, abnf_rule, relation } = self;
        write!(f, "{}", visible::name(rule.as_bytes()))?;
        if abnf_rule.replace('-', "_") != **rule {
            write!(f, "={}", visible::name(abnf_rule.as_bytes()))?;
        }
        write!(f, ": {}", word::good(relation))
    }
}

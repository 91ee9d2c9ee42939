//! `uri grammar verify`: whether a certificate proves what it claims, and of which grammar and ABNF.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::{Abnf, Claim, Error as GrammarError, Flaw, Grammar, Peg, Proved, Quoted, Statement};

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
            let error = visible::name(with_line(&text, &flaw).as_bytes());
            report.say(&Flawed { certificate: &name, line: Some(flaw.line), error })?;
            return Ok(report.end()?);
        }
    };
    let quoted = urigram_grammar::quoted(&text);
    let mut flaws = Vec::new();
    flaws.extend(read_again(&text, &quoted, &proved).err());
    if let Some(file) = grammar {
        let read = read::grammar(Some(file))?;
        let theirs = quoted.sources.iter().filter(|(is_abnf, ..)| !is_abnf);
        flaws.extend(other_text(theirs, &[(read.file_name(), read.text())]));
    }
    if let Some(file) = abnf {
        let (_, _, texts) = read::abnf(Some(file))?;
        let theirs = quoted.sources.iter().filter(|(is_abnf, ..)| *is_abnf);
        let ours: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        flaws.extend(other_text(theirs, &ours));
    }
    for (line, flaw) in &flaws {
        *status |= Status::Invalid;
        let error = visible::name(flaw.as_bytes());
        report.say(&Flawed { certificate: &name, line: *line, error })?;
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

/// The line of a certificate, if it is about one, and what is wrong.
type At = (Option<usize>, String);

/// The length of what is quoted of a line.
const QUOTED: usize = 60;

fn shown(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}

/// Returns what is wrong with a certificate, and the line that is at fault.
fn with_line(text: &str, Flaw { line, message }: &Flaw) -> String {
    // Nothing of it can be trusted to be one.
    let message = if *line == 1 { format!("no certificate: {message}") } else { message.clone() };
    match text.split_inclusive('\n').nth(line - 1).map(|line| line.strip_suffix('\n').unwrap_or(line)) {
        Some("") => format!("{message}; found an empty line"),
        Some(found) => format!("{message}; found {}", shown(found)),
        // It ends too early.
        None => message,
    }
}

/// Returns the first line that the files have and that a certificate quotes otherwise, if there is one.
fn other_text<'q>(
    theirs: impl Iterator<Item = &'q (bool, String, String)>,
    ours: &[(&str, &str)],
) -> Option<At> {
    let theirs: Vec<_> = theirs.collect();
    for ((_, quoted, theirs), (file, ours)) in theirs.iter().zip(ours) {
        let (mut theirs, mut ours) = (theirs.split('\n'), ours.split('\n'));
        for line in 1.. {
            let (theirs, ours) = (theirs.next(), ours.next());
            if theirs.is_none() && ours.is_none() {
                break;
            }
            if theirs != ours {
                let shown = |line: Option<&str>| line.map_or("missing".to_owned(), shown);
                let (theirs, ours) = (shown(theirs), shown(ours));
                let text = format!(
                    "it is about {quoted}, where line {line} is {theirs}, and not about {file}, where it is {ours}"
                );
                return Some((None, text));
            }
        }
    }
    let names = |names: Vec<&str>| names.join(" and ");
    let quoted = names(theirs.iter().map(|(_, name, _)| name.as_str()).collect());
    let files = names(ours.iter().map(|(name, _)| *name).collect());
    (theirs.len() != ours.len()).then(|| (None, format!("it is about {quoted}, and not about {files}")))
}

/// Reads the files that the certificate quotes, and returns why its statement is not that of these files.
fn read_again(text: &str, quoted: &Quoted, proved: &[Proved]) -> Result<(), At> {
    let of = |kind: bool| quoted.sources.iter().filter(move |(is_abnf, ..)| *is_abnf == kind);
    let none = |kind| (None, format!("it quotes no {kind}"));
    let unreadable = |kind| {
        move |error: GrammarError| (None, format!("the {kind} that it quotes cannot be read: {error}"))
    };
    let mut grammars = of(false);
    let (_, name, pest) = grammars.next().ok_or_else(|| none("grammar"))?;
    // What is proved is proved of one.
    if grammars.next().is_some() {
        return Err((None, "it quotes several grammars".to_owned()));
    }
    let peg = Peg::new(&Grammar::read(pest, name).map_err(unreadable("grammar"))?);
    let mut abnf: Option<Abnf> = None;
    for (_, name, text) in of(true) {
        let read = match &abnf {
            None => Abnf::read(text, name),
            Some(base) => Abnf::read_over(base, text, name),
        };
        abnf = Some(read.map_err(unreadable("ABNF"))?);
    }
    let claims: Vec<Claim> = proved
        .iter()
        .map(|Proved { rule, abnf_rule, is_equal }| Claim {
            rule: rule.clone(),
            abnf_rule: abnf_rule.clone(),
            is_equal: *is_equal,
        })
        .collect();
    let abnf = abnf.ok_or_else(|| none("ABNF"))?;
    let statement = Statement::new(&peg, &abnf, &claims, &mut { STEPS }).map_err(|error| {
        (None, format!("it claims what cannot be proved of the files that it quotes: {error}"))
    })?;
    let lines = (1..).zip(text.lines()).skip_while(|(_, line)| !line.starts_with("from "));
    let mut ours = statement.text().lines();
    // The proof comes behind what it is of.
    let theirs =
        lines.take(quoted.statement.lines().count()).map(|(line, theirs)| (line, theirs, ours.next()));
    for (line, theirs, ours) in theirs {
        if ours != Some(theirs) {
            let ours = ours.map_or("nothing".to_owned(), shown);
            let theirs = shown(theirs);
            return Err((
                Some(line),
                format!("for the files that it quotes, {ours} would be right; found {theirs}"),
            ));
        }
    }
    match ours.next() {
        Some(missing) => Err((None, format!("for the files that it quotes, {} is missing", shown(missing)))),
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

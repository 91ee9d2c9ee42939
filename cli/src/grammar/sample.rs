//! `uri grammar sample`: strings that a rule matches, or nearly matches.

use std::fmt::{self, Display};
use std::io;
use std::ops::RangeInclusive;

use serde::Serialize;
use urigram_grammar::{Error as GrammarError, Grammar};
use urigram_workbench::{
    Coverage, Edit, Machine, Near, NearMisses, Node, Point, SampleError, Sampler, Uncovered, Why, cover, near,
};

use crate::args::grammar::Sample;
use crate::args::{Format, STEPS, STEPS_A_BYTE};
use crate::grammar::names;
use crate::grammar::report::Report;
use crate::outcome::{Error, MOST_LISTED};
use crate::output::{self, visible};
use crate::parser::read;

/// The default number of random strings.
const COUNT: u64 = 10;

pub(super) fn run(args: &Sample) -> Result<(), Error> {
    let grammar = read::grammar(args.grammar.as_deref())?;
    let rule = names::start(grammar, &args.rule, "--rule")?;
    let lengths = args.length.as_ref().map_or(0..=args.max_len, |lengths| lengths.0.clone());
    let samples =
        Samples { args, grammar, rule, report: Report::plain(args.answer), machine: None, left_out: 0 };
    if args.cover {
        samples.covering(lengths)
    } else if args.near {
        samples.near(lengths)
    } else {
        samples.random(lengths)
    }
}

struct Samples<'a> {
    args: &'a Sample,
    grammar: &'a Grammar,
    rule: &'a str,
    report: Report,
    /// Created for the first parse tree.
    machine: Option<Machine>,
    /// The number of strings that `--null` leaves out because they contain a NUL.
    left_out: usize,
}

impl Samples<'_> {
    fn random(mut self, lengths: RangeInclusive<usize>) -> Result<(), Error> {
        let sampler = Sampler::of_rule(self.grammar, self.rule, lengths);
        let sampler = sampler.map_err(|error| self.refused(&error))?;
        let count = self.args.count.unwrap_or(COUNT);
        let mut shown = 0;
        for (text, _) in sampler.strings(self.args.seed).zip(0..count) {
            self.say(&text)?;
            shown += 1;
        }
        let (file, rule) = (self.grammar.file_name(), self.rule);
        self.end()?;
        if shown < count {
            let what = if shown == 0 { "no string" } else { "no more strings" };
            let why = format!("{file}: rule `{rule}`: {what} found within the limits on attempts and steps");
            return Err(Error::Refused(format!("uri: {}", visible::name(why.as_bytes()))));
        }
        Ok(())
    }

    fn covering(mut self, lengths: RangeInclusive<usize>) -> Result<(), Error> {
        let coverage = cover(self.grammar, self.rule, lengths, self.args.seed);
        let Coverage { strings, uncovered, unreachable, .. } =
            coverage.map_err(|error| self.refused(&error))?;
        for text in &strings {
            self.say(text)?;
        }
        let is_json = self.report.format == Format::Json;
        if is_json {
            for uncovered in &uncovered {
                self.report.say(&NotCovered::of(uncovered))?;
            }
        } else {
            uncovered.iter().take(MOST_LISTED).for_each(|uncovered| remark(&uncovered.to_string()));
            if uncovered.len() > MOST_LISTED {
                remark(&format!("uri: and {} more", uncovered.len() - MOST_LISTED));
            }
        }
        if !unreachable.is_empty() {
            let unreachable = Unreachable { rule: self.rule, unreachable: &unreachable };
            if is_json {
                self.report.say(&unreachable)?;
            } else {
                remark(&unreachable.to_string());
            }
        }
        self.end()
    }

    fn near(mut self, lengths: RangeInclusive<usize>) -> Result<(), Error> {
        let found = near(self.grammar, self.rule, lengths, self.args.seed);
        let NearMisses { strings, no_automaton, is_cut_short, .. } =
            found.map_err(|error| self.refused(&error))?;
        for (near, _) in strings.iter().zip(0..self.args.count.unwrap_or(u64::MAX)) {
            if self.args.null {
                self.null(&near.text)?;
            } else {
                self.report.say(&Rejected::of(self.rule, near))?;
            }
        }
        if let Some(why) = no_automaton {
            let file = self.grammar.file_name();
            remark(&format!(
                "uri: {file}: {why}; these strings were found by trying edits, and others may fail elsewhere"
            ));
        }
        if is_cut_short {
            remark("uri: the limit on steps was reached: some edits are left out");
        }
        self.end()
    }

    /// Writes a string and a NUL, or counts the string if it contains a NUL itself.
    fn null(&mut self, text: &str) -> io::Result<()> {
        if text.contains('\0') {
            self.left_out += 1;
            return Ok(());
        }
        self.report.null(text)
    }

    fn end(self) -> Result<(), Error> {
        self.report.end()?;
        match self.left_out {
            0 => {}
            1 => remark("uri: a string that contains a NUL is left out"),
            count => remark(&format!("uri: {count} strings that contain a NUL are left out")),
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        if self.args.null {
            return self.null(text);
        }
        let nodes = if self.report.format == Format::Json {
            let machine = self.machine.get_or_insert_with(|| Machine::new(self.grammar));
            let steps = STEPS.saturating_add(STEPS_A_BYTE.saturating_mul(text.len() as u64));
            machine
                .run(self.rule, text, steps)
                .ok()
                .map(|nodes| nodes.into_iter().map(NodeOf::from).collect())
        } else {
            None
        };
        self.report.say(&Text { rule: self.rule, text, nodes })
    }

    fn refused(&self, error: &SampleError) -> Error {
        let why = match error {
            SampleError::Grammar(GrammarError::Faulty(faults)) => {
                return Error::Grammar(GrammarError::Faulty(faults.clone()));
            }
            SampleError::Grammar(error) => format!("{}: {error}", self.grammar.file_name()),
            error => format!("{}: rule `{}`: {error}", self.grammar.file_name(), self.rule),
        };
        Error::Refused(format!("uri: {}", visible::name(why.as_bytes())))
    }
}

fn remark(line: &str) {
    output::remark(visible::name(line.as_bytes()));
}

#[derive(Serialize)]
struct Text<'a> {
    rule: &'a str,
    text: &'a str,
    /// The nodes of the parse tree in pre-order; `None` if parsing takes too many steps.
    nodes: Option<Vec<NodeOf<'a>>>,
}

#[derive(Serialize)]
struct NodeOf<'a> {
    rule: &'a str,
    start: usize,
    end: usize,
    depth: usize,
}

impl<'a> From<Node<'a>> for NodeOf<'a> {
    fn from(node: Node<'a>) -> Self {
        let Node { rule, start, end, depth } = node;
        Self { rule, start, end, depth }
    }
}

/// Shows the text on one line, with control characters escaped.
impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible::name(self.text.as_bytes()))
    }
}

/// An alternative, repetition or character that no string covers, as JSON.
#[derive(Serialize)]
struct NotCovered<'a> {
    rule: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    text: &'a str,
    uncovered: &'static str,
    /// The number of the alternative, the number of repetitions, or the character.
    value: String,
    why: &'static str,
    message: String,
}

impl<'a> NotCovered<'a> {
    fn of(uncovered: &'a Uncovered) -> Self {
        let Uncovered { rule, file, line, column, text, point, why } = uncovered;
        let (kind, value) = match point {
            Point::Alternative(number) => ("alternative", number.to_string()),
            Point::Times(times) => ("times", times.to_string()),
            Point::Character(c) => ("character", c.to_string()),
            _ => ("other", String::new()),
        };
        let name = match why {
            Why::Never => "never",
            Why::Length { .. } => "length",
            _ => "unknown",
        };
        let (line, column, message) = (*line, *column, why.to_string());
        Self { rule, file, line, column, text, uncovered: kind, value, why: name, message }
    }
}

impl Display for NotCovered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible::name(self.message.as_bytes()))
    }
}

/// The rules that cannot be reached from the start rule.
#[derive(Serialize)]
struct Unreachable<'a> {
    rule: &'a str,
    unreachable: &'a [String],
}

impl Display for Unreachable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not reachable from `{}`: {}", self.rule, self.unreachable.join(", "))
    }
}

#[derive(Serialize)]
struct Rejected<'a> {
    rule: &'a str,
    text: &'a str,
    /// The rule in which the match fails, at `offset` in bytes.
    fails_in: &'a str,
    offset: usize,
    edit: &'static str,
    accepted: &'a str,
}

impl<'a> Rejected<'a> {
    fn of(rule: &'a str, near: &'a Near) -> Self {
        let edit = match near.edit {
            Edit::Insert => "insert",
            Edit::Delete => "delete",
            Edit::Replace => "replace",
            Edit::Swap => "swap",
        };
        let Near { text, offset, rule: fails_in, accepted, .. } = near;
        Self { rule, text, fails_in, offset: *offset, edit, accepted }
    }
}

impl Display for Rejected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.fails_in, self.offset, visible::name(self.text.as_bytes()))
    }
}

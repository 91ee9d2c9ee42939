//! `uri parse`, `uri tree` and `uri trace`: show the components, the parse tree, or the steps of the match.

use std::io;
use std::io::Write;
use std::path::Path;

use serde::{Serialize, Serializer};
use urigram_grammar::Span;
use urigram_workbench::{Outcome, Step, Stopped, Trace};

use crate::args::{Format, Inputs, Parse, References};
use crate::outcome::{Error, Status};
use crate::output::components::Details;
use crate::output::visible::Escaped;
use crate::output::{drawing, json, visible};
use crate::parser::start::{self, Start, Traced};
use crate::{answer, args, output};

pub(crate) fn run(arguments: &Parse, start: Start, status: &mut Status) -> Result<(), Error> {
    let Parse { details, inputs: Inputs { format, values }, .. } = arguments;
    match format {
        Format::Json => answer::each(values, Format::Json, status, &mut output::plain(), |out, bytes| {
            let text = start.decode(bytes)?;
            let components = start.parse(text)?;
            let details = details.then_some(Details { text, components: &components });
            json::write_line(out, &json::Parsed::new(text, &components, details))?;
            Ok(())
        }),
        Format::Text => {
            let widest = drawing::widest();
            let mut separator = "";
            answer::each(values, Format::Text, status, &mut output::styled(), |out, bytes| {
                let text = start.decode(bytes)?;
                let components = start.parse(text)?;
                out.write_all(separator.as_bytes())?;
                separator = "\n";
                drawing::draw(out, text, start.name(), &components, widest)?;
                if *details {
                    drawing::list_details(out, Details { text, components: &components })?;
                }
                Ok(())
            })
        }
    }
}

/// `uri tree`: shows pest's parse tree of each reference.
pub(crate) fn tree(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    let References { inputs: Inputs { format, values }, .. } = references;
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let tree = start.tree(start.decode(bytes)?)?;
        match format {
            Format::Json => tree.write_json(out)?,
            Format::Text => tree.draw(out)?,
        }
        Ok(())
    })
}

/// `uri trace`: shows how each reference is matched, step by step.
pub(crate) fn trace(
    arguments: &args::Trace,
    before: Option<&Path>,
    status: &mut Status,
) -> Result<(), Error> {
    let args::Trace { rule, grammar, iri, limit, inputs: Inputs { format, values } } = arguments;
    let file = start::grammar(*iri, grammar.as_deref(), before)?;
    let traced = Traced::of(rule, file, *format == Format::Json)?;
    let (mut all_match, mut separator) = (true, "");
    let ended = answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let text = traced.decode(bytes)?;
        let trace = traced.trace(text, *limit);
        all_match &= trace.matched;
        match format {
            Format::Json => json::write_line(out, &Answer::new(traced.rule(), &trace))?,
            Format::Text => {
                out.write_all(separator.as_bytes())?;
                separator = "\n";
                draw(out, &trace)?;
            }
        }
        Ok(())
    });
    if !all_match {
        *status |= Status::Invalid;
    }
    ended
}

/// Writes one step per line.
fn draw(out: &mut impl Write, trace: &Trace<'_, '_>) -> io::Result<()> {
    for (id, step) in trace.steps.iter().enumerate() {
        let (indent, mark) = (2 * step.depth, mark(step));
        let what = step.what.to_string();
        write!(out, "{:indent$}{mark} {} {}", "", Escaped(&what), step.start)?;
        if let Some(end) = step.end() {
            write!(out, "..{end} {}", visible::quoted(&trace.text[step.start..end]))?;
        }
        writeln!(out, ": {}", Escaped(&trace.then(id)))?;
    }
    match trace.stopped {
        None => Ok(()),
        Some(Stopped::Depth) => writeln!(out, "expressions are nested too deep to go on"),
        Some(_) => {
            writeln!(out, "the limit was reached after {} steps; `--limit` allows more", trace.steps.len())
        }
    }
}

fn mark(step: &Step<'_>) -> char {
    match step.outcome {
        Outcome::Matched(_) if step.is_kept => '+',
        Outcome::Matched(_) => '~',
        Outcome::Failed => '-',
        Outcome::Open => '?',
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    input: &'a str,
    rule: &'a str,
    matched: bool,
    end: usize,
    complete: bool,
    #[serde(serialize_with = "steps")]
    steps: &'a Trace<'a, 'a>,
}

impl<'a> Answer<'a> {
    fn new(rule: &'a str, trace: &'a Trace<'a, 'a>) -> Self {
        let Trace { text, matched, end, .. } = *trace;
        Self { input: text, rule, matched, end, complete: trace.is_complete(), steps: trace }
    }
}

/// Serializes the steps one by one, so that their texts are never in memory at the same time.
fn steps<S: Serializer>(trace: &Trace<'_, '_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(trace.steps.iter().enumerate().map(|(id, step)| StepOf {
        id,
        parent: step.parent,
        depth: step.depth,
        what: step.what.to_string(),
        rule: step.rule().map(visible::beginning),
        start: step.start,
        end: step.end(),
        at: step.at.map(|Span { start, end }| At { start, end }),
        then: trace.then(id),
        subtree_end: step.subtree_end,
        kept: step.is_kept,
        node: step.is_node,
    }))
}

#[derive(Serialize)]
struct StepOf {
    id: usize,
    parent: Option<usize>,
    depth: usize,
    what: String,
    rule: Option<String>,
    start: usize,
    end: Option<usize>,
    at: Option<At>,
    then: String,
    subtree_end: usize,
    kept: bool,
    node: bool,
}

/// A range of bytes in the file of the grammar.
#[derive(Serialize)]
struct At {
    start: u32,
    end: u32,
}

//! From a PEG to Rust: one function a rule, with PEG's exact meaning, that allocates nothing and runs
//! in constant expressions too.
//!
//! No rule is known by name: which rules to report is told, and where to.

mod facts;
mod node;
mod table;
mod write;

use std::fmt::Write as _;

use crate::error::Refused;
use crate::peg::{Peg, Rule};

use facts::Known;
use write::Writer;

/// What the compiled code is to be part of. Each is a path that the code can name.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The rules to report, by name.
    pub captured: &'a [&'a str],
    /// The enum with a variant for each of them.
    pub capture: &'a str,
    /// The type that takes reports: `Copy`, with `const fn of_len(u32) -> Self` and
    /// `const fn capture(&mut self, rule, start: usize, end: usize)`.
    pub sink: &'a str,
    /// The enum with a variant for each rule of the grammar.
    pub rule: &'a str,
}

/// A grammar as Rust source.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The items: `const fn parse(rule, text: &str) -> Option<sink>` and
    /// `const fn is_compiled(rule) -> bool`, visible where the source is included, and what they call.
    pub source: String,
    /// The rules that have no code, and why.
    pub refused: Vec<Refused>,
}

/// Compiles every rule that can be compiled.
#[must_use]
pub fn compile(peg: &Peg, target: &Target<'_>) -> Compiled {
    let nodes = node::shape(peg.rules());
    let captured = |rule: &Rule| rule.capture && target.captured.contains(&rule.name.as_str());
    let known = Known::new(peg.rules(), &nodes, &captured);
    let mut writer = Writer::new(peg.rules(), &nodes, &known, target.capture, target.sink);

    let (mut starts, mut compiled, mut refused) = (String::new(), Vec::new(), Vec::new());
    for name in peg.names() {
        let variant = format!("{}::r#{name}", target.rule);
        match peg.rule(name) {
            Ok(rule) => {
                let call = writer.start(rule);
                let _ = writeln!(starts, "        {variant} => {{\n            let end = {call};");
                if known.captured(rule) {
                    let _ =
                        writeln!(starts, "            out.capture({}::r#{name}, 0, end);", target.capture);
                }
                starts.push_str("            end\n        }\n");
                compiled.push(variant);
            }
            Err(reason) => refused.push(reason),
        }
    }

    let functions = writer.finish();
    let mut source = String::new();
    let _ = writeln!(source, "{}", functions.table.source());
    source.push_str(
        "/// How to look at bytes.\n#[allow(dead_code)]\nmod scan {\n    use super::{CLASSES, Word};\n\n",
    );
    for part in [include_str!("scan.rs"), include_str!("wide.rs")] {
        for line in part.lines() {
            let _ = writeln!(source, "{}{line}", if line.is_empty() { "" } else { "    " });
        }
    }
    source.push_str("}\n");
    source.push_str(&functions.wides);
    source.push_str(&functions.runs);
    source.push_str(&functions.functions);
    let sink = target.sink;
    let rule = target.rule;
    let compiled = if compiled.is_empty() { "_ if false".to_owned() } else { compiled.join(" | ") };
    let _ = write!(
        source,
        "
/// Whether `parse` knows the rule.
pub(super) const fn is_compiled(rule: {rule}) -> bool {{
    matches!(rule, {compiled})
}}

/// What `rule` captures in `text`, if it matches the whole of it.
#[inline]
pub(super) const fn parse(rule: {rule}, text: &str) -> Option<{sink}> {{
    let s = text.as_bytes();
    let mut out = {sink}::of_len(s.len() as u32);
    let end = match rule {{
{starts}        #[allow(unreachable_patterns)]
        _ => scan::NO,
    }};
    if end == s.len() {{ Some(out) }} else {{ None }}
}}
"
    );
    Compiled { source, refused }
}

//! Puts the parts of the compiled code together: modules, and the functions that are called from outside.

use std::fmt::Write as _;

use super::frame::STACK;
use super::target::{Target, Undo};
use super::write::Source;

/// A rule that can be asked for.
pub(super) struct Entry {
    pub(super) name: String,
    /// Calls the function of the rule.
    pub(super) call: String,
    pub(super) is_captured: bool,
    /// Whether it makes words of a text before it reads it.
    pub(super) by_words: bool,
}

/// Returns the contents of the module.
pub(super) fn module(target: &Target<'_>, source: &Source, entries: &[Entry], is_recursive: bool) -> String {
    let Target { capture, sink, rule, .. } = target;
    let (shared, machines) = (indented(&source.shared), indented(&source.machines));
    let mut module = format!(
        "// Some of the shared functions are used by no rule of this grammar.
#![allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery)]

use {capture} as Capture;
use {rule} as Rule;
use {sink} as Sink;

/// Functions that test and scan bytes.
mod scan {{
    use super::scan;

{shared}}}

/// State machines, which test one byte in each state.
mod machines {{
    use super::scan;
{machines}}}
"
    );
    if target.simd {
        let words = indented(&source.words);
        let _ = write!(module, "\n/// The same functions with vectors of bytes.\nmod words {{\n{words}}}\n");
    }
    let functions = format!(
        "{}{}",
        source.functions,
        any(&source.end, entries, target.undo.reading(target.simd), is_recursive)
    );
    match (target.simd, target.undo) {
        (false, _) => module.push_str(&rules("rules", "scan::{self, Text}", &functions)),
        (true, Undo::Mark) => module.push_str(&rules("rules", "words::{self as scan, Text}", &functions)),
        (true, Undo::Copy) => {
            let functions = indented(&indented(&functions));
            let _ = write!(
                module,
                "
/// The rules. Constants read them byte by byte, and all else by words.
macro_rules! rules {{
    ($(#[$inline:meta])? $($const:ident)?) => {{{functions}    }};
}}
"
            );
            module.push_str(&rules("by_byte", "scan::{self, Text}", "rules! { const }"));
            module.push_str(&rules("by_word", "words::{self as scan, Text}", "rules! { #[inline(always)] }"));
        }
    }
    let _ = write!(
        module,
        "
/// Returns whether `parse` can parse the rule.
pub(crate) const fn is_compiled(rule: Rule) -> bool {{
    matches!(rule, {})
}}

/// The value that `end` returns if recursive rules call each other so deep in `text` that it is not known whether
/// `rule` matches.
pub(crate) const TOO_DEEP: usize = scan::TOO_DEEP;
",
        any_of(entries.iter())
    );
    if is_recursive {
        let _ = write!(
            module,
            "
/// How many bytes of stack recursive rules may take for `parse` and `end`, by what they take in a build that is
/// not optimized. Optimized, they take about a tenth.
pub(crate) const STACK: usize = {STACK};
"
        );
    }
    let by_word = format!(
        "&words::Words::of(text.as_bytes(), matches!(rule, {}))",
        any_of(entries.iter().filter(|entry| entry.by_words))
    );
    let by_byte = "text.as_bytes()".to_owned();
    let functions = |keyword, module, suffix, text| {
        Functions { keyword, any: &format!("{module}::{}", source.end), suffix, text, is_recursive }.source()
    };
    match (target.simd, target.undo) {
        (false, undo) => module.push_str(&functions(undo.keyword(), "rules", "", by_byte)),
        (true, Undo::Mark) => module.push_str(&functions("fn", "rules", "", by_word)),
        (true, Undo::Copy) => {
            module.push_str(&functions("fn", "by_word", "", by_word));
            module.push_str(&functions("const fn", "by_byte", "_by_byte", by_byte));
        }
    }
    module
}

fn any_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let names: Vec<String> = entries.map(|entry| format!("Rule::r#{}", entry.name)).collect();
    if names.is_empty() { "_ if false".to_owned() } else { names.join(" | ") }
}

/// Returns the function that matches any rule at the start of a text.
fn any(function: &str, entries: &[Entry], keyword: &str, is_recursive: bool) -> String {
    let mut starts = String::new();
    for Entry { name, call, is_captured, .. } in entries {
        if *is_captured {
            let _ = write!(
                starts,
                "        Rule::r#{name} => {{
            let end = {call};
            out.capture(Capture::r#{name}, 0, end);
            end
        }}
"
            );
        } else {
            let _ = writeln!(starts, "        Rule::r#{name} => {call},");
        }
    }
    let stack = if is_recursive { "stack: usize, " } else { "" };
    format!(
        "
#[inline(always)]
pub(super) {keyword} {function}(rule: Rule, s: Text<'_>, {stack}out: &mut Sink) -> usize {{
    match rule {{
{starts}        _ => scan::NO,
    }}
}}
"
    )
}

/// Returns the module of the rules, which reads texts by the functions of `scan`.
fn rules(name: &str, scan: &str, functions: &str) -> String {
    let functions = indented(functions);
    format!(
        "
/// The rules.
mod {name} {{
    use super::{{Capture, Rule, Sink, machines, {scan}}};
{functions}}}
"
    )
}

/// The functions that are called from outside.
struct Functions<'a> {
    /// How their definitions begin.
    keyword: &'a str,
    /// The function that matches any rule, with the module of the rules.
    any: &'a str,
    /// What their names end with.
    suffix: &'a str,
    /// The text as the rules read it.
    text: String,
    is_recursive: bool,
}

impl Functions<'_> {
    fn source(&self) -> String {
        let Functions { keyword, any, suffix, text, is_recursive } = self;
        let (body, within) = match is_recursive {
            false => (format!("{any}(rule, {text}, out)"), String::new()),
            true => (
                format!("end_within{suffix}(rule, text, STACK, out)"),
                format!(
                    "
/// As `end{suffix}`, with another number of bytes than `STACK`.
#[inline(always)]
pub(crate) {keyword} end_within{suffix}(rule: Rule, text: &str, stack: usize, out: &mut Sink) -> usize {{
    {any}(rule, {text}, stack, out)
}}
"
                ),
            ),
        };
        format!(
            "
/// Returns whether `rule` matches the whole of `text`; its captures are reported to `out`.
#[inline(always)]
pub(crate) {keyword} parse{suffix}(rule: Rule, text: &str, out: &mut Sink) -> bool {{
    end{suffix}(rule, text, out) == text.len()
}}

/// Returns the offset at which `rule` ends if it begins at the start of `text`, or a value greater than the
/// length of `text` if it does not match; its captures are reported to `out`.
#[inline(always)]
pub(crate) {keyword} end{suffix}(rule: Rule, text: &str, out: &mut Sink) -> usize {{
    {body}
}}
{within}"
        )
    }
}

fn indented(source: &str) -> String {
    source
        .lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") })
        .collect()
}

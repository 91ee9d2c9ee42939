//! `uri grammar compile`: the Rust code that a build generates from a grammar.

use urigram::grammar::runtime::CAPTURED_RULES;
use urigram_grammar::{Compiled, Grammar, Peg, Target, Undo, compile_within};

use crate::args::grammar::Compile;
use crate::outcome::{Error, MOST_LISTED, Status};
use crate::output;
use crate::output::visible;
use crate::parser::read;
use crate::parser::read::{PATIENCE, Patience};

/// The maximum length in bytes of code that is formatted, forty times the length of the code for uri.pest. The
/// formatter recurses once for each character of a string in the grammar.
const LONGEST: usize = 4 << 20;

pub(super) fn run(args: &Compile, status: &mut Status) -> Result<(), Error> {
    let patience = Patience::new(PATIENCE);
    let (simd, bulk) = (args.simd, args.bulk);
    let grammar = read::within(patience, args.grammar.as_deref())?;
    let file_name = read::name(args.grammar.as_deref());
    let compiled = patience.wait_for(&file_name, read::SLOW, move || {
        let too_long =
            || format!("its code takes more than {LONGEST} bytes, which are too many to be formatted");
        let Compiled { source, refused } = compiled(grammar, simd, bulk).ok_or_else(too_long)?;
        Ok::<_, String>((formatted(&source)?, refused))
    })?;
    let (code, refused) = compiled.map_err(|why| Error::Refused(format!("uri: {file_name}: {why}")))?;
    output::all(code.as_bytes())?;

    if !refused.is_empty() {
        *status |= Status::Invalid;
    }
    for refused in refused.iter().take(MOST_LISTED) {
        output::remark(format_args!("{file_name}: {}", visible::name(refused.to_string().as_bytes())));
    }
    if let more @ 1.. = refused.len().saturating_sub(MOST_LISTED) {
        output::remark(format_args!("uri: and {more} more"));
    }
    Ok(())
}

/// Returns the code of all rules. If the library can be built with the grammar, the code reports the captures
/// that the library reads, as in the library's build script; otherwise it reports every node.
fn compiled(grammar: &Grammar, simd: bool, bulk: bool) -> Option<Compiled> {
    let rules: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    let nodes: Vec<&str> = rules.iter().copied().chain(["EOI"]).collect();
    let (captured, sink, undo) = match CAPTURED_RULES.iter().all(|name| grammar.rule(name).is_some()) {
        true => (CAPTURED_RULES, "super::Lowering", Undo::Copy),
        false => (nodes.as_slice(), "super::Sink", Undo::Mark),
    };
    let (capture, rule) = ("super::Capture", "super::Rule");
    let target = Target { captured, capture, sink, undo, rule, rules: &rules, simd, bulk };
    compile_within(LONGEST, &Peg::new(grammar), &target)
}

/// Formats the code. The error is the reason why it cannot be formatted.
fn formatted(source: &str) -> Result<String, String> {
    let unparsed = |source: &str| {
        let file =
            syn::parse_file(source).map_err(|error| format!("the code cannot be formatted: {error}"))?;
        Ok::<_, String>(prettyplease::unparse(&file))
    };
    // The formatter skips the contents of a macro, so they are formatted separately.
    let Some(InMacro { before, functions, after, indentation }) = in_macro(source) else {
        return unparsed(source);
    };
    let (constant, inline) = (unused("constant", source), unused("inline", source));
    // The replaced code may also occur in a string, so the markers contain no quotation marks.
    let (constant, inline) = (format!("pub(in {constant}) fn"), format!("#[{inline}]"));
    let functions = functions.replace(CONST, &constant).replace(INLINE, &inline);
    let functions = unparsed(&functions)?.replace(&constant, CONST).replace(&inline, INLINE);
    let outer = " ".repeat(indentation);
    let functions: String = functions.lines().map(|line| format!("{outer}        {line}\n")).collect();
    let formatted = unparsed(&format!("{before}{after}"))?;
    Ok(formatted.replacen("=> {};", &format!("=> {{\n{functions}{outer}    }};"), 1))
}

/// Returns a name that does not occur in the source, so that the replacement can be undone.
fn unused(name: &str, source: &str) -> String {
    let mut names = (0_u64..).map(|number| format!("{name}_{number}"));
    names.find(|name| !source.contains(name.as_str())).expect("a source does not have all names")
}

/// The beginning of a function in a macro, which may be `const`.
const CONST: &str = "pub(crate) $($const)? fn";

/// The attribute that a function in a macro may have.
const INLINE: &str = "$(#[$inline])?";

/// The source before the contents of the macro, the contents, and the source after them.
struct InMacro<'a> {
    before: &'a str,
    functions: &'a str,
    after: &'a str,
    /// The number of spaces before the macro.
    indentation: usize,
}

fn in_macro(source: &str) -> Option<InMacro<'_>> {
    let start = source.find("macro_rules! rules")?;
    let indentation = source[..start].bytes().rev().take_while(|&byte| byte == b' ').count();
    let begin = start + source[start..].find("=> {")? + "=> {".len();
    let close = format!("\n{}    }};\n", " ".repeat(indentation));
    let end = begin + source[begin..].find(&close)?;
    let (before, functions) = (&source[..begin], &source[begin..end]);
    Some(InMacro { before, functions, after: source[end..].trim_start(), indentation })
}

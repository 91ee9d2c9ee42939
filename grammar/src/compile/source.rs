//! Assembles the modules of the compiled code, and writes the functions that are called from outside.

use std::fmt::Write as _;

use crate::compile::facts::STACK;
use crate::compile::write::Source;
use crate::compile::write::writer::{Target, Undo};
use crate::error::identifier;

/// A start rule.
pub(super) struct Entry {
    pub(super) name: String,
    /// An expression that calls the function of the rule.
    pub(super) call: String,
    pub(super) is_captured: bool,
    /// Whether the words of a text are computed before the rule is matched.
    pub(super) by_words: bool,
}

/// A module of the source of a grammar.
#[derive(Debug, Clone)]
pub struct Module {
    /// The doc comment and attributes.
    pub head: String,
    /// The name.
    pub name: &'static str,
    /// The contents.
    pub source: String,
}

impl Module {
    fn new(head: &str, name: &'static str, source: String) -> Self {
        Module { head: head.to_owned(), name, source }
    }

    /// Returns the source of the module as an inline module.
    #[must_use]
    pub fn inline(&self, visibility: &str) -> String {
        let Module { head, name, source } = self;
        format!("\n{head}{visibility}mod {name} {{\n{}}}\n", indented(source))
    }
}

/// The `cfg`s that enable vectors and windows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions {
    pub(super) vectors: &'static str,
    pub(super) windows: &'static str,
}

/// The modules of a library that the code of a grammar refers to.
pub(super) struct Library<'a> {
    /// The path of the module with the code that all grammars share.
    pub(super) runtime: &'a str,
    pub(super) conditions: Conditions,
    /// The path of the module of the grammar whose state machines are reused.
    pub(super) machines: Option<&'a str>,
    /// If the grammar is written as a variant, the path of the module of its base. Only the differences from the base
    /// are written.
    pub(super) base: Option<&'a str>,
}

/// Returns the modules of the functions that all grammars share. The module that reads words requires the `cfg` `vectors`, and the one
/// that reads windows the `cfg` `windows`. Each is omitted if its `cfg` is `None`.
pub(super) fn runtime(vectors: Option<&str>, windows: Option<&str>) -> Vec<Module> {
    let scan = include_str!("runtime/scan.rs").to_owned();
    let mut modules = vec![Module::new("/// Functions that test and scan bytes.\n", "scan", scan)];
    if let Some(vectors) = vectors {
        let words = concat!(include_str!("runtime/vectors.rs"), include_str!("runtime/words.rs")).to_owned();
        let head = format!("/// Functions that test and scan bytes by vectors.\n{}", condition(vectors));
        modules.push(Module::new(&head, "words", words));
    }
    if let Some(windows) = windows {
        let head = format!("/// Functions that scan the strings of a buffer.\n{}", condition(windows));
        modules.push(Module::new(&head, "windows", include_str!("runtime/windows.rs").to_owned()));
    }
    modules
}

/// Returns the attribute for an item that requires a `cfg`.
fn condition(cfg: &str) -> String {
    if cfg == ALWAYS { String::new() } else { format!("#[cfg({cfg})]\n") }
}

/// A `cfg` that always holds.
const ALWAYS: &str = "all()";

/// Returns the submodules of a grammar's module, and the contents of the module.
pub(super) fn modules(
    target: &Target<'_>,
    library: Option<&Library<'_>>,
    source: &Source,
    entries: &[Entry],
    is_recursive: bool,
) -> (Vec<Module>, String) {
    let Target { capture, sink, rule, .. } = target;
    let mut modules = Vec::new();
    let mut module = imported(&[(capture, "Capture"), (rule, "Rule"), (sink, "Sink")]);
    match library {
        Some(library) => {
            module += &imported(&[(library.runtime, "runtime")]);
        }
        None => {
            let runtime = runtime(target.simd.then_some(ALWAYS), target.bulk.then_some(ALWAYS));
            let runtime = runtime.iter().map(|module| module.inline("pub(crate) ")).collect::<String>();
            let head = "/// The functions that all grammars share.\n";
            modules.push(Module::new(head, "runtime", runtime.trim_start().to_owned()));
        }
    }
    // Returns the import of the items of the base's module, or `otherwise` if there is no base.
    let of_base = |base: Option<&str>, name: &str, otherwise: &str| match base {
        Some(base) => format!("pub(crate) use {base}::{name}::*;\n"),
        None => otherwise.to_owned(),
    };
    let base = library.and_then(|library| library.base);
    let scan = of_base(base, "scan", "pub(crate) use super::runtime::scan::*;\n\n") + &source.shared;
    let head = "/// The classes of bytes, and the functions that test and scan bytes.\n";
    modules.push(Module::new(head, "scan", scan));
    let machines = of_base(library.and_then(|library| library.machines), "machines", "");
    let machines = match source.machines.as_str() {
        "" => machines,
        own => format!("{machines}use super::scan;\n{own}"),
    };
    if !machines.is_empty() {
        modules.push(Module::new(
            "/// State machines, in which each state tests one byte.\n",
            "machines",
            machines.clone(),
        ));
    }
    let conditions = library.map(|library| library.conditions);
    let vectors = conditions.map(|conditions| condition(conditions.vectors)).unwrap_or_default();
    let windows = conditions.map(|conditions| condition(conditions.windows)).unwrap_or_default();
    if target.simd {
        let head = format!(
            "/// The classes of bytes, and the functions that test and scan bytes by vectors.\n{vectors}"
        );
        let imported = of_base(base, "words", "pub(crate) use super::runtime::words::*;\n");
        let imported = format!("use super::scan;\n{imported}");
        modules.push(Module::new(&head, "words", imported + &source.words));
    }
    if target.bulk {
        let head = format!(
            "/// The classes of bytes, and the functions that scan the strings of a buffer.\n{windows}"
        );
        let imported = of_base(base, "windows", "pub(crate) use super::runtime::windows::*;\n");
        let imported = format!("use super::scan;\n{imported}");
        modules.push(Module::new(&head, "windows", imported + &source.windows));
    }
    let functions =
        format!("{}{}", source.functions, any(&source.end, entries, target.form().reading(), is_recursive));
    let used = match machines.is_empty() {
        true => "{Capture, Rule, Sink",
        false => "{Capture, Rule, Sink, machines",
    };
    let by_word = Way {
        docs: "/// The rules, reading by words.\n",
        name: "by_word",
        condition: &vectors,
        texts: "words",
        arguments: " #[inline(always)] ",
    };
    let (docs, arguments) = match target.undo {
        Undo::Copy => ("/// The rules, reading byte by byte, also in constants.\n", " const "),
        Undo::Mark => ("/// The rules, reading byte by byte.\n", ""),
    };
    let by_byte = Way { docs, name: "by_byte", condition: "", texts: "scan", arguments };
    let by_window = Way {
        docs: "/// The rules, reading the strings of a buffer.\n",
        name: "by_window",
        condition: &windows,
        texts: "windows",
        arguments: " #[inline(always)] ",
    };
    let mut ways = match (target.simd, target.undo) {
        (false, _) => vec![by_byte],
        (true, Undo::Mark) => vec![by_word],
        (true, Undo::Copy) => vec![by_byte, by_word],
    };
    if target.bulk {
        ways.push(by_window);
    }
    let rules = match ways.as_slice() {
        [Way { texts, .. }] => {
            let texts = if *texts == "scan" { "scan::{self" } else { "words::{self as scan" };
            format!("use super::{used}, {texts}, Text}}}};\n{functions}")
        }
        ways => {
            let base_rules = base.map(|base| format!("{base}::rules"));
            let way = |Way { docs, name, condition, texts, arguments }: &Way<'_>| {
                let rules = of_base(base_rules.as_deref(), name, "");
                let contents = format!(
                    "use super::super::{used}, {texts}::{{self as scan, Text}}}};\n{rules}rules! {{{arguments}}}\n"
                );
                Module::new(&format!("{docs}{condition}"), name, contents).inline("pub(crate) ")
            };
            format!(
                "macro_rules! rules {{
    ($(#[$inline:meta])? $($const:ident)?) => {{
{}    }};
}}
{}",
                indented(&indented(functions.trim_start())),
                ways.iter().map(way).collect::<String>()
            )
        }
    };
    modules.push(Module::new("/// The rules.\n", "rules", rules));
    let _ = write!(
        module,
        "
/// Returns whether `parse` can parse the rule.
pub(crate) const fn is_compiled(rule: Rule) -> bool {{
    matches!(rule, {})
}}

/// The value that `end` returns if recursive rules would take too much stack space, so that it is unknown whether `rule`
/// matches.
pub(crate) const TOO_DEEP: usize = scan::TOO_DEEP;
",
        any_of(entries.iter())
    );
    if is_recursive {
        let _ = write!(
            module,
            "
/// The maximum stack space for recursive rules in `parse` and `end`, in bytes, as estimated for unoptimized code.
/// Optimized code takes about a tenth.
pub(crate) const STACK: usize = {STACK};
"
        );
    }
    let by_word = format!(
        "&words::of(text.as_bytes(), matches!(rule, {}))",
        any_of(entries.iter().filter(|entry| entry.by_words))
    );
    let by_byte = "text.as_bytes()".to_owned();
    let functions = |keyword, module, suffix, text, vectors: &str| {
        let any = &format!("{module}::{}", source.end);
        Functions { keyword, any, suffix, text, vectors, is_recursive }.source()
    };
    match (target.simd, target.undo) {
        (false, undo) => {
            let rules = if target.bulk { "rules::by_byte" } else { "rules" };
            module.push_str(&functions(undo.keyword(), rules, "", by_byte, ""));
        }
        (true, Undo::Mark) => {
            let rules = if target.bulk { "rules::by_word" } else { "rules" };
            module.push_str(&functions("fn", rules, "", by_word, ""));
        }
        (true, Undo::Copy) => {
            module.push_str(&functions("fn", "rules::by_word", "", by_word, &vectors));
            module.push_str(&functions("const fn", "rules::by_byte", "_by_byte", by_byte, ""));
        }
    }
    if target.bulk {
        module.push_str(&in_buffer(&source.end, &windows, is_recursive, library.is_some()));
    }
    if let Some(Conditions { vectors, .. }) = conditions.filter(|_| target.simd) {
        let within = if is_recursive { ", end_within_by_byte as end_within" } else { "" };
        let _ = write!(
            module,
            "
#[cfg(not({vectors}))]
pub(crate) use self::{{end_by_byte as end, parse_by_byte as parse{within}}};
"
        );
    }
    (modules, module)
}

/// A way of reading texts, for which the functions of rules are written.
struct Way<'a> {
    docs: &'a str,
    name: &'static str,
    /// The attribute of the module.
    condition: &'a str,
    /// The module with the functions that read texts.
    texts: &'a str,
    /// The arguments of the macro.
    arguments: &'a str,
}

/// Returns the source of the functions that match the strings of a buffer. A library has its own function for a string at any place.
fn in_buffer(end: &str, condition: &str, is_recursive: bool, is_library: bool) -> String {
    let stack = if is_recursive { ", STACK" } else { "" };
    let at_a_place = "
/// Returns the same as `end` for the string at this place of the buffer of `bits`.
#[inline(always)]
pub(crate) fn end_in(bits: &mut Bits<'_>, rule: Rule, place: core::ops::Range<usize>, out: &mut Sink) -> usize {
    let start = place.start;
    let text = &bits.buffer()[place];
    end_in_window(bits, rule, start, text, out).unwrap_or_else(|| end(rule, text, out))
}
";
    format!(
        "
{condition}pub(crate) use self::windows::Bits;
{}
/// Returns the same as `end` for `text`, which is at `start` in the buffer, or `None` if it must be matched alone.
{condition}#[inline(always)]
pub(crate) fn end_in_window(
    bits: &mut Bits<'_>,
    rule: Rule,
    start: usize,
    text: &str,
    out: &mut Sink,
) -> Option<usize> {{
    let text = bits.string::<windows::Own>(start, text.as_bytes())?;
    Some(rules::by_window::{end}(rule, &text{stack}, out))
}}

/// Returns the offset of the first line feed in the buffer of `bits` from `start`, or the length of the buffer if there is none.
{condition}#[inline(always)]
pub(crate) fn line_end(bits: &mut Bits<'_>, start: usize) -> usize {{
    bits.line_end::<windows::Own>(start)
}}
",
        if is_library { "" } else { at_a_place }
    )
}

/// Returns `use` items for these paths, under these names.
pub(super) fn imported(items: &[(&str, &str)]) -> String {
    let import = |&(path, name): &(&str, &str)| match path.ends_with(&format!("::{name}")) {
        true => format!("use {path};\n"),
        false => format!("use {path} as {name};\n"),
    };
    items.iter().map(import).collect()
}

fn any_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let names: Vec<String> = entries.map(|entry| format!("Rule::{}", identifier(&entry.name))).collect();
    if names.is_empty() { "_ if false".to_owned() } else { names.join(" | ") }
}

/// Returns the source of the function that matches a given rule at the start of a text.
fn any(function: &str, entries: &[Entry], keyword: &str, is_recursive: bool) -> String {
    let mut starts = String::new();
    for Entry { name, call, is_captured, .. } in entries {
        let name = identifier(name);
        if *is_captured {
            let _ = write!(
                starts,
                "        Rule::{name} => {{
            let end = {call};
            out.capture(Capture::{name}, 0, end);
            end
        }}
"
            );
        } else {
            let _ = writeln!(starts, "        Rule::{name} => {call},");
        }
    }
    let stack = if is_recursive { "stack: usize, " } else { "" };
    format!(
        "
#[inline(always)]
pub(crate) {keyword} {function}(rule: Rule, s: Text<'_>, {stack}out: &mut Sink) -> usize {{
    match rule {{
{starts}        _ => scan::NO,
    }}
}}
"
    )
}

/// The functions that are called from outside.
struct Functions<'a> {
    /// The keywords of the functions.
    keyword: &'a str,
    /// The path of the function that matches a given rule.
    any: &'a str,
    /// The suffix of the functions' names.
    suffix: &'a str,
    /// An expression that converts `text` to the type that the functions of rules take.
    text: String,
    /// The `cfg` attribute for functions that exist only with vectors, or an empty string.
    vectors: &'a str,
    is_recursive: bool,
}

impl Functions<'_> {
    fn source(&self) -> String {
        let Functions { keyword, any, suffix, text, vectors, is_recursive } = self;
        let (body, within) = match is_recursive {
            false => (format!("{any}(rule, {text}, out)"), String::new()),
            true => (
                format!("end_within{suffix}(rule, text, STACK, out)"),
                format!(
                    "
/// Like `end{suffix}`, but with the limit `stack` instead of `STACK`.
{vectors}#[inline(always)]
pub(crate) {keyword} end_within{suffix}(rule: Rule, text: &str, stack: usize, out: &mut Sink) -> usize {{
    {any}(rule, {text}, stack, out)
}}
"
                ),
            ),
        };
        format!(
            "
/// Returns whether `rule` matches the whole of `text`, and reports its captures to `out`.
{vectors}#[inline(always)]
pub(crate) {keyword} parse{suffix}(rule: Rule, text: &str, out: &mut Sink) -> bool {{
    end{suffix}(rule, text, out) == text.len()
}}

/// Returns the offset at which `rule` ends, or a value greater than the length of `text` if it does not match at the start
/// of `text`. Reports its captures to `out`.
{vectors}#[inline(always)]
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

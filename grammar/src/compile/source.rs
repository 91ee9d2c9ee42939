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

/// The modules of a library that the code of a grammar refers to.
pub(super) struct Library<'a> {
    /// The path of the module with the code that all grammars share.
    pub(super) runtime: &'a str,
    /// The `cfg` that enables vectors.
    pub(super) vectors: &'a str,
    /// The path of the module of the grammar whose state machines are reused.
    pub(super) machines: Option<&'a str>,
    /// If the grammar is written as a variant, the path of the module of its base. Only the differences from the base
    /// are written.
    pub(super) base: Option<&'a str>,
}

/// Returns the modules of the functions that all grammars share. The module that reads words requires the `cfg`
/// `vectors`, and is omitted if `vectors` is `None`.
pub(super) fn runtime(vectors: Option<&str>) -> Vec<Module> {
    let scan = include_str!("runtime/scan.rs").to_owned();
    let words = concat!(include_str!("runtime/vectors.rs"), include_str!("runtime/words.rs")).to_owned();
    let words = |vectors| {
        Module::new(
            &format!("/// Functions that test and scan bytes by vectors.\n#[cfg({vectors})]\n"),
            "words",
            words,
        )
    };
    let scan = Module::new("/// Functions that test and scan bytes.\n", "scan", scan);
    [scan].into_iter().chain(vectors.map(words)).collect()
}

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
            let vectors = target.simd.then_some("all()");
            let runtime =
                runtime(vectors).iter().map(|module| module.inline("pub(crate) ")).collect::<String>();
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
    let vectors = library.map(|library| format!("#[cfg({})]\n", library.vectors)).unwrap_or_default();
    if target.simd {
        let head = format!(
            "/// The classes of bytes, and the functions that test and scan bytes by vectors.\n{vectors}"
        );
        let imported = of_base(base, "words", "pub(crate) use super::runtime::words::*;\n");
        let imported = format!("use super::scan;\n{imported}");
        modules.push(Module::new(&head, "words", imported + &source.words));
    }
    let functions = format!(
        "{}{}",
        source.functions,
        any(&source.end, entries, target.undo.reading(target.simd), is_recursive)
    );
    let used = match machines.is_empty() {
        true => "super::{Capture, Rule, Sink",
        false => "super::{Capture, Rule, Sink, machines",
    };
    let rules = match (target.simd, target.undo) {
        (false, _) => format!("use {used}, scan::{{self, Text}}}};\n{functions}"),
        (true, Undo::Mark) => format!("use {used}, words::{{self as scan, Text}}}};\n{functions}"),
        (true, Undo::Copy) => {
            let used = used.replacen("super", "super::super", 1);
            let base_rules = base.map(|base| format!("{base}::rules"));
            let own = |base: &str, texts: &str| {
                let rules = of_base(base_rules.as_deref(), base, "");
                format!("use {used}, {texts}::{{self as scan, Text}}}};\n{rules}")
            };
            let by_byte = own("by_byte", "scan") + "rules! { const }\n";
            let by_word = own("by_word", "words") + "rules! { #[inline(always)] }\n";
            format!(
                "macro_rules! rules {{
    ($(#[$inline:meta])? $($const:ident)?) => {{
{}    }};
}}
{}{}",
                indented(&indented(functions.trim_start())),
                Module::new("/// The rules, reading byte by byte, also in constants.\n", "by_byte", by_byte)
                    .inline("pub(crate) "),
                Module::new(&format!("/// The rules, reading by words.\n{vectors}"), "by_word", by_word)
                    .inline("pub(crate) ")
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
        (false, undo) => module.push_str(&functions(undo.keyword(), "rules", "", by_byte, "")),
        (true, Undo::Mark) => module.push_str(&functions("fn", "rules", "", by_word, "")),
        (true, Undo::Copy) => {
            module.push_str(&functions("fn", "rules::by_word", "", by_word, &vectors));
            module.push_str(&functions("const fn", "rules::by_byte", "_by_byte", by_byte, ""));
        }
    }
    if let Some(Library { vectors, .. }) = library.filter(|_| target.simd) {
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

//! Generates the code of the grammars that are types, and proves the properties that the library
//! relies on.
//!
//! In: the grammar to build with, and the variants.
//! Out: the files of `src/generated/`, and the names of the proved `cfg`s.
//! Next: the build script, for grammars other than `uri.pest`; `grammar/tests/generated.rs`, which keeps `src/generated/` up to
//! date.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use urigram_grammar::{Abnf, Generator, Grammar, Module, Names, Peg, keeps_outline, rule_enum};

use self::changes::changes;
use self::inclusion::{agree, included, is_appendix_a};

#[path = "changes.rs"]
mod changes;
#[path = "inclusion.rs"]
mod inclusion;

#[allow(dead_code, reason = "only the names are needed here")]
#[path = "../src/grammar/captures.rs"]
mod captures;

/// The start rules of the reference types.
const ENTRIES: [&str; 4] = ["URI_reference", "URI", "absolute_URI", "relative_ref"];

/// The rules of Appendix A that need no automaton, because their faults are located in their
/// components.
const SPLIT: [&str; 5] = ["hier_part", "absolute_URI", "relative_ref", "relative_part", "authority"];

/// The path of the module with all generated code.
const MODULE: &str = "crate::grammar::generated";

/// A module below [`MODULE`].
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// The feature of the library that the module belongs to.
    pub(crate) feature: Option<&'static str>,
    pub(crate) source: String,
    /// Its submodules.
    pub(crate) modules: Vec<Module>,
}

/// The generated code, and the proved `cfg`s.
pub(crate) struct Generated {
    pub(crate) parts: Vec<Part>,
    /// The texts of complete grammars, which pest_derive reads.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// The names of the proved `cfg`s.
    pub(crate) proved: Vec<&'static str>,
    /// The warnings of the build.
    pub(crate) warnings: Vec<String>,
}

/// The build for which the code is generated.
#[allow(
    dead_code,
    reason = "the build script constructs one variant, and the test of `src/generated/` the other"
)]
pub(crate) enum For<'a> {
    /// `src/generated/`.
    Git,
    /// A build with other grammars: with edited files, or with the name and the text of a grammar that
    /// replaces `uri.pest`. The build writes the texts of the grammars to the folder `out`, where pest_derive
    /// reads them.
    Build { chosen: Option<(&'a str, &'a str)>, out: &'a str, has_trees: bool },
}

/// Returns the code for the grammars in `root`.
pub(crate) fn generated(root: &Path, purpose: &For<'_>) -> Result<Generated, Box<dyn Error>> {
    let chosen = match purpose {
        For::Git => None,
        For::Build { chosen, .. } => *chosen,
    };
    let text = |name: &str| {
        fs::read_to_string(root.join(name)).map_err(|error| format!("{}: {error}", root.join(name).display()))
    };
    let base = Grammar::read(&text("uri.pest")?, "uri.pest")?;
    let own = match chosen {
        Some((name, text)) => Grammar::read_either(&base, text, name)?,
        None => base.clone(),
    };
    // The generated enum of rules has a constant with this name.
    if own.rule("ALL").is_some() {
        return Err(at_rule(&own, "ALL", "`ALL` cannot be the name of a rule")?.into());
    }
    let abnf = Abnf::read(&text("uri.abnf")?, "uri.abnf")?;
    // Checked first, because each variant would report the same missing rule.
    has_required_rules(&own)?;
    let variant = |name: &str| Ok::<_, Box<dyn Error>>(Grammar::read_over(&base, &text(name)?, name)?);
    let iri = variant("variants/rfc3987.pest")?;
    let zones = variant("variants/rfc6874.pest")?;
    let is_appendix_a = LazyLock::new(|| is_appendix_a(&own, &abnf).map_err(|error| error.to_string()));
    // For Appendix A, the tests have shown that the variants parse its strings in the same way, so
    // only other grammars are compared here.
    let is_within = |wide| -> Result<bool, String> {
        let holds = || {
            Ok::<_, Box<dyn Error>>(included(&own, wide)? && (is_appendix_a.clone()? || agree(&own, wide)?))
        };
        holds().map_err(|error| error.to_string())
    };
    thread::scope(|scope| {
        let within_rfc3987 = scope.spawn(|| is_within(&iri));
        let within_rfc6874 = scope.spawn(|| is_within(&zones));
        let grammars = [("rfc3986", &own), ("rfc3987", &iri), ("rfc6874", &zones)];
        let mut generated = written(grammars, &abnf, purpose)?;
        generated.parts.push(template(&text("template.pest")?)?);
        if chosen.is_some() {
            generated.warnings.push(format!("{}: {}", own.file_name(), changes(&base, &own)));
        }
        let joined = |task: thread::ScopedJoinHandle<'_, Result<bool, String>>| {
            task.join().map_err(|_| "a task panicked".to_owned())?
        };
        for (name, holds) in [
            ("appendix_a", is_appendix_a.clone()),
            ("within_rfc3987", joined(within_rfc3987)),
            ("within_rfc6874", joined(within_rfc6874)),
        ] {
            if holds? {
                generated.proved.push(name);
            }
        }
        Ok(generated)
    })
}

/// Returns the modules of the grammars.
fn written(
    grammars: [(&'static str, &Grammar); 3],
    abnf: &Abnf,
    purpose: &For<'_>,
) -> Result<Generated, Box<dyn Error>> {
    let [(_, own), ..] = grammars;
    let rules: Vec<&str> = own.rules().iter().map(|rule| rule.name.as_str()).collect();
    let names = Names {
        rule: &format!("{MODULE}::rule::Rule"),
        capture: "crate::grammar::captures::Capture",
        sink: "crate::grammar::lower::Lowering",
        automaton: "crate::grammar::automaton::Automaton",
        runtime: &format!("{MODULE}::runtime"),
    };
    let mut generator = Generator::new(&rules, captures::Capture::NAMES, names);
    let mut generated = Generated {
        parts: vec![
            Part { name: "rule", feature: None, source: rule_enum(own), modules: Vec::new() },
            Part { name: "runtime", feature: None, source: String::new(), modules: Generator::runtime() },
        ],
        texts: Vec::new(),
        proved: Vec::new(),
        warnings: Vec::new(),
    };
    for (place, (name, grammar)) in grammars.into_iter().enumerate() {
        has_required_rules(grammar)?;
        let peg = Peg::new(grammar);
        has_nodes(grammar, &peg)?;
        let is_variant = place > 0;
        let (path, has_trees) = match purpose {
            For::Git if is_variant => (format!("src/generated/{name}.pest"), true),
            For::Git => ("uri.pest".to_owned(), true),
            For::Build { out, has_trees, .. } => (format!("{out}/{name}.pest"), *has_trees),
        };
        // The automaton of `URI-reference` locates faults in literals of the macro
        // `uri_reference!`, which variants do not have.
        let is_split = |rule: &str| SPLIT.contains(&rule) || is_variant && rule == "URI_reference";
        let has_automaton = |rule: &&str| matches!(purpose, For::Build { .. }) || !is_split(rule);
        let reported: Vec<&str> = rules.iter().copied().filter(has_automaton).collect();
        let mut written = generator.grammar(grammar, &format!("{MODULE}::{name}"), &path, &reported);
        let only_tests = is_variant && written.refused.is_empty();
        let mut left: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for refused in written.refused {
            let culprit = refused.reason.culprit().unwrap_or(&refused.rule).to_owned();
            left.entry((culprit, refused.reason.to_string())).or_default().push(refused.rule);
        }
        for ((culprit, reason), rules) in left {
            let rules = rules.join("`, `");
            if !has_trees {
                let message = format!("{reason}: only the feature `tree` can parse `{rules}`");
                return Err(at_rule(grammar, &culprit, &message)?.into());
            }
            let message = format!("{reason}: slower, and without the place of a fault: `{rules}`");
            generated.warnings.push(at_rule(grammar, &culprit, &message)?);
        }
        for ((culprit, reason), rules) in without_automaton(&peg, &rules) {
            let message = format!("{reason}: without the place of a fault: `{}`", rules.join("`, `"));
            generated.warnings.push(at_rule(grammar, &culprit, &message)?);
        }
        let source = format!(
            "{}
/// Whether every capture stands where Appendix A puts it, in every text.
pub(crate) const IN_PLACE: bool = {};
",
            written.source,
            keeps_outline(&peg, abnf, captures::Capture::NAMES)?
        );
        let when = if only_tests { "all(test, feature = \"tree\")" } else { "feature = \"tree\"" };
        if let Some(tree) = written.modules.last_mut() {
            tree.head = format!("{}#[cfg({when})]\n", tree.head);
        }
        generated.parts.push(Part { name, feature: None, source, modules: written.modules });
        if is_variant || matches!(purpose, For::Build { .. }) {
            generated.texts.push((name, grammar.text().to_owned()));
        }
    }
    Ok(generated)
}

/// Returns the module of the grammar of URI Templates.
fn template(text: &str) -> Result<Part, Box<dyn Error>> {
    let grammar = Grammar::read(text, "template.pest")?;
    let names = Names {
        rule: "crate::grammar::template::Rule",
        capture: "crate::grammar::template::Capture",
        sink: "crate::grammar::template::Captures",
        automaton: "crate::grammar::automaton::Automaton",
        runtime: &format!("{MODULE}::runtime"),
    };
    let rules = ["URI_Template", "unreserved", "reserved"];
    let captured = ["operator", "varname", "max_length", "explode", "expression"];
    let mut generator = Generator::new(&rules, &captured, names);
    let generated = generator.growing(&grammar, &format!("{MODULE}::template"), &rules);
    match generated.refused.first() {
        Some(refused) => Err(at_rule(&grammar, &refused.rule, &refused.reason.to_string())?.into()),
        None => Ok(Part {
            name: "template",
            feature: Some("template"),
            source: generated.source,
            modules: generated.modules,
        }),
    }
}

/// Returns an error if a rule that the library uses by name is missing.
fn has_required_rules(grammar: &Grammar) -> Result<(), String> {
    let names = captures::Capture::NAMES.iter().chain(captures::ALSO_NEEDED);
    let missing: Vec<&str> = names.copied().filter(|name| grammar.rule(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (file, missing) = (grammar.file_name(), missing.join("`, `"));
    Err(format!("{file}:1:1: no rule `{missing}`, which the library asks for"))
}

/// Returns an error if a rule that the library reads makes no node below the start rule of a
/// reference type.
fn has_nodes(grammar: &Grammar, peg: &Peg) -> Result<(), Box<dyn Error>> {
    for start in ENTRIES {
        let hidden = peg.without_nodes(start, captures::Capture::NAMES);
        if hidden.is_empty() {
            continue;
        }
        let message = |rule: &str| {
            format!(
                "the library reads `{rule}`, which has no node below `{start}`: it is silent, nothing calls it, or what calls it is atomic"
            )
        };
        let lines = hidden.iter().map(|rule| at_rule(grammar, rule, &message(rule)));
        return Err(lines.collect::<Result<Vec<String>, _>>()?.join("\n").into());
    }
    Ok(())
}

impl Part {
    /// Returns the attributes of the module.
    pub(crate) fn head(&self) -> String {
        self.feature.map(|feature| format!("#[cfg(feature = {feature:?})]\n")).unwrap_or_default()
    }
}

/// Returns a message about a rule, with the position of its definition.
fn at_rule(grammar: &Grammar, name: &str, message: &str) -> Result<String, Box<dyn Error>> {
    let mut rules = grammar.rules().iter().zip(grammar.places()?);
    let place = rules.find(|(rule, _)| rule.name == name).map(|(_, place)| place);
    Ok(place.map_or_else(
        || format!("{}:1:1: {message}", grammar.file_name()),
        |place| format!("{place}: {message}"),
    ))
}

/// Returns the recursive rules, which are compiled but have no automaton, by the rule at fault and the reason.
fn without_automaton(peg: &Peg, rules: &[&str]) -> BTreeMap<(String, String), Vec<String>> {
    let mut without: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| peg.definition(rule).is_ok()) {
        if let Err(refused) = peg.rule(rule) {
            let culprit = refused.reason.culprit().unwrap_or(&refused.rule).to_owned();
            without.entry((culprit, refused.reason.to_string())).or_default().push(refused.rule);
        }
    }
    without
}

/// Returns constants for the name of the grammar and its text, which is in a file.
pub(crate) fn names(name: &str, path: &str) -> String {
    format!(
        "/// The name of the grammar of [`Rfc3986`](super::Rfc3986).
pub(crate) const NAME: &str = {name:?};
/// Its text.
pub(crate) const TEXT: &str = include_str!({path:?});
"
    )
}

//! Generates the parsers of the grammars with the grammar crate.

use std::collections::BTreeMap;
use std::env::{self, VarError};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::{fs, io, thread};

use urigram_grammar::{Abnf, Grammar, Peg, generate, keeps_outline, rule_enum};

use self::changes::changes;
use self::inclusion::{agree, included, is_appendix_a};

#[path = "build/changes.rs"]
mod changes;
#[path = "build/inclusion.rs"]
mod inclusion;

#[allow(dead_code, reason = "the names are all that is needed here")]
#[path = "src/grammar/captures.rs"]
mod captures;

/// The environment variable with the name of a file that holds the grammar to build in, or a variant of
/// `uri.pest`.
const CHOSEN: &str = "URI_GRAMMAR";

/// The rules of the types of reference.
const ENTRIES: [&str; 4] = ["URI_reference", "URI", "absolute_URI", "relative_ref"];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let base = Grammar::read(&text(&root.join("uri.pest"))?, "uri.pest")?;
    let variant = |name: &str| -> Result<Grammar, Box<dyn Error>> {
        Ok(Grammar::read_over(&base, &text(&root.join(name))?, name)?)
    };
    println!("cargo::rerun-if-env-changed={CHOSEN}");
    let own = match env::var(CHOSEN) {
        Ok(name) if name.is_empty() => None,
        Ok(name) => Some(Grammar::read_either(&base, &text(&chosen(&name, &root)?)?, &name)?),
        Err(VarError::NotPresent) => None,
        Err(error) => return Err(format!("{CHOSEN}: {error}").into()),
    };
    let chosen = own.clone();
    let own = own.unwrap_or_else(|| base.clone());

    // The enum has a constant of this name.
    if own.rule("ALL").is_some() {
        return Err(at_rule(&own, "ALL", "`ALL` cannot be the name of a rule")?.into());
    }
    let rules: Vec<&str> = own.rules().iter().map(|rule| rule.name.as_str()).collect();
    println!("cargo::rustc-env=URIGRAM_GRAMMAR={}", own.file_name());
    fs::write(out("rule.rs")?, rule_enum(&own))?;
    let abnf = Abnf::read(&text(&root.join("uri.abnf"))?, "uri.abnf")?;
    // Before the variants are written: each of them would report the same rule as missing.
    has_what_is_asked_for(&own)?;
    let iri = variant("variants/rfc3987.pest")?;
    let zones = variant("variants/rfc6874.pest")?;
    let is_appendix_a = LazyLock::new(|| is_appendix_a(&own, &abnf).map_err(|error| error.to_string()));
    tell("vectors", || Ok(has_vectors()))?;
    at_once([
        &|| write("rfc3986", &own, Tree::Public, &rules, &abnf),
        &|| write("rfc3987", &iri, Tree::Private, &rules, &abnf),
        &|| write("rfc6874", &zones, Tree::Private, &rules, &abnf),
        &|| {
            if let Some(chosen) = &chosen {
                println!("cargo::warning={}: {}", own.file_name(), changes(&base, chosen));
            }
            Ok(())
        },
        &|| tell("appendix_a", || Ok(is_appendix_a.clone()?)),
        // The tests show that the variants parse what Appendix A accepts as it does.
        &|| {
            tell("within_rfc3987", || {
                Ok(included(&own, &iri)? && (is_appendix_a.clone()? || agree(&own, &iri)?))
            })
        },
        &|| {
            tell("within_rfc6874", || {
                Ok(included(&own, &zones)? && (is_appendix_a.clone()? || agree(&own, &zones)?))
            })
        },
    ])
}

type Task<'a> = &'a (dyn Fn() -> Result<(), Box<dyn Error>> + Sync);

/// Runs the tasks in parallel, and returns the first error.
fn at_once<const N: usize>(tasks: [Task<'_>; N]) -> Result<(), Box<dyn Error>> {
    thread::scope(|scope| {
        let tasks = tasks.map(|task| scope.spawn(move || task().map_err(|error| error.to_string())));
        tasks.into_iter().try_for_each(|task| task.join().map_err(|_| "a task panicked")?.map_err(Into::into))
    })
}

/// Sets a configuration option if the condition holds.
fn tell(name: &str, holds: impl Fn() -> Result<bool, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if holds()? {
        println!("cargo::rustc-cfg={name}");
    }
    Ok(())
}

/// Returns the path of the chosen file. A relative name is looked up in the directory where cargo was called,
/// then in the root of the package.
fn chosen(name: &str, root: &Path) -> Result<PathBuf, String> {
    if Path::new(name).is_relative() {
        println!("cargo::rerun-if-env-changed=PWD");
    }
    let called = env::var_os("PWD").map(PathBuf::from);
    let places: Vec<PathBuf> =
        called.iter().map(PathBuf::as_path).chain([root]).map(|dir| dir.join(name)).collect();
    places.iter().find(|path| path.is_file()).cloned().ok_or_else(|| {
        let tried: Vec<_> = places.iter().map(|path| path.display().to_string()).collect();
        format!("{CHOSEN}={name}: there is no such file; looked for {}", tried.join(" and "))
    })
}

fn text(path: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(|error: io::Error| format!("{}: {error}", path.display()))
}

fn out(name: &str) -> Result<PathBuf, VarError> {
    Ok(Path::new(&env::var("OUT_DIR")?).join(name))
}

/// Returns an error if a rule is missing that the library uses by name.
fn has_what_is_asked_for(grammar: &Grammar) -> Result<(), String> {
    let names = captures::Capture::NAMES.iter().chain(captures::ALSO_NEEDED);
    let missing: Vec<&str> = names.copied().filter(|name| grammar.rule(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (file, missing) = (grammar.file_name(), missing.join("`, `"));
    Err(format!("{file}:1:1: no rule `{missing}`, which the library asks for"))
}

/// Returns what is said of a rule, with the place where it is defined.
fn at_rule(grammar: &Grammar, name: &str, said: &str) -> Result<String, Box<dyn Error>> {
    let mut rules = grammar.rules().iter().zip(grammar.places()?);
    let place = rules.find(|(rule, _)| rule.name == name).map(|(_, place)| place);
    Ok(place
        .map_or_else(|| format!("{}:1:1: {said}", grammar.file_name()), |place| format!("{place}: {said}")))
}

/// Whether a parse tree is available.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tree {
    Public,
    /// Only to tests, unless a rule is left to pest.
    Private,
}

/// Writes the generated source of a grammar, and its text to a file that pest_derive reads.
fn write(
    name: &str,
    grammar: &Grammar,
    tree: Tree,
    rules: &[&str],
    abnf: &Abnf,
) -> Result<(), Box<dyn Error>> {
    has_what_is_asked_for(grammar)?;
    let peg = Peg::new(grammar);
    for start in ENTRIES {
        let hidden = peg.without_nodes(start, captures::Capture::NAMES);
        if !hidden.is_empty() {
            let said = |rule: &str| {
                format!(
                    "the library reads `{rule}`, which has no node below `{start}`: it is silent, nothing calls it, or what calls it is atomic"
                )
            };
            let lines = hidden.iter().map(|rule| at_rule(grammar, rule, &said(rule)));
            return Err(lines.collect::<Result<Vec<String>, _>>()?.join("\n").into());
        }
    }

    let place = out(&format!("{name}.pest"))?;
    fs::write(&place, grammar.text())?;
    let place = place.to_str().ok_or("the path of OUT_DIR is not UTF-8")?;
    let generated = generate(grammar, place, rules, captures::Capture::NAMES, has_vectors());
    let has_trees = env::var_os("CARGO_FEATURE_TREE").is_some();
    let only_tests = tree == Tree::Private && generated.refused.is_empty();
    let mut left: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for refused in generated.refused {
        let culprit = refused.reason.culprit().unwrap_or(&refused.rule).to_owned();
        left.entry((culprit, refused.reason.to_string())).or_default().push(refused.rule);
    }
    for ((culprit, reason), rules) in left {
        let rules = rules.join("`, `");
        if !has_trees {
            let said = format!("{reason}: only the feature `tree` can parse `{rules}`");
            return Err(at_rule(grammar, &culprit, &said)?.into());
        }
        let said = format!("{reason}: slower, and without the place of a fault: `{rules}`");
        println!("cargo::warning={}", at_rule(grammar, &culprit, &said)?);
    }
    for ((culprit, reason), rules) in without_automaton(&peg, rules) {
        let said = format!("{reason}: without the place of a fault: `{}`", rules.join("`, `"));
        println!("cargo::warning={}", at_rule(grammar, &culprit, &said)?);
    }
    let in_place = keeps_outline(&peg, abnf, captures::Capture::NAMES)?;
    let in_place = format!(
        "\n/// Whether every capture stands where Appendix A puts it, in every text.\npub(crate) const IN_PLACE: bool = {in_place};\n"
    );
    let tree = match has_trees {
        true if only_tests => format!("\n#[cfg(test)]{}", generated.tree),
        true => generated.tree,
        false => String::new(),
    };
    fs::write(out(&format!("{name}.rs"))?, generated.source + &in_place + &tree)?;
    Ok(())
}

/// Returns whether the compiled code is to read sixteen bytes at once: with the feature, on a target for which `wide`
/// has instructions.
fn has_vectors() -> bool {
    let of_target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let feature = match of_target("ARCH").as_str() {
        "x86" | "x86_64" => "sse2",
        // The order of the lanes of big-endian vectors is another.
        "aarch64" if of_target("ENDIAN") == "little" => "neon",
        "wasm32" => "simd128",
        _ => return false,
    };
    env::var_os("CARGO_FEATURE_SIMD").is_some() && of_target("FEATURE").split(',').any(|has| has == feature)
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

//! The arrows of ARCHITECTURE.md: which room of `src/` may import which, by the paths that the code names.
//!
//! Not in `library/`: it reads the sources and calls nothing of the library, so that it can be run without compiling
//! the other tests.

#![allow(clippy::unwrap_used, reason = "a source that cannot be read is a failure")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

/// The rooms from the ground up. A room imports only rooms on floors below its own.
const FLOORS: [&[&str]; 9] = [
    &["invariant"],
    &["bytes"],
    &["grammar"],
    &["layout", "percent"],
    &["component"],
    &["reference", "query", "scheme"],
    &["resolve", "normalize", "build", "edit"],
    &["base", "convert"],
    &["error"],
];

/// The rooms that do one thing with references: their files are their own.
const OPERATIONS: [&str; 8] = ["query", "scheme", "resolve", "normalize", "build", "edit", "base", "convert"];

/// A module by its names, such as `edit`, `methods`, `path`. The root has none.
type Module = Vec<String>;

/// A path that the code names, and where it does.
#[derive(Clone)]
struct Import {
    line: usize,
    path: Module,
    /// The name that it has here.
    name: String,
    /// Handed on, of a module below this one: that is no use of it.
    hands_on: bool,
}

struct House {
    files: BTreeMap<Module, (PathBuf, String)>,
    imports: BTreeMap<Module, Vec<Import>>,
}

impl House {
    /// The sources of the library, and beside them this text at the end of that file.
    fn with(planted: Option<(&str, &str)>) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = BTreeMap::new();
        collect(&root.join("src"), &mut Vec::new(), &mut files);
        let mut files: BTreeMap<Module, (PathBuf, String)> = files
            .into_iter()
            .map(|(module, file)| {
                let text = code(&fs::read_to_string(&file).unwrap());
                (module, (file.strip_prefix(root).unwrap().to_owned(), text))
            })
            .collect();
        if let Some((place, text)) = planted {
            let file = files.values_mut().find(|(file, _)| file == Path::new(place)).unwrap();
            file.1 += text;
        }
        let imports = files.iter().map(|(module, (_, text))| (module.clone(), read(text, module, &files)));
        let imports = imports.collect();
        Self { files, imports }
    }

    /// The module that defines what the path names.
    fn definition(&self, path: &[String]) -> Module {
        let known = (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end])).unwrap();
        let module = path[..known].to_vec();
        let handed_on = |import: &&Import| import.hands_on && Some(&import.name) == path.get(known);
        match self.imports[&module].iter().find(handed_on) {
            Some(import) => self.definition(&import.path),
            None => module,
        }
    }

    /// What is said of an arrow that must not be.
    fn fault(&self, module: &Module, import: &Import, rule: &str) -> String {
        format!("{}:{}: `{}`: {rule}", self.files[module].0.display(), import.line, import.path.join("::"))
    }

    /// Each arrow that must not be, with the file, the line and the rule.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (module, imports) in &self.imports {
            let Some(room) = module.first() else { continue };
            for import in imports {
                let other = import.path.first().filter(|other| floor(other).is_some());
                let Some(other) = other else {
                    faults.push(self.fault(module, import, "lib.rs imports rooms, and is imported by none"));
                    continue;
                };
                if other != room && floor(other) >= floor(room) {
                    let rule = format!("`{room}` is not above `{other}`, and may not import it");
                    faults.push(self.fault(module, import, &rule));
                }
                if other != room
                    && OPERATIONS.contains(&other.as_str())
                    && import.path.len() > 1
                    && self.files.contains_key(&import.path[..2])
                {
                    faults.push(self.fault(module, import, "the files of an operation are its own"));
                }
            }
        }
        faults.extend(self.circle());
        faults
    }

    /// A circle of files that import one another, if there is one.
    fn circle(&self) -> Option<String> {
        let (mut done, mut way) = (BTreeSet::new(), Vec::new());
        self.files.keys().find_map(|module| self.circle_from(module, &mut way, &mut done))
    }

    fn circle_from<'h>(
        &'h self,
        module: &Module,
        way: &mut Vec<(Module, Option<&'h Import>)>,
        done: &mut BTreeSet<Module>,
    ) -> Option<String> {
        if let Some(start) = way.iter().position(|(passed, _)| passed == module) {
            let arrow = |(module, import): &(Module, Option<&Import>)| {
                self.fault(module, import.unwrap(), "a circle of files that import one another")
            };
            return Some(way[start..].iter().map(arrow).collect::<Vec<_>>().join("\n"));
        }
        if module.is_empty() || !done.insert(module.clone()) {
            return None;
        }
        way.push((module.clone(), None));
        for import in self.imports[module].iter().filter(|import| !import.hands_on) {
            let other = self.definition(&import.path);
            if other == *module {
                continue;
            }
            if let Some(last) = way.last_mut() {
                last.1 = Some(import);
            }
            let circle = self.circle_from(&other, way, done);
            if circle.is_some() {
                return circle;
            }
        }
        way.pop();
        None
    }
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn collect(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            module.push(name);
            collect(&path, module, files);
            module.pop();
        } else if let Some(name) = name.strip_suffix(".rs") {
            let own = (!["lib", "mod"].contains(&name)).then(|| name.to_owned());
            files.insert(module.iter().cloned().chain(own).collect(), path);
        }
    }
}

/// The lines without comments, and without the tests at the end of a file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect()
}

/// The paths in a text that name a module of the library.
fn read(text: &str, module: &Module, files: &BTreeMap<Module, (PathBuf, String)>) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_alphabetic() || c == '_').map(|start| at + start) {
        let first = word(&text[start..]);
        at = start + first.len();
        let child = [module.as_slice(), &[first.to_owned()]].concat();
        let begins = match first {
            "crate" => Some(Vec::new()),
            "self" => Some(module.clone()),
            "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
            _ => files.contains_key(&child).then_some(child),
        };
        let is_inner = text[..start].ends_with(|c: char| c == ':' || c == '.' || c.is_alphanumeric());
        let Some((begins, rest)) = begins.zip(text[at..].strip_prefix("::")).filter(|_| !is_inner) else {
            continue;
        };
        let line = text[..start].matches('\n').count() + 1;
        let statement = text[..start].rsplit(['\n', ';', '}']).next().unwrap().trim_start();
        let mut paths = Vec::new();
        at = text.len() - leaves(rest, begins, &mut paths).len();
        for (path, name) in paths {
            // A macro that is exported names what is public.
            if text[..start].ends_with('$') && path.first().is_none_or(|room| floor(room).is_none()) {
                continue;
            }
            let hands_on = statement.starts_with("pub") && path.starts_with(module);
            imports.push(Import { line, path, name, hands_on });
        }
    }
    imports
}

fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// Reads a path after a `::`, or several in braces, and returns what is left. Each has a name in the code around.
fn leaves<'t>(text: &'t str, mut path: Module, paths: &mut Vec<(Module, String)>) -> &'t str {
    let mut text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if rest.is_empty() || rest.starts_with('}') {
                return rest;
            }
            let before = rest.len();
            rest = leaves(rest, path.clone(), paths);
            if rest.len() == before {
                return rest;
            }
        }
    }
    let name = word(text);
    text = &text[name.len()..];
    match name {
        "" | "self" => {}
        "super" => drop(path.pop()),
        name => path.push(name.to_owned()),
    }
    if let Some(rest) = text.strip_prefix("::").filter(|_| !name.is_empty()) {
        return leaves(rest, path, paths);
    }
    let mut known = path.last().cloned().unwrap_or_default();
    if let Some(rest) = text.strip_prefix(" as ") {
        known = word(rest).to_owned();
        text = &rest[known.len()..];
    }
    paths.push((path, known));
    text
}

#[test]
fn no_arrow_that_must_not_be() {
    let faults = House::with(None).faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[rstest]
#[case::ground("src/bytes/search.rs", "use crate::grammar::Rule;", "`bytes` is not above `grammar`")]
#[case::layout("src/layout/dots.rs", "use crate::reference::Parts;", "`layout` is not above `reference`")]
#[case::an_operation("src/grammar/error.rs", "use crate::edit::EditError;", "`grammar` is not above `edit`")]
#[case::as_high("src/edit/error.rs", "use crate::build::BuildError;", "`edit` is not above `build`")]
#[case::within_a_function(
    "src/layout/guard.rs",
    "fn f() { crate::edit::f() }",
    "`layout` is not above `edit`"
)]
#[case::in_braces(
    "src/layout/guard.rs",
    "use crate::{bytes, edit::{EditError}};",
    "`layout` is not above `edit`"
)]
#[case::by_the_root("src/grammar/error.rs", "use crate::Rule;", "lib.rs imports rooms")]
#[case::files_of_an_operation(
    "src/base/html.rs",
    "use crate::resolve::error::ResolveError;",
    "the files of an operation are its own"
)]
#[case::circle(
    "src/normalize/redirects.rs",
    "use super::options::Normalizer;",
    "src/normalize/options.rs:3: `normalize::redirects::Redirects`: a circle"
)]
#[case::circle_by_the_face(
    "src/grammar/components/mod.rs",
    "use crate::grammar::ParseError;\nuse super::Rfc3986;",
    "`grammar::Rfc3986`: a circle"
)]
#[case::circle_with_the_face("src/resolve/options.rs", "use super::parse;", "`resolve::parse`: a circle")]
fn a_bad_import_is_found(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let house = House::with(Some((file, text)));
    let faults = house.faults().join("\n");
    assert!(faults.contains(expected), "{faults}");
    assert!(faults.contains(file), "{faults}");
}

/// The rooms are those of [`FLOORS`] and of ARCHITECTURE.md, and each folder says what comes in, what goes out
/// and what is next.
#[test]
fn rooms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let house = House::with(None);
    let found: BTreeSet<_> = house.files.keys().filter_map(|module| module.first()).collect();
    let rooms: BTreeSet<_> = FLOORS.concat().into_iter().map(str::to_owned).collect();
    assert_eq!(found, rooms.iter().collect());
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    for room in FLOORS.concat() {
        let is_row = |end| architecture.contains(&format!("\n| `{room}{end}` |"));
        assert!(is_row("/") || is_row(".rs"), "ARCHITECTURE.md has no row for {room}");
    }
    for (file, _) in house.files.values().filter(|(file, _)| file.ends_with("mod.rs")) {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let head: Vec<_> = text.lines().take_while(|line| line.starts_with("//")).collect();
        assert!((5..=10).contains(&head.len()), "{}: {} lines", file.display(), head.len());
        for part in ["In: ", "Out: ", "Next: "] {
            assert!(head.iter().any(|line| line.contains(part)), "{}: no `{part}`", file.display());
        }
    }
}

//! Checks that the top-level modules of a crate form layers: each module is on a layer above those of
//! the modules that it imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of a crate's modules.
pub(crate) struct Plan {
    /// The folder of the sources, in the spelling of the table of modules in docs/architecture.md.
    pub(crate) sources: &'static str,
    /// The names of the modules, the lowest layer first. A module imports only modules on layers below its own.
    pub(crate) layers: &'static [&'static [&'static str]],
    /// The modules whose files are private. Other modules import only items that the `mod.rs`
    /// re-exports.
    pub(crate) closed: &'static [&'static str],
}

impl Plan {
    fn layer(&self, top: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.contains(&top))
    }
}

/// The path of a module, such as `suggest`, `faults`, `host`; empty for the root.
type Module = Vec<String>;

/// A path in the code, with its line.
#[derive(Clone)]
struct Import {
    line: usize,
    path: Module,
    /// The local name of the import.
    name: String,
    /// Whether the path is a re-export from a submodule, which does not count as a dependency.
    is_reexport: bool,
}

/// The sources of a crate.
pub(crate) struct Sources {
    root: &'static Path,
    plan: &'static Plan,
    files: BTreeMap<Module, (PathBuf, String)>,
    imports: BTreeMap<Module, Vec<Import>>,
}

impl Sources {
    /// Reads the sources of the crate in the folder `root`.
    pub(crate) fn of(root: &'static str, plan: &'static Plan) -> Self {
        Self::read(root, plan, None)
    }

    /// Reads the sources as [`Sources::of`] does, and adds a text at the end of one file.
    pub(crate) fn with(root: &'static str, plan: &'static Plan, file: &str, text: &str) -> Self {
        Self::read(root, plan, Some((file, text)))
    }

    fn read(root: &'static str, plan: &'static Plan, planted: Option<(&str, &str)>) -> Self {
        let root = Path::new(root);
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
        let imports =
            files.iter().map(|(module, (_, text))| (module.clone(), read(text, module, &files, plan)));
        let imports = imports.collect();
        Self { root, plan, files, imports }
    }

    /// Returns the module that defines the item at the path.
    fn definition(&self, path: &[String]) -> Module {
        let known = (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end])).unwrap();
        let module = path[..known].to_vec();
        let re_exported = |import: &&Import| import.is_reexport && Some(&import.name) == path.get(known);
        match self.imports[&module].iter().find(re_exported) {
            Some(import) => self.definition(&import.path),
            None => module,
        }
    }

    /// Returns a message about a forbidden import.
    fn fault(&self, module: &Module, import: &Import, rule: &str) -> String {
        format!("{}:{}: `{}`: {rule}", self.files[module].0.display(), import.line, import.path.join("::"))
    }

    /// Returns a message about each forbidden import, with the file, the line and the rule.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (module, imports) in &self.imports {
            let Some(top) = module.first() else { continue };
            for import in imports {
                let other = import.path.first().filter(|other| self.plan.layer(other).is_some());
                let Some(other) = other else {
                    faults.push(self.fault(
                        module,
                        import,
                        "the root imports modules, and is imported by none",
                    ));
                    continue;
                };
                if other != top && self.plan.layer(other) >= self.plan.layer(top) {
                    let rule = format!("`{top}` is not above `{other}`, and may not import it");
                    faults.push(self.fault(module, import, &rule));
                }
                let is_file = import.path.get(..2).is_some_and(|file| self.files.contains_key(file));
                if other != top && is_file && self.plan.closed.contains(&other.as_str()) {
                    faults.push(self.fault(module, import, &format!("the files of `{other}` are its own")));
                }
            }
        }
        faults.extend(self.circle());
        faults
    }

    /// Returns the gaps in the documentation. Each module must be on a layer and in the table of
    /// `architecture`, and the `mod.rs` of each folder must begin with the input, the output and the next
    /// module.
    pub(crate) fn undocumented(&self, architecture: &str) -> Vec<String> {
        let (_, table) =
            architecture.split_once(&format!("\n| module of `{}` |", self.plan.sources)).unwrap();
        let table = table.split("\n\n").next().unwrap();
        let tops: BTreeMap<&String, &Path> = self
            .files
            .iter()
            .filter_map(|(module, (file, _))| Some((module.first()?, Path::new(file.iter().nth(1)?))))
            .collect();
        let mut undocumented: Vec<String> = tops
            .keys()
            .filter(|top| self.plan.layer(top).is_none())
            .map(|top| format!("{top}: on no layer"))
            .collect();
        for top in self.plan.layers.concat() {
            let Some(place) = tops.get(&top.to_owned()) else {
                undocumented.push(format!("{top}: no such module"));
                continue;
            };
            let slash = if place.extension().is_none() { "/" } else { "" };
            if !table.contains(&format!("\n| `{}{slash}` |", place.display())) {
                undocumented.push(format!("{top}: no row in docs/architecture.md"));
            }
        }
        for (file, _) in self.files.values().filter(|(file, _)| file.ends_with("mod.rs")) {
            let text = fs::read_to_string(self.root.join(file)).unwrap();
            let head: Vec<_> = text.lines().take_while(|line| line.starts_with("//")).collect();
            let parts = ["In: ", "Out: ", "Next: "];
            let all = parts.iter().all(|part| head.iter().any(|line| line.contains(part)));
            if !(5..=10).contains(&head.len()) || !all {
                undocumented.push(format!("{}: not five to ten lines with {parts:?}", file.display()));
            }
        }
        undocumented
    }

    /// Returns a cycle of files that import one another, if there is one.
    pub(crate) fn circle(&self) -> Option<String> {
        let (mut done, mut path_to_here) = (BTreeSet::new(), Vec::new());
        self.files.keys().find_map(|module| self.circle_from(module, &mut path_to_here, &mut done))
    }

    fn circle_from<'h>(
        &'h self,
        module: &Module,
        path_to_here: &mut Vec<(Module, Option<&'h Import>)>,
        done: &mut BTreeSet<Module>,
    ) -> Option<String> {
        if let Some(start) = path_to_here.iter().position(|(passed, _)| passed == module) {
            let arrow = |(module, import): &(Module, Option<&Import>)| {
                self.fault(module, import.unwrap(), "a circle of files that import one another")
            };
            return Some(path_to_here[start..].iter().map(arrow).collect::<Vec<_>>().join("\n"));
        }
        if module.is_empty() || !done.insert(module.clone()) {
            return None;
        }
        path_to_here.push((module.clone(), None));
        for import in self.imports[module].iter().filter(|import| !import.is_reexport) {
            let other = self.definition(&import.path);
            if other == *module {
                continue;
            }
            if let Some(last) = path_to_here.last_mut() {
                last.1 = Some(import);
            }
            let circle = self.circle_from(&other, path_to_here, done);
            if circle.is_some() {
                return circle;
            }
        }
        path_to_here.pop();
        None
    }
}

fn collect(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if name == "generated" {
            // The generated code is a part of the module `grammar`.
        } else if path.is_dir() {
            module.push(name);
            collect(&path, module, files);
            module.pop();
        } else if let Some(name) = name.strip_suffix(".rs") {
            let own = (!["lib", "main", "mod"].contains(&name)).then(|| name.to_owned());
            files.insert(module.iter().cloned().chain(own).collect(), path);
        }
    }
}

/// Returns the code with comments, literals and the tests at the end of the file removed. Line numbers stay
/// the same.
fn code(text: &str) -> String {
    let mut rest = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut code = String::new();
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            'r' => raw_literal(rest).unwrap_or(0),
            '"' => literal(rest, '"'),
            // A character literal rather than a lifetime.
            '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => literal(rest, '\''),
            _ => 0,
        };
        if skipped == 0 {
            code.push(c);
        }
        let (skipped, left) = rest.split_at(skipped.max(c.len_utf8()));
        code.extend(skipped[c.len_utf8()..].chars().filter(|&c| c == '\n'));
        rest = left;
    }
    code
}

/// Returns the length of the literal between these quotes.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = true;
    let end = text.find(|c| {
        let ends = c == quote && !escaped;
        escaped = !escaped && c == '\\';
        ends
    });
    end.map_or(text.len(), |end| end + 1)
}

/// Returns the length of the raw string that begins here, if any.
fn raw_literal(text: &str) -> Option<usize> {
    let hashes = text[1..].len() - text[1..].trim_start_matches('#').len();
    let begins = 2 + hashes;
    let inner = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", &text[1..=hashes]);
    Some(begins + inner.find(&end)? + end.len())
}

/// Reads the paths in a text that name a module of the crate.
fn read(
    text: &str,
    module: &Module,
    files: &BTreeMap<Module, (PathBuf, String)>,
    plan: &Plan,
) -> Vec<Import> {
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
        let is_inner = text[..start].ends_with(|c: char| c == ':' || c == '.' || c.is_alphanumeric())
            // The path of a visibility is not an import.
            || text[..start].ends_with("pub(in ");
        let Some((begins, rest)) = begins.zip(text[at..].strip_prefix("::")).filter(|_| !is_inner) else {
            continue;
        };
        let line = text[..start].matches('\n').count() + 1;
        let statement = text[..start].rsplit(['\n', ';', '}']).next().unwrap().trim_start();
        let mut paths = Vec::new();
        at = text.len() - leaves(rest, begins, &mut paths).len();
        for (path, name) in paths {
            // A `$crate` in an exported macro is followed by a public name, which need not be a
            // module.
            if text[..start].ends_with('$') && path.first().is_none_or(|top| plan.layer(top).is_none()) {
                continue;
            }
            let is_reexport = statement.starts_with("pub") && path.starts_with(module);
            imports.push(Import { line, path, name, is_reexport });
        }
    }
    imports
}

fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// Reads a path after a `::`, or several paths in braces, each with its local name. Returns the rest of
/// the text.
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

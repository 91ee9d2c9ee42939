//! Copies of the library that the tests edit and build.

use std::mem::take;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::{env, fs};

use crate::programs::{EDITING, EXTRACTING, RELATIVIZING, SHOWING, TELLING, USING};

/// A copy of the library with an edited grammar, and programs that print its results.
pub(crate) struct Copy {
    root: PathBuf,
    /// The value of `URI_GRAMMAR`.
    pub(crate) chosen: Option<PathBuf>,
}

/// The copies that are not in use.
struct Free {
    roots: Mutex<Vec<PathBuf>>,
    one_more: Condvar,
}

/// The tests share two copies, so that dependencies and build scripts are built only twice. There are two, because
/// compiling a library uses little more than one core. Between tests, only the grammar is restored.
static FREE: LazyLock<Free> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("another_grammar");
    let roots = ["1", "2"].map(|number| root.join(number));
    roots.iter().for_each(|root| make(root));
    Free { roots: Mutex::new(roots.into()), one_more: Condvar::new() }
});

impl Drop for Copy {
    fn drop(&mut self) {
        FREE.roots.lock().unwrap_or_else(PoisonError::into_inner).push(take(&mut self.root));
        FREE.one_more.notify_one();
    }
}

impl Copy {
    pub(crate) fn with(edit: impl FnOnce(String) -> String) -> Self {
        let copy = Self::new();
        let place = copy.root.join("uri.pest");
        let grammar = fs::read_to_string(&place).unwrap();
        let edited = edit(grammar.clone());
        assert_ne!(edited, grammar);
        fs::write(place, edited).unwrap();
        copy
    }

    /// Returns a copy that is built with the grammar in another file, which `URI_GRAMMAR` names.
    pub(crate) fn choosing(name: &str, text: &str) -> Self {
        let mut copy = Self::new();
        fs::write(copy.root.join(name), text).unwrap();
        copy.chosen = Some(name.into());
        copy
    }

    pub(crate) fn new() -> Self {
        let roots = FREE.roots.lock().unwrap_or_else(PoisonError::into_inner);
        let mut roots =
            FREE.one_more.wait_while(roots, |roots| roots.is_empty()).unwrap_or_else(PoisonError::into_inner);
        let copy = Self { root: roots.pop().unwrap(), chosen: None };
        drop(roots);
        fs::copy(Path::new(SOURCE).join("uri.pest"), copy.root.join("uri.pest")).unwrap();
        copy
    }

    /// Runs a cargo command with the feature `grammar`.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        let (command, options) = arguments.split_first().unwrap();
        self.plain_cargo(&[&[*command, "--features", "grammar"], options].concat())
    }

    pub(crate) fn plain_cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("PWD", &self.root)
            // Incremental, because an edit of the grammar leaves most of the library unchanged.
            .env("CARGO_INCREMENTAL", "1")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("URI_GRAMMAR")
            .envs(self.chosen.iter().map(|chosen| ("URI_GRAMMAR", chosen)))
            .output()
            .unwrap()
    }

    /// Returns the output of the example `show` for one string, or for a base and a reference.
    pub(crate) fn show(&self, texts: &[&str]) -> String {
        self.run("show", texts)
    }

    pub(crate) fn run(&self, example: &str, texts: &[&str]) -> String {
        let run = ["run", "--quiet", "--offline", "--example", example, "--"];
        let output = self.cargo(&[&run, texts].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

const SOURCE: &str = env!("CARGO_MANIFEST_DIR");

/// Makes the copy, without files that are needed only by the library's own tests.
fn make(root: &Path) {
    let source = Path::new(SOURCE);
    // Removes sources of an earlier run, which may have been moved since.
    let _ = fs::remove_dir_all(root.join("src"));
    for folder in ["src", "build", "variants"] {
        copy(&source.join(folder), &root.join(folder));
    }
    for file in ["build.rs", "Cargo.lock", "README.md", "uri.abnf", "template.pest"] {
        fs::copy(source.join(file), root.join(file)).unwrap();
    }
    // The grammar crate is not copied, so that it is built only once.
    let grammar = format!("path = {:?}", source.join("grammar"));
    let manifest =
        fs::read_to_string(source.join("Cargo.toml")).unwrap().replace("path = \"grammar\"", &grammar);
    // Leaves out the tables of tests and examples, whose files are not copied.
    let of_others = ["dev-", "profile.", "[test]", "[example]"];
    let tables =
        manifest.split("\n[").filter(|table| !of_others.iter().any(|start| table.starts_with(start)));
    let package = tables.collect::<Vec<_>>().join("\n[");
    let package: Vec<_> = package.lines().filter(|line| !line.contains("members = ")).collect();
    let package = package.join("\n") + "\n[profile.dev]\ndebug = false\n";
    fs::write(root.join("Cargo.toml"), package).unwrap();
    fs::create_dir_all(root.join("examples")).unwrap();
    fs::write(root.join("examples/show.rs"), format!("//! Shows.\n{SHOWING}")).unwrap();
    fs::write(root.join("examples/edit.rs"), format!("//! Edits.\n{EDITING}")).unwrap();
    fs::write(root.join("examples/relativize.rs"), format!("//! Relativizes.\n{RELATIVIZING}")).unwrap();
    fs::write(root.join("examples/appendix_a.rs"), format!("//! Tells.\n{TELLING}")).unwrap();
    fs::write(root.join("examples/extract.rs"), format!("//! Extracts.\n{EXTRACTING}")).unwrap();
    fs::write(root.join("examples/use.rs"), format!("//! Uses.\n{USING}")).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

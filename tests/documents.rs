//! Checks the documents of the repository: their links, the pages of the documentation that include them,
//! and the versions that they mention.
#![allow(clippy::unwrap_used, reason = "a document that cannot be read is a failure")]

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The modules that include documents as pages of the documentation, by `include_str!`.
const PAGES: [&str; 2] = ["src/documentation/mod.rs", "src/documentation/cookbook.rs"];

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A link, and the label of its definition, if it has one.
#[derive(Debug)]
struct Link {
    label: Option<String>,
    to: String,
}

/// Returns the lines of a document that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// Returns the links of a document to other files.
fn relative_links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for line in prose(text) {
        if let Some((label, to)) = definition(line) {
            links.push(Link { label: Some(label.to_owned()), to: to.to_owned() });
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let to = line[at + 2..].split(')').next().unwrap();
            links.push(Link { label: None, to: to.to_owned() });
        }
    }
    links.retain(|link| {
        !["http://", "https://", "mailto:", "#"].iter().any(|start| link.to.starts_with(start))
    });
    links
}

/// Returns the label and the destination of a link, if the line defines one.
fn definition(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.split_once("]: ")
}

/// Returns the anchor that GitHub and rustdoc generate for a title.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn titles(text: &str) -> impl Iterator<Item = &str> {
    prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim())
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_str().unwrap();
        // Files in `src` are only parts of documents.
        let is_searched = !["src", "target"].contains(&name) && (!name.starts_with('.') || name == ".github");
        if path.is_dir() {
            if is_searched {
                documents(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_lead_to_files_and_titles() {
    let mut found = Vec::new();
    documents(Path::new(ROOT), &mut found);
    assert!(found.len() > 20, "{found:?}");
    let mut broken = Vec::new();
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        for Link { to, .. } in relative_links(&text) {
            let (file, title) =
                to.split_once('#').map_or((to.as_str(), None), |(file, title)| (file, Some(title)));
            let target = document.parent().unwrap().join(file);
            let leads = match title {
                None => target.exists(),
                Some(title) => {
                    fs::read_to_string(&target).is_ok_and(|text| titles(&text).any(|it| anchor(it) == title))
                }
            };
            if !leads {
                broken.push(format!("{}: {to}", document.display()));
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

/// Returns each document that a module includes as a page, with the link definitions that precede
/// it there.
fn pages(module: &str) -> Vec<(String, Vec<String>)> {
    let (mut pages, mut definitions) = (Vec::new(), Vec::new());
    for line in module.lines() {
        let comment = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
        if let Some((label, _)) = comment.and_then(definition) {
            definitions.push(label.to_owned());
        }
        if let Some((_, rest)) = line.split_once("include_str!(\"../../") {
            let file = rest.split('"').next().unwrap();
            pages.push((file.to_owned(), std::mem::take(&mut definitions)));
        }
    }
    pages
}

/// A page of the documentation cannot link to files of the repository, so the module must define
/// other destinations for such links.
#[rstest]
fn links_of_pages_are_defined_for_the_documentation_too(#[values(PAGES[0], PAGES[1])] module: &str) {
    let pages = pages(&read(module));
    assert!(pages.len() > 5, "{pages:?}");
    for (file, definitions) in pages.iter().filter(|(file, _)| file != "README.md") {
        for Link { label, to } in relative_links(&read(file)) {
            let label =
                label.unwrap_or_else(|| panic!("{file}: the link to {to} has no definition of its own"));
            assert!(definitions.contains(&label), "{module}: no definition of `{label}` before {file}");
        }
    }
}

#[test]
fn the_cookbook_lists_each_task() {
    let index = read("docs/cookbook/README.md");
    let mut tasks = 0;
    for (file, _) in pages(&read(PAGES[1])) {
        let text = read(&file);
        let name = Path::new(&file).file_name().unwrap().to_str().unwrap();
        for line in prose(&text) {
            let Some(title) = line.strip_prefix("## ").filter(|_| name != "README.md") else { continue };
            assert!(index.contains(&format!("\n- [{title}]\n")), "{title}");
            assert!(index.contains(&format!("\n[{title}]: {name}#{}\n", anchor(title))), "{title}");
            tasks += 1;
        }
    }
    assert!(tasks >= 30);
    assert_eq!(index.matches("\n- [").count(), tasks);
}

#[rstest]
#[case::readme("README.md", "({} is enough for the library alone)")]
#[case::policy("docs/msrv.md", "**Rust {}** or newer")]
#[case::library("docs/library.md", "which needs Rust {}.")]
fn the_version_of_rust_is_that_of_the_manifests(#[case] file: &str, #[case] text: &str) {
    for manifest in ["Cargo.toml", "grammar/Cargo.toml"] {
        let package = &read(manifest).parse::<toml::Table>().unwrap()["package"];
        let text = text.replace("{}", package["rust-version"].as_str().unwrap());
        assert!(
            read(file).contains(&text),
            "{file} does not say `{text}`, which is the version of {manifest}"
        );
    }
}

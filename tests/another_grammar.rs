//! Editing `uri.pest` is all that it takes to change the compiled parser, the tree and the blame.
//!
//! Not in `library/`: each test has cargo build a copy of the library, which takes so long that it is run
//! separately.
#![allow(clippy::unwrap_used, reason = "a copy that cannot be made is a failure")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

use rstest::rstest;

/// A copy of the library with an edited grammar, and a program that prints how it parses a string.
struct Copy {
    root: PathBuf,
    /// The value of `URI_GRAMMAR`.
    chosen: Option<PathBuf>,
    _alone: MutexGuard<'static, ()>,
}

/// All tests use one copy in turn, so that its dependencies are built once.
static ALONE: Mutex<()> = Mutex::new(());

const PROGRAM: &str = r#"
fn main() {
    let texts: Vec<_> = std::env::args().skip(1).collect();
    let references: Result<Vec<_>, _> =
        texts.iter().map(|text| urigram::UriReference::parse(text)).collect();
    match references.as_deref() {
        Ok([reference]) => println!("{:?}", reference.components()),
        Ok([base, reference]) => match urigram::Uri::try_from(*base).unwrap().resolve(reference) {
            Ok(target) => println!("{:?}", target.components()),
            Err(error) => println!("{error}"),
        },
        Ok(_) => {}
        Err(error) => println!("{error}"),
    }
}
"#;

/// Prints the results of edits and of building.
const EDITING: &str = r#"
use std::error::Error;

use urigram::{EditError, Uri, UriReference};

/// Returns the message of the error's source, which is the fault in the invalid part, or else of the error
/// itself.
fn cause(error: impl Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| cause.to_string())
}

fn edited(text: &str, edit: fn(&mut UriReference<String>) -> Result<(), EditError>) {
    let mut reference = UriReference::parse(text).unwrap().to_owned();
    let outcome = edit(&mut reference).map_err(cause);
    let parsed = UriReference::parse(reference.as_str()).unwrap();
    assert_eq!(reference.components(), parsed.components());
    println!("{reference} {outcome:?}");
}

fn main() {
    edited("http://h/a", |reference| reference.push_segment("b"));
    edited("http://h/a", |reference| reference.push_segment(""));
    edited("http://h/a", |reference| Ok(assert!(!reference.pop_segment())));
    edited("http://h/a/b", |reference| Ok(assert!(reference.pop_segment())));
    edited("http://h/a", |reference| reference.set_query("q"));
    edited("http://h", |reference| reference.set_query("q"));
    edited("!", |reference| reference.set_authority("h"));
    edited("s", |reference| reference.set_scheme("t"));
    edited("s", |reference| Ok(assert!(!reference.remove_scheme())));
    let build = |path, query| Uri::builder("http").host("h").path(path).query(query).build();
    for (path, query) in [("", "q"), ("/", "q"), ("/a", "q")] {
        println!("{:?}", build(path, query).map_err(cause));
    }
}
"#;

/// Prints the reference to each target, and what it resolves to.
const RELATIVIZING: &str = r#"
use urigram::Uri;

fn main() {
    let texts: Vec<_> = std::env::args().skip(1).collect();
    let base = Uri::parse(&texts[0]).unwrap();
    for target in &texts[1..] {
        match base.relativize(&Uri::parse(target).unwrap()) {
            Ok(reference) => println!("{reference} {}", base.resolve(&reference).unwrap()),
            Err(error) => println!("{error}"),
        }
    }
}
"#;

/// Prints the URIs in running text.
const EXTRACTING: &str = r#"
use urigram::extract::Extractor;

fn main() {
    let extractor = Extractor::new();
    for text in std::env::args().skip(1) {
        extractor.in_text(&text).for_each(|found| println!("{}", found.uri()));
    }
}
"#;

impl Copy {
    fn with(edit: impl FnOnce(String) -> String) -> Self {
        let copy = Self::new();
        let place = copy.root.join("uri.pest");
        let grammar = fs::read_to_string(&place).unwrap();
        let edited = edit(grammar.clone());
        assert_ne!(edited, grammar);
        fs::write(place, edited).unwrap();
        copy
    }

    /// Returns a copy that is built with a grammar in a file beside it.
    fn choosing(name: &str, text: &str) -> Self {
        let mut copy = Self::new();
        fs::write(copy.root.join(name), text).unwrap();
        copy.chosen = Some(name.into());
        copy
    }

    fn new() -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("another_grammar");
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        // Sources that an earlier run copied may have been moved since.
        let _ = fs::remove_dir_all(root.join("src"));
        copy(&source.join("src"), &root.join("src"));
        copy(&source.join("variants"), &root.join("variants"));
        for file in ["build.rs", "Cargo.lock", "README.md", "uri.pest", "uri.abnf"] {
            fs::copy(source.join(file), root.join(file)).unwrap();
        }
        // The grammar crate is used from its own folder, so that it is built once.
        let manifest = fs::read_to_string(source.join("Cargo.toml")).unwrap();
        let grammar = format!("path = {:?}", source.join("grammar"));
        let package = manifest.lines().filter(|line| !line.contains("members = "));
        let package = package.collect::<Vec<_>>().join("\n").replace("path = \"grammar\"", &grammar);
        fs::write(root.join("Cargo.toml"), package).unwrap();
        fs::create_dir_all(root.join("examples")).unwrap();
        fs::write(root.join("examples/show.rs"), format!("//! Shows.\n{PROGRAM}")).unwrap();
        fs::write(root.join("examples/edit.rs"), format!("//! Edits.\n{EDITING}")).unwrap();
        fs::write(root.join("examples/relativize.rs"), format!("//! Relativizes.\n{RELATIVIZING}")).unwrap();
        fs::write(root.join("examples/extract.rs"), format!("//! Extracts.\n{EXTRACTING}")).unwrap();
        Self { root, chosen: None, _alone: alone }
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("PWD", &self.root)
            .env_remove("URI_GRAMMAR")
            .envs(self.chosen.iter().map(|chosen| ("URI_GRAMMAR", chosen)))
            .output()
            .unwrap()
    }

    /// Returns the output for one string, or for a base and a reference.
    fn show(&self, texts: &[&str]) -> String {
        self.run("show", texts)
    }

    fn run(&self, example: &str, texts: &[&str]) -> String {
        let run = ["run", "--quiet", "--offline", "--example", example, "--"];
        let output = self.cargo(&[&run, texts].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
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

#[rstest]
#[case::wider_rule(
    "query    = @{ (pchar | \"/\" | \"?\")* }",
    "query    = @{ (pchar | \"/\" | \"?\" | \" \")* }",
    "/a?b c",
    "query: Some(3..6)"
)]
#[case::narrower_rule(
    "port      = @{ DIGIT* }",
    "port      = @{ DIGIT{0, 2} }",
    "//h:800",
    "unexpected '0' in the port at byte 6"
)]
#[case::rule_around_a_rule(
    "host      = ${ IP_literal | IPv4address ~ !(unreserved | pct_encoded | sub_delims) | reg_name }",
    "host      = ${ reg_name }",
    "//1.2.3.4/x",
    "host_kind: Some(RegName)"
)]
#[case::left_to_pest(
    "port      = @{ DIGIT* }",
    "port      = @{ (DIGIT+ | nested)? }\nnested = @{ \"(\" ~ nested? ~ \")\" }",
    "//h:(())/p",
    "port: Some(4..8)"
)]
#[case::span_that_does_not_fit(
    "(\":\" ~ port)? }",
    "(\":\" ~ port)? ~ \";\"? }",
    "//h:80;/p",
    "has a component at an unusual place"
)]
fn follows(#[case] rule: &str, #[case] edited: &str, #[case] text: &str, #[case] shown: &str) {
    let copy = Copy::with(|grammar| grammar.replacen(rule, edited, 1));
    let answer = copy.show(&[text]);
    assert!(answer.contains(shown), "{answer}");
}

/// The results of resolution, edits and building are checked against the grammar if that is not Appendix A.
/// This grammar has no empty segments after an authority, but it has segments with `?`, and other delimiters.
#[test]
fn has_the_last_word() {
    let copy = Copy::with(|grammar| {
        let edits = [
            ("path_abempty  = @{ (\"/\" ~ segment)* }", "path_abempty  = @{ (\"/\" ~ (pchar | \"?\")+)* }"),
            (
                "\n  | path_absolute\n  | path_noscheme",
                "\n  | \"!\" ~ authority\n  | path_absolute\n  | path_noscheme",
            ),
            ("= ${ URI |", "= ${ scheme ~ !ANY | URI |"),
        ];
        edits.iter().fold(grammar, |grammar, (rule, edited)| grammar.replacen(rule, edited, 1))
    });
    let edited = copy.run("edit", &[]);
    let elsewhere = "has a component at an unusual place";
    assert_eq!(
        edited.lines().collect::<Vec<_>>(),
        [
            "http://h/a/b Ok(())",
            "http://h/a Err(\"the path ends too early at byte 11\")",
            "http://h/a Ok(())",
            "http://h/a Ok(())",
            &format!("http://h/a Err(\"`URI-reference` {elsewhere}\")"),
            "http://h?q Ok(())",
            &format!("! Err(\"`URI-reference` {elsewhere}\")"),
            &format!("s Err(\"`URI-reference` {elsewhere}\")"),
            "s Ok(())",
            "Ok(Uri(\"http://h?q\"))",
            &format!("Err(\"`URI` {elsewhere}\")"),
            &format!("Err(\"`URI` {elsewhere}\")"),
        ]
    );
    let answer = copy.show(&["http://a/b/c", ".."]);
    assert!(answer.contains("the result is not valid under the grammar"), "{answer}");
    let answer = copy.show(&["http://a/b/c", "../d"]);
    assert!(answer.contains("path: Some(8..10)"), "{answer}");
}

/// A segment with a `?` would be read as a query in a reference, which would resolve to another target.
#[test]
fn relativizes_only_to_what_resolves_back() {
    let copy = Copy::choosing("own.pest", "segment = _{ (pchar | \"?\")* }");
    let answers = copy.run("relativize", &["a:b/x", "a:b/..?", "a:b/y?/z", "a:b/y", "a:b/x#f"]);
    let elsewhere = "the reference would resolve to another target under the grammar";
    assert_eq!(answers.lines().collect::<Vec<_>>(), [elsewhere, elsewhere, "y a:b/y", "#f a:b/x#f"]);
}

#[rstest]
#[case::wider(
    "query = @{ (pchar | \"/\" | \"?\" | \"|\" | \" \")* }",
    "http://a/?b|c: http://b/?c|(d)! e",
    "http://a/?b|c http://b/?c|(d)"
)]
#[case::scheme("scheme = @{ \"x\" ~ ALPHA* }", "http://a/ xhttp://b, axy://c", "xhttp://b xy://c")]
#[case::left_to_pest(
    "port = @{ (DIGIT+ | nested)? }\nnested = @{ \"(\" ~ nested? ~ \")\" }",
    "http://a:80/. (http://a:(())/b.)",
    "http://a:80/ http://a:(())/b"
)]
fn extracts_by_it(#[case] variant: &str, #[case] text: &str, #[case] found: &str) {
    let answer = Copy::choosing("own.pest", variant).run("extract", &[text]);
    assert_eq!(answer.lines().collect::<Vec<_>>(), found.split(' ').collect::<Vec<_>>());
}

#[rstest]
#[case::fault("scheme = @{ ALPHA", "scheme = @{ ALPHA ~", "uri.pest:32:21: expected term")]
#[case::missing_rule("IPvFuture", "IPvNext", "uri.pest: no rule `IPvFuture`")]
fn says_what_is_wrong(#[case] text: &str, #[case] edited: &str, #[case] said: &str) {
    let copy = Copy::with(|grammar| grammar.replace(text, edited));
    let output = copy.cargo(&["build", "--offline"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains(said), "{errors}");
}

#[rstest]
#[case::variant("port = @{ DIGIT{0, 2} }", "//h:800", "unexpected '0' in the port at byte 6")]
#[case::new_rule(
    "reg_name = @{ label ~ (\".\" ~ label)* }\nlabel = { ALPHA+ }",
    "//a..b",
    "unexpected '.' in the host at byte 4"
)]
#[case::names_of_variables(
    "port = @{ (rule | node | text)* }\nrule = { \"1\" }\nnode = { \"2\" }\ntext = { \"3\" }",
    "//h:123",
    "port: Some(4..7)"
)]
#[case::address_that_does_not_fit(
    "IP_literal = ${ \"[\" ~ (IPv6address | IPvFuture ~ \"^\"*) ~ \"]\" }",
    "//[v1.a^^]",
    "has a component at an unusual place"
)]
#[case::wider_than_iris("query = @{ (pchar | \"/\" | \"?\" | \"|\")* }", "?a|b", "query: Some(1..4)")]
fn of_ones_own_is_built_in(#[case] variant: &str, #[case] text: &str, #[case] shown: &str) {
    let answer = Copy::choosing("own.pest", variant).show(&[text]);
    assert!(answer.contains(shown), "{answer}");
}

#[rstest]
#[case::fault("port = @{ DIGITS* }", "own.pest:1:11: ")]
#[case::changes_nothing(
    "prot = @{ DIGIT* }",
    "own.pest:1:1: uri.pest has no rule `prot`; did you mean `port`?"
)]
#[case::silent(
    "port = _{ DIGIT* }",
    "own.pest: the library reads `port`, which has no node below `URI_reference`"
)]
#[case::atomic(
    "authority = @{ host ~ (\":\" ~ port)? }",
    "own.pest: the library reads `port`, which has no node"
)]
#[case::name_of_a_constant(
    "port = @{ ALL }\nALL = { \"1\" }",
    "own.pest: `ALL` cannot be the name of a rule"
)]
#[case::of_something_else("hour = { '0'..'9'{2} }", "own.pest: no rule `URI`")]
fn of_ones_own_is_named_where_it_is_wrong(#[case] variant: &str, #[case] said: &str) {
    let output = Copy::choosing("own.pest", variant).cargo(&["build", "--offline"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains(said), "{errors}");
}

#[test]
fn of_ones_own_that_is_not_there_is_an_error() {
    let mut copy = Copy::new();
    copy.chosen = Some("no.pest".into());
    let errors = String::from_utf8(copy.cargo(&["build", "--offline"]).stderr).unwrap();
    assert!(errors.contains("URI_GRAMMAR=no.pest: there is no such file; looked for "), "{errors}");
}

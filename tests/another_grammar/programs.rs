//! The programs that are built with a copy of the library.

/// Prints the result of parsing a string or resolving a reference, or the error and its help.
pub(crate) const SHOWING: &str = r#"
fn main() {
    let texts: Vec<_> = std::env::args().skip(1).collect();
    let references: Result<Vec<_>, _> =
        texts.iter().map(|text| urigram::UriReference::parse(text).map_err(|error| (error, text))).collect();
    match references.as_deref() {
        Ok([reference]) => println!("{:?}", reference.components()),
        Ok([base, reference]) => match urigram::Uri::try_from(*base).unwrap().resolve(reference) {
            Ok(target) => println!("{:?}", target.components()),
            Err(error) => println!("{error}"),
        },
        Ok(_) => {}
        Err((error, text)) => println!("{error}: {}", error.explain(text).help()),
    }
}
"#;

/// Prints the results of edits and of building.
pub(crate) const EDITING: &str = r#"
use std::error::Error;

use urigram::edit::EditError;
use urigram::{Uri, UriReference};

/// Returns the message of the error's source, which is the fault in the invalid part, or of the error
/// itself if it has no source.
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
pub(crate) const RELATIVIZING: &str = r#"
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
pub(crate) const EXTRACTING: &str = r#"
use urigram::extract::Extractor;

fn main() {
    let extractor = Extractor::new();
    for text in std::env::args().skip(1) {
        extractor.in_text(&text).for_each(|found| println!("{}", found.uri()));
    }
}
"#;

/// Applies all operations to each text, and to each pair of texts, and prints the number of texts.
pub(crate) const USING: &str = r#"
use urigram::normalize::Level;
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

fn main() {
    let texts: Vec<_> = std::env::args().skip(1).collect();
    let references: Vec<_> = texts.iter().map(|text| UriReference::parse(text.as_str()).unwrap()).collect();
    for reference in &references {
        for level in [Level::Case, Level::Percent, Level::Path, Level::Scheme] {
            let _ = reference.normalize_to(level);
        }
        let _ = (reference.form(), reference.redacted().without_userinfo().to_string());
        let _ = reference.findings().iter().map(ToString::to_string).collect::<String>();
        let mut edited = reference.to_owned();
        let _ = (edited.set_scheme("x"), edited.set_authority("u@h:1"), edited.set_port("2"));
        let _ = (edited.push_segment("p"), edited.set_query("q"), edited.remove_fragment());
        for base in references.iter().filter_map(|base| Uri::try_from(*base).ok()) {
            let _ = Resolver::new().resolve(&base, reference);
            let _ = urigram::draft1996::resolve(Resolver::new(), &base, reference);
            let _ = Uri::try_from(*reference).map(|target| base.relativize(&target));
        }
    }
    println!("{}", references.len());
}
"#;

/// Prints whether the grammar is Appendix A.
pub(crate) const TELLING: &str = "fn main() { println!(\"{}\", urigram::grammar::IS_APPENDIX_A) }\n";

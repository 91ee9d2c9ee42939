//! Generates `docs/reference.md` from the documentation of the functions. `UPDATE_REFERENCE=1` writes the
//! file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::Documentation;
use datafusion::prelude::SessionContext;
use rstest::rstest;

use crate::{runner, session};

const HEAD: &str = "\
# The functions

Each function on URIs, with its parameters and an example. A parameter in brackets can be left out, and each can be named, as in
`uri_port(u, default => true)`; levels, rules, parts, policies, keys of `uri_redact` and booleans are constants. Sections are those
of RFC 3986.

The result is null for null and for a string that is invalid. A function with a *strict form* has a second name, such as
`uri_host_strict`: it takes the same parameters, and makes the query fail at an invalid string, with the component at fault and
the offset in bytes. [functions.md](functions.md) shows them beside those of other engines.

This page is made of what `show functions` prints, and its examples are run as tests.
";

/// The end of the page, which explains the types of arguments and results.
const TAIL: &str = "
## As a table

`select * from uri_extract('…')` has a row for each URI in a constant text, with the columns `start`, `end` and `uri`.

## From Spark

`uri-sql` and the processes of a cluster have `parse_url`, `try_parse_url`, `url_encode`, `url_decode` and `try_url_decode` of
datafusion-spark, too, whose [answers](functions.md#the-functions-of-datafusion-spark) are not always Spark's.
";

fn page(documented: &BTreeMap<String, Documentation>) -> String {
    let mut page = HEAD.to_owned();
    for (name, documentation) in documented.iter().filter(|(name, _)| !name.ends_with("_strict")) {
        let Documentation { syntax_example, description, arguments, sql_example, .. } = documentation;
        write!(page, "\n## `{syntax_example}`\n\n{description}").unwrap();
        let strict = format!("{name}_strict");
        if documented.contains_key(&strict) {
            write!(page, " Strict form: `{strict}`.").unwrap();
        }
        page.push_str("\n\n");
        for (argument, about) in arguments.iter().flatten() {
            writeln!(page, "- `{argument}`: {about}").unwrap();
        }
        writeln!(page, "\n{}", sql_example.as_deref().unwrap_or_default().trim()).unwrap();
    }
    page + TAIL
}

#[test]
fn is_what_the_functions_say() {
    let documented = documented().into_iter().filter(|(name, _)| name.starts_with("uri_")).collect();
    let page = page(&documented);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference.md");
    if env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/reference.md differs; UPDATE_REFERENCE=1 writes it");
}

// The documentation of each function.

/// Returns the documentation of all functions on URIs, with their names.
pub(crate) fn documented() -> Vec<(String, Documentation)> {
    let state = session().state();
    let scalar = state.scalar_functions().iter();
    let scalar = scalar.map(|(name, function)| (name.clone(), function.documentation().cloned()));
    let aggregate = state.aggregate_functions().iter();
    let aggregate = aggregate.map(|(name, function)| (name.clone(), function.documentation().cloned()));
    let ours = |name: &str| name.starts_with("uri_");
    let all = scalar.chain(aggregate).filter(|(name, _)| ours(name));
    all.map(|(name, documentation)| (name.clone(), documentation.unwrap_or_else(|| panic!("{name}"))))
        .collect()
}

#[tokio::test]
async fn the_example_of_each_function_gives_what_it_shows() {
    let context = session();
    let documented = documented();
    assert!(documented.len() > 50, "{}", documented.len());
    for (name, documentation) in documented {
        let example = documentation.sql_example.unwrap_or_else(|| panic!("{name} has no example"));
        let mut lines = example.trim_matches(['`', '\n']).trim_start_matches("sql\n").lines();
        while let Some(query) = lines.next() {
            let query = query.trim_start_matches("> ").trim_end_matches(';');
            let shown = lines.next().unwrap_or_else(|| panic!("{name} has no result"));
            let result = context.sql(query).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            let result = result.to_string().await.unwrap();
            let cell = result.lines().nth(3).and_then(|row| row.strip_prefix("| ")?.strip_suffix("|"));
            assert_eq!(cell.map(str::trim_end), Some(shown), "{query}");
        }
    }
}

#[test]
fn the_documentation_of_each_function_names_its_parameters() {
    for (name, documentation) in documented() {
        let arguments = documentation.arguments.unwrap_or_default();
        assert!(!arguments.is_empty(), "{name}");
        let names: Vec<_> =
            documentation.syntax_example.split(|c: char| c != '_' && !c.is_alphanumeric()).collect();
        for (argument, about) in arguments {
            assert!(names.contains(&argument.as_str()), "{name}: {argument}");
            assert!(!about.is_empty(), "{name}: {argument}");
        }
    }
}

#[test]
fn functions_of_spark_are_registered_on_request() {
    let mut context = SessionContext::new();
    urigram_datafusion::register_all(&mut context).unwrap();
    assert!(context.udf("parse_url").is_err());
    urigram_datafusion::register_spark(&mut context).unwrap();
    assert!(context.udf("parse_url").is_ok());
}

// The files of statements in `sql/`.

#[rstest]
#[case("components")]
#[case("queries")]
#[case("percent")]
#[case("references")]
#[case("validation")]
#[case("texts")]
#[case("aggregates")]
#[case("strict")]
#[case("dictionaries")]
#[case("errors")]
#[case("functions")]
#[case("nulls")]
#[case("spark")]
#[tokio::test]
async fn statements_give_their_results(#[case] name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/functions/sql/{name}.slt"));
    runner::run(session(), &file, "", "").await;
}

//! The documentation of each function.

use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::Documentation;
use datafusion::prelude::SessionContext;

use crate::session;

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

//! Sessions that know text files: extensions, `STORED AS TEXT`, and plans that can be sent away.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::tree_node::Transformed;
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::{ListingTable, ListingTableUrl};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::error::Result;
use datafusion::execution::session_state::SessionState;
use datafusion::logical_expr::{CreateExternalTable, LogicalPlan};
use datafusion::optimizer::AnalyzerRule;
use datafusion::prelude::SessionContext;

use crate::format::{TextFormatFactory, check};
use crate::table::{TextTable, file_schema};

/// The name of the format in `STORED AS`.
const NAME: &str = "text";

/// Adds text files to a session.
///
/// From then on, `STORED AS TEXT` makes tables of text files; files with the extensions `.txt` and `.log`, also
/// compressed, are tables themselves if the session has
/// [`enable_url_table`](SessionContext::enable_url_table), before or after; and the plans of queries over them can be
/// encoded with the codecs of this crate.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("links.txt");
/// # let path = path.to_str().unwrap();
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// std::fs::write(path, "http://example.com/\nmailto:a@example.com\n")?;
///
/// let session = SessionContext::new().enable_url_table();
/// urigram_text::register(&session)?;
/// let mails = session
///     .sql(&format!("select line from '{path}' where line like 'mailto:%'"))
///     .await?;
/// assert_eq!(mails.count().await?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the session has another format for one of these extensions.
pub fn register(session: &SessionContext) -> Result<()> {
    register_on(&mut session.state_ref().write())
}

/// Does what [`register`] does, for a state that is not in a session yet.
///
/// ```
/// use datafusion::execution::SessionStateBuilder;
///
/// let mut state = SessionStateBuilder::new().with_default_features().build();
/// urigram_text::register_on(&mut state)?;
/// assert!(state.get_file_format_factory("log").is_some());
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
/// If the state has another format for one of these extensions.
pub fn register_on(state: &mut SessionState) -> Result<()> {
    for extension in ["txt", "log", NAME] {
        let known =
            state.get_file_format_factory(extension).is_some_and(|known| known.is::<TextFormatFactory>());
        if !known {
            state.register_file_format(Arc::new(TextFormatFactory::new(extension)), false)?;
        }
    }
    state.table_factories_mut().insert(NAME.to_uppercase(), Arc::new(TextTableFactory));
    let analyzer = state.analyzer();
    if analyzer.rules.iter().all(|rule| rule.name() != RULE) {
        state.add_analyzer_rule(Arc::new(TextTables));
    }
    Ok(())
}

/// Makes the tables of `CREATE EXTERNAL TABLE … STORED AS TEXT`.
#[derive(Debug)]
struct TextTableFactory;

#[async_trait]
impl TableProviderFactory for TextTableFactory {
    async fn create(
        &self,
        state: &dyn Session,
        statement: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        let mut statement = statement.clone();
        for location in &mut statement.locations {
            *location = all_files(location)?;
        }
        let table = ListingTableFactory::new().create(state, &statement).await?;
        if let Some(listing) = table.downcast_ref::<ListingTable>() {
            check(&file_schema(listing))?;
        }
        Ok(text_table(&table).unwrap_or(table))
    }
}

/// Returns a local folder as a glob for all files in it, and any other location as it is.
///
/// DataFusion reads only the files of a folder whose extension is the name of the format. Text files have any
/// extension, or none.
fn all_files(location: &str) -> Result<String> {
    let path = ListingTableUrl::parse(location)?;
    if !path.is_folder() || path.get_glob().is_some() {
        return Ok(location.to_owned());
    }
    let folder = path.get_url().to_file_path();
    Ok(match folder.as_deref().map(|folder| folder.to_str()) {
        Ok(Some(folder)) => format!("{}/*", folder.trim_end_matches('/')),
        _ => location.to_owned(),
    })
}

/// The name of the analyzer rule `TextTables`.
const RULE: &str = "text_tables";

/// Gives tables of text files the type that can be encoded.
#[derive(Debug)]
struct TextTables;

impl AnalyzerRule for TextTables {
    fn analyze(&self, plan: LogicalPlan, _config: &ConfigOptions) -> Result<LogicalPlan> {
        let plan = plan.transform_up_with_subqueries(|node| {
            let LogicalPlan::TableScan(mut scan) = node else {
                return Ok(Transformed::no(node));
            };
            // A source that is not a provider is not a table of files.
            let Some(table) =
                source_as_provider(&scan.source).ok().and_then(|provider| text_table(&provider))
            else {
                return Ok(Transformed::no(LogicalPlan::TableScan(scan)));
            };
            scan.source = provider_as_source(table);
            Ok(Transformed::yes(LogicalPlan::TableScan(scan)))
        })?;
        Ok(plan.data)
    }

    fn name(&self) -> &str {
        RULE
    }
}

/// Returns `table` as a `TextTable` if it is a `ListingTable` of text files.
fn text_table(table: &Arc<dyn TableProvider>) -> Option<Arc<dyn TableProvider>> {
    let listing = table.downcast_ref::<ListingTable>()?;
    Some(Arc::new(TextTable::of_listing(listing)?))
}

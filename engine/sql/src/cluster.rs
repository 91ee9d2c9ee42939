//! What a cluster needs of a session: the address of its scheduler, and plans that mean the same on other machines.
//!
//! In: `df://host:port`, and logical plans.
//! Out: a `Scheduler`; plans with absolute targets and names that survive being sent, or an error if rows would be wrong there.
//! Next: `session`.

use std::str::FromStr;
use std::sync::Arc;

use ballista_core::planner::scans_only_information_schema;
use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{Column, Result, TableReference, plan_err};
use datafusion::config::ConfigOptions;
use datafusion::datasource::cte_worktable::CteWorkTable;
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::listing::{ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::logical_expr::{
    Expr, LogicalPlan, LogicalPlanBuilder, SubqueryAlias, TableScan, TableScanBuilder,
};
use datafusion::optimizer::AnalyzerRule;
use urigram::UriReference;

/// The scheduler of a Ballista cluster.
///
/// ```
/// let scheduler: uri_sql::Scheduler = "df://localhost:50050".parse()?;
/// assert_eq!(scheduler.endpoint(), "http://localhost:50050");
/// assert!("df://localhost".parse::<uri_sql::Scheduler>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduler {
    endpoint: String,
}

impl Scheduler {
    /// Returns the URI to which a client connects: gRPC is HTTP/2 without TLS.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }
}

impl FromStr for Scheduler {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        let uri = UriReference::parse(given).map_err(|error| error.to_string())?;
        let scheme = uri.scheme().map(|scheme| scheme.as_str());
        let host = uri.host_str().filter(|host| !host.is_empty());
        let port = uri.port().and_then(|port| port.to_u16().ok()).filter(|port| *port != 0);
        let nothing_else = uri.userinfo().is_none()
            && matches!(uri.path().as_str(), "" | "/")
            && uri.query().is_none()
            && uri.fragment().is_none();
        match (scheme, host, port) {
            (Some("df"), Some(host), Some(port)) if nothing_else => {
                Ok(Self { endpoint: format!("http://{host}:{port}") })
            }
            _ => Err("expected df://HOST:PORT, as the scheduler prints it".to_owned()),
        }
    }
}

/// Makes plans for other processes, where the stock codecs lose something of them.
#[derive(Debug)]
pub(crate) struct Sent;

impl AnalyzerRule for Sent {
    fn name(&self) -> &str {
        "sent_to_a_cluster"
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        if scans_only_information_schema(&plan)? { Ok(plan) } else { sent(plan) }
    }
}

fn sent(plan: LogicalPlan) -> Result<LogicalPlan> {
    plan.transform_up_with_subqueries(|node| {
        let node = match node {
            LogicalPlan::TableScan(scan) => scanned(scan)?,
            LogicalPlan::SubqueryAlias(alias) => {
                LogicalPlan::SubqueryAlias(SubqueryAlias::try_new(alias.input, sendable(alias.alias))?)
            }
            // The scheduler would take it for a path in its own directory.
            LogicalPlan::Copy(mut copy) => {
                copy.output_url = ListingTableUrl::parse(&copy.output_url)?.as_str().to_owned();
                LogicalPlan::Copy(copy)
            }
            other => other,
        };
        let names_columns =
            matches!(node, LogicalPlan::Projection(_) | LogicalPlan::Aggregate(_) | LogicalPlan::Window(_));
        node.map_expressions(|expression| renamed(expression, names_columns))?
            .map_data(LogicalPlan::recompute_schema)
    })
    .map(|sent| sent.data)
}

/// Names of tables are sent as SQL text without quotes: `links.txt` would come back as the table `txt` of the schema `links`.
/// With `./` before it, it is no identifier, and is kept as it is (apache/datafusion#24776).
fn sendable(name: TableReference) -> TableReference {
    let sent = name.to_string();
    if TableReference::parse_str_normalized(&sent, true) == name {
        return name;
    }
    TableReference::bare(format!("./{sent}"))
}

/// Returns an expression with names that survive being sent. A column that is called like it keeps its own.
fn renamed(expression: Expr, names_column: bool) -> Result<Transformed<Expr>> {
    let name = expression.schema_name().to_string();
    let sent = expression.transform(|expression| {
        let column =
            |Column { relation, name, spans }| Column { relation: relation.map(sendable), name, spans };
        Ok(match expression {
            Expr::Column(found) => Transformed::yes(Expr::Column(column(found))),
            Expr::OuterReferenceColumn(field, found) => {
                Transformed::yes(Expr::OuterReferenceColumn(field, column(found)))
            }
            other => Transformed::no(other),
        })
    })?;
    let has_other_name = !matches!(sent.data, Expr::Column(_)) && sent.data.schema_name().to_string() != name;
    Ok(if names_column && has_other_name {
        sent.update_data(|expression| expression.alias(name))
    } else {
        sent
    })
}

fn scanned(scan: TableScan) -> Result<LogicalPlan> {
    let name = sendable(scan.table_name);
    if let Some(view) = scan.source.get_logical_plan() {
        return LogicalPlanBuilder::new(sent(view.into_owned())?).alias(name)?.build();
    }
    let mut source = Arc::clone(&scan.source);
    let provider = source_as_provider(&source)?;
    match provider.downcast_ref::<ListingTable>() {
        Some(table) => {
            if let Some(sent) = without_pattern(table)? {
                source = provider_as_source(Arc::new(sent));
            }
        }
        None if provider.is::<CteWorkTable>() || provider.is::<EmptyTable>() => {}
        None => {
            return plan_err!("{name} is in this process only; a cluster reads tables of files");
        }
    }
    TableScanBuilder::new(name, source)
        .with_projection(scan.projection)
        .with_filters(scan.filters)
        .with_fetch(scan.fetch)
        .build()
        .map(LogicalPlan::TableScan)
}

/// Returns a table that lists the same files without a pattern, which is not sent. `None` if it has none.
fn without_pattern(table: &ListingTable) -> Result<Option<ListingTable>> {
    let options = table.options();
    let paths = table.table_paths();
    if paths.iter().any(|path| path.scheme() == "stdin") {
        return plan_err!(
            "standard input cannot be read on a cluster; write it to a file that all processes see"
        );
    }
    let is_text_or_json =
        options.format.compression_type().is_some_and(|compression| compression.is_compressed());
    if is_text_or_json {
        return plan_err!(
            "{} is compressed, which a cluster is not told; decompress it, or write Parquet",
            paths[0]
        );
    }
    let patterns: Vec<_> = paths.iter().filter_map(|path| path.get_glob().as_ref()).collect();
    let Some(pattern) = patterns.first() else { return Ok(None) };
    let extension = pattern.as_str().strip_prefix('*').filter(|rest| !rest.contains(['*', '?', '[', '/']));
    let Some(extension) = extension.filter(|_| patterns.len() == paths.len() && paths.len() == 1) else {
        return plan_err!(
            "the pattern {} is not sent to a cluster; name a folder, `*` and an extension, or each file",
            pattern.as_str()
        );
    };
    let folders = paths.iter().map(|path| ListingTableUrl::parse(path.as_str())).collect::<Result<_>>()?;
    // The columns of folders such as `day=1/` follow those of the files.
    let columns = table.schema().fields().len() - options.table_partition_cols.len();
    let file_schema = Arc::new(table.schema().project(&Vec::from_iter(0..columns))?);
    let config = ListingTableConfig::new_with_multi_paths(folders)
        .with_listing_options(options.clone().with_file_extension(extension))
        .with_schema(file_schema);
    ListingTable::try_new(config).map(Some)
}

//! Prepares statements for a cluster: the address of the scheduler, and plans with the same meaning on other
//! machines.
//!
//! In: `df://host:port`, and logical plans.
//! Out: the host and the port; plans with absolute targets and names that can be sent, or an error if the
//! rows would be wrong.
//! Next: `session`.

use std::sync::Arc;

use ballista_core::planner::scans_only_information_schema;
use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{Column, DFSchema, Result, TableReference, plan_err};
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::{ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::logical_expr::{
    Expr, LogicalPlan, LogicalPlanBuilder, SubqueryAlias, TableScan, TableScanBuilder,
};
use datafusion::optimizer::AnalyzerRule;
use urigram::UriReference;

/// Returns `HOST:PORT` of a scheduler.
pub(crate) fn address(scheduler: &str) -> Result<String, String> {
    let uri = UriReference::parse(scheduler).map_err(|error| error.to_string())?;
    let host = uri.host_str().filter(|host| !host.is_empty());
    let port = uri.port().and_then(|port| port.to_u16().ok()).filter(|port| *port != 0);
    let address = host.zip(port).map(|(host, port)| format!("{host}:{port}"));
    // The address must have no userinfo, and nothing after the port.
    let is_alone = |address: &String| scheduler.trim_end_matches('/') == format!("df://{address}");
    address.filter(is_alone).ok_or_else(|| "expected df://HOST:PORT, as the scheduler prints it".to_owned())
}

/// Rewrites the parts of plans that Ballista's codecs do not preserve: names of tables, patterns of files,
/// and relative targets of `COPY`.
#[derive(Debug)]
pub(crate) struct PrepareForCluster;

impl AnalyzerRule for PrepareForCluster {
    fn name(&self) -> &str {
        "prepare_for_cluster"
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        if scans_only_information_schema(&plan)? {
            return Ok(plan);
        }
        plan.transform_up_with_subqueries(|node| {
            let named = Arc::clone(node.schema());
            let node = match node {
                LogicalPlan::TableScan(scan) => LogicalPlan::TableScan(scanned(scan)?),
                LogicalPlan::SubqueryAlias(alias) => {
                    LogicalPlan::SubqueryAlias(SubqueryAlias::try_new(alias.input, sendable(alias.alias))?)
                }
                // The scheduler would resolve a relative target against its own directory.
                LogicalPlan::Copy(mut copy) => {
                    copy.output_url = ListingTableUrl::parse(&copy.output_url)?.as_str().to_owned();
                    LogicalPlan::Copy(copy)
                }
                other => other,
            };
            let node = node.map_expressions(|expression| expression.transform(renamed))?.data;
            restore(node.recompute_schema()?, &named).map(Transformed::yes)
        })
        .map(|prepared| prepared.data)
    }
}

/// Adds `./` to the name of a table if the name would change when it is sent as SQL without quotes:
/// `links.txt` would become the table `txt` of the schema `links`. A name with `./` is not an identifier, and
/// does not change (apache/datafusion#24776).
fn sendable(name: TableReference) -> TableReference {
    let sent = name.to_string();
    if TableReference::parse_str_normalized(&sent, true) == name {
        return name;
    }
    TableReference::bare(format!("./{sent}"))
}

fn renamed(expression: Expr) -> Result<Transformed<Expr>> {
    let column = |Column { relation, name, spans }| Column { relation: relation.map(sendable), name, spans };
    Ok(match expression {
        Expr::Column(found) => Transformed::yes(Expr::Column(column(found))),
        Expr::OuterReferenceColumn(field, found) => {
            Transformed::yes(Expr::OuterReferenceColumn(field, column(found)))
        }
        other => Transformed::no(other),
    })
}

/// Renames the columns of a plan to these names, because names of expressions contain names of tables.
fn restore(plan: LogicalPlan, named: &DFSchema) -> Result<LogicalPlan> {
    let columns = plan.schema().columns();
    let names = named.fields().iter().map(|field| field.name());
    if columns.iter().map(|column| &column.name).eq(names.clone()) {
        return Ok(plan);
    }
    let columns = columns.into_iter().zip(names).map(|(column, name)| {
        let is_other = column.name != *name;
        let column = Expr::Column(column);
        if is_other { column.alias(name) } else { column }
    });
    LogicalPlanBuilder::new(plan).project(columns.collect::<Vec<_>>())?.build()
}

fn scanned(scan: TableScan) -> Result<TableScan> {
    let name = sendable(scan.table_name);
    let provider = source_as_provider(&scan.source)?;
    let Some(table) = provider.downcast_ref::<ListingTable>() else {
        return plan_err!("{name} is in this process only; a cluster reads tables of files");
    };
    let source = match listed(table)? {
        Some(listed) => provider_as_source(Arc::new(listed)),
        None => scan.source,
    };
    TableScanBuilder::new(name, source)
        .with_projection(scan.projection)
        .with_filters(scan.filters)
        .with_fetch(scan.fetch)
        .build()
}

/// Returns a table of the same files whose path has no pattern; `None` if the path has no pattern already.
fn listed(table: &ListingTable) -> Result<Option<ListingTable>> {
    let (options, paths) = (table.options(), table.table_paths());
    let Some(first) = paths.first() else { return Ok(None) };
    if paths.iter().any(|path| path.scheme() == "stdin") {
        return plan_err!("a cluster cannot read standard input; write it to a file that all processes see");
    }
    if options.format.compression_type().is_some_and(|compression| compression.is_compressed()) {
        return plan_err!("{first} is compressed; a cluster reads it decompressed, or as Parquet");
    }
    let Some(pattern) = paths.iter().find_map(|path| path.get_glob().as_ref()) else { return Ok(None) };
    let pattern = pattern.as_str();
    let suffix = pattern.strip_prefix('*').filter(|rest| !rest.contains(['*', '?', '[', '/']));
    let known = options.file_extension.as_str();
    // The pattern and the extension both select files of a folder.
    let longer = suffix.filter(|suffix| suffix.ends_with(known));
    let extension = longer.or_else(|| suffix.is_some_and(|suffix| known.ends_with(suffix)).then_some(known));
    let ([path], Some(extension)) = (paths.as_slice(), extension) else {
        return plan_err!("a cluster does not read {pattern}, but a folder, `*.extension`, or each file");
    };
    // The columns for folders such as `day=1/` follow those of the files.
    let columns = table.schema().fields().len() - options.table_partition_cols.len();
    let file_schema = Arc::new(table.schema().project(&Vec::from_iter(0..columns))?);
    let config = ListingTableConfig::new(ListingTableUrl::parse(path.as_str())?)
        .with_listing_options(options.clone().with_file_extension(extension))
        .with_schema(file_schema);
    ListingTable::try_new(config).map(Some)
}

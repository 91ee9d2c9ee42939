//! Logical plans: the tables in them.

use std::sync::Arc;

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, HigherOrderUDF, LogicalPlan, ScalarUDF, WindowUDF};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::logical_plan::from_proto::parse_sorts;
use datafusion_proto::logical_plan::to_proto::serialize_sorts;
use datafusion_proto::protobuf::SortExprNodeCollection;

use super::frame::{Frame, read_text, write_inner, write_text};
use super::message::{Location, Table};
use crate::compression::Compression;
use crate::format::TextFormat;
use crate::table::TextTable;

/// Encodes the tables of text files in logical plans, and leaves everything else to another codec.
///
/// A plan encoded with it can be decoded only with it. Only tables of the type [`TextTable`] can be encoded; a session
/// with [`register`](crate::register) has no others when it has analyzed a query.
///
/// ```
/// use std::sync::Arc;
/// use ballista_core::serde::BallistaLogicalExtensionCodec;
/// use urigram_text::TextLogicalCodec;
///
/// let codec = TextLogicalCodec::new(Arc::new(BallistaLogicalExtensionCodec::default()));
/// ```
#[derive(Debug)]
pub struct TextLogicalCodec {
    inner: Arc<dyn LogicalExtensionCodec>,
}

impl TextLogicalCodec {
    /// Returns the codec that leaves everything but text files to `inner`.
    pub fn new(inner: Arc<dyn LogicalExtensionCodec>) -> Self {
        Self { inner }
    }

    fn encode(&self, table: &ListingTable, compression: Compression) -> Result<Table> {
        let options = table.options();
        let orders = options
            .file_sort_order
            .iter()
            .map(|order| Ok(SortExprNodeCollection { sort_expr_nodes: serialize_sorts(order, self)? }));
        // A declared partitioning of the output and constraints are left out: they can make a plan faster, but never
        // change its rows.
        Ok(Table {
            locations: table.table_paths().iter().map(location).collect(),
            suffix: options.file_extension.clone(),
            partition_columns: options.table_partition_cols.iter().map(|(name, _)| name.clone()).collect(),
            orders: orders.collect::<Result<_>>()?,
            compression: compression.name(),
        })
    }

    fn decode(&self, table: &Table, schema: &Schema, task: &TaskContext) -> Result<Arc<dyn TableProvider>> {
        let paths = table.locations.iter().map(path).collect::<Result<_>>()?;
        let orders = table
            .orders
            .iter()
            .map(|order| Ok(parse_sorts(&order.sort_expr_nodes, task, self)?))
            .collect::<Result<_>>()?;
        let (partitions, in_files): (Vec<_>, Vec<_>) =
            schema.fields().iter().cloned().partition(|field| table.partition_columns.contains(field.name()));
        let partitions = partitions.iter().map(|field| (field.name().clone(), field.data_type().clone()));
        let compression = Compression::from_name(table.compression.as_deref())?;
        let format = TextFormat { compression };
        let options = ListingOptions::new(Arc::new(format))
            .with_file_extension(&table.suffix)
            .with_table_partition_cols(partitions.collect())
            .with_file_sort_order(orders);
        let config = ListingTableConfig::new_with_multi_paths(paths)
            .with_listing_options(options)
            .with_schema(Arc::new(Schema::new(in_files)));
        let cache = task.runtime_env().cache_manager.get_file_statistic_cache();
        let listing = ListingTable::try_new(config)?.with_cache(cache);
        // The table may be sent further.
        Ok(Arc::new(TextTable::new(listing, compression)))
    }
}

fn location(path: &ListingTableUrl) -> Location {
    Location {
        uri: path.as_str().to_owned(),
        glob: path.get_glob().as_ref().map(|glob| glob.as_str().to_owned()),
    }
}

fn path(location: &Location) -> Result<ListingTableUrl> {
    let path = ListingTableUrl::parse(&location.uri)?;
    match &location.glob {
        Some(glob) => path.with_glob(glob),
        None => Ok(path),
    }
}

impl LogicalExtensionCodec for TextLogicalCodec {
    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        table_ref: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match Frame::read(buf)? {
            Frame::Inner(inner) => self.inner.try_decode_table_provider(inner, table_ref, schema, ctx),
            Frame::Text(table) => self.decode(&read_text(table)?, &schema, ctx),
        }
    }

    fn try_encode_table_provider(
        &self,
        table_ref: &TableReference,
        node: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        if let Some(table) = node.downcast_ref::<TextTable>() {
            write_text(buf, &self.encode(table.listing(), table.compression())?);
            return Ok(());
        }
        write_inner(buf, |buf| self.inner.try_encode_table_provider(table_ref, node, buf))
    }

    // Everything below has nothing of text files, so that it needs no frame.

    fn try_decode(&self, buf: &[u8], inputs: &[LogicalPlan], ctx: &TaskContext) -> Result<Extension> {
        self.inner.try_decode(buf, inputs, ctx)
    }

    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode(node, buf)
    }

    fn try_decode_file_format(&self, buf: &[u8], ctx: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.inner.try_decode_file_format(buf, ctx)
    }

    fn try_encode_file_format(&self, buf: &mut Vec<u8>, node: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.inner.try_encode_file_format(buf, node)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.inner.try_decode_udf(name, buf)
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_udf(node, buf)
    }

    fn try_decode_higher_order_function(&self, name: &str, buf: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.inner.try_decode_higher_order_function(name, buf)
    }

    fn try_encode_higher_order_function(&self, node: &HigherOrderUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_higher_order_function(node, buf)
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.inner.try_decode_udaf(name, buf)
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_udaf(node, buf)
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.inner.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_udwf(node, buf)
    }
}

//! The scan of text files.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::config::ConfigOptions;
use datafusion::datasource::physical_plan::{FileGroupPartitioner, FileOpener, FileScanConfig, FileSource};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_expr::{LexOrdering, PhysicalExpr};
use datafusion::physical_plan::DisplayFormatType;
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, MetricBuilder};

use crate::compression::Compression;
use crate::read::TextOpener;

/// The scan of a table of text files.
#[derive(Clone)]
pub(crate) struct TextSource {
    schema: TableSchema,
    compression: Compression,
    projection: SplitProjection,
    batch_size: usize,
    metrics: ExecutionPlanMetricsSet,
}

impl TextSource {
    pub(crate) fn new(schema: TableSchema, compression: Compression) -> Self {
        Self {
            projection: SplitProjection::unprojected(&schema),
            schema,
            compression,
            batch_size: ConfigOptions::default().execution.batch_size.into(),
            metrics: ExecutionPlanMetricsSet::new(),
        }
    }

    pub(crate) fn compression(&self) -> Compression {
        self.compression
    }
}

impl FileSource for TextSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        _config: &FileScanConfig,
        partition: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let file_schema = self.schema.file_schema();
        let opener = TextOpener {
            store,
            schema: Arc::new(file_schema.project(&self.projection.file_indices)?),
            batch_size: self.batch_size,
            compression: self.compression,
            // The name that it has in scans of Parquet.
            scanned: MetricBuilder::new(&self.metrics).counter("bytes_scanned", partition),
        };
        ProjectionOpener::try_new(self.projection.clone(), Arc::new(opener), file_schema)
    }

    fn table_schema(&self) -> &TableSchema {
        &self.schema
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        Arc::new(Self { batch_size, ..self.clone() })
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        Some(&self.projection.source)
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &str {
        "text"
    }

    fn fmt_extra(&self, _: DisplayFormatType, f: &mut Formatter<'_>) -> fmt::Result {
        match self.compression.name() {
            Some(name) if !name.is_empty() => write!(f, ", compression={name}"),
            _ => Ok(()),
        }
    }

    fn repartitioned(
        &self,
        target_partitions: usize,
        min_size: usize,
        ordering: Option<LexOrdering>,
        config: &FileScanConfig,
    ) -> Result<Option<FileScanConfig>> {
        let files = config.file_groups.iter().flat_map(|group| group.files());
        for file in files {
            let location = &file.object_meta.location;
            if self.compression.of(location).is_compressed() {
                // The lines of a range of compressed bytes cannot be found without all bytes before.
                return Ok(None);
            }
        }
        let groups = FileGroupPartitioner::new()
            .with_target_partitions(target_partitions)
            .with_repartition_file_min_size(min_size)
            .with_preserve_order_within_groups(ordering.is_some())
            .repartition_file_groups(&config.file_groups);
        Ok(groups.map(|groups| {
            let mut config = config.clone();
            config.file_groups = groups;
            config
        }))
    }

    fn try_pushdown_projection(&self, projection: &ProjectionExprs) -> Result<Option<Arc<dyn FileSource>>> {
        let merged = self.projection.source.try_merge(projection)?;
        Ok(Some(Arc::new(Self {
            projection: SplitProjection::new(self.schema.file_schema(), &merged),
            ..self.clone()
        })))
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        datafusion::physical_plan::apply_expression_roots(self.projection.source.iter(), f)
    }
}

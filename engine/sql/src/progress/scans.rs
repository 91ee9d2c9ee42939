//! What the scans of a plan have read.

use datafusion::common::stats::Precision;
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};

/// What all scans of a plan have read, and what they will have read at the end, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scans {
    pub(super) rows: u64,
    pub(super) all_rows: Option<u64>,
    /// Bytes of files; not all formats count them.
    pub(super) bytes: Option<u64>,
    pub(super) all_bytes: u64,
    pub(super) files: u64,
    pub(super) all_files: u64,
}

impl Scans {
    /// Returns the counts of the plan, with the rows of streams, which its metrics do not have.
    pub(super) fn of(plan: &dyn ExecutionPlan, streamed: u64) -> Self {
        let mut scans = Self { all_rows: Some(0), ..Self::default() };
        scans.add(plan);
        if streamed > 0 {
            scans.rows += streamed;
            scans.all_rows = None;
        }
        scans
    }

    fn add(&mut self, plan: &dyn ExecutionPlan) {
        for child in plan.children() {
            self.add(child.as_ref());
        }
        let Some(scan) = plan.downcast_ref::<DataSourceExec>() else { return };
        if let Some(metrics) = scan.metrics() {
            let named = |name: &str| metrics.sum_by_name(name).map(|value| value.as_usize() as u64);
            self.rows += metrics.output_rows().unwrap_or(0) as u64;
            self.files += named("files_processed").unwrap_or(0);
            if let Some(bytes) = named("bytes_scanned") {
                self.bytes = Some(self.bytes.unwrap_or(0) + bytes);
            }
        }
        self.all_rows = match (
            self.all_rows,
            StatisticsContext::new().compute(scan, &StatisticsArgs::default()).map(|all| all.num_rows),
        ) {
            (Some(rows), Ok(Precision::Exact(more) | Precision::Inexact(more))) => Some(rows + more as u64),
            _ => None,
        };
        let Some(config) = scan.data_source().downcast_ref::<FileScanConfig>() else { return };
        for file in config.file_groups.iter().flat_map(|group| group.files()) {
            self.all_files += 1;
            self.all_bytes += match &file.range {
                Some(range) => u64::try_from(range.end - range.start).unwrap_or(0),
                None => file.object_meta.size,
            };
        }
    }
}

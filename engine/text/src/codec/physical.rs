//! Physical plans: the scans in them.

use std::sync::Arc;

use datafusion::datasource::physical_plan::{FileScanConfig, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, HigherOrderUDF, ScalarUDF, WindowUDF};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::from_proto::{
    parse_protobuf_file_scan_config, parse_table_schema_from_proto,
};
use datafusion_proto::physical_plan::to_proto::serialize_file_scan_config;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};

use super::frame::{Frame, read_text, required, write_inner, write_text};
use super::message::Scan;
use crate::compression::Compression;
use crate::source::TextSource;

/// Encodes the scans of text files in physical plans, and leaves everything else to another codec.
///
/// A plan encoded with it can be decoded only with it.
///
/// ```
/// use std::sync::Arc;
/// use ballista_core::serde::BallistaPhysicalExtensionCodec;
/// use urigram_text::TextPhysicalCodec;
///
/// let codec = TextPhysicalCodec::new(Arc::new(BallistaPhysicalExtensionCodec::default()));
/// ```
#[derive(Debug)]
pub struct TextPhysicalCodec {
    inner: Arc<dyn PhysicalExtensionCodec>,
}

impl TextPhysicalCodec {
    /// Returns the codec that leaves everything but text files to `inner`.
    pub fn new(inner: Arc<dyn PhysicalExtensionCodec>) -> Self {
        Self { inner }
    }

    fn decode(
        &self,
        scan: Scan,
        task: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let config = required(scan.config, "configuration")?;
        let compression = Compression::from_name(scan.compression.as_deref())?;
        let source = TextSource::new(parse_table_schema_from_proto(&config)?, compression);
        let context = PhysicalPlanDecodeContext::new(task, self);
        let config = parse_protobuf_file_scan_config(&config, &context, converter, Arc::new(source))?;
        let config = FileScanConfigBuilder::from(config).with_preserve_order(scan.preserves_order).build();
        Ok(DataSourceExec::from_data_source(config))
    }
}

/// Returns the scan of text files that `node` is, if it is one.
fn scan(node: &dyn ExecutionPlan) -> Option<(&FileScanConfig, &TextSource)> {
    let config = node.downcast_ref::<DataSourceExec>()?.data_source().downcast_ref::<FileScanConfig>()?;
    Some((config, config.file_source().downcast_ref::<TextSource>()?))
}

impl PhysicalExtensionCodec for TextPhysicalCodec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match Frame::read(buf)? {
            Frame::Inner(inner) => self.inner.try_decode(inner, inputs, ctx, proto_converter),
            Frame::Text(scan) => self.decode(read_text(scan)?, ctx, proto_converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some((config, source)) = scan(node.as_ref()) else {
            return write_inner(buf, |buf| self.inner.try_encode(node, buf, proto_converter));
        };
        let message = Scan {
            config: Some(serialize_file_scan_config(config, self, proto_converter)?),
            compression: source.compression().name(),
            preserves_order: config.preserve_order,
        };
        write_text(buf, &message);
        Ok(())
    }

    // Everything below has nothing of text files, so that it needs no frame.

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

    fn try_decode_expr(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        ctx: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.inner.try_decode_expr(buf, inputs, ctx)
    }

    fn try_encode_expr(
        &self,
        node: &Arc<dyn PhysicalExpr>,
        buf: &mut Vec<u8>,
        ctx: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.inner.try_encode_expr(node, buf, ctx)
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

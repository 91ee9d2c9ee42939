//! The messages: what is encoded of tables and scans.

use datafusion_proto::protobuf::{FileScanExecConf, SortExprNodeCollection};

/// A table of text files. Its columns are encoded by DataFusion.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Table {
    #[prost(message, repeated, tag = "1")]
    pub(super) locations: Vec<Location>,
    /// The suffix of the files.
    #[prost(string, tag = "2")]
    pub(super) suffix: String,
    /// The columns that are in the names of folders.
    #[prost(string, repeated, tag = "3")]
    pub(super) partition_columns: Vec<String>,
    #[prost(message, repeated, tag = "4")]
    pub(super) orders: Vec<SortExprNodeCollection>,
    /// The name of a compression, or nothing if the names of the files tell it.
    #[prost(string, optional, tag = "5")]
    pub(super) compression: Option<String>,
}

/// Where files of a table are.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Location {
    #[prost(string, tag = "1")]
    pub(super) uri: String,
    #[prost(string, optional, tag = "2")]
    pub(super) glob: Option<String>,
}

/// A scan of text files.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Scan {
    #[prost(message, optional, tag = "1")]
    pub(super) config: Option<FileScanExecConf>,
    #[prost(string, optional, tag = "2")]
    pub(super) compression: Option<String>,
    #[prost(bool, tag = "3")]
    pub(super) preserves_order: bool,
}

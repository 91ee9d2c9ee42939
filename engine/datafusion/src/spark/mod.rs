//! Spark's functions on URLs, with the answers of Spark 4, for those who migrate.
//!
//! In: columns of strings, as DataFusion's functions take them.
//! Out: `functions`, which `register_all` registers. `parse_url` parses URIs: `uri` parses them as `java.net.URI`
//! does, by `java-net-uri.pest`, and `automaton` tells where one goes wrong; `part` has the parts' names, and `key` finds
//! the value of a key in a query, by a regular expression that `java_regex` translates from Java's, by
//! `java-util-regex.pest`. `url_codec` encodes and decodes with `codec`, as `java.net.URLEncoder` and `URLDecoder` do.
//! `arguments` has the columns and constants of a call.
//! Next: none.

mod arguments;
mod automaton;
mod codec;
mod java_regex;
mod key;
mod parse_url;
mod part;
mod uri;
mod url_codec;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::{DocSection, ScalarUDF};

use self::parse_url::ParseUrl;
use self::url_codec::{Form, UrlCodec};

/// Returns the functions: `parse_url`, `try_parse_url`, `url_encode`, `url_decode` and `try_url_decode`.
pub(crate) fn functions() -> Vec<ScalarUDF> {
    let codecs = [Form::Encode, Form::Decode, Form::TryDecode].map(|form| UrlCodec::of(form).into());
    [ParseUrl::strict().into(), ParseUrl::lenient().into()].into_iter().chain(codecs).collect()
}

/// The section of the documentation that has these functions.
const SECTION: DocSection = DocSection {
    include: true,
    label: "Spark's URL functions",
    description: Some("With the answers of Spark 4, for those who migrate."),
};

/// Returns the type of what a function returns: that of its first argument.
fn result_type(function: &str, arguments: &[DataType]) -> Result<DataType> {
    arguments.first().cloned().ok_or_else(|| exec_datafusion_err!("{function} takes arguments"))
}

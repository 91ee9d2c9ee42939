//! What parsing allocates, and how large types are.

use std::mem::size_of;

use allocation_counter::measure;

use super::Cell::{Documented, Run, Unknown};
use super::Row;

const TEXT: &str = "http://user@example.com:8042/over/there?name=ferret#nose";
/// `http::Uri` has no fragments.
const WITHOUT_FRAGMENT: &str = "http://user@example.com:8042/over/there?name=ferret";

pub(super) const ROWS: &[Row] = &[
    (
        "allocations to parse a `&str`",
        [
            Run(|| allocations(|| drop(urigram::UriReference::parse(TEXT).unwrap()))),
            Run(|| allocations(|| drop(fluent_uri::UriRef::parse(TEXT).unwrap()))),
            Run(|| allocations(|| _ = iri_string::types::UriReferenceStr::new(TEXT).unwrap())),
            Run(|| allocations(|| _ = iref::UriRef::new(TEXT).unwrap())),
            Run(|| allocations(|| drop(oxiri::IriRef::parse(TEXT).unwrap()))),
            Run(|| allocations(|| drop(url::Url::parse(TEXT).unwrap()))),
            Run(|| allocations(|| drop(WITHOUT_FRAGMENT.parse::<http::Uri>().unwrap()))),
            Documented("0"),
            Documented("some"),
            Documented("some"),
        ],
    ),
    (
        "bytes of the type for a parsed `&str`",
        [
            Run(|| size_of::<urigram::UriReference<&str>>().to_string()),
            Run(|| size_of::<fluent_uri::UriRef<&str>>().to_string()),
            Run(|| size_of::<&iri_string::types::UriReferenceStr>().to_string()),
            Run(|| size_of::<&iref::UriRef>().to_string()),
            Run(|| size_of::<oxiri::IriRef<&str>>().to_string()),
            Run(|| size_of::<url::Url>().to_string()),
            Run(|| size_of::<http::Uri>().to_string()),
            Unknown,
            Unknown,
            Unknown,
        ],
    ),
];

fn allocations(run: impl FnOnce()) -> String {
    measure(run).count_total.to_string()
}

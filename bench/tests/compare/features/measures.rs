//! What parsing allocates, and how large types are.

use std::hint::black_box;
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
            Run(|| allocations(|| urigram::UriReference::parse(TEXT).unwrap())),
            Run(|| allocations(|| fluent_uri::UriRef::parse(TEXT).unwrap())),
            Run(|| allocations(|| iri_string::types::UriReferenceStr::new(TEXT).unwrap())),
            Run(|| allocations(|| iref::UriRef::new(TEXT).unwrap())),
            Run(|| allocations(|| oxiri::IriRef::parse(TEXT).unwrap())),
            Run(|| allocations(|| url::Url::parse(TEXT).unwrap())),
            Run(|| allocations(|| WITHOUT_FRAGMENT.parse::<http::Uri>().unwrap())),
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

fn allocations<T>(parse: impl FnOnce() -> T) -> String {
    measure(|| drop(black_box(parse()))).count_total.to_string()
}

//! Measures the kernels beside loops that make the same arrays: `urigram-engine-bench FILE [ROWS]`.
//!
//! The lines of the file are repeated to the number of rows, one million by default. Each line of the report is the
//! median time for a row in nanoseconds, of the kernel and of the loop, in turns, and their ratio.

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use datafusion::arrow::array::{Array, ArrayRef, StringArray, StringViewArray};
use urigram::UriReference;
use urigram::normalize::Rung;
use urigram_arrow::{Component, Invalid};

const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("name a file of references")?;
    let rows = arguments.next().map_or(Ok(1_000_000), |rows| rows.parse())?;
    let text = fs::read_to_string(file)?;
    let lines = || text.lines().cycle().take(rows);
    let strings: StringArray = lines().map(Some).collect();
    let views: StringViewArray = lines().map(Some).collect();
    let base = StringArray::new_scalar("http://example.com/a/b/c?d");

    println!("{:28} {:>8} {:>8} {:>6}", "", "kernel", "loop", "ratio");
    report("host, Utf8", rows, || host(&strings), || hosts(strings.iter()).len());
    report("host, Utf8View", rows, || host(&views), || views_of_hosts(views.iter()).len());
    report("parse alone, Utf8View", rows, || host(&views), || parsed(views.iter()));
    report(
        "normalize beside fluent-uri",
        rows,
        || length(urigram_arrow::normalize(&views, Rung::Path, Invalid::Null)),
        || normalized(views.iter()).len(),
    );
    report(
        "resolve beside fluent-uri",
        rows,
        || length(urigram_arrow::resolve(&base, &views, Invalid::Null)),
        || resolved(views.iter()).len(),
    );
    Ok(())
}

fn host(array: &dyn Array) -> usize {
    length(urigram_arrow::component(array, Component::Host, Invalid::Null))
}

/// The lenient form of a kernel does not fail.
fn length(result: Result<ArrayRef, urigram_arrow::KernelError>) -> usize {
    result.map_or(0, |array| array.len())
}

fn hosts<'a>(rows: impl Iterator<Item = Option<&'a str>>) -> StringArray {
    rows.map(|text| UriReference::parse(text?).ok()?.host_str()).collect()
}

fn views_of_hosts<'a>(rows: impl Iterator<Item = Option<&'a str>>) -> StringViewArray {
    rows.map(|text| UriReference::parse(text?).ok()?.host_str()).collect()
}

fn parsed<'a>(rows: impl Iterator<Item = Option<&'a str>>) -> usize {
    rows.flatten().filter(|text| black_box(UriReference::parse(*text)).is_ok()).count()
}

fn normalized<'a>(rows: impl Iterator<Item = Option<&'a str>>) -> StringViewArray {
    rows.map(|text| Some(fluent_uri::UriRef::parse(text?).ok()?.normalize().into_string())).collect()
}

fn resolved<'a>(rows: impl Iterator<Item = Option<&'a str>>) -> StringViewArray {
    let base = fluent_uri::Uri::parse("http://example.com/a/b/c?d").ok();
    let resolve = |text| {
        fluent_uri::UriRef::parse(text)
            .ok()?
            .resolve_against(base.as_ref()?)
            .ok()
            .map(|uri| uri.into_string())
    };
    rows.map(|text| text.and_then(resolve)).collect()
}

fn report(name: &str, rows: usize, kernel: impl Fn() -> usize, loop_: impl Fn() -> usize) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(nanoseconds(&kernel, rows));
        theirs.push(nanoseconds(&loop_, rows));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("{name:28} {ours:8.1} {theirs:8.1} {:6.2}", theirs / ours);
}

fn nanoseconds(run: &impl Fn() -> usize, rows: usize) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_nanos() as f64 / rows.max(1) as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

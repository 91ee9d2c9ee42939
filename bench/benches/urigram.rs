//! urigram alone, for day-to-day work: `cargo bench -p urigram-bench`.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use urigram::{AbsoluteUri, Rule, Uri, UriReference};
use urigram_bench::builtin;

const CORPORA: &[&str] = &["mixed", "long-paths", "escapes", "relative", "ipv6", "short"];

/// Enough strings that branch prediction cannot learn them. With 2,000 it can, if nothing else runs between
/// two passes, and each string then takes half the time that it takes in a program.
const COUNT: usize = 20_000;

fn main() {
    divan::main();
}

/// Returns the strings of a built-in corpus, each changed.
fn strings(name: &str, change: fn(&str) -> String) -> Vec<String> {
    let corpora = builtin::corpora(COUNT);
    let corpus = corpora.iter().find(|corpus| corpus.name == name);
    corpus.map_or_else(Vec::new, |corpus| corpus.lines().into_iter().map(change).collect())
}

/// Runs the operation on each string; a sample is one pass over all of them.
fn each<'s, T>(bencher: Bencher<'_, '_>, strings: &'s [String], operation: impl Fn(&'s str) -> T + Sync) {
    bencher
        .counter(ItemsCount::new(strings.len()))
        .counter(BytesCount::new(strings.iter().map(String::len).sum::<usize>()))
        .bench(|| {
            for string in strings {
                black_box(&operation(string));
            }
        });
}

/// `UriReference::parse`, by corpus.
#[divan::bench(args = CORPORA)]
fn parse(bencher: Bencher<'_, '_>, corpus: &str) {
    each(bencher, &strings(corpus, str::to_owned), UriReference::parse);
}

/// Into a type that owns a copy of the text, by corpus.
#[divan::bench(args = CORPORA)]
fn parse_owned(bencher: Bencher<'_, '_>, corpus: &str) {
    each(bencher, &strings(corpus, str::to_owned), |string| string.parse::<UriReference<String>>());
}

/// The same strings under several start rules.
#[divan::bench_group]
mod start_rule {
    use super::*;

    fn without_fragment(string: &str) -> String {
        string.split('#').next().unwrap_or_default().to_owned()
    }

    #[divan::bench]
    fn uri_reference(bencher: Bencher<'_, '_>) {
        each(bencher, &strings("mixed", without_fragment), UriReference::parse);
    }

    #[divan::bench]
    fn uri(bencher: Bencher<'_, '_>) {
        each(bencher, &strings("mixed", without_fragment), Uri::parse);
    }

    #[divan::bench]
    fn absolute_uri(bencher: Bencher<'_, '_>) {
        each(bencher, &strings("mixed", without_fragment), AbsoluteUri::parse);
    }

    /// A rule that is chosen at run time, to measure what the dispatch costs.
    #[divan::bench]
    fn rule_parse(bencher: Bencher<'_, '_>) {
        each(bencher, &strings("mixed", without_fragment), |string| {
            black_box(Rule::URI_reference).parse(string)
        });
    }
}

/// The same strings accepted and rejected: `faulty_end` divided by `sound` is the cost of diagnosis, and
/// should stay below 3. The fault is at the end, after the whole string has been read.
#[divan::bench_group]
mod diagnose {
    use super::*;

    #[divan::bench(args = CORPORA)]
    fn sound(bencher: Bencher<'_, '_>, corpus: &str) {
        each(bencher, &strings(corpus, |string| format!("{string}x")), UriReference::parse);
    }

    #[divan::bench(args = CORPORA)]
    fn faulty_end(bencher: Bencher<'_, '_>, corpus: &str) {
        each(bencher, &strings(corpus, |string| format!("{string} ")), UriReference::parse);
    }
}

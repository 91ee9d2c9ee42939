//! Lines as people type them into a form, and paste them into a document: most are references, others nearly so.

use arrow_schema::DataType;
use urigram::Rule;
use urigram::normalize::Rung;
use urigram_arrow::{self as kernels, Coding, Invalid};

use crate::memory::Layout;
use crate::table;
use crate::table::ALL;
use crate::texts::Numbers;

/// What a part of a line may be, as it should be and as it should not.
struct Part {
    usual: &'static [&'static str],
    wrong: &'static [&'static str],
}

/// Of how many parts one is wrong.
const WRONG: usize = 25;

const BEFORE: Part = Part { usual: &[""], wrong: &[" ", "<", "\"", "\u{feff}"] };
const SCHEME: Part = Part {
    usual: &["http://", "http://", "https://", "https://", "HTTP://", "Https://", "ftp://", "//"],
    wrong: &["", "http:", "http:/", "http//", "https:///", "htp:\\\\", "mailto:", "urn:isbn:", "1http://"],
};
const USERINFO: Part = Part {
    usual: &["", "", "", "", "", "", "fred@", "fred:secret@", "a%40b:@"],
    wrong: &["fred smith@", "fred@example.com@", "fred:se#cret@"],
};
const HOST: Part = Part {
    usual: &[
        "example.com",
        "WWW.Example.ORG",
        "www.a-rather-long-host-name.example.co.uk",
        "localhost",
        "192.0.2.16",
        "192.0.2.256",
        "[2001:db8::7]",
        "[::ffff:192.0.2.16]",
        "xn--bcher-kva.example",
        "caf%C3%A9.example",
        "a_b.example",
        "",
    ],
    wrong: &["exa mple.com", "b\u{fc}cher.example", "\u{4f8b}\u{3048}.jp", "[2001:db8::7", "2001:db8::7"],
};
const PORT: Part =
    Part { usual: &["", "", "", "", ":", ":80", ":443", ":8080", ":65536"], wrong: &[":8o", ":-1"] };
const SEGMENT: Part = Part {
    usual: &[
        "",
        "a",
        "index.html",
        "~fred",
        "%7Efred",
        "..",
        ".",
        "a%20b",
        "caf%c3%a9",
        "p;q=1",
        "a:b",
        "an-article-with-a-long-title-that-says-it-all",
    ],
    wrong: &["a b", "caf\u{e9}", "100%", "{id}", "a[1]", "a\\b"],
};
const KEY: Part =
    Part { usual: &["q", "q", "a", "utm_source", "token", "a%5B%5D", "k+y", ""], wrong: &["a[]", "a b"] };
const VALUE: Part = Part {
    usual: &["", "=", "=1", "=2", "=a+b", "=a%20b", "=%C3%A9", "=%FF", "=a=b", "=http://example.org/?x"],
    wrong: &["=\u{f6}", "=a b", "=%zz", "=a|b"],
};
const FRAGMENT: Part =
    Part { usual: &["", "", "", "", "#", "#top", "#/a?b", "#:~:text=a%20b"], wrong: &["#a#b", "#\u{a7}1"] };
const AFTER: Part = Part { usual: &[""], wrong: &[" ", ">", "\t", "\\", "."] };

/// Returns this many lines, always the same.
pub(crate) fn lines(count: usize) -> Vec<String> {
    let mut numbers = Numbers(48);
    (0..count).map(|_| line(&mut numbers)).collect()
}

fn line(numbers: &mut Numbers) -> String {
    let mut line = String::new();
    for part in [BEFORE, SCHEME, USERINFO, HOST, PORT] {
        line.push_str(part.pick(numbers));
    }
    for _ in 0..numbers.below(4) {
        line.push('/');
        line.push_str(SEGMENT.pick(numbers));
    }
    // Half have no query, and few a long one.
    let pairs = [0, 0, 0, 0, 1, 1, 3, 12][numbers.below(8)];
    for pair in 0..pairs {
        line.push(if pair == 0 { '?' } else { '&' });
        line.push_str(KEY.pick(numbers));
        line.push_str(VALUE.pick(numbers));
    }
    line.push_str(FRAGMENT.pick(numbers));
    line.push_str(AFTER.pick(numbers));
    line
}

impl Part {
    fn pick(&self, numbers: &mut Numbers) -> &'static str {
        let texts = if numbers.below(WRONG) == 0 { self.wrong } else { self.usual };
        texts[numbers.below(texts.len())]
    }
}

// The types of the results.

const ROWS: &[Option<&str>] =
    &[Some("http://a/b?c=d&e"), None, Some("http://exa mple.com"), Some("http://a/b?c=d&e")];

/// The functions that say the type of a result say the type that it has, with rows and without.
#[test]
fn are_those_that_functions_return() {
    for layout in Layout::all() {
        for rows in [ROWS, &[], &[None]] {
            let array = layout.array(rows, 0);
            let strings = array.data_type();
            let pairs = (table::PAIRS.run)(&array, 0, Invalid::Null).unwrap();
            assert_eq!(pairs.data_type(), &kernels::pairs_type(strings), "{layout}");
            let map = kernels::pairs_map(&array, Coding::Form, Invalid::Null).unwrap();
            assert_eq!(map.data_type(), &kernels::pairs_map_type(strings), "{layout}");
            let parsed = kernels::parse(&array, Invalid::Null).unwrap();
            assert_eq!(parsed.data_type(), &kernels::parse_type(strings), "{layout}");
            let segments = kernels::segments(&array, Invalid::Null).unwrap();
            assert_eq!(segments.data_type(), &kernels::segments_type(strings), "{layout}");
            let findings = kernels::findings(&array, None, Invalid::Null).unwrap();
            assert_eq!(findings.data_type(), &kernels::findings_type(), "{layout}");
            let faults = kernels::faults(&array, Rule::URI).unwrap();
            assert_eq!(faults.data_type(), &kernels::faults_type(), "{layout}");
            let found = kernels::extract(&array).unwrap();
            assert_eq!(found.data_type(), &kernels::extract_type(), "{layout}");
        }
    }
}

/// Strings have the type of the argument, dictionaries included.
#[test]
fn of_strings_are_that_of_the_argument() {
    let same = [
        "COMPONENT",
        "KIND",
        "HOST_KIND",
        "QUERY_GET",
        "ENCODE",
        "DECODE",
        "RESOLVE",
        "RELATIVIZE",
        "NORMALIZE",
        "COMPARE",
        "REDACT",
    ];
    let kernels: Vec<_> = ALL.into_iter().filter(|kernel| same.contains(&kernel.name)).collect();
    assert_eq!(kernels.len(), same.len());
    for (layout, kernel) in
        Layout::all().iter().flat_map(|layout| kernels.iter().map(move |kernel| (layout, kernel)))
    {
        for (rows, seed) in [(ROWS, 0), (ROWS, 1), (&[][..], 0), (&[None][..], 1)] {
            let result = (kernel.run)(&layout.array(rows, seed), 0, Invalid::Null).unwrap();
            assert_eq!(result.data_type(), &layout.data_type(), "{}", kernel.name);
        }
    }
}

/// With two arrays, strings have the type of the strings of the second.
#[test]
fn of_two_arrays_are_that_of_the_second() {
    for (a, b) in Layout::all().iter().flat_map(|a| Layout::all().into_iter().map(move |b| (a, b))) {
        let (first, second) = (a.array(ROWS, 0), b.array(ROWS, 1));
        let strings = match b.data_type() {
            DataType::Dictionary(_, values) => *values,
            plain => plain,
        };
        let targets = kernels::resolve(&first, &second, Invalid::Null).unwrap();
        assert_eq!(targets.data_type(), &strings, "{a}, {b}");
        let rungs = kernels::compare(&first, &second, Invalid::Null).unwrap();
        assert_eq!(rungs.data_type(), &strings, "{a}, {b}");
        let equal = kernels::equivalent(&first, &second, Rung::Path, Invalid::Null).unwrap();
        assert_eq!(equal.data_type(), &DataType::Boolean, "{a}, {b}");
    }
}

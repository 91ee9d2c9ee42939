//! The allocations of operations. Parsing a borrowed reference, reading its components, rejecting a string, and
//! normalizing a normal reference do not allocate.

use std::hint::black_box;
use std::io::{self, Read};

use allocation_counter::measure;
use rstest::rstest;
use urigram::extract::Extractor;
use urigram::normalize::{Level, Normalizer};
use urigram::query::QueryPairs;
use urigram::{Query, Rule, Uri, UriReference};

fn allocations(run: impl FnOnce()) -> u64 {
    measure(run).count_total
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations(|| drop(black_box(String::from("a")))), 1);
}

#[test]
fn parsing_and_reading_allocate_nothing() {
    let long = format!("http://user@[2001:db8::7]:80/{}?q=%41#f", "segment/".repeat(10_000));
    let texts = ["", "../a?b", "http://example.com/", "//1.2.3.4:80", "urn:a:b", long.as_str()];
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            black_box((reference.scheme(), reference.authority(), reference.userinfo(), reference.host()));
            black_box((reference.port(), reference.query(), reference.fragment()));
            black_box(reference.path().segments().count());
            black_box(Uri::try_from(reference).is_ok());
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn finding_nothing_allocates_nothing() {
    let long = format!("https://example.com/{}?q=%20#f", "segment/".repeat(10_000));
    let texts = [
        "",
        "../a?b",
        "https://example.com/",
        "ftp://user@example.com/",
        "urn:isbn:0451450523",
        long.as_str(),
    ];
    let count = allocations(|| {
        for text in texts {
            assert!(UriReference::parse(text).unwrap().findings().is_empty());
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn normalizing_what_is_normal_allocates_nothing() {
    let long = format!("http://user@[2001:db8::7]:8080/{}?q=%2F#f", "segment/".repeat(10_000));
    let texts = ["", "../a?b", "http://example.com/", "//1.2.3.4:80", "urn:a:b", "a:/.//b", long.as_str()];
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            for level in [Level::String, Level::Case, Level::Percent, Level::Path] {
                black_box(reference.normalize_to(level));
                black_box(reference.equivalent(&reference, level));
            }
            black_box(reference.compare(&reference));
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn what_is_normal_by_its_scheme_allocates_nothing() {
    let texts = [
        "http://example.com/",
        "http://u@[2001:db8::7]:8080/a?q",
        "x://[::1]",
        "file:///a",
        "mailto:A@b.example",
        "urn:example:A",
        "tel:+12015550123",
        "sip:A@b.example",
    ];
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            black_box(reference.normalize_to(Level::Scheme));
            black_box(reference.compare(&reference));
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn what_only_its_scheme_changes_is_written_into_the_buffer() {
    let mut buffer = String::with_capacity(100);
    let count = allocations(|| {
        for text in ["http://example.com:80", "https://example.com", "file://localhost/a", "urn:example:a?=b"]
        {
            let reference = UriReference::parse(text).unwrap();
            black_box(Normalizer::new(Level::Scheme).normalize_into(&reference, &mut buffer));
        }
    });
    assert_eq!(count, 0);
}

/// Two buffers suffice to compare references at all levels.
#[test]
fn comparing_allocates_two_buffers() {
    let parse = |text| UriReference::parse(text).unwrap();
    let (a, b) = (parse("HTTP://EXAMPLE.com/%7ea/."), parse("hTTP://EXAMPLE.com/%7Ea/b/.."));
    let count = allocations(|| assert_eq!(black_box(a.compare(&b)), Some(Level::Path)));
    assert_eq!(count, 2);
}

/// The rules of a scheme allocate at most a few times the length of the reference, regardless of the number of
/// parameters or addresses in it.
#[test]
fn many_parts_take_no_more_memory_than_few() {
    for (before, repeated) in
        [("MAILTO:", "A@B,"), ("TEL:1", ";B"), ("tel:1", "-"), ("sip:A", ";B=C"), ("sip:a?a=b", "&A=b")]
    {
        let text = before.to_owned() + &repeated.repeat(100_000);
        let reference = UriReference::parse(&text).unwrap();
        let most = measure(|| drop(black_box(reference.normalize_to(Level::Scheme)))).bytes_max;
        assert!(most <= 4 * text.len() as u64 + 1000, "{before}: {most} bytes for {}", text.len());
    }
}

#[test]
fn normalizing_into_a_buffer_that_has_grown_allocates_nothing() {
    let texts = ["HTTP://EX%41MPLE.com:/a/./../%7e", "a:b/..//c", "//%31.2.3.4/%c3", "http://a/"];
    let mut buffer = String::with_capacity(100);
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            black_box(Normalizer::new(Level::Path).normalize_into(&reference, &mut buffer));
        }
    });
    assert_eq!(count, 0);
}

/// The buffer of the extractor has the same bound for a stream of any length and content.
#[rstest]
#[case::default(None, 65_536)]
#[case::short(Some(100), 65_536)]
#[case::long(Some(300_000), 65_536)]
#[case::by_bytes(None, 1)]
#[case::by_odd_pieces(Some(10_000), 7_777)]
fn a_stream_holds_a_buffer_of_a_size_that_is_known(#[case] longest: Option<usize>, #[case] piece: usize) {
    let (extractor, longest) = match longest {
        Some(longest) => (Extractor::new().max_length(longest), longest),
        None => (Extractor::new(), 1 << 16),
    };
    let text: String = [longest / 2, longest - 9, longest, longest + 1, 3 * longest]
        .into_iter()
        .flat_map(|len| ["http://a/".to_owned(), "b".repeat(len.saturating_sub(9)), " ".to_owned()])
        .collect();
    let found = |text: &str| {
        let reader = InPieces { bytes: text.as_bytes(), piece };
        extractor.in_reader(reader).map(|found| found.unwrap().range().len()).max().unwrap()
    };
    let mut longest_found = 0;
    let most = measure(|| longest_found = found(&text)).bytes_max;
    assert_eq!(longest_found, longest, "the longest that may be found is found");
    // The result has a copy of the found URI, which the bound includes.
    let bound = 3 * (longest + (1 << 16)) + longest + 1000;
    assert!(most <= bound as u64, "{most} bytes, and not {bound}");
}

/// A reader that returns a few bytes at a time.
struct InPieces<'t> {
    bytes: &'t [u8],
    piece: usize,
}

impl Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(self.piece);
        self.bytes.read(&mut buffer[..room])
    }
}

#[test]
fn rejecting_allocates_nothing() {
    let long = format!("http://a/{} ", "%41/".repeat(10_000));
    let count = allocations(|| {
        for text in [" ", "http://[::1", "//a:b", "?%", long.as_str()] {
            for &rule in Rule::ALL {
                black_box(rule.parse(text).is_ok());
            }
        }
    });
    assert_eq!(count, 0);
}

/// As `docs/speed.md` promises.
#[test]
fn an_owned_reference_copies_its_text_at_most_once() {
    let text = "http://a/b?c#d";
    assert_eq!(allocations(|| drop(black_box(text.parse::<Uri<String>>()))), 1);
    assert_eq!(allocations(|| drop(black_box(text.parse::<Uri<Box<str>>>()))), 1);
    let (string, boxed) = (text.to_owned(), Box::<str>::from(text));
    let kept = allocations(|| {
        let uri = black_box(Uri::try_from(string).unwrap());
        let uri = black_box(Uri::<Box<str>>::from(uri));
        drop(black_box(Uri::<String>::from(uri)));
        drop(black_box(Uri::<Box<str>>::try_from(boxed).unwrap()));
    });
    assert_eq!(kept, 0);
}

#[test]
fn encoding_into_a_string_that_has_room_allocates_nothing() {
    let mut text = String::with_capacity(300);
    let count = allocations(|| {
        for raw in ["a ba ba ba ba b", "plain", "é/\u{10FFFF}"] {
            Query::encode(raw).append_to(&mut text);
        }
    });
    assert_eq!((count, text.as_str()), (0, "a%20ba%20ba%20ba%20ba%20bplain%C3%A9/%F4%8F%BF%BF"));
}

/// Setting many keys takes one pass, which allocates a few times the length of the query, regardless of the number of
/// keys.
#[test]
fn setting_many_pairs_takes_a_few_times_their_length() {
    for many in [100, 10_000] {
        let keys: Vec<_> = (0..many).map(|number| format!("key{number}")).collect();
        let mut pairs = QueryPairs::plain();
        pairs.extend(keys.iter().map(|key| (key, "1")));
        let set = || pairs.set_all(keys.iter().rev().map(|key| (key, "2")));
        let bytes = measure(set).bytes_total;
        assert_eq!(pairs.as_str().matches("=2").count(), many);
        assert!(bytes <= 400 * many as u64, "{bytes} bytes for {many}");
    }
}

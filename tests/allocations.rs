//! Parsing a borrowed reference and reading its components allocates nothing, nor does rejecting it, nor
//! normalizing what is normal.

use std::hint::black_box;

use allocation_counter::measure;
use urigram::{Normalizer, Rule, Rung, Uri, UriReference};

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
fn normalizing_what_is_normal_allocates_nothing() {
    let long = format!("http://user@[2001:db8::7]:8080/{}?q=%2F#f", "segment/".repeat(10_000));
    let texts = ["", "../a?b", "http://example.com/", "//1.2.3.4:80", "urn:a:b", "a:/.//b", long.as_str()];
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            for rung in [Rung::String, Rung::Case, Rung::Percent, Rung::Path] {
                black_box(reference.normalize_to(rung));
                black_box(reference.equivalent(&reference, rung));
            }
            black_box(reference.compare(&reference));
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn normalizing_into_a_buffer_that_has_grown_allocates_nothing() {
    let texts = ["HTTP://EX%41MPLE.com:/a/./../%7e", "a:b/..//c", "//%31.2.3.4/%c3", "http://a/"];
    let mut buffer = String::with_capacity(100);
    let count = allocations(|| {
        for text in texts {
            let reference = UriReference::parse(text).unwrap();
            black_box(Normalizer::to(Rung::Path).normalize_into(&reference, &mut buffer));
        }
    });
    assert_eq!(count, 0);
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

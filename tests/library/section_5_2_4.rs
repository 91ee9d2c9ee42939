//! Section 5.2.4: dot segments are removed exactly as specified, in place and in linear time.

use allocation_counter::measure;
use proptest::prelude::*;
use rstest::rstest;
use urigram::resolve::remove_dot_segments;

use crate::common::rfc;
use crate::common::strategies;

fn removed(path: &str) -> (String, usize) {
    let mut path = path.to_owned();
    let dropped = remove_dot_segments(&mut path);
    (path, dropped)
}

/// Returns the result of the pseudocode.
fn expected(path: &str) -> (String, usize) {
    rfc::remove_dot_segments(path, |_, _, _| {})
}

/// The two traces of the section: step, output buffer and input buffer.
#[rstest]
#[case::absolute(&[
    ("1", "", "/a/b/c/./../../g"),
    ("2E", "/a", "/b/c/./../../g"),
    ("2E", "/a/b", "/c/./../../g"),
    ("2E", "/a/b/c", "/./../../g"),
    ("2B", "/a/b/c", "/../../g"),
    ("2C", "/a/b", "/../g"),
    ("2C", "/a", "/g"),
    ("2E", "/a/g", ""),
])]
#[case::rootless(&[
    ("1", "", "mid/content=5/../6"),
    ("2E", "mid", "/content=5/../6"),
    ("2E", "mid/content=5", "/../6"),
    ("2C", "mid", "/6"),
    ("2E", "mid/6", ""),
])]
fn traces(#[case] trace: &[(&str, &str, &str)]) {
    let path = trace[0].2;
    let mut steps = vec![("1", String::new(), path.to_owned())];
    rfc::remove_dot_segments(path, |step, output, input| {
        steps.push((step, output.to_owned(), input.to_owned()));
    });
    let steps: Vec<_> =
        steps.iter().map(|(step, out, input)| (*step, out.as_str(), input.as_str())).collect();
    assert_eq!(steps, trace);
    // The buffers of each step give the same result, because the output buffer has no dot segments.
    let result = trace[trace.len() - 1].1;
    for (_, output, input) in trace {
        assert_eq!(removed(&format!("{output}{input}")), (result.to_owned(), 0));
    }
}

#[rstest]
#[case::empty("", "", 0)]
#[case::nothing_to_remove("/a/b", "/a/b", 0)]
#[case::part_of_a_segment("/a./.b/..c/d../...", "/a./.b/..c/d../...", 0)]
#[case::encoded("/a/%2E%2e/b", "/a/%2E%2e/b", 0)]
#[case::dot("/.", "/", 0)]
#[case::dots("/..", "/", 1)]
#[case::rootless_dot(".", "", 0)]
#[case::rootless_dots("..", "", 1)]
#[case::rootless_prefixes("../.././a", "a", 2)]
#[case::rootless_to_the_root("foo/../bar", "/bar", 0)]
#[case::rootless_all("a/..", "/", 0)]
#[case::rootless_above("a/../../b", "/b", 1)]
#[case::empty_segments("/a//../b", "/a/b", 0)]
#[case::only_empty_segments("//..", "/", 0)]
#[case::empty_first_segment("/a/..//b", "//b", 0)]
#[case::ends_in_dots("/a/b/..", "/a/", 0)]
#[case::ends_in_dot("/a/b/.", "/a/b/", 0)]
#[case::beyond_ascii("/é/日/../ö", "/é/ö", 0)]
fn paths(#[case] path: &str, #[case] expected: &str, #[case] dropped: usize) {
    assert_eq!(removed(path), (expected.to_owned(), dropped));
}

/// Dot segments are found at any offset within and around the eight bytes that are read at once.
#[rstest]
fn at_any_place(#[values("/./x", "/../x", "/.", "/..", "/.x", "/...", "/x.", "./.x")] dots: &str) {
    for before in 0..20 {
        for after in 0..20 {
            let path = "/".to_owned() + &"a".repeat(before) + dots + &"b".repeat(after);
            assert_eq!(removed(&path), expected(&path), "{path}");
        }
    }
}

#[test]
fn all_short_paths() {
    for path in strategies::strings(&["/", ".", "a", "é"], 9) {
        assert_eq!(removed(&path), expected(&path), "{path}");
    }
}

proptest! {
    #[test]
    fn as_the_pseudocode(path in prop::collection::vec(prop::sample::select(&["/", "/..", "/.", "/a", ".", "b"]), 0..60)) {
        let path = path.concat();
        prop_assert_eq!(removed(&path), expected(&path));
    }
}

/// A million segments and more are removed in linear time. If each took time in proportion to the path, this would take too
/// long.
#[rstest]
#[case::up("", "/..", "", 1_000_000)]
#[case::here("", "/.", "", 1_000_000)]
#[case::segments("", "/a", "", 1_000_000)]
#[case::there_and_back("", "/a/..", "", 500_000)]
#[case::empty_there_and_back("", "//..", "", 500_000)]
#[case::rootless_up("", "../", "a", 1_000_000)]
#[case::rootless_here("", "./", "a", 1_000_000)]
#[case::slashes("", "/", "..", 1_000_000)]
#[case::forward_twice_back_once("", "/a/b/..", "", 300_000)]
#[case::almost_dots("", "/...", "/..", 1_000_000)]
fn long_paths(#[case] before: &str, #[case] repeated: &str, #[case] after: &str, #[case] times: usize) {
    let path = before.to_owned() + &repeated.repeat(times) + after;
    assert!(removed(&path) == expected(&path));
}

/// A path of a million segments and as many `..`.
#[test]
fn a_million_segments_are_removed() {
    let path = "/abc".repeat(1_000_000) + &"/..".repeat(1_000_001) + "/g";
    assert_eq!(removed(&path), ("/g".to_owned(), 1));
}

#[test]
fn in_place() {
    let mut path = "/a/b/../c/./é/..".repeat(100);
    let allocations = measure(|| {
        remove_dot_segments(&mut path);
    });
    assert_eq!(allocations.count_total, 0);
    assert_eq!(path, "/a/c".repeat(100) + "/");
}

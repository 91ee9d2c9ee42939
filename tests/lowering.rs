//! What `Components` cannot hold is noticed, whatever an edited grammar captures.

use rstest::rstest;
use urigram::runtime::components;

type Event = (&'static str, usize, usize);

/// Events over a string of ten bytes, as rules end.
#[rstest]
#[case::all(&[("scheme", 0, 1), ("userinfo", 4, 5), ("host", 6, 7), ("port", 8, 8), ("authority", 4, 8), ("path_abempty", 8, 8), ("query", 9, 9), ("fragment", 10, 10)])]
#[case::query_at_the_end(&[("path_empty", 0, 0), ("query", 1, 10)])]
#[case::port_alone(&[("port", 0, 10)])]
#[case::nothing(&[])]
fn holds(#[case] events: &[Event]) {
    assert!(components(events.iter().copied(), 10).is_some());
}

#[rstest]
#[case::scheme_not_at_the_start(&[("scheme", 1, 2)])]
#[case::scheme_twice(&[("scheme", 0, 1), ("scheme", 0, 2)])]
#[case::authority_without_a_host(&[("userinfo", 2, 3), ("authority", 2, 4)])]
#[case::authority_before_its_parts(&[("host", 3, 4), ("authority", 2, 4)])]
#[case::authority_behind_its_parts(&[("host", 2, 4), ("authority", 2, 5)])]
#[case::host_twice(&[("host", 2, 3), ("host", 4, 5)])]
#[case::host_twice_behind_a_userinfo(&[("userinfo", 2, 3), ("host", 4, 5), ("host", 6, 7), ("authority", 2, 7)])]
#[case::host_after_the_authority(&[("host", 2, 4), ("authority", 2, 4), ("userinfo", 5, 6)])]
#[case::path_apart_from_the_port(&[("port", 2, 4), ("path_abempty", 5, 6)])]
#[case::path_before_the_port(&[("path_abempty", 1, 2), ("port", 2, 4)])]
#[case::path_twice(&[("path_rootless", 0, 2), ("path_rootless", 2, 4)])]
#[case::port_not_at_the_end(&[("port", 0, 9)])]
#[case::query_not_at_the_end(&[("query", 1, 9)])]
#[case::query_apart_from_the_fragment(&[("query", 1, 2), ("fragment", 5, 10)])]
#[case::fragment_within_the_query(&[("fragment", 7, 10), ("query", 3, 10)])]
#[case::fragment_not_at_the_end(&[("fragment", 1, 9)])]
fn cannot_hold(#[case] events: &[Event]) {
    assert_eq!(components(events.iter().copied(), 10), None);
}

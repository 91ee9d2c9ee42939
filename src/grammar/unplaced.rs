//! Tests that the lowering rejects captures of an edited grammar that `Components` cannot represent.

use rstest::rstest;

use super::captures::Capture;
use super::components::Components;
use super::lower::Lowering;

/// A rule and its span.
type Event = (&'static str, usize, usize);

fn components(events: &[Event]) -> Option<Components> {
    let mut lowering = Lowering::new(10);
    for &(rule, start, end) in events {
        lowering.capture(Capture::named(rule).unwrap(), start, end);
    }
    lowering.components(false)
}

/// Events over a string of ten bytes, in the order in which the rules end.
#[rstest]
#[case::all(&[("scheme", 0, 1), ("userinfo", 4, 5), ("reg_name", 6, 7), ("host", 6, 7), ("port", 8, 8), ("authority", 4, 8), ("path_abempty", 8, 8), ("query", 9, 9), ("fragment", 10, 10)])]
#[case::query_at_the_end(&[("path_empty", 0, 0), ("query", 1, 10)])]
#[case::port_alone(&[("port", 0, 10)])]
#[case::nothing(&[])]
#[case::uri(&[("scheme", 0, 1), ("path_rootless", 2, 10), ("URI", 0, 10)])]
#[case::relative_ref(&[("path_noscheme", 0, 10), ("relative_ref", 0, 10)])]
#[case::ipv4(&[("IPv4address", 2, 10), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
#[case::ipv6(&[("IPv6address", 3, 9), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
#[case::ipv6_with_a_zone(&[("IPv6address", 3, 5), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
#[case::ipv_future(&[("IPvFuture", 3, 9), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
#[case::address_alone(&[("IPv6address", 0, 10)])]
fn holds(#[case] events: &[Event]) {
    assert!(components(events).is_some());
}

#[rstest]
#[case::uri_without_a_scheme(&[("path_noscheme", 0, 10), ("URI", 0, 10)])]
#[case::relative_ref_with_a_scheme(&[("scheme", 0, 1), ("path_rootless", 2, 10), ("relative_ref", 0, 10)])]
#[case::uri_in_a_uri(&[("scheme", 0, 1), ("URI", 0, 5), ("URI", 0, 10)])]
#[case::host_of_no_kind(&[("host", 2, 10)])]
#[case::host_of_two_kinds(&[("IPv4address", 2, 10), ("reg_name", 2, 10), ("host", 2, 10)])]
#[case::kind_of_a_part_of_the_host(&[("IPv4address", 4, 10), ("host", 2, 10)])]
#[case::kind_of_the_start_of_the_host(&[("reg_name", 2, 8), ("host", 2, 10)])]
#[case::address_without_brackets(&[("IPv6address", 2, 10), ("host", 2, 10)])]
#[case::address_behind_a_bracket(&[("IPv6address", 3, 10), ("host", 2, 10)])]
#[case::kind_after_the_host(&[("reg_name", 2, 4), ("host", 2, 4), ("IPv4address", 6, 10)])]
#[case::kind_without_a_host(&[("IPv4address", 0, 10), ("path_rootless", 0, 10)])]
#[case::scheme_not_at_the_start(&[("scheme", 1, 2)])]
#[case::scheme_twice(&[("scheme", 0, 1), ("scheme", 0, 2)])]
#[case::authority_without_a_host(&[("userinfo", 2, 3), ("authority", 2, 4)])]
#[case::authority_before_its_parts(&[("reg_name", 3, 4), ("host", 3, 4), ("authority", 2, 4)])]
#[case::authority_behind_its_parts(&[("reg_name", 2, 4), ("host", 2, 4), ("authority", 2, 5)])]
#[case::host_twice(&[("reg_name", 2, 3), ("host", 2, 3), ("reg_name", 4, 5), ("host", 4, 5)])]
#[case::host_twice_behind_a_userinfo(&[("userinfo", 2, 3), ("reg_name", 4, 5), ("host", 4, 5), ("reg_name", 6, 7), ("host", 6, 7), ("authority", 2, 7)])]
#[case::host_after_the_authority(&[("reg_name", 2, 4), ("host", 2, 4), ("authority", 2, 4), ("userinfo", 5, 6)])]
#[case::path_apart_from_the_port(&[("port", 2, 4), ("path_abempty", 5, 6)])]
#[case::path_before_the_port(&[("path_abempty", 1, 2), ("port", 2, 4)])]
#[case::path_twice(&[("path_rootless", 0, 2), ("path_rootless", 2, 4)])]
#[case::port_not_at_the_end(&[("port", 0, 9)])]
#[case::query_not_at_the_end(&[("query", 1, 9)])]
#[case::query_apart_from_the_fragment(&[("query", 1, 2), ("fragment", 5, 10)])]
#[case::fragment_within_the_query(&[("fragment", 7, 10), ("query", 3, 10)])]
#[case::fragment_not_at_the_end(&[("fragment", 1, 9)])]
fn cannot_hold(#[case] events: &[Event]) {
    assert_eq!(components(events), None);
}

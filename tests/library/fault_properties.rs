//! The location of faults, as docs/architecture.md defines it, as properties of every rejected
//! string.

use proptest::prelude::*;
use urigram::{ParseError, Rule};

use crate::common::rfc::Split;
use crate::common::strategies::{
    ipv4address, ipv6address, ipvfuture, near_reference, nearly, reference, scheme,
};

/// Returns the expected fault of a string that is not a URI-reference: the first component that its own rule rejects, and
/// the offset.
fn first_fault(text: &str) -> Option<(Rule, usize)> {
    let split = Split::of(text);
    let userinfo = split.authority.and_then(|authority| authority.split_once('@'));
    let host_and_port = userinfo.map(|(_, rest)| rest).or(split.authority);
    let (host, port) = match host_and_port {
        None => (None, None),
        Some(rest) => {
            let bracket = rest.starts_with('[').then(|| rest.find(']').map_or(rest.len(), |at| at + 1));
            let end = match bracket {
                Some(end) if rest[end..].starts_with(':') => end,
                Some(_) => rest.len(), // Text after the bracket is a fault in the host.
                None => rest.find(':').unwrap_or(rest.len()),
            };
            (Some(&rest[..end]), rest.get(end + 1..))
        }
    };
    let path_rule = match (split.authority, split.scheme) {
        (Some(_), _) => Rule::path_abempty,
        _ if split.path.is_empty() => Rule::path_empty,
        _ if split.path.starts_with('/') => Rule::path_absolute,
        (_, Some(_)) => Rule::path_rootless,
        (_, None) => Rule::path_noscheme,
    };
    let components = [
        (Rule::scheme, Rule::scheme, split.scheme),
        (Rule::userinfo, Rule::userinfo, userinfo.map(|(userinfo, _)| userinfo)),
        (Rule::host, Rule::host, host),
        (Rule::port, Rule::port, port),
        (Rule::path, path_rule, Some(split.path)),
        (Rule::query, Rule::query, split.query),
        (Rule::fragment, Rule::fragment, split.fragment),
    ];
    components.into_iter().find_map(|(component, rule, part)| {
        let part = part?;
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        rule.parse(part).err().map(|error| (component, start + error.offset()))
    })
}

fn place(error: ParseError) -> (Rule, usize) {
    (error.component(), error.offset())
}

/// Returns strings of a rule with every possible ending, so that a suffix of one of them completes every prefix of a string of
/// the rule.
fn samples(rule: Rule) -> Vec<String> {
    let strings = |strings: &[&str]| strings.iter().map(|&string| string.to_owned()).collect();
    match rule {
        Rule::scheme => strings(&["a"]),
        Rule::userinfo | Rule::reg_name | Rule::path | Rule::query | Rule::fragment => strings(&["%00"]),
        Rule::port => strings(&["0"]),
        Rule::path_abempty | Rule::path_absolute => strings(&["/%00"]),
        Rule::path_noscheme | Rule::path_rootless => strings(&["%00"]),
        Rule::host => samples(Rule::IP_literal).into_iter().chain(samples(Rule::reg_name)).collect(),
        Rule::IP_literal => samples(Rule::IPv6address)
            .into_iter()
            .chain(samples(Rule::IPvFuture))
            .map(|address| format!("[{address}]"))
            .collect(),
        Rule::IPvFuture => strings(&["v0.0"]),
        Rule::IPv4address => strings(&["0.0.0.0"]),
        Rule::IPv6address => {
            let zeros = |n: usize| vec!["0"; n].join(":");
            let elided = (0..8).flat_map(|left| (0..8 - left).map(move |right| (left, right)));
            let elided = elided.map(|(left, right)| zeros(left) + "::" + &zeros(right));
            elided.chain([zeros(8), zeros(6) + ":0.0.0.0", "::0.0.0.0".to_owned()]).collect()
        }
        _ => unreachable!("{rule}"),
    }
}

/// Checks that the offset is the length of the longest prefix that some string of the rule begins with.
fn check_longest_prefix(rule: Rule, text: &str) -> Result<(), TestCaseError> {
    let Err(error) = rule.parse(text) else { return Ok(()) };
    let samples = samples(rule);
    let can_go_on = |prefix: &str| {
        samples.iter().any(|sample| {
            (0..=sample.len()).any(|at| rule.parse(&format!("{prefix}{}", &sample[at..])).is_ok())
        })
    };
    prop_assert_eq!(error.component(), rule);
    let (before, after) = text.split_at(error.offset());
    prop_assert!(can_go_on(before), "{}: {:?} begins no string of the rule", rule, before);
    if let Some(found) = after.chars().next() {
        let longer = format!("{before}{found}");
        prop_assert!(!can_go_on(&longer), "{}: {:?} begins a string of the rule", rule, longer);
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_fault_lies_in_the_string(text in near_reference()) {
        for &rule in Rule::ALL {
            if let Err(error) = rule.parse(&text) {
                // Everything before the fault is valid, and therefore ASCII.
                prop_assert!(text.get(..error.offset()).is_some_and(str::is_ascii), "{}: {:?}", rule, text);
                prop_assert_eq!(error.found(), text[error.offset()..].chars().next());
                prop_assert!(!error.to_string().is_empty() && !error.help().to_string().is_empty());
            }
        }
    }

    #[test]
    fn the_first_component_that_its_own_rule_rejects_is_reported(text in near_reference()) {
        prop_assert_eq!(Rule::URI_reference.parse(&text).err().map(place), first_fault(&text));
    }

    /// A component that its own rule rejects is reported before a component that is missing or not allowed.
    #[test]
    fn what_is_no_reference_has_one_fault(text in near_reference()) {
        let Err(error) = Rule::URI_reference.parse(&text) else { return Ok(()) };
        for rule in [Rule::URI, Rule::absolute_URI, Rule::relative_ref] {
            prop_assert_eq!(rule.parse(&text).map_err(place), Err(place(error)));
        }
    }

    #[test]
    fn what_is_a_reference_and_no_uri_has_no_scheme(text in reference()) {
        let Some(scheme) = Split::of(&text).scheme else {
            let letters = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
            let end = if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
                text.find(|c| !letters(c)).unwrap_or(text.len())
            } else {
                0
            };
            prop_assert_eq!(Rule::URI.parse(&text).map_err(place), Err((Rule::scheme, end)));
            prop_assert_eq!(Rule::absolute_URI.parse(&text).map_err(place), Err((Rule::scheme, end)));
            return Ok(());
        };
        prop_assert_eq!(Rule::relative_ref.parse(&text).map_err(place), Err((Rule::scheme, scheme.len())));
    }

    #[test]
    fn longest_prefix_of_a_scheme(text in nearly(scheme())) {
        check_longest_prefix(Rule::scheme, &text)?;
    }

    #[test]
    fn longest_prefix_of_an_ip_address(
        ipv4 in nearly(ipv4address()),
        ipv6 in nearly(ipv6address()),
        future in nearly(ipvfuture()),
    ) {
        check_longest_prefix(Rule::IPv4address, &ipv4)?;
        check_longest_prefix(Rule::IPv6address, &ipv6)?;
        check_longest_prefix(Rule::IPvFuture, &future)?;
        check_longest_prefix(Rule::IP_literal, &format!("[{ipv6}"))?;
        check_longest_prefix(Rule::IP_literal, &format!("[{future}]"))?;
        check_longest_prefix(Rule::host, &format!("[{ipv6}]"))?;
        check_longest_prefix(Rule::host, &ipv4)?;
    }

    /// A fault in an authority that is parsed alone is the same as in a reference.
    #[test]
    fn authority_by_itself(text in near_reference()) {
        let Some(authority) = Split::of(&text).authority else { return Ok(()) };
        let found = first_fault(&format!("//{authority}")).map(|(component, offset)| (component, offset - 2));
        prop_assert_eq!(Rule::authority.parse(authority).err().map(place), found);
    }

    #[test]
    fn longest_prefix_of_a_component(text in near_reference()) {
        for rule in [
            Rule::userinfo,
            Rule::host,
            Rule::port,
            Rule::reg_name,
            Rule::path,
            Rule::path_abempty,
            Rule::path_absolute,
            Rule::path_noscheme,
            Rule::path_rootless,
            Rule::query,
            Rule::fragment,
        ] {
            check_longest_prefix(rule, &text)?;
        }
    }
}

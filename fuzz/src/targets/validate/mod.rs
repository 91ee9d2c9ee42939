//! Findings, their ranges and their order, and the references that a policy refuses. Compared with IANA's
//! registries, the standard library's addresses, a list of the policy's rules, and the host that url parses.

mod policy;

use std::net::{IpAddr, Ipv6Addr};

use urigram::grammar::HostKind;
use urigram::normalize::Level;
use urigram::policy::Policy;
use urigram::validate::{Code, Finding};
use urigram::{IriReference, Rule, UriReference};
use url::{Host, Url};

use crate::oracle::whatwg;
use crate::source::{Of, Source};
use crate::target::Target;
use crate::targets::validate::policy::{Rules, shown};

/// An input is a reference, and the rules of a policy.
pub(super) const TARGET: Target = Target { name: "validate", generate, check };

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let Ok(reference) = IriReference::parse(text.as_str()) else { return };
    let found = reference.findings();
    check_places(text, &found);
    let has = |code| found.iter().any(|finding| finding.code() == code);
    if let Ok(reference) = UriReference::parse(text.as_str()) {
        assert_eq!(shown(&reference.findings()), shown(&found), "as a URI and as an IRI");
        check_host(&reference, has);
        check_port(&reference, has);
        assert_eq!(whatwg::other_host(text), None, "the host by url");
    }
    if text.len().is_multiple_of(8) {
        check_messages(text, &found);
    }
    let mut rules = Rules::new();
    input[1..].iter().for_each(|rule| rules.add(rule));
    rules.check(&reference, text, &found);
    if let [_, preset] = input
        && let Some(preset) = preset.strip_prefix("preset ")
    {
        check_preset(preset, text);
    }
}

fn check_places(text: &str, found: &[Finding<'_>]) {
    assert!(found.is_sorted_by_key(|finding| finding.range().start), "in order: {found:?}");
    for (at, finding) in found.iter().enumerate() {
        assert!(text.get(finding.range()).is_some(), "in the text: {finding:?}");
        assert_eq!(finding.severity(), finding.code().severity(), "the severity");
        assert!(!finding.code().is_policy_code(), "without a policy: {finding:?}");
        let is_same =
            |other: &&Finding<'_>| (other.code(), other.component()) == (finding.code(), finding.component());
        assert_eq!(found[at + 1..].iter().find(is_same).map(Finding::code), None, "once in a component");
    }
}

fn check_messages(text: &str, found: &[Finding<'_>]) {
    let password = text.split('@').next().and_then(|before| before.split("//").nth(1)).and_then(|userinfo| {
        let (user, password) = userinfo.split_once(':')?;
        let elsewhere = format!("{user} {}", text.replacen(password, "", 1));
        // A short password may occur in a message by chance.
        let is_own = password.len() > 5
            && password.contains(|c: char| c.is_ascii_digit())
            && !elsewhere.contains(password);
        (is_own && !text.contains(['?', '#'])).then_some(password)
    });
    for finding in found {
        let (message, help) = (finding.message().to_string(), finding.help().to_string());
        assert!(!message.is_empty() && !help.is_empty(), "a message and help");
        assert!(message.len() < 1000 + 4 * text.len(), "a short message");
        if let Some(password) = password
            && finding.component() == Rule::userinfo
        {
            let is_shown = message.contains(password) || help.contains(password);
            assert!(!is_shown, "a message shows the password: {message}, {help}");
        }
    }
}

/// Checks the guarantees of a preset.
fn check_preset(preset: &str, text: &str) {
    let Some(policy) = Policy::preset(preset) else { return };
    match preset {
        "fetch" => {
            assert_eq!(whatwg::other_target(&policy, text), None, "what url fetches");
            assert_eq!(whatwg::not_what_url_makes_of_it(&policy, text), None, "what url makes of it");
        }
        "link" => assert_eq!(whatwg::script(&policy, text), None, "a script"),
        "redirect" => assert_eq!(whatwg::elsewhere(&policy, text), None, "another site"),
        _ => {
            if let Ok(reference) = UriReference::parse(text)
                && policy.check(reference).is_ok()
            {
                assert_eq!(reference.normalize_to(Level::Scheme), text, "a normal form");
            }
        }
    }
}

#[rustfmt::skip]
const RULES: &[&str] = &[
    "max-length 20", "max-length 0", "schemes http https", "schemes urn", "userinfo", "no-userinfo",
    "ports 80 443", "ports 0 8042", "forms uri", "forms uri absolute-path", "forms relative-path same-document",
    "refuse-warnings", "refuse-network 0.0.0.0/0", "refuse-network 10.0.0.0/8", "allow-network 10.1.0.0/16",
    "allow-network 127.0.0.0/8", "refuse-network ::/0", "allow-network 2001:db8::/32",
    "refuse-network 2000::/3", "allow-network 2001:4:112::/48", "refuse-network 64:ff9b::/96",
    "refuse-network ::1", "allow-network fc00::/7", "allow-host example.com", "allow-host .example.com",
    "allow-host EVIL.example.", "allow-host 127.0.0.1", "allow-host 10.0.0.1", "allow-host [::1]",
    "allow-host 2001:db8::1", "host-kinds reg-name", "host-kinds ipv4 ipv6", "host-kinds ipvfuture",
    "require scheme host", "require host port", "require userinfo", "require path query", "require fragment",
];

const PRESETS: &[&str] = &["link", "fetch", "redirect", "identifier"];

pub(super) fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    match source.below(8) {
        0..3 => attack(source, &mut text),
        3 => address(source, &mut text),
        4 => source.reference(Of::Iris, &mut text),
        _ => source.reference(Of::Uris, &mut text),
    }
    if source.once_in(4) {
        source.mutate(&mut text);
    }
    input.push(text);
    if source.once_in(2) {
        input.push(format!("preset {}", source.one_of(PRESETS)));
        if source.once_in(2) {
            return;
        }
    }
    for _ in 0..source.below(4) {
        input.push(if source.once_in(3) {
            format!("{} {}", source.one_of(&["refuse", "warn", "pass"]), source.one_of(Code::ALL))
        } else {
            (*source.one_of(RULES)).to_owned()
        });
    }
}

/// Appends a text that is usually a URI with a host, and often an attack.
fn attack(source: &mut Source, text: &mut String) {
    text.push_str(
        source.token(&["http://", "https://", "http:", "//", "/", "HTTPS://", "file://", "ws:", ""]),
    );
    let mut pieces = |source: &mut Source, most: usize| {
        for _ in 0..source.below(most) {
            text.push_str(source.token(whatwg::PIECES));
        }
    };
    pieces(source, 3);
    pieces(source, 2);
    pieces(source, 4);
}

/// Appends a URI whose host is an address or looks like one. The address is usually in or next to a
/// special-purpose block.
fn address(source: &mut Source, text: &mut String) {
    text.push_str(source.token(&["http://", "//", "https://a@"]));
    if source.once_in(2) {
        #[rustfmt::skip]
        let starts = [
            "::", "::ffff:", "64:ff9b::", "64:ff9b:1::", "100::", "100:0:0:1::", "2001::", "2001:1::",
            "2001:3::", "2001:4:112::", "2001:20::", "2001:30::", "2001:db8::", "2002:", "2620:4f:8000::",
            "3fff:", "5f00::", "fc00::", "fe80::", "fec0::", "ff02::", "2000::", "2a00::5efe:",
            "2a00::200:5efe:", "3ffe:", "4000::", "fd00:ec2::",
        ];
        let ends =
            ["1", "0", "10.0.0.1", "8.8.8.8", "808:808", "169.254.169.254", "254", "ffff::", "a:b:c::", "2"];
        text.push('[');
        text.push_str(source.token(&starts));
        text.push_str(source.token(&ends));
        return text.push(']');
    }
    let first = [
        "0", "10", "100", "127", "169", "172", "192", "198", "203", "224", "240", "255", "8", "0x7f", "0177",
    ];
    let next = [
        "0", "1", "10", "16", "18", "31", "51", "52", "63", "64", "88", "99", "100", "113", "127", "128",
        "168",
    ];
    text.push_str(source.token(&first));
    let parts = if source.once_in(4) { source.below(5) } else { 3 };
    for _ in 0..parts {
        text.push('.');
        match source.below(4) {
            0 => text.push_str(&source.below(256).to_string()),
            1 if source.once_in(8) => {
                text.push_str(source.token(&["0x", "0xa", "08", "010", "256", "65536", ""]))
            }
            _ => text.push_str(source.token(&next)),
        }
    }
}

pub(super) fn check_host(reference: &UriReference<&str>, has: impl Fn(Code) -> bool) {
    let Some(host) = reference.host_str().filter(|host| !host.is_empty()) else {
        return assert!(!has(Code::NotGlobalAddress) && !has(Code::Ipv4LikeHost), "without a host");
    };
    let literal = |host: &str| host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    match reference.components().host_kind() {
        Some(HostKind::Ipv4) => {
            let address = host.parse::<IpAddr>().expect("an IPv4 address");
            check_address(address, has);
        }
        Some(HostKind::Ipv6) => {
            let address = literal(host).unwrap_or_else(|| panic!("an IPv6 address: {host}"));
            check_address(address.into(), has);
        }
        Some(HostKind::RegName) if !host.contains('%') => {
            let number = is_ipv4_like(host);
            assert_eq!(has(Code::Ipv4LikeHost), number, "read as an IPv4 address: {host}");
            let url = reference.scheme().and_then(|_| Url::parse(reference.as_str()).ok());
            if let Some(url) = url.filter(|url| url.is_special() && matches!(url.host(), Some(Host::Ipv4(_))))
            {
                assert!(has(Code::Ipv4LikeHost), "url reads an IPv4 address: {url}");
            }
        }
        _ => {}
    }
}

fn check_address(address: IpAddr, has: impl Fn(Code) -> bool) {
    let is_global = policy::is_global(address);
    assert_eq!(has(Code::NotGlobalAddress), !is_global, "by IANA's registries: {address}");
    let is_special = match address {
        IpAddr::V4(v4) => {
            v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_broadcast()
                || v4.is_documentation()
                || v4.is_unspecified()
                || v4.is_multicast()
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_multicast()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
        }
    };
    assert!(!(is_special && is_global), "by std: {address}");
    assert!(!has(Code::Ipv4LikeHost), "an address is not like one: {address}");
}

/// Returns whether `inet_aton` accepts the name: up to four numbers in decimal, octal or hexadecimal digits, and an
/// optional dot at the end.
fn is_ipv4_like(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_number = |part: &str| match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(digits) => digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()),
    };
    name.split('.').count() <= 4 && name.split('.').all(is_number)
}

/// The default ports of the URL Standard.
const DEFAULT_PORTS: &[(&str, u32)] = &[("http", 80), ("https", 443), ("ws", 80), ("wss", 443), ("ftp", 21)];

pub(super) fn check_port(reference: &UriReference<&str>, has: impl Fn(Code) -> bool) {
    let scheme = reference.scheme().map(|scheme| scheme.as_str().to_ascii_lowercase());
    // A single finding for the whole authority covers the port.
    if scheme.as_deref() == Some("file") || has(Code::AuthorityNotAllowed) {
        return;
    }
    let port = reference.port().map(|port| port.as_str());
    let digits = port.map(|port| port.trim_start_matches('0'));
    let number =
        digits.map(|digits| if digits.len() > 5 { 99_999 } else { digits.parse::<u32>().unwrap_or(0) });
    let is_empty = port == Some("");
    assert_eq!(has(Code::EmptyPort), is_empty, "an empty port");
    assert_eq!(has(Code::PortZero), !is_empty && number == Some(0), "port zero");
    assert_eq!(has(Code::PortTooLarge), number > Some(65_535), "a large port");
    let has_zeros = port.is_some_and(|port| port.len() > 1 && port.starts_with('0'));
    assert_eq!(has(Code::PortLeadingZeros), has_zeros, "zeros before a port");
    let default = DEFAULT_PORTS.iter().find(|(known, _)| scheme.as_deref() == Some(known));
    if let Some(&(_, default)) = default {
        assert_eq!(has(Code::DefaultPort), !is_empty && number == Some(default), "the default port");
        let is_foreign = number.is_some_and(|number| (1..1024).contains(&number) && number != default);
        assert_eq!(has(Code::ForeignPort), is_foreign, "the port of another scheme");
    }
}

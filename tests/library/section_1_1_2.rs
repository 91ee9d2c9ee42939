//! Section 1.1.2: the examples, with all of their components.

use rstest::rstest;
use urigram::{AbsoluteUri, RelativeRef, Uri};

use crate::common::components;

#[rstest]
#[case::ftp(
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "URI scheme=ftp authority=ftp.is.co.za reg-name=ftp.is.co.za path-abempty=/rfc/rfc1808.txt"
)]
#[case::http(
    "http://www.ietf.org/rfc/rfc2396.txt",
    "URI scheme=http authority=www.ietf.org reg-name=www.ietf.org path-abempty=/rfc/rfc2396.txt"
)]
#[case::ldap(
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "URI scheme=ldap authority=[2001:db8::7] IPv6address=[2001:db8::7] path-abempty=/c=GB query=objectClass?one"
)]
#[case::mailto("mailto:John.Doe@example.com", "URI scheme=mailto path-rootless=John.Doe@example.com")]
#[case::news(
    "news:comp.infosystems.www.servers.unix",
    "URI scheme=news path-rootless=comp.infosystems.www.servers.unix"
)]
#[case::tel("tel:+1-816-555-1212", "URI scheme=tel path-rootless=+1-816-555-1212")]
#[case::telnet(
    "telnet://192.0.2.16:80/",
    "URI scheme=telnet authority=192.0.2.16:80 IPv4address=192.0.2.16 port=80 path-abempty=/"
)]
#[case::urn(
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "URI scheme=urn path-rootless=oasis:names:specification:docbook:dtd:xml:4.1.2"
)]
fn example(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
    assert!(Uri::parse(text).is_ok());
    assert!(AbsoluteUri::parse(text).is_ok());
    assert!(RelativeRef::parse(text).is_err());
}

//! Section 3.2.3: a port is any number of digits, kept as written.

use rstest::rstest;
use urigram::{Port, PortError, UriReference};

#[rstest]
#[case("0", Ok(0))]
#[case("80", Ok(80))]
#[case("0080", Ok(80))]
#[case("00000000000000000000080", Ok(80))]
#[case("65535", Ok(65535))]
#[case("065535", Ok(65535))]
#[case("65536", Err(PortError::TooLarge))]
#[case("99999999999999999999999999", Err(PortError::TooLarge))]
#[case("", Err(PortError::Empty))]
fn port(
    #[case] digits: &str,
    #[case] number: Result<u16, PortError>,
    #[values("//h", "//[::1]", "//", "a://u@1.2.3.4")] before: &str,
    #[values("", "/", "?q", "#f")] after: &str,
) {
    assert_eq!(Port::parse(digits).unwrap().to_u16(), number);
    let text = format!("{before}:{digits}{after}");
    let port = UriReference::parse(&text).unwrap().port().unwrap();
    assert_eq!(port.as_str(), digits);
    assert_eq!(port.to_u16(), number);
}

#[rstest]
#[case("//h")]
#[case("//[::1]")]
#[case("//u:80@h")]
#[case("//h/:80")]
#[case("h:80")]
fn no_port(#[case] text: &str) {
    assert_eq!(UriReference::parse(text).unwrap().port(), None);
}

#[rstest]
#[case("+80")]
#[case("-1")]
#[case(" 80")]
#[case("8a")]
#[case("80:")]
#[case("８０")]
fn not_digits(#[case] port: &str) {
    assert!(Port::parse(port).is_err());
    assert!(UriReference::parse(&format!("//h:{port}/")).is_err());
}

#[rstest]
#[case::given("http://h:8042/", Some(8042))]
#[case::undefined("HTTP://h/", Some(80))]
#[case::empty("http://h:/", Some(80))]
#[case::unknown_scheme("x://h/", None)]
#[case::given_of_an_unknown_scheme("x://h:1/", Some(1))]
#[case::no_scheme("//h/", None)]
#[case::too_large("http://h:65536/", None)]
#[case::leading_zeros("http://h:00080/", Some(80))]
fn port_or_default(#[case] text: &str, #[case] port: Option<u16>) {
    assert_eq!(UriReference::parse(text).unwrap().port_or_default(), port);
}

//! What `uri parse --format rust` prints, each as a test.

#[test]
fn of_section_3() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("foo://user@example.com:8042/over/there?name=ferret#nose")?;
    assert_eq!(uri.scheme(), "foo");
    assert_eq!(uri.userinfo().unwrap().as_str(), "user");
    assert_eq!(uri.host_str(), Some("example.com"));
    assert_eq!(uri.port().unwrap().to_u16(), Ok(8042));
    assert_eq!(uri.path(), "/over/there");
    assert_eq!(uri.query().unwrap().as_str(), "name=ferret");
    assert_eq!(uri.fragment().unwrap().as_str(), "nose");
    Ok(())
}

#[test]
fn urn() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("urn:example:animal:ferret:nose")?;
    assert_eq!(uri.scheme(), "urn");
    assert_eq!(uri.path(), "example:animal:ferret:nose");
    Ok(())
}

#[test]
fn relative_reference() -> Result<(), urigram::ParseError> {
    use urigram::RelativeRef;

    let reference = RelativeRef::parse("../a%20b/?q#f")?;
    assert_eq!(reference.path(), "../a%20b/");
    assert_eq!(reference.query().unwrap().as_str(), "q");
    assert_eq!(reference.fragment().unwrap().as_str(), "f");
    Ok(())
}

#[test]
fn empty_reference() -> Result<(), urigram::ParseError> {
    use urigram::RelativeRef;

    let reference = RelativeRef::parse("")?;
    assert_eq!(reference.path(), "");
    Ok(())
}

#[test]
fn network_path() -> Result<(), urigram::ParseError> {
    use urigram::{Host, RelativeRef};

    let reference = RelativeRef::parse("//[::1]:0080/x")?;
    assert_eq!(reference.host_str(), Some("[::1]"));
    assert_eq!(reference.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    assert_eq!(reference.port().unwrap().to_u16(), Ok(80));
    assert_eq!(reference.path(), "/x");
    Ok(())
}

#[test]
fn ipv4() -> Result<(), urigram::ParseError> {
    use urigram::{Host, Uri};

    let uri = Uri::parse("http://192.0.2.16/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("192.0.2.16"));
    assert_eq!(uri.host(), Some(Host::Ipv4("192.0.2.16".parse().unwrap())));
    assert_eq!(uri.path(), "/");
    Ok(())
}

#[test]
fn ipvfuture() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("http://[v7.x]/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("[v7.x]"));
    assert_eq!(uri.path(), "/");
    Ok(())
}

#[test]
fn all_empty() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("a://@:?#")?;
    assert_eq!(uri.scheme(), "a");
    assert_eq!(uri.userinfo().unwrap().as_str(), "");
    assert_eq!(uri.host_str(), Some(""));
    assert_eq!(uri.port().unwrap().as_str(), "");
    assert_eq!(uri.path(), "");
    assert_eq!(uri.query().unwrap().as_str(), "");
    assert_eq!(uri.fragment().unwrap().as_str(), "");
    Ok(())
}

#[test]
fn port_that_is_no_number() -> Result<(), urigram::ParseError> {
    use urigram::RelativeRef;

    let reference = RelativeRef::parse("//a:65536")?;
    assert_eq!(reference.host_str(), Some("a"));
    assert_eq!(reference.port().unwrap().as_str(), "65536");
    assert_eq!(reference.path(), "");
    Ok(())
}

#[test]
fn password() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("ftp://user:secret@h")?;
    assert_eq!(uri.scheme(), "ftp");
    assert_eq!(uri.userinfo().unwrap().as_str(), "user:secret");
    assert_eq!(uri.host_str(), Some("h"));
    assert_eq!(uri.path(), "");
    Ok(())
}

#[test]
fn apostrophe() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("a:'b'?'('")?;
    assert_eq!(uri.scheme(), "a");
    assert_eq!(uri.path(), "'b'");
    assert_eq!(uri.query().unwrap().as_str(), "'('");
    Ok(())
}

#[test]
fn upper_case() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("HTTP://EXAMPLE/%7Efoo")?;
    assert_eq!(uri.scheme(), "HTTP");
    assert_eq!(uri.host_str(), Some("EXAMPLE"));
    assert_eq!(uri.path(), "/%7Efoo");
    Ok(())
}

#[test]
fn uri() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("a:b#c")?;
    assert_eq!(uri.scheme(), "a");
    assert_eq!(uri.path(), "b");
    assert_eq!(uri.fragment().unwrap().as_str(), "c");
    Ok(())
}

#[test]
fn absolute_uri() -> Result<(), urigram::ParseError> {
    use urigram::AbsoluteUri;

    let uri = AbsoluteUri::parse("a:b?c")?;
    assert_eq!(uri.scheme(), "a");
    assert_eq!(uri.path(), "b");
    assert_eq!(uri.query().unwrap().as_str(), "c");
    Ok(())
}

#[test]
fn relative_ref() -> Result<(), urigram::ParseError> {
    use urigram::RelativeRef;

    let reference = RelativeRef::parse("b?c")?;
    assert_eq!(reference.path(), "b");
    assert_eq!(reference.query().unwrap().as_str(), "c");
    Ok(())
}

#[test]
fn several() -> Result<(), urigram::ParseError> {
    use urigram::Uri;

    let uri = Uri::parse("http://a/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("a"));
    assert_eq!(uri.path(), "/");

    use urigram::Host;

    let uri = Uri::parse("http://127.0.0.1/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("127.0.0.1"));
    assert_eq!(uri.host(), Some(Host::Ipv4("127.0.0.1".parse().unwrap())));
    assert_eq!(uri.path(), "/");

    use urigram::RelativeRef;

    let reference = RelativeRef::parse("b")?;
    assert_eq!(reference.path(), "b");

    let uri = Uri::parse("http://[::1]/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("[::1]"));
    assert_eq!(uri.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    assert_eq!(uri.path(), "/");
    Ok(())
}

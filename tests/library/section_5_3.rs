//! Section 5.3: an undefined component is not an empty one, and the components recompose to the text.

use rstest::rstest;
use urigram::UriReference;

type Part = Option<&'static str>;

/// Every combination of undefined, empty and non-empty components, composed as in section 5.3. An authority
/// consists of a userinfo, a host and a port.
#[rstest]
fn undefined_is_not_empty(
    #[values(None, Some("s"))] scheme: Part,
    #[values(
        None,
        Some((None, "", None)),
        Some((None, "", Some(""))),
        Some((None, "", Some("1"))),
        Some((None, "h", None)),
        Some((None, "h", Some(""))),
        Some((None, "h", Some("1"))),
        Some((Some(""), "", None)),
        Some((Some(""), "", Some(""))),
        Some((Some(""), "h", Some("1"))),
        Some((Some("u"), "", None)),
        Some((Some("u"), "", Some(""))),
        Some((Some("u"), "h", Some("1"))),
    )]
    authority: Option<(Part, &str, Part)>,
    #[values("", "/", "/p")] path: &str,
    #[values(None, Some(""), Some("q"))] query: Part,
    #[values(None, Some(""), Some("f"))] fragment: Part,
) {
    let before = |part: Part, mark: &str| part.map_or(String::new(), |part| format!("{mark}{part}"));
    let after = |part: Part, mark: &str| part.map_or(String::new(), |part| format!("{part}{mark}"));
    let userinfo = authority.and_then(|(userinfo, ..)| userinfo);
    let host = authority.map(|(_, host, _)| host);
    let port = authority.and_then(|(.., port)| port);
    let authority = host.map(|host| after(userinfo, "@") + host + &before(port, ":"));
    let mut text = after(scheme, ":");
    if let Some(authority) = &authority {
        text = text + "//" + authority;
    }
    let text = text + path + &before(query, "?") + &before(fragment, "#");

    let reference = UriReference::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(reference.scheme().map(|it| it.as_str()), scheme, "scheme of {text}");
    assert_eq!(reference.authority().map(|it| it.as_str()), authority.as_deref(), "authority of {text}");
    assert_eq!(reference.userinfo().map(|it| it.as_str()), userinfo, "userinfo of {text}");
    assert_eq!(reference.authority().map(|it| it.host_str()), host, "host of {text}");
    assert_eq!(reference.host().is_some(), host.is_some(), "host of {text}");
    assert_eq!(reference.port().map(|it| it.as_str()), port, "port of {text}");
    assert_eq!(reference.path().as_str(), path, "path of {text}");
    assert_eq!(reference.query().map(|it| it.as_str()), query, "query of {text}");
    assert_eq!(reference.fragment().map(|it| it.as_str()), fragment, "fragment of {text}");
}

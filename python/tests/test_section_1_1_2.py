"""Section 1.1.2: the examples, with all of their components."""

import pytest

from urigram import Uri, UriReference

COMPONENTS = ("scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "path_kind", "query", "fragment")


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        pytest.param(
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            {
                "scheme": "ftp",
                "authority": "ftp.is.co.za",
                "host": "ftp.is.co.za",
                "host_kind": "reg-name",
                "path": "/rfc/rfc1808.txt",
                "path_kind": "abempty",
            },
            id="ftp",
        ),
        pytest.param(
            "http://www.ietf.org/rfc/rfc2396.txt",
            {
                "scheme": "http",
                "authority": "www.ietf.org",
                "host": "www.ietf.org",
                "host_kind": "reg-name",
                "path": "/rfc/rfc2396.txt",
                "path_kind": "abempty",
            },
            id="http",
        ),
        pytest.param(
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            {
                "scheme": "ldap",
                "authority": "[2001:db8::7]",
                "host": "[2001:db8::7]",
                "host_kind": "ipv6",
                "path": "/c=GB",
                "path_kind": "abempty",
                "query": "objectClass?one",
            },
            id="ldap",
        ),
        pytest.param(
            "mailto:John.Doe@example.com",
            {"scheme": "mailto", "path": "John.Doe@example.com", "path_kind": "rootless"},
            id="mailto",
        ),
        pytest.param(
            "news:comp.infosystems.www.servers.unix",
            {"scheme": "news", "path": "comp.infosystems.www.servers.unix", "path_kind": "rootless"},
            id="news",
        ),
        pytest.param(
            "tel:+1-816-555-1212",
            {"scheme": "tel", "path": "+1-816-555-1212", "path_kind": "rootless"},
            id="tel",
        ),
        pytest.param(
            "telnet://192.0.2.16:80/",
            {
                "scheme": "telnet",
                "authority": "192.0.2.16:80",
                "host": "192.0.2.16",
                "host_kind": "ipv4",
                "port": "80",
                "path": "/",
                "path_kind": "abempty",
            },
            id="telnet",
        ),
        pytest.param(
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            {
                "scheme": "urn",
                "path": "oasis:names:specification:docbook:dtd:xml:4.1.2",
                "path_kind": "rootless",
            },
            id="urn",
        ),
    ],
)
def test_example(text: str, defined: dict[str, str]) -> None:
    for reference in (UriReference(text), Uri(text)):
        components = {name: getattr(reference, name) for name in COMPONENTS}
        assert components == {name: defined.get(name) for name in COMPONENTS}
        assert str(reference) == text

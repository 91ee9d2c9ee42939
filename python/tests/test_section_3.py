"""Section 3: components, empty and undefined ones, and the component at fault for a rejected text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urigram import ParseError, Uri, UriReference


@pytest.mark.parametrize(
    ("text", "name", "empty"),
    [
        ("file:///a", "authority", ""),
        ("file:/a", "authority", None),
        ("//@a", "userinfo", ""),
        ("//a", "userinfo", None),
        ("file:///a", "host", ""),
        ("file:/a", "host", None),
        ("//a:", "port", ""),
        ("//a", "port", None),
        ("//a", "path", ""),
        ("?", "query", ""),
        ("#?", "query", None),
        ("#", "fragment", ""),
        ("?", "fragment", None),
        ("/a", "scheme", None),
    ],
)
def test_section_5_3_empty_is_not_undefined(text: str, name: str, empty: str | None) -> None:
    assert getattr(UriReference(text), name) == empty


@pytest.mark.parametrize(
    ("text", "host", "kind"),
    [
        ("//192.0.2.16", "192.0.2.16", "ipv4"),
        ("//127.0.0.001", "127.0.0.001", "reg-name"),
        ("//1.2.3.4.example", "1.2.3.4.example", "reg-name"),
        ("//[2001:db8::7]", "[2001:db8::7]", "ipv6"),
        ("//[v7.x:y]", "[v7.x:y]", "ipvfuture"),
        ("//", "", "reg-name"),
        ("/", None, None),
    ],
)
def test_section_3_2_2_kinds_of_host(text: str, host: str | None, kind: str | None) -> None:
    reference = UriReference(text)
    assert (reference.host, reference.host_kind) == (host, kind)


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("https://example.com/", 443),
        ("https://example.com:/", 443),
        ("https://example.com:8042/", 8042),
        ("https://example.com:65536/", None),
        ("//example.com/", None),
    ],
)
def test_section_3_2_3_default_ports(text: str, port: int | None) -> None:
    assert UriReference(text).port_or_default == port


@pytest.mark.parametrize(
    ("text", "kind"),
    [("//a/b", "abempty"), ("//a", "abempty"), ("/a", "absolute"), ("a", "noscheme"), ("a:b", "rootless"), ("a:", "empty")],
)
def test_section_3_3_kinds_of_path(text: str, kind: str) -> None:
    assert UriReference(text).path_kind == kind


FAULTS = [
    ("http://exa mple.com/", "host", 10, " ", "unexpected ' ' in the host at byte 10"),
    ("http://h:8a/", "port", 10, "a", "unexpected 'a' in the port at byte 10"),
    ("http://[1::2::3]", "host", 13, ":", "unexpected ':' in the host at byte 13"),
    ("http://[::1", "host", 11, None, "the host ends too early at byte 11"),
    ("http://a/%6G", "path", 11, "G", "incomplete percent-encoding in the path at byte 11"),
    ("ht tp://x", "scheme", 2, " ", "unexpected ' ' in the scheme at byte 2"),
    ("1http://x", "scheme", 0, "1", "unexpected '1' in the scheme at byte 0"),
    ("//a@b@c", "host", 5, "@", "unexpected '@' in the host at byte 5"),
    ("//a b@c", "userinfo", 3, " ", "unexpected ' ' in the userinfo at byte 3"),
    (":// no", "path", 0, ":", "unexpected ':' in the path at byte 0"),
    ("?\\", "query", 1, "\\", "unexpected '\\' in the query at byte 1"),
    ("#a#", "fragment", 2, "#", "unexpected '#' in the fragment at byte 2"),
    ("/café", "path", 4, "é", "unexpected 'é' in the path at byte 4"),
    ("/a\0b", "path", 2, "\0", "unexpected '\\0' in the path at byte 2"),
    ("//é/é", "host", 2, "é", "unexpected 'é' in the host at byte 2"),
]


@pytest.mark.parametrize(("text", "component", "offset", "found", "message"), FAULTS)
def test_fault(text: str, component: str, offset: int, found: str | None, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        UriReference(text)
    error = raised.value
    assert (error.component, error.offset, error.found) == (component, offset, found)
    assert error.message == message
    assert error.help
    assert str(error) == f"{message}; {error.help}"
    # The text may contain a password.
    assert text not in repr(error)


@pytest.mark.parametrize(("text", "offset", "found"), [("abc", 3, None), ("/abc", 0, "/"), ("", 0, None)])
def test_a_uri_has_a_scheme(text: str, offset: int, found: str | None) -> None:
    for given_text in (text, UriReference(text)):
        with pytest.raises(ParseError, match="^the scheme is missing; ") as raised:
            Uri(given_text)
        assert (raised.value.component, raised.value.offset, raised.value.found) == ("scheme", offset, found)


@pytest.mark.parametrize(
    ("text", "component", "offset", "message"),
    [
        ("/\ud800", "path", 1, "unexpected surrogate in the path at byte 1"),
        ("\udcff", "path", 0, "unexpected surrogate in the path at byte 0"),
        ("//h\udc80", "host", 3, "unexpected surrogate in the host at byte 3"),
        # Only the first fault is reported.
        ("a b/\udc80\ud800", "path", 1, "unexpected ' ' in the path at byte 1"),
        ("\x80\ud800", "path", 0, "unexpected '\\u{80}' in the path at byte 0"),
        ("/\ufffd\ud800", "path", 1, "unexpected '\ufffd' in the path at byte 1"),
    ],
)
def test_a_surrogate_is_not_a_character(text: str, component: str, offset: int, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        UriReference(text)
    error = raised.value
    assert (error.message, error.component, error.offset) == (message, component, offset)
    assert error.found == text[offset]


TEXTS = st.text(alphabet=st.one_of(st.sampled_from(":/?#[]@%.azAF09 -"), st.characters(), st.characters(categories=["Cs"])))


@given(TEXTS)
@example("é" * 4096)
@example("\x80\ud800")
def test_any_text_is_a_reference_or_has_one_fault(text: str) -> None:
    try:
        reference = UriReference(text)
    except ParseError as error:
        # The offset is an index of the text, and also an offset in bytes.
        assert text[: error.offset].isascii()
        assert error.found == (text[error.offset] if error.offset < len(text) else None)
    else:
        assert str(reference) == text
        assert _recomposed(reference) == text


def _recomposed(reference: UriReference) -> str:
    """Returns the text by the pseudocode of section 5.3."""
    text = "" if reference.scheme is None else reference.scheme + ":"
    if reference.authority is not None:
        userinfo = "" if reference.userinfo is None else reference.userinfo + "@"
        port = "" if reference.port is None else ":" + reference.port
        assert reference.authority == f"{userinfo}{reference.host}{port}"
        text += "//" + reference.authority
    text += reference.path
    if reference.query is not None:
        text += "?" + reference.query
    return text if reference.fragment is None else f"{text}#{reference.fragment}"

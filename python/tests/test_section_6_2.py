"""Section 6.2: the comparison ladder."""

from typing import get_args

import pytest

from urigram import Level, Uri, UriReference

LEVELS: tuple[Level, ...] = get_args(Level)


@pytest.mark.parametrize(
    ("text", "level", "form"),
    [
        ("HTTP://EX%41mple.com:/%7e/../?", "string", "HTTP://EX%41mple.com:/%7e/../?"),
        # 6.2.2.1.
        ("HTTP://EX%41mple.com:/%7e/../?", "case", "http://ex%41mple.com:/%7E/../?"),
        ("HTTP://www.EXAMPLE.com/", "case", "http://www.example.com/"),
        ("EX:%41%7e", "case", "ex:%41%7E"),
        # 6.2.2.2.
        ("HTTP://EX%41mple.com:/%7e/../?", "percent", "http://example.com:/~/../?"),
        ("/%2D%2E%5F%7E%30%39%61%7A%41%5A", "percent", "/-._~09azAZ"),
        ("/%3A%2F%3F%23%5B%5D%40", "percent", "/%3A%2F%3F%23%5B%5D%40"),
        # 6.2.2.3.
        ("HTTP://EX%41mple.com:/%7e/../?", "path", "http://example.com/?"),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "path", "example://a/b/c/%7Bfoo%7D"),
        ("a:/..//b", "path", "a:/.//b"),
        ("../a/./b", "path", "../a/./b"),
        # 6.2.3.
        ("http://example.com", "scheme", "http://example.com/"),
        ("http://example.com:/", "scheme", "http://example.com/"),
        ("http://example.com:80/", "scheme", "http://example.com/"),
        ("http://[2001:DB8:0:0::0:1]/", "scheme", "http://[2001:db8::1]/"),
    ],
)
def test_normalize(text: str, level: Level, form: str) -> None:
    reference = UriReference(text)
    assert reference.normalize(level) == UriReference(form)
    assert reference.normalize(level).normalize(level) == UriReference(form)
    assert str(reference) == text
    if level == "path":
        assert reference.normalize() == UriReference(form)


@pytest.mark.parametrize(
    ("a", "b", "level"),
    [
        pytest.param("http://a/", "http://a/", "string", id="6.2.1"),
        pytest.param("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "case", id="6.2.2.1"),
        pytest.param("http://a/%3a", "http://a/%3A", "case", id="6.2.2.1, digits"),
        pytest.param("/%7Euser", "/~user", "percent", id="6.2.2.2"),
        pytest.param("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "path", id="6.2.2"),
        pytest.param("http://example.com", "http://example.com:80/", "scheme", id="6.2.3"),
        pytest.param("http://a/B", "http://a/b", None, id="the path is case-sensitive"),
        pytest.param("?", "", None, id="an empty query is not an undefined one"),
    ],
)
def test_compare(a: str, b: str, level: Level | None) -> None:
    assert UriReference(a).compare(b) == level
    assert UriReference(b).compare(UriReference(a)) == level
    for index, on in enumerate(LEVELS):
        assert UriReference(a).equivalent(b, on) == (level is not None and index >= LEVELS.index(level))


def test_a_normal_form_is_of_the_same_class() -> None:
    assert type(Uri("a:b").normalize()) is Uri
    assert type(UriReference("a:b").normalize()) is UriReference


@pytest.mark.parametrize("name", ["Path", "syntax", "protocol", ""])
def test_no_such_level(name: str) -> None:
    with pytest.raises(ValueError, match=f'^no level is named "{name}"; the levels are'):
        UriReference("a").normalize(name)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^no level is named"):
        UriReference("a").equivalent("a", name)  # type: ignore[arg-type]

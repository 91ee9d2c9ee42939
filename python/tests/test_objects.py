"""The protocols of Python values: equality, hashing, ordering, copying, pickling, and messages."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urigram
from urigram import ParseError, ResolveError, Uri, UriReference

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)

PICKLED = [pytest.param(lambda x, own=own: pickle.loads(pickle.dumps(x, own)), id=f"pickle {own}") for own in PROTOCOLS]

COPIES = [copy.copy, copy.deepcopy, *PICKLED]


class Link(UriReference):
    tags: list[str]


class Slotted(UriReference):
    __slots__ = ("tags",)
    tags: list[str]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(
    "reference",
    [
        UriReference(""),
        UriReference("../a?b#c"),
        UriReference("a:b"),
        Uri("http://user:secret@example.com:80/a%20b?c#d"),
        Link("../a"),
    ],
)
def test_a_copy_is_equal(reference: UriReference, copied: Callable[[UriReference], UriReference]) -> None:
    copy_of = copied(reference)
    assert copy_of == reference
    assert type(copy_of) is type(reference)
    assert copy_of.path == reference.path


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("subclass", [Link, Slotted])
def test_a_copy_has_the_attributes_of_a_subclass(
    subclass: type[Link] | type[Slotted], copied: Callable[[Link | Slotted], Link | Slotted]
) -> None:
    link = subclass("../a")
    link.tags = ["a"]
    copy_of = copied(link)
    assert copy_of.tags == ["a"]
    assert (copy_of.tags is link.tags) == (copied is copy.copy)
    copy_of.tags = ["b"]
    assert link.tags == ["a"]


def test_a_pickle_is_parsed() -> None:
    forged = pickle.dumps(Uri("http://example.com/")).replace(b"http://example.com/", b"http://exa mple.com")
    with pytest.raises(ParseError):
        pickle.loads(forged)


def test_equality_is_that_of_the_text() -> None:
    assert Uri("http://a/") == UriReference("http://a/")
    assert hash(Uri("http://a/")) == hash(UriReference("http://a/"))
    assert Uri("http://a/") != Uri("HTTP://a/")
    assert {Uri("http://a/"), UriReference("http://a/"), UriReference("http://b/")} == {
        UriReference("http://a/"),
        Uri("http://b/"),
    }


def test_a_reference_is_not_equal_to_a_str() -> None:
    assert UriReference("a") != "a"
    assert (UriReference("a") == "a") is False
    with pytest.raises(TypeError):
        UriReference("a") < "b"  # type: ignore[operator]


@given(st.lists(st.text(alphabet="aZ/:?#.%20", max_size=6)))
def test_order_is_that_of_the_text(texts: list[str]) -> None:
    references = []
    for text in texts:
        try:
            references.append(UriReference(text))
        except ParseError:
            pass
    assert [str(reference) for reference in sorted(references)] == sorted(map(str, references))
    for a in references:
        for b in references:
            assert [a < b, a <= b, a > b, a >= b, a == b] == [
                str(a) < str(b),
                str(a) <= str(b),
                str(a) > str(b),
                str(a) >= str(b),
                str(a) == str(b),
            ]


def test_a_reference_never_changes() -> None:
    reference = UriReference("http://a/")
    with pytest.raises(AttributeError):
        reference.path = "/b"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        reference.other = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        (UriReference("../a?b"), "UriReference('../a?b')"),
        (Uri("http://user:secret@example.com/"), "Uri('http://user:***@example.com/')"),
        (UriReference("it's"), 'UriReference("it\'s")'),
    ],
)
def test_repr(reference: UriReference, shown: str) -> None:
    assert repr(reference) == shown


def test_str_and_format_have_the_whole_text() -> None:
    uri = Uri("http://user:secret@example.com/")
    assert str(uri) == f"{uri}" == "http://user:secret@example.com/"
    assert uri.redacted() == "http://user:***@example.com/"


def test_a_pattern_matches_components() -> None:
    match UriReference("http://example.com/a"):
        case UriReference(scheme="http", host=host, path=path):
            assert (host, path) == ("example.com", "/a")
        case _:
            pytest.fail("it has this scheme")


def test_a_reference_of_a_reference() -> None:
    reference = UriReference("http://a/")
    assert type(Uri(reference)) is Uri
    assert UriReference(Uri("a:b")) == Uri("a:b")
    assert type(UriReference(Uri("a:b"))) is UriReference


@pytest.mark.parametrize("other", [1, None, b"http://a/", ["a"]])
def test_other_types(other: object) -> None:
    name = type(other).__name__
    message = f"^expected a str or a UriReference, not {name}$"
    base = Uri("http://a/")
    calls: list[Callable[[Any], object]] = [UriReference, Uri, base.resolve, base.relativize, base.compare]
    for call in calls:
        with pytest.raises(TypeError, match=message):
            call(other)


def test_a_subclass_of_str_is_a_str() -> None:
    class Text(str):
        pass

    assert UriReference(Text("a")) == UriReference("a")


def test_errors_are_value_errors_and_can_be_pickled() -> None:
    with pytest.raises(ValueError) as raised:
        UriReference("http://exa mple.com/")
    copied = pickle.loads(pickle.dumps(raised.value))
    assert isinstance(copied, ParseError)
    assert str(copied) == str(raised.value)
    assert str(copied) == "unexpected ' ' in the host at byte 10; remove the space from the host"
    assert vars(copied) == vars(raised.value)
    with pytest.raises(ValueError) as unresolved:
        Uri("http://a/").resolve("../b", deny_above_root=True)
    copied_too = pickle.loads(pickle.dumps(unresolved.value))
    assert isinstance(copied_too, ResolveError)
    assert copied_too.help == "leave them out, or resolve without the option `deny_above_root`"


def test_names() -> None:
    for name in urigram.__all__:
        assert getattr(urigram, name) is not None
    for exported in (urigram.Uri, urigram.UriReference, urigram.Policy, urigram.ParseError, urigram.Refused):
        assert exported.__module__ == "urigram"


def test_threads() -> None:
    base = Uri("http://a/b/c/d;p?q")
    targets: list[Uri] = []

    def work() -> None:
        targets.extend(base.resolve("../g") for _ in range(1000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert targets == [Uri("http://a/b/g")] * 4000

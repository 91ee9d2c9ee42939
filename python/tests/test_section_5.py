"""Section 5: all examples of section 5.4, the options of resolution, and its inverse."""

import pytest

from urigram import ParseError, RelativizeError, ResolveError, Uri, UriReference

BASE = Uri("http://a/b/c/d;p?q")

# 5.4.1. Normal examples.
NORMAL = [
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
]

# 5.4.2. Abnormal examples.
ABNORMAL = [
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
]


@pytest.mark.parametrize(("reference", "target"), NORMAL + ABNORMAL)
def test_section_5_4(reference: str, target: str) -> None:
    assert BASE.resolve(reference) == Uri(target)
    assert BASE.resolve(UriReference(reference)) == Uri(target)
    assert Uri(f"{BASE}#fragments-are-ignored").resolve(reference) == Uri(target)
    assert type(BASE.resolve(reference)) is Uri


def test_all_examples_are_there() -> None:
    assert (len(NORMAL), len(ABNORMAL)) == (23, 19)


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        pytest.param("http://a/b/c/d;p?q", "http:g", "http://a/b/c/g", id="the same scheme"),
        pytest.param("http://a/b/c/d;p?q", "HTTP:g", "http://a/b/c/g", id="in another case"),
        pytest.param("http://a/b/c/d;p?q", "g:h", "g:h", id="another scheme"),
    ],
)
def test_section_5_2_2_not_strict(base: str, reference: str, target: str) -> None:
    assert Uri(base).resolve(reference, strict=False) == Uri(target)


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        pytest.param("zz:abc", "foo/../bar", "zz:/bar", id="not hierarchical"),
        pytest.param("foo:a/b", "../c", "foo:/c", id="rootless"),
        pytest.param("f:/a", ".//g", "f:/.//g", id="guarded"),
    ],
)
def test_section_5_2_4(base: str, reference: str, target: str) -> None:
    assert Uri(base).resolve(reference) == Uri(target)


def test_more_dots_than_levels() -> None:
    assert BASE.resolve("../../g", deny_above_root=True) == Uri("http://a/g")
    with pytest.raises(ResolveError, match=r"^the path has 1 `\.\.` more than there are levels above it; ") as raised:
        BASE.resolve("../../../g", deny_above_root=True)
    assert raised.value.help == "leave them out, or resolve without the option `deny_above_root`"


def test_a_path_that_would_be_read_as_an_authority() -> None:
    with pytest.raises(ResolveError, match="^without an authority, a path cannot begin with `//`; "):
        Uri("f:/a").resolve(".//g", deny_guard=True)


def test_a_reference_that_is_none() -> None:
    with pytest.raises(ParseError) as raised:
        BASE.resolve("g h")
    assert (raised.value.component, raised.value.offset) == ("path", 1)


@pytest.mark.parametrize(
    ("target", "reference"),
    [
        ("http://a/b/c/d;p?q", ""),
        ("http://a/b/c/g", "g"),
        ("http://g/", "//g/"),
        ("https://a/b/c/d;p?q", "https://a/b/c/d;p?q"),
    ],
)
def test_relativize(target: str, reference: str) -> None:
    assert BASE.relativize(target) == UriReference(reference)
    assert BASE.resolve(BASE.relativize(Uri(target))) == Uri(target)


def test_a_target_of_no_reference() -> None:
    with pytest.raises(RelativizeError) as raised:
        BASE.relativize("http://a/c/../d")
    assert raised.value.help == "remove them from the target first; normalization does so for a URI"
    with pytest.raises(ParseError, match="^the scheme is missing; "):
        BASE.relativize("../d")

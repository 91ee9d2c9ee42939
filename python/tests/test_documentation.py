"""The examples in README.md, in the modules, and of each class and method that is written in Rust."""

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import urigram
from urigram import _errors, _finding

README = Path(__file__).parents[1] / "README.md"

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _documented() -> Iterator[tuple[str, str]]:
    yield "urigram", inspect.getdoc(urigram) or ""
    for own in (_finding.Finding, _errors.ParseError, _errors.ResolveError, _errors.RelativizeError, _errors.Refused):
        yield own.__name__, inspect.getdoc(own) or ""
    for cls in (urigram.UriReference, urigram.Uri, urigram.Policy):
        yield cls.__name__, inspect.getdoc(cls) or ""
        for name, member in vars(cls).items():
            if not name.startswith("_"):
                yield f"{cls.__name__}.{name}", inspect.getdoc(member) or ""


DOCUMENTED = dict(_documented())

# The components share the example of the class.
WITHOUT_EXAMPLE = {"scheme", "authority", "userinfo", "host", "port", "path", "path_kind", "query", "fragment"}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring(name: str) -> None:
    text = DOCUMENTED[name]
    assert text, "it has no documentation"
    test = doctest.DocTestParser().get_doctest(text, vars(urigram).copy(), name, None, 0)
    assert test.examples or name.split(".")[-1] in WITHOUT_EXAMPLE
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert result.failed == 0


def test_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=FLAGS)
    assert result.attempted > 10
    assert result.failed == 0

"""Prints the tables of README.md that compare urigram with other packages: their results and their times.

    pip install --group timing && python beside.py

A time is the shortest of several rounds over distinct references, because `urllib.parse` and yarl cache results. It is
printed as a multiple of urigram's time in the same run.
"""

import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from platform import python_version
from urllib.parse import urljoin, urlsplit

import hyperlink
import rfc3986  # type: ignore[import-untyped]
import yarl

import urigram

BASE = "http://a/b/c/d;p?q"

NAMES = [
    f"urigram {version('urigram')}",
    f"urllib.parse {python_version()}",
    f"yarl {version('yarl')}",
    f"rfc3986 {version('rfc3986')}",
    f"hyperlink {version('hyperlink')}",
]

AS_TEXT: list[Callable[[str], str]] = [
    lambda text: str(urigram.UriReference(text)),
    lambda text: urlsplit(text).geturl(),
    lambda text: str(yarl.URL(text)),
    lambda text: rfc3986.uri_reference(text).unsplit(),
    lambda text: hyperlink.URL.from_text(text).to_text(),
]

RESOLVED: list[Callable[[str], str]] = [
    lambda text: str(urigram.Uri(BASE).resolve(text)),
    lambda text: urljoin(BASE, text),
    lambda text: str(yarl.URL(BASE).join(yarl.URL(text))),
    lambda text: rfc3986.uri_reference(text).resolve_with(BASE, strict=True).unsplit(),
    lambda text: hyperlink.URL.from_text(BASE).click(hyperlink.URL.from_text(text)).to_text(),
]

PARSED: list[Callable[[str], object]] = [
    urigram.UriReference,
    urlsplit,
    yarl.URL,
    rfc3986.uri_reference,
    hyperlink.URL.from_text,
]

HOST: list[Callable[[str], object]] = [
    lambda text: urigram.UriReference(text).host,
    lambda text: urlsplit(text).hostname,
    lambda text: yarl.URL(text).host,
    lambda text: rfc3986.uri_reference(text).host,
    lambda text: hyperlink.URL.from_text(text).host,
]


def row(first: str, cells: list[str]) -> None:
    print("|", " | ".join([first, *cells]), "|")


def outcome(function: Callable[[str], str], text: str) -> str:
    """Returns what becomes of a text, or that it is rejected."""
    try:
        return f"`{function(text)}`"
    except ValueError:
        return "rejected"
    except NotImplementedError:
        return "not implemented"


def timed(first: str, functions: Sequence[Callable[[str], object]], template: str) -> None:
    """Prints the shortest times of a call, in time of the processor. The rounds of the packages alternate."""
    shortest = [float("inf")] * len(functions)
    for turn in range(15):
        texts = [template.format(turn * 5_000 + index) for index in range(5_000)]
        for index, function in enumerate(functions):
            start = time.process_time()
            for text in texts:
                function(text)
            shortest[index] = min(shortest[index], (time.process_time() - start) / len(texts))
    row(first, [f"{shortest[0] * 1e9:.0f} ns", *(f"{own / shortest[0]:.0f}" for own in shortest[1:])])


if __name__ == "__main__":
    row("", NAMES)
    print("|---" * (len(NAMES) + 1), end="|\n")
    for text in ["http://exa mple.com/", "http://a/ b", "http://a/%6G", "http://[::1", "HTTP://a/%7e?", "http://a#"]:
        row(f"`{text}`", [outcome(function, text) for function in AS_TEXT])
    for text in ["http:g", "g:h", "../../../g"]:
        row(f"`{text}`, resolved", [outcome(function, text) for function in RESOLVED])
    timed("parse", PARSED, "http://user@www.example.com:8042/over/there/{}?name=ferret#nose")
    timed("parse, read the host", HOST, "http://user@www.example.com:8042/over/there/{}?name=ferret#nose")
    timed("resolve, from text to text", RESOLVED, "../../g/{}?y#s")

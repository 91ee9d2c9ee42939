"""Findings about valid references."""

from dataclasses import dataclass

from ._names import Component, Severity


@dataclass(frozen=True)
class Finding:
    """Something questionable in a valid reference, with its place and severity.

    >>> from urigram import Uri
    >>> uri = Uri("http://example.com:25/")
    >>> [finding] = uri.findings()
    >>> finding.code, finding.severity, finding.component
    ('foreign-port', 'warning', 'port')
    >>> str(uri)[finding.start : finding.end]
    '25'
    >>> print(finding)
    port 25 is a well-known port, but `http` uses port 80
    """

    code: str
    """The code. `uri explain --all` lists the codes; later versions add codes."""

    severity: Severity
    """The severity of the code, or the severity under the policy."""

    component: Component
    """The component. It is `"authority"` if the whole authority is missing or unexpected."""

    start: int
    """The index of the first character."""

    end: int
    """The index after the last character. It equals `start` if something is missing."""

    message: str
    """The message. It may contain a part of the text, but no password."""

    help: str
    """Help: a correction, or advice."""

    section: str
    """The specification, such as `"RFC 3986, section 7.4"`."""

    def __str__(self) -> str:
        return self.message

"""What is questionable about a valid reference."""

from dataclasses import dataclass

from ._names import Component, Severity


@dataclass(frozen=True)
class Finding:
    """Something questionable in a valid reference: what, where, and how serious it is.

    >>> from urigram import Uri
    >>> uri = Uri("http://example.com:25/")
    >>> [finding] = uri.findings()
    >>> finding.code, finding.severity, finding.component
    ('foreign-port', 'warning', 'port')
    >>> str(uri)[finding.start : finding.end]
    '25'
    >>> print(finding)
    port 25 is a well-known port, and not port 80 of `http`
    """

    code: str
    """What it is about. `uri explain --all` lists the codes; later versions have more."""

    severity: Severity
    """How serious it is: as serious as its code, or as the policy says."""

    component: Component
    """Where it is. It is `"authority"` where the whole authority is missing or unexpected."""

    start: int
    """The index of its first character."""

    end: int
    """The index after its last character. It is `start` where something is missing."""

    message: str
    """What was found. It may contain a part of the text, but no password."""

    help: str
    """What would be right, or what to do."""

    section: str
    """Where it is specified, such as `"RFC 3986, section 7.4"`."""

    def __str__(self) -> str:
        return self.message

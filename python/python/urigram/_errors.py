"""The exceptions. All are `ValueError`s."""

from ._finding import Finding
from ._names import Component


class ParseError(ValueError):
    """A text that the grammar rejects: the component at fault and the place in it.

    >>> from urigram import UriReference
    >>> text = "http://exa mple.com/"
    >>> try:
    ...     UriReference(text)
    ... except ParseError as error:
    ...     print(error)
    ...     print(error.component, error.offset, repr(error.found))
    unexpected ' ' in the host at byte 10; remove the space from the host
    host 10 ' '

    `str` is the message and the help, which are attributes, too. The exception does not contain the text, because it may
    contain a password.
    """

    message: str
    """The message."""

    component: Component
    """The component at fault."""

    offset: int
    """The index of the fault in the text; the length of the text if the text ends too early. It is also the offset in bytes
    of UTF-8, because the text before the fault is always ASCII."""

    found: str | None
    """The character there; `None` at the end of the text."""

    help: str
    """The probable correction, or the valid alternatives. It may contain a part of the text, but no password."""

    def __init__(self, message: str, component: Component, offset: int, found: str | None, help: str) -> None:
        super().__init__(message, component, offset, found, help)
        self.message = message
        self.component = component
        self.offset = offset
        self.found = found
        self.help = help

    def __str__(self) -> str:
        return f"{self.message}; {self.help}"


class ResolveError(ValueError):
    """A reference without a target, by the options of `Uri.resolve`.

    >>> from urigram import Uri
    >>> Uri("http://a/b").resolve("../../c", deny_above_root=True)
    Traceback (most recent call last):
      ...
    urigram.ResolveError: the path has 2 `..` more than there are levels above it; leave them out, or resolve without the
    option `deny_above_root`
    """

    message: str
    """The reason why there is no target."""

    help: str
    """How to avoid it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message, help)
        self.message = message
        self.help = help

    def __str__(self) -> str:
        return f"{self.message}; {self.help}"


class RelativizeError(ResolveError):
    """A target to which no reference resolves.

    >>> from urigram import Uri
    >>> Uri("http://a/b").relativize("http://a/c/../d")
    Traceback (most recent call last):
      ...
    urigram.RelativizeError: no reference has this target: resolution would remove the dot segments of its path; remove
    them from the target first; normalization does so for a URI
    """


class Refused(ValueError):
    """A reference that a policy does not accept.

    >>> from urigram import Policy, Uri
    >>> try:
    ...     Policy("fetch").check(Uri("http://127.1/"))
    ... except Refused as refused:
    ...     print(refused)
    ...     print([finding.code for finding in refused.findings])
    some parsers read the host `127.1` as the IPv4 address 127.0.0.1
    ['ipv4-like-host', 'not-global-address']
    """

    findings: list[Finding]
    """All findings, with their severities under the policy. Findings with the severity `"error"` refuse the reference."""

    def __init__(self, message: str, findings: list[Finding]) -> None:
        super().__init__(message, findings)
        self.findings = findings

    def __str__(self) -> str:
        return str(self.args[0])


for _error in (ParseError, ResolveError, RelativizeError, Refused):
    # The module from which users import the exceptions.
    _error.__module__ = "urigram"

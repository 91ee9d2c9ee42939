"""URIs (RFC 3986), from one grammar file.

>>> from urigram import Uri
>>> base = Uri("http://example.com/docs/guide?page=1")
>>> base.host, base.path, base.query, base.fragment
('example.com', '/docs/guide', 'page=1', None)
>>> base.resolve("../faq")
Uri('http://example.com/faq')
>>> Uri("http://exa mple.com/")
Traceback (most recent call last):
  ...
urigram.ParseError: unexpected ' ' in the host at byte 10; remove the space from the host
"""

from ._errors import ParseError, Refused, RelativizeError, ResolveError
from ._finding import Finding
from ._names import Component, HostKind, Level, PathKind, ReferenceForm, Severity
from ._urigram import Policy, Uri, UriReference

__all__ = [
    "Component",
    "Finding",
    "HostKind",
    "Level",
    "ParseError",
    "PathKind",
    "Policy",
    "ReferenceForm",
    "Refused",
    "RelativizeError",
    "ResolveError",
    "Severity",
    "Uri",
    "UriReference",
]

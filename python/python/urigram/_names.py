"""The names in properties, arguments and findings. They are the RFC's names, as printed by the command `uri`."""

from typing import Literal

Component = Literal[
    "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "URI-reference"
]
"""A component (section 3), or the whole reference."""

HostKind = Literal["ipv4", "ipv6", "ipvfuture", "reg-name"]
"""Which alternative of the rule `host` matched (section 3.2.2)."""

PathKind = Literal["abempty", "absolute", "noscheme", "rootless", "empty"]
"""Which of the five rules for a path matched (section 3.3)."""

ReferenceForm = Literal["uri", "network-path", "absolute-path", "relative-path", "same-document"]
"""The form of a reference, which its beginning determines (sections 4.2 and 4.4)."""

Level = Literal["string", "case", "percent", "path", "scheme"]
"""A level of the comparison ladder (section 6.2). Each level includes the levels before it."""

Severity = Literal["note", "warning", "error"]
"""The severity of a finding."""

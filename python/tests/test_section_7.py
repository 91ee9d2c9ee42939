"""Section 7: findings, and policies."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from ipaddress import ip_address
from typing import Any

import pytest

from urigram import Finding, ParseError, Policy, Refused, Uri, UriReference


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("http://example.com/", []),
        ("http://0x7f.1/", ["ipv4-like-host", "not-global-address"]),
        ("http://user:secret@example.com:80/", ["userinfo-not-allowed", "password-in-userinfo", "default-port"]),
        ("htp://example.com/", ["scheme-typo"]),
        ("http:a", ["missing-authority", "whatwg-host"]),
    ],
)
def test_findings(text: str, codes: list[str]) -> None:
    findings = UriReference(text).findings()
    assert [finding.code for finding in findings] == codes
    for finding in findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.message and finding.help and finding.section


def test_all_that_a_finding_has() -> None:
    text = "http://0x7f.example:25/"
    [finding] = Uri(text).findings()
    assert finding == Finding(
        code="foreign-port",
        severity="warning",
        component="port",
        start=20,
        end=22,
        message="port 25 is a well-known port, but `http` uses port 80",
        help=finding.help,
        section="RFC 3986, section 7.2",
    )
    assert finding.help == "check the port: a service of another protocol may listen there"
    assert text[finding.start : finding.end] == "25"
    assert str(finding) == finding.message
    assert pickle.loads(pickle.dumps(finding)) == finding
    with pytest.raises(FrozenInstanceError):
        finding.code = "other"  # type: ignore[misc]


def test_no_password_in_a_message() -> None:
    for finding in Uri("http://user:s3cr%00t@example.com/").findings():
        assert "s3cr" not in finding.message + finding.help + repr(finding)


@pytest.mark.parametrize(
    ("preset", "accepted", "refused"),
    [
        ("link", ["https://example.com/", "../a?b#c", "mailto:a@example.com"], ["javascript:alert(1)", "http:a"]),
        (
            "fetch",
            ["https://example.com/a.png", "http://8.8.8.8:8080/"],
            ["http://localhost/", "http://0x7f.1/", "http://[::ffff:10.0.0.1]/", "http://example.com:22/", "/a"],
        ),
        ("redirect", ["/account", "/account?a"], ["//example.net/", "https://example.com/"]),
        ("identifier", ["http://example.com/a"], ["http://EXAMPLE.com/a", "a"]),
    ],
)
def test_presets(preset: str, accepted: list[str], refused: list[str]) -> None:
    policy = Policy(preset)
    for text in accepted:
        reference = UriReference(text)
        assert policy.accepts(text)
        assert policy.check(reference) is reference
        assert "error" not in [finding.severity for finding in policy.findings(text)]
    for text in refused:
        assert not policy.accepts(text)
        with pytest.raises(Refused) as raised:
            policy.check(UriReference(text))
        assert raised.value.findings == policy.findings(text)
        first = next(finding for finding in raised.value.findings if finding.severity == "error")
        assert str(raised.value) == first.message


def test_what_is_not_a_reference_is_not_accepted() -> None:
    assert not Policy().accepts("a b")
    assert not Policy().accepts("\ud800")
    with pytest.raises(ParseError):
        Policy().findings("a b")
    with pytest.raises(TypeError):
        Policy().accepts(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Policy().check("a:b")  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("policy", "accepted", "refused"),
    [
        pytest.param(Policy(), "javascript:a", None, id="nothing is refused"),
        pytest.param(Policy(forms=["uri", "absolute-path"]), "/a", "//a", id="forms"),
        pytest.param(Policy(schemes=["https"]), "https://a", "http://a", id="schemes"),
        pytest.param(Policy(allow_hosts=[".example.com"]), "http://a.example.com", "http://example.net", id="hosts"),
        pytest.param(Policy(host_kinds=["ipv4"]), "http://8.8.8.8", "http://a", id="host kinds"),
        pytest.param(Policy("fetch", allow_networks=["10.1.0.0/16"]), "http://10.1.0.1", "http://10.2.0.1", id="networks"),
        pytest.param(Policy(refuse_networks=["8.8.8.0/24"]), "http://8.8.4.4", "http://8.8.8.8", id="refused networks"),
        pytest.param(Policy(ports=[443, "8000-8999"]), "http://a:8042", "http://a:9000", id="ports"),
        pytest.param(Policy(userinfo=False), "http://a", "http://u@a", id="userinfo"),
        pytest.param(Policy(max_length=8), "http://a", "http://ab", id="length"),
        pytest.param(Policy(require=["query"]), "?a", "?", id="required components"),
        pytest.param(Policy(refuse_warnings=True), "http://a.example", "http://a:0", id="warnings"),
        pytest.param(Policy(refuse=["single-label-host"]), "http://a.example", "http://a", id="refused codes"),
        pytest.param(Policy("link", pass_=["scheme-refused"]), "ftp://a.example", "http:a", id="passed codes"),
        pytest.param(Policy("fetch", warn=["local-name"]), "http://a.localhost", "http://127.1", id="codes to warn of"),
    ],
)
def test_arguments(policy: Policy, accepted: str, refused: str | None) -> None:
    assert policy.accepts(accepted)
    assert refused is None or not policy.accepts(refused)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Policy("fech"), "`fech` is not a preset; there are link, fetch, redirect, identifier"),
        (lambda: Policy(schemes=["a b"]), "a b"),
        (lambda: Policy(ports=["a"]), "`a` is neither a port nor a range of ports"),
        (lambda: Policy(ports=[70000]), "`70000` is neither a port nor a range of ports"),
        (lambda: Policy(ports=[443, -1]), "`-1` is neither a port nor a range of ports"),
        (lambda: Policy(ports=[10**30]), "`1000000000000000000000000000000` is neither a port nor a range of ports"),
        (lambda: Policy(ports=["443", "65536"]), "`65536` is neither a port nor a range of ports"),
        (lambda: Policy(max_length=-1), "`-1` is not a length"),
        (lambda: Policy(max_length=10**30), "`1000000000000000000000000000000` is not a length"),
        (lambda: Policy(refuse=["no-such-code"]), "`no-such-code` is not a code"),
        (lambda: Policy(allow_networks=["10.0.0.0/33"]), "10.0.0.0/33"),
    ],
)
def test_values_that_do_not_exist(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError) as raised:
        call()
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ports": [True]}, "expected an int, not bool"),
        ({"ports": [443.0]}, "'float' object cannot be interpreted as an integer"),
        ({"max_length": False}, "expected an int, not bool"),
        ({"max_length": "8"}, "'str' object cannot be interpreted as an integer"),
        ({"userinfo": 1}, "'int' object is not an instance of 'bool'"),
    ],
)
def test_values_of_other_types(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as raised:
        Policy(**arguments)
    assert str(raised.value) == message


def test_permits_address() -> None:
    policy = Policy("fetch")
    for address in ("8.8.8.8", "2a00::1", "::ffff:8.8.8.8"):
        assert policy.permits_address(address)
        assert policy.permits_address(ip_address(address))
    for address in ("10.0.0.1", "::ffff:10.0.0.1", "169.254.169.254"):
        assert not policy.permits_address(address)
        assert not policy.permits_address(ip_address(address))
    with pytest.raises(ValueError):
        policy.permits_address("example.com")


def test_equality() -> None:
    assert Policy("link") == Policy("link")
    assert Policy("link") != Policy("fetch")
    assert Policy("link") != "link"


POLICIES = [
    Policy(),
    *map(Policy, ["link", "fetch", "redirect", "identifier"]),
    Policy("fetch", schemes=["https"]),
    Policy(
        forms=["uri"],
        schemes=["https"],
        allow_hosts=[".example.com", "example.net"],
        host_kinds=["reg-name", "ipv6"],
        allow_networks=["10.1.0.0/16"],
        refuse_networks=["10.0.0.0/8", "2001:db8::/32"],
        ports=[443, "8000-8999"],
        userinfo=False,
        max_length=2000,
        require=["query"],
        refuse_warnings=True,
        refuse=["single-label-host"],
        warn=["local-name"],
        pass_=["default-port"],
    ),
]

COPIES = [
    copy.copy,
    copy.deepcopy,
    *[pytest.param(lambda x, own=own: pickle.loads(pickle.dumps(x, own)), id=f"pickle {own}") for own in range(6)],
    pytest.param(lambda policy: eval(repr(policy)), id="repr"),
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("policy", POLICIES, ids=range(len(POLICIES)))
def test_a_copy_of_a_policy_is_equal(policy: Policy, copied: Callable[[Policy], Policy]) -> None:
    assert copied(policy) == policy


@pytest.mark.parametrize(
    ("policy", "shown"),
    [
        (Policy(), "Policy()"),
        (Policy("link"), "Policy('link')"),
        (Policy(ports=[443, "8000-8999"], max_length=8), "Policy(ports=[443, '8000-8999'], max_length=8)"),
        (Policy(allow_hosts=[".example.com"]), "Policy(allow_hosts=['.example.com'])"),
        (Policy(pass_=["local-name"], userinfo=True), "Policy(pass_=['local-name', 'userinfo-refused'])"),
    ],
)
def test_repr(policy: Policy, shown: str) -> None:
    assert repr(policy) == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("[]", "invalid type: sequence, expected a policy with keys such as `preset` and `schemes`"),
        ('{"max_length": 8}', "unknown field `max_length`"),
        ('{"schemes": ["a b"]}', "a b"),
    ],
)
def test_json_that_is_not_a_policy(text: str, message: str) -> None:
    with pytest.raises(ValueError) as raised:
        Policy.from_json(text)
    assert message in str(raised.value)


def test_refused_is_pickled_with_its_findings() -> None:
    with pytest.raises(Refused) as raised:
        Policy("fetch").check(Uri("http://127.1/"))
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (str(copied), copied.findings) == (str(raised.value), raised.value.findings)
    assert copy.copy(raised.value).findings == raised.value.findings

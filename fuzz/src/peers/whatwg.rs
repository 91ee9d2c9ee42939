//! `url` follows the URL Standard, which normalizes and corrects texts while parsing, and has rules of its
//! own for special schemes.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::panic;

use url::Url;

use crate::oracle::rfc::Split;
use crate::oracle::rfc::remove_dot_segments;
use crate::oracle::{Parts, Reading, rfc};
use crate::peers::known::Known;
use crate::peers::resolve::{ResolveAnswers, merged, plain_dots, with_path, with_plain_dots, without_dots};

/// The special schemes of the URL Standard, except `file`.
const WITH_HOST: &[&str] = &["http", "https", "ws", "wss", "ftp"];

/// Parses a URL, or with a base a reference. Returns `None` if an assertion of the library fails, as for some
/// file URLs.
pub fn parse(base: Option<&Url>, text: &str) -> Option<Url> {
    panic::catch_unwind(|| Url::options().base_url(base).parse(text).ok()).ok().flatten()
}

/// Returns the components of a URL.
pub fn read(url: &Url) -> Reading<'_> {
    let authority = url.has_authority().then(|| url.authority());
    Reading {
        scheme: Some(url.scheme()),
        authority,
        parts: authority.map(Parts::of),
        path: url.path(),
        query: url.query(),
        fragment: url.fragment(),
    }
}

/// Returns whether the URL Standard requires URLs of this scheme to have a host.
pub(crate) fn has_host(scheme: &str) -> bool {
    WITH_HOST.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Returns whether the scheme is special in the URL Standard.
pub(crate) fn is_special(scheme: &str) -> bool {
    has_host(scheme) || scheme.eq_ignore_ascii_case("file")
}

/// Returns whether the URL Standard splits a URI with this scheme and authority into authority and path like
/// the RFC.
pub(crate) fn is_split_alike(scheme: &str, authority: Option<&str>) -> bool {
    !is_special(scheme) || authority.is_some_and(|authority| !authority.is_empty())
}

/// The results for a text.
#[derive(Debug)]
pub struct Answers<'t> {
    pub text: &'t str,
    /// The right components; `None` unless the text is a URI or an IRI.
    pub right: Option<Reading<'t>>,
    pub theirs: Option<Reading<'t>>,
    /// The component that differs, or `validity` if only one of the results is `None`.
    pub differs: &'static str,
}

impl<'t> Answers<'t> {
    fn both(&self) -> Option<(Reading<'t>, Reading<'t>)> {
        self.right.zip(self.theirs)
    }

    /// Returns whether this component differs, and `are` holds for its values in both results.
    pub(super) fn differ(&self, component: &str, are: impl Fn(&str, &str, &str) -> bool) -> bool {
        let part = |reading: Reading<'t>| {
            let parts = reading.parts;
            let part = match component {
                "scheme" => reading.scheme,
                "userinfo" => parts.and_then(|parts| parts.userinfo),
                "host" => parts.map(|parts| parts.host),
                "port" => parts.and_then(|parts| parts.port),
                "path" => Some(reading.path),
                "query" => reading.query,
                _ => reading.fragment,
            };
            part.unwrap_or_default()
        };
        self.differs == component
            && self.both().is_some_and(|(right, theirs)| {
                are(right.scheme.unwrap_or_default(), part(right), part(theirs))
            })
    }

    /// Returns whether `url` rejects a URI whose scheme and authority satisfy the condition.
    pub(super) fn refused(&self, because: impl Fn(&str, Option<Parts<'t>>) -> bool) -> bool {
        self.theirs.is_none()
            && self.right.is_some_and(|right| because(right.scheme.unwrap_or_default(), right.parts))
    }

    pub(super) fn is_file(&self) -> bool {
        self.right.and_then(|right| right.scheme).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
    }
}

/// Returns whether a segment of the path is a drive letter.
pub(super) fn has_drive(path: &str) -> bool {
    path.split('/').any(is_drive)
}

fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Removes dot segments, including encoded ones, like `url`, which keeps a drive letter before `..` in any
/// scheme. The path must be empty or begin with `/`.
pub(super) fn without_dots_beside_drives(path: &str) -> String {
    without_dots(&plain_dots(path), |kept| {
        // The first segment is the empty segment before the leading `/`.
        if kept.len() > 1 && !kept.last().is_some_and(|last| is_drive(last)) {
            kept.pop();
        }
    })
}

/// The known differences of parsing.
pub const PARSE: &[Known<for<'t> fn(&Answers<'t>) -> bool>] = &[
    Known {
        name: "url: a character that no URI can have there is encoded, kept or ignored",
        why: "the standard reports a validation error, and goes on",
        example: &["a:^", "url"],
        is: |answers| answers.right.is_none() && answers.theirs.is_some() && has_fault(answers.text),
    },
    Known {
        name: "url: after a scheme of browsers, any number of slashes begins an authority with a host",
        why: "section 3 has an authority only after `//`, and section 3.2.2 allows an empty host in every scheme",
        example: &["http:a", "url"],
        is: |answers| {
            answers.right.is_some_and(|right| {
                right.scheme.is_some_and(has_host) && right.parts.is_none_or(|parts| parts.host.is_empty())
            }) && is_read_with(answers, "//")
        },
    },
    Known {
        name: "url: a file URL has a host, which is empty, and neither userinfo nor port",
        why: "the standard has a syntax of its own for `file`; section 3 has one for all schemes",
        example: &["file:a", "url"],
        is: |answers| {
            answers.is_file()
                && match answers.right.and_then(|right| right.parts) {
                    None => is_read_with(answers, "///"),
                    Some(parts) => {
                        (parts.userinfo.is_some() || parts.port.is_some()) && answers.theirs.is_none()
                    }
                }
        },
    },
    Known {
        name: "url: localhost is left out of a file URL",
        why: "the standard normalizes here; by RFC 8089 the two are equivalent",
        example: &["file://localhost/", "url"],
        is: |answers| {
            answers.differ("host", |scheme, right, theirs| {
                scheme.eq_ignore_ascii_case("file")
                    && theirs.is_empty()
                    && decoded(right).eq_ignore_ascii_case(b"localhost")
            })
        },
    },
    Known {
        name: "url: a drive letter is not removed with a dot segment, and may be the host of a file URL",
        why: "the standard knows the drives of Windows, in file URLs; section 5.2.4 does not",
        example: &["file:///C:/..", "url"],
        is: |answers| {
            let host = answers.right.and_then(|right| right.authority).unwrap_or_default();
            if answers.is_file() && is_drive(host) {
                return is_read_with(answers, "///");
            }
            let is_left_out = answers.is_file()
                && answers.theirs.and_then(|theirs| theirs.path.split('/').nth(1)).is_some_and(is_drive);
            is_left_out && answers.differ("host", |_, _, theirs| theirs.is_empty())
                || answers.differ("path", |_, right, theirs| {
                    let path = without_dots_beside_drives(right);
                    let slashes: &[char] = if answers.is_file() { &['/'] } else { &[] };
                    let [right, theirs] =
                        [&*path, theirs].map(|path| decoded(path.trim_start_matches(slashes)));
                    has_drive(&path) && right == theirs
                })
        },
    },
    Known {
        name: "url: the slashes at the start of the path of a file URL are one",
        why: "the library's choice; section 3.3 has empty segments in every scheme",
        example: &["file://a//", "url"],
        is: |answers| {
            answers.is_file()
                && answers.differ("path", |_, right, theirs| {
                    let [right, theirs] =
                        [&*without_any_dots(right), theirs].map(|path| decoded(path.trim_start_matches('/')));
                    right == theirs
                })
        },
    },
    Known {
        name: "url: a port above 65535 is refused",
        why: "section 3.2.3 has any number of digits",
        example: &["a://b:65536", "url"],
        is: |answers| {
            answers.refused(|_, parts| {
                let port = parts.and_then(|parts| parts.port).unwrap_or_default();
                !port.is_empty() && port.parse::<u16>().is_err()
            })
        },
    },
    Known {
        name: "url: an IPvFuture is refused",
        why: "the standard has no such hosts; section 3.2.2 has",
        example: &["a://[v1.b]", "url"],
        is: |answers| {
            answers.refused(|_, parts| {
                parts.is_some_and(|parts| parts.host.starts_with("[v") || parts.host.starts_with("[V"))
            })
        },
    },
    Known {
        name: "url: an empty host is refused next to a userinfo or a port",
        why: "section 3.2 allows each part to be empty",
        example: &["a://:1", "url"],
        is: |answers| {
            answers.refused(|_, parts| {
                parts.is_some_and(|parts| {
                    parts.host.is_empty() && (parts.port.is_some() || parts.userinfo.is_some())
                })
            })
        },
    },
    Known {
        name: "url: a host that is neither a domain name nor an IPv4 address is refused",
        why: "the standard has domain names where section 3.2.2 has any registered name",
        example: &["http://%00", "url"],
        is: |answers| {
            answers.refused(|scheme, parts| {
                is_special(scheme)
                    && parts.is_some_and(|parts| {
                        let host = parts.host.to_ascii_lowercase();
                        !host.is_ascii()
                            || host.contains('%')
                            || host.contains("xn--")
                            || ends_in_number(host.as_bytes())
                    })
            })
        },
    },
    Known {
        name: "url: a scheme is in lower case",
        why: "the standard normalizes here, as section 6.2.2.1 does",
        example: &["A:", "url"],
        is: |answers| answers.differ("scheme", |_, right, theirs| right.to_ascii_lowercase() == theirs),
    },
    Known {
        name: "url: a userinfo is encoded, and left out if it is empty",
        why: "the standard takes it for a user name and a password, and encodes `;` and `=`",
        example: &["a://@b", "url"],
        is: |answers| {
            answers.differ("userinfo", |_, right, theirs| {
                decoded(right.strip_suffix(':').filter(|user| !user.contains(':')).unwrap_or(right))
                    == decoded(theirs)
            })
        },
    },
    Known {
        name: "url: an IPv6 address has one form",
        why: "the standard normalizes here, in the form of RFC 5952, but for embedded IPv4 addresses",
        example: &["a://[0::1]", "url"],
        is: |answers| {
            answers.differ("host", |_, right, theirs| {
                let [right, theirs] = [right, theirs].map(|host| {
                    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')?.parse::<Ipv6Addr>().ok())
                });
                right.is_some() && right == theirs
            })
        },
    },
    Known {
        name: "url: a name that ends in a number is an IPv4 address",
        why: "the standard has the shorter, octal and hexadecimal forms of `inet_aton`; section 3.2.2 does not",
        example: &["http://1", "url"],
        is: |answers| {
            answers.differ("host", |scheme, right, theirs| {
                is_special(scheme)
                    && theirs.parse::<Ipv4Addr>().is_ok()
                    && (ends_in_number(&decoded(right)) || !right.is_ascii())
            })
        },
    },
    Known {
        name: "url: a host is decoded and in lower case",
        why: "the standard normalizes here, and section 6.2.2 normalizes less",
        example: &["http://B", "url"],
        is: |answers| {
            answers.differ("host", |scheme, right, theirs| {
                is_special(scheme) && decoded(right).eq_ignore_ascii_case(theirs.as_bytes())
            })
        },
    },
    Known {
        name: "url: a host is in the form for the DNS",
        why: "the standard applies IDNA; section 3.2.2 leaves that to the look-up",
        example: &["http://é", "url"],
        is: |answers| {
            answers.differ("host", |scheme, right, theirs| {
                let host = url::Host::parse(right).map(|host| host.to_string());
                is_special(scheme) && !decoded(right).is_ascii() && host.is_ok_and(|host| host == theirs)
            })
        },
    },
    Known {
        name: "url: a character beyond ASCII is encoded",
        why: "the standard normalizes here; section 3.1 of RFC 3987 does so where a URI is needed",
        example: &["a:?é", "url"],
        is: |answers| {
            ["host", "query", "fragment"].into_iter().any(|component| {
                answers.differ(component, |_, right, theirs| {
                    !right.is_ascii() && decoded(right) == decoded(theirs)
                })
            })
        },
    },
    Known {
        name: "url: an apostrophe in a query is encoded",
        why: "the standard does so for the schemes of browsers; section 2.2 says it is reserved, and not the same",
        example: &["http://a/?'", "url"],
        is: |answers| {
            answers.differ("query", |scheme, right, theirs| {
                is_special(scheme) && decoded(right) == decoded(theirs)
            })
        },
    },
    Known {
        name: "url: a port has no zeros before it, and is left out if it is empty or the default",
        why: "the standard normalizes here, as section 6.2.3 does, but for the zeros",
        example: &["a://b:", "url"],
        is: |answers| {
            answers.differ("port", |scheme, right, theirs| {
                let number: Option<u16> = right.parse().ok();
                let default = match &*scheme.to_ascii_lowercase() {
                    "http" | "ws" => Some(80),
                    "https" | "wss" => Some(443),
                    "ftp" => Some(21),
                    _ => None,
                };
                match theirs {
                    "" => right.is_empty() || number == default,
                    _ => theirs.parse().ok() == number && (!theirs.starts_with('0') || theirs == "0"),
                }
            })
        },
    },
    Known {
        name: "url: an empty path is a slash",
        why: "the standard normalizes here, as section 6.2.3 does for the schemes of browsers",
        example: &["http://a", "url"],
        is: |answers| {
            answers.differ("path", |scheme, right, theirs| {
                is_special(scheme) && right.is_empty() && theirs == "/"
            })
        },
    },
    Known {
        name: "url: a path has no dot segments, and its characters beyond ASCII are encoded",
        why: "the standard normalizes here, as section 6.2.2 does, but `%2E` is a dot to it in dot segments only",
        example: &["a:/.", "url"],
        is: |answers| {
            let is_opaque =
                answers.right.is_some_and(|right| right.authority.is_none() && !right.path.starts_with('/'));
            answers.differ("path", |_, right, theirs| {
                let path = if is_opaque { right.to_owned() } else { without_any_dots(right) };
                decoded(&path) == decoded(theirs)
            })
        },
    },
];

/// Returns whether `url` parses the text as if `slashes` followed the scheme.
fn is_read_with(answers: &Answers<'_>, slashes: &str) -> bool {
    let (scheme, rest) = answers.text.split_once(':').unwrap_or_default();
    let url = parse(None, &format!("{scheme}:{slashes}{}", rest.trim_start_matches('/')));
    answers.theirs == url.as_ref().map(read)
}

/// Returns whether the text has a character that neither a URI nor an IRI allows at its position.
fn has_fault(text: &str) -> bool {
    let is_bad = |(at, c): (usize, char)| match c {
        '%' => !text
            .as_bytes()
            .get(at + 1..at + 3)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
        _ => !c.is_ascii_alphanumeric() && !"-._~:/?@!$&'()*+,;=#".contains(c),
    };
    let twice = |c| text.matches(c).nth(1).is_some();
    text.char_indices().any(is_bad) || twice('#') || twice('@')
}

fn ends_in_number(host: &[u8]) -> bool {
    let mut labels = host.strip_suffix(b".").unwrap_or(host).rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let hexadecimal = last.strip_prefix(b"0x").or_else(|| last.strip_prefix(b"0X"));
    !last.is_empty() && last.iter().all(u8::is_ascii_digit)
        || hexadecimal.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

fn decoded(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

/// Returns the path without dot segments, including encoded ones.
fn without_any_dots(path: &str) -> String {
    remove_dot_segments(&plain_dots(path), |_, _, _| {}).0
}

/// The known differences of resolution.
pub const RESOLVE: &[Known<for<'t> fn(&ResolveAnswers<'t>) -> bool>] = &[
    Known {
        name: "url: with a base without an authority or a `/`, a reference has a scheme or is a fragment",
        why: "the path of such a base is opaque to the standard; section 5.2.3 merges the paths",
        example: &["a:b", "c", "url"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            answers.theirs.is_none()
                && base.authority.is_none()
                && !base.path.starts_with('/')
                && reference.scheme.is_none()
        },
    },
    Known {
        name: "url: a third slash at the start of a reference is refused, if the base has a scheme of browsers",
        why: "the library's choice; the standard takes any number of slashes for two",
        example: &["http://a/", "///b", "url"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            answers.theirs.is_none()
                && Split::of(answers.base).scheme.is_some_and(has_host)
                && reference.scheme.is_none()
                && reference.authority == Some("")
        },
    },
    Known {
        name: "url: a reference with a scheme of browsers is read in another way unless it has an authority",
        why: "the standard takes any number of slashes for two, or for none after the scheme of the base",
        example: &["http://a/", "http:b", "url"],
        is: |answers| {
            let (base, reference) = (Split::of(answers.base), Split::of(answers.reference));
            let scheme = reference.scheme.or(base.scheme).unwrap_or_default();
            (reference.scheme.is_some() || reference.authority.is_some() && !has_host(scheme))
                && !is_split_alike(scheme, reference.authority)
                && is(answers.theirs, &of_browsers(answers.base, answers.reference))
        },
    },
    Known {
        name: "url: a percent-encoded dot segment is removed, and a base loses its dot segments first",
        why: "the standard normalizes while it parses; section 5.2.2 takes the path of the base as it is",
        example: &["a:/b/..", "c", "url"],
        is: |answers| {
            let [base, reference] = [answers.base, answers.reference].map(with_plain_dots);
            let base = rfc::resolve(&base, &base, true).0;
            is(answers.theirs, &rfc::resolve(&base, &reference, true).0)
        },
    },
    Known {
        name: "url: a drive letter is not removed with a dot segment",
        why: "the standard knows the drives of Windows, in file URLs; section 5.2.4 does not",
        example: &["a:/c:/d", "..", "url"],
        is: |answers| {
            let has_drive = |text| has_drive(Split::of(text).path);
            (has_drive(answers.base) || has_drive(answers.reference))
                && is(answers.theirs, &after_url(answers.base, answers.reference))
        },
    },
    Known {
        name: "url: the host of a file URL stays, if the drive letter comes with a relative reference",
        why: "the library's choice: it leaves the host out where the drive letter is in an absolute URL",
        example: &["file://h", "./c:", "url"],
        is: |answers| {
            let target = of_browsers(answers.base, answers.reference);
            let other = target.strip_prefix("file:").map(|rest| format!("http:{rest}"));
            let other = other.and_then(|other| parse(None, &other));
            let theirs = answers.theirs.and_then(|theirs| theirs.strip_prefix("file:"));
            theirs.is_some() && theirs == other.as_ref().and_then(|url| url.as_str().strip_prefix("http:"))
        },
    },
    Known {
        name: "url: a `..` after a drive letter below the root of a file URL is refused",
        why: "an assertion of the library fails; section 5.2.4 knows no drives",
        example: &["file://h/x/c:", "..", "url"],
        is: |answers| {
            answers.theirs.is_none()
                && base_below_drive(answers.base).is_some()
                && with_plain_dots(answers.reference).contains("..")
        },
    },
    Known {
        name: "url: a drive letter below the root of a file URL stays before a relative reference",
        why: "the library's choice; section 5.2.3 replaces the last segment of the base, and the standard ends it",
        example: &["file://h/x/c:", "@", "url"],
        is: |answers| {
            let (Some(base), Some(theirs)) = (base_below_drive(answers.base), answers.theirs) else {
                return false;
            };
            let path = Split::of(theirs).path;
            let is_kept = path.starts_with(base.path()) || with_plain_dots(answers.reference).contains("..");
            is_kept && with_path(answers.right, path) == theirs
        },
    },
    Known {
        name: "url: a path without a `/` before it keeps its dot segments",
        why: "such a path is opaque to the standard; section 5.2.2 removes them for every scheme",
        example: &["a:/", "b:./c", "url"],
        is: |answers| {
            let reference = Split::of(answers.reference);
            let is_opaque = reference.authority.is_none() && !reference.path.starts_with('/');
            reference.scheme.is_some() && is_opaque && is(answers.theirs, answers.reference)
        },
    },
];

/// Returns whether the library's target is the URL of the text.
fn is(theirs: Option<&str>, text: &str) -> bool {
    theirs == parse(None, text).as_ref().map(Url::as_str)
}

/// Returns the base as parsed by `url`, if it is a file URL whose path ends with a drive letter below the
/// root.
fn base_below_drive(base: &str) -> Option<Url> {
    parse(None, base).filter(|base| {
        let path = base.path();
        base.scheme() == "file" && path.len() > "/c:".len() && path.rsplit('/').next().is_some_and(is_drive)
    })
}

/// Returns the target of a reference before its dot segments are removed. The base is parsed by `url`.
fn after_url(base: &str, reference: &str) -> String {
    let Some(base) = parse(None, base) else { return String::new() };
    let is_file = base.scheme() == "file";
    let drive = base.path().split('/').nth(1).filter(|first| is_file && is_drive(first));
    let path = Split::of(reference).path;
    let first = path.split('/').nth(1).unwrap_or_default();
    match drive {
        // A path that begins with `/` is relative to the drive of a file URL.
        Some(drive) if is_absolute_path(reference) && !is_drive(first) => {
            format!("file:///{drive}{reference}")
        }
        Some(drive) if base.path().len() == "/c:".len() && !path.is_empty() => {
            merged(&with_path(base.as_str(), &format!("/{drive}/")), reference)
        }
        _ => merged(base.as_str(), reference),
    }
}

fn is_absolute_path(reference: &str) -> bool {
    reference.starts_with('/') && !reference.starts_with("//")
}

/// Resolves a reference that has a special scheme, or no scheme, by the URL Standard: an authority follows
/// two or more slashes, or a scheme other than that of the base.
fn of_browsers(base: &str, reference: &str) -> String {
    let base_scheme = Split::of(base).scheme.unwrap_or_default();
    let (scheme, rest) = match Split::of(reference).scheme {
        Some(scheme) => (scheme, &reference[scheme.len() + 1..]),
        None => (base_scheme, reference),
    };
    if scheme.eq_ignore_ascii_case(base_scheme) && !rest.starts_with("//") {
        // The first segment of the path may contain a colon.
        let is_path = !rest.starts_with(['/', '?', '#']) && !rest.is_empty();
        if !has_host(scheme) && rest.split(['/', '?', '#']).next().is_some_and(is_drive) {
            return format!("file:///{rest}");
        }
        return after_url(base, &if is_path { format!("./{rest}") } else { rest.to_owned() });
    }
    if has_host(scheme) {
        format!("{scheme}://{}", rest.trim_start_matches('/'))
    } else {
        format!("{scheme}:{rest}")
    }
}

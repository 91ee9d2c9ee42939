//! What is accepted, and each component.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::super::entry::Known;
use super::super::resolve::plain_dots;
use super::{Answers, has_drive, is_drive, without_dots_beside_drives};
use crate::oracle::dot_segments::remove_dot_segments;
use crate::peers::whatwg::{self, has_host, is_special};

/// Whether answers differ in a known way.
type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const PARSE: &[Known<Is>] = &[
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
                        [&*without_dots(right), theirs].map(|path| decoded(path.trim_start_matches('/')));
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
                let path = if is_opaque { right.to_owned() } else { without_dots(right) };
                decoded(&path) == decoded(theirs)
            })
        },
    },
];

/// Returns whether the library reads the text as if these slashes were those after its scheme.
fn is_read_with(answers: &Answers<'_>, slashes: &str) -> bool {
    let (scheme, rest) = answers.text.split_once(':').unwrap_or_default();
    let url = whatwg::parse(None, &format!("{scheme}:{slashes}{}", rest.trim_start_matches('/')));
    answers.theirs == url.as_ref().map(whatwg::read)
}

/// Returns whether a text has a character that neither a URI nor an IRI has, or one where they do not have it.
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

/// Returns the path without dot segments, encoded ones too.
fn without_dots(path: &str) -> String {
    remove_dot_segments(&plain_dots(path), |_, _, _| {}).0
}

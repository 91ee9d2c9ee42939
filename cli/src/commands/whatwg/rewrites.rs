//! What a parser of the URL Standard does to a text before it has components, one rewrite after the other.

use url::Url;

use super::reasons::is_special;

/// A rewrite of a whole text, and why it is done.
pub(super) struct Rewrite {
    /// Returns the text after the rewrite, given that of the base.
    pub(super) apply: fn(&str, Option<&Url>) -> String,
    pub(super) why: &'static str,
}

/// The rewrites, in their order.
pub(super) const REWRITES: &[Rewrite] = &[
    Rewrite {
        apply: |text, _| text.trim_matches(|c| c <= ' ').to_owned(),
        why: "spaces and control characters at both ends are ignored",
    },
    Rewrite {
        apply: |text, _| text.replace(['\t', '\n', '\r'], ""),
        why: "tabs and line breaks are ignored",
    },
    Rewrite {
        apply: slashes_for_backslashes,
        why: "`\\` is read as `/` if the scheme is special, as `http` is",
    },
    Rewrite { apply: without_drive_as_host, why: "a drive letter after `file://` begins the path" },
    Rewrite {
        apply: without_scheme_of_base,
        why: "a scheme that is that of the base is ignored unless `//` follows, as section 5.2.2 of RFC 3986 allows",
    },
    Rewrite {
        apply: with_two_slashes,
        why: "after a special scheme, any number of slashes, or none, begins the authority",
    },
];

/// Returns the scheme of a text without its `:`, and what is after that.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some((scheme, rest))
}

/// Returns the scheme that decides how the text is read: its own, or that of the base.
fn scheme<'a>(text: &'a str, base: Option<&'a Url>) -> &'a str {
    let of_base = base.map_or("", Url::scheme);
    split_scheme(text).map_or(of_base, |(scheme, _)| scheme)
}

fn slashes_for_backslashes(text: &str, base: Option<&Url>) -> String {
    if !is_special(scheme(text, base)) {
        return text.to_owned();
    }
    let (path, onward) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    path.replace('\\', "/") + onward
}

fn without_drive_as_host(text: &str, base: Option<&Url>) -> String {
    let is_file = scheme(text, base).eq_ignore_ascii_case("file");
    let (before, rest) = text.split_at(split_scheme(text).map_or(0, |(scheme, _)| scheme.len() + 1));
    let drive = rest.strip_prefix("//").unwrap_or_default();
    match drive.as_bytes() {
        [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'?' | b'#', ..]
            if is_file && letter.is_ascii_alphabetic() =>
        {
            format!("{before}///{drive}")
        }
        _ => text.to_owned(),
    }
}

fn without_scheme_of_base(text: &str, base: Option<&Url>) -> String {
    match split_scheme(text) {
        Some((scheme, rest))
            if is_special(scheme)
                && base.is_some_and(|base| base.scheme().eq_ignore_ascii_case(scheme))
                && !rest.starts_with("//") =>
        {
            // A first segment with a colon would be read as a scheme (section 4.2).
            let first = rest.split(['/', '?', '#']).next().unwrap_or_default();
            if first.contains(':') { format!("./{rest}") } else { rest.to_owned() }
        }
        _ => text.to_owned(),
    }
}

fn with_two_slashes(text: &str, base: Option<&Url>) -> String {
    let scheme = scheme(text, base);
    if !is_special(scheme) || scheme.eq_ignore_ascii_case("file") {
        return text.to_owned();
    }
    match split_scheme(text) {
        Some((scheme, rest)) => format!("{scheme}://{}", rest.trim_start_matches('/')),
        None => text.to_owned(),
    }
}

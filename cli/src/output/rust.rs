//! References as Rust: code that parses one and asserts what its components are.

use std::fmt::Write as _;
use std::io::{self, Write};

use urigram::Rule;
use urigram::grammar::{Components, HostKind, ReferenceKind};

use crate::invariant::Invariant;
use crate::output::field;
use crate::output::visible::{self, Escaped};

/// The type for what a rule matches.
#[derive(Clone, Copy)]
pub(crate) enum Type {
    /// `Uri` or `RelativeRef`: the narrower one that the text has.
    Narrowest,
    Uri,
    AbsoluteUri,
    RelativeRef,
}

impl Type {
    /// Returns the type for a rule; `None` if the rule is not one of those for references (section 4).
    pub(crate) fn of(rule: Rule) -> Option<Self> {
        match rule {
            Rule::URI_reference => Some(Self::Narrowest),
            Rule::URI => Some(Self::Uri),
            Rule::absolute_URI => Some(Self::AbsoluteUri),
            Rule::relative_ref => Some(Self::RelativeRef),
            _ => None,
        }
    }

    /// Returns the name of the type, and of a variable for a value of it.
    fn names(self, components: &Components) -> (&'static str, &'static str) {
        match self {
            Self::Narrowest if components.kind() == Some(ReferenceKind::RelativeRef) => {
                ("RelativeRef", "reference")
            }
            Self::Narrowest | Self::Uri => ("Uri", "uri"),
            Self::AbsoluteUri => ("AbsoluteUri", "uri"),
            Self::RelativeRef => ("RelativeRef", "reference"),
        }
    }
}

/// Snippets for the body of one function, which returns a `Result`: none imports what one before it does.
#[derive(Default)]
pub(crate) struct Snippets {
    imported: Vec<&'static str>,
}

impl Snippets {
    /// Writes the code for a text, after an empty line if it is not the first.
    pub(crate) fn write(
        &mut self,
        out: &mut impl Write,
        text: &str,
        of: Type,
        components: &Components,
    ) -> io::Result<()> {
        let (type_name, variable) = of.names(components);
        let address = address(text, components);
        if !self.imported.is_empty() {
            writeln!(out)?;
        }
        let needed = address.is_some().then_some("Host").into_iter().chain([type_name]);
        let new: Vec<_> = needed.filter(|name| !self.imported.contains(name)).collect();
        match new.as_slice() {
            [] => {}
            [only] => writeln!(out, "use urigram::{only};\n")?,
            several => writeln!(out, "use urigram::{{{}}};\n", several.join(", "))?,
        }
        self.imported.extend(new);
        writeln!(out, "let {variable} = {type_name}::parse({})?;", literal(text))?;
        for field in field::of(text, components) {
            let (Some(value), Some(_)) = (field.value, field.start) else { continue };
            let (left, right) = match field.name {
                // What it consists of is asserted.
                "authority" => continue,
                name @ ("scheme" | "path") => (format!("{variable}.{name}()"), literal(value)),
                "host" => (format!("{variable}.host_str()"), format!("Some({})", literal(value))),
                "port" if value.parse::<u16>().is_ok() => (
                    format!("{variable}.port().unwrap().to_u16()"),
                    format!("Ok({})", value.parse::<u16>().ok().invariant("it was parsed before")),
                ),
                name => (format!("{variable}.{name}().unwrap().as_str()"), literal(value)),
            };
            writeln!(out, "assert_eq!({left}, {right});")?;
            if let ("host", Some(address)) = (field.name, &address) {
                writeln!(out, "assert_eq!({variable}.host(), Some(Host::{address}));")?;
            }
        }
        Ok(())
    }
}

/// Returns the host as a variant of `Host` if it is an address that has a type.
fn address(text: &str, components: &Components) -> Option<String> {
    let host = text.get(components.host()?)?;
    let (variant, address) = match components.host_kind()? {
        HostKind::Ipv4 => ("Ipv4", host),
        HostKind::Ipv6 => ("Ipv6", host.strip_prefix('[')?.strip_suffix(']')?),
        _ => return None,
    };
    Some(format!("{variant}({}.parse().unwrap())", literal(address)))
}

/// Returns the text as a string literal: a raw one if all that would be escaped are quotes and backslashes.
fn literal(text: &str) -> String {
    let is_escaped_anyway = |c: char| !matches!(c, '"' | '\\' | '\'') && c.escape_debug().len() > 1;
    if !text.contains(['"', '\\']) || text.chars().any(|c| is_escaped_anyway(c) || visible::commands(c)) {
        return Escaped(&format!("{text:?}")).to_string();
    }
    let after_quotes =
        text.split('"').skip(1).map(|rest| 1 + rest.bytes().take_while(|&byte| byte == b'#').count());
    let hashes = "#".repeat(after_quotes.max().unwrap_or(0));
    let mut literal = String::with_capacity(text.len() + 2 * hashes.len() + 3);
    // Writing to a `String` cannot fail.
    let _ = write!(literal, "r{hashes}\"{text}\"{hashes}");
    literal
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use syn::LitStr;

    use super::literal;

    #[rstest]
    #[case::plain("a/b?c='d'", r#""a/b?c='d'""#)]
    #[case::letters("é漢", "\"é漢\"")]
    #[case::backslash(r"a\b", r#"r"a\b""#)]
    #[case::quote("a\"b", r##"r#"a"b"#"##)]
    #[case::quote_and_hash("\"#\"##", r####"r###""#"##"###"####)]
    #[case::control("a\tb", r#""a\tb""#)]
    #[case::control_and_quote("\"\u{1b}", r#""\"\u{1b}""#)]
    #[case::direction("\u{202e}a", r#""\u{202e}a""#)]
    #[case::direction_and_backslash("\\\u{202e}", r#""\\\u{202e}""#)]
    fn is_a_literal_of_the_text(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(literal(text), expected);
        assert_eq!(syn::parse_str::<LitStr>(&literal(text)).unwrap().value(), text);
    }
}

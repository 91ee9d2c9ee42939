//! Parses a URI as `java.net.URI` of JDK 17 does.

use super::automaton::Automaton;

include!(concat!(env!("OUT_DIR"), "/java_net_uri.rs"));

/// Where a component begins and ends, in bytes.
pub(super) type Span = (usize, usize);

/// The components of a URI as they are written. `None` is undefined, which is `null` in Java.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Components {
    pub(super) scheme: Option<Span>,
    pub(super) authority: Option<Span>,
    pub(super) userinfo: Option<Span>,
    pub(super) host: Option<Span>,
    /// Undefined only in an opaque URI, such as `mailto:a@b`.
    pub(super) path: Option<Span>,
    pub(super) query: Option<Span>,
    pub(super) fragment: Option<Span>,
}

impl Components {
    /// Called by the compiled grammar with each rule that is captured.
    const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let component = match rule {
            Capture::scheme => &mut self.scheme,
            Capture::authority => &mut self.authority,
            Capture::userinfo => &mut self.userinfo,
            Capture::host => &mut self.host,
            Capture::abs_path | Capture::rel_path | Capture::empty_path => &mut self.path,
            Capture::query => &mut self.query,
            Capture::fragment => &mut self.fragment,
        };
        *component = Some((start, end));
    }
}

/// Returns the components of a URI reference, or `None` if `java.net.URI` does not take the text for one.
pub(super) fn parse(text: &str) -> Option<Components> {
    let mut components = Components::default();
    compiled::parse(Start::URI_reference, text, &mut components).then_some(components)
}

/// Returns where a text that is not a URI reference goes wrong: no URI reference begins with more of it.
pub(super) fn fault(text: &str) -> usize {
    AUTOMATON.viable_prefix(text)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Components, fault, parse};

    /// Texts with the answers of `java.net.URI`; its head says more.
    const TABLE: &str = include_str!("java_net_uri.tsv");

    #[test]
    fn as_java_net_uri() {
        let lines = TABLE.lines().filter(|line| !line.starts_with("# "));
        let mut count = 0;
        for line in lines {
            let mut fields = line.split('\t').map(unescaped);
            let text = fields.next().flatten().unwrap_or_default();
            let java: Vec<Option<String>> = fields.collect();
            let ours = parse(&text).map(|found| written(&text, &found));
            assert_eq!(ours.unwrap_or_default(), java, "{text:?}");
            count += 1;
        }
        assert!(count > 300, "{count}");
    }

    fn written(text: &str, found: &Components) -> Vec<Option<String>> {
        let Components { scheme, authority, userinfo, host, path, query, fragment } = *found;
        let spans = [scheme, authority, userinfo, host, path, query, fragment];
        spans.map(|span| span.map(|(start, end)| text[start..end].to_owned())).to_vec()
    }

    /// Reads a field: `\N` is null, and `\u{…}` a character.
    fn unescaped(field: &str) -> Option<String> {
        if field == "\\N" {
            return None;
        }
        let mut parts = field.split("\\u{");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (code, rest) = part.split_once('}').unwrap();
            text.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
            text.push_str(rest);
        }
        Some(text)
    }

    #[rstest]
    #[case::space("http://a b/", 8)]
    #[case::backslash("a\\b", 1)]
    #[case::scheme("1http://x", 5)]
    #[case::no_scheme(":x", 0)]
    #[case::ends_too_early("http:", 5)]
    #[case::no_authority("http://", 7)]
    #[case::percent("http://h/%zz", 10)]
    #[case::bracket("http://[::1/", 11)]
    #[case::beyond_ascii("/\u{e9}\u{a0}", 3)]
    fn goes_wrong(#[case] text: &str, #[case] at: usize) {
        assert_eq!(parse(text), None);
        assert_eq!(fault(text), at);
    }
}

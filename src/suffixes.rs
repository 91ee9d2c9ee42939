//! The Public Suffix List: the code of the crate `psl`, and for WebAssembly a text, which is a fifth of the size when both are
//! compressed, and slower.

/// The longest suffix of a name that is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// Its length in bytes.
    pub(crate) len: usize,
    /// Whether it is of the domain name system, and not of a private owner.
    pub(crate) is_icann: bool,
}

/// Returns the longest suffix of a name in lower case that is listed.
// The only call: half a megabyte of code is compiled for each type of iterator.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn listed(name: &[u8]) -> Option<Listed> {
    use psl::{Info, List, Psl, Type};

    let Info { len, typ } = List.find(name.rsplit(|&byte| byte == b'.'));
    typ.map(|typ| Listed { len, is_icann: typ == Type::Icann })
}

#[cfg(target_family = "wasm")]
pub(crate) use by_text as listed;

/// Returns the same by the text.
#[cfg(any(target_family = "wasm", test))]
pub(crate) fn by_text(name: &[u8]) -> Option<Listed> {
    text::listed(name).map(|(len, is_icann)| Listed { len, is_icann })
}

#[cfg(any(target_family = "wasm", test))]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the ends are those of labels and lines"
)]
mod text {
    /// The rules, one in a line, sorted. The last label of a rule is first: `uk.co` is the rule for `co.uk`, and `ck.*` for each
    /// name below `ck`. An exception ends with `!`, and then a rule of a private owner with `,`.
    const RULES: &[u8] = include_bytes!("generated/suffixes.txt");

    /// A length in bytes that no rule reaches.
    const LONGEST: usize = 64;

    /// Returns the length of the longest suffix of a name in lower case that is listed, and whether it is of the domain name system.
    pub(super) fn listed(name: &[u8]) -> Option<(usize, bool)> {
        let mut found = None;
        // The labels so far, the last one first, each followed by a dot.
        let (mut key, mut end) = ([0; LONGEST], 0_usize);
        let mut rules = RULES;
        for label in name.rsplit(|&byte| byte == b'.') {
            let parent = end.checked_sub(1);
            let start = end;
            end += label.len();
            // All these rules start with the labels before this one, and `*` sorts first.
            let wildcard = Some(Rule::first(rules)).filter(|rule| rule.name[start..] == *b"*");
            if end >= key.len() {
                return wildcard.map(|rule| (end, rule.is_icann)).or(found);
            }
            key[start..end].copy_from_slice(label);
            let exact = Some(Rule::first(from(rules, &key[..end]))).filter(|rule| rule.name == &key[..end]);
            key[end] = b'.';
            rules = from(rules, &key[..=end]);
            let is_above_rules = rules.starts_with(&key[..=end]);
            if let (Some(Rule { is_exception: true, is_icann, .. }), Some(len)) = (exact, parent) {
                return Some((len, is_icann));
            }
            // In the crate, `*` does not match a label below which there are rules.
            let longer = exact.or(wildcard.filter(|_| !is_above_rules));
            found = longer.map(|rule| (end, rule.is_icann)).or(found);
            if !is_above_rules {
                break;
            }
            end += 1;
        }
        found
    }

    /// A line of the list.
    #[derive(Clone, Copy)]
    struct Rule<'a> {
        name: &'a [u8],
        is_exception: bool,
        is_icann: bool,
    }

    impl<'a> Rule<'a> {
        /// Returns the first of the rules.
        fn first(rules: &'a [u8]) -> Self {
            let end = rules.iter().position(|&byte| byte == b'\n').unwrap_or(rules.len());
            let line = &rules[..end];
            let rule = line.strip_suffix(b",").unwrap_or(line);
            let name = rule.strip_suffix(b"!").unwrap_or(rule);
            Self { name, is_exception: name != rule, is_icann: rule == line }
        }
    }

    /// Returns the rules from the first one that does not sort before the key.
    fn from<'a>(rules: &'a [u8], key: &[u8]) -> &'a [u8] {
        let (mut low, mut high) = (0, rules.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let is_newline = |&byte: &u8| byte == b'\n';
            let start = rules[..middle].iter().rposition(is_newline).map_or(0, |newline| newline + 1);
            if Rule::first(&rules[start..]).name < key {
                let length = rules[start..].iter().position(is_newline);
                low = length.map_or(rules.len(), |length| start + length + 1);
            } else {
                high = start;
            }
        }
        &rules[low..]
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Rules that do not change. All of the list is compared where it is generated.
    #[rstest]
    #[case::rule("example.com", Some("com"), true)]
    #[case::itself("com", Some("com"), true)]
    #[case::longest("example.co.uk", Some("co.uk"), true)]
    #[case::wildcard("b.c.ck", Some("c.ck"), true)]
    #[case::exception("www.ck", Some("ck"), true)]
    #[case::below_exception("a.www.ck", Some("ck"), true)]
    #[case::private("example.github.io", Some("github.io"), false)]
    #[case::empty("", None, false)]
    #[case::dots("..", None, false)]
    #[case::not_listed("a.example", None, false)]
    fn longest_suffix(#[case] name: &str, #[case] suffix: Option<&str>, #[case] is_icann: bool) {
        let expected = suffix.map(|suffix| Listed { len: suffix.len(), is_icann });
        assert_eq!(listed(name.as_bytes()), expected);
        assert_eq!(by_text(name.as_bytes()), expected);
    }
}

//! The ASCII characters that a component may contain without percent-encoding, according to the grammar.

/// Sets of ASCII characters, one for each of seven rules. A character is in the set of a rule if the rule matches the character by
/// itself or, for a scheme, as a part of it.
///
/// Public only because [`Grammar`](crate::grammar::Grammar) has a constant of this type.
pub struct Characters {
    /// For each byte, the bits of the sets that contain it.
    sets: [u8; 256],
    /// The bits of the sets whose rules accept a string that begins with a character beyond ASCII.
    beyond_ascii: u8,
}

/// The bits of the sets.
pub(crate) mod class {
    pub(crate) const UNRESERVED: u8 = 1;
    pub(crate) const USERINFO: u8 = 1 << 1;
    pub(crate) const REG_NAME: u8 = 1 << 2;
    /// The characters of path segments, which are found by the rule `path-rootless`.
    pub(crate) const SEGMENT: u8 = 1 << 3;
    pub(crate) const QUERY: u8 = 1 << 4;
    pub(crate) const FRAGMENT: u8 = 1 << 5;
    /// The reserved and unreserved characters, for templates only.
    #[cfg(feature = "template")]
    pub(crate) const URI: u8 = 1 << 6;
    /// The characters that a scheme contains, not only as its first one.
    pub(crate) const SCHEME: u8 = 1 << 7;
}

impl Characters {
    pub(crate) const NONE: Self = Self { sets: [0; 256], beyond_ascii: 0 };

    /// Returns whether the byte is in one of these sets.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "there is an entry for each byte")]
    pub(crate) const fn has(&self, classes: u8, byte: u8) -> bool {
        self.sets[byte as usize] & classes != 0
    }

    /// Returns whether the rule of one of these sets also accepts characters beyond ASCII.
    pub(crate) const fn has_beyond_ascii(&self, classes: u8) -> bool {
        self.beyond_ascii & classes != 0
    }

    /// Returns the sets with this byte added to the sets `classes`.
    pub(crate) const fn with(mut self, classes: u8, byte: u8) -> Self {
        self.add(classes, byte);
        self
    }

    pub(crate) const fn add_beyond_ascii(&mut self, classes: u8) {
        self.beyond_ascii |= classes;
    }

    #[expect(clippy::indexing_slicing, reason = "there is an entry for each byte")]
    pub(crate) const fn add(&mut self, classes: u8, byte: u8) {
        self.sets[byte as usize] |= classes;
    }
}

/// Computes [`Characters`] at compile time: runs the automaton of each rule on every ASCII character, or the compiled parser if
/// the rule has no automaton. A rule that is left to pest cannot be run at compile time and gets an empty set. Then every
/// character of its component is percent-encoded, and none is decoded.
macro_rules! characters {
    ($module:ident) => {{
        use $crate::grammar::characters::{Characters, class};
        use $crate::grammar::lower::Lowering;
        use $crate::grammar::rule::Rule;
        use $module::automaton;
        use $module::{is_compiled, parse_by_byte as parse};

        const SETS: [(u8, Rule); 6] = [
            (class::UNRESERVED, Rule::unreserved),
            (class::USERINFO, Rule::userinfo),
            (class::REG_NAME, Rule::reg_name),
            (class::SEGMENT, Rule::path_rootless),
            (class::QUERY, Rule::query),
            (class::FRAGMENT, Rule::fragment),
        ];
        let mut characters = Characters::NONE;
        let mut set = 0;
        while set < SETS.len() {
            let (class, rule) = SETS[set];
            match automaton(rule) {
                Some(automaton) if automaton.begins_beyond_ascii() => characters.add_beyond_ascii(class),
                _ => {}
            }
            set += 1;
        }
        let mut byte = 0;
        while byte < 0x80 {
            let mut set = 0;
            while set < SETS.len() {
                let (class, rule) = SETS[set];
                let is_in = match automaton(rule) {
                    Some(automaton) => automaton.accepts_ascii_byte(byte),
                    None => match core::str::from_utf8(&[byte]) {
                        Ok(text) => is_compiled(rule) && parse(rule, text, &mut Lowering::new(1)),
                        Err(_) => false,
                    },
                };
                if is_in {
                    characters.add(class, byte);
                }
                set += 1;
            }
            match automaton(Rule::scheme) {
                Some(automaton) if automaton.has_ascii_byte(byte) => characters.add(class::SCHEME, byte),
                _ => {}
            }
            byte += 1;
        }
        characters
    }};
}

pub(crate) use characters;

// After an edit of `uri.pest`, `tests/abnf.rs` should fail rather than these tests.
#[cfg(appendix_a)]
#[cfg(test)]
mod tests {
    use super::class;
    use crate::grammar::{Grammar, Rfc3986, Rfc3987, Rfc6874};

    const CLASSES: [u8; 6] =
        [class::UNRESERVED, class::USERINFO, class::REG_NAME, class::SEGMENT, class::QUERY, class::FRAGMENT];

    fn sets<G: Grammar>() -> [String; 6] {
        let characters = G::CHARACTERS;
        CLASSES
            .map(|class| (0..=u8::MAX).filter(|&byte| characters.has(class, byte)).map(char::from).collect())
    }

    #[test]
    fn are_those_of_section_2_2_and_2_3_and_3() {
        let digits_and_letters = "0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
        let but = |out: &str| digits_and_letters.chars().filter(|c| !out.contains(*c)).collect::<String>();
        assert_eq!(
            sets::<Rfc3986>(),
            [
                "-.".to_owned() + &but(":;=@"),
                "!$&'()*+,-.".to_owned() + &but("@"),
                "!$&'()*+,-.".to_owned() + &but(":@"),
                "!$&'()*+,-.".to_owned() + &but(""),
                "!$&'()*+,-./".to_owned() + &but("").replace('@', "?@"),
                "!$&'()*+,-./".to_owned() + &but("").replace('@', "?@"),
            ]
        );
    }

    #[test]
    fn beyond_ascii_are_not_among_them() {
        assert_eq!(sets::<Rfc3987>(), sets::<Rfc3986>());
        assert_eq!(sets::<Rfc6874>(), sets::<Rfc3986>());
        assert!(CLASSES.iter().all(|&class| Rfc3987::CHARACTERS.has_beyond_ascii(class)));
        assert!(!CLASSES.iter().any(|&class| Rfc3986::CHARACTERS.has_beyond_ascii(class)));
    }
}

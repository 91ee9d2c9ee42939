//! The grammars that the types of this crate can be made of.

use core::fmt::Debug;
use core::hash::Hash;

use super::automaton::Automaton;
use super::captures::Capture;
use super::characters::{Characters, characters};
use super::components::Components;
use super::diagnose::diagnose;
use super::error::{ParseError, What};
use super::lower::Lowering;
use super::rule::Rule;

/// A grammar: the last type parameter of [`UriReference`](crate::generic::UriReference) and the rest.
///
/// The trait is sealed: a grammar is made by the build script, from a file.
pub trait Grammar: sealed::Sealed + Copy + Ord + Hash + Debug + 'static {
    /// Matches the whole of `text` against `rule`, and says where the components lie.
    ///
    /// Linear in `text`, without recursion and without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it, if the rule does not match the whole of `text`.
    #[inline]
    fn components(rule: Rule, text: &str) -> Result<Components, ParseError> {
        let mut lowering = Lowering::new(text.len());
        let end = Self::lower(rule, text, &mut lowering);
        if end != text.len() {
            return Err(Self::blame(rule, text, &lowering, end));
        }
        lowering.components(Self::IN_PLACE).ok_or_else(|| unfit(rule, text))
    }

    /// What the four types of reference are called.
    #[doc(hidden)]
    const NAMES: [&'static str; 4];

    /// Which characters may stand in which component.
    #[doc(hidden)]
    const CHARACTERS: Characters;

    /// Whether all that is captured stands where Appendix A puts it, as the build has proved.
    #[doc(hidden)]
    const IN_PLACE: bool;

    /// The automaton of a rule, unless the rule is left to pest.
    #[doc(hidden)]
    fn automaton(rule: Rule) -> Option<&'static Automaton>;

    /// How many bytes of `text` the rule matches from its start: more than there are if it does not match, or if
    /// the text is too long. What it captures goes into `lowering`.
    #[doc(hidden)]
    fn lower(rule: Rule, text: &str, lowering: &mut Lowering) -> usize;

    /// Why the rule does not match the whole of `text`: `end` is what [`Self::lower`] gave, and not its length.
    #[doc(hidden)]
    fn blame(rule: Rule, text: &str, lowering: &Lowering, end: usize) -> ParseError;
}

/// The fault of a grammar that was edited so that components cannot hold what it captures.
#[cold]
pub(crate) fn unfit(rule: Rule, text: &str) -> ParseError {
    ParseError::at_start(What::Unfit, rule, text)
}

/// Whether what operations know of references is so. If the library was built from a grammar that is not that of
/// Appendix A, it may not be, and the grammar is asked.
pub(crate) const TRUSTED: bool = cfg!(appendix_a);

/// The components of a text that an operation has put together, and knows where they lie: what the rule makes
/// of the text, if that is the same, unless the operation is trusted.
#[inline(always)]
pub(crate) fn known<G: Grammar>(
    rule: Rule,
    text: &str,
    components: Components,
) -> Result<Components, ParseError> {
    if TRUSTED {
        return Ok(components);
    }
    let parsed = G::components(rule, text)?;
    if parsed.lie_as(&components) { Ok(parsed) } else { Err(unfit(rule, text)) }
}

mod sealed {
    pub trait Sealed {}
}

/// Makes the type of a grammar, and a module of what the build script wrote for it.
macro_rules! grammars {
    ($($(#[$doc:meta])* $Name:ident $module:ident $names:expr;)*) => {$(
        pub(crate) mod $module {
            use super::{Automaton, Capture, Lowering, Rule};

            include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name;

        impl sealed::Sealed for $Name {}

        impl Grammar for $Name {
            const NAMES: [&'static str; 4] = $names;

            const CHARACTERS: Characters = characters!($module);

            const IN_PLACE: bool = $module::IN_PLACE;

            #[inline]
            fn automaton(rule: Rule) -> Option<&'static Automaton> {
                $module::automaton(rule)
            }

            #[inline]
            fn lower(rule: Rule, text: &str, lowering: &mut Lowering) -> usize {
                if u32::try_from(text.len()).is_err() {
                    usize::MAX
                } else if $module::compiled::is_compiled(rule) {
                    $module::compiled::end(rule, text, lowering)
                } else if $module::by_tree(rule, text, lowering) {
                    text.len()
                } else {
                    usize::MAX
                }
            }

            // By itself it writes the error where it stays: one that has just been written is slow to move.
            #[cold]
            #[inline(never)]
            fn blame(rule: Rule, text: &str, lowering: &Lowering, end: usize) -> ParseError {
                fn is_host(text: &str) -> bool {
                    $module::compiled::is_compiled(Rule::host)
                        && $module::compiled::parse(Rule::host, text, &mut Lowering::new(text.len()))
                }

                let matched = |lowering: &Lowering, end: usize| {
                    if end <= text.len() { lowering.components_before(end, Self::IN_PLACE) } else { None }
                };
                // The components may be right where the kind of reference is not.
                let other_kind = match rule {
                    Rule::URI | Rule::absolute_URI => end > text.len(),
                    Rule::relative_ref => text.as_bytes().get(end) == Some(&b':'),
                    _ => false,
                };
                let found = if other_kind {
                    let mut lowering = Lowering::new(text.len());
                    let end = Self::lower(Rule::URI_reference, text, &mut lowering);
                    matched(&lowering, end)
                } else {
                    matched(lowering, end)
                };
                diagnose(rule, text, found, &$module::automaton, is_host)
            }
        }
    )*};
}

grammars! {
    /// RFC 3986, Appendix A, as `uri.pest` has it: URIs.
    ///
    /// If the library was built with another grammar, it is that one.
    Rfc3986 rfc3986 ["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];
    /// RFC 3987, section 2.2, as `variants/rfc3987.pest` has it: IRIs, which have characters beyond ASCII.
    Rfc3987 rfc3987 ["IriReference", "Iri", "AbsoluteIri", "RelativeIriRef"];
    /// RFC 6874, section 2, as `variants/rfc6874.pest` has it: URIs with zones in IPv6 addresses.
    Rfc6874 rfc6874 ["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];
}

impl Rule {
    /// Matches the whole of `text` against this rule of RFC 3986, and says where the components lie.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it, if the rule does not match the whole of `text`.
    ///
    /// ```
    /// use urigram::Rule;
    ///
    /// assert!(Rule::IPv6address.parse("2001:db8::7").is_ok());
    /// assert_eq!(Rule::dec_octet.parse("256").unwrap_err().offset(), 2);
    /// ```
    pub fn parse(self, text: &str) -> Result<Components, ParseError> {
        Rfc3986::components(self, text)
    }
}

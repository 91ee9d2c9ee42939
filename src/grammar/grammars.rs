//! The grammars that are type parameters of the references.

use core::fmt::Debug;
use core::hash::Hash;

use super::automaton::Automaton;
use super::characters::{Characters, characters};
use super::components::{Components, LAST_RULES};
use super::diagnose::{LastComponent, after_the_last, diagnose};
use super::error::{By, ParseError, What};
use super::generated::{rfc3986, rfc3987, rfc6874};
use super::lower::Lowering;
use super::rule::Rule;

/// A grammar: the last type parameter of the reference types and of most components.
///
/// The trait is sealed: grammars are generated from files.
pub trait Grammar: sealed::Sealed + Copy + Ord + Hash + Debug + 'static {
    /// Matches the whole of `text` against `rule`, and returns the byte offsets of the components.
    ///
    /// Takes time linear in the length of `text`, without recursion and without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the rule does not match the whole of `text`. The error names the component and the byte offset of the first fault.
    #[inline]
    fn components(rule: Rule, text: &str) -> Result<Components, ParseError> {
        Self::parse(rule, text, |_, components| components)
    }

    /// Matches the whole of `text` against `rule`, and calls `make` with the text and its components.
    ///
    /// This method is always inlined, so that the components are written directly to their destination. Copying them would
    /// take as long as a short parse.
    #[doc(hidden)]
    #[inline(always)]
    fn parse<T: AsRef<str>, R>(
        rule: Rule,
        text: T,
        make: impl FnOnce(T, Components) -> R,
    ) -> Result<R, ParseError> {
        let string = text.as_ref();
        let mut lowering = Lowering::new(string.len());
        let end = Self::lower(rule, string, &mut lowering);
        if end != string.len() {
            return Err(Self::diagnose(rule, string, &lowering, end));
        }
        match lowering.components(Self::IN_PLACE) {
            Some(components) => Ok(make(text, components)),
            None => Err(unfit(rule, string)),
        }
    }

    /// Does the same for a string at `start` of a buffer.
    #[cfg(feature = "bulk")]
    #[doc(hidden)]
    #[inline(always)]
    fn parse_in<'t, R>(
        bits: &mut Self::Bits<'_>,
        rule: Rule,
        start: usize,
        string: &'t str,
        make: impl Fn(&'t str, Components) -> R,
    ) -> Result<R, ParseError> {
        let mut lowering = Lowering::new(string.len());
        match Self::lower_in(bits, rule, start, string, &mut lowering) {
            Some(end) if end == string.len() => {
                if let Some(components) = lowering.components(Self::IN_PLACE) {
                    return Ok(make(string, components));
                }
            }
            _ => {}
        }
        Self::parse(rule, string, make)
    }

    /// The names of the four types of reference.
    #[doc(hidden)]
    const NAMES: [&'static str; 4];

    /// The characters that each component may contain.
    #[doc(hidden)]
    const CHARACTERS: Characters;

    /// Whether the build has proved that all captures have the offsets that Appendix A implies.
    #[doc(hidden)]
    const IN_PLACE: bool;

    /// Returns the automaton of a rule, or `None` if the rule is recursive or can only be parsed by pest.
    #[doc(hidden)]
    fn automaton(rule: Rule) -> Option<&'static Automaton>;

    /// Writes captures to `lowering`, and returns the number of bytes that the rule matches at the start of `text`. If the rule
    /// does not match or the text is too long, returns a number greater than the length of `text`.
    #[doc(hidden)]
    fn lower(rule: Rule, text: &str, lowering: &mut Lowering) -> usize;

    /// The bits of the classes of the grammar for a part of a buffer.
    #[cfg(feature = "bulk")]
    #[doc(hidden)]
    type Bits<'b>: BufferBits<'b>;

    /// Does the same as [`Self::lower`] for a text at `start` in a buffer. Returns `None` if it must be matched alone.
    #[cfg(feature = "bulk")]
    #[doc(hidden)]
    fn lower_in(
        bits: &mut Self::Bits<'_>,
        rule: Rule,
        start: usize,
        text: &str,
        lowering: &mut Lowering,
    ) -> Option<usize>;

    /// Returns the error for a rule that does not match the whole of `text`. `end` is the result of
    /// [`Self::lower`], and differs from the length of `text`.
    #[doc(hidden)]
    fn diagnose(rule: Rule, text: &str, lowering: &Lowering, end: usize) -> ParseError;
}

/// Returns the error for a captured component whose span [`Components`] cannot represent.
#[cold]
pub(crate) fn unfit(rule: Rule, text: &str) -> ParseError {
    ParseError::at_start(What::Unfit, rule, By::Loaded, text)
}

/// Whether the library was built from the grammar of Appendix A, under which the results of operations are valid without a
/// check. Under another grammar, each result is parsed.
pub(crate) const TRUSTED: bool = cfg!(appendix_a);

/// Returns `components`, which an operation has computed for its result `text`. Unless [`TRUSTED`], the text is parsed, and
/// an error is returned if the parser finds different components.
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

/// Returns the components of `text`, or `None` if the rule does not match the whole text. Unlike [`Grammar::components`], it
/// does not search for the fault.
#[inline]
pub(crate) fn matched<G: Grammar>(rule: Rule, text: &str) -> Option<Components> {
    let mut lowering = Lowering::new(text.len());
    let end = G::lower(rule, text, &mut lowering);
    if end == text.len() { lowering.components(G::IN_PLACE) } else { None }
}

/// The bits of the classes of a grammar for a part of a buffer.
#[cfg(feature = "bulk")]
pub trait BufferBits<'b>: Sized {
    /// Returns a value for a buffer.
    fn new(buffer: &'b str) -> Self;

    /// Returns the buffer.
    fn buffer(&self) -> &'b str;

    /// Returns the offset of the first line feed of the buffer from `start`, or the length of the buffer.
    fn line_end(&mut self, start: usize) -> usize;
}

mod sealed {
    pub trait Sealed {}
}

/// Defines the type of a grammar, given the generated module with its parser.
macro_rules! grammars {
    ($($(#[$doc:meta])* $Name:ident $Bits:ident $module:ident $names:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name;

        impl sealed::Sealed for $Name {}

        #[cfg(feature = "bulk")]
        #[allow(missing_debug_implementations, reason = "the bits are not for people")]
        pub struct $Bits<'b>($module::Bits<'b>);

        #[cfg(feature = "bulk")]
        impl<'b> BufferBits<'b> for $Bits<'b> {
            fn new(buffer: &'b str) -> Self {
                Self($module::Bits::new(buffer))
            }

            #[inline]
            fn buffer(&self) -> &'b str {
                self.0.buffer()
            }

            #[inline]
            fn line_end(&mut self, start: usize) -> usize {
                $module::line_end(&mut self.0, start)
            }
        }

        impl Grammar for $Name {
            const NAMES: [&'static str; 4] = $names;

            #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
            const CHARACTERS: Characters = characters!($module);

            const IN_PLACE: bool = $module::IN_PLACE;

            #[inline]
            fn automaton(rule: Rule) -> Option<&'static Automaton> {
                $module::automaton(rule)
            }

            // Not `#[inline]`, because this function is most of a grammar's machine code, which each crate that parses would
            // otherwise compile again.
            fn lower(rule: Rule, text: &str, lowering: &mut Lowering) -> usize {
                if u32::try_from(text.len()).is_err() {
                    usize::MAX
                } else if $module::is_compiled(rule) {
                    $module::end(rule, text, lowering)
                } else if $module::by_tree(rule, text, lowering) {
                    text.len()
                } else {
                    usize::MAX
                }
            }

            #[cfg(feature = "bulk")]
            type Bits<'b> = $Bits<'b>;

            #[cfg(feature = "bulk")]
            #[inline(always)]
            fn lower_in(
                bits: &mut Self::Bits<'_>,
                rule: Rule,
                start: usize,
                text: &str,
                lowering: &mut Lowering,
            ) -> Option<usize> {
                if !$module::is_compiled(rule) {
                    return None;
                }
                $module::end_in_window(&mut bits.0, rule, start, text, lowering)
            }

            // Never inlined, so that the error is written directly to its destination instead of being
            // copied.
            #[cold]
            #[inline(never)]
            fn diagnose(rule: Rule, text: &str, lowering: &Lowering, end: usize) -> ParseError {
                #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
                static COMPONENTS: [Option<LastComponent>; LAST_RULES.len()] = {
                    let mut components = [None; LAST_RULES.len()];
                    let mut index = 0;
                    while index < LAST_RULES.len() {
                        if let Some(rule) = LAST_RULES[index] {
                            if let Some(automaton) = $module::automaton(rule) {
                                components[index] = Some(LastComponent::new(rule, automaton));
                            }
                        }
                        index += 1;
                    }
                    components
                };

                // By Appendix A, the parser stops in its last component where the automaton of this component stops.
                if cfg!(appendix_a) && Self::IN_PLACE {
                    let error = after_the_last(rule, By::$Name, text, lowering, end, &COMPONENTS);
                    if let Some(error) = error {
                        return error;
                    }
                }
                Self::search(rule, text, lowering, end)
            }
        }

        impl $Name {
            /// Returns the error for a fault anywhere in the text, with the arguments of [`Grammar::diagnose`].
            #[inline(never)]
            fn search(rule: Rule, text: &str, lowering: &Lowering, end: usize) -> ParseError {
                fn is_host(text: &str) -> bool {
                    $module::is_compiled(Rule::host)
                        && $module::parse(Rule::host, text, &mut Lowering::new(text.len()))
                }

                let by = By::$Name;
                if end == $module::TOO_DEEP {
                    return ParseError::at_start(What::TooDeep, rule, by, text);
                }
                let matched = |lowering: &Lowering, end: usize| {
                    if end <= text.len() { lowering.components_before(end, Self::IN_PLACE) } else { None }
                };
                // If only the kind of reference is wrong, parse as any kind to find the components.
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
                diagnose(rule, by, text, found, &$module::automaton, is_host)
            }
        }
    )*};
}

grammars! {
    /// The grammar of URIs in RFC 3986, Appendix A, as in `uri.pest`.
    ///
    /// If the library was built from another grammar, this type represents the other grammar.
    Rfc3986 Rfc3986Bits rfc3986 ["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];
    /// The grammar of IRIs in RFC 3987, section 2.2, as in `variants/rfc3987.pest`. IRIs may contain characters beyond ASCII.
    Rfc3987 Rfc3987Bits rfc3987 ["IriReference", "Iri", "AbsoluteIri", "RelativeIriRef"];
    /// The grammar of URIs with zone identifiers in IPv6 addresses in RFC 6874, section 2, as in `variants/rfc6874.pest`.
    Rfc6874 Rfc6874Bits rfc6874 ["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];
}

impl Rule {
    /// Matches the whole of `text` against this rule of RFC 3986, and returns the byte offsets of the components.
    ///
    /// # Errors
    ///
    /// If the rule does not match the whole of `text`. The error names the component and the byte offset of the first fault.
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

//! The components that hold data, percent-encoded.

/// Implements encoding of raw data for a component. The arguments are its rule, the set of characters that
/// may stand in it, and optionally a delimiter that may stand in it too.
macro_rules! encodable {
    ($Name:ident $rule:ident $class:ident $($delimiter:literal)? $(#[$doc:meta])*) => {
        impl<G: $crate::grammar::Grammar> $crate::percent::sealed::Sealed for $Name<'static, G> {}

        impl<G: $crate::grammar::Grammar> $crate::percent::Encodable for $Name<'static, G> {
            const CHARACTERS: $crate::grammar::Characters =
                G::CHARACTERS$(.with($crate::grammar::class::$class, $delimiter))?;
            const CLASS: u8 = $crate::grammar::class::$class;

            fn may_have(character: char) -> bool {
                G::automaton($crate::grammar::Rule::$rule)
                    .is_some_and(|automaton| automaton.accepts_char(character))
            }
        }

        impl $Name<'_> {
            $(#[$doc])*
            ///
            /// Raw data are text or bytes, such as `&str`, `&String` or `&[u8]`. Characters that the
            /// component may contain stay, and the others are percent-encoded, those of text as UTF-8; a `%`
            /// is always encoded. [`Encoder`](crate::percent::Encoder) allows a different choice.
            pub fn encode<'r>(
                raw: &'r (impl $crate::percent::Raw + ?Sized),
            ) -> $crate::percent::Encoded<'r, $Name<'static>> {
                $crate::percent::Encoded::new(raw)
            }
        }
    };
}

pub(super) use encodable;

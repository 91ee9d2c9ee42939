//! The components that hold data, percent-encoded.

/// Lets a component be made of raw data: by its rule, the set of the characters that may stand in it, and a
/// delimiter that may too.
macro_rules! encodable {
    ($Name:ident $rule:ident $class:ident $($delimiter:literal)? $(#[$doc:meta])*) => {
        impl<G: $crate::grammar::Grammar> $crate::percent::sealed::Sealed for $Name<'static, G> {}

        impl<G: $crate::grammar::Grammar> $crate::percent::Component for $Name<'static, G> {
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
            /// Raw data are text or bytes, such as `&str`, `&String` or `&[u8]`. What the component may have
            /// stays, and the rest is percent-encoded, as its UTF-8 if it is text; a `%` always is.
            /// [`Encoder`](crate::percent::Encoder) has a choice.
            pub fn encode<'r>(
                raw: &'r (impl $crate::percent::Raw + ?Sized),
            ) -> $crate::percent::Encoded<'r, $Name<'static>> {
                $crate::percent::Encoded::new(raw)
            }
        }
    };
}

pub(super) use encodable;

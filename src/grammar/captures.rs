//! The rules that a parser of `uri.pest` reports to the lowering.
//!
//! The build script also includes this file, so that the compiled parser reports exactly these rules.

macro_rules! captures {
    ($($rule:ident)*) => {
        /// A rule whose span the lowering reads, by its name in `uri.pest`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        pub(crate) enum Capture {
            $($rule),*
        }

        impl Capture {
            /// The names, as `uri.pest` spells them.
            pub(crate) const NAMES: &[&str] = &[$(stringify!($rule)),*];

            /// Returns the rule of this name, if it is captured.
            #[allow(dead_code, reason = "not for the build script")]
            pub(crate) fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($rule) => Some(Self::$rule),)*
                    _ => None,
                }
            }
        }
    };
}

captures! {
    URI absolute_URI relative_ref
    scheme authority userinfo host IPvFuture IPv6address IPv4address reg_name port
    path_abempty path_absolute path_noscheme path_rootless path_empty
    query fragment
}

/// The other rules that the library uses by name: as start rules, in errors, or to determine the characters that need not
/// be percent-encoded.
pub(crate) const ALSO_NEEDED: &[&str] = &["URI_reference", "path", "segment", "unreserved"];

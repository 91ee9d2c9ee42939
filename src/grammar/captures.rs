//! The rules that the lowering reads: what a parser of `uri.pest` has to report, and nothing else.
//!
//! The build script includes this file too, so that the compiled parser reports just these.

macro_rules! captures {
    ($($rule:ident)*) => {
        /// A rule whose span means something, under its name in `uri.pest`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        pub(crate) enum Capture {
            $($rule),*
        }

        impl Capture {
            /// The names, as `uri.pest` spells them.
            pub(crate) const NAMES: &[&str] = &[$(stringify!($rule)),*];

            /// The rule of this name, if it is one of them.
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

/// The rules that the library asks for besides: it starts with them, blames them, or decodes their characters.
pub(crate) const ALSO_NEEDED: &[&str] = &["URI_reference", "path", "segment", "unreserved"];

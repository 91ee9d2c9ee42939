//! Methods that edit the scheme, for the types that allow another scheme or none.

use alloc::string::String;

use crate::component::{IntoComponent, Scheme};
use crate::edit::EditError;
use crate::grammar::Grammar;
use crate::reference::generic::{AbsoluteUri, Uri, UriReference};

macro_rules! settable {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the scheme (section 3.1).
            ///
            /// If there was no scheme, and the path begins with `./` so that its first segment is not read as
            /// one (section 4.2), the guard `./` is removed: `./a:b` becomes `s:a:b`.
            ///
            /// # Errors
            ///
            /// If the value is not a valid scheme, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a\")?.to_owned();"
            )]
            /// uri.set_scheme("https")?;
            /// assert_eq!(uri, "https://example.com/a");
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_scheme<'a>(
                &mut self,
                scheme: impl IntoComponent<'a, Scheme<'static>>,
            ) -> Result<(), EditError> {
                let scheme = scheme.into_text()?;
                self.edit(|editor| editor.set_scheme(&scheme))
            }
        }
    )*};
}

settable! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    AbsoluteUri "AbsoluteUri" "http:";
}

macro_rules! removable {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Removes the scheme, which makes the reference relative. Returns whether there was one.
            ///
            /// If there is no authority, and the first segment of the path contains a colon, `./` is written
            /// before it, because it would be read as a scheme (section 4.2).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!("let mut reference = ", $name, "::parse(\"http://example.com/a\")?.to_owned();")]
            /// assert!(reference.remove_scheme());
            /// assert_eq!(reference, "//example.com/a");
            ///
            #[doc = concat!("let mut reference = ", $name, "::parse(\"urn:isbn:0451450523\")?.to_owned();")]
            /// reference.remove_scheme();
            /// assert_eq!(reference, "./isbn:0451450523");
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_scheme(&mut self) -> bool {
                self.edit_away(|editor| editor.remove_scheme())
            }
        }
    )*};
}

removable! {
    UriReference "UriReference" "http:";
}

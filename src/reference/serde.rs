//! serde: a reference is serialized as its text, and validated when it is deserialized.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::grammar::{Grammar, ParseError};

macro_rules! as_string {
    (@held $Name:ident: $($Held:ident)*) => {$(
        impl<'de, G: Grammar> Deserialize<'de> for $Name<$Held<str>, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $Name::<String, G>::deserialize(deserializer).map(Into::into)
            }
        }
    )*};
    ($($Name:ident, $number:literal;)*) => {$(
        impl<T: AsRef<str>, G: Grammar> Serialize for $Name<T, G> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }

        impl<'de: 'a, 'a, G: Grammar> Deserialize<'de> for $Name<&'a str, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text<G>(PhantomData<G>);

                impl<'de, G: Grammar> Visitor<'de> for Text<G> {
                    type Value = $Name<&'de str, G>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "the text of a {}", G::NAMES[$number])
                    }

                    /// Returns an error without the text, which may contain a password. The default method would
                    /// include the text.
                    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
                        let name = G::NAMES[$number];
                        Err(E::custom(format_args!(
                            "the text of a {name}<&str> has to be borrowed, and this one has escapes or does not \
                             live long enough; a {name}<String> can be made of it",
                        )))
                    }

                    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                        Self::Value::try_from(text).map_err(|error| invalid(G::NAMES[$number], error, text))
                    }
                }

                deserializer.deserialize_str(Text(PhantomData))
            }
        }

        impl<'de, G: Grammar> Deserialize<'de> for $Name<String, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $Name::<Cow<'de, str>, G>::deserialize(deserializer).map(Into::into)
            }
        }

        /// Borrows the text if possible. In a struct, the field needs `#[serde(borrow)]`.
        impl<'de: 'a, 'a, G: Grammar> Deserialize<'de> for $Name<Cow<'a, str>, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text<G>(PhantomData<G>);

                impl<'de, G: Grammar> Visitor<'de> for Text<G> {
                    type Value = $Name<Cow<'de, str>, G>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "the text of a {}", G::NAMES[$number])
                    }

                    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                        Self::Value::try_from(text).map_err(|error| invalid(G::NAMES[$number], error, text))
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                        let reference = $Name::<String, G>::try_from(text);
                        reference.map(Into::into).map_err(|error| invalid(G::NAMES[$number], error, text))
                    }

                    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
                        let reference = $Name::<String, G>::try_from(text);
                        reference.map(Into::into).map_err(|rejected| {
                            invalid(G::NAMES[$number], *rejected.error(), rejected.value())
                        })
                    }
                }

                deserializer.deserialize_string(Text(PhantomData))
            }
        }

        as_string! { @held $Name: Box Rc Arc }
    )*};
}

/// Returns the error for an invalid text, with the help that explains it. The message contains no password, because errors are
/// logged. The deserializer adds the position in its input.
fn invalid<E: Error>(name: &str, error: ParseError, text: &str) -> E {
    E::custom(format_args!("invalid {name}: {error} ({})", error.explain(text).help()))
}

as_string! {
    UriReference, 0;
    Uri, 1;
    AbsoluteUri, 2;
    RelativeRef, 3;
}

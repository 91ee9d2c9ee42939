//! serde: a reference is its text, validated on the way in.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::grammar::Grammar;
use crate::reference::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! as_string {
    ($($Name:ident, $rule:literal;)*) => {$(
        impl<T: AsRef<str>, G: Grammar> Serialize for $Name<T, G> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de, G: Grammar> Deserialize<'de> for $Name<&'de str, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <&str>::deserialize(deserializer)?;
                Self::try_from(text).map_err(D::Error::custom)
            }
        }

        impl<'de, G: Grammar> Deserialize<'de> for $Name<String, G> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text<G>(PhantomData<G>);

                impl<G: Grammar> Visitor<'_> for Text<G> {
                    type Value = $Name<String, G>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(concat!("a ", $rule, " as a string"))
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                        Self::Value::try_from(text).map_err(E::custom)
                    }

                    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
                        Self::Value::try_from(text).map_err(E::custom)
                    }
                }

                deserializer.deserialize_string(Text(PhantomData))
            }
        }
    )*};
}

as_string! {
    UriReference, "URI-reference";
    Uri, "URI";
    AbsoluteUri, "absolute-URI";
    RelativeRef, "relative-ref";
}

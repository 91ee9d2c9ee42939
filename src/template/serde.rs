//! serde: values of any serializable type, and values and templates as data.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::{fmt, mem};

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Error as _, Impossible, Serialize, Serializer};

use super::Template;
use super::error::ValuesError;
use super::value::{Value, Values};

impl Values<'static> {
    /// Returns the values of the fields of a struct, or of any type that has keys and values.
    ///
    /// A field is a string, a number, a `bool`, or a `char`; a sequence of these, which is a list; or a struct or map of these.
    /// `None` and `()` are undefined, also in lists and maps.
    ///
    /// ```
    /// use urigram::template::{Template, Values};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Search<'a> {
    ///     q: &'a str,
    ///     page: Option<u32>,
    ///     tag: &'a [&'a str],
    /// }
    ///
    /// let values = Values::from_fields(&Search { q: "a + b", page: None, tag: &["x", "y"] })?;
    /// assert_eq!(Template::parse("/search{?q,page,tag*}")?.expand(&values)?, "/search?q=a%20%2B%20b&tag=x&tag=y");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it has no fields, or a list or map is in another one.
    pub fn from_fields<T: Serialize + ?Sized>(fields: &T) -> Result<Self, ValuesError> {
        match fields.serialize(Fields)? {
            Field::Map(fields) => {
                fields.into_iter().map(|(name, field)| Ok((name, field.value()?))).collect()
            }
            Field::Undefined => Ok(Self::new()),
            Field::String(_) | Field::List(_) => Err(ValuesError::custom("the values have no names")),
        }
    }
}

/// A serialized field.
enum Field {
    Undefined,
    String(String),
    List(Vec<Field>),
    Map(Vec<(String, Field)>),
}

impl Field {
    fn value(self) -> Result<Value<'static>, ValuesError> {
        let string = |field: Self| field.string().transpose();
        Ok(match self {
            Self::Undefined => Value::Undefined,
            Self::String(string) => string.into(),
            Self::List(members) => {
                Value::List(members.into_iter().filter_map(string).collect::<Result<_, _>>()?)
            }
            Self::Map(pairs) => {
                let pair = |(name, field): (String, Self)| {
                    string(field).map(|value| Ok::<_, ValuesError>((Cow::from(name), value?)))
                };
                Value::Map(pairs.into_iter().filter_map(pair).collect::<Result<_, _>>()?)
            }
        })
    }

    /// Returns the string of a member; `None` if it is undefined.
    fn string(self) -> Result<Option<Cow<'static, str>>, ValuesError> {
        match self {
            Self::Undefined => Ok(None),
            Self::String(string) => Ok(Some(string.into())),
            Self::List(_) | Self::Map(_) => Err(ValuesError::custom(NESTED)),
        }
    }
}

const NESTED: &str = "a list or map is in another one";

/// Serializes to a [`Field`].
struct Fields;

macro_rules! displayed {
    ($($method:ident($Type:ty))*) => {$(
        fn $method(self, value: $Type) -> Result<Field, ValuesError> {
            Ok(Field::String(value.to_string()))
        }
    )*};
}

impl Serializer for Fields {
    type Ok = Field;
    type Error = ValuesError;
    type SerializeSeq = Compound;
    type SerializeTuple = Compound;
    type SerializeTupleStruct = Compound;
    type SerializeTupleVariant = Impossible<Field, ValuesError>;
    type SerializeMap = Compound;
    type SerializeStruct = Compound;
    type SerializeStructVariant = Impossible<Field, ValuesError>;

    displayed! {
        serialize_bool(bool) serialize_char(char) serialize_str(&str) serialize_f32(f32) serialize_f64(f64)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Field, ValuesError> {
        let text = core::str::from_utf8(bytes).map_err(ValuesError::custom)?;
        self.serialize_str(text)
    }

    fn serialize_none(self) -> Result<Field, ValuesError> {
        Ok(Field::Undefined)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Field, ValuesError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Field, ValuesError> {
        Ok(Field::Undefined)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Field, ValuesError> {
        Ok(Field::Undefined)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Field, ValuesError> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Field, ValuesError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Field, ValuesError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound, ValuesError> {
        Ok(Compound(Field::List(Vec::new()), String::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound, ValuesError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound, ValuesError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, ValuesError> {
        Err(ValuesError::custom(format_args!("the variant `{name}` is not a value")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound, ValuesError> {
        Ok(Compound(Field::Map(Vec::new()), String::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound, ValuesError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, ValuesError> {
        Err(ValuesError::custom(format_args!("the variant `{name}` is not a value")))
    }
}

/// A list or a map that is being serialized, and the key of the next entry.
struct Compound(Field, String);

impl Compound {
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ValuesError> {
        let value = value.serialize(Fields)?;
        match &mut self.0 {
            Field::List(members) => members.push(value),
            Field::Map(fields) => fields.push((mem::take(&mut self.1), value)),
            Field::Undefined | Field::String(_) => unreachable!("it is a list or a map"),
        }
        Ok(())
    }
}

macro_rules! compounds {
    ($($Trait:ident $method:ident($($key:ident)?);)*) => {$(
        impl ser::$Trait for Compound {
            type Ok = Field;
            type Error = ValuesError;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($key: &'static str,)?
                value: &T,
            ) -> Result<(), ValuesError> {
                $(self.1 = $key.to_owned();)?
                self.member(value)
            }

            fn end(self) -> Result<Field, ValuesError> {
                Ok(self.0)
            }
        }
    )*};
}

compounds! {
    SerializeSeq serialize_element();
    SerializeTuple serialize_element();
    SerializeTupleStruct serialize_field();
    SerializeStruct serialize_field(key);
}

impl ser::SerializeMap for Compound {
    type Ok = Field;
    type Error = ValuesError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ValuesError> {
        let key = key.serialize(Fields)?.string()?;
        self.1 = key.ok_or_else(|| ValuesError::custom("a key is undefined"))?.into_owned();
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ValuesError> {
        self.member(value)
    }

    fn end(self) -> Result<Field, ValuesError> {
        Ok(self.0)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::String(string) => serializer.serialize_str(string),
            Self::List(members) => serializer.collect_seq(members),
            Self::Map(pairs) => serializer.collect_map(pairs.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A map of values. As in [`from_fields`](Values::from_fields), numbers and `bool` values become strings.
///
/// ```
/// use urigram::template::{Template, Values};
///
/// let values: Values = serde_json::from_str(r#"{"q": "a b", "page": 2, "tag": ["x", "y"], "lang": null}"#).unwrap();
/// assert_eq!(Template::parse("{?q,page,tag,lang}")?.expand(&values)?, "?q=a%20b&page=2&tag=x,y");
/// # Ok::<(), urigram::Error>(())
/// ```
impl<'de> Deserialize<'de> for Values<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Values<'static>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of values by the names of variables")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Values<'static>, A::Error> {
                let mut values = Vec::new();
                while let Some(field) = fields.next_entry::<String, Value<'static>>()? {
                    values.push(field);
                }
                Ok(values.into_iter().collect())
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

macro_rules! visits {
    ($($visit:ident($Type:ty))*) => {$(
        fn $visit<E>(self, value: $Type) -> Result<Self::Value, E> {
            Ok(Value::String(value.to_string().into()))
        }
    )*};
}

impl<'de> Deserialize<'de> for Value<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Value<'static>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a list of strings, or a map of strings")
            }

            visits! {
                visit_str(&str) visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128)
                visit_f64(f64)
            }

            fn visit_none<E>(self) -> Result<Value<'static>, E> {
                Ok(Value::Undefined)
            }

            fn visit_unit<E>(self) -> Result<Value<'static>, E> {
                Ok(Value::Undefined)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'static>, D::Error> {
                Value::deserialize(deserializer)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<Value<'static>, A::Error> {
                let mut list = Vec::new();
                while let Some(member) = members.next_element::<Value<'static>>()? {
                    list.extend(string(member)?);
                }
                Ok(Value::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Value<'static>, A::Error> {
                let mut map = Vec::new();
                while let Some((name, value)) = pairs.next_entry::<String, Value<'static>>()? {
                    map.extend(string(value)?.map(|value| (name.into(), value)));
                }
                Ok(Value::Map(map))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// Returns the string of a member; `None` if it is undefined.
fn string<E: Error>(member: Value<'static>) -> Result<Option<Cow<'static, str>>, E> {
    match member {
        Value::Undefined => Ok(None),
        Value::String(string) => Ok(Some(string)),
        Value::List(_) | Value::Map(_) => Err(E::custom(NESTED)),
    }
}

/// A template is serialized as its text.
impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(String::deserialize(deserializer)?).map_err(|error| {
            D::Error::custom(format_args!("invalid URI Template: {error} ({})", error.help()))
        })
    }
}

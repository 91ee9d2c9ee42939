//! The keys of a row, and the types of its values, without the values.

use std::fmt;

use indexmap::map::RawEntryApiV1;
use indexmap::map::raw_entry_v1::RawEntryMut;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::types::{Keys, Type};

/// How many keys there may be, in objects within objects too. The reader of JSON takes memory for each, in each row of a
/// batch.
pub(super) const MOST_KEYS: usize = 2000;

/// What becomes of what rows have beyond the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It is added to them.
    Added,
    /// It is an error.
    Refused,
    /// Other columns are left out. Within a column, it is an error.
    Ignored,
}

impl Beyond {
    const fn within(self) -> Self {
        match self {
            Self::Ignored => Self::Refused,
            other => other,
        }
    }
}

/// Where a value stands in its row.
#[derive(Clone, Copy)]
enum Path<'a> {
    Row,
    Key(&'a Self, &'a str),
    Item(&'a Self),
}

impl fmt::Display for Path<'_> {
    /// As in SQL, without quotes. Recursive, as the parser is, which has a limit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row => Ok(()),
            Self::Key(Self::Row, key) => f.write_str(key),
            Self::Key(before, key) => write!(f, "{before}.{key}"),
            Self::Item(before) => write!(f, "{before}[]"),
        }
    }
}

/// Reads a row, and adds its columns.
pub(super) fn add(row: &[u8], keys: &mut Keys, room: &mut usize, beyond: Beyond) -> serde_json::Result<()> {
    let mut deserializer = serde_json::Deserializer::from_slice(row);
    deserializer.deserialize_any(Object { path: Path::Row, keys, room, beyond })?;
    deserializer.end()
}

/// An object, which may be the row.
struct Object<'a> {
    path: Path<'a>,
    keys: &'a mut Keys,
    /// How many more keys there may be.
    room: &'a mut usize,
    beyond: Beyond,
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { path, keys, room, beyond } = self;
        while let Some(column) =
            map.next_key_seed(Key { path, keys: &mut *keys, room: &mut *room, beyond })?
        {
            match column {
                Some((key, known)) => {
                    let beyond = beyond.within();
                    let path = Path::Key(&path, key);
                    map.next_value_seed(Value { path, known, room: &mut *room, beyond })?;
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A key of an object.
struct Key<'a, 'row> {
    path: Path<'row>,
    keys: &'a mut Keys,
    room: &'row mut usize,
    beyond: Beyond,
}

impl<'de, 'a> DeserializeSeed<'de> for Key<'a, '_> {
    /// The key, and what is known of its values, unless they are left out.
    type Value = Option<(&'a str, &'a mut Type)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, 'a> Visitor<'de> for Key<'a, '_> {
    type Value = Option<(&'a str, &'a mut Type)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let path = Path::Key(&self.path, key);
        let (key, known) = match (self.keys.raw_entry_mut_v1().from_key(key), self.beyond) {
            (RawEntryMut::Occupied(entry), _) => entry.into_key_value_mut(),
            (RawEntryMut::Vacant(_), Beyond::Ignored) => return Ok(None),
            (RawEntryMut::Vacant(_), Beyond::Refused) => {
                return Err(E::custom(format_args!("earlier rows do not have the key `{path}`")));
            }
            (RawEntryMut::Vacant(_), Beyond::Added) if *self.room == 0 => {
                return Err(E::custom(format_args!(
                    "`{path}` is one key more than the {MOST_KEYS} that there may be"
                )));
            }
            (RawEntryMut::Vacant(entry), Beyond::Added) => {
                *self.room -= 1;
                entry.insert(key.to_owned(), Type::Null)
            }
        };
        Ok(Some((key, known)))
    }
}

/// A value of a key.
struct Value<'a> {
    path: Path<'a>,
    known: &'a mut Type,
    room: &'a mut usize,
    beyond: Beyond,
}

impl Value<'_> {
    /// Widens the known type to one that the value has as well.
    fn widen<E: Error>(&mut self, found: Type) -> Result<(), E> {
        let name = found.name();
        if self.known.widen(found, self.beyond != Beyond::Added) {
            return Ok(());
        }
        let (path, known) = (self.path, self.known.name());
        Err(E::custom(format_args!("`{path}` is {name} here, and was {known} before")))
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(mut self, _: bool) -> Result<(), E> {
        self.widen(Type::Boolean)
    }

    fn visit_i64<E: Error>(mut self, value: i64) -> Result<(), E> {
        self.widen(if value < 0 { Type::Integer } else { Type::Natural })
    }

    fn visit_u64<E: Error>(mut self, value: u64) -> Result<(), E> {
        self.widen(if i64::try_from(value).is_ok() { Type::Natural } else { Type::Unsigned })
    }

    fn visit_f64<E: Error>(mut self, _: f64) -> Result<(), E> {
        self.widen(Type::Float)
    }

    fn visit_str<E: Error>(mut self, _: &str) -> Result<(), E> {
        self.widen(Type::Text)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        self.widen(Type::List(Box::default()))?;
        let Self { path, known, room, beyond } = self;
        if let Type::List(item) = known {
            let path = Path::Item(&path);
            while items.next_element_seed(Value { path, known: item, room: &mut *room, beyond })?.is_some() {}
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, map: A) -> Result<(), A::Error> {
        self.widen(Type::Object(Keys::new()))?;
        let Self { path, known, room, beyond } = self;
        if let Type::Object(keys) = known {
            Object { path, keys, room, beyond }.visit_map(map)?;
        }
        Ok(())
    }
}

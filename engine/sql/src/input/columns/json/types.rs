//! The types of values in rows of JSON.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;

use datafusion::arrow::datatypes::{DataType, Field, Fields, Schema};
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

/// How many keys there may be, in objects within objects too. The reader of JSON takes memory for each, in each row of a
/// batch.
const MOST_KEYS: usize = 2000;

/// The type of all values of a key. One column cannot have others than integers and fractions together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Type {
    #[default]
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    List(Box<Self>),
    Object(Keys),
}

type Keys = BTreeMap<String, Type>;

/// The columns of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::input) struct Columns {
    keys: Keys,
    /// How many more keys there may be.
    room: usize,
    /// Whether what rows have beyond these columns is an error.
    are_all: bool,
}

impl Default for Columns {
    fn default() -> Self {
        Self { keys: Keys::new(), room: MOST_KEYS, are_all: false }
    }
}

impl Columns {
    /// Takes these columns for all that there are, as the reader does.
    pub(in crate::input) const fn close(&mut self) {
        self.are_all = true;
    }

    pub(super) const fn are_all(&self) -> bool {
        self.are_all
    }

    /// Returns whether there can be no more columns.
    pub(super) const fn are_most(&self) -> bool {
        self.room == 0
    }

    /// Adds the columns of a row.
    pub(super) fn add(&mut self, row: &[u8]) -> serde_json::Result<()> {
        let mut deserializer = serde_json::Deserializer::from_slice(row);
        let room = Cell::new(self.room);
        let row = Row(Object { keys: &mut self.keys, room: &room, are_all: self.are_all });
        let read = row.deserialize(&mut deserializer);
        self.room = room.get();
        read?;
        deserializer.end()
    }

    pub(in crate::input) fn schema(&self) -> Schema {
        Schema::new(fields(&self.keys))
    }
}

fn fields(keys: &Keys) -> Fields {
    keys.iter().map(|(key, value)| Field::new(key, value.data_type(), true)).collect()
}

impl Type {
    fn data_type(&self) -> DataType {
        match self {
            Self::Null => DataType::Null,
            Self::Boolean => DataType::Boolean,
            Self::Integer => DataType::Int64,
            Self::Number => DataType::Float64,
            Self::Text => DataType::Utf8,
            Self::List(item) => DataType::List(Field::new_list_field(item.data_type(), true).into()),
            Self::Object(keys) => DataType::Struct(fields(keys)),
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number with a fraction",
            Self::Text => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// A row, which is an object.
struct Row<'a>(Object<'a>);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row, which is an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.0.add(map)
    }
}

/// The keys of an object.
struct Object<'a> {
    keys: &'a mut Keys,
    room: &'a Cell<usize>,
    are_all: bool,
}

impl Object<'_> {
    fn add<'de, A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { keys, room, are_all } = self;
        while let Some((key, known)) = map.next_key_seed(Key(Object { keys: &mut *keys, room, are_all }))? {
            map.next_value_seed(Value { key, known, room, are_all })?;
        }
        Ok(())
    }
}

/// A key, and what is known of its values.
struct Key<'a>(Object<'a>);

impl<'de, 'a> DeserializeSeed<'de> for Key<'a> {
    type Value = (&'a str, &'a mut Type);

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, 'a> Visitor<'de> for Key<'a> {
    type Value = (&'a str, &'a mut Type);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let Object { keys, room, are_all } = self.0;
        if !keys.contains_key(key) {
            if are_all {
                return Err(E::custom(format_args!("the rows before do not have the key {key:?}")));
            }
            let Some(rest) = room.get().checked_sub(1) else {
                return Err(E::custom(format_args!(
                    "{key:?} is one key more than the {MOST_KEYS} that there may be"
                )));
            };
            room.set(rest);
            keys.insert(key.to_owned(), Type::Null);
        }
        let found = keys.range_mut::<str, _>((Bound::Included(key), Bound::Unbounded)).next();
        found.map(|(key, known)| (key.as_str(), known)).ok_or_else(|| E::custom("the key is not kept"))
    }
}

/// A value of a key.
struct Value<'a> {
    key: &'a str,
    known: &'a mut Type,
    room: &'a Cell<usize>,
    are_all: bool,
}

impl<'a> Value<'a> {
    /// Makes the known type one that the value has as well.
    fn is<E: Error>(self, found: Type) -> Result<&'a mut Type, E> {
        let fits = match (&*self.known, &found) {
            (Type::Number, Type::Integer)
            | (Type::List(_), Type::List(_))
            | (Type::Object(_), Type::Object(_)) => true,
            (Type::Null, _) | (Type::Integer, Type::Number) if !self.are_all => {
                *self.known = found;
                return Ok(self.known);
            }
            (known, found) => known == found,
        };
        if fits {
            return Ok(self.known);
        }
        let (key, found, known) = (self.key, found.name(), self.known.name());
        Err(E::custom(format_args!("{key:?} is {found} here, and {known} in the rows before")))
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
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

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.is(Type::Boolean).map(drop)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.is(Type::Integer).map(drop)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.is(if i64::try_from(value).is_ok() { Type::Integer } else { Type::Number }).map(drop)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.is(Type::Number).map(drop)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.is(Type::Text).map(drop)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { key, room, are_all, .. } = self;
        if let Type::List(item) = self.is(Type::List(Box::default()))? {
            while items.next_element_seed(Value { key, known: &mut *item, room, are_all })?.is_some() {}
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let Self { room, are_all, .. } = self;
        if let Type::Object(keys) = self.is(Type::Object(Keys::new()))? {
            Object { keys, room, are_all }.add(map)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn columns(rows: &[&str]) -> Result<Columns, String> {
        let mut columns = Columns::default();
        rows.iter().try_for_each(|row| columns.add(row.as_bytes())).map_err(|error| error.to_string())?;
        Ok(columns)
    }

    fn types(rows: &[&str]) -> Result<Vec<String>, String> {
        let schema = columns(rows)?.schema();
        Ok(schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect())
    }

    #[rstest]
    #[case::scalars(&[r#"{"i":-1,"b":true,"t":"","f":1e0,"n":null}"#], &["b Boolean", "f Float64", "i Int64", "n Null", "t Utf8"])]
    #[case::null(&[r#"{"a":null}"#, r#"{"a":1}"#, r#"{"a":null}"#], &["a Int64"])]
    #[case::fraction(&[r#"{"a":1}"#, r#"{"a":0.5}"#, r#"{"a":1}"#], &["a Float64"])]
    #[case::large(&[r#"{"a":9223372036854775807}"#, r#"{"b":9223372036854775808}"#], &["a Int64", "b Float64"])]
    #[case::list(&[r#"{"a":[]}"#, r#"{"a":[1,null,0.5]}"#], &["a List(Float64)"])]
    #[case::object(&[r#"{"a":{}}"#, r#"{"a":{"c":1}}"#, r#"{"a":{"b":"x"}}"#], &[r#"a Struct("b": Utf8, "c": Int64)"#])]
    #[case::keys(&[r#"{"b":1}"#, "{}", r#"{"a":1,"\u0062":2}"#], &["a Int64", "b Int64"])]
    fn of_rows(#[case] rows: &[&str], #[case] expected: &[&str]) {
        assert_eq!(types(rows).unwrap(), expected);
    }

    #[rstest]
    #[case::text(&[r#"{"a":1}"#, r#"{"a":"x"}"#], "\"a\" is a string here, and an integer in the rows before at line 1 column 8")]
    #[case::list(&[r#"{"a":[1,{}]}"#], "\"a\" is an object here, and an integer in the rows before at line 1 column 10")]
    #[case::no_object(&["7"], "invalid type: integer `7`, expected a row, which is an object at line 1 column 1")]
    #[case::more(&["{} {}"], "trailing characters at line 1 column 4")]
    fn faults(#[case] rows: &[&str], #[case] said: &str) {
        assert_eq!(columns(rows), Err(said.to_owned()));
    }

    #[rstest]
    #[case::same(r#"{"i":2,"f":1,"l":[{"x":null}]}"#, None)]
    #[case::key(r#"{"late":1}"#, Some("the rows before do not have the key \"late\""))]
    #[case::inner_key(r#"{"l":[{"late":1}]}"#, Some("the rows before do not have the key \"late\""))]
    #[case::fraction(
        r#"{"i":0.5}"#,
        Some("\"i\" is a number with a fraction here, and an integer in the rows before")
    )]
    #[case::null(r#"{"n":1}"#, Some("\"n\" is an integer here, and null in the rows before"))]
    fn what_closed_columns_do_not_have(#[case] row: &str, #[case] said: Option<&str>) {
        let mut columns = columns(&[r#"{"i":1,"f":0.5,"n":null,"l":[{"x":1}]}"#]).unwrap();
        columns.close();
        let added = columns.add(row.as_bytes()).map_err(|error| error.to_string());
        let added = added
            .as_ref()
            .map_err(|error| error.split_once(" at line").map_or(error.as_str(), |(said, _)| said));
        assert_eq!(added.err(), said);
    }
}

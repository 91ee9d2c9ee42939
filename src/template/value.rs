//! The values of variables.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;
#[cfg(feature = "std")]
use std::collections::HashMap;

/// The value of a variable (RFC 6570, section 2.3).
///
/// A string, a number, a `bool`, an array, slice or vector of strings, a map, and an `Option` of these convert to it:
///
/// ```
/// use urigram::template::Value;
///
/// assert_eq!(Value::from(2), Value::from("2"));
/// assert_eq!(Value::from(["a", "b"]), Value::list(["a", "b"]));
/// assert_eq!(Value::from(&["a", "b"][..]), Value::list(["a", "b"]));
/// assert_eq!(Value::from(None::<&str>), Value::Undefined);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value<'a> {
    /// No value. A variable without a value is undefined, too.
    #[default]
    Undefined,
    /// A string, which may be empty.
    String(Cow<'a, str>),
    /// A list. Undefined if it is empty.
    List(Vec<Cow<'a, str>>),
    /// An associative array of names and values, in this order. Undefined if it is empty.
    Map(Vec<(Cow<'a, str>, Cow<'a, str>)>),
}

impl<'a> Value<'a> {
    /// Returns a list of strings.
    ///
    /// ```
    /// use urigram::template::Value;
    ///
    /// let value = Value::list("1.2.3".split('.'));
    /// assert_eq!(value, Value::from(["1", "2", "3"]));
    /// ```
    pub fn list<T: Into<Cow<'a, str>>>(members: impl IntoIterator<Item = T>) -> Self {
        Self::List(members.into_iter().map(Into::into).collect())
    }

    /// Returns an associative array of names and values.
    ///
    /// ```
    /// use urigram::template::{Template, Value, Values};
    ///
    /// let values = Values::new().with("filter", Value::map([("color", "red"), ("size", "L")]));
    /// assert_eq!(Template::parse("/shirts{?filter*}")?.expand(&values)?, "/shirts?color=red&size=L");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn map<K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Map(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Returns whether it is undefined: without a value, or with no members.
    fn is_undefined(&self) -> bool {
        match self {
            Self::Undefined => true,
            Self::String(_) => false,
            Self::List(members) => members.is_empty(),
            Self::Map(pairs) => pairs.is_empty(),
        }
    }
}

macro_rules! from {
    (@strings $($Type:ty)*) => {$(
        impl<'a> From<$Type> for Value<'a> {
            fn from(text: $Type) -> Self {
                Self::String(text.into())
            }
        }
    )*};
    (@displayed $($Type:ty)*) => {$(
        impl From<$Type> for Value<'_> {
            fn from(value: $Type) -> Self {
                Self::String(value.to_string().into())
            }
        }
    )*};
}

from! { @strings &'a str &'a String String Cow<'a, str> }
from! { @displayed bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

impl<'a, T: Into<Cow<'a, str>>, const N: usize> From<[T; N]> for Value<'a> {
    fn from(members: [T; N]) -> Self {
        Self::list(members)
    }
}

impl<'a, T: Into<Cow<'a, str>>> From<Vec<T>> for Value<'a> {
    fn from(members: Vec<T>) -> Self {
        Self::list(members)
    }
}

impl<'a, T: AsRef<str>> From<&'a [T]> for Value<'a> {
    fn from(members: &'a [T]) -> Self {
        Self::list(members.iter().map(T::as_ref))
    }
}

impl<'a, T: AsRef<str>, const N: usize> From<&'a [T; N]> for Value<'a> {
    fn from(members: &'a [T; N]) -> Self {
        members.as_slice().into()
    }
}

impl<'a, T: AsRef<str>> From<&'a Vec<T>> for Value<'a> {
    fn from(members: &'a Vec<T>) -> Self {
        members.as_slice().into()
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>> From<BTreeMap<K, V>> for Value<'a> {
    fn from(pairs: BTreeMap<K, V>) -> Self {
        Self::map(pairs)
    }
}

/// In the order of the names.
#[cfg(feature = "std")]
impl<'a, K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>, S> From<HashMap<K, V, S>> for Value<'a> {
    fn from(pairs: HashMap<K, V, S>) -> Self {
        let mut pairs: Vec<_> = pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        pairs.sort();
        Self::Map(pairs)
    }
}

impl<'a, T: Into<Self>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

/// The values of variables, by name.
///
/// Names are compared as texts: `%41` is not `A` (RFC 6570, section 2.3).
///
/// ```
/// use urigram::template::{Template, Values};
///
/// let template = Template::parse("http://example.com/{user}{?page,tag*}")?;
/// let values = Values::new().with("user", "José").with("page", 2).with("tag", ["a", "b c"]);
/// assert_eq!(template.expand(&values)?, "http://example.com/Jos%C3%A9?page=2&tag=a&tag=b%20c");
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// Adding a value takes time in proportion to the number of values with later names; collecting them takes `n log n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a> {
    /// The first eight bytes of each name, which nearly always decide a search.
    starts: Vec<Start>,
    // INVARIANT: in the order of the names, each once, and defined; as many as `starts`.
    values: Vec<(Cow<'a, str>, Value<'a>)>,
}

/// The first eight bytes of a name as a number, so that numbers have the order of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start(u64);

impl Start {
    pub(super) fn of(name: &str) -> Self {
        let mut start = [0; 8];
        start.iter_mut().zip(name.bytes()).for_each(|(start, byte)| *start = byte);
        Self(u64::from_be_bytes(start))
    }
}

impl<'a> Values<'a> {
    /// Returns no values: every variable is undefined.
    pub const fn new() -> Self {
        Self { starts: Vec::new(), values: Vec::new() }
    }

    /// Adds the value of a variable, or replaces it.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Value<'a>>) -> Self {
        self.insert(name, value);
        self
    }

    /// Adds the value of a variable, and returns the value that it replaces. An undefined value removes it.
    ///
    /// ```
    /// use urigram::template::{Value, Values};
    ///
    /// let mut values = Values::new();
    /// assert_eq!(values.insert("page", 1), None);
    /// assert_eq!(values.insert("page", 2), Some(1.into()));
    /// assert_eq!(values.insert("page", Value::Undefined), Some(2.into()));
    /// assert_eq!(values.get("page"), None);
    /// ```
    pub fn insert(
        &mut self,
        name: impl Into<Cow<'a, str>>,
        value: impl Into<Value<'a>>,
    ) -> Option<Value<'a>> {
        let (name, value) = (name.into(), value.into());
        let start = Start::of(&name);
        match self.place(start, &name) {
            Ok(place) if value.is_undefined() => Some(self.remove_at(place)),
            Ok(place) => self.values.get_mut(place).map(|(_, old)| mem::replace(old, value)),
            Err(_) if value.is_undefined() => None,
            Err(place) => {
                self.starts.insert(place, start);
                self.values.insert(place, (name, value));
                None
            }
        }
    }

    /// Removes the value of a variable, and returns it; `None` if it has none.
    ///
    /// ```
    /// use urigram::template::Values;
    ///
    /// let mut values = Values::new().with("q", "a").with("page", 2);
    /// assert_eq!(values.remove("page"), Some(2.into()));
    /// assert_eq!(values.remove("page"), None);
    /// assert_eq!(values.len(), 1);
    /// ```
    pub fn remove(&mut self, name: &str) -> Option<Value<'a>> {
        let place = self.place(Start::of(name), name).ok()?;
        Some(self.remove_at(place))
    }

    fn remove_at(&mut self, place: usize) -> Value<'a> {
        self.starts.remove(place);
        self.values.remove(place).1
    }

    /// Returns the number of variables with values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of a variable; `None` if it has none.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.at(Start::of(name), name)
    }

    /// Returns the value of a variable, by its name and the start of it.
    #[inline]
    pub(super) fn at(&self, start: Start, name: &str) -> Option<&Value<'a>> {
        let place = self.place(start, name).ok()?;
        self.values.get(place).map(|(_, value)| value)
    }

    /// Returns the place of a name, or the place that it would have.
    #[inline]
    fn place(&self, start: Start, name: &str) -> Result<usize, usize> {
        let place = self.starts.partition_point(|own| *own < start);
        match self.starts.get(place).zip(self.values.get(place)) {
            Some((same, (own, _))) if *same == start => {
                // The starts are equal, so that only longer names have to be compared.
                let is_own = own.len() == name.len() && own.as_bytes().get(8..) == name.as_bytes().get(8..);
                let search = || self.values.binary_search_by(|(own, _)| (**own).cmp(name));
                if is_own { Ok(place) } else { search() }
            }
            _ => Err(place),
        }
    }

    /// Returns an iterator over the names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value<'a>)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }
}

/// ```
/// use urigram::template::{Template, Values};
///
/// let values = Values::from_iter([("lang", "de"), ("page", "intro")]);
/// assert_eq!(Template::parse("/{lang}/{page}")?.expand(&values)?, "/de/intro");
/// # Ok::<(), urigram::Error>(())
/// ```
impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>> FromIterator<(K, V)> for Values<'a> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(values: I) -> Self {
        let mut all = Self::new();
        all.extend(values);
        all
    }
}

/// Of two values of one variable, the later one is kept.
impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>> Extend<(K, V)> for Values<'a> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, values: I) {
        self.values.extend(values.into_iter().map(|(name, value)| (name.into(), value.into())));
        // The sort is stable, so that the later value of a name comes first.
        self.values.reverse();
        self.values.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.values.dedup_by(|(b, _), (a, _)| a == b);
        self.values.retain(|(_, value)| !value.is_undefined());
        self.starts.clear();
        self.starts.extend(self.values.iter().map(|(name, _)| Start::of(name)));
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>, const N: usize> From<[(K, V); N]> for Values<'a> {
    fn from(values: [(K, V); N]) -> Self {
        values.into_iter().collect()
    }
}

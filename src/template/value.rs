//! The values of variables.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The value of a variable (RFC 6570, section 2.3).
///
/// A string, a number, a `bool`, an array or vector of strings, a map, and an `Option` of these convert to it:
///
/// ```
/// use urigram::template::Value;
///
/// assert_eq!(Value::from(2), Value::from("2"));
/// assert_eq!(Value::from(["a", "b"]), Value::list(["a", "b"]));
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
    /// # Ok::<(), urigram::template::TemplateError>(())
    /// ```
    pub fn map<K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Map(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Returns whether it is undefined: without a value, or with no members.
    #[inline]
    pub(super) fn is_undefined(&self) -> bool {
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

impl<'a, T> From<&'a [T]> for Value<'a>
where
    &'a T: Into<Cow<'a, str>>,
{
    fn from(members: &'a [T]) -> Self {
        Self::list(members)
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>> From<BTreeMap<K, V>> for Value<'a> {
    fn from(pairs: BTreeMap<K, V>) -> Self {
        Self::map(pairs)
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
/// # Ok::<(), urigram::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a>(BTreeMap<Cow<'a, str>, Value<'a>>);

impl<'a> Values<'a> {
    /// Returns no values: every variable is undefined.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Adds the value of a variable, or replaces it.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Value<'a>>) -> Self {
        self.insert(name, value);
        self
    }

    /// Adds the value of a variable, and returns the value that it replaces.
    ///
    /// ```
    /// use urigram::template::Values;
    ///
    /// let mut values = Values::new();
    /// assert_eq!(values.insert("page", 1), None);
    /// assert_eq!(values.insert("page", 2), Some(1.into()));
    /// ```
    pub fn insert(
        &mut self,
        name: impl Into<Cow<'a, str>>,
        value: impl Into<Value<'a>>,
    ) -> Option<Value<'a>> {
        self.0.insert(name.into(), value.into())
    }

    /// Returns the value of a variable; `None` if it has none.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.get(name)
    }

    /// Returns an iterator over the names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value<'a>)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>> Extend<(K, V)> for Values<'a> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, values: I) {
        self.0.extend(values.into_iter().map(|(name, value)| (name.into(), value.into())));
    }
}

/// ```
/// use urigram::template::{Template, Values};
///
/// let values = Values::from_iter([("lang", "de"), ("page", "intro")]);
/// assert_eq!(Template::parse("/{lang}/{page}")?.expand(&values)?, "/de/intro");
/// # Ok::<(), urigram::template::TemplateError>(())
/// ```
impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>> FromIterator<(K, V)> for Values<'a> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(values: I) -> Self {
        let mut all = Self::new();
        all.extend(values);
        all
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>, const N: usize> From<[(K, V); N]> for Values<'a> {
    fn from(values: [(K, V); N]) -> Self {
        values.into_iter().collect()
    }
}

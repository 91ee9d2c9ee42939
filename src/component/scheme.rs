//! The standard traits of a scheme, which is case-insensitive (section 3.1).

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::simple::Scheme;

impl Scheme<'_> {
    /// Returns whether this is the scheme `name`, without regard to case (section 3.1). `==` compares the
    /// same way.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(name)
    }

    /// Returns the bytes by which schemes are ordered and hashed.
    fn lower_case(&self) -> impl Iterator<Item = u8> {
        self.as_str().bytes().map(|byte| byte.to_ascii_lowercase())
    }
}

impl fmt::Display for Scheme<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Scheme<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scheme").field(&self.as_str()).finish()
    }
}

impl AsRef<str> for Scheme<'_> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<'a> From<Scheme<'a>> for &'a str {
    #[inline]
    fn from(scheme: Scheme<'a>) -> Self {
        scheme.as_str()
    }
}

impl PartialEq for Scheme<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.is(other.as_str())
    }
}

impl Eq for Scheme<'_> {}

impl PartialOrd for Scheme<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheme<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.lower_case().cmp(other.lower_case())
    }
}

impl Hash for Scheme<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lower_case().for_each(|byte| state.write_u8(byte));
        // Terminate the hash as `str` does, so that `("ab", "c")` and `("a", "bc")` hash differently.
        state.write_u8(0xFF);
    }
}

macro_rules! equal_to_text {
    ($($Text:ty)*) => {$(
        impl PartialEq<$Text> for Scheme<'_> {
            #[inline]
            fn eq(&self, other: &$Text) -> bool {
                self.is(other)
            }
        }

        impl PartialEq<Scheme<'_>> for $Text {
            #[inline]
            fn eq(&self, other: &Scheme<'_>) -> bool {
                other.is(self)
            }
        }
    )*};
}

equal_to_text! { str &str String }

//! What holds the text of a reference: a borrowed `&str` or an owned `String`.

use alloc::string::String;

/// The text of a reference, borrowed or owned.
///
/// The lifetimes say how long what an accessor returns lives: for `&'o str` as long as the input
/// (`'o`), for `String` as long as the borrow of the value (`'i`). The trait is sealed.
pub trait Text<'i, 'o>: AsRef<str> + sealed::Sealed {
    /// The text, for as long as it lives.
    fn text(&'i self) -> &'o str;
}

impl<'i, 'o: 'i> Text<'i, 'o> for &'o str {
    #[inline]
    fn text(&'i self) -> &'o str {
        self
    }
}

impl<'i> Text<'i, 'i> for String {
    #[inline]
    fn text(&'i self) -> &'i str {
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
}

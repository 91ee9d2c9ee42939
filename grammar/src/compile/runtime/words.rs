/// A text with its words, which have a bit for each of the first 64 bytes. The end of a run in these bytes is found
/// without a loop. The rest of the text is scanned 16 bytes at a time.
pub(crate) struct Words<'t, const N: usize> {
    pub(crate) bytes: &'t [u8],
    pub(crate) words: [u64; N],
    /// Whether the words have been computed. They are not computed for a rule that reads few runs.
    pub(crate) is_read: bool,
}

/// A set of bytes.
pub(crate) trait Set: Copy {
    const MASK: scan::Mask;
}

/// A set of bytes that the rules of a grammar with `N` words test for.
pub(crate) trait Class<const N: usize>: Set {
    /// Returns the end of the longest span from `at`.
    #[inline(always)]
    fn span(s: &Words<'_, N>, at: usize) -> usize {
        scan::span(s.bytes, at, Self::MASK)
    }

    /// Returns the end of the longest run of bytes of the class and escapes from `at`.
    #[inline(always)]
    fn run<E: Escape>(s: &Words<'_, N>, at: usize) -> usize {
        scan::run(s.bytes, at, Self::MASK, E::SCALAR)
    }
}

/// A class with a word.
pub(crate) trait Word: Set {
    /// Returns a vector in which all bits of a byte are set if the byte is in the class, and none otherwise.
    fn holds(bytes: Vector) -> Vector;
}

/// A byte that must be followed by bytes of another class.
pub(crate) trait Escape: Copy {
    const FIRST: u8;
    const COUNT: usize;
    /// The index of the word in which the first bytes of complete escapes have bits, if there is such a word.
    const WORD: Option<usize>;
    const SCALAR: scan::Escape;

    /// Returns a vector in which all bits of a byte are set if the byte may follow `FIRST`, and none otherwise.
    fn follows(bytes: Vector) -> Vector;
}

impl<const N: usize> Words<'_, N> {
    /// Returns the end of the span or run from `at`. Finds it with `word`, which has `BITS` bits, or after these with
    /// `beyond`.
    #[inline(always)]
    pub(crate) fn end<const BITS: usize>(
        &self,
        at: usize,
        word: u64,
        beyond: impl Fn(&[u8], usize) -> usize,
    ) -> usize {
        if self.is_read && at < BITS {
            let end = at + (!(word >> at)).trailing_zeros() as usize;
            if end < BITS { end } else { beyond(self.bytes, BITS) }
        } else {
            beyond(self.bytes, at)
        }
    }
}

#[inline(always)]
pub(crate) fn bytes<'t, const N: usize>(s: &Words<'t, N>) -> &'t [u8] {
    s.bytes
}

#[inline(always)]
pub(crate) fn is<C: Set, const N: usize>(s: &Words<'_, N>, at: usize, _: C) -> bool {
    scan::is(s.bytes, at, C::MASK)
}

#[inline(always)]
pub(crate) fn byte<const N: usize>(s: &Words<'_, N>, at: usize, byte: u8) -> bool {
    scan::byte(s.bytes, at, byte)
}

pub(crate) fn text<const N: usize>(s: &Words<'_, N>, at: usize, text: &[u8]) -> bool {
    scan::text(s.bytes, at, text)
}

#[inline(always)]
pub(crate) fn is_end<const N: usize>(s: &Words<'_, N>, at: usize) -> bool {
    scan::is_end(s.bytes, at)
}

#[inline(always)]
pub(crate) fn peek<const N: usize>(s: &Words<'_, N>, at: usize) -> Option<u8> {
    scan::peek(s.bytes, at)
}

#[inline(always)]
pub(crate) fn up_to<C: Set, const N: usize>(s: &Words<'_, N>, at: usize, max: usize, _: C) -> usize {
    scan::up_to(s.bytes, at, max, C::MASK)
}

#[inline(always)]
pub(crate) fn trimmed<C: Set, const N: usize>(s: &Words<'_, N>, start: usize, end: usize, _: C) -> usize {
    scan::trimmed(s.bytes, start, end, C::MASK)
}

#[inline(always)]
pub(crate) fn span<C: Class<N>, const N: usize>(s: &Words<'_, N>, at: usize, _: C) -> usize {
    C::span(s, at)
}

#[inline(always)]
pub(crate) fn run<C: Class<N>, E: Escape, const N: usize>(s: &Words<'_, N>, at: usize, _: C, _: E) -> usize {
    C::run::<E>(s, at)
}

/// Returns the end of the longest span of bytes of the class from `at`.
#[inline(never)]
pub(crate) fn far<C: Word>(bytes: &[u8], mut at: usize) -> usize {
    let len = bytes.len();
    if len < 16 {
        return scan::span(bytes, at, C::MASK);
    }
    while at + 16 <= len {
        let stops = bits(C::holds(load(bytes, at))) ^ 0xffff;
        if stops != 0 {
            return at + stops.trailing_zeros() as usize;
        }
        at += 16;
    }
    let last = len - 16;
    let stops = bits(C::holds(load(bytes, last))) ^ 0x1ffff;
    at + (stops >> (at - last)).trailing_zeros() as usize
}

/// Returns the end of the longest run of bytes of the class and escapes from `at`.
#[inline(never)]
pub(crate) fn far_run<C: Word, E: Escape>(bytes: &[u8], at: usize) -> usize {
    let mut at = far::<C>(bytes, at);
    while scan::byte(bytes, at, E::FIRST) {
        let (from, known) = if bytes.len() < 64 {
            return scan::run(bytes, at, C::MASK, E::SCALAR);
        } else if bytes.len() - at < 64 {
            (bytes.len() - 64, 64)
        } else {
            (at, 64 - E::COUNT)
        };
        let firsts = block(bytes, from, |chunk| is_byte(chunk, E::FIRST));
        let follows = block(bytes, from, E::follows);
        let escapes = (1..=E::COUNT).fold(firsts, |escapes, after| escapes & follows >> after);
        let word = block(bytes, from, C::holds) | escapes;
        let end = at + (!(word >> (at - from))).trailing_zeros() as usize;
        if end < from + known || known == 64 {
            return end;
        }
        at = far::<C>(bytes, from + known);
    }
    at
}

/// Returns a word with a bit for each complete escape whose first byte has a bit in `firsts`.
#[inline(never)]
pub(crate) fn whole<E: Escape>(bytes: &[u8], firsts: u64) -> u64 {
    let ([mut follows], []) = classified::<1, 0, false>(bytes, |chunk| [E::follows(chunk)], |_| []);
    // The zeros with which short texts are padded do not follow.
    if E::SCALAR.tail.holds(0) && bytes.len() < 64 {
        follows &= (1 << bytes.len()) - 1;
    }
    let whole = (1..=E::COUNT).fold(firsts, |whole, after| whole & follows >> after);
    // Test the last escapes byte by byte, because the word does not have the bytes after them.
    (64 - E::COUNT..64).fold(whole, |whole, at| {
        let is_whole = firsts >> at & 1 != 0 && scan::is_escape(bytes, at, E::SCALAR);
        whole | (is_whole as u64) << at
    })
}

#[inline(always)]
pub(crate) fn wide<const N: usize>(s: &Words<'_, N>, at: usize, ranges: &[(u32, u32)]) -> usize {
    scan::wide(s.bytes, at, ranges)
}

/// Implements the traits for the classes of a grammar with `$n` words. The mask of a class is the constant of the same
/// name in `scan`. A class with a word also has expressions for its word and for testing a vector.
macro_rules! classes {
    ($n:literal: $($(#[$doc:meta])* $Class:ident $({ $bits:literal, |$words:ident| $word:expr, |$v:ident| $holds:expr })?,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $Class;

        impl Set for $Class {
            const MASK: scan::Mask = scan::$Class;
        }

        impl Class<$n> for $Class {
            $(
                #[inline(always)]
                fn span(s: &Words<'_, $n>, at: usize) -> usize {
                    let $words = &s.words;
                    s.end::<$bits>(at, $word, far::<Self>)
                }

                #[inline(always)]
                fn run<E: Escape>(s: &Words<'_, $n>, at: usize) -> usize {
                    let $words = &s.words;
                    match E::WORD {
                        Some(place) => s.end::<$bits>(at, $word | s.words[place], far_run::<Self, E>),
                        None => far_run::<Self, E>(s.bytes, at),
                    }
                }
            )?
        }

        $(
            impl Word for $Class {
                #[inline(always)]
                fn holds($v: Vector) -> Vector {
                    $holds
                }
            }
        )?
    )*};
}

pub(crate) use classes;

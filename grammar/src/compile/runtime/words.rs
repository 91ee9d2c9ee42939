/// A text, and for its first 64 bytes a bit for each byte and atom, by which the end of a run is found without a
/// loop. What lies beyond is scanned 16 bytes at a time.
pub(super) struct Words<'t> {
    bytes: &'t [u8],
    words: [u64; WORDS],
    is_read: bool,
}

pub(super) type Text<'t> = &'t Words<'t>;

/// A set of bytes that the rules test for.
pub(super) trait Class: Copy {
    const MASK: scan::Mask;

    /// Returns the end of the longest span that begins at `at`.
    #[inline(always)]
    fn span(s: Text<'_>, at: usize) -> usize {
        scan::span(s.bytes, at, Self::MASK)
    }

    /// Returns the end of the longest run of bytes of the class and escapes that begins at `at`.
    #[inline(always)]
    fn run<E: Escape>(s: Text<'_>, at: usize) -> usize {
        scan::run(s.bytes, at, Self::MASK, E::SCALAR)
    }
}

/// A class that the words tell.
pub(super) trait Word: Class {
    /// Returns for each byte whether it is of the class: all its bits, or none.
    fn holds(bytes: Vector) -> Vector;
}

/// A byte that has to be followed by bytes of another class.
pub(super) trait Escape: Copy {
    const FIRST: u8;
    const COUNT: usize;
    /// The word with a bit for each `FIRST` that is followed by all of them, if there is one.
    const WORD: Option<usize>;
    const SCALAR: scan::Escape;

    /// Returns for each byte whether it may follow.
    fn follows(bytes: Vector) -> Vector;
}

impl<'t> Words<'t> {
    /// Returns the text with the words of its first 64 bytes, unless it is for a rule that reads few runs.
    #[inline(always)]
    pub(super) fn of(bytes: &'t [u8], is_read: bool) -> Self {
        let mut words = [0; WORDS];
        if !is_read {
            return Self { bytes, words, is_read };
        }
        let (all, first) = classified(bytes, atoms, firsts);
        words[..ATOMS].copy_from_slice(&all);
        words[ATOMS..ATOMS + FIRSTS].copy_from_slice(&first);
        add_escapes(bytes, &mut words);
        Self { bytes, words, is_read }
    }

    /// Returns the end of what begins at `at`, by a word with this number of bits or, beyond them, by a function.
    #[inline(always)]
    fn end<const BITS: usize>(&self, at: usize, word: u64, beyond: impl Fn(&[u8], usize) -> usize) -> usize {
        if self.is_read && at < BITS {
            let end = at + (!(word >> at)).trailing_zeros() as usize;
            if end < BITS { end } else { beyond(self.bytes, BITS) }
        } else {
            beyond(self.bytes, at)
        }
    }
}

#[inline(always)]
pub(super) fn bytes<'t>(s: Text<'t>) -> &'t [u8] {
    s.bytes
}

#[inline(always)]
pub(super) fn is<C: Class>(s: Text<'_>, at: usize, _: C) -> bool {
    scan::is(s.bytes, at, C::MASK)
}

#[inline(always)]
pub(super) fn byte(s: Text<'_>, at: usize, byte: u8) -> bool {
    scan::byte(s.bytes, at, byte)
}

pub(super) fn text(s: Text<'_>, at: usize, text: &[u8]) -> bool {
    scan::text(s.bytes, at, text)
}

#[inline(always)]
pub(super) fn is_end(s: Text<'_>, at: usize) -> bool {
    scan::is_end(s.bytes, at)
}

#[inline(always)]
pub(super) fn peek(s: Text<'_>, at: usize) -> Option<u8> {
    scan::peek(s.bytes, at)
}

#[inline(always)]
pub(super) fn up_to<C: Class>(s: Text<'_>, at: usize, max: usize, _: C) -> usize {
    scan::up_to(s.bytes, at, max, C::MASK)
}

#[inline(always)]
pub(super) fn trimmed<C: Class>(s: Text<'_>, start: usize, end: usize, _: C) -> usize {
    scan::trimmed(s.bytes, start, end, C::MASK)
}

#[inline(always)]
pub(super) fn span<C: Class>(s: Text<'_>, at: usize, _: C) -> usize {
    C::span(s, at)
}

#[inline(always)]
pub(super) fn run<C: Class, E: Escape>(s: Text<'_>, at: usize, _: C, _: E) -> usize {
    C::run::<E>(s, at)
}

/// Returns the end of the longest span of bytes of the class that begins at `at`.
#[inline(never)]
fn far<C: Word>(bytes: &[u8], mut at: usize) -> usize {
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

/// Returns the end of the longest run of bytes of the class and escapes that begins at `at`.
#[inline(never)]
fn far_run<C: Word, E: Escape>(bytes: &[u8], at: usize) -> usize {
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

/// Returns a bit for each escape that is whole, of those whose first bytes are in the word.
#[inline(never)]
fn whole<E: Escape>(bytes: &[u8], firsts: u64) -> u64 {
    let ([follows], []) = classified(bytes, |chunk| [E::follows(chunk)], |_| []);
    let whole = (1..=E::COUNT).fold(firsts, |whole, after| whole & follows >> after);
    // What follows the last bytes of the word is not in it.
    (64 - E::COUNT..64).fold(whole, |whole, at| {
        let is_whole = firsts >> at & 1 != 0 && scan::is_escape(bytes, at, E::SCALAR);
        whole | (is_whole as u64) << at
    })
}

/// Defines types for classes; for a class with words, the function for its word, and that for a vector.
macro_rules! classes {
    ($($(#[$doc:meta])* $Class:ident $({ $bits:literal, |$words:ident| $word:expr, |$v:ident| $holds:expr })?,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $Class;

        impl Class for $Class {
            const MASK: scan::Mask = scan::$Class;

            $(
                #[inline(always)]
                fn span(s: Text<'_>, at: usize) -> usize {
                    let $words = &s.words;
                    s.end::<$bits>(at, $word, far::<Self>)
                }

                #[inline(always)]
                fn run<E: Escape>(s: Text<'_>, at: usize) -> usize {
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

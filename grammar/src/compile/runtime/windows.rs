use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16, u8x64};

use super::scan;
pub(crate) use super::scan::{NO, TOO_DEEP};

/// The maximum number of bytes in a window. The bitmaps of a dozen classes fit in the first-level cache.
const BYTES: usize = 4096;

/// The size of a window after a jump. It doubles with each window that follows the last one, so that few bits are computed in vain for
/// strings that are far apart.
const FIRST: usize = 128;

/// The maximum distance between a window and the next one if these follow one another.
const NEAR: usize = 256;

/// A bit for each byte of a window, and eight bytes more, so that a word can be loaded from each of the others.
type Bitmap = [u8; BYTES / 8 + 8];

/// The bits of the classes and of the escapes of a grammar, for a window: a part of a buffer. They are computed once for all strings in
/// this part.
pub(crate) struct Window<'b, const CLASSES: usize, const ESCAPES: usize> {
    buffer: &'b str,
    level: Level,
    /// The part of the buffer.
    from: usize,
    to: usize,
    /// The size of the window if the buffer does not end before.
    size: usize,
    /// The bytes that are no line feed.
    lines: Bitmap,
    classes: [Bitmap; CLASSES],
    /// The first bytes of complete escapes.
    escapes: [Bitmap; ESCAPES],
}

/// The classes and escapes of a grammar that have bitmaps, as constants, for which the code that computes the bitmaps is compiled.
pub(crate) trait Sets<const CLASSES: usize, const ESCAPES: usize> {
    const CLASSES: [Table; CLASSES];
    const ESCAPES: [Following; ESCAPES];
}

/// A class as a look-up table: an ASCII byte is in the class if the entry for its lower four bits has the bit for its upper four
/// bits.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    columns: [u8; 16],
    /// Whether the class has the bytes beyond ASCII. It has either all of them or none.
    is_beyond: bool,
}

impl Table {
    pub(crate) const fn of(mask: scan::Mask) -> Self {
        let mut columns = [0; 16];
        let mut byte = 0;
        while byte < 0x80 {
            if mask.holds(byte) {
                columns[byte as usize % 16] |= 1 << (byte / 16);
            }
            byte += 1;
        }
        Table { columns, is_beyond: mask.holds(0x80) }
    }
}

/// An escape, and the class of the bytes after its first one.
#[derive(Clone, Copy)]
pub(crate) struct Following {
    escape: scan::Escape,
    tail: Table,
}

impl Following {
    pub(crate) const fn of(escape: scan::Escape) -> Self {
        Following { escape, tail: Table::of(escape.tail) }
    }

    /// Returns whether an escape that is not complete at `end` may go on there.
    #[inline(always)]
    fn is_cut(&self, buffer: &[u8], end: usize) -> bool {
        let scan::Escape { first, tail, count } = self.escape;
        let Some(after) = buffer.get(end) else { return false };
        let mut begins = false;
        let mut before = 1;
        while before <= count && before <= end {
            begins |= buffer[end - before] == first;
            before += 1;
        }
        begins & tail.holds(*after)
    }
}

/// The rows of a [`Table`]: the bit for the upper four bits of a byte.
const ROWS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Sixty-four bytes, prepared for looking up any class.
struct Block<S: Simd> {
    simd: S,
    columns: u8x64<S>,
    rows: u8x64<S>,
    beyond: u64,
}

impl<S: Simd> Block<S> {
    #[inline(always)]
    fn of(simd: S, bytes: u8x64<S>) -> Self {
        let rows = u8x64::block_splat(u8x16::simd_from(simd, ROWS));
        Block {
            simd,
            columns: bytes & 0x0f,
            rows: rows.swizzle_dyn_within_blocks(bytes >> 4),
            beyond: bytes.simd_ge(0x80).to_bitmask(),
        }
    }

    /// Returns a word with a bit for each byte in the class.
    #[inline(always)]
    fn word(&self, table: &Table) -> u64 {
        let columns = u8x64::block_splat(u8x16::simd_from(self.simd, table.columns));
        let rows = columns.swizzle_dyn_within_blocks(self.columns) & self.rows;
        let word = !rows.simd_eq(0).to_bitmask();
        if table.is_beyond { word | self.beyond } else { word }
    }
}

#[inline(always)]
fn put(bitmap: &mut Bitmap, block: usize, word: u64) {
    bitmap[8 * block..8 * block + 8].copy_from_slice(&word.to_le_bytes());
}

/// Returns 64 bits from a bit of the byte with this index, which is taken modulo the size of the window.
#[inline(always)]
fn word(bitmap: &Bitmap, byte: usize) -> u64 {
    match bitmap[byte % (BYTES / 8)..].first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => panic!("invariant broken: a bitmap has eight bytes more than a window"),
    }
}

impl<'b, const CLASSES: usize, const ESCAPES: usize> Window<'b, CLASSES, ESCAPES> {
    /// Returns an empty window at the start of the buffer.
    pub(crate) fn new(buffer: &'b str) -> Self {
        const EMPTY: Bitmap = [0; BYTES / 8 + 8];
        Window {
            buffer,
            level: Level::new(),
            from: 0,
            to: 0,
            size: FIRST / 2,
            lines: EMPTY,
            classes: [EMPTY; CLASSES],
            escapes: [EMPTY; ESCAPES],
        }
    }

    pub(crate) fn buffer(&self) -> &'b str {
        self.buffer
    }

    /// Returns the string, which is at `start` in the buffer, with its bits. Returns `None` if it must be matched alone: if it is longer
    /// than a window, if an escape may begin in it and end after it, or if the processor has no instruction for look-up tables.
    #[inline(always)]
    pub(crate) fn string<'t, T: Sets<CLASSES, ESCAPES>>(
        &'t mut self,
        start: usize,
        bytes: &'t [u8],
    ) -> Option<Windowed<'t, 'b, CLASSES, ESCAPES>> {
        let end = start + bytes.len();
        if (start < self.from || self.to < end) && !self.moves_to::<T>(start, end) {
            return None;
        }
        let mut place = 0;
        while place < ESCAPES {
            if T::ESCAPES[place].is_cut(self.buffer.as_bytes(), end) {
                return None;
            }
            place += 1;
        }
        Some(Windowed { bytes, window: self, offset: start - self.from })
    }

    /// Returns the offset of the first line feed from `start`, or the length of the buffer if there is none.
    #[inline(always)]
    pub(crate) fn line_end<T: Sets<CLASSES, ESCAPES>>(&mut self, start: usize) -> usize {
        if self.from <= start && start < self.to {
            let end = self.from + ones(start - self.from, self.to - self.from, |byte| word(&self.lines, byte));
            if end < self.to || self.to == self.buffer.len() {
                return end;
            }
        }
        self.far_line_end::<T>(start)
    }

    /// Returns the same for a line that does not end in the window.
    #[cold]
    #[inline(never)]
    fn far_line_end<T: Sets<CLASSES, ESCAPES>>(&mut self, start: usize) -> usize {
        if self.from != start || self.to - self.from < BYTES {
            self.move_to::<T>(start, 0);
            let end = start + ones(0, self.to - self.from, |byte| word(&self.lines, byte));
            if end < self.to || self.to == self.buffer.len() {
                return end;
            }
        }
        // The line is longer than the window.
        self.buffer[start..].find('\n').map_or(self.buffer.len(), |length| start + length)
    }

    /// Moves the window to the start of a string, and returns whether the string is in it.
    #[cold]
    #[inline(never)]
    fn moves_to<T: Sets<CLASSES, ESCAPES>>(&mut self, start: usize, end: usize) -> bool {
        let length = end - start;
        if length <= BYTES {
            self.move_to::<T>(start, length);
        }
        self.from <= start && end <= self.to
    }

    /// Moves the window, which gets at least this length.
    // Not inlined, because it has code for each kind of processor.
    #[inline(never)]
    fn move_to<T: Sets<CLASSES, ESCAPES>>(&mut self, start: usize, length: usize) {
        let follows = self.from <= start && start <= self.to + NEAR;
        let size = if follows { 2 * self.size } else { FIRST };
        self.size = size.max(length).next_multiple_of(64).min(BYTES);
        (self.from, self.to) = (start, start);
        let level = self.level;
        if has_tables(level) {
            dispatch!(level, simd => self.fill::<_, T>(simd));
        }
    }

    /// Computes the bits from `from`.
    #[inline(always)]
    fn fill<S: Simd, T: Sets<CLASSES, ESCAPES>>(&mut self, simd: S) {
        let rest = &self.buffer.as_bytes()[self.from..];
        let bytes = &rest[..rest.len().min(self.size)];
        let blocks = bytes.chunks_exact(64);
        let last = blocks.remainder();
        let mut index = 0;
        for block in blocks {
            self.put::<_, T>(u8x64::from_slice(simd, block), index, &rest[64 * index..]);
            index += 1;
        }
        if !last.is_empty() {
            // No escape goes on with this byte, since only bytes of ASCII follow its first one.
            let mut block = [0xff; 64];
            block[..last.len()].copy_from_slice(last);
            self.put::<_, T>(u8x64::from_slice(simd, &block), index, &rest[64 * index..]);
        }
        self.to = self.from + bytes.len();
    }

    /// Computes the bits of a block. `rest` is the buffer from this block.
    #[inline(always)]
    fn put<S: Simd, T: Sets<CLASSES, ESCAPES>>(&mut self, bytes: u8x64<S>, index: usize, rest: &[u8]) {
        let block = Block::of(bytes.simd, bytes);
        put(&mut self.lines, index, !bytes.simd_eq(b'\n').to_bitmask());
        let mut class = 0;
        while class < CLASSES {
            put(&mut self.classes[class], index, block.word(&T::CLASSES[class]));
            class += 1;
        }
        let mut place = 0;
        while place < ESCAPES {
            let Following { escape, tail } = T::ESCAPES[place];
            let firsts = bytes.simd_eq(escape.first).to_bitmask();
            let whole = if firsts == 0 { 0 } else { whole(firsts, block.word(&tail), escape, rest) };
            put(&mut self.escapes[place], index, whole);
            place += 1;
        }
    }
}

/// Returns the bit after the run of set bits from the bit `start`, or `end` if the run is longer. `start` is at most `end`.
#[inline(always)]
fn ones(start: usize, end: usize, word: impl Fn(usize) -> u64) -> usize {
    /// The number of bits that a word has from each bit of its first byte.
    const KNOWN: usize = 57;

    let mut at = start;
    loop {
        let reached = at + (!(word(at / 8) >> (at % 8))).trailing_zeros() as usize;
        let reached = if reached < end { reached } else { end };
        // A single branch, which the processor predicts unless runs are long.
        if reached < at + KNOWN {
            return reached;
        }
        at = reached;
    }
}

/// Returns a word with a bit for each complete escape whose first byte has a bit in `firsts`.
#[inline(always)]
fn whole(firsts: u64, tail: u64, escape: scan::Escape, rest: &[u8]) -> u64 {
    let count = escape.count;
    let mut whole = firsts;
    let mut after = 1;
    while after <= count {
        whole &= tail >> after;
        after += 1;
    }
    // The word does not have the bytes after the last escapes.
    let mut last = firsts >> (64 - count);
    while last != 0 {
        let at = 64 - count + last.trailing_zeros() as usize;
        whole |= (scan::is_escape(rest, at, escape) as u64) << at;
        last &= last - 1;
    }
    whole
}

/// Returns whether the processor has an instruction for look-up tables in vectors.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn has_tables(level: Level) -> bool {
    level.as_sse4_2().is_some()
}

/// Returns whether the processor has an instruction for look-up tables in vectors.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn has_tables(level: Level) -> bool {
    !level.is_fallback()
}

/// A string of a buffer, with its bits in a window.
pub(crate) struct Windowed<'t, 'b, const CLASSES: usize, const ESCAPES: usize> {
    bytes: &'t [u8],
    window: &'t Window<'b, CLASSES, ESCAPES>,
    /// The bit of the first byte.
    offset: usize,
}

/// A set of bytes that the rules of a grammar test for.
pub(crate) trait Class: Copy {
    const MASK: scan::Mask;
    /// The index of its bitmap, if it has one.
    const BITMAP: Option<usize>;
}

/// A byte that must be followed by bytes of another class.
pub(crate) trait Escape: Copy {
    const SCALAR: scan::Escape;
    /// The index of its bitmap, if it has one.
    const BITMAP: Option<usize>;
}

#[inline(always)]
pub(crate) fn bytes<'t, const C: usize, const E: usize>(s: &Windowed<'t, '_, C, E>) -> &'t [u8] {
    s.bytes
}

#[inline(always)]
pub(crate) fn is<S: Class, const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize, _: S) -> bool {
    scan::is(s.bytes, at, S::MASK)
}

#[inline(always)]
pub(crate) fn byte<const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize, byte: u8) -> bool {
    scan::byte(s.bytes, at, byte)
}

pub(crate) fn text<const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize, text: &[u8]) -> bool {
    scan::text(s.bytes, at, text)
}

#[inline(always)]
pub(crate) fn is_end<const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize) -> bool {
    scan::is_end(s.bytes, at)
}

#[inline(always)]
pub(crate) fn peek<const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize) -> Option<u8> {
    scan::peek(s.bytes, at)
}

#[inline(always)]
pub(crate) fn up_to<S: Class, const C: usize, const E: usize>(
    s: &Windowed<'_, '_, C, E>,
    at: usize,
    max: usize,
    _: S,
) -> usize {
    scan::up_to(s.bytes, at, max, S::MASK)
}

#[inline(always)]
pub(crate) fn trimmed<S: Class, const C: usize, const E: usize>(
    s: &Windowed<'_, '_, C, E>,
    start: usize,
    end: usize,
    _: S,
) -> usize {
    scan::trimmed(s.bytes, start, end, S::MASK)
}

#[inline(always)]
pub(crate) fn wide<const C: usize, const E: usize>(
    s: &Windowed<'_, '_, C, E>,
    at: usize,
    ranges: &[(u32, u32)],
) -> usize {
    scan::wide(s.bytes, at, ranges)
}

#[inline(always)]
pub(crate) fn span<S: Class, const C: usize, const E: usize>(s: &Windowed<'_, '_, C, E>, at: usize, _: S) -> usize {
    let Some(class) = S::BITMAP else { return scan::span(s.bytes, at, S::MASK) };
    let bits = &s.window.classes[class];
    ones(s.offset + at, s.offset + s.bytes.len(), |byte| word(bits, byte)) - s.offset
}

#[inline(always)]
pub(crate) fn run<S: Class, X: Escape, const C: usize, const E: usize>(
    s: &Windowed<'_, '_, C, E>,
    at: usize,
    _: S,
    _: X,
) -> usize {
    let (Some(class), Some(escape)) = (S::BITMAP, X::BITMAP) else {
        return scan::run(s.bytes, at, S::MASK, X::SCALAR);
    };
    let (bits, escapes) = (&s.window.classes[class], &s.window.escapes[escape]);
    let word = |byte| word(bits, byte) | word(escapes, byte);
    ones(s.offset + at, s.offset + s.bytes.len(), word) - s.offset
}

/// Implements the trait for the classes of a grammar. The mask of a class is the constant of the same name in `scan`.
macro_rules! classes {
    ($($(#[$doc:meta])* $Class:ident $bitmap:expr,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $Class;

        impl Class for $Class {
            const MASK: scan::Mask = scan::$Class;
            const BITMAP: Option<usize> = $bitmap;
        }
    )*};
}

pub(crate) use classes;

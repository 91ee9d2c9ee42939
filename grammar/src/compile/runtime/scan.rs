/// A class of bytes, as a bit in the entries of a look-up table.
#[derive(Clone, Copy)]
pub(crate) struct Mask {
    pub(crate) table: &'static [u32; 256],
    pub(crate) bits: u32,
}

impl Mask {
    #[inline(always)]
    pub(crate) const fn holds(self, byte: u8) -> bool {
        self.table[byte as usize] & self.bits != 0
    }
}

pub(crate) type Text<'t> = &'t [u8];

#[inline(always)]
pub(crate) const fn bytes(s: &[u8]) -> &[u8] {
    s
}

/// The value that a function returns instead of an end if its rule does not match.
pub(crate) const NO: usize = usize::MAX;

/// The value that a function returns instead of an end if recursive rules would take too much stack space.
pub(crate) const TOO_DEEP: usize = usize::MAX - 1;

/// Returns whether the byte at `at` is in the class.
#[inline(always)]
pub(crate) const fn is(s: &[u8], at: usize, mask: Mask) -> bool {
    at < s.len() && mask.holds(s[at])
}

/// Returns whether the byte at `at` is `byte`.
#[inline(always)]
pub(crate) const fn byte(s: &[u8], at: usize, byte: u8) -> bool {
    at < s.len() && s[at] == byte
}

/// Returns whether `text` begins at `at`.
pub(crate) const fn text(s: &[u8], at: usize, text: &[u8]) -> bool {
    if s.len() - at < text.len() {
        return false;
    }
    let mut done = 0;
    while done < text.len() {
        if s[at + done] != text[done] {
            return false;
        }
        done += 1;
    }
    true
}

/// Returns whether the text ends at `at`.
#[inline(always)]
pub(crate) const fn is_end(s: &[u8], at: usize) -> bool {
    at == s.len()
}

/// Returns the byte at `at`, or `None` at the end.
#[inline(always)]
pub(crate) const fn peek(s: &[u8], at: usize) -> Option<u8> {
    if at < s.len() { Some(s[at]) } else { None }
}

/// Returns the end of the longest span of bytes of the class from `at`.
///
/// Branches once per four bytes, and once for the remaining bytes of the string, because the processor cannot
/// predict the exact end of a span.
#[inline(always)]
pub(crate) const fn span(s: &[u8], at: usize, mask: Mask) -> usize {
    if at >= s.len() {
        return at;
    }
    let mut rest = s.split_at(at).1;
    while let Some((&[a, b, c, d], more)) = rest.split_first_chunk::<4>() {
        let a = mask.holds(a);
        let b = mask.holds(b) & a;
        let c = mask.holds(c) & b;
        if !(mask.holds(d) & c) {
            return s.len() - rest.len() + a as usize + b as usize + c as usize;
        }
        rest = more;
    }
    // Up to three bytes remain. First test whether all of them are in the class, because a predicted branch avoids a data
    // dependency on their count. If there are fewer than three, the last byte of the string is tested again, which is
    // known to be in the class if there are none.
    let (at, last) = (s.len() - rest.len(), s.len() - 1);
    let first = mask.holds(s[if at < last { at } else { last }]);
    let second = mask.holds(s[if at + 1 < last { at + 1 } else { last }]);
    if first & second & mask.holds(s[last]) {
        return s.len();
    }
    while let Some((byte, more)) = rest.split_first() {
        if !mask.holds(*byte) {
            break;
        }
        rest = more;
    }
    s.len() - rest.len()
}

/// Returns the end of the longest span of at most `max` bytes of the class from `at`.
#[inline(always)]
pub(crate) const fn up_to(s: &[u8], at: usize, max: usize, mask: Mask) -> usize {
    let limit = if s.len() - at < max { s.len() } else { at + max };
    let mut end = at;
    while end < limit && mask.holds(s[end]) {
        end += 1;
    }
    end
}

/// Returns the end of `start..end` after trailing bytes of the class are removed.
#[inline(always)]
pub(crate) const fn trimmed(s: &[u8], start: usize, mut end: usize, mask: Mask) -> usize {
    while start < end && mask.holds(s[end - 1]) {
        end -= 1;
    }
    end
}

/// A byte that must be followed by bytes of a class.
#[derive(Clone, Copy)]
pub(crate) struct Escape {
    pub(crate) first: u8,
    pub(crate) tail: Mask,
    pub(crate) count: usize,
}

/// Returns whether an escape begins at `at`.
pub(crate) const fn is_escape(s: &[u8], at: usize, escape: Escape) -> bool {
    let Escape { first, tail, count } = escape;
    byte(s, at, first) && up_to(s, at + 1, count, tail) == at + 1 + count
}

/// Returns the end of the longest run of bytes of the class and escapes from `at`.
#[inline(always)]
pub(crate) const fn run(s: &[u8], at: usize, mask: Mask, escape: Escape) -> usize {
    let at = span(s, at, mask);
    if byte(s, at, escape.first) { escaped(s, at, mask, escape) } else { at }
}

/// Like `run`, but for a text with an escape. Branches only on the end of the run, so that the positions of escapes cause
/// no branch mispredictions.
#[inline(never)]
const fn escaped(s: &[u8], mut at: usize, mask: Mask, Escape { first, tail, count }: Escape) -> usize {
    // A bit for each byte that is still missing from the last escape.
    let mut wanted = 0u32;
    while at < s.len() {
        let byte = s[at];
        let is_first = byte == first;
        if !(mask.holds(byte) | is_first) | ((wanted & 1 != 0) & !tail.holds(byte)) {
            break;
        }
        wanted = wanted >> 1 | if is_first { (1 << count) - 1 } else { 0 };
        at += 1;
    }
    if wanted == 0 { at } else { at - (count - wanted.count_ones() as usize) - 1 }
}

/// Returns the end of the non-ASCII character at `at`, or `NO` if the character is in none of the ranges.
#[inline(never)]
pub(crate) const fn wide(s: &[u8], at: usize, ranges: &[(u32, u32)]) -> usize {
    const fn tail(s: &[u8], at: usize) -> u32 {
        if at < s.len() { s[at] as u32 & 0x3f } else { 0 }
    }
    if at >= s.len() || s[at] < 0xc0 {
        return NO;
    }
    let lead = s[at] as u32;
    let (c, len) = if lead < 0xe0 {
        ((lead & 0x1f) << 6 | tail(s, at + 1), 2)
    } else if lead < 0xf0 {
        ((lead & 0x0f) << 12 | tail(s, at + 1) << 6 | tail(s, at + 2), 3)
    } else {
        ((lead & 0x07) << 18 | tail(s, at + 1) << 12 | tail(s, at + 2) << 6 | tail(s, at + 3), 4)
    };
    let mut range = 0;
    while range < ranges.len() {
        if ranges[range].0 <= c && c <= ranges[range].1 {
            return at + len;
        }
        range += 1;
    }
    NO
}

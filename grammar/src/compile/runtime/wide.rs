/// Returns the end of the character beyond ASCII that begins at `at`, or `NO` if it is in none of the ranges.
#[inline(never)]
pub(super) const fn wide(s: &[u8], at: usize, ranges: &[(u32, u32)]) -> usize {
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

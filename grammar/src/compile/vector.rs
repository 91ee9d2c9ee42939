//! Writes tests of sixteen bytes at once: whether each is of a set.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a test costs a few instructions, and there are at most 128; what is chosen costs some"
)]

use std::cmp::Reverse;

use crate::characters::charset::CharSet;

/// A set of bytes: a bit for each that is ASCII, and whether all others are in it.
#[derive(Clone, Copy)]
struct Bytes {
    ascii: u128,
    beyond: bool,
}

/// A test, the ASCII bytes for which it holds, and the number of its instructions.
struct Test {
    code: String,
    holds: u128,
    cost: u32,
}

/// Returns an expression that tells for each byte of the vector `v` whether it is in the set, which has all characters
/// beyond ASCII or none.
///
/// Tests are for one byte, for a range, or for either of these after one bit is set in all bytes, as that by which
/// upper and lower case differ. They are chosen one after the other, by what they cost for each byte that no earlier
/// one holds for; where that costs less, those of the complement.
pub(super) fn vector(set: &CharSet) -> String {
    test_of(set).0
}

/// Returns the number of instructions of the test for the set.
pub(super) fn cost(set: &CharSet) -> u32 {
    test_of(set).1
}

fn test_of(set: &CharSet) -> (String, u32) {
    let ascii = (0..0x80).filter(|&byte| set.contains(char::from(byte)));
    let set = Bytes { ascii: ascii.fold(0, |ascii, byte| ascii | 1 << byte), beyond: set.contains('\u{80}') };
    let (inside, cost) = any_of(set);
    let (outside, complement) = any_of(Bytes { ascii: !set.ascii, beyond: !set.beyond });
    if complement + 1 < cost { (format!("!({outside})"), complement + 1) } else { (inside, cost) }
}

/// Returns an expression for the set, and the number of its instructions.
fn any_of(set: Bytes) -> (String, u32) {
    let tests = tests(set.ascii);
    let mut chosen = Vec::new();
    let mut cost = 0;
    if set.beyond {
        chosen.push("is_in(v, 0x80, 0xff)");
        cost += 3;
    }
    let mut left = set.ascii;
    while left != 0 {
        // Each costs one instruction more, for the union; as a product, because a ratio is not an integer.
        let worth =
            |test: &&Test| ((left & test.holds).count_ones() * 1000 / (test.cost + 1), Reverse(test.cost));
        let best = tests.iter().max_by_key(worth).expect("each byte has a test of its own");
        left &= !best.holds;
        chosen.push(&best.code);
        cost += best.cost + 1;
    }
    match chosen.as_slice() {
        [] => ("splat(0)".to_owned(), 0),
        tests => (tests.join(" | "), cost - 1),
    }
}

/// Returns the tests that hold for no byte outside the set.
fn tests(set: u128) -> Vec<Test> {
    let mut tests = Vec::new();
    for bit in [0, 1, 2, 4, 8, 16, 32, 64] {
        let (bytes, folding) =
            if bit == 0 { ("v".to_owned(), 0) } else { (format!("with(v, {bit:#04x})"), 1) };
        // With the bit, a byte stands for two; without it, for none.
        let stands = |byte: u8| byte & bit == bit;
        let both = |byte: u8| 1u128 << byte | 1 << (byte ^ bit);
        let outside = |byte: &u8| stands(*byte) && both(*byte) & !set != 0;
        let mut rest = 0..0x80u8;
        while let Some(first) = rest.find(|byte| stands(*byte) && !outside(byte)) {
            let end = (first..0x80).find(outside).unwrap_or(0x80);
            rest = end..0x80;
            let (mut last, mut holds) = (first, 0);
            for byte in (first..end).filter(|&byte| stands(byte)) {
                let code = format!("is_byte({bytes}, {byte:#04x})");
                tests.push(Test { code, holds: both(byte), cost: folding + 1 });
                last = byte;
                holds |= both(byte);
            }
            let code = format!("is_in({bytes}, {first:#04x}, {last:#04x})");
            tests.push(Test { code, holds, cost: folding + 2 });
        }
    }
    tests
}

#[cfg(test)]
mod unit {
    use super::vector;
    use crate::characters::charset::CharSet;

    fn set(ranges: &[(char, char)]) -> CharSet {
        CharSet::from_ranges(ranges.iter().copied())
    }

    #[test]
    fn letters_differ_in_one_bit() {
        assert_eq!(vector(&set(&[('a', 'z'), ('A', 'Z')])), "is_in(with(v, 0x20), 0x61, 0x7a)");
        assert_eq!(vector(&set(&[('+', '+'), ('/', '/')])), "is_byte(with(v, 0x04), 0x2f)");
    }

    #[test]
    fn a_large_set_is_the_complement_of_a_small_one() {
        let all_but = |set: CharSet| CharSet::any().difference(&set);
        assert_eq!(vector(&all_but(set(&[(',', ',')]))), "!(is_byte(v, 0x2c))");
        assert_eq!(vector(&CharSet::any()), "!(splat(0))");
        assert_eq!(vector(&set(&[('\u{80}', char::MAX)])), "is_in(v, 0x80, 0xff)");
    }
}

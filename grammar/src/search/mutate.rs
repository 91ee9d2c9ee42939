//! Random changes of texts.

/// A linear congruential generator: the same numbers on every machine.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Returns a number less than the bound, which is not 0.
    #[expect(clippy::arithmetic_side_effects, reason = "the bound is not 0")]
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns a text with one to three parts of at most three characters deleted, repeated, exchanged for a token, or
/// with a token inserted. `tokens` are not empty.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`at` and `end` are at most the number of characters; the number is below the bound"
)]
pub(super) fn mutated(text: &str, tokens: &[String], chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(chars.len() + 1);
        let end = chars.len().min(at + 1 + chance.below(3));
        match chance.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let again = chars[at..end].to_vec();
                chars.splice(end..end, again);
            }
            kind => {
                let token = &tokens[chance.below(tokens.len())];
                chars.splice(at..if kind == 2 { at } else { end }, token.chars());
            }
        }
    }
    chars.into_iter().collect()
}

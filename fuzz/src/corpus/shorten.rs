//! Inputs made shorter.

/// Returns an input with texts and characters left out, as long as `still` holds. It holds for the input.
pub fn shorten(input: &[String], mut still: impl FnMut(&[String]) -> bool) -> Vec<String> {
    let mut short = input.to_vec();
    // From the end, so that the texts that decide what the others mean are tried last.
    for at in (0..short.len()).rev() {
        let mut without = short.clone();
        without.remove(at);
        if still(&without) {
            short = without;
        }
    }
    for at in 0..short.len() {
        let mut piece = short[at].chars().count().next_power_of_two();
        while piece > 0 {
            shorten_text(&mut short, at, piece, &mut still);
            piece /= 2;
        }
    }
    short
}

/// Leaves out pieces of so many characters of one text.
fn shorten_text(input: &mut [String], at: usize, piece: usize, still: &mut impl FnMut(&[String]) -> bool) {
    let mut start = 0;
    while start < input[at].chars().count() {
        let kept = |(place, c): (usize, char)| (!(start..start + piece).contains(&place)).then_some(c);
        let shorter: String = input[at].chars().enumerate().filter_map(kept).collect();
        let whole = std::mem::replace(&mut input[at], shorter);
        if !still(input) {
            input[at] = whole;
            start += piece;
        }
    }
}

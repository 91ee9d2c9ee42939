//! The sets of bytes that vectors are tested for, and the word of a class as an expression of theirs.

use crate::characters::charset::CharSet;

use super::vector::cost;

/// The word of a class as an expression of the words of sets.
pub(super) struct Word {
    pub(super) expression: String,
    /// The characters of the class for which the expression has no bits.
    pub(super) missing: CharSet,
}

/// Returns the sets to test for, of which each of these can be composed: disjoint sets of which each is a union, or
/// these themselves if they are fewer.
pub(super) fn atoms(sets: &[CharSet]) -> Vec<CharSet> {
    let mut atoms: Vec<CharSet> = Vec::new();
    for set in sets {
        let mut rest = set.clone();
        let mut apart = Vec::new();
        for atom in &atoms {
            rest = rest.difference(atom);
            apart.extend([atom.intersect(set), atom.difference(set)]);
        }
        apart.push(rest);
        apart.retain(|atom| !atom.is_empty());
        atoms = apart;
    }
    if atoms.len() <= sets.len() { with_union(atoms, sets) } else { sets.to_vec() }
}

/// Replaces the atom with the costliest test by the union of the sets around it, if that costs less: letters, digits
/// and delimiters together are fewer ranges than without the delimiters, which have words of their own.
fn with_union(mut atoms: Vec<CharSet>, sets: &[CharSet]) -> Vec<CharSet> {
    if let Some(costliest) = atoms.iter_mut().max_by_key(|atom| cost(atom)) {
        let around: Vec<CharSet> =
            sets.iter().filter(|set| costliest.difference(set).is_empty()).cloned().collect();
        let union = CharSet::union_of(&around);
        if cost(&union) < cost(costliest) {
            *costliest = union;
        }
    }
    atoms
}

/// Returns the word of `class` by those of `sets`: the union of the sets inside it, and of sets that exceed it without
/// others that hold the excess.
pub(super) fn word_of(sets: &[CharSet], class: &CharSet) -> Word {
    let name = |(place, _): &(usize, &CharSet)| format!("words[{place}]");
    let places = || sets.iter().enumerate();
    if let Some(same) = places().find(|(_, set)| *set == class) {
        return Word { expression: name(&same), missing: CharSet::empty() };
    }
    let (mut terms, mut missing) = (Vec::new(), class.clone());
    for (place, around) in places().filter(|(_, set)| !set.difference(class).is_empty()) {
        let (mut excess, mut left, mut without) = (around.difference(class), around.clone(), Vec::new());
        for (other, set) in places().filter(|(other, _)| *other != place) {
            if !set.intersect(&excess).is_empty() {
                excess = excess.difference(set);
                left = left.difference(set);
                without.push(name(&(other, set)));
            }
        }
        if excess.is_empty() && !left.intersect(&missing).is_empty() {
            terms.push(format!("{} & !({})", name(&(place, around)), without.join(" | ")));
            missing = missing.difference(&left);
        }
    }
    for inside in places().filter(|(_, set)| set.difference(class).is_empty()) {
        if !inside.1.intersect(&missing).is_empty() {
            terms.push(name(&inside));
            missing = missing.difference(inside.1);
        }
    }
    Word { expression: terms.join(" | "), missing }
}

#[cfg(test)]
mod unit {
    use crate::characters::charset::CharSet;
    use crate::compile::atoms::{atoms, word_of};

    fn set(characters: &str) -> CharSet {
        CharSet::from_ranges(characters.chars().map(|c| (c, c)))
    }

    #[test]
    fn each_set_is_composed_of_the_atoms() {
        let sets = [set("acegikmoqsuwy"), set("abcdefghijklmnopqrstuvwxyz"), set("bdfx"), set("!")];
        let atoms = atoms(&sets);
        for set in &sets {
            assert!(word_of(&atoms, set).missing.is_empty(), "{set:?} by {atoms:?}");
        }
    }

    #[test]
    fn a_range_with_gaps_is_the_range_without_the_gaps() {
        let (all, few) = (set("abcdefghijklmnopqrstuvwxyz"), set("abdeghjkmnpqstvwyz"));
        let atoms = atoms(&[few.clone(), all.clone()]);
        assert!(atoms.contains(&all), "{atoms:?}");
        let expression = word_of(&atoms, &few).expression;
        assert!(expression.contains(" & !("), "{expression}");
    }

    #[test]
    fn what_no_set_has_is_missing() {
        assert_eq!(word_of(&[set("ab"), set("x")], &set("abc")).missing, set("c"));
    }
}

//! The sets of bytes that vectors are tested for, and how they tell a class.

use crate::characters::charset::CharSet;

use super::vector::cost;

/// An expression for the word of a class, by the words of sets.
pub(super) struct Told {
    pub(super) word: String,
    /// What of the class the sets do not tell.
    pub(super) rest: CharSet,
}

/// Returns the sets to test for, by which each of these is told: disjoint sets of which each is a union, or these
/// themselves if they are fewer.
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

/// Returns how the words of `sets` tell `class`: by the sets inside it, and by sets that exceed it without others that
/// hold the excess.
pub(super) fn told_by(sets: &[CharSet], class: &CharSet) -> Told {
    let name = |(place, _): &(usize, &CharSet)| format!("words[{place}]");
    let places = || sets.iter().enumerate();
    if let Some(same) = places().find(|(_, set)| *set == class) {
        return Told { word: name(&same), rest: CharSet::empty() };
    }
    let (mut terms, mut rest) = (Vec::new(), class.clone());
    for (place, around) in places().filter(|(_, set)| !set.difference(class).is_empty()) {
        let (mut excess, mut left, mut without) = (around.difference(class), around.clone(), Vec::new());
        for (other, set) in places().filter(|(other, _)| *other != place) {
            if !set.intersect(&excess).is_empty() {
                excess = excess.difference(set);
                left = left.difference(set);
                without.push(name(&(other, set)));
            }
        }
        if excess.is_empty() && !left.intersect(&rest).is_empty() {
            terms.push(format!("{} & !({})", name(&(place, around)), without.join(" | ")));
            rest = rest.difference(&left);
        }
    }
    for inside in places().filter(|(_, set)| set.difference(class).is_empty()) {
        if !inside.1.intersect(&rest).is_empty() {
            terms.push(name(&inside));
            rest = rest.difference(inside.1);
        }
    }
    Told { word: terms.join(" | "), rest }
}

#[cfg(test)]
mod unit {
    use crate::characters::charset::CharSet;
    use crate::compile::atoms::{atoms, told_by};

    fn set(characters: &str) -> CharSet {
        CharSet::from_ranges(characters.chars().map(|c| (c, c)))
    }

    #[test]
    fn each_set_is_told_by_the_atoms() {
        let sets = [set("acegikmoqsuwy"), set("abcdefghijklmnopqrstuvwxyz"), set("bdfx"), set("!")];
        let atoms = atoms(&sets);
        for set in &sets {
            assert!(told_by(&atoms, set).rest.is_empty(), "{set:?} by {atoms:?}");
        }
    }

    #[test]
    fn a_range_with_gaps_is_told_by_the_range_and_the_gaps() {
        let (all, few) = (set("abcdefghijklmnopqrstuvwxyz"), set("abdeghjkmnpqstvwyz"));
        let atoms = atoms(&[few.clone(), all.clone()]);
        assert!(atoms.contains(&all), "{atoms:?}");
        assert!(told_by(&atoms, &few).word.contains(" & !("), "{}", told_by(&atoms, &few).word);
    }

    #[test]
    fn what_no_set_tells_is_left() {
        assert_eq!(told_by(&[set("ab"), set("x")], &set("abc")).rest, set("c"));
    }
}

//! Chooses the classes of bytes that have words, and the vector tests that compute the words.
//!
//! A word of a class has a bit for each of 64 bytes of a text, which is set if the byte is in the class. Words are not
//! computed for the classes themselves, but for fewer sets, the atoms, from which the classes are composed.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "indices are keys of `classes`; a test costs a few instructions, there are at most 128 tests, \
              and fewer words and reads than nodes"
)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::characters::CharSet;
use crate::compile::machine::{Distinct, byte_pattern, describe};

/// A set of bytes.
#[derive(Clone, Copy)]
struct Bytes {
    /// A bitmap of the ASCII bytes.
    ascii: u128,
    /// Whether the set has the non-ASCII bytes. It has either all of them or none.
    beyond: bool,
}

/// A test of the bytes of a vector.
struct Test {
    /// The test as a Rust expression.
    code: String,
    /// A bitmap of the ASCII bytes for which the test holds.
    holds: u128,
    /// The number of instructions.
    cost: u32,
}

/// Returns an expression that tests each byte of the vector `v` for the set, which has all non-ASCII characters or none.
///
/// A test compares with one byte or with a range, in some cases after it sets one bit in all bytes, such as the bit that
/// distinguishes uppercase and lowercase letters. A greedy set cover chooses the tests with the lowest cost per newly
/// covered byte. It is run for the set and for its complement, and the result with the lower cost is used.
fn vector(set: &CharSet) -> String {
    test_of(set).0
}

/// Returns the number of instructions of the test for the set.
fn cost(set: &CharSet) -> u32 {
    test_of(set).1
}

fn test_of(set: &CharSet) -> (String, u32) {
    let ascii = (0..0x80).filter(|&byte| set.contains(char::from(byte)));
    let set = Bytes { ascii: ascii.fold(0, |ascii, byte| ascii | 1 << byte), beyond: set.contains('\u{80}') };
    let (inside, cost) = any_of(set);
    let (outside, complement) = any_of(Bytes { ascii: !set.ascii, beyond: !set.beyond });
    if complement + 1 < cost { (format!("!({outside})"), complement + 1) } else { (inside, cost) }
}

/// Returns the union of tests for the set as an expression, and its number of instructions.
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
        // Each further test costs one more instruction, which combines the results. Multiply by 1000 to compare
        // ratios as integers.
        let worth =
            |test: &&Test| ((left & test.holds).count_ones() * 1000 / (test.cost + 1), Reverse(test.cost));
        let best = tests.iter().max_by_key(worth).expect("each byte has a test");
        left &= !best.holds;
        chosen.push(&best.code);
        cost += best.cost + 1;
    }
    match chosen.as_slice() {
        [] => ("splat(0)".to_owned(), 0),
        tests => (tests.join(" | "), cost - 1),
    }
}

/// Returns tests that hold only for bytes of the set, which is a bitmap of ASCII bytes.
fn tests(set: u128) -> Vec<Test> {
    let mut tests = Vec::new();
    for bit in [0, 1, 2, 4, 8, 16, 32, 64] {
        let (bytes, folding) =
            if bit == 0 { ("v".to_owned(), 0) } else { (format!("with(v, {bit:#04x})"), 1) };
        // Setting the bit maps two bytes to each byte with the bit, and none to a byte without it.
        let has_bit = |byte: u8| byte & bit == bit;
        let both = |byte: u8| 1u128 << byte | 1 << (byte ^ bit);
        let outside = |byte: &u8| has_bit(*byte) && both(*byte) & !set != 0;
        let mut rest = 0..0x80u8;
        while let Some(first) = rest.find(|byte| has_bit(*byte) && !outside(byte)) {
            let end = (first..0x80).find(outside).unwrap_or(0x80);
            rest = end..0x80;
            let (mut last, mut holds) = (first, 0);
            for byte in (first..end).filter(|&byte| has_bit(byte)) {
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

/// An expression for the word of a class, which combines the words of other sets.
struct Word {
    /// The Rust expression.
    expression: String,
    /// The characters of the class whose bits the expression does not set, because no combination of the sets has
    /// them without characters outside of the class.
    missing: CharSet,
}

/// Returns the sets to test for, from which all of `sets` can be composed. These are disjoint sets whose unions are
/// `sets`, or `sets` themselves if they are fewer.
fn atoms(sets: &[CharSet]) -> Vec<CharSet> {
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

/// Replaces the atom whose test costs most by the union of the sets that contain it, if the test for the union costs
/// less. For example, letters, digits and delimiters together are fewer ranges than letters and digits. The word of
/// the atom can still be composed: it is the word of the union without the bits of the other sets in the union, which
/// have words, too.
fn with_union(mut atoms: Vec<CharSet>, sets: &[CharSet]) -> Vec<CharSet> {
    if let Some(costliest) = atoms.iter_mut().max_by_key(|atom| cost(atom)) {
        let supersets: Vec<CharSet> =
            sets.iter().filter(|set| costliest.difference(set).is_empty()).cloned().collect();
        let union = CharSet::union_of(&supersets);
        if cost(&union) < cost(costliest) {
            *costliest = union;
        }
    }
    atoms
}

/// Returns an expression for the word of `class`. It combines the words of the sets that are subsets of the class,
/// and of larger sets minus the sets that contain their characters outside of the class.
fn word_of(sets: &[CharSet], class: &CharSet) -> Word {
    let name = |(index, _): &(usize, &CharSet)| format!("words[{index}]");
    let indexed = || sets.iter().enumerate();
    if let Some(same) = indexed().find(|(_, set)| *set == class) {
        return Word { expression: name(&same), missing: CharSet::empty() };
    }
    let (mut terms, mut missing) = (Vec::new(), class.clone());
    for (index, around) in indexed().filter(|(_, set)| !set.difference(class).is_empty()) {
        let (mut excess, mut left, mut without) = (around.difference(class), around.clone(), Vec::new());
        for (other, set) in indexed().filter(|(other, _)| *other != index) {
            if !set.intersect(&excess).is_empty() {
                excess = excess.difference(set);
                left = left.difference(set);
                without.push(name(&(other, set)));
            }
        }
        if excess.is_empty() && !left.intersect(&missing).is_empty() {
            terms.push(format!("{} & !({})", name(&(index, around)), without.join(" | ")));
            missing = missing.difference(&left);
        }
    }
    for inside in indexed().filter(|(_, set)| set.difference(class).is_empty()) {
        if !inside.1.intersect(&missing).is_empty() {
            terms.push(name(&inside));
            missing = missing.difference(inside.1);
        }
    }
    Word { expression: terms.join(" | "), missing }
}

/// The minimum number of ASCII characters of a class that has words. Computing a word takes time for every text, and
/// runs of smaller classes, such as digits, tend to be too short to be worth it.
const MIN_CHARACTERS: usize = 32;

/// The maximum number of words that are computed for a text, for sets and escapes together. The spans of classes
/// beyond this limit are scanned 16 bytes at a time where they are read.
const MAX_WORDS: usize = 16;

/// The maximum number of escapes with words. An escape takes two words, because its first byte has a word, too.
const MAX_ESCAPES: usize = MAX_WORDS / 4;

/// The classes whose spans the code reads, and the escapes in runs.
#[derive(Debug, Default, Clone)]
pub(super) struct Words {
    /// The classes, by index.
    classes: BTreeMap<usize, Class>,
    escapes: Distinct<Escape>,
    /// For a variant that uses the words of a base, the numbers of classes and of escapes in the base, and the indices of
    /// the classes that the variant reads.
    base: Option<(usize, usize, BTreeSet<usize>)>,
}

#[derive(Debug, Clone)]
struct Class {
    bytes: CharSet,
    /// Whether spans of the class may begin anywhere, not only at the beginning of a text.
    elsewhere: bool,
    /// The number of expressions in the code that read spans of the class.
    reads: usize,
}

/// A byte that must be followed by a number of bytes of a class.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Escape {
    first: char,
    /// The index of the class, and its bytes.
    tail: (usize, CharSet),
    count: usize,
}

impl Words {
    /// Returns whether a class is large enough to have words.
    pub(super) fn has(set: &CharSet) -> bool {
        ascii(set).count() >= MIN_CHARACTERS
    }

    /// Adds an expression that reads spans of a class, if the class can have words.
    pub(super) fn add(&mut self, index: usize, bytes: &CharSet, elsewhere: bool) {
        if let Some((_, _, read)) = &mut self.base {
            read.insert(index);
        } else if Words::has(bytes) {
            let class = self.classes.entry(index).or_insert_with(|| Class {
                bytes: bytes.clone(),
                elsewhere: false,
                reads: 0,
            });
            class.elsewhere |= elsewhere;
            class.reads += 1;
        }
    }

    /// Returns the words for a variant of this grammar, in which only classes of this grammar have words. `classes`
    /// is their number.
    pub(super) fn for_variant(&self, classes: usize) -> Self {
        Words { base: Some((classes, self.escapes.values().len(), BTreeSet::new())), ..self.clone() }
    }

    /// Returns whether a variant reads all classes with words. Always true for other grammars.
    pub(super) fn are_read(&self) -> bool {
        self.base.as_ref().is_none_or(|(_, _, read)| self.classes.keys().all(|index| read.contains(index)))
    }

    /// Adds an escape, and returns the path of its constant in the code.
    pub(super) fn escape(&mut self, first: char, tail: (usize, CharSet), count: usize) -> String {
        format!("scan::E{}", self.escapes.index(Escape { first, tail, count }))
    }

    /// Returns the source of the constants for escapes in the module `scan`, which reads byte by byte.
    pub(super) fn scalar(&self) -> String {
        let mut source = String::new();
        let known = self.base.as_ref().map_or(0, |(_, escapes, _)| *escapes);
        for (index, Escape { first, tail, count }) in self.escapes.values().iter().enumerate().skip(known) {
            let (first, tail) = (byte_pattern(*first), tail.0);
            let _ = writeln!(
                source,
                "pub(crate) const E{index}: Escape = Escape {{ first: {first}, tail: C{tail}, count: {count} }};"
            );
        }
        source
    }

    /// Returns the source of the module that reads words. `classes` are all classes of the table. For a variant, the source
    /// only has the additions to the base.
    pub(super) fn source(&self, classes: &[CharSet]) -> String {
        let chosen = self.chosen();
        let Sets { atoms, firsts } = self.sets(&chosen);
        let all = [atoms.as_slice(), &firsts].concat();
        let with_words = self.escapes_with_words().len();
        let count = all.len() + with_words;
        let (mut source, first, first_escape) = match &self.base {
            Some((classes, escapes, _)) => (String::new(), *classes, *escapes),
            None => (self.tests(&atoms, &firsts), 0, 0),
        };
        if first < classes.len() {
            let _ = write!(source, "\nclasses! {{\n    {count}:\n");
            for (index, class) in classes.iter().enumerate().skip(first) {
                let _ = write!(source, "    /// `{}`\n    C{index}", describe(class));
                if let Some(Class { bytes: set, elsewhere, .. }) = self.classes.get(&index) {
                    let (word, bits) = match elsewhere {
                        _ if !chosen.contains(&index) => ("0".to_owned(), 0),
                        true => (word(&atoms, set), 64),
                        false => (word(&all, set), 16),
                    };
                    let _ = write!(source, " {{ {bits}, |words| {word}, |v| {} }}", vector(set));
                }
                source.push_str(",\n");
            }
            source.push_str("}\n");
        }
        for (index, Escape { first, tail, count }) in
            self.escapes.values().iter().enumerate().skip(first_escape)
        {
            let (byte, tail, test) = (byte_pattern(*first), describe(&tail.1), vector(&tail.1));
            let word = (index < with_words && self.base.is_none()).then_some(all.len() + index);
            let _ = write!(
                source,
                "
/// `{}` and {count} of `{tail}`
#[derive(Clone, Copy)]
pub(crate) struct E{index};

impl Escape for E{index} {{
    const FIRST: u8 = {byte};
    const COUNT: usize = {count};
    const WORD: Option<usize> = {word:?};
    const SCALAR: scan::Escape = scan::E{index};

    #[inline(always)]
    fn follows(v: Vector) -> Vector {{
        {test}
    }}
}}
",
                describe(&CharSet::single(*first)),
            );
        }
        source
    }

    /// Returns the source of the module that reads windows, in which the classes and escapes with words have bitmaps. For a variant,
    /// the source only has the additions to the base.
    pub(super) fn windows(&self, classes: &[CharSet]) -> String {
        let (mut source, first, first_escape) = match &self.base {
            Some((classes, escapes, _)) => (String::new(), *classes, *escapes),
            None => (self.bitmaps(), 0, 0),
        };
        let chosen = self.chosen();
        let bitmap = |index: &usize| chosen.iter().position(|chosen| chosen == index);
        if first < classes.len() {
            source.push_str("\nclasses! {\n");
            for (index, class) in classes.iter().enumerate().skip(first) {
                let _ = writeln!(source, "    /// `{}`\n    C{index} {:?},", describe(class), bitmap(&index));
            }
            source.push_str("}\n");
        }
        let with_bitmaps = self.escapes_with_words().len();
        for (index, escape) in self.escapes.values().iter().enumerate().skip(first_escape) {
            let Escape { first, tail, count } = escape;
            let bitmap = (index < with_bitmaps).then_some(index);
            let _ = write!(
                source,
                "
/// `{}` and {count} of `{}`
#[derive(Clone, Copy)]
pub(crate) struct E{index};

impl Escape for E{index} {{
    const SCALAR: scan::Escape = scan::E{index};
    const BITMAP: Option<usize> = {bitmap:?};
}}
",
                describe(&CharSet::single(*first)),
                describe(&tail.1),
            );
        }
        source
    }

    /// Returns the source of the types of windows, and of the sets that have bitmaps.
    fn bitmaps(&self) -> String {
        let classes: Vec<String> =
            self.chosen().iter().map(|index| format!("Table::of(scan::C{index})")).collect();
        let escapes = 0..self.escapes_with_words().len();
        let escapes: Vec<String> = escapes.map(|index| format!("Following::of(scan::E{index})")).collect();
        let counts = format!("{}, {}", classes.len(), escapes.len());
        format!(
            "
/// The bits of the classes and of the escapes, for a part of a buffer.
pub(crate) type Bits<'b> = Window<'b, {counts}>;

/// A string of the buffer, with its bits.
pub(crate) type Text<'t> = &'t Windowed<'t, 't, {counts}>;

pub(crate) struct Own;

impl Sets<{counts}> for Own {{
    const CLASSES: [Table; {}] = [{}];
    const ESCAPES: [Following; {}] = [{}];
}}
",
            classes.len(),
            classes.join(", "),
            escapes.len(),
            escapes.join(", "),
        )
    }

    /// Returns the source of the functions that compute the words of a text.
    fn tests(&self, atoms: &[CharSet], firsts: &[CharSet]) -> String {
        let with_words = self.escapes_with_words();
        let all = atoms.len() + firsts.len();
        let count = all + with_words.len();
        let nul = self.classes.values().any(|class| class.bytes.contains('\0'))
            || self.escapes.values().iter().any(|escape| escape.tail.1.contains('\0'));
        let mut source = format!(
            "
/// A text with the words of sets of bytes, from which the words of the classes are composed, and of the escapes.
pub(crate) type Text<'t> = &'t Words<'t, {count}>;

/// Returns a text with the words of its first 64 bytes. The words are only computed if `is_read`, which is false for rules
/// that read few runs.
#[inline(always)]
pub(crate) fn of(bytes: &[u8], is_read: bool) -> Words<'_, {count}> {{
    let mut words = [0; {count}];
    if is_read {{
        let (all, first) = classified::<{}, {}, {nul}>(bytes, atoms, firsts);
        words[..{}].copy_from_slice(&all);
        words[{}..{all}].copy_from_slice(&first);
        add_escapes(bytes, &mut words);
    }}
    Words {{ bytes, words, is_read }}
}}
",
            atoms.len(),
            firsts.len(),
            atoms.len(),
            atoms.len(),
        );
        for (name, sets) in [("atoms", atoms), ("firsts", firsts)] {
            let count = sets.len();
            let _ =
                write!(source, "\n#[inline(always)]\nfn {name}(v: Vector) -> [Vector; {count}] {{\n    [\n");
            for set in sets {
                let _ = writeln!(source, "        // `{}`\n        {},", describe(set), vector(set));
            }
            source.push_str("    ]\n}\n");
        }
        let _ = write!(
            source,
            "\n/// Adds the words of the escapes.\n#[inline(always)]\nfn add_escapes(bytes: &[u8], words: &mut [u64; {count}]) {{\n"
        );
        for (index, escape) in with_words.iter().enumerate() {
            let first = word(atoms, &CharSet::single(escape.first));
            let _ = writeln!(
                source,
                "    let firsts = {first};\n    if firsts != 0 {{\n        words[{}] = whole::<E{index}>(bytes, firsts);\n    }}",
                all + index
            );
        }
        source.push_str("}\n");
        source
    }

    fn escapes_with_words(&self) -> &[Escape] {
        let known = self.base.as_ref().map_or(usize::MAX, |(_, escapes, _)| *escapes);
        let escapes = self.escapes.values();
        &escapes[..escapes.len().min(MAX_ESCAPES).min(known)]
    }

    /// Returns the indices of the classes for which words are computed: the classes that most expressions read, as
    /// many as [`MAX_WORDS`] allows.
    fn chosen(&self) -> BTreeSet<usize> {
        let mut indices: Vec<usize> = self.classes.keys().copied().collect();
        indices.sort_by_key(|index| Reverse(self.classes[index].reads));
        let mut chosen = BTreeSet::new();
        for index in indices {
            chosen.insert(index);
            let Sets { atoms, firsts } = self.sets(&chosen);
            if atoms.len() + firsts.len() + self.escapes_with_words().len() > MAX_WORDS {
                chosen.remove(&index);
                break;
            }
        }
        chosen
    }

    /// Returns the sets from which the words of the chosen classes are composed.
    fn sets(&self, chosen: &BTreeSet<usize>) -> Sets {
        let classes = || chosen.iter().map(|index| &self.classes[index]);
        let escapes = self.escapes_with_words().iter().map(|escape| CharSet::single(escape.first));
        let elsewhere = classes().filter(|class| class.elsewhere).map(|class| class.bytes.clone());
        let atoms = atoms(&elsewhere.chain(escapes).collect::<Vec<CharSet>>());
        let mut firsts = Distinct::default();
        for class in classes().filter(|class| !class.elsewhere) {
            let missing = word_of(&atoms, &class.bytes).missing;
            if !missing.is_empty() {
                firsts.index(missing);
            }
        }
        Sets { firsts: firsts.values().to_vec(), atoms }
    }
}

/// The sets for which vectors are tested.
struct Sets {
    /// The sets that are tested in all vectors.
    atoms: Vec<CharSet>,
    /// The sets that are tested only in the first vector, for classes that are read only at the beginning of a text.
    firsts: Vec<CharSet>,
}

/// Returns an expression for the word of a set, composed from the words of `sets`.
fn word(sets: &[CharSet], set: &CharSet) -> String {
    let word = word_of(sets, set);
    assert!(
        word.missing.is_empty(),
        "invariant broken: each class with a word is composed of sets with words"
    );
    word.expression
}

fn ascii(set: &CharSet) -> impl Iterator<Item = char> {
    (0..0x80u8).map(char::from).filter(|c| set.contains(*c))
}

#[cfg(test)]
mod tests {
    use super::vector;
    use crate::characters::CharSet;
    use crate::compile::words::{atoms, word_of};

    fn ranges(ranges: &[(char, char)]) -> CharSet {
        CharSet::from_ranges(ranges.iter().copied())
    }

    #[test]
    fn letters_differ_in_one_bit() {
        assert_eq!(vector(&ranges(&[('a', 'z'), ('A', 'Z')])), "is_in(with(v, 0x20), 0x61, 0x7a)");
        assert_eq!(vector(&ranges(&[('+', '+'), ('/', '/')])), "is_byte(with(v, 0x04), 0x2f)");
    }

    #[test]
    fn a_large_set_is_the_complement_of_a_small_one() {
        let all_but = |set: CharSet| CharSet::any().difference(&set);
        assert_eq!(vector(&all_but(ranges(&[(',', ',')]))), "!(is_byte(v, 0x2c))");
        assert_eq!(vector(&CharSet::any()), "!(splat(0))");
        assert_eq!(vector(&ranges(&[('\u{80}', char::MAX)])), "is_in(v, 0x80, 0xff)");
    }

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

//! Which classes of bytes have words, and of which atoms these are the union.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::characters::charset::CharSet;

use super::atoms::{atoms, word_of};
use super::distinct::Distinct;
use super::table::{byte_pattern, describe};
use super::vector::vector;

/// The least number of ASCII characters of a class that has words. Runs of fewer, such as digits, tend to be short,
/// and each class takes time for every text.
const LEAST: usize = 32;

/// The most words of a text: a grammar with more sets than these scans most of them where they are read.
const MOST: usize = 16;

/// The most escapes that have words: each takes two, one for its first byte.
const MOST_ESCAPES: usize = MOST / 4;

/// The classes of which spans are read, and the escapes in runs.
#[derive(Debug, Default, Clone)]
pub(super) struct Words {
    /// The classes by their places among all.
    classes: BTreeMap<usize, Class>,
    escapes: Distinct<Escape>,
    /// Of a variant that has the words of another grammar: how many classes and escapes that one has, and those of its classes
    /// that the variant reads.
    base: Option<(usize, usize, BTreeSet<usize>)>,
}

#[derive(Debug, Clone)]
struct Class {
    bytes: CharSet,
    /// Whether spans of it begin not only at the beginning of a text.
    elsewhere: bool,
    /// The number of places where spans of it are read.
    reads: usize,
}

/// A byte that has to be followed by a number of bytes of a class.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Escape {
    first: char,
    /// The place of the class, and its bytes.
    tail: (usize, CharSet),
    count: usize,
}

impl Words {
    /// Returns whether a class has words.
    pub(super) fn has(set: &CharSet) -> bool {
        ascii(set).count() >= LEAST
    }

    /// Adds a class of which a span is read, if it has words.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer reads than nodes")]
    pub(super) fn add(&mut self, place: usize, bytes: &CharSet, elsewhere: bool) {
        if let Some((_, _, read)) = &mut self.base {
            read.insert(place);
        } else if Words::has(bytes) {
            let class = self.classes.entry(place).or_insert_with(|| Class {
                bytes: bytes.clone(),
                elsewhere: false,
                reads: 0,
            });
            class.elsewhere |= elsewhere;
            class.reads += 1;
        }
    }

    /// Returns the words for a variant, in which no more classes have any; there are that many of them.
    pub(super) fn for_variant(&self, classes: usize) -> Self {
        Words { base: Some((classes, self.escapes.values().len(), BTreeSet::new())), ..self.clone() }
    }

    /// Returns whether a variant reads all classes that have words.
    pub(super) fn are_read(&self) -> bool {
        self.base.as_ref().is_none_or(|(_, _, read)| self.classes.keys().all(|place| read.contains(place)))
    }

    /// Returns the name of an escape.
    pub(super) fn escape(&mut self, first: char, tail: (usize, CharSet), count: usize) -> String {
        format!("scan::E{}", self.escapes.place(Escape { first, tail, count }))
    }

    /// Returns the source of the escapes for the module that reads bytes.
    pub(super) fn scalar(&self) -> String {
        let mut source = String::new();
        let known = self.base.as_ref().map_or(0, |(_, escapes, _)| *escapes);
        for (place, Escape { first, tail, count }) in self.escapes.values().iter().enumerate().skip(known) {
            let (first, tail) = (byte_pattern(*first), tail.0);
            let _ = writeln!(
                source,
                "pub(crate) const E{place}: Escape = Escape {{ first: {first}, tail: C{tail}, count: {count} }};"
            );
        }
        source
    }

    /// Returns the source of the module that reads words, of `classes` in all; for a variant, of what it has beyond its base.
    #[expect(clippy::arithmetic_side_effects, reason = "there are few words")]
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
            for (place, class) in classes.iter().enumerate().skip(first) {
                let _ = write!(source, "    /// `{}`\n    C{place}", describe(class));
                if let Some(Class { bytes: set, elsewhere, .. }) = self.classes.get(&place) {
                    let (word, bits) = match elsewhere {
                        _ if !chosen.contains(&place) => ("0".to_owned(), 0),
                        true => (word(&atoms, set), 64),
                        false => (word(&all, set), 16),
                    };
                    let _ = write!(source, " {{ {bits}, |words| {word}, |v| {} }}", vector(set));
                }
                source.push_str(",\n");
            }
            source.push_str("}\n");
        }
        for (place, Escape { first, tail, count }) in
            self.escapes.values().iter().enumerate().skip(first_escape)
        {
            let (byte, tail, test) = (byte_pattern(*first), describe(&tail.1), vector(&tail.1));
            let word = (place < with_words && self.base.is_none()).then_some(all.len() + place);
            let _ = write!(
                source,
                "
/// `{}` and {count} of `{tail}`
#[derive(Clone, Copy)]
pub(crate) struct E{place};

impl Escape for E{place} {{
    const FIRST: u8 = {byte};
    const COUNT: usize = {count};
    const WORD: Option<usize> = {word:?};
    const SCALAR: scan::Escape = scan::E{place};

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

    /// Returns the source of the functions that make the words of a text.
    #[expect(clippy::arithmetic_side_effects, reason = "there are few words")]
    fn tests(&self, atoms: &[CharSet], firsts: &[CharSet]) -> String {
        let with_words = self.escapes_with_words();
        let all = atoms.len() + firsts.len();
        let count = all + with_words.len();
        let nul = self.classes.values().any(|class| class.bytes.contains('\0'))
            || self.escapes.values().iter().any(|escape| escape.tail.1.contains('\0'));
        let mut source = format!(
            "
/// Those of the atoms, of which the classes are unions, of the sets that only the first vector is tested for, and of the
/// escapes.
pub(crate) type Text<'t> = &'t Words<'t, {count}>;

/// Returns a text with the words of its first 64 bytes, unless it is for a rule that reads few runs.
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
            "\n/// Adds the words of the escapes to the others.\n#[inline(always)]\nfn add_escapes(bytes: &[u8], words: &mut [u64; {count}]) {{\n"
        );
        for (place, escape) in with_words.iter().enumerate() {
            let first = word(atoms, &CharSet::single(escape.first));
            let _ = writeln!(
                source,
                "    let firsts = {first};\n    if firsts != 0 {{\n        words[{}] = whole::<E{place}>(bytes, firsts);\n    }}",
                all + place
            );
        }
        source.push_str("}\n");
        source
    }

    #[expect(clippy::indexing_slicing, reason = "the end is at most the number of escapes")]
    fn escapes_with_words(&self) -> &[Escape] {
        let known = self.base.as_ref().map_or(usize::MAX, |(_, escapes, _)| *escapes);
        let escapes = self.escapes.values();
        &escapes[..escapes.len().min(MOST_ESCAPES).min(known)]
    }

    /// Returns the places of the classes that have words: those that are read at most places, up to the limit on the
    /// number of words.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "places are keys of `classes`; there are few words"
    )]
    fn chosen(&self) -> BTreeSet<usize> {
        let mut places: Vec<usize> = self.classes.keys().copied().collect();
        places.sort_by_key(|place| Reverse(self.classes[place].reads));
        let mut chosen = BTreeSet::new();
        for place in places {
            chosen.insert(place);
            let Sets { atoms, firsts } = self.sets(&chosen);
            if atoms.len() + firsts.len() + self.escapes_with_words().len() > MOST {
                chosen.remove(&place);
                break;
            }
        }
        chosen
    }

    /// Returns the sets of which the words of these classes are composed.
    #[expect(clippy::indexing_slicing, reason = "places are keys of `classes`")]
    fn sets(&self, chosen: &BTreeSet<usize>) -> Sets {
        let classes = || chosen.iter().map(|place| &self.classes[place]);
        let escapes = self.escapes_with_words().iter().map(|escape| CharSet::single(escape.first));
        let elsewhere = classes().filter(|class| class.elsewhere).map(|class| class.bytes.clone());
        let atoms = atoms(&elsewhere.chain(escapes).collect::<Vec<CharSet>>());
        let mut firsts = Distinct::default();
        for class in classes().filter(|class| !class.elsewhere) {
            let missing = word_of(&atoms, &class.bytes).missing;
            if !missing.is_empty() {
                firsts.place(missing);
            }
        }
        Sets { firsts: firsts.values().to_vec(), atoms }
    }
}

/// The sets of bytes that vectors are tested for.
struct Sets {
    /// Those for all vectors.
    atoms: Vec<CharSet>,
    /// What classes that are read at the beginning only have beyond these: for the first vector.
    firsts: Vec<CharSet>,
}

/// Returns an expression for the word of a set that is composed of these.
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

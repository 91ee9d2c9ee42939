//! Texts for a rule, from its automaton: all short ones, random walks to accepted ones, and mutations of
//! those.

use fastrand::Rng;
use urigram_grammar::{Automata, Dfa};

use crate::common::strings;
use crate::compiled::program::Question;
use crate::compiled::subject::Subject;

/// The number of short texts for a rule, and the length at which the others head for an accepting state.
const SHORT: usize = 400;
const LONG: usize = 30;

/// Returns questions for every rule, with the same number of walks for each.
pub(crate) fn of(subject: &Subject, walks: usize) -> Vec<Question> {
    of_rules(subject, |_| walks)
}

/// Returns questions for every rule, with the number of walks that `walks` returns for it.
pub(crate) fn of_rules(subject: &Subject, walks: impl Fn(&str) -> usize) -> Vec<Question> {
    let mut automata = Automata::new(&subject.peg);
    let mut random = Rng::with_seed(1);
    let mut own: Vec<(&str, Vec<String>)> = Vec::new();
    for rule in subject.names() {
        // A rule that was refused only has to be refused by the program too, whatever the text.
        let dfa = automata.dfa(rule);
        let texts = dfa.map_or_else(|_| vec![String::new()], |dfa| texts(&dfa, walks(rule), &mut random));
        own.push((rule, texts));
    }
    // A rule that accepts all texts may still call rules that end at different offsets. Its automaton does
    // not show where, so the rule is tested with the other rules' texts too.
    let pool: Vec<String> = own.iter().flat_map(|(_, texts)| texts).cloned().collect();
    for (rule, texts) in &mut own {
        let mut pick = || random.choice(&pool).cloned().unwrap_or_default();
        let others = (0..walks(rule)).flat_map(|_| [pick(), pick() + &pick()]);
        texts.extend(others);
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts.dedup();
    }
    let questions = |(rule, texts): (&str, Vec<String>)| {
        texts.into_iter().map(|text| (rule.to_owned(), text)).collect::<Vec<_>>()
    };
    own.into_iter().flat_map(questions).collect()
}

/// Returns short texts, the given number of texts that the automaton accepts, and as many that are close to them.
pub(crate) fn texts(dfa: &Dfa, walks: usize, random: &mut Rng) -> Vec<String> {
    // One character of each class, and the last character of all.
    let mut alphabet: Vec<char> = Vec::new();
    for &(c, _) in dfa.classes().stretches() {
        if alphabet.iter().all(|&known| dfa.class_of(known) != dfa.class_of(c)) {
            alphabet.push(c);
        }
    }
    alphabet.push(char::MAX);
    let size = |longest: u32| (0..=longest).map(|length| alphabet.len().pow(length)).sum::<usize>();
    let longest = (1..9).take_while(|&longest| size(longest) <= SHORT).last().unwrap_or(1);
    let mut texts = strings(&alphabet.iter().collect::<String>(), longest as usize);
    let ends = distances(dfa);
    for _ in 0..walks {
        let text = walk(dfa, &ends, random);
        let mut mutated: Vec<char> = text.chars().collect();
        for _ in 0..=random.usize(..2) {
            mutate(&mut mutated, &alphabet, random);
        }
        texts.extend([text, mutated.into_iter().collect()]);
    }
    texts
}

/// Returns the distance of each state from the nearest accepting one.
fn distances(dfa: &Dfa) -> Vec<usize> {
    let mut ends: Vec<usize> =
        (0..dfa.states()).map(|state| if dfa.is_accepting(state) { 0 } else { usize::MAX }).collect();
    loop {
        let nearer = |state: usize| {
            let next = dfa.row(state).iter().map(|&next| ends[next as usize].saturating_add(1)).min();
            next.map_or(ends[state], |next| next.min(ends[state]))
        };
        let nearer: Vec<usize> = (0..dfa.states()).map(nearer).collect();
        if nearer == ends {
            return ends;
        }
        ends = nearer;
    }
}

fn walk(dfa: &Dfa, ends: &[usize], random: &mut Rng) -> String {
    let (mut state, mut text) = (dfa.start(), String::new());
    let stop = 2 + random.usize(..10);
    while dfa.is_live(state) && !(dfa.is_accepting(state) && (text.len() > LONG || random.usize(..stop) == 0))
    {
        let nearer = |next: usize| text.len() <= LONG || ends[next] < ends[state];
        let steps: Vec<(usize, usize)> =
            dfa.row(state).iter().map(|&next| next as usize).enumerate().collect();
        let live = |&&(_, next): &&(usize, usize)| dfa.is_live(next) && nearer(next);
        let live: Vec<_> = steps.iter().filter(live).collect();
        let Some(&&(class, next)) = random.choice(&live) else { break };
        text.push(member(dfa, class, random));
        state = next;
    }
    text
}

/// Returns a character of the class: usually the first of a range, where mistakes are likely.
fn member(dfa: &Dfa, class: usize, random: &mut Rng) -> char {
    let stretches: Vec<char> =
        dfa.classes().stretches().iter().filter(|(_, of)| *of as usize == class).map(|&(c, _)| c).collect();
    let first = *random.choice(&stretches).unwrap_or(&'\0');
    let beyond = char::from_u32(first as u32 + random.usize(..40) as u32);
    beyond.filter(|&c| random.usize(..2) == 0 && dfa.class_of(c) == class).unwrap_or(first)
}

/// Deletes, inserts or replaces a character.
fn mutate(text: &mut Vec<char>, alphabet: &[char], random: &mut Rng) {
    let mut other: Vec<char> = alphabet.to_vec();
    other.extend_from_slice(text);
    let other = *random.choice(&other).unwrap_or(&'a');
    let at = random.usize(..text.len() + 1);
    match random.usize(..3) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = other,
        _ => text.insert(at, other),
    }
}

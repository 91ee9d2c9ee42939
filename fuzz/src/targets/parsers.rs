//! Compiled parsers. Each grammar is compiled to one that reads by words and one that reads byte by byte, which
//! must agree where a rule ends and on all nodes. Runs of one character put the rest at any offset of a word.

use crate::compiled::GRAMMARS;
use crate::input::pools::Of;
use crate::input::source::Source;
use crate::target::{Seen, Target};

/// A text, a grammar, and the number of a rule.
pub(super) const TARGET: Target = Target { name: "parsers", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let grammar = source.below(GRAMMARS.len());
    let (name, rules, _) = GRAMMARS[grammar];
    let rule = source.below(rules);
    let mut text = String::new();
    match source.below(8) {
        0 => source.reference(Of::Iris, &mut text),
        1 => {
            let other = source.below(rules);
            source.text_of_grammar(grammar, other, &mut text);
        }
        2 => source.text_of_grammar(grammar, 0, &mut text),
        _ => source.text_of_grammar(grammar, rule, &mut text),
    }
    if source.once_in(2) {
        source.stretch(&mut text);
    }
    source.mutate(&mut text);
    if source.once_in(8) {
        source.text_of_grammar(grammar, rule, &mut text);
    }
    input.extend([text, name.to_owned(), rule.to_string()]);
}

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let named = GRAMMARS.iter().find(|(name, ..)| input.get(1).is_some_and(|other| other == name));
    let &(_, rules, compare) = named.unwrap_or(&GRAMMARS[0]);
    let rule = input.get(2).and_then(|rule| rule.parse().ok()).unwrap_or(0_usize);
    seen.count(compare(rule % rules, text));
}

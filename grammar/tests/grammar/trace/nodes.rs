//! The steps that are nodes are the nodes of the parse tree. `run.rs` compares those of many more grammars.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Grammar, Machine, NearMisses, Sampler, near};

use super::agrees;
use crate::common::{strings, uri};
use crate::formats::{CALCULATOR, CSV, JSON, MAILBOX};
use crate::random;
use crate::variants::grammar;

const STEPS: u64 = 1_000_000;

#[rstest]
#[case::uri("uri", "URI_reference")]
#[case::zones("rfc6874", "URI_reference")]
#[case::iris("rfc3987", "URI_reference")]
#[case::names("strict-dns", "URI_reference")]
#[case::of_1996("url1996", "URL_reference")]
fn of_samples_and_near_misses(#[case] variant: &str, #[case] rule: &str) {
    let grammar = if variant == "uri" { uri() } else { grammar(variant) };
    let machine = Machine::new(&grammar);
    let sampler = Sampler::of_rule(&grammar, rule, 0..=40).unwrap();
    for text in sampler.strings(1).take(200) {
        agrees(&machine, rule, &text, &machine.run(rule, &text, STEPS));
    }
    let NearMisses { strings, .. } = near(&grammar, rule, 0..=12, 1).unwrap();
    assert!(strings.len() > 3, "{}", strings.len());
    for miss in &strings {
        agrees(&machine, rule, &miss.text, &machine.run(rule, &miss.text, STEPS));
    }
}

#[rstest]
#[case::json(JSON, r#"{"a": [1, -2.5e3, "\u00e9\\"], "b": null}"#)]
#[case::csv(CSV, "a,\"b\"\"\n\",\r\n,")]
#[case::mailbox(MAILBOX, "\"j d\"@a-b.example")]
#[case::calculator(CALCULATOR, "a = f(1, 2) * 3; # so\n -a ** 2")]
fn of_texts_and_their_beginnings(#[case] source: &str, #[case] text: &str) {
    let grammar = Grammar::read(source, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    let rule = &grammar.rules()[0].name;
    assert!(machine.run(rule, text, STEPS).is_ok());
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        let text = &text[..end];
        agrees(&machine, rule, text, &machine.run(rule, text, STEPS));
    }
}

#[rstest]
fn of_random_grammars(#[values(random::grammar, random::recursive)] source: fn(&mut Rng) -> String) {
    let mut random = Rng::with_seed(19);
    let texts = strings("ab%é", 4);
    let mut matched = 0;
    for _ in 0..200 {
        let grammar = Grammar::read(&source(&mut random), "x.pest").unwrap();
        let machine = Machine::new(&grammar);
        let rule = &grammar.rules()[0].name;
        for text in &texts {
            let run = machine.run(rule, text, STEPS);
            agrees(&machine, rule, text, &run);
            matched += usize::from(run.is_ok());
        }
    }
    assert!(matched > 500, "{matched}");
}

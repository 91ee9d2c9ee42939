//! The libFuzzer program, which `fuzz/run` builds and runs. `FUZZ_TARGET` is the name of the target.
//!
//! libFuzzer's inputs are JSON arrays of texts. Byte mutations would seldom leave valid JSON, so they mutate
//! one text of the array. Other mutations compose and edit texts by the grammar.
#![no_main]
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::sync::LazyLock;
use std::{env, process};

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use urigram_fuzz::source::Source;
use urigram_fuzz::target::{Target, keep_messages_of_panics};
use urigram_fuzz::targets::ALL;

/// Byte mutations do not lengthen a text beyond this.
const LONGEST: usize = 512;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    ALL.iter().find(|target| target.name == name).unwrap_or_else(|| {
        eprintln!(
            "FUZZ_TARGET is `{name}`; the targets are {:?}",
            ALL.iter().map(|it| it.name).collect::<Vec<_>>()
        );
        process::exit(2)
    })
});

thread_local! {
    static SOURCE: RefCell<Source> = RefCell::new(Source::new());
}

fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
        keep_messages_of_panics();
    },
    |bytes: &[u8]| -> Corpus {
        let Some(input) = decoded(bytes) else { return Corpus::Reject };
        if let Err(message) = TARGET.run(&input) {
            eprintln!("{}: {message}", TARGET.name);
            process::abort();
        }
        Corpus::Keep
    }
);

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut input = decoded(&data[..size]).unwrap_or_default();
    SOURCE.with_borrow_mut(|source| {
        source.reseed(seed);
        if max_size < size {
            source.shorten(&mut input);
        } else {
            mutate(&mut input, source);
        }
        loop {
            let bytes = encoded(&input);
            if bytes.len() <= max_size {
                data[..bytes.len()].copy_from_slice(&bytes);
                return bytes.len();
            }
            if input.is_empty() {
                return 0;
            }
            source.shorten(&mut input);
        }
    })
});

/// Returns the texts of an input. Ignores trailing bytes: while libFuzzer minimizes, the end of a longer
/// input may follow.
fn decoded(bytes: &[u8]) -> Option<Vec<String>> {
    serde_json::Deserializer::from_slice(bytes).into_iter().next()?.ok()
}

/// Returns an input as a line of a file in `fuzz/corpus`.
fn encoded(input: &[String]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(input).expect("texts are JSON");
    bytes.push(b'\n');
    bytes
}

fn mutate(input: &mut Vec<String>, source: &mut Source) {
    let at = source.below(input.len().max(1));
    match input.get_mut(at).map(|text| (text, source.below(8))) {
        None | Some((_, 0 | 1)) => {
            input.clear();
            (TARGET.generate)(source, input);
        }
        Some((text, 2)) => {
            let mut other = Vec::new();
            (TARGET.generate)(source, &mut other);
            if at < other.len() {
                *text = other.swap_remove(at);
            }
        }
        Some((text, 3..6)) => source.edit(text),
        Some((text, _)) => {
            let size = text.len();
            let mut bytes = text.clone().into_bytes();
            bytes.resize(size.max(LONGEST), 0);
            let new_size = fuzzer_mutate(&mut bytes, size, size.max(LONGEST));
            *text = String::from_utf8_lossy(&bytes[..new_size]).into_owned();
        }
    }
}

//! Runs rules on texts: each line of standard input has the index of a grammar, a rule, and a text in
//! hexadecimal digits.

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/* modules */
/// A sink of a fixed size, which keeps the captures in the order of their reports.
#[allow(dead_code, reason = "a program may have grammars for the other sink only")]
#[derive(Clone, Copy)]
pub(crate) struct Events<C> {
    events: [Option<(C, usize, usize)>; 100],
    count: usize,
}

#[allow(dead_code, reason = "as above")]
impl<C: Copy + std::fmt::Debug> Events<C> {
    pub(crate) const NEW: Self = Self { events: [None; 100], count: 0 };

    pub(crate) const fn capture(&mut self, rule: C, start: usize, end: usize) {
        self.events[self.count] = Some((rule, start, end));
        self.count += 1;
    }

    pub(crate) fn answer(self, matched: bool) -> String {
        if !matched {
            return "no".to_owned();
        }
        let events = self.events.iter().flatten().map(|(rule, start, end)| format!(" {rule:?}:{start}:{end}"));
        "yes".to_owned() + &events.collect::<String>()
    }
}

/// A sink that grows.
#[allow(dead_code, reason = "as above")]
pub(crate) struct ManyEvents<C> {
    events: Vec<(C, usize, usize)>,
}

#[allow(dead_code, reason = "as above")]
impl<C: std::fmt::Debug> ManyEvents<C> {
    pub(crate) const NEW: Self = Self { events: Vec::new() };

    pub(crate) fn capture(&mut self, rule: C, start: usize, end: usize) {
        self.events.push((rule, start, end));
    }

    pub(crate) fn mark(&self) -> usize {
        self.events.len()
    }

    pub(crate) fn rewind(&mut self, mark: usize) {
        assert!(mark <= self.events.len());
        self.events.truncate(mark);
    }

    pub(crate) fn answer(self, matched: bool) -> String {
        if !matched {
            return "no".to_owned();
        }
        let events = self.events.iter().map(|(rule, start, end)| format!(" {rule:?}:{start}:{end}"));
        "yes".to_owned() + &events.collect::<String>()
    }
}

fn answer(line: &str) -> String {
    let mut words = line.split(' ');
    let [subject, rule, hex] = [(); 3].map(|()| words.next().unwrap());
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    let text = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
    let text = &*String::from_utf8(text).unwrap();
    let answer = match subject.parse().unwrap() {
/* arms */        _ => unreachable!(),
    };
    answer.unwrap_or("refused".to_owned())
}

/// The number of lines that have been answered.
static DONE: AtomicUsize = AtomicUsize::new(0);

fn main() {
    // If a parser does not return, this thread ends the program. Then the line after the last answer
    // shows the fault.
    std::thread::spawn(|| {
        let mut before = usize::MAX;
        while before != DONE.load(Ordering::Relaxed) {
            before = DONE.load(Ordering::Relaxed);
            std::thread::sleep(Duration::from_secs(20));
        }
        std::process::exit(1);
    });
    std::panic::set_hook(Box::new(|_| {}));
    // The size of the stack of a main thread on Windows, the smallest of all platforms.
    std::thread::Builder::new().stack_size(1 << 20).spawn(answers).unwrap().join().unwrap();
}

fn answers() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let answer = std::panic::catch_unwind(|| answer(&line)).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            format!("panic: {}", message.unwrap_or_default())
        });
        out.write_all((answer + "\n").as_bytes()).unwrap();
        DONE.fetch_add(1, Ordering::Relaxed);
    }
}

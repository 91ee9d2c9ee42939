//! Generates random grammars, which are the same on every run.

use fastrand::Rng;
use urigram_grammar::{Grammar, Peg};

const LEAVES: [&str; 20] = [
    "\"a\"",
    "\"b\"",
    "\"%\"",
    "\"é\"",
    "\"ab\"",
    "\"%a\"",
    "\"aé\"",
    "'a'..'b'",
    "'%'..'a'",
    "'b'..'é'",
    "'b'..'a'",
    "ANY",
    "ASCII",
    "LETTER",
    "\"\"",
    "^\"a\"",
    "SOI",
    "EOI",
    "\"bb\"",
    "ASCII_ALPHA",
];

/// Returns a grammar that pest accepts. Its rules `a`, `b`, … call only later rules.
pub(crate) fn grammar(random: &mut Rng) -> String {
    loop {
        let source = candidate(random);
        if Grammar::read(&source, "random.pest").is_ok() {
            return source;
        }
    }
}

/// Returns a grammar like [`grammar`] that has only two or three rules, and sometimes white space.
pub(crate) fn small(random: &mut Rng) -> String {
    loop {
        let names: Vec<char> = ('a'..'d').take(2 + random.usize(..2)).collect();
        let mut source = String::new();
        for (at, name) in names.iter().enumerate() {
            let body = match random.usize(..4) {
                0 => shape(random, &names[at + 1..]),
                _ => expr(random, &names[at + 1..], 2),
            };
            source += &format!("{name} = {}{{ {body} }}\n", modifier(random));
        }
        if random.usize(..5) == 0 {
            source += "WHITESPACE = _{ \"%\" }\n";
        }
        if Grammar::read(&source, "random.pest").is_ok() {
            return source;
        }
    }
}

/// Returns a grammar that pest accepts, whose rules may call any rule.
pub(crate) fn recursive(random: &mut Rng) -> String {
    loop {
        let names: Vec<char> = ('a'..'e').take(2 + random.usize(..3)).collect();
        let rule = |&name: &char| {
            let (modifier, body) = (modifier(random), expr(random, &names, 3));
            format!("{name} = {modifier}{{ {body} }}\n")
        };
        let source = names.iter().map(rule).collect::<String>() + &skipped(random);
        let Ok(grammar) = Grammar::read(&source, "random.pest") else { continue };
        let peg = Peg::new(&grammar);
        if peg.definitions().len() > peg.rules().len() {
            return source;
        }
    }
}

fn candidate(random: &mut Rng) -> String {
    let names: Vec<char> = ('a'..'g').take(3 + random.usize(..4)).collect();
    let (own, shared) = match names.len().checked_sub(4) {
        Some(own) if random.usize(..3) == 0 => (own, Some(&names[own..])),
        _ => (names.len(), None),
    };
    let mut source = String::new();
    for (at, name) in names[..own].iter().enumerate() {
        let modifier = modifier(random);
        let body = match random.usize(..3) {
            0 => shape(random, &names[at + 1..]),
            _ => expr(random, &names[at + 1..], 3),
        };
        source += &format!("{name} = {modifier}{{ {body} }}\n");
    }
    if let Some(names) = shared {
        source += &match random.usize(..2) {
            0 => shared_run(random, names),
            _ => begun_run(random, names),
        };
    }
    source + &skipped(random)
}

/// Returns definitions of `WHITESPACE` and `COMMENT`, of one of them, or of neither.
fn skipped(random: &mut Rng) -> String {
    let mut source = String::new();
    for (name, text) in [("WHITESPACE", "\"%\""), ("COMMENT", "\"é\" ~ \"b\"?")] {
        if random.usize(..5) == 0 {
            // The modifier `!` is left out, because a skipped rule with it makes a node with
            // pest_derive, but not with pest_vm.
            let modifier = ["", "_", "@", "$"][random.usize(..4)];
            source += &format!("{name} = {modifier}{{ {text} }}\n");
        }
    }
    source
}

fn modifier(random: &mut Rng) -> &'static str {
    ["", "", "_", "@", "@", "$", "$", "!"][random.usize(..8)]
}

/// Returns an optional part that begins with a run, followed by a choice that may begin with a part of this
/// run. The compiler reads the common part only once.
fn shared_run(random: &mut Rng, names: &[char]) -> String {
    let [all, choice, wide, narrow] = names else { return String::new() };
    let escape = ["", " | \"%\" ~ \"a\"", " | \"é\" ~ 'a'..'b'{2}"][random.usize(..3)];
    let stop = ["\"%\"", "\"é\"", "\"b\""][random.usize(..3)];
    let last = if random.usize(..4) == 0 { wide } else { narrow };
    let bodies = [
        (all, format!("({wide} ~ {stop})? ~ {choice} ~ ({stop} ~ {narrow})?")),
        (choice, format!("\"%\" ~ \"b\" | \"ab\" ~ !\"a\" | {last}")),
        (wide, format!("(\"a\" | \"b\"{escape})*")),
        (narrow, format!("(\"a\"{escape})*")),
    ];
    bodies.map(|(name, body)| format!("{name} = {}{{ {body} }}\n", modifier(random))).concat()
}

/// Returns a choice whose first alternative calls a rule that begins with a character and a run, and whose
/// later alternative begins likewise. The compiler continues the second run from the end of the first.
fn begun_run(random: &mut Rng, names: &[char]) -> String {
    const SETS: [&str; 4] =
        ["\"a\"", "(\"a\" | \"b\")", "(\"a\" | \"b\" | \"%\")", "(\"a\" | \"b\" | \"é\" ~ \"a\")"];
    let [choice, first, begin, later] = names else { return String::new() };
    let mut pick = |sets: &[&'static str]| sets[random.usize(..sets.len())];
    let (one, run) = (pick(&SETS[..2]), pick(&SETS[..2]));
    let (other, rest, stop) = (pick(&SETS), pick(&SETS), pick(&["\"%\"", "\"é\"", "\"b\""]));
    let bodies = [
        (choice, format!("({first} | {later}) ~ ANY?")),
        (first, format!("{begin} ~ {stop}")),
        (begin, format!("{one} ~ {run}*")),
        (later, format!("{other} ~ {rest}*")),
    ];
    bodies.map(|(name, body)| format!("{name} = {}{{ {body} }}\n", modifier(random))).concat()
}

pub(crate) fn expr(random: &mut Rng, rules: &[char], depth: usize) -> String {
    if depth == 0 || random.usize(..6) == 0 {
        return match random.usize(..3) {
            0 => LEAVES[random.usize(..LEAVES.len())].to_owned(),
            _ => leaf(random, rules),
        };
    }
    let mut inner = || expr(random, rules, depth - 1);
    let (one, two, three) = (inner(), inner(), inner());
    match random.usize(..16) {
        0..4 => format!("({one} ~ {two})"),
        4 => format!("({one} ~ {two} ~ {three})"),
        5..8 => format!("({one} | {two})"),
        8 => format!("({one} | {two} | {three})"),
        9 => format!("{one}?"),
        10 => format!("{one}*"),
        11 => format!("{one}+"),
        12 => format!("{one}{}", ["{2}", "{1,2}", "{2,}", "{,2}", "{2,3}"][random.usize(..5)]),
        13 => format!("!{one}"),
        14 => format!("(&{one} ~ {two})"),
        _ => format!("(!{one} ~ {two})"),
    }
}

/// Returns a call of one of the rules, or one of `LEAVES` if there are no rules.
fn leaf(random: &mut Rng, rules: &[char]) -> String {
    match random.choice(rules) {
        Some(rule) => rule.to_string(),
        None => LEAVES[random.usize(..9)].to_owned(),
    }
}

/// Returns an expression for which the compiler has special code, such as a run, an escape, a list, or
/// alternatives with a common prefix.
fn shape(random: &mut Rng, rules: &[char]) -> String {
    let mut part = || leaf(random, rules);
    let (x, y, z) = (part(), part(), part());
    match random.usize(..10) {
        0 => format!("({x} | {y} | \"%\" ~ 'a'..'b'{{2}})*"),
        1 => format!("(\"b\" | \"%\" ~ \"a\" | \"é\" ~ {x})*"),
        2 => format!("(({x} | {y})* ~ \"%\")? ~ ({y}* | {z})"),
        3 => format!("{x}* ~ ({y} ~ {x}*)*"),
        4 => format!("({x} ~ {y})* ~ {x}"),
        5 => format!("({x} ~ \"%\")? ~ ({y} ~ \"%\" | {z})"),
        6 => format!("({x} ~ ({y} ~ {x}){{,2}})? ~ \"%\" ~ {z}"),
        7 => format!("(!({x} | \"%\") ~ ANY)* ~ {y}?"),
        8 => format!("({x} ~ \"%\")? ~ {y} ~ (\"%\" ~ {z})?"),
        _ => format!("{x} ~ {y} | {x} ~ {z} | {y}"),
    }
}

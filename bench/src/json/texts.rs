//! Texts in JSON, generated from a fixed seed.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::builtin::WORDS;

/// How deep the arrays and objects of `nested` go.
const DEPTH: usize = 40;

type Make = fn(&mut Rng) -> Value;

/// Returns texts of about that many kilobytes each, with their names.
pub(super) fn texts(kilobytes: usize) -> Vec<(&'static str, String)> {
    let rng = &mut Rng::with_seed(8259);
    let records = array(kilobytes, rng, record);
    let others: [(_, Make); 3] =
        [("strings", string), ("numbers", number), ("nested", |rng| nested(DEPTH, rng))];
    let mut texts = vec![("compact", records.to_string()), ("pretty", format!("{records:#}"))];
    texts.extend(others.map(|(name, value)| (name, array(kilobytes, rng, value).to_string())));
    texts
}

/// Returns an array whose text has about that many kilobytes.
fn array(kilobytes: usize, rng: &mut Rng, value: Make) -> Value {
    let mut values = Vec::new();
    let mut bytes = 0;
    while bytes < kilobytes * 1_000 {
        let value = value(rng);
        bytes += value.to_string().len() + 1;
        values.push(value);
    }
    Value::Array(values)
}

fn word(rng: &mut Rng) -> &'static str {
    WORDS[rng.usize(..WORDS.len())]
}

/// Returns an object as web interfaces send them.
fn record(rng: &mut Rng) -> Value {
    let tags: Vec<&str> = (0..rng.usize(..4)).map(|_| word(rng)).collect();
    json!({
        "id": rng.u32(..1_000_000),
        "name": format!("{} {}", word(rng), word(rng)),
        "email": format!("{}@{}.example", word(rng), word(rng)),
        "score": fraction(rng),
        "active": rng.bool(),
        "tags": tags,
        "address": { "street": format!("{} {}\n", rng.u8(1..), word(rng)), "geo": [fraction(rng), fraction(rng)] },
        "note": null,
    })
}

/// Returns a text of up to 300 characters, some of which need escapes.
fn string(rng: &mut Rng) -> Value {
    let character = |rng: &mut Rng| match rng.u8(..50) {
        0 => '\n',
        1 => '"',
        2 => '\u{1}',
        3 => 'é',
        _ => rng.lowercase(),
    };
    Value::String((0..rng.usize(..300)).map(|_| character(rng)).collect())
}

/// Returns an integer, a fraction, or a number with an exponent, of one to ten digits.
fn number(rng: &mut Rng) -> Value {
    match rng.u8(..8) {
        0..4 => Value::from(rng.i64(-9_999..1_000_000)),
        4..7 => fraction(rng),
        _ => Value::from(fraction(rng).as_f64().unwrap_or_default() * 1e30),
    }
}

/// Returns a number of up to three digits before the point and after it.
fn fraction(rng: &mut Rng) -> Value {
    Value::from(f64::from(rng.i32(-999_999..1_000_000)) / 1_000.0)
}

/// Returns arrays and objects within each other.
fn nested(depth: usize, rng: &mut Rng) -> Value {
    match depth {
        0 => Value::Null,
        _ if rng.bool() => Value::Array(vec![nested(depth - 1, rng)]),
        _ => json!({ word(rng): nested(depth - 1, rng) }),
    }
}

//! Edits of the text of a grammar, in pest's notation or in ABNF, that keep most of its syntax.

use std::ops::Range;

use fastrand::Rng;

/// What a token is; one takes the place of another of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    /// A text or a character in quotes, or a number.
    Terminal,
    /// `~`, `|`, `/`.
    Infix,
    /// `!`, `&`, `^`, `*` of ABNF.
    Prefix,
    /// `?`, `*`, `+`.
    Postfix,
    /// `_`, `@`, `$` before `{`.
    Modifier,
    Other,
}

/// Makes one edit: a token takes the place of another of its kind, or is repeated, left out or put behind another; or
/// characters are replaced by others of the text.
pub(super) fn edit(text: &mut String, random: &mut Rng) {
    let tokens = tokens(text);
    let Some((kind, range)) = random.choice(&tokens).cloned() else { return };
    match random.u8(..16) {
        0 => text.replace_range(range, ""),
        1 => {
            let other = random.choice(&tokens).map_or(range.clone(), |(_, other)| other.clone());
            let other = text[other].to_owned();
            text.insert_str(range.end, &other);
        }
        2 => {
            text.insert_str(range.end, random.choice(["?", "*", "+", "{2}", "{,2}", "{1,3}"]).unwrap_or("?"))
        }
        3 => text.insert_str(range.start, random.choice(["!", "&", "!(\"a\") ~ ", "^"]).unwrap_or("!")),
        4 => {
            let from = text.floor_char_boundary(random.usize(..=text.len()));
            let until = text.ceil_char_boundary((from + random.usize(..6)).min(text.len()));
            let part = text[from..until].to_owned();
            text.replace_range(range, &part);
        }
        _ => {
            let alike: Vec<_> = tokens.iter().filter(|(other, _)| *other == kind).collect();
            let other = random.choice(alike).map_or(range.clone(), |(_, other)| other.clone());
            let other = text[other].to_owned();
            text.replace_range(range, &other);
        }
    }
}

/// Returns the tokens between white space and comments.
fn tokens(text: &str) -> Vec<(Kind, Range<usize>)> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length_of = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (kind, length) = match c {
            c if c.is_whitespace() => (None, c.len_utf8()),
            ';' => (None, length_of(|c| c != '\n')),
            '/' if rest.starts_with("//") => (None, length_of(|c| c != '\n')),
            '"' | '\'' => (Some(Kind::Terminal), quoted(rest, c)),
            c if c.is_alphabetic() => {
                (Some(Kind::Name), length_of(|c| c.is_alphanumeric() || "_-".contains(c)))
            }
            '%' | '0'..='9' => {
                (Some(Kind::Terminal), 1 + rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(0))
            }
            '~' | '|' | '/' => (Some(Kind::Infix), 1),
            '!' | '&' | '^' => (Some(Kind::Prefix), 1),
            '?' | '*' | '+' => (Some(Kind::Postfix), 1),
            '_' | '@' | '$' => (Some(Kind::Modifier), 1),
            c => (Some(Kind::Other), c.len_utf8()),
        };
        tokens.extend(kind.map(|kind| (kind, at..at + length)));
        at += length;
    }
    tokens
}

/// Returns the length of what is quoted at the start of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    let end = text.char_indices().find(|&(_, c)| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

//! Characters that must be percent-encoded (section 2.1).
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::is_unseen;
use crate::grammar::{Rule, class};
use crate::percent::encoded as triplet;
use crate::suggest::mistake::{Edit, Mistake, Shown};
use crate::suggest::typed::Typed;
use crate::suggest::unicode_names::Named;

/// The maximum number of characters that a help names.
const MOST_NAMED: usize = 3;

/// Finds a `%` that does not begin a percent-encoded octet.
pub(super) fn percent(typed: &Typed<'_>) -> Option<Mistake> {
    let is_encoded = |at: usize| {
        let digits = typed.text.as_bytes().get(at + 1..at + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let authority = typed.at.userinfo().or(typed.at.host());
    let start = authority.map_or(typed.at.path_range().start, |part| part.start);
    let places = typed.text.match_indices('%').map(|(at, _)| at).filter(|&at| at >= start && !is_encoded(at));
    let edits: Vec<_> = places.map(|at| Edit::new(at..at + 1, "%25")).collect();
    let help = "`%` is followed by two hexadecimal digits: the character `%` itself is written `%25`";
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}

/// Finds characters that a component cannot contain.
pub(super) fn to_encode(typed: &Typed<'_>) -> Option<Mistake> {
    let at = &typed.at;
    let components = [
        (at.userinfo(), class::USERINFO, Rule::userinfo, ""),
        (Some(at.path_range()), class::SEGMENT, Rule::path_abempty, "/"),
        (at.query(), class::QUERY, Rule::query, ""),
        (at.fragment(), class::FRAGMENT, Rule::fragment, ""),
    ];
    let (mut edits, mut named, mut in_userinfo) = (Vec::new(), Vec::new(), false);
    for (range, class, rule, also) in components {
        let Some(range) = range else { continue };
        for (index, character) in typed.slice(range.clone()).char_indices() {
            if character == '%' || also.contains(character) || typed.allows(class, rule, character) {
                continue;
            }
            let start = range.start + index;
            edits.push(Edit::new(start..start + character.len_utf8(), triplets(character)));
            if rule == Rule::userinfo {
                in_userinfo = true;
            } else if named.len() <= MOST_NAMED && !named.contains(&character) {
                named.push(character);
            }
        }
    }
    let more = if named.len() > MOST_NAMED { " and so on" } else { "" };
    let named = named.iter().take(MOST_NAMED).map(|&own| format!("{} as `{}`", shown(own), triplets(own)));
    // Do not name characters of the userinfo, because they may be part of a password.
    let unnamed = in_userinfo.then(|| String::from("the characters that a userinfo cannot contain"));
    let phrases = unnamed.into_iter().chain(named);
    let help = format!("percent-encode {}{more}", phrases.collect::<Vec<_>>().join(", "));
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}

fn triplets(character: char) -> String {
    character.encode_utf8(&mut [0; 4]).bytes().map(triplet).collect()
}

fn shown(character: char) -> String {
    match character {
        ' ' => "the space".into(),
        _ if is_unseen(character) => format!("{}", Named(character)),
        _ => format!("`{}`", Shown(character.encode_utf8(&mut [0; 4]))),
    }
}

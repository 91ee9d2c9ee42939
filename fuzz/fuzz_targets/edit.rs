//! After any edit, a value equals its own text parsed, and an edit that fails changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use urigram::{EditError, Fragment, Path, Query, RegName, UriReference, Userinfo};

fuzz_target!(|input: (&str, Vec<(u8, &str)>)| {
    let Ok(reference) = UriReference::parse(input.0) else { return };
    let mut reference = reference.to_owned();
    for (edit, text) in input.1 {
        let before = reference.clone();
        let outcome = apply(&mut reference, edit, text);
        let parsed = UriReference::parse(reference.as_str()).unwrap();
        assert_eq!(reference.components(), parsed.components(), "{before} {edit} {text:?}");
        assert!(outcome.is_ok() || reference == before, "{before} {edit} {text:?}");
    }
});

fn apply(reference: &mut UriReference<String>, edit: u8, text: &str) -> Result<(), EditError> {
    match edit % 22 {
        0 => reference.set_scheme(text)?,
        1 => drop(reference.remove_scheme()),
        2 => reference.set_authority(text)?,
        3 => drop(reference.remove_authority()),
        4 => reference.set_userinfo(text)?,
        5 => reference.set_userinfo(Userinfo::encode(text))?,
        6 => drop(reference.remove_userinfo()),
        7 => reference.set_host(text)?,
        8 => reference.set_host(RegName::encode(text))?,
        9 => reference.set_port(text)?,
        10 => drop(reference.remove_port()),
        11 => reference.set_path(text)?,
        12 => reference.set_path(Path::encode(text))?,
        13 => reference.push_segment(text)?,
        14 => reference.insert_segment(text.len() % 4, text)?,
        15 => drop(reference.pop_segment()),
        16 => reference.set_query(text)?,
        17 => reference.edit_pairs(|pairs| pairs.append(text, text))?,
        18 => drop(reference.edit_form_pairs(|pairs| pairs.remove(text))?),
        19 => reference.set_query(Query::encode(text))?,
        20 => reference.set_fragment(Fragment::encode(text))?,
        _ => drop(reference.remove_fragment()),
    }
    Ok(())
}

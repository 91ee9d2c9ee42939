//! Rules laid over others.

use urigram_grammar::Abnf;

use crate::abnf::read;

fn over(base: &Abnf, source: &str) -> Abnf {
    Abnf::read_over(base, source, "over.abnf").unwrap_or_else(|error| panic!("{error}"))
}

fn accepts(abnf: &Abnf, rule: &str, text: &str) -> bool {
    abnf.dfa(rule).is_ok_and(|dfa| dfa.accepts(text))
}

const BASE: &str = "list = item *( \",\" item )\nitem = \"a\"";

#[test]
fn a_rule_of_the_same_name_replaces_the_one_below() {
    let abnf = over(&read(BASE), "ITEM = \"b\" / list-end\nlist-end = \".\"");
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["list", "ITEM", "list-end"]);
    assert!(accepts(&abnf, "list", "b,.") && !accepts(&abnf, "list", "a"));
}

#[test]
fn the_file_may_call_rules_below() {
    let abnf = over(&read(BASE), "lists = 2*( list \";\" )");
    assert!(accepts(&abnf, "lists", "a;a,a;"));
    let error = Abnf::read_over(&read(BASE), "lists = 2*lost", "over.abnf").unwrap_err();
    assert_eq!(error.to_string(), "over.abnf:1:11: rule `lost` is not defined");
}

#[test]
fn alternatives_are_added_to_rules_of_the_file_and_below() {
    let abnf = read("a = \"x\"\na =/ \"y\" / \"z\"\nA =/ %s\"w\" \"v\"");
    assert!(["x", "y", "z", "wv"].iter().all(|text| accepts(&abnf, "a", text)));
    assert_eq!(abnf.names().count(), 1);
    let abnf = over(&read(BASE), "item =/ DIGIT\nDIGIT =/ \"_\"");
    assert!(accepts(&abnf, "list", "a,1,_") && !accepts(&abnf, "list", "b"));
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["list", "item", "DIGIT"]);
}

#[test]
fn what_was_read_is_laid_over_what_was_read() {
    let (base, upper) = (read(BASE), read("item = DIGIT\nDIGIT = \"7\""));
    let abnf = upper.over(&base);
    assert!(accepts(&abnf, "list", "7,7") && !accepts(&abnf, "list", "1"));
    assert_eq!(abnf, over(&base, "item = DIGIT\nDIGIT = \"7\""));
    assert_eq!(read("").over(&base), base);
    assert!(accepts(&base.over(&upper), "HEXDIG", "7"), "built-in rules replace nothing");
    assert!(!accepts(&base.over(&upper), "HEXDIG", "1"));
}

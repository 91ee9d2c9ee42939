//! Shows that the proof of Appendix A can fail: rules of `uri.pest` are changed, and the shortest
//! counterexamples for them and their callers are checked.

mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs};

use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Comparison, Dfa, Error, Grammar, Peg, Relation};

use crate::as_pest::assert_alike;
use crate::common::Pest;
use crate::mutants::oracle::{Alphabets, Claim, Oracle};
use crate::mutants::{Kind, Mutant};
use crate::mutations::Difference::{Different, Equal, Narrower, Wider};
use crate::{common, mutants};

static URI: LazyLock<Grammar> = LazyLock::new(common::uri);

/// The automaton of the ABNF rule for each rule of [`URI`].
static PRINTED: LazyLock<BTreeMap<String, Dfa>> = LazyLock::new(|| {
    let abnf = Abnf::read(include_str!("../../../../uri.abnf"), "uri.abnf");
    let abnf = abnf.unwrap_or_else(|error| panic!("{error}"));
    URI.rules().iter().map(|rule| (rule.name.clone(), abnf.dfa(&rule.name).unwrap())).collect()
});

/// A changed rule, and the resulting differences of the rule and of some callers.
type Mutation = (&'static str, &'static [(&'static str, Difference<'static>)]);

/// The difference between the strings of a rule of the mutated grammar and those of its ABNF, with the
/// examples of [`Dfa::compare`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference<'a> {
    Equal,
    /// The rule matches every string of the ABNF, and this one.
    Wider(&'a str),
    /// The rule matches only strings of the ABNF, but not this one.
    Narrower(&'a str),
    Different {
        gains: &'a str,
        loses: &'a str,
    },
}

impl<'a> Difference<'a> {
    fn of(found: &'a Comparison) -> Difference<'a> {
        let gains = found.only_left.as_deref().unwrap_or_default();
        let loses = found.only_right.as_deref().unwrap_or_default();
        match found.relation() {
            Relation::Equal => Equal,
            Relation::Wider => Wider(gains),
            Relation::Narrower => Narrower(loses),
            Relation::Different => Different { gains, loses },
        }
    }

    fn gains(self) -> Option<&'a str> {
        match self {
            Wider(gains) | Different { gains, .. } => Some(gains),
            Equal | Narrower(_) => None,
        }
    }

    fn loses(self) -> Option<&'a str> {
        match self {
            Narrower(loses) | Different { loses, .. } => Some(loses),
            Equal | Wider(_) => None,
        }
    }
}

fn mutated(variant: &str) -> Result<Grammar, Error> {
    Grammar::read_over(&URI, variant, "mutation.pest")
}

/// Compares rules of the mutated grammar with their ABNF, and checks the examples with pest.
fn check(variant: &str, expected: &[(&str, Difference<'_>)]) {
    let mutated = mutated(variant).unwrap_or_else(|error| panic!("{error}"));
    let peg = Peg::new(&mutated);
    let mut automata = Automata::new(&peg);
    let (before, after) = (Pest::new(&URI), Pest::new(&mutated));
    for &(rule, expected) in expected {
        let found = automata.dfa(rule).unwrap().compare(&PRINTED[rule]);
        assert_eq!(Difference::of(&found), expected, "{rule}, with {variant}");
        let verdicts = |text| (before.accepts(rule, text), after.accepts(rule, text));
        assert!(
            expected.gains().is_none_or(|text| verdicts(text) == (false, true)),
            "{rule}, with {variant}"
        );
        assert!(
            expected.loses().is_none_or(|text| verdicts(text) == (true, false)),
            "{rule}, with {variant}"
        );
    }
}

#[rstest]
#[case::syntax(tables::SYNTAX)]
#[case::authority(tables::AUTHORITY)]
#[case::paths(tables::PATHS)]
#[case::characters(tables::CHARACTERS)]
fn differs(#[case] mutations: &[Mutation]) {
    for (variant, expected) in mutations {
        check(variant, expected);
    }
}

#[test]
fn every_rule_has_a_mutation_that_changes_it() {
    let tables = [tables::SYNTAX, tables::AUTHORITY, tables::PATHS, tables::CHARACTERS];
    let changed = tables.concat().into_iter().filter_map(|(variant, differences)| {
        let (rule, difference) = differences[0];
        assert!(variant.starts_with(&format!("{rule} = ")), "first the rule itself: {variant}");
        (difference != Equal).then_some(rule)
    });
    let rules = URI.rules().iter().map(|rule| rule.name.as_str());
    assert_eq!(changed.collect::<BTreeSet<_>>(), rules.collect());
}

#[rstest]
#[case::any_order_of_what_begins_differently(
    r#"hier_part = ${ path_rootless | "//" ~ authority ~ path_abempty | path_absolute | path_empty }"#
)]
#[case::a_rule_for_its_body(r##"URI = ${ absolute_URI ~ ("#" ~ fragment)? }"##)]
#[case::what_both_begin_with(r##"URI_reference = ${ absolute_URI ~ ("#" ~ fragment)? | relative_ref }"##)]
#[case::another_kind_of_rule("port = { DIGIT* }")]
// Every IPv4 address is also a name, so without the rule for addresses, the same strings match.
#[case::without_ipv4("host = ${ IP_literal | reg_name }")]
#[case::either_kind_of_literal(r#"IP_literal = ${ "[" ~ (IPvFuture | IPv6address) ~ "]" }"#)]
#[case::cases_spelled_out(
    r#"IPvFuture = @{ ("v" | "V") ~ HEXDIG+ ~ "." ~ (unreserved | sub_delims | ":")+ }"#
)]
#[case::ipv4_first(r#"ls32 = @{ IPv4address | h16 ~ ":" ~ h16 }"#)]
#[case::a_repetition_for_its_parts(r#"IPv4address = @{ (dec_octet ~ "."){3} ~ dec_octet }"#)]
#[case::what_the_next_takes_too(
    r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{1, 2} | '1'..'9' ~ DIGIT | DIGIT }"#
)]
#[case::octets_of_the_same_length(
    r#"dec_octet = @{ "1" ~ DIGIT{2} | "2" ~ '0'..'4' ~ DIGIT | "25" ~ '0'..'5' | '1'..'9' ~ DIGIT | DIGIT }"#
)]
#[case::two_alternatives_for_five("path = ${ path_rootless | path_abempty }")]
#[case::a_predicate_for_a_rule(r#"path_absolute = @{ "/" ~ !"/" ~ (segment ~ ("/" ~ segment)*)? }"#)]
#[case::characters_in_another_order(r#"pchar = _{ "@" | ":" | sub_delims | pct_encoded | unreserved }"#)]
#[case::repeated_twice(r#"query = @{ (pchar+ | "/" | "?")* }"#)]
#[case::one_of_two_alike("fragment = @{ query }")]
#[case::a_builtin_rule("HEXDIG = _{ ASCII_HEX_DIGIT }")]
fn matches_the_same(#[case] variant: &str) {
    let mutated = mutated(variant).unwrap_or_else(|error| panic!("{error}"));
    assert!(mutated.rules() != URI.rules(), "nor does pest's optimizer make the same of it: {variant}");
    let peg = Peg::new(&mutated);
    let mut automata = Automata::new(&peg);
    for (rule, printed) in &*PRINTED {
        assert!(automata.dfa(rule).unwrap() == *printed, "{rule}, with {variant}");
    }
}

const ALTERNATIVES: [&str; 9] = [
    r#"(h16 ~ ":"){6} ~ ls32"#,
    r#""::" ~ (h16 ~ ":"){5} ~ ls32"#,
    r#"h16? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ h16 ~ ":" ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ h16"#,
    r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::""#,
];

/// Checks how `IPv6address` with these alternatives differs from the RFC, and that a reference with the address as
/// its host differs in the same way.
fn check_address(alternatives: &[&str], expected: Difference<'_>) {
    let bracketed = |address: &str| format!("//[{address}]");
    let (gains, loses) = (expected.gains().map(bracketed), expected.loses().map(bracketed));
    let reference = match (gains.as_deref(), loses.as_deref()) {
        (None, None) => Equal,
        (Some(gains), None) => Wider(gains),
        (None, Some(loses)) => Narrower(loses),
        (Some(gains), Some(loses)) => Different { gains, loses },
    };
    let variant = format!("IPv6address = @{{ {} }}", alternatives.join(" | "));
    check(&variant, &[("IPv6address", expected), ("URI_reference", reference)]);
}

fn instead(number: usize, alternative: &'static str) -> [&'static str; 9] {
    let mut alternatives = ALTERNATIVES;
    alternatives[number - 1] = alternative;
    alternatives
}

#[test]
fn as_they_are() {
    check_address(&ALTERNATIVES, Equal);
}

/// With one more group after the `::`, addresses of eight groups with an empty `::` are gained. With one
/// group more or less, addresses that begin with `::` are lost: the next alternative matches all but the
/// last group, and a choice does not backtrack.
#[rstest]
#[case(1, r#"(h16 ~ ":"){7} ~ ls32"#, Different { gains: "a:a:a:a:a:a:a:a:a", loses: "a:a:a:a:a:a:a:a" })]
#[case(1, r#"(h16 ~ ":"){5} ~ ls32"#, Different { gains: "a:a:a:a:a:a:a", loses: "a:a:a:a:a:a:a:a" })]
#[case(2, r#""::" ~ (h16 ~ ":"){6} ~ ls32"#, Different { gains: "::a:a:a:a:a:a:a:a", loses: "::a:a:a:a:a:a:a" })]
#[case(2, r#""::" ~ (h16 ~ ":"){4} ~ ls32"#, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, r#"h16? ~ "::" ~ (h16 ~ ":"){5} ~ ls32"#, Different { gains: "a::a:a:a:a:a:a:a", loses: "::a:a:a:a:a:a" })]
#[case(3, r#"h16? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("::a:a:a:a:a:a"))]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#, Different { gains: "a:a::a:a:a:a:a:a", loses: "::a:a:a:a:a" })]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("::a:a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Different { gains: "a:a:a::a:a:a:a:a", loses: "::a:a:a:a" })]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("::a:a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Different { gains: "a:a:a:a::a:a:a:a", loses: "::a:a:a" })]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ ls32"#, Narrower("::a:a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Different { gains: "a:a:a:a:a::a:a:a", loses: "::a:a" })]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16"#, Narrower("::a:a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ ls32"#, Different { gains: "a:a:a:a:a:a::a:a", loses: "::a" })]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::""#, Narrower("::a"))]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::" ~ h16"#, Different { gains: "a:a:a:a:a:a:a::a", loses: "::" })]
fn more_or_fewer_at_the_end(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// With one more group before the `::` of the last alternative, nothing is gained: eight groups
/// match the first alternative, and a choice does not backtrack.
#[rstest]
#[case(2, r#"h16? ~ "::" ~ (h16 ~ ":"){5} ~ ls32"#, Wider("a::a:a:a:a:a:a:a"))]
#[case(3, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#, Wider("a:a::a:a:a:a:a:a"))]
#[case(3, r#""::" ~ (h16 ~ ":"){4} ~ ls32"#, Narrower("a::a:a:a:a:a:a"))]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Wider("a:a:a::a:a:a:a:a"))]
#[case(4, r#"h16? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("a:a::a:a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Wider("a:a:a:a::a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("a:a:a::a:a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Wider("a:a:a:a:a::a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("a:a:a:a::a:a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ ls32"#, Wider("a:a:a:a:a:a::a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ ls32"#, Narrower("a:a:a:a:a::a:a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::" ~ h16"#, Wider("a:a:a:a:a:a:a::a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16"#, Narrower("a:a:a:a:a:a::a"))]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 7})? ~ "::""#, Equal)]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::""#, Narrower("a:a:a:a:a:a:a::"))]
fn more_or_fewer_at_the_start(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// A repetition does not backtrack, so `(h16 ~ ":"){0, n}` consumes the first colon of the `::`.
#[rstest]
#[case(4, r#"((h16 ~ ":"){0, 1} ~ h16)? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("a::a:a:a:a:a"))]
#[case(5, r#"((h16 ~ ":"){0, 2} ~ h16)? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("a::a:a:a:a"))]
#[case(6, r#"((h16 ~ ":"){0, 3} ~ h16)? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("a::a:a:a"))]
#[case(7, r#"((h16 ~ ":"){0, 4} ~ h16)? ~ "::" ~ ls32"#, Narrower("a::a:a"))]
#[case(8, r#"((h16 ~ ":"){0, 5} ~ h16)? ~ "::" ~ h16"#, Narrower("a::a"))]
#[case(9, r#"((h16 ~ ":"){0, 6} ~ h16)? ~ "::""#, Narrower("a::"))]
fn by_the_letter_of_the_abnf(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// Only the first two alternatives can be swapped: neither of them can match a prefix of a match of
/// the other.
#[rstest]
#[case(1, Equal)]
#[case(2, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, Narrower("::a:a:a:a:a:a"))]
#[case(4, Narrower("::a:a:a:a:a"))]
#[case(5, Narrower("::a:a:a:a"))]
#[case(6, Narrower("::a:a:a"))]
#[case(7, Narrower("::a:a"))]
#[case(8, Narrower("::a"))]
fn behind_the_next(#[case] number: usize, #[case] expected: Difference<'_>) {
    let mut alternatives = ALTERNATIVES;
    alternatives.swap(number - 1, number);
    check_address(&alternatives, expected);
}

#[rstest]
#[case(1, Narrower("a:a:a:a:a:a:a:a"))]
#[case(2, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, Narrower("::a:a:a:a:a:a"))]
#[case(4, Narrower("::a:a:a:a:a"))]
#[case(5, Narrower("::a:a:a:a"))]
#[case(6, Narrower("::a:a:a"))]
#[case(7, Narrower("::a:a"))]
#[case(8, Narrower("::a"))]
#[case(9, Narrower("::"))]
fn missing(#[case] number: usize, #[case] expected: Difference<'_>) {
    let mut alternatives = ALTERNATIVES.to_vec();
    alternatives.remove(number - 1);
    check_address(&alternatives, expected);
}

/// pest's messages for an alternative that cannot fail and is not the last, and for a repetition of
/// an expression that cannot fail.
const CHOICE: &str = "expression cannot fail; following choices cannot be reached";
const REPETITION: &str = "expression inside repetition cannot fail and will repeat infinitely";

#[rstest]
#[case::reference_in_the_other_order("URI_reference = ${ relative_ref | URI }", &[CHOICE])]
#[case::empty_path_first(
    r#"hier_part = ${ path_empty | "//" ~ authority ~ path_abempty | path_absolute | path_rootless }"#,
    &[CHOICE]
)]
#[case::any_path_for_an_absolute_one(
    r#"relative_part = ${ "//" ~ authority ~ path_abempty | path_abempty | path_noscheme | path_empty }"#,
    &[CHOICE]
)]
#[case::name_first("host = ${ reg_name | IP_literal | IPv4address }", &[CHOICE])]
#[case::name_before_ipv4("host = ${ IP_literal | reg_name | IPv4address }", &[CHOICE])]
#[case::name_repeated_twice("reg_name = @{ (unreserved* | pct_encoded | sub_delims)* }", &[REPETITION, CHOICE])]
#[case::count_of_nothing(r#"IPv6address = @{ (h16 ~ (":" ~ h16){0, 0})? ~ "::" }"#, &["cannot repeat 0 times"])]
#[case::paths_in_the_order_of_the_abnf(
    "path = ${ path_abempty | path_absolute | path_noscheme | path_rootless | path_empty }",
    &[CHOICE]
)]
#[case::path_without_its_slash(
    r#"path = ${ path_absolute ~ !"/" | path_abempty | path_noscheme ~ !":" | path_rootless | path_empty }"#,
    &[CHOICE]
)]
fn where_it_stands(#[case] variant: &str, #[case] expected: &[&str]) {
    let Err(Error::Faulty(faults)) = mutated(variant) else { panic!("{variant}") };
    assert!(faults.iter().all(|fault| *fault.file == *"mutation.pest"), "{faults:?}");
    assert_eq!(faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), expected);
}

/// The changed rule matches the empty string, so the alternative for the empty path after it is
/// unreachable.
#[rstest]
#[case::path_that_may_be_empty(r#"path_rootless = @{ segment ~ ("/" ~ segment)* }"#, 2)]
#[case::segment_that_may_be_empty("segment_nz = _{ pchar* }", 2)]
#[case::path_without_a_scheme_that_may_be_empty(r#"path_noscheme = @{ segment ~ ("/" ~ segment)* }"#, 1)]
#[case::first_segment_that_may_be_empty("segment_nz_nc = _{ (unreserved | pct_encoded | sub_delims)* }", 1)]
fn where_it_is_called(#[case] variant: &str, #[case] places: usize) {
    let Err(Error::Faulty(faults)) = mutated(variant) else { panic!("{variant}") };
    let expected = vec![format!("{CHOICE} (with mutation.pest laid over it)"); places];
    assert_eq!(faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), expected);
}

// The lists in `generated/` have the expected differences of each mutant, as found by automata.
// `mutants/oracle.rs` checks them by pest. `UPDATE_MUTANTS=1` renews the lists.
/// Delimiters, with characters that may precede or follow them.
const DELIMITERS: Alphabets = &[("a:/?#", 4), ("1.:@]", 3), ("1:", 7)];

/// The start rule, whose captures show whether another rule makes a node.
const START: &str = "URI_reference";

/// Returns the differences of each rule that the mutant changes, in the form of the lists: `wider
/// "a"`.
fn given(mutant: &Mutant, oracle: &mut Oracle) -> String {
    let changed = match mutant.grammar(&URI) {
        Ok(changed) => changed,
        Err(Error::Faulty(faults)) => {
            assert!(!assert_alike(&mutant.whole(&URI)), "{mutant} is refused, and not by pest");
            return format!("refused: {}", faults[0].message);
        }
        Err(error) => panic!("{mutant}: {error}"),
    };
    let (before, after) = (Peg::new(&URI), Peg::new(&changed));
    let names: Vec<&str> = before.names().collect();
    let (mut before, mut after) = (Automata::new(&before), Automata::new(&after));
    oracle.change(&changed);
    let of_rule = |rule: &str| {
        let (old, new) = (before.captures(rule, &names).unwrap(), after.captures(rule, &names).unwrap());
        let claim = Claim::of(&old, &new);
        let checked = oracle.check(rule, &claim, [old.dfa(), new.dfa()]);
        checked.unwrap_or_else(|wrong| panic!("{mutant}: {wrong}"));
        claim.to_string()
    };
    let mut rules: Vec<&str> = mutant.names().collect();
    // The captures of a rule do not include its own node. Only the captures of its callers, such as the start rule,
    // show whether the rule makes a node.
    rules.extend((mutant.kind == Kind::Silent && rules != [START]).then_some(START));
    rules.into_iter().map(of_rule).collect::<Vec<_>>().join("; ")
}

#[rstest]
#[ignore = "compares a hundred mutants"]
#[case::alternatives_swapped(Kind::Swapped, "swapped.txt", 70)]
#[case::predicate_dropped(Kind::Dropped, "dropped.txt", 4)]
#[ignore = "compares a hundred mutants"]
#[case::class_widened(Kind::Widened, "widened.txt", 80)]
#[ignore = "compares a hundred mutants"]
#[case::bound_changed(Kind::Bound, "bound.txt", 90)]
#[ignore = "compares a hundred mutants"]
#[case::made_silent(Kind::Silent, "silent.txt", 35)]
#[ignore = "compares a hundred mutants"]
#[case::capture_moved(Kind::Moved, "moved.txt", 120)]
fn gives_what_is_listed(#[case] kind: Kind, #[case] list: &str, #[case] least: usize) {
    let mut oracle = Oracle::new(&URI, DELIMITERS);
    let mutants = mutants::all(&URI).into_iter().filter(|mutant| mutant.kind == kind);
    let found: Vec<String> =
        mutants.map(|mutant| format!("{mutant} ⇒ {}\n", given(&mutant, &mut oracle))).collect();
    assert!(found.len() >= least, "{} mutants", found.len());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/mutations/generated").join(list);
    if env::var_os("UPDATE_MUTANTS").is_some() {
        fs::write(&path, found.concat()).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap();
    let mut counts: BTreeMap<&str, isize> = BTreeMap::new();
    found.iter().for_each(|line| *counts.entry(line.trim_end()).or_default() += 1);
    listed.lines().for_each(|line| *counts.entry(line).or_default() -= 1);
    counts.retain(|_, count| *count != 0);
    assert!(counts.is_empty(), "found more often (+) or less often (-) than listed: {counts:#?}");
}

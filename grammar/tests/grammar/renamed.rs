//! A rule of a variant under another name than the rule of the base that it is meant for.

use rstest::rstest;
use urigram_grammar::{FindingKind, Grammar, Purpose, findings};

const BASE: &str = r#"
reference = { host ~ (":" ~ port)? ~ tail? }
host      = { "[" ~ address ~ "]" | reg_name }
reg_name  = @{ letter* }
address   = @{ (letter | ":")+ }
port      = @{ '0'..'9'* }
letter    = _{ 'a'..'z' }
tail      = { "/" }
"#;

fn found(variant: &str, starts: &[&str]) -> Vec<(FindingKind, String)> {
    let base = Grammar::read(BASE, "base.pest").unwrap();
    let grammar = Grammar::read_over(&base, variant, "v.pest").unwrap();
    let purpose = Purpose { starts, ..Purpose::default() };
    let found = findings(&grammar, &purpose).unwrap().into_iter();
    found.map(|finding| (finding.kind, finding.to_string())).collect()
}

#[rstest]
#[case::similar_name("reg_nam = @{ 'a'..'f'* }\nport = @{ '0'..'9' }", "1:1", "reg_nam", "reg_name")]
#[case::called_by_the_variant(
    "host = { reg_name }\nreg_names = @{ 'a'..'f'* }",
    "2:1",
    "reg_names",
    "reg_name"
)]
#[case::same_body("host = { reg_name }\nother = @{ letter* }", "2:1", "other", "reg_name")]
#[case::of_most_rules(
    "reference = { host }\nhost = { reg_name }\nname = @{ letter* }\nletter = _{ 'a'..'z' }",
    "3:1",
    "name",
    "reg_name"
)]
fn names_the_rule_that_is_taken_from_the_base(
    #[case] variant: &str,
    #[case] place: &str,
    #[case] name: &str,
    #[case] old: &str,
    #[values(&[], &["reference"])] starts: &[&str],
) {
    let message = format!(
        "v.pest:{place}: rule `{name}` is not used, and `{old}` is taken from base.pest: to replace that, name this rule `{old}`"
    );
    let found = found(variant, starts);
    let of_rule = |(_, said): &&(FindingKind, String)| said.contains(&format!("rule `{name}`"));
    let of_rule: Vec<_> = found.iter().filter(of_rule).collect();
    assert_eq!(of_rule, [&(FindingKind::Renamed, message)]);
}

#[rstest]
#[case::used("host = { reg_nam }\nreg_nam = @{ 'a'..'f'* }", &["reference"])]
#[case::asked_for("host = { address }\nreg_nam = @{ 'a'..'f'* }", &["reference", "reg_nam"])]
#[case::replaced("reg_name = @{ 'a'..'f'* }\nreg_nam = @{ 'a'..'f' }", &["reference"])]
#[case::unlike("port = @{ '0'..'9' }\nquery = @{ 'a'..'f'* }", &["reference"])]
#[case::not_used_there_either("host = { port }\nreg_nam = @{ 'a'..'f'* }", &["reference"])]
fn finds_no_slip(#[case] variant: &str, #[case] starts: &[&str]) {
    let found = found(variant, starts);
    assert!(found.iter().all(|(kind, _)| *kind != FindingKind::Renamed), "{found:?}");
}

/// In a grammar that is one file, a rule that nothing calls is no slip.
#[test]
fn is_only_said_of_variants() {
    let grammar = Grammar::read(&format!("{BASE}reg_nam = {{ \"x\" }}"), "g.pest").unwrap();
    let found = findings(&grammar, &Purpose { starts: &["reference"], ..Purpose::default() }).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, FindingKind::Unused);
}

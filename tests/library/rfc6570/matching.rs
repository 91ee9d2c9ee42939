//! The values by which a template gives a URI (section 1.4), or none.

use rstest::rstest;
use urigram::template::{Template, Value};

/// Returns the values as `name=value` lines, with lists in brackets and maps in braces, and the ambiguous names.
fn matched(template: &str, uri: &str) -> Option<String> {
    let template = Template::parse(template).unwrap();
    let found = template.match_uri(uri)?;
    let mut lines: Vec<String> = template
        .variables()
        .filter_map(|name| {
            let value = match found.get(name)? {
                Value::String(value) => value.to_string(),
                Value::List(members) => format!("[{}]", members.join(" ")),
                Value::Map(pairs) => format!("{pairs:?}").replace(['"', ' '], ""),
                Value::Undefined => unreachable!("undefined values are not kept"),
            };
            Some(format!("{name}={value}"))
        })
        .collect();
    if !found.ambiguous().is_empty() {
        lines.push(format!("? {}", found.ambiguous().join(" ")));
    }
    Some(lines.join("; "))
}

#[rstest]
#[case::nothing("", "", "")]
#[case::literal("http://h/é", "http://h/%c3%A9", "")]
#[case::simple("/{a}/b", "/x%20y/b", "a=x y")]
#[case::undefined("/{a}", "/", "")]
#[case::two("{a}/{b}", "x/y", "a=x; b=y")]
#[case::reserved("{+a}/{b}", "x/y/z", "a=x/y; b=z")]
#[case::reserved_twice("{+a}/{+b}", "x/y/z", "a=x/y; b=z; ? a b")]
#[case::touching("{a}{b}", "xy", "a=xy; ? a b")]
#[case::by_a_literal("{a}-{b}", "x-y", "a=x; b=y")]
#[case::by_a_literal_that_may_be_data("{a}-{b}", "x-y-z", "a=x-y; b=z; ? a b")]
#[case::list("/{a}", "/x,y", "a=[x y]")]
#[case::comma_between_variables("{a,b}", "x,y", "a=x; b=y")]
#[case::one_of_two("{a,b}", "x", "a=x; ? a b")]
#[case::empty_first("{a,b}", ",y", "a=; b=y")]
#[case::empty_last("{a,b}", "x,", "a=x; b=")]
#[case::comma_is_kept("{+a}", "x,y", "a=x,y")]
#[case::fragment("{a}{#b}", "x#y/z", "a=x; b=y/z")]
#[case::labels("x{.a*}", "x.b.c", "a=[b c]")]
#[case::label("{a}{.b}", "x.y.z", "a=x.y.z; ? a b")]
#[case::segments("{/a*}{?b}", "/x/y?b=z", "a=[x y]; b=z")]
#[case::one_segment("{/a*}", "/x", "a=[x]")]
#[case::empty_segments("{/a*}", "//", "a=[ ]")]
#[case::segments_of_two("{/a,b}", "/x/y", "a=x; b=y")]
#[case::segment_of_two("{/a,b}", "/x", "a=x; ? a b")]
#[case::pairs("{/a*}", "/k=x/l=y", "a=[(k,x),(l,y)]")]
#[case::parameters("{;a,b,c}", ";a=1;c", "a=1; c=")]
#[case::query("{?a,b,c}", "?b=2&c=", "b=2; c=")]
#[case::query_without("/x{?a,b,c}", "/x", "")]
#[case::list_in_a_query("{?a}", "?a=1,2", "a=[1 2]")]
#[case::exploded_list("{?a*}", "?a=1&a=2", "a=[1 2]")]
#[case::exploded_map("{?a*}", "?x=1&y=", "a=[(x,1),(y,)]")]
#[case::rest_of_a_query("{?a,b*}", "?a=1&x=2&y=3", "a=1; b=[(x,2),(y,3)]")]
#[case::query_before_the_rest("{?a*,b}", "?x=1&y=2&b=3", "a=[(x,1),(y,2)]; b=3")]
#[case::continued("?x=1{&a}", "?x=1&a=2", "a=2")]
#[case::prefix_that_is_all("{a:3}", "xy", "a=xy")]
#[case::prefix("{a:2}", "xy", "a=xy; ? a")]
#[case::prefix_and_all("{/a:1,a}", "/x/xyz", "a=xyz")]
#[case::characters_of_a_prefix("{a:2}{b}", "%C3%A9%C3%A8", "a=éè; ? a b")]
#[case::same_twice("{a}/{a}", "x/x", "a=x")]
#[case::triplets_that_are_kept("{+a}", "%2F%20%25%2541%ff", "a=%2F %%2541%FF")]
#[case::percent("{a}", "50%25", "a=50%")]
#[case::encoded_name("{?%41}", "?%41=1", "%41=1")]
#[case::members_then_pairs("{/a*}{/b*}", "/x/k=y", "a=[x]; b=[(k,y)]")]
#[case::pairs_then_members("{/a*}{/b*}", "/k=x/y/z", "a=[(k,x)]; b=[y z]")]
#[case::pair_that_ends_at_an_equals_sign("{?a*}{+b}", "?k=x=y", "a=[(k,x)]; b==y; ? a b")]
#[case::pairs_of_labels("{.a*}", ".i.k=x.y.l=z", "a=[(i.k,x.y),(l,z)]")]
#[case::empty_pair("{;a*}", ";", "a=[(,)]")]
#[case::names_of_other_variables("{?a*,b*,c}", "?x=1&b=2&b=3&c=4", "a=[(x,1)]; b=[2 3]; c=4; ? a b")]
#[case::name_that_begins_with_another("{?a*,b}", "?bb=1&b=2", "a=[(bb,1)]; b=2")]
#[case::name_without_an_equals_sign("{;a*,b}", ";x;b", "a=[(x,)]; b=")]
#[case::name_after_the_delimiter_of_a_literal("?b{?a*,b}", "?b?x=1&b=2", "a=[(x,1)]; b=2")]
fn a_match(#[case] template: &str, #[case] uri: &str, #[case] values: &str) {
    assert_eq!(matched(template, uri).as_deref(), Some(values));
}

#[rstest]
#[case::literal("/a", "/b")]
#[case::longer("/a", "/ab")]
#[case::delimiter("/{a}", "/x/y")]
#[case::unreserved_is_not_encoded("{a}", "%41")]
#[case::not_utf_8("{a}", "%FF")]
#[case::no_triplet("{+a}", "%")]
#[case::beyond_ascii("{a}", "é")]
#[case::too_long("{a:2}", "xyz")]
#[case::differ("{a}/{a}", "x/y")]
#[case::prefix_differs("{/a:1,a}", "/y/xyz")]
#[case::order("{?a,b}", "?b=1&a=2")]
#[case::no_value("{?a}", "?a")]
#[case::equals_sign("{;a}", ";a=")]
#[case::another_name("{?a}", "?b=1")]
#[case::name_that_is_used_twice("{?a*,a*}", "?a=1")]
#[case::pairs_and_others("{/a*}", "/k=x/y")]
#[case::two_equals_signs("{?a*}", "?k=x=y")]
#[case::equals_sign_of_an_empty_value("{;a*}", ";k=")]
#[case::only_the_delimiter("{?a*}", "?")]
fn no_match(#[case] template: &str, #[case] uri: &str) {
    assert_eq!(matched(template, uri), None);
}

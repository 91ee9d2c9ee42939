//! Expansion of URI Templates (RFC 6570): templates that were parsed before, and the parsing and expansion of templates with
//! values that are made for each.

use std::collections::HashMap;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::{self, SimpleContext};
use urigram::template::{Template, Value, Values};

use crate::markdown::{date, machine, version};
use crate::pass::OURS;

/// The part of the report that does not depend on the figures.
const INTRODUCTION: &str = "\
# URI Templates

```sh
cargo run --profile dist -p urigram-bench --bin templates > bench/TEMPLATES.md
```

Each library expands the same templates with the same values, in one process: in each round, each library expands each set of
templates 100 times, and the best round counts. *Expand* expands parsed templates with values that were made before, to a new
string. *All* also parses each template, and makes the values of its set. The last column divides the time of the fastest other
library by that of urigram. iri-string panics on values beyond ASCII after `+` and `#`, which are left out.

- `api`: templates of an HTTP API, with short values
- `long`: a value of 130 characters that are not encoded
- `encoded`: values beyond ASCII
- `composite`: lists and maps
";

struct Set {
    name: &'static str,
    templates: &'static [&'static str],
    strings: &'static [(&'static str, &'static str)],
    lists: &'static [(&'static str, &'static [&'static str])],
    maps: &'static [(&'static str, [(&'static str, &'static str); 3])],
}

const SETS: [Set; 4] = [
    Set {
        name: "api",
        templates: &[
            "https://api.example.com/repos/{owner}/{repo}/issues{?state,labels,page}",
            "https://api.example.com/users/{user}",
            "https://api.example.com/repos/{owner}/{repo}/git/commits{/sha}",
            "https://api.example.com/repos/{owner}/{repo}/contents/{+path}",
            "https://api.example.com/search/code?q={query}{&page,per_page,sort,order}",
            "https://api.example.com/gists{/gist_id}",
        ],
        strings: &[
            ("owner", "octocat"),
            ("repo", "Hello-World"),
            ("state", "open"),
            ("page", "2"),
            ("user", "octocat"),
            ("sha", "7638417db6d59f3c431d3e1f261cc637155684cd"),
            ("path", "src/main/java/App.java"),
            ("query", "addClass user:mozilla"),
            ("per_page", "100"),
            ("order", "asc"),
        ],
        lists: &[("labels", &["bug", "good first issue"])],
        maps: &[],
    },
    Set {
        name: "long",
        templates: &[
            "https://example.com/search{?text}",
            "https://example.com/{+text}",
            "https://example.com/{text}",
        ],
        strings: &[(
            "text",
            "The-quick-brown-fox-jumps-over-the-lazy-dog-and-then-the-lazy-dog-sleeps-for-a-long-time-in-the-sun-until-the-\
             evening-comes-around",
        )],
        lists: &[],
        maps: &[],
    },
    Set {
        name: "encoded",
        templates: &["https://example.com/search{?japanese,query}", "/{japanese}{?japanese}"],
        strings: &[("japanese", "日本語のテキスト、百パーセント符号化"), ("query", "addClass user:mozilla")],
        lists: &[],
        maps: &[],
    },
    Set {
        name: "composite",
        templates: &[
            "https://example.com{/segments*}{?filter*,tags}",
            "{&tags*}{;filter}",
            "{#segments,filter*}",
        ],
        strings: &[],
        lists: &[("segments", &["a", "b c", "def", "ghijkl"]), ("tags", &["red", "green", "blue"])],
        maps: &[("filter", [("color", "red"), ("size", "XL"), ("sort", "name,asc")])],
    },
];

/// A library on a set of templates: expands each, and parses and expands each with values that it makes.
struct Entrant<'s> {
    library: &'static str,
    expand: Box<dyn Fn() -> Vec<String> + 's>,
    all: Box<dyn Fn() -> Vec<String> + 's>,
}

fn ours(set: &Set) -> Entrant<'_> {
    let values = || {
        let mut values = Values::new();
        set.strings.iter().for_each(|&(name, value)| drop(values.insert(name, value)));
        set.lists
            .iter()
            .for_each(|&(name, list)| drop(values.insert(name, Value::list(list.iter().copied()))));
        set.maps.iter().for_each(|&(name, map)| drop(values.insert(name, Value::map(map))));
        values
    };
    let parse = |template: &str| Template::parse(template).expect("it is a template");
    let templates: Vec<_> = set.templates.iter().map(|template| parse(template)).collect();
    let made = values();
    let expand =
        |template: &Template, values: &Values<'_>| template.expand(values).expect("no list has a prefix");
    Entrant {
        library: OURS,
        expand: Box::new(move || templates.iter().map(|template| expand(template, &made)).collect()),
        all: Box::new(move || {
            let values = values();
            set.templates.iter().map(|template| expand(&parse(template), &values)).collect()
        }),
    }
}

fn iri_string(set: &Set) -> Entrant<'_> {
    let values = || {
        let mut values = SimpleContext::new();
        let strings = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        let pairs = |map: &[(&str, &str)]| {
            map.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        set.strings.iter().for_each(|&(name, value)| drop(values.insert(name, value)));
        set.lists
            .iter()
            .for_each(|&(name, list)| drop(values.insert(name, simple_context::Value::List(strings(list)))));
        set.maps
            .iter()
            .for_each(|(name, map)| drop(values.insert(*name, simple_context::Value::Assoc(pairs(map)))));
        values
    };
    let parse = |template| UriTemplateStr::new(template).expect("it is a template");
    let expand = |template: &UriTemplateStr, values: &SimpleContext| {
        template.expand::<UriSpec, _>(values).expect("no list has a prefix").to_string()
    };
    let templates: Vec<_> = set.templates.iter().map(|&template| parse(template)).collect();
    let made = values();
    Entrant {
        library: "iri-string",
        expand: Box::new(move || templates.iter().map(|template| expand(template, &made)).collect()),
        all: Box::new(move || {
            let values = values();
            set.templates.iter().map(|&template| expand(parse(template), &values)).collect()
        }),
    }
}

fn uri_template(set: &Set) -> Entrant<'_> {
    let values = || {
        let mut values = uri_template::HashValues::new();
        set.strings.iter().for_each(|&(name, value)| drop(values.insert(name, value)));
        set.lists.iter().for_each(|&(name, list)| drop(values.insert(name, list.to_vec())));
        set.maps.iter().for_each(|&(name, map)| drop(values.insert(name, map)));
        values
    };
    let parse = |template: &'static str| uri_template::UriTemplate::new(template).expect("it is a template");
    let templates: Vec<_> = set.templates.iter().map(|template| parse(template)).collect();
    let made = values();
    Entrant {
        library: "uri-template",
        expand: Box::new(move || {
            templates.iter().map(|template| template.expand(&made).expect("no list has a prefix")).collect()
        }),
        all: Box::new(move || {
            let values = values();
            let expand =
                |template: &&'static str| parse(template).expand(&values).expect("no list has a prefix");
            set.templates.iter().map(expand).collect()
        }),
    }
}

/// It has no values apart from the template, which it parses for each expansion.
fn uritemplate(set: &Set) -> Entrant<'_> {
    use uritemplate::{TemplateVar, UriTemplate};

    let strings = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
    let pairs = |map: &[(&str, &str)]| {
        map.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let values: HashMap<&str, TemplateVar> = HashMap::from_iter(
        set.strings
            .iter()
            .map(|&(name, value)| (name, TemplateVar::Scalar(value.to_owned())))
            .chain(set.lists.iter().map(|&(name, list)| (name, TemplateVar::List(strings(list)))))
            .chain(set.maps.iter().map(|(name, map)| (*name, TemplateVar::AssociativeArray(pairs(map))))),
    );
    let filled = move |template: &&str| {
        let mut template = UriTemplate::new(template);
        for (name, value) in &values {
            template.set(name, value.clone());
        }
        template
    };
    let templates: Vec<_> = set.templates.iter().map(&filled).collect();
    Entrant {
        library: "uritemplate-next",
        expand: Box::new(move || templates.iter().map(UriTemplate::build).collect()),
        all: Box::new(move || set.templates.iter().map(|template| filled(template).build()).collect()),
    }
}

/// The number of times that a round expands the templates of a set.
const TIMES: u32 = 100;

/// Measures, and writes the report.
///
/// # Errors
///
/// Those of the output.
///
/// # Panics
///
/// If the libraries expand a template differently.
pub fn report(out: &mut impl Write, rounds: u32) -> io::Result<()> {
    writeln!(out, "{INTRODUCTION}")?;
    writeln!(out, "- Machine: {}.\n- Date: {}.\n- Rounds: {rounds}.", machine(), date())?;
    let versions = ["iri-string", "uri-template", "uritemplate-next"]
        .map(|name| format!("{name} {}", version(name).unwrap_or("?")));
    writeln!(out, "- Versions: {}.\n", versions.join(", "))?;
    writeln!(out, "Nanoseconds per template:\n")?;
    writeln!(
        out,
        "| set | measured | urigram | iri-string | uri-template | uritemplate-next | fastest other ÷ urigram |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|")?;
    for set in &SETS {
        let entrants = [ours(set), iri_string(set), uri_template(set), uritemplate(set)];
        for entrant in &entrants[1..] {
            assert_eq!((entrant.expand)(), (entrants[0].expand)(), "{}", entrant.library);
            assert_eq!((entrant.all)(), (entrants[0].expand)(), "{}", entrant.library);
        }
        type Measured = for<'e, 's> fn(&'e Entrant<'s>) -> &'e dyn Fn() -> Vec<String>;
        let measured: [(&str, Measured); 2] =
            [("expand", |entrant| &*entrant.expand), ("all", |entrant| &*entrant.all)];
        for (name, pass) in measured {
            let mut best = [Duration::MAX; 4];
            for _ in 0..rounds {
                for (entrant, best) in entrants.iter().zip(&mut best) {
                    let pass = pass(entrant);
                    let start = Instant::now();
                    (0..TIMES).for_each(|_| drop(black_box(pass())));
                    *best = (*best).min(start.elapsed());
                }
            }
            let times = f64::from(TIMES) * set.templates.len() as f64;
            let [ours, others @ ..] = best.map(|best| best.as_nanos() as f64 / times);
            let fastest = others.into_iter().fold(f64::MAX, f64::min);
            let [a, b, c] = others;
            writeln!(
                out,
                "| {} | {name} | {ours:.0} | {a:.0} | {b:.0} | {c:.0} | {:.2} |",
                set.name,
                fastest / ours
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn libraries_agree() {
        let mut out = Vec::new();
        super::report(&mut out, 1).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("| composite | all |"));
    }
}

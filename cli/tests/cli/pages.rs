//! The pages in `docs/command/`, which are made from the help, and each exit status that the help lists.
//!
//! A page has the summary of a command, text and examples written by hand, and the help. The overview also has a
//! table of the commands, by the headings of the help. `UPDATE_PAGES=1` writes the parts that come from the help.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::usage::{commands, groups, help, statuses, summary};

pub(crate) const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/command");
const HELP: &str = "## Help\n\n";
/// The beginning and the end of the table in the overview.
const TABLE: [&str; 2] = ["## Commands\n\n", "## IRIs and other grammars\n"];

fn page(path: &[String]) -> PathBuf {
    let name = if path.is_empty() { "README".to_owned() } else { path.join("-") };
    Path::new(PAGES).join(name + ".md")
}

/// Returns the page with the parts that come from the help replaced.
fn renewed(path: &[String], old: &str) -> String {
    let typed = [&["uri".to_owned()], path].concat().join(" ");
    let help = help(path, "--help").lines().map(|line| line.trim_end().to_owned() + "\n").collect::<String>();
    let help = format!("{HELP}```text\n{help}```\n");
    let by_hand = old.split_once(HELP).map_or(old, |(above, _)| above).trim_end();
    if path.is_empty() {
        let [begin, end] = TABLE;
        let (above, rest) = by_hand.split_once(begin).expect("the overview has a table");
        let (_, below) = rest.split_once(end).expect("the overview has a section after the table");
        return format!("{above}{begin}{}{end}{below}\n\n{help}", table());
    }
    let title = format!("# `{typed}`\n\n{}.", summary(path));
    let by_hand = by_hand
        .strip_prefix("# ")
        .and_then(|text| text.splitn(3, "\n\n").nth(2).or(Some("")))
        .unwrap_or(by_hand);
    let parts = [&*title, by_hand, &help];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns the table of all commands. Status 0 and 2 mean the same for each.
fn table() -> String {
    let mut table = String::new();
    for (heading, names) in groups(&help(&[], "--help")) {
        table += &format!("### {heading}\n\n| command | summary | exits with 1 if |\n|---|---|---|\n");
        for name in names {
            let below = |path: &Vec<String>| path[0] == name;
            for path in commands().into_iter().skip(1).filter(below) {
                let statuses = statuses(&path);
                let fails = statuses.iter().find(|(status, _)| *status == 1).map_or("", |(_, when)| when);
                let (typed, page) = (path.join(" "), path.join("-"));
                let fails = if groups(&help(&path, "--help")).is_empty() { fails } else { "" };
                table += &format!("| [`uri {typed}`]({page}.md) | {} | {fails} |\n", summary(&path));
            }
        }
        table += "\n";
    }
    table
}

#[cfg(feature = "serve")]
#[test]
fn pages_have_the_help() {
    let mut expected = BTreeSet::new();
    for path in commands() {
        let page = page(&path);
        let old = fs::read_to_string(&page).unwrap_or_default().replace("\r\n", "\n");
        let renewed = renewed(&path, &old);
        if env::var_os("UPDATE_PAGES").is_some() {
            fs::write(&page, &renewed).unwrap();
        } else {
            assert!(old == renewed, "{} differs from the help; set UPDATE_PAGES=1", page.display());
        }
        expected.insert(page);
    }
    let found = fs::read_dir(PAGES).unwrap().map(|page| page.unwrap().path()).collect::<BTreeSet<_>>();
    assert_eq!(found, expected);
}

/// Each exit status of each command once.
pub(crate) const EXAMPLES: &[(i32, &str)] = &[
    (0, "uri parse http://example.com/"),
    (1, "uri parse 'http://exa mple.com/'"),
    (2, "uri parse --as URL http://example.com/"),
    (0, "uri get '{host}' http://example.com/"),
    (1, "uri get '{host}' 'http://exa mple.com/'"),
    (2, "uri get '{hsot}' http://example.com/"),
    (0, "uri tree http://example.com/"),
    (1, "uri tree 'http://exa mple.com/'"),
    (2, "uri tree --grammar missing.pest http://example.com/"),
    (0, "uri trace --as host 127.0.0.1"),
    (1, "uri trace --as IPv4address 127.0.0.1x"),
    (2, "uri trace --limit 0 127.0.0.1"),
    (0, "head -n 1 links.txt | uri check"),
    (1, "uri check links.txt"),
    (2, "uri check missing.txt"),
    (0, "uri extract links.txt"),
    (2, "uri extract missing.txt"),
    (0, "uri validate http://0x7f.1/"),
    (1, "uri validate --policy fetch http://0x7f.1/"),
    (2, "uri validate --policy missing.toml http://0x7f.1/"),
    (0, "uri fix http://example.com/"),
    (1, "uri fix http://example.com:a/"),
    (2, "uri fix --as host example.com"),
    (0, "uri explain ipv4-like-host"),
    (2, "uri explain ipv5-like-host"),
    (0, "uri resolve --base http://example.com/docs/ guide"),
    (1, "uri resolve --base http://example.com/docs/ 'gui de'"),
    (2, "uri resolve --base 'my docs/' guide"),
    (0, "uri relativize --base http://example.com/docs/ http://example.com"),
    (1, "uri relativize --base http://example.com/docs/ guide"),
    (2, "uri relativize --base 'my docs/' http://example.com"),
    (0, "uri normalize HTTP://example.com/"),
    (1, "uri normalize 'http://exa mple.com/'"),
    (2, "uri normalize --level protocol http://example.com/"),
    (0, "uri compare http://example.com http://example.com/"),
    (1, "uri compare http://example.com http://example.org"),
    (2, "uri compare http://example.com"),
    (0, "uri whatwg http://example.com/"),
    (1, "uri whatwg http://0x7f.1/"),
    (2, "uri whatwg --base docs/ guide"),
    (0, "uri edit --port 8042 http://example.com/"),
    (1, "uri edit --port 8042 urn:a:b"),
    (2, "uri edit --port http http://example.com/"),
    (0, "uri build --scheme http --host example.com"),
    (1, "uri build --scheme http --port 8042"),
    (2, "uri build --scheme http --host example.com --port http"),
    (0, r"uri convert --to file 'C:\My Documents'"),
    (1, "uri convert --to path https://example.com/"),
    (2, "uri convert --to url https://example.com/"),
    (0, "uri encode --for path 'My Documents'"),
    (2, "uri encode --for host 'My Documents'"),
    (0, "uri decode My%20Documents"),
    (1, "uri decode My%Documents"),
    (2, "uri decode --lossy --bytes My%20Documents"),
    (0, "uri template expand --var user=fred '/{user}'"),
    (1, "uri template expand '/{user'"),
    (2, "uri template expand --var user '/{user}'"),
    (0, "uri template match '/{user}' /fred"),
    (1, "uri template match '/{user}' /fred/docs"),
    (2, "uri template match '/{user' /fred"),
    (0, "uri template variables '/{user}{?page}'"),
    (1, "uri template variables '/{user'"),
    (2, "uri template variables --format xml '/{user}'"),
    (0, "uri grammar prove --abnf strict-dns.abnf strict-dns.pest"),
    (1, "uri grammar prove strict-dns.pest reg-name"),
    (2, "uri grammar prove missing.pest"),
    (0, "echo 'port = @{ DIGIT* }' | uri grammar diff - --rule port"),
    (1, "uri grammar diff strict-dns.pest"),
    (2, "uri grammar diff missing.pest"),
    (0, "uri grammar check strict-dns.pest"),
    (1, r#"echo 'port = { "a" | "a" }' | uri grammar check -"#),
    (2, "uri grammar check missing.pest"),
    (0, "uri grammar sample --rule IPv6address"),
    (2, "uri grammar sample --rule IPv7address"),
    (0, "uri grammar draw > uri.svg"),
    (2, "uri grammar draw missing.pest"),
    (0, "uri grammar compile > uri.rs"),
    (1, "echo 'port = { PUSH(DIGIT) ~ POP }' | uri grammar compile -"),
    (2, "uri grammar compile missing.pest"),
    (2, "uri serve missing.pest"),
    (0, "uri config"),
    (2, "uri --config missing.toml config"),
    (0, "uri completions bash"),
    (2, "uri completions sh"),
    (0, "uri man grammar diff"),
    (2, "uri man grammar diffs"),
];

/// Returns the command at the end of a line.
pub(crate) fn command_of(line: &str) -> Vec<String> {
    let words: Vec<String> = line
        .rsplit("uri ")
        .next()
        .unwrap()
        .split(' ')
        .skip_while(|word| word.starts_with('-') || word.ends_with(".toml"))
        .map(str::to_owned)
        .collect();
    let length = if ["grammar", "template"].contains(&&*words[0]) { 2 } else { 1 };
    words[..length].to_vec()
}

#[test]
fn each_status_happens() {
    let mut shown = BTreeMap::new();
    for &(status, line) in EXAMPLES {
        assert!(shown.insert((command_of(line), status), line).is_none(), "{line}");
    }
    let mut listed = BTreeSet::new();
    for path in commands().into_iter().filter(|path| groups(&help(path, "--help")).is_empty()) {
        listed.extend(statuses(&path).into_iter().map(|(status, _)| (path.clone(), status)));
    }
    // `serve::end` tests Ctrl-C.
    if cfg!(feature = "serve") {
        assert!(listed.remove(&(vec!["serve".to_owned()], 0)));
    }
    assert_eq!(shown.keys().cloned().collect::<BTreeSet<_>>(), listed);

    let folder = env::temp_dir().join(format!("uri-cli-pages-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    for name in ["strict-dns.pest", "strict-dns.abnf"] {
        fs::copy(variants.join(name), folder.join(name)).unwrap();
    }
    fs::write(folder.join("links.txt"), "https://example.com/\nhttp://exa mple.com/\n").unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    for &(status, line) in EXAMPLES {
        let mut shell = crate::undisturbed(Command::new("sh"));
        let output = shell.args(["-c", line]).env("PATH", &path).current_dir(&folder).output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{line}: {stdout}{stderr}");
        // With status 2 only an error is printed. With status 1 something is printed.
        match status {
            2 => assert!(stdout.is_empty() && !stderr.is_empty(), "{line}: {stdout}{stderr}"),
            1 => assert!(!stdout.is_empty() || !stderr.is_empty(), "{line}"),
            _ => assert!(stderr.is_empty(), "{line}: {stderr}"),
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

//! `uri grammar`: answers about grammars.

mod check;
mod compile;
mod diff;
mod draw;
mod expectations;
mod fixes;
mod hostile;
mod prove;
mod sample;

use crate::{Ran, TempFile};

const URI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../uri.pest");

/// Zones in IPv6 addresses, as in RFC 6874.
const ZONES: &str = r#"
IP_literal = ${ "[" ~ (IPv6addrz | IPv6address | IPvFuture) ~ "]" }
IPv6addrz  = ${ IPv6address ~ "%25" ~ ZoneID }
ZoneID     = @{ (unreserved | pct_encoded)+ }
"#;

/// A grammar unrelated to uri.pest. Only two of its rules have automata.
const ODD: &str = r#"
expression = { term ~ ("+" ~ term)* }
term       = { "(" ~ expression ~ ")" | digit+ }
quoted     = { PUSH("'"+) ~ digit ~ POP }
digit      = { '0'..'9' }
sign       = { "+" | "-" }
"#;

fn grammar(arguments: &[&str], stdin: &str) -> Ran {
    crate::uri(&[&["grammar"], arguments].concat(), stdin)
}

/// Runs `uri grammar` with these texts in files, whose paths replace `a.pest`, `b.pest` and so on in the
/// arguments.
fn with_files(arguments: &[&str], texts: &[&str]) -> Ran {
    let names = ["a.pest", "b.pest", "c.pest"];
    let files: Vec<TempFile> =
        names.iter().zip(texts).map(|(name, text)| TempFile::new(&unique(name), text.as_bytes())).collect();
    let path = |argument: &&str| {
        let index = names.iter().position(|name| name == argument);
        index.and_then(|index| files.get(index)).map_or((*argument).to_owned(), |file| file.path().to_owned())
    };
    let arguments: Vec<String> = arguments.iter().map(path).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut ran = grammar(&arguments, "");
    for (name, file) in names.iter().zip(&files) {
        ran.stdout = ran.stdout.replace(file.path(), name);
        ran.stderr = ran.stderr.replace(file.path(), name);
    }
    ran
}

/// Returns a file name that no other test uses, because tests run in parallel.
fn unique(name: &str) -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{name}", NEXT.fetch_add(1, Ordering::Relaxed))
}

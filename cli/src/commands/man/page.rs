//! A manual page: the sections that clap has of the arguments, and those of the help text.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};
use memchr::memmem;

use crate::args::{self, Help};
use crate::invariant::Invariant;

const SECTION: &str = "1";

const FILES: &[(&str, &str)] = &[(
    "~/.config/uri/config.toml",
    "The configuration of the user, with defaults for options; see uri-config(1). It is in $XDG_CONFIG_HOME instead of \
         ~/.config if that is set, and in %APPDATA% on Windows.",
)];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("URI_CONFIG", "The configuration file, instead of that of the user; none if it is empty."),
    ("XDG_CONFIG_HOME", "The folder for the configurations of the user, if it is absolute."),
    ("NO_COLOR", "Without --color, if it is set and not empty, no colors are used."),
    (
        "CLICOLOR_FORCE",
        "Without --color, if it is set and not 0, colors are used although the output is no terminal.",
    ),
    ("CLICOLOR", "Without --color, if it is 0, no colors are used."),
];

pub(super) struct Page {
    man: Man,
    /// Such as `uri-grammar-diff`.
    name: String,
    about: String,
    help: &'static Help,
    has_commands: bool,
    /// The pages of the commands above and below it.
    related: Vec<String>,
}

impl Page {
    /// Returns the page of a command that is built, with its path below `uri`.
    pub(super) fn of(command: &Command, path: &[String]) -> Self {
        let name = [&["uri".to_owned()], path].concat().join("-");
        let above = (0..path.len()).map(|end| [&["uri".to_owned()], &path[..end]].concat().join("-"));
        let below = command.get_subcommands().map(|below| format!("{name}-{}", below.get_name()));
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let help = args::help_of(path).invariant("each command has a help text");
        let mut related: Vec<String> = above.chain(below).collect();
        let others = help.see_also.iter().filter(|&&name| !related.iter().any(|known| known == name));
        let others: Vec<String> = others.map(|name| (*name).to_owned()).collect();
        related.extend(others);
        let man = Man::new(command.clone().about(lower_case(&about)).subcommand_help_heading("COMMANDS"))
            .title(name.to_uppercase())
            .section(SECTION)
            .source(concat!("uri ", env!("CARGO_PKG_VERSION")))
            .manual("urigram manual");
        Self { man, name, about, help, has_commands: command.has_subcommands(), related }
    }

    pub(super) fn file_name(&self) -> String {
        format!("{}.{SECTION}", self.name)
    }

    pub(super) fn roff(&self) -> io::Result<Vec<u8>> {
        let Self { man, help, .. } = self;
        let mut page = Vec::new();
        man.render_title(&mut page)?;
        add(&mut page, |out| man.render_name_section(out))?;
        add(&mut page, |out| man.render_synopsis_section(out))?;
        add(&mut page, |out| self.description().to_writer(out))?;
        add(&mut page, |out| man.render_options_section(out))?;
        if self.has_commands {
            add(&mut page, |out| man.render_subcommands_section(out))?;
        }
        let status = help.status.iter().map(|(status, when)| (status.to_string(), *when));
        add(&mut page, |out| terms("EXIT STATUS", status).to_writer(out))?;
        let owned = |&(term, meaning): &(&str, &'static str)| (term.to_owned(), meaning);
        add(&mut page, |out| terms("ENVIRONMENT", ENVIRONMENT.iter().map(owned)).to_writer(out))?;
        add(&mut page, |out| terms("FILES", FILES.iter().map(owned)).to_writer(out))?;
        add(&mut page, |out| self.examples().to_writer(out))?;
        add(&mut page, |out| self.see_also().to_writer(out))?;
        Ok(page)
    }

    fn description(&self) -> Roff {
        let mut roff = section("DESCRIPTION");
        roff.text(inlines(&format!("{}.", self.about)));
        for block in self.help.details.split("\n\n").filter(|block| !block.is_empty()) {
            if block.starts_with("  ") {
                literal(&mut roff, block.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)));
            } else {
                roff.control("PP", []).text(inlines(block));
            }
        }
        roff
    }

    fn examples(&self) -> Roff {
        let mut roff = section("EXAMPLES");
        literal(&mut roff, self.help.examples.iter().copied());
        roff
    }

    fn see_also(&self) -> Roff {
        let mut roff = section("SEE ALSO");
        let pages = self.related.iter().flat_map(|name| [bold(name), roman(format!("({SECTION}), "))]);
        roff.text(pages.chain([roman("RFC 3986")]).collect::<Vec<_>>());
        roff
    }
}

/// Adds a part of a page. Each part begins with definitions, which are needed once.
fn add(page: &mut Vec<u8>, render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut part = Vec::new();
    render(&mut part)?;
    let start = memmem::find(&part, b".SH ").unwrap_or(0);
    page.extend_from_slice(&part[start..]);
    Ok(())
}

fn section(name: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [name]);
    roff
}

/// Returns a section in which terms are explained.
fn terms(name: &str, terms: impl Iterator<Item = (String, &'static str)>) -> Roff {
    let mut roff = section(name);
    for (term, meaning) in terms {
        roff.control("TP", []).text([bold(term)]).text(inlines(meaning));
    }
    roff
}

/// Adds lines that are shown as they are.
fn literal<'l>(roff: &mut Roff, lines: impl Iterator<Item = &'l str>) {
    roff.control("PP", []).control("RS", ["4"]).control("nf", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []).control("RE", []);
}

/// Returns a text in which what is between backticks is bold.
fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(index, part)| if index % 2 == 0 { roman(part) } else { bold(part) }).collect()
}

/// Returns a summary as the line of a page's name has it: its first word is no name.
fn lower_case(summary: &str) -> String {
    let mut rest = summary.chars();
    match (rest.next(), rest.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(rest).collect(),
        _ => summary.to_owned(),
    }
}

//! `uri man`: writes manual pages, made from clap's sections and the help texts.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use clap::Command;
use clap::error::ErrorKind;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::args::{Help, Man, usage};
use crate::input::Name;
use crate::outcome::Error;
use crate::{args, output};

pub(crate) fn run(arguments: &Man) -> Result<(), Error> {
    let mut uri = args::command().disable_help_subcommand(true);
    uri.build();
    match &arguments.dir {
        Some(dir) => {
            let mut pages = Vec::new();
            all(&uri, &mut Vec::new(), &mut pages)?;
            fill(dir, pages)
        }
        None => {
            let (mut command, mut path) = (&uri, Vec::new());
            for typed in &arguments.command {
                command = below(command, typed)?;
                path.push(command.get_name().to_owned());
            }
            Ok(output::all(Page::of(command, &path).roff()?.as_bytes())?)
        }
    }
}

/// Returns the subcommand with the typed name.
fn below<'c>(command: &'c Command, typed: &str) -> Result<&'c Command, Error> {
    if !command.has_subcommands() {
        let message = format!("`{}` has no commands below it", command.get_bin_name().unwrap_or_default());
        return Err(usage::wrong("man", ErrorKind::InvalidSubcommand, &message).into());
    }
    let names = command.get_subcommands().map(|command| command.get_name().to_owned());
    let name = usage::name_of_command(typed.as_ref(), names)?;
    Ok(command.find_subcommand(name).unwrap_or(command))
}

/// Adds the pages of the command and its subcommands. `path` is the path of the command below `uri`.
fn all(command: &Command, path: &mut Vec<String>, pages: &mut Vec<(String, String)>) -> Result<(), Error> {
    let page = Page::of(command, path);
    pages.push((page.file_name(), page.roff()?));
    for below in command.get_subcommands() {
        path.push(below.get_name().to_owned());
        all(below, path, pages)?;
        path.pop();
    }
    Ok(())
}

const SECTION: &str = "1";

const FILES: &[(&str, &str)] = &[(
    "~/.config/uri/config.toml",
    "The configuration of the user, with defaults for options; see uri-config(1). It is in $XDG_CONFIG_HOME instead of \
         ~/.config if that is set, and in %APPDATA% on Windows.",
)];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("URI_CONFIG", "The configuration file, instead of that of the user; none if it is empty."),
    ("XDG_CONFIG_HOME", "The folder for the configurations of the user, if it is absolute."),
    ("NO_COLOR", "With --color auto, if it is set and not empty, no colors are used."),
    (
        "CLICOLOR_FORCE",
        "With --color auto, if it is set and not 0, colors are used although the output is not a terminal.",
    ),
    ("CLICOLOR", "With --color auto, if it is 0, no colors are used."),
];

struct Page {
    man: clap_mangen::Man,
    /// Such as `uri-grammar-diff`.
    name: String,
    about: String,
    usage: String,
    help: &'static Help,
    has_commands: bool,
    /// The pages of the parent command, the subcommands, and the commands under `see_also`.
    related: Vec<String>,
}

impl Page {
    /// Returns the page of the command at `path`. The command must have been built by clap.
    fn of(command: &Command, path: &[String]) -> Self {
        let name = [&["uri".to_owned()], path].concat().join("-");
        let above = (0..path.len()).map(|end| [&["uri".to_owned()], &path[..end]].concat().join("-"));
        let below = command.get_subcommands().map(|below| format!("{name}-{}", below.get_name()));
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let help = args::help_of(path).expect("each command has a help text");
        let mut related: Vec<String> = above.chain(below).collect();
        for near in help.see_also {
            if !related.iter().any(|known| known == near) {
                related.push((*near).to_owned());
            }
        }
        let man = clap_mangen::Man::new(
            command.clone().about(lower_case(&about)).subcommand_help_heading("COMMANDS"),
        );
        let (usage, has_commands) = (command.clone().render_usage().to_string(), command.has_subcommands());
        Self { man: man.section(SECTION), name, about, usage, help, has_commands, related }
    }

    fn file_name(&self) -> String {
        format!("{}.{SECTION}", self.name)
    }

    fn roff(&self) -> io::Result<String> {
        let Self { man, help, .. } = self;
        let mut page = Roff::new().render();
        // The date is empty, so that builds are reproducible.
        let version = env!("CARGO_PKG_VERSION");
        page += &format!(
            ".TH {} {SECTION} \"\" \"uri {version}\" \"urigram manual\"\n",
            self.name.to_uppercase()
        );
        page += &by_clap(|out| man.render_name_section(out))?;
        page += body(&self.synopsis().render());
        page += body(&self.description().render());
        page += &by_clap(|out| man.render_options_section(out))?;
        if self.has_commands {
            page += &by_clap(|out| man.render_subcommands_section(out))?;
        }
        let status = help.status.iter().map(|(status, when)| (status.to_string(), *when));
        page += body(&terms("EXIT STATUS", status).render());
        let owned = |&(term, meaning): &(&str, &'static str)| (term.to_owned(), meaning);
        page += body(&terms("ENVIRONMENT", ENVIRONMENT.iter().map(owned)).render());
        page += body(&terms("FILES", FILES.iter().map(owned)).render());
        page += body(&self.examples().render());
        page += body(&self.see_also().render());
        // roff would read two backslashes as an escaped backslash.
        Ok(page.replace(r"\\", r"\e"))
    }

    fn synopsis(&self) -> Roff {
        let mut roff = section("SYNOPSIS");
        for (index, line) in self.usage.lines().enumerate() {
            if index > 0 {
                roff.control("br", []);
            }
            let line = line.trim_start_matches("Usage:").trim();
            let words = line.split(' ').take_while(|word| word.starts_with(char::is_lowercase)).count();
            let end = line.match_indices(' ').nth(words.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
            roff.text([bold(&line[..end]), roman(&line[end..])]);
        }
        roff
    }

    fn description(&self) -> Roff {
        let mut roff = section("DESCRIPTION");
        roff.text(inlines(&format!("{}.", self.about)));
        for block in self.help.details.split("\n\n").filter(|block| !block.is_empty()) {
            if block.starts_with("  ") {
                literal(
                    roff.control("PP", []),
                    block.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)),
                );
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

/// Returns a section without its leading macro definitions, which a page needs only once.
fn body(section: &str) -> &str {
    &section[section.find(".SH ").unwrap_or(0)..]
}

/// Renders a section with clap, in the style of the other sections: blank lines become vertical space, and
/// text between backticks becomes bold.
fn by_clap(render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<String> {
    let mut section = Vec::new();
    render(&mut section)?;
    let section = String::from_utf8_lossy(&section);
    let spaced = body(&section).replace("\n.br\n\n.br\n", "\n.sp\n").replace("\n\n", "\n.sp\n");
    let parts = spaced.split('`').enumerate();
    Ok(parts
        .map(|(index, part)| if index % 2 == 0 { part.to_owned() } else { format!(r"\fB{part}\fR") })
        .collect())
}

fn section(name: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [name]);
    roff
}

/// Returns a section that lists terms with their explanations.
fn terms(name: &str, terms: impl Iterator<Item = (String, &'static str)>) -> Roff {
    let mut roff = section(name);
    for (term, meaning) in terms {
        roff.control("TP", []).text([bold(term)]).text(inlines(meaning));
    }
    roff
}

/// Adds literal lines.
fn literal<'l>(roff: &mut Roff, lines: impl Iterator<Item = &'l str>) {
    roff.control("RS", ["4"]).control("nf", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []).control("RE", []);
}

/// Returns the text with the parts between backticks in bold.
fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(index, part)| if index % 2 == 0 { roman(part) } else { bold(part) }).collect()
}

/// Returns the summary with its first letter in lower case, as is usual in the NAME section.
fn lower_case(summary: &str) -> String {
    let mut rest = summary.chars();
    match (rest.next(), rest.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(rest).collect(),
        _ => summary.to_owned(),
    }
}

/// Writes these files to a folder, which is created if it does not exist.
pub(super) fn fill(
    folder: &Path,
    files: impl IntoIterator<Item = (String, impl AsRef<[u8]>)>,
) -> Result<(), Error> {
    let refused = |path: &Path| {
        let name = Name::of_file(path).shown;
        move |error| Error::Refused(format!("uri: {name}: {error}"))
    };
    fs::create_dir_all(folder).map_err(refused(folder))?;
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, content).map_err(refused(&path))?;
    }
    Ok(())
}

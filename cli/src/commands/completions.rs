//! `uri completions`: writes completion scripts for shells, and answers the calls of these scripts.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use std::{env, io};

use clap::{Arg, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{Bash, EnvCompleter, Fish, Powershell, Shells, Zsh};
use urigram::Rule;
use urigram::policy::Policy;

use crate::args::{Completions, Shell};
use crate::commands::{get, man};
use crate::outcome::Error;
use crate::parser::read::Patience;
use crate::parser::{library, read};
use crate::{args, output};

/// The variable in which a script passes the name of its shell.
const VARIABLE: &str = "URI_COMPLETE";
const NAME: &str = "uri";

const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Writes completions if a shell's script requests them, and returns whether it did.
pub(crate) fn answer() -> Result<bool, Error> {
    let shells = SHELLS.map(completer);
    let complete = CompleteEnv::with_factory(completed_command).var(VARIABLE).shells(Shells(&shells));
    Ok(complete.try_complete(env::args_os(), env::current_dir().ok().as_deref())?)
}

pub(crate) fn run(arguments: &Completions) -> Result<(), Error> {
    match &arguments.dir {
        Some(dir) => {
            let files = SHELLS.map(|shell| Ok((file_name(shell).to_owned(), script(shell)?)));
            man::fill(dir, files.into_iter().collect::<Result<Vec<_>, Error>>()?)
        }
        None => {
            let shell = arguments.shell.expect("clap asks for a shell or a folder");
            Ok(output::all(&script(shell)?)?)
        }
    }
}

fn completer(shell: Shell) -> &'static dyn EnvCompleter {
    match shell {
        Shell::Bash => &Bash,
        Shell::Zsh => &Zsh,
        Shell::Fish => &Fish,
        Shell::PowerShell => &PowerShell,
    }
}

const fn file_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "uri.bash",
        Shell::Zsh => "_uri",
        Shell::Fish => "uri.fish",
        Shell::PowerShell => "_uri.ps1",
    }
}

fn script(shell: Shell) -> Result<Vec<u8>, Error> {
    let mut script = Vec::new();
    completer(shell).write_registration(VARIABLE, NAME, NAME, NAME, &mut script)?;
    script.truncate(script.trim_ascii_end().len());
    script.extend_from_slice(addition(shell).as_bytes());
    script.push(b'\n');
    Ok(script)
}

/// Returns lines that are added to clap's script.
const fn addition(shell: Shell) -> &'static str {
    match shell {
        // Bash splits `--name=value` at the `=`, and clap's script does not join the parts. Without `-o
        // filenames`, the name of a file with a space would become several words; but applied to all words,
        // the option would complete the command `grammar` to `grammar/` if such a folder exists.
        Shell::Bash => {
            r#"
_uri_complete() {
    local words=() current=0 last=0 at word
    for at in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[at]}
        ((at == COMP_CWORD && BASH_VERSINFO[0] >= 4)) && [[ $word != = ]] && word=$2
        if [[ ${words[last]-} == --* && $word == = || ${words[last]-} == --*= && ${COMP_WORDS[at - 1]} == = ]]; then
            words[last]+=$word
        else
            last=${#words[@]}
            words[last]=$word
        fi
        ((at == COMP_CWORD)) && current=$last
    done
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$current
    _clap_complete_uri "$1" "${words[current]}" "${3-}"
    [[ -n ${COMPREPLY+some} ]] || return
    local name=${words[current]%%=*}= candidate
    if [[ $name == --* && ${words[current]} == *=* && $2 != "$name"* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"$name"}")
    fi
    for candidate in "${COMPREPLY[@]}"; do
        [[ $candidate == */ || -f $candidate ]] || return
    done
    compopt -o filenames 2> /dev/null
}
_uri_registered=$(complete -p uri)
eval "${_uri_registered/_clap_complete_uri/_uri_complete}"
unset _uri_registered"#
        }
        // Zsh loads the script at the first completion, which would return nothing without this call.
        Shell::Zsh => {
            r#"
if [[ "${funcstack[1]}" = _uri ]]; then
    _clap_dynamic_completer_uri "$@"
fi"#
        }
        Shell::Fish | Shell::PowerShell => "",
    }
}

/// The time limit for reading a grammar, because the user waits for the completion.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns the command with completers for the values of its arguments.
fn completed_command() -> Command {
    completed(args::command())
}

fn completed(command: Command) -> Command {
    command.mut_args(with_candidates).mut_subcommands(completed)
}

fn with_candidates(argument: Arg) -> Arg {
    let name = argument.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
    match name.as_deref() {
        Some("RULE" | "RULE[=ABNF_RULE]") => argument.add(ArgValueCompleter::new(rules)),
        Some("NAME|FILE" | "GRAMMAR" | "A" | "B") => argument.add(ArgValueCompleter::new(grammars)),
        Some("PRESET|FILE") => argument.add(ArgValueCompleter::new(policies)),
        Some("COMMAND") => argument.add(ArgValueCompleter::new(commands)),
        Some("FIELDS") => argument.add(ArgValueCompleter::new(fields)),
        _ => argument,
    }
}

/// Returns the rules of the grammar that was typed, or of the built-in one.
fn rules(current: &OsStr) -> Vec<CompletionCandidate> {
    match grammar_typed() {
        Some(file) => match read::within(Patience::new(PATIENCE), Some(Path::new(&file))) {
            Ok(grammar) => of(current, grammar.rules().iter().map(|rule| library::name(&rule.name))),
            Err(_) => Vec::new(),
        },
        None => of(current, Rule::ALL.iter().map(|rule| rule.as_str())),
    }
}

fn grammars(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = of(current, read::names());
    candidates.extend(PathCompleter::file().complete(current));
    candidates
}

fn policies(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = of(current, Policy::PRESETS.iter().copied());
    candidates.extend(PathCompleter::file().complete(current));
    candidates
}

/// Returns the text with each field that its last brace may begin.
fn fields(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = current.to_str() else { return Vec::new() };
    let start = typed.rfind('{').unwrap_or(typed.len());
    let (before, begun) = typed.split_at(start);
    let all = get::fields().map(|name| format!("{{{name}}}"));
    let begun = all.filter(|field| field.starts_with(begun));
    begun.map(|field| CompletionCandidate::new(format!("{before}{field}"))).collect()
}

/// Returns the commands, or the subcommands of the command that was typed.
fn commands(current: &OsStr) -> Vec<CompletionCandidate> {
    let uri = args::command();
    let group =
        typed().iter().find_map(|word| uri.find_subcommand(word).filter(|group| group.has_subcommands()));
    of(current, group.unwrap_or(&uri).get_subcommands().map(Command::get_name))
}

fn of<'n>(current: &OsStr, names: impl Iterator<Item = &'n str>) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    names.filter(|name| name.starts_with(current.as_ref())).map(CompletionCandidate::new).collect()
}

/// Returns the words of the command line to complete.
fn typed() -> Vec<OsString> {
    env::args_os().skip_while(|word| word != "--").skip(2).collect()
}

/// Returns the value of `--grammar`, or the first argument that is a grammar.
fn grammar_typed() -> Option<OsString> {
    let words = typed();
    let after_option = words.windows(2).find(|pair| pair[0] == "--grammar").map(|pair| pair[1].clone());
    let in_option = || words.iter().find_map(|word| Some(word.to_str()?.strip_prefix("--grammar=")?.into()));
    let is_grammar = |word: &&OsString| {
        let path = Path::new(word);
        read::is_name(path) || path.extension().is_some_and(|end| end == "pest")
    };
    after_option.or_else(in_option).or_else(|| words.iter().find(is_grammar).cloned())
}

/// The variable in which the script passes the index of the word to complete.
const INDEX: &str = "URI_COMPLETE_INDEX";

/// Completes like clap's own PowerShell script, but without evaluating the typed line: with clap's script, completing
/// `uri parse "$(command)"` runs the command.
struct PowerShell;

impl EnvCompleter for PowerShell {
    fn name(&self) -> &'static str {
        Powershell.name()
    }

    fn is(&self, name: &str) -> bool {
        Powershell.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        command: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(
            out,
            r#"Register-ArgumentCompleter -Native -CommandName {command} -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)

    # Arguments of a call, so that nothing of them is run.
    $words = @($commandAst.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }} | ForEach-Object {{
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) {{ $_.Value }} else {{ $_.Extent.Text }}
    }})
    $before = $env:{variable}, $env:{INDEX}
    try {{
        $env:{variable} = 'powershell'
        # PowerShell before 7.3 leaves out arguments that are empty.
        $env:{INDEX} = $words.Count
        $lines = & {completer} '--' @words $wordToComplete
    }} finally {{
        $env:{variable}, $env:{INDEX} = $before
    }}
    $lines | ForEach-Object {{
        $value, $help = $_ -split "`t", 2
        if (-not $help) {{ $help = $value }}
        # The name of a file may be code.
        $text = if ($value -match '^[\w./\\:=-]+$') {{ $value }} else {{ "'" + $value.Replace("'", "''") + "'" }}
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
    }}
}}"#
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        mut words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if env::var(INDEX).is_ok_and(|index| index.parse() == Ok(words.len())) {
            words.push(OsString::new());
        }
        Powershell.write_complete(command, words, folder, out)
    }
}

//! `uri completions`: writes the scripts by which shells complete command lines, and answers these scripts.
//!
//! In: a shell, or a folder for the scripts of all shells; or else, from a script, a variable and the words typed so far.
//! Out: scripts; or what can come next, to which `candidates` adds the values of options that clap does not know.
//! Next: `main`, which answers a script before it reads the arguments.

mod candidates;
mod powershell;

use std::env;

use clap_complete::CompleteEnv;
use clap_complete::env::{Bash, EnvCompleter, Fish, Shells, Zsh};

use self::powershell::PowerShell;
use crate::args::{Completions, Shell};
use crate::commands::folder;
use crate::outcome::Error;
use crate::output;

/// The variable in which a script names its shell.
const VARIABLE: &str = "URI_COMPLETE";
const NAME: &str = "uri";

const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Answers a script that asks what can come next. Returns whether one has asked.
pub(crate) fn answer() -> Result<bool, Error> {
    let shells = SHELLS.map(completer);
    let complete = CompleteEnv::with_factory(candidates::command).var(VARIABLE).shells(Shells(&shells));
    Ok(complete.try_complete(env::args_os(), env::current_dir().ok().as_deref())?)
}

pub(crate) fn run(arguments: &Completions) -> Result<(), Error> {
    match &arguments.dir {
        Some(dir) => {
            let files = SHELLS.map(|shell| Ok((file_name(shell).to_owned(), script(shell)?)));
            folder::fill(dir, files.into_iter().collect::<Result<Vec<_>, Error>>()?)
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

/// Returns what clap's script lacks.
const fn addition(shell: Shell) -> &'static str {
    match shell {
        // Bash splits `--name=value` at the `=`, and clap's script does not join it. Without `-o filenames`, a file whose name
        // has a space would become several words; for all words, it would make `grammar/` of the command `grammar` where
        // there is such a folder.
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
        // Otherwise the first call of a script that zsh has found in its path completes nothing.
        Shell::Zsh => {
            r#"
if [[ "${funcstack[1]}" = _uri ]]; then
    _clap_dynamic_completer_uri "$@"
fi"#
        }
        Shell::Fish | Shell::PowerShell => "",
    }
}

//! Completion in PowerShell.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env::{EnvCompleter, Powershell};

/// The variable in which the script says how many words precede the one that is to be completed.
const INDEX: &str = "URI_COMPLETE_INDEX";

/// Like clap's completer, whose script runs the line that is typed: a completion of `uri parse "$(command)"` would run the
/// command.
pub(super) struct PowerShell;

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
        # Some versions leave out arguments that are empty.
        $env:{INDEX} = $words.Count
        $lines = & {completer} '--' @words $wordToComplete
    }} finally {{
        $env:{variable}, $env:{INDEX} = $before
    }}
    $lines | ForEach-Object {{
        $value, $help = $_ -split "`t", 2
        if (-not $help) {{ $help = $value }}
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
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

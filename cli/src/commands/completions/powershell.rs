//! Completion in PowerShell.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env::{EnvCompleter, Powershell};

/// The variable in which the script says how many words precede the one that is to be completed.
const INDEX: &str = "URI_COMPLETE_INDEX";

/// Completes as clap does, with a script that does not evaluate the line that is typed. With clap's, a completion of
/// `uri parse "$(command)"` runs the command.
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

//! Wrong arguments, help, and colors.

use rstest::rstest;

use crate::{Ran, TempFile, command, run, uri};

#[rstest]
#[case::no_command(&[], "Usage: uri [OPTIONS] <COMMAND>")]
#[case::reference_without_a_command(&["http://example.com/"], "tip: to parse a reference, write 'parse' before it")]
#[case::unknown_command(&["normalise"], "tip: a similar subcommand exists: 'normalize'")]
#[case::unknown_format(&["parse", "--format", "xml"], "[possible values: text, json]")]
#[case::near_rule(&["parse", "--as", "IPv6adress", ""], "tip: a similar value exists: 'IPv6address'")]
#[case::rule_in_another_case(&["parse", "--as", "Uri", ""], "tip: a similar value exists: 'URI'")]
#[case::rule_in_lower_case(&["parse", "--as", "uri", ""], "tip: a similar value exists: 'URI'")]
#[case::misspelt_page(&["man", "normalise"], "tip: a similar value exists: 'normalize'")]
#[case::unknown_separator(&["edit", "--query-separator", ",", "a"], "[possible values: &, ;]")]
#[case::no_grammar_command(&["grammar"], "Usage: uri grammar [OPTIONS] <COMMAND>")]
#[case::nothing_to_compare(&["grammar", "diff"], "Usage: uri grammar diff <A> [B]")]
#[case::no_base(&["resolve", "a"], "<--base <BASE>|--pairs>")]
#[case::two_kinds_of_base(&["relativize", "--base", "a:", "--pairs"], "cannot be used with '--pairs'")]
#[case::steps_of_1996(
    &["resolve", "--base", "a:", "--steps", "--draft-1996"],
    "'--steps' cannot be used with '--draft-1996'"
)]
#[case::grammar_to_resolve_by(
    &["--grammar", "uri.pest", "resolve", "--base", "a:", "b"],
    "the other commands use the built-in grammar"
)]
#[case::grammar_to_normalize_by(&["--grammar", "uri.pest", "normalize", "a"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_read_urls_by(&["--grammar", "uri.pest", "whatwg", "a"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_compare_by(&["--grammar", "uri.pest", "compare", "a", "b"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_edit_by(&["--grammar", "uri.pest", "edit", "a"], "goes with parse, tree, trace, check and validate")]
#[case::unknown_level(
    &["normalize", "--level", "protocol", "a"],
    "[possible values: string, case, percent, path, scheme]"
)]
#[case::address_to_encode(&["encode", "--for", "host", "::1"], "invalid value 'host' for '--for <COMPONENT>'")]
#[case::unknown_rule(&["check", "--as", "x"], "URI-reference, absolute-URI, relative-ref")]
#[case::variable_without_a_value(&["template", "expand", "--var", "a", "{a}"], "there is no `=` after a name")]
#[case::no_template(&["template", "match"], "<TEMPLATE>")]
#[case::column_zero(&["check", "--csv", "0"], "columns are numbered from 1")]
#[case::column_beyond_all(&["check", "--csv", "99999999999999999999"], "no record has so many columns")]
#[case::delimiter_of_two(&["check", "--csv", "1", "--delimiter", "ab"], "the delimiter is one ASCII character")]
#[case::delimiter_beyond_ascii(&["check", "--csv", "1", "--delimiter", "é"], "the delimiter is one ASCII character")]
#[case::delimiter_of_lines(&["check", "--csv", "1", "--delimiter", "\n"], "cannot be the delimiter")]
#[case::delimiter_without_csv(&["check", "--delimiter", ";"], "--csv <COLUMN>")]
#[case::comments_in_csv(&["check", "--csv", "1", "--comments", "#"], "cannot be used with")]
#[case::empty_comments(&["check", "--comments", ""], "a value is required for '--comments <PREFIX>'")]
#[case::quiet_findings(&["check", "--quiet", "--findings"], "cannot be used with '--findings'")]
#[case::quiet_json(&["check", "--quiet", "--format", "json"], "cannot be used with '--format <FORMAT>'")]
#[case::sarif_of_a_tree(&["tree", "--format", "sarif"], "[possible values: text, json]")]
#[case::line_longer_than_any(&["check", "--max-line", "4294967296"], "4294967296 is not in 0..=4294967295")]
#[case::no_steps(&["trace", "--limit", "0"], "0 is not in 1..=1000000")]
#[case::too_many_steps(&["trace", "--limit", "1000001"], "1000001 is not in 1..=1000000")]
#[case::rule_to_trace(&["trace", "--as", "IPv6adress", ""], "tip: a similar value exists: 'IPv6address'")]
#[case::limit_without_grammar(&["check", "--max-steps", "9"], "'--max-steps <STEPS>' goes with '--grammar <FILE>'")]
#[case::no_grammar(&["parse", "--grammar", "no/such.pest", "a"], "no/such.pest: No such file")]
#[case::host_without_policy(&["check", "--allow-host", "a"], "'--allow-host <HOST>' needs '--policy <PRESET|FILE>'")]
#[case::hosts_without_policy(&["check", "--allow-hosts", "a"], "'--allow-hosts <FILE>' needs '--policy <PRESET|FILE>'")]
#[case::warnings_without_policy(&["validate", "--refuse-warnings"], "'--refuse-warnings' needs '--policy <PRESET|FILE>'")]
#[case::unknown_color(&["--color", "sometimes", "parse", "a"], "[possible values: auto, always, never]")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = uri(arguments, "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

/// The values that were probably meant, in a hint.
#[rstest]
#[case::lower_case(&["parse", "--as", "uri", "a"], &["URI"])]
#[case::mixed_case(&["parse", "--as", "Uri", "a"], &["URI"])]
#[case::url(&["check", "--as", "URL"], &["URI"])]
#[case::iri(&["parse", "--as", "IRI", "a"], &["URI"])]
#[case::upper_case(&["tree", "--as", "HOST", "a"], &["host"])]
#[case::other_case(&["trace", "--as", "Uri-Reference", "a"], &["URI-reference"])]
#[case::punctuation(&["validate", "--as", "ipv6 address", "a"], &["IPv6address"])]
#[case::longer(&["parse", "--as", "hostname", "a"], &["host"])]
#[case::beginning(&["parse", "--as", "rel", "a"], &["relative-ref", "relative-part"])]
#[case::typing_error(&["parse", "--as", "usrinfo", "a"], &["userinfo"])]
#[case::nothing_similar(&["parse", "--as", "xyzzy", "a"], &[])]
#[case::rule_of_fix(&["fix", "--as", "Uri", "a"], &["URI"])]
#[case::format(&["parse", "--format", "JSON", "a"], &["json"])]
#[case::code(&["explain", "pasword-in-userinfo"], &["password-in-userinfo"])]
#[case::name_of_a_variant(&["explain", "Ipv4LikeHost"], &["ipv4-like-host"])]
#[case::word(&["explain", "punycode"], &["invalid-punycode"])]
#[case::words(&["explain", "dot"], &["host-trailing-dot", "dot-segment", "encoded-dot-segment"])]
#[case::no_code(&["explain", "foo"], &[])]
fn suggests_similar_values(#[case] arguments: &[&str], #[case] similar: &[&str]) {
    let stderr = uri(arguments, "").said(2);
    let hint = match similar {
        [] => String::new(),
        [value] => format!("  tip: a similar value exists: '{value}'\n"),
        values => format!("  tip: some similar values exist: '{}'\n", values.join("', '")),
    };
    assert!(stderr.contains(&hint) && stderr.contains("similar") != similar.is_empty(), "{stderr}");
    let is_code = arguments[0] == "explain";
    assert_eq!(stderr.contains("[possible values: "), !is_code, "{stderr}");
    let explains_all = is_code && similar.is_empty();
    assert_eq!(stderr.contains("tip: 'uri explain --all' explains all codes"), explains_all, "{stderr}");
}

/// RFC 3986, section 3.2.3: a port has any number of digits, or none. More than 16 bits are a finding.
#[rstest]
#[case::none("", "http://h:/", None)]
#[case::large("99999999", "http://h:99999999/", Some("port-too-large"))]
#[case::of_tcp("65535", "http://h:65535/", None)]
#[case::above("65536", "http://h:65536/", Some("port-too-large"))]
#[case::zero("0", "http://h:0/", Some("port-zero"))]
fn any_digits_are_a_port(#[case] port: &str, #[case] expected: &str, #[case] code: Option<&str>) {
    assert_eq!(uri(&["edit", "--port", port, "http://h/"], "").printed(0), format!("{expected}\n"));
    let built = uri(&["build", "--scheme", "http", "--host", "h", "--port", port, "--path", "/"], "");
    assert_eq!(built.printed(0), format!("{expected}\n"));
    let findings = uri(&["validate", expected], "").printed(0);
    assert!(findings.contains(code.unwrap_or_default()), "{findings}");
    assert_eq!(findings.contains("[port-"), code.is_some(), "{findings}");
}

#[rstest]
#[case::letter("8a")]
#[case::sign("-1")]
#[case::dot("8.0")]
fn other_ports_are_refused(#[case] port: &str) {
    let stderr = uri(&["edit", "--port", port, "http://h/"], "").said(2);
    assert!(stderr.contains(" in the port at byte ") && stderr.contains("expected a digit"), "{stderr}");
    let ran = uri(&["parse", &format!("http://h:{port}/")], "");
    assert!(ran.stderr.contains("a port has only decimal digits"), "{}", ran.stderr);
}

#[test]
fn the_version_is_told() {
    let stdout = uri(&["--version"], "").printed(0);
    assert_eq!(stdout, concat!("uri ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[rstest]
fn paragraphs_of_help_have_no_odd_line_breaks(
    #[values("prove", "diff", "check", "sample", "draw", "compile")] command: &str,
    #[values(80, 120)] width: usize,
) {
    let mut wide = crate::command(&["grammar", command, "--help"]);
    wide.env("COLUMNS", width.to_string());
    let help = crate::run(wide, b"").stdout;
    let lines: Vec<&str> = help.lines().collect();
    let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
    for pair in lines.windows(2).filter(|pair| pair.iter().all(|line| is_text(line))) {
        let word = pair[1].split(' ').next().unwrap();
        assert!(pair[0].chars().count() + 1 + word.chars().count() > width, "{}", pair.join("\n"));
    }
}

#[rstest]
#[case::value(&["parse", "--as", "\x1b]0;x\x07\nerror: forged"])]
#[case::option(&["check", "--\u{9b}31m\u{202e}"])]
#[case::command(&["\x1b[2J"])]
fn is_refused_without_a_command_to_the_terminal(#[case] arguments: &[&str]) {
    let ran = uri(arguments, "");
    assert!(!ran.stderr.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']), "{}", ran.stderr);
    assert!(ran.stderr.contains("\\u{"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("\nerror: forged"), "{}", ran.stderr);
    assert_eq!(ran.status, 2);
}

#[cfg(target_os = "linux")]
#[rstest]
#[case(&["--help"])]
#[case(&["--version"])]
#[case(&["parse", "a"])]
#[case(&["parse", "--details", "--format", "json", "a"])]
#[case(&["check", "--format", "json"])]
#[case(&["check", "--format", "sarif"])]
#[case(&["extract", "--suffix"])]
#[case(&["trace", "a"])]
#[case(&["validate", "http://localhost/"])]
#[case(&["fix", "a"])]
#[case(&["explain", "--all"])]
#[case(&["resolve", "--base", "a:b", "c"])]
#[case(&["resolve", "--steps", "--base", "a:b", "c"])]
#[case(&["relativize", "--base", "a:b", "a:c"])]
#[case(&["normalize", "--unique", "a"])]
#[case(&["compare", "a", "a"])]
#[case(&["whatwg", "http:a"])]
#[case(&["edit", "--push", "a", "b"])]
#[case(&["build", "--path", "a"])]
#[case(&["encode", "--for", "path", "a"])]
#[case(&["decode", "a"])]
#[case(&["get", "{host}", "a"])]
#[case(&["template", "expand", "a"])]
#[case(&["template", "match", "a", "a", "--format", "json"])]
#[case(&["template", "variables", "{a}"])]
#[case(&["grammar", "prove"])]
#[case(&["grammar", "diff", "-", "--all"])]
#[case(&["grammar", "check", "-"])]
#[case(&["grammar", "sample"])]
#[case(&["grammar", "draw"])]
#[case(&["grammar", "compile"])]
fn output_that_cannot_be_written_is_reported(
    #[case] arguments: &[&str],
    #[values(
        (">/dev/full", "No space left on device (os error 28)"),
        (">&-", "it is closed"),
        ("1</dev/null", "it is not open for writing")
    )]
    (to, why): (&str, &str),
) {
    let ran = crate::run(redirected(arguments, to), b"port = { DIGIT | DIGIT } // http://a/\n");
    assert_eq!(ran.stderr, format!("uri: <stdout>: {why}\n"));
    assert_eq!(ran.status, 2);
}

/// Programs redirect unwanted output of their child processes in this way.
#[cfg(target_os = "linux")]
#[rstest]
fn output_that_nobody_wants_is_no_fault(
    #[values(">/dev/null", "1<>/dev/null", ">/dev/null <&-", "<>/dev/null >&0")] to: &str,
) {
    assert_eq!(crate::run(redirected(&["parse", "a"], to), b"").printed(0), "");
}

/// Without this check, the command would seem successful without reading its input.
#[cfg(unix)]
#[rstest]
#[case(&["check"])]
#[case(&["check", "-", "--csv", "1"])]
#[case(&["parse"])]
#[case(&["validate", "-"])]
#[case(&["normalize"])]
#[case(&["decode"])]
#[case(&["extract"])]
fn a_closed_standard_input_is_not_empty(#[case] arguments: &[&str]) {
    let ran = crate::run(redirected(arguments, "<&-"), b"");
    let said = "uri: <stdin>: it is closed\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}

#[cfg(unix)]
pub(crate) fn redirected(arguments: &[&str], to: &str) -> std::process::Command {
    let uri = crate::command(arguments);
    let mut shell = crate::undisturbed(std::process::Command::new("sh"));
    shell.args(["-c", &format!("exec \"$0\" \"$@\" {to}")]).arg(uri.get_program()).args(arguments);
    let piped = std::process::Stdio::piped;
    shell.stdin(piped()).stdout(piped()).stderr(piped());
    shell
}

/// Returns the headings of the help that list commands, and the names below each.
pub(crate) fn groups(help: &str) -> Vec<(String, Vec<String>)> {
    let (lists, _) = help.split_once("\nOptions:\n").unwrap_or_else(|| panic!("{help}"));
    let paragraphs = lists.split("\n\n").skip_while(|text| !text.starts_with("Usage: ")).skip(1);
    let lists = paragraphs.filter(|text| !text.starts_with("Arguments:"));
    let names = |list: &str| {
        let lines =
            list.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
        let names = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
        names.filter(|name| name != "help").collect()
    };
    lists
        .filter_map(|list| list.split_once(":\n"))
        .map(|(heading, list)| (heading.to_owned(), names(list)))
        .collect()
}

/// Returns the paths of all commands, such as `grammar diff`, as listed in the help. The first path is empty.
pub(crate) fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut read = 0;
    while let Some(path) = commands.get(read).cloned() {
        read += 1;
        let names = groups(&help(&path, "--help")).into_iter().flat_map(|(_, names)| names);
        commands.extend(names.map(|name| [path.as_slice(), &[name]].concat()));
    }
    assert!(commands.len() > 25, "{commands:?}");
    commands
}

/// Returns the first line of a command's help.
pub(crate) fn summary(path: &[String]) -> String {
    help(path, "-h").lines().next().unwrap().to_owned()
}

/// Returns the exit statuses in the help, with their meanings.
pub(crate) fn statuses(path: &[String]) -> Vec<(i32, String)> {
    let mut wide = crate::command(&arguments(path, "--help"));
    wide.env("COLUMNS", "1000");
    let help = crate::run(wide, b"").stdout;
    let lines = section(&help, "Exit status:");
    let status = |line: &&str| {
        let (status, when) = line.split_once("  ").unwrap();
        (status.parse().unwrap(), when.to_owned())
    };
    lines.iter().map(status).collect()
}

fn arguments<'a>(path: &'a [String], option: &'a str) -> Vec<&'a str> {
    path.iter().map(String::as_str).chain([option]).collect()
}

pub(crate) fn help(path: &[String], option: &str) -> String {
    let Ran { stdout, stderr, status } = uri(&arguments(path, option), "");
    assert_eq!((stderr.as_str(), status), ("", 0), "{path:?}");
    stdout
}

/// Returns the lines below a heading, without their indentation.
fn section<'h>(help: &'h str, heading: &str) -> Vec<&'h str> {
    let (_, section) = help.split_once(&format!("\n\n{heading}\n")).unwrap_or_else(|| panic!("{help}"));
    let lines = section.split("\n\n").next().unwrap().lines();
    lines.map(|line| line.strip_prefix("  ").unwrap_or_else(|| panic!("{heading}{line}"))).collect()
}

/// The exit statuses and examples come last, in `-h` too.
#[test]
fn help_form() {
    for path in commands() {
        let (long, short) = (help(&path, "--help"), help(&path, "-h"));
        let (_, end) = long.split_once("\n\nExit status:\n").unwrap_or_else(|| panic!("{long}"));
        assert!(short.ends_with(end), "{short}");
        assert!(long.lines().count() >= short.lines().count(), "{path:?}");
        assert_eq!(end.matches("\n\n").count(), 1, "{end}");

        let statuses = statuses(&path);
        assert!(
            [&[0, 2][..], &[0, 1, 2]]
                .contains(&statuses.iter().map(|(status, _)| *status).collect::<Vec<_>>().as_slice())
        );
        for (_, when) in &statuses {
            assert!(
                !when.ends_with('.') && when.starts_with(char::is_lowercase) || when.starts_with("a "),
                "{when}"
            );
        }
        let typed = [&["uri".to_owned()], path.as_slice()].concat().join(" ");
        for example in section(&long, "Examples:") {
            assert!(example.contains(&typed), "{example}");
        }
    }
}

#[rstest]
#[case::group(&["grammar"])]
#[case::explain(&["explain"])]
#[case::build(&["build"])]
#[case::completions(&["completions"])]
fn help_is_shown_where_nothing_is_typed(#[case] arguments: &[&str]) {
    let stderr = uri(arguments, "").said(2);
    assert!(stderr.contains("\n\nExit status:\n  0  "), "{}", stderr);
}

/// Commands with styled output: an answer, an error of a command, help, and a usage error.
const STYLED: [&[&str]; 5] = [
    &["parse", "http://example.com/"],
    &["validate", "http://0x7f.1/"],
    &["parse", "a b"],
    &["parse", "--help"],
    &["parse", "--as", "URL", "a"],
];

fn has_styles(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    let mut command = command(arguments);
    command.envs(variables.iter().copied());
    let ran = run(command, b"");
    (ran.stdout + &ran.stderr).contains('\x1b')
}

#[rstest]
#[case::a_pipe(&[], &[], false)]
#[case::auto(&["--color", "auto"], &[], false)]
#[case::always(&["--color", "always"], &[], true)]
#[case::always_in_one(&["--color=always"], &[], true)]
#[case::always_without_colors(&["--color", "always"], &[("NO_COLOR", "1")], true)]
#[case::never_by_force(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false)]
#[case::by_force(&[], &[("CLICOLOR_FORCE", "1")], true)]
#[case::auto_by_force(&["--color", "auto"], &[("CLICOLOR_FORCE", "1")], true)]
#[case::no_color_by_force(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false)]
fn color_is_wanted(#[case] options: &[&str], #[case] variables: &[(&str, &str)], #[case] expected: bool) {
    for arguments in STYLED {
        assert_eq!(
            has_styles(&[options, arguments].concat(), variables),
            expected,
            "{options:?} {arguments:?}"
        );
        assert_eq!(
            has_styles(&[arguments, options].concat(), variables),
            expected,
            "{arguments:?} {options:?}"
        );
    }
}

#[rstest]
#[case::always("always", true)]
#[case::never("never", false)]
fn color_is_configured(#[case] color: &str, #[case] expected: bool) {
    let file = TempFile::new(&format!("color-{color}.toml"), format!("color = \"{color}\"").as_bytes());
    let against: &[(&str, &str)] = if expected { &[] } else { &[("CLICOLOR_FORCE", "1")] };
    for arguments in STYLED {
        let by_variable = [&[("URI_CONFIG", file.path())], against].concat();
        assert_eq!(has_styles(arguments, &by_variable), expected, "{arguments:?}");
        assert_eq!(has_styles(&[&["--config", file.path()], arguments].concat(), against), expected);
        let typed = if expected { "never" } else { "always" };
        assert_eq!(has_styles(&[arguments, &["--color", typed]].concat(), &by_variable), !expected);
    }
}

/// JSON is never colored.
#[rstest]
#[case(&["parse", "a:b"])]
#[case(&["validate", "http://0x7f.1/"])]
#[case(&["grammar", "prove", "uri.pest"])]
fn color_is_not_for_programs(#[case] arguments: &[&str]) {
    assert!(!has_styles(&[arguments, &["--format", "json", "--color", "always"]].concat(), &[]));
}

#[cfg(unix)]
#[rstest]
#[case::auto(&[], true)]
#[case::never(&["--color", "never"], false)]
fn color_on_a_terminal(#[case] options: &[&str], #[case] expected: bool) {
    for arguments in STYLED {
        let mut command = command(&[options, arguments].concat());
        command.env("TERM", "xterm");
        let ran = crate::terminal::on_one(command, "");
        assert_eq!(ran.stdout.contains('\x1b'), expected, "{arguments:?}: {}", ran.stdout);
    }
}

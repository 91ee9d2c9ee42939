//! What a certificate says that it is about.

/// The parts of a certificate that `verify` does not compare with the grammars: the files, and the statement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Quoted {
    /// Whether each file is ABNF, its name and its text.
    pub sources: Vec<(bool, String, String)>,
    /// What [`Statement::text`](crate::Statement::text) is to be for those files.
    pub statement: String,
}

/// Returns what a certificate quotes.
///
/// ```
/// use urigram_grammar::quoted;
///
/// let text = "urigram certificate 1\nabnf r.abnf\n|r = DIGIT\n|\nfrom 0 0\nprove 0\nqed\n";
/// assert_eq!(quoted(text).sources, [(true, "r.abnf".to_owned(), "r = DIGIT\n".to_owned())]);
/// assert_eq!(quoted(text).statement, "from 0 0\n");
/// ```
#[must_use]
pub fn quoted(certificate: &str) -> Quoted {
    let mut quoted = Quoted::default();
    let mut is_first = false;
    let lines =
        certificate.split('\n').skip(1).take_while(|line| !line.starts_with("prove ") && *line != "qed");
    for line in lines {
        if let Some((key @ ("grammar" | "abnf"), name)) = line.split_once(' ') {
            quoted.sources.push((key == "abnf", name.to_owned(), String::new()));
            is_first = true;
        } else if let (Some(line), Some((_, _, text))) = (line.strip_prefix('|'), quoted.sources.last_mut()) {
            if !std::mem::take(&mut is_first) {
                text.push('\n');
            }
            text.push_str(line);
        } else {
            quoted.statement.push_str(line);
            quoted.statement.push('\n');
        }
    }
    quoted
}

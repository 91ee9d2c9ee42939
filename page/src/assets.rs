//! The files of the page, embedded in the binary.

/// A file of the page.
pub(crate) struct Asset {
    /// The file name in `assets/`, which is also the path on the server.
    pub(crate) name: &'static str,
    pub(crate) content: &'static [u8],
}

macro_rules! assets {
    ($($name:literal,)*) => {
        &[$(Asset { name: $name, content: include_bytes!(concat!("../assets/", $name)) },)*]
    };
}

/// The files of `assets/`, sorted by name.
#[rustfmt::skip]
pub(crate) static ASSETS: &[Asset] = assets![
    "address.js", "alternatives.js", "announce.js", "ask.js", "base.css", "because.js", "check.js", "choices.js",
    "code.js", "compare.js", "completion.js", "components.js", "copying.js", "definitions.js", "diff.js", "dom.js",
    "editor.css", "editor.js", "events.js", "examples.js", "explain.js", "expression.js", "field.js", "file.js",
    "findings.js", "fixing.js", "help.js", "hidden.js", "highlight.js", "hint.js", "index.html", "keep.js",
    "keeping.js", "kept.js", "keys.js", "language.js", "later.css", "later.js", "layout.css", "lessons.js", "limits.js",
    "lines.js", "main.js", "meaning.js", "more.js", "naming.js", "normal.js", "notation.js", "notices.js",
    "operands.js", "operators.js", "panels.css", "permalink.js", "policies.js", "proof.js", "properties.js",
    "railroad.js", "reference.css", "resolve.js", "rstest.js", "samples.js", "saying.js", "schedule.js", "sentence.js",
    "server.js", "state.js", "teaching.js", "terminals.js", "text.js", "theme.js", "tie.js", "trace.js", "tree.js",
    "treeview.js", "trying.js", "undo.js", "verdict.js", "whatwg.js", "why.js",
];

/// The file served at `/`.
pub(crate) const INDEX: &str = "index.html";

/// Returns the file at this path, which begins with `/`.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let name = match path.strip_prefix('/')? {
        "" => INDEX,
        name => name,
    };
    ASSETS.iter().find(|asset| asset.name == name)
}

impl Asset {
    /// Returns the content as it is sent: in scripts, each line that is only a comment is empty. Comments are an
    /// eighth of the page.
    pub(crate) fn sent(&self) -> Vec<u8> {
        let Some(script) = str::from_utf8(self.content).ok().filter(|_| self.name.ends_with(".js")) else {
            return self.content.to_vec();
        };
        let mut is_within = false;
        let mut sent = String::with_capacity(script.len());
        for line in script.lines() {
            let text = line.trim_start();
            let is_comment = is_within || text.starts_with("//") || text.starts_with("/**");
            is_within = (is_within || text.starts_with("/**")) && !text.ends_with("*/");
            sent.push_str(if is_comment { "" } else { line });
            sent.push('\n');
        }
        sent.into_bytes()
    }

    /// Returns the media type for the file's extension.
    pub(crate) fn media_type(&self) -> &'static str {
        match self.name.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// Returns the paths of all files in a folder, relative to the outermost folder, with `/` between names.
    fn names(folder: &Path, above: &str) -> Vec<String> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = format!("{above}{}", path.file_name().unwrap().to_str().unwrap());
            match path.is_dir() {
                true => found.extend(names(&path, &format!("{name}/"))),
                false => found.push(name),
            }
        }
        found.sort();
        found
    }

    #[test]
    fn none_is_missing() {
        let there = names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), "");
        let listed: Vec<&str> = ASSETS.iter().map(|asset| asset.name).collect();
        assert_eq!(listed, there);
    }

    #[test]
    fn scripts_are_sent_without_comments() {
        let script = "// a\n\n/** b */\nlet x = '// c'; // d\n  /**\n   * e\n   */\n  x *= 2;\n";
        let asset = Asset { name: "a.js", content: script.as_bytes() };
        assert_eq!(String::from_utf8(asset.sent()).unwrap(), "\n\n\nlet x = '// c'; // d\n\n\n\n  x *= 2;\n");
        assert_eq!(Asset { name: "a.css", ..asset }.sent(), script.as_bytes());
    }

    #[test]
    fn each_has_a_type_that_browsers_know() {
        for asset in ASSETS {
            assert_ne!(asset.media_type(), "application/octet-stream", "{}", asset.name);
        }
        assert!(find("/").is_some_and(|asset| asset.name == INDEX));
    }
}

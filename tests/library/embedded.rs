//! What the command gets of the library besides its types.

use std::fs;
use std::path::Path;

use urigram::grammar::VARIANTS;

#[test]
fn has_each_variant() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "pest")).collect();
    files.sort();
    let found: Vec<_> = files
        .iter()
        .map(|file| (file.file_name().unwrap().to_str().unwrap(), fs::read_to_string(file).unwrap()))
        .collect();
    let listed: Vec<_> = VARIANTS.iter().map(|variant| (variant.name, variant.text.to_owned())).collect();
    assert_eq!(listed, found);
}

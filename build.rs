//! Chooses the code of the grammars: `src/generated/`, or, with the feature `grammar`, code generated from other
//! grammars.

use std::env::{self, VarError};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[cfg(feature = "grammar")]
#[path = "build/generate.rs"]
mod generate;
#[path = "build/stamp.rs"]
mod stamp;

/// The environment variable with the name of the file to build with: a grammar, or a variant of `uri.pest`.
const CHOSEN: &str = "URI_GRAMMAR";

/// The `cfg`s that can be proved: that the grammar is Appendix A, and that a variant accepts every string
/// that the grammar accepts.
const PROVED: [&str; 3] = ["appendix_a", "within_rfc3987", "within_rfc6874"];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    for name in ["build.rs", "build"].into_iter().chain(stamp::GRAMMARS) {
        println!("cargo::rerun-if-changed={name}");
    }
    println!("cargo::rerun-if-env-changed={CHOSEN}");
    for name in PROVED.into_iter().chain(["edited", "vectors"]) {
        println!("cargo::rustc-check-cfg=cfg({name})");
    }
    if has_vectors() {
        println!("cargo::rustc-cfg=vectors");
    }
    let chosen = match env::var(CHOSEN) {
        Ok(name) => Some(name).filter(|name| !name.is_empty()),
        Err(VarError::NotPresent) => None,
        Err(error) => return Err(format!("{CHOSEN}: {error}").into()),
    };
    let head = fs::read_to_string(root.join("src/generated/mod.rs"))?;
    let is_edited = !head.contains(&stamp::line(&root)?);
    if chosen.is_none() && !is_edited {
        // The generated code states which `cfg`s hold. The tests prove this.
        for name in PROVED.into_iter().filter(|name| head.contains(&format!("// proved: {name}\n"))) {
            println!("cargo::rustc-cfg={name}");
        }
        return Ok(());
    }
    println!("cargo::rustc-cfg=edited");
    build(&root, chosen)
}

#[cfg(not(feature = "grammar"))]
fn build(_: &Path, chosen: Option<String>) -> Result<(), Box<dyn Error>> {
    let why =
        chosen.map_or_else(|| "its grammars have been edited".to_owned(), |name| format!("{CHOSEN}={name}"));
    Err(format!("{why}: turn on the feature `grammar` of urigram, which compiles grammars").into())
}

#[cfg(feature = "grammar")]
fn build(root: &Path, chosen: Option<String>) -> Result<(), Box<dyn Error>> {
    use std::fmt::Write as _;

    let out = env::var("OUT_DIR")?;
    let text = chosen.as_deref().map(|name| text(&place(name, root)?)).transpose()?;
    let generated = generate::generated(
        root,
        &generate::For::Build {
            chosen: chosen.as_deref().zip(text.as_deref()),
            out: &out,
            has_trees: env::var_os("CARGO_FEATURE_TREE").is_some(),
        },
    )?;
    for (name, text) in generated.texts {
        fs::write(Path::new(&out).join(name).with_extension("pest"), text)?;
    }
    let mut source = generate::names(chosen.as_deref().unwrap_or("uri.pest"), &format!("{out}/rfc3986.pest"));
    for part in generated.parts {
        let (head, generate::Part { name, source: own, modules, .. }) = (part.head(), part);
        write!(source, "\n{head}pub(crate) mod {name} {{\n{own}")?;
        modules.iter().for_each(|module| source += &module.inline("pub(crate) "));
        source += "}\n";
    }
    fs::write(Path::new(&out).join("generated.rs"), source)?;
    for warning in generated.warnings {
        println!("cargo::warning={warning}");
    }
    for name in generated.proved {
        println!("cargo::rustc-cfg={name}");
    }
    Ok(())
}

/// Returns the path of the chosen file. A relative name is resolved against the directory where cargo was called, or, if there
/// is no such file, against the root of the package.
#[cfg(feature = "grammar")]
fn place(name: &str, root: &Path) -> Result<PathBuf, String> {
    if Path::new(name).is_relative() {
        println!("cargo::rerun-if-env-changed=PWD");
    }
    let called = env::var_os("PWD").map(PathBuf::from);
    let places: Vec<PathBuf> =
        called.iter().map(PathBuf::as_path).chain([root]).map(|dir| dir.join(name)).collect();
    places.iter().find(|path| path.is_file()).cloned().ok_or_else(|| {
        let tried: Vec<_> = places.iter().map(|path| path.display().to_string()).collect();
        format!("{CHOSEN}={name}: there is no such file; looked for {}", tried.join(" and "))
    })
}

#[cfg(feature = "grammar")]
fn text(path: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns whether the compiled code should read sixteen bytes at once: with the feature `simd`, on targets for which
/// `wide` has instructions.
fn has_vectors() -> bool {
    let of_target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let feature = match of_target("ARCH").as_str() {
        "x86" | "x86_64" => "sse2",
        // Big-endian targets have another order of lanes.
        "aarch64" if of_target("ENDIAN") == "little" => "neon",
        "wasm32" => "simd128",
        _ => return false,
    };
    env::var_os("CARGO_FEATURE_SIMD").is_some() && of_target("FEATURE").split(',').any(|has| has == feature)
}

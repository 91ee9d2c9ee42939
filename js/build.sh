#!/usr/bin/env bash
# Builds the npm package in the folder `npm` of cargo's target directory, and prints its sizes: `full/` with everything, and `core/`
# without validation and the conversion of IRIs.
set -euo pipefail
cd "$(dirname "$0")"

target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
package=$target/npm
# The command must have exactly the version of the crate.
version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
bindgen=$target/wasm-bindgen-$version
[ -x "$bindgen/bin/wasm-bindgen" ] ||
    cargo install --quiet --locked wasm-bindgen-cli --version "$version" --root "$bindgen"

# build NAME CARGO_ARGUMENT...
build() {
    local folder=$package/$1
    shift
    ../.ci/wasm wasm32-unknown-unknown build --quiet --release "$@"
    "$bindgen/bin/wasm-bindgen" --target bundler --no-typescript --remove-producers-section \
        --out-dir "$folder" --out-name urigram "$target/wasm32-unknown-unknown/release/urigram_js.wasm"
    {
        printf "export default '"
        gzip -9 --no-name < "$folder/urigram_bg.wasm" | base64 | tr -d '\n'
        printf "';\n"
    } > "$folder/wasm.js"
    # What loads the module by itself: `native.js` does, from `wasm.js`.
    rm "$folder/urigram.js" "$folder/urigram_bg.wasm"
    cp package/{arguments,core,inflate,native,results}.js package/core.d.ts "$folder"
}

rm -rf "$package"
build full
cp package/{index,validate}.js package/index.d.ts "$package/full"
build core --no-default-features
# npm leaves out symbolic links.
cp -L package.json README.md LICENSE-* "$package"

for folder in full core; do
    printf '%s: %d kB with gzip -9\n' $folder $(($(cat "$package/$folder"/*.js | gzip -9 | wc -c) / 1000))
done

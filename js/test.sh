#!/usr/bin/env bash
# Builds the package, installs it in an empty folder, and tests it there: the test suite, the types, and a bundle.
#
# URI is the command for the differential test. By default, it is `target/debug/uri`, and if that is missing, the test is skipped.
set -euo pipefail
if [ -n "${URI+given}" ]; then
    if [ ! -x "$URI" ]; then
        printf 'js/test.sh: there is no command `%s`, which URI names\n' "$URI" >&2
        exit 1
    fi
    URI=$(realpath "$URI")
fi
cd "$(dirname "$0")"
if [ -z "${URI+given}" ] && [ -x ../target/debug/uri ]; then
    URI=$(realpath ../target/debug/uri)
fi
[ -z "${URI+given}" ] || export URI

target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
folder=$target/js-test

./build.sh
rm -rf "$folder"
mkdir -p "$folder"
npm pack --silent --pack-destination "$folder" "$target/npm" > /dev/null
cp -r tests README.md examples "$folder"
# Where `./node_modules`, in its import map, is the folder of npm.
cp examples/form.html "$folder"
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund ./urigram-urigram-*.tgz typescript@5.9.3 esbuild@0.28.2 @types/node@20

node --test tests/*.test.js
npx tsc --project tests/tsconfig.json

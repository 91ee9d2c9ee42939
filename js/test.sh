#!/usr/bin/env bash
# Builds the package, installs it in an empty folder, and tests it there: the test suite, the types, and a bundle.
#
# URI is the command for the differential test, by default `target/debug/uri`. Without it, that test is skipped.
set -euo pipefail
cd "$(dirname "$0")"

target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
folder=$target/js-test
URI=${URI-$PWD/../target/debug/uri}
export URI

./build.sh
rm -rf "$folder"
mkdir -p "$folder"
npm pack --silent --pack-destination "$folder" "$target/npm" > /dev/null
cp -r tests README.md examples "$folder"
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund ./urigram-urigram-*.tgz typescript@5.9.3 esbuild@0.28.2 @types/node@20

node --test tests/*.test.js
npx tsc --project tests/tsconfig.json

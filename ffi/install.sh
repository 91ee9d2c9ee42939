#!/usr/bin/env bash
# Installs the header, the libraries and urigram.pc in a folder: `./install.sh /usr/local`.
#
# With `--from FOLDER` it takes the libraries from there, and not from a release build. DESTDIR is put before the folder.
set -euo pipefail
cd "$(dirname "$0")"

if [ "${1-}" = --from ]; then
    from=$2
    shift 2
else
    cargo build --release
    from=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release
fi
prefix=${1:?"usage: ./install.sh [--from FOLDER] PREFIX"}
to=${DESTDIR-}$prefix

# Where cargo puts the libraries of tests, the header is in the folder above.
header=$from/include/urigram.h
[ -e "$header" ] || header=$from/../include/urigram.h
abi=$(sed -n 's/^#define URIGRAM_ABI_VERSION \([0-9]*\).*/\1/p' "$header")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

mkdir -p "$to/include" "$to/lib/pkgconfig"
install -m 644 "$header" "$to/include/urigram.h"
install -m 644 "$from/liburigram_ffi.a" "$to/lib/liburigram.a"
install -m 755 "$from/liburigram_ffi.so" "$to/lib/liburigram.so.$version"
ln -sf "liburigram.so.$version" "$to/lib/liburigram.so.$abi"
ln -sf "liburigram.so.$abi" "$to/lib/liburigram.so"
sed "s|@PREFIX@|$prefix|; s|@VERSION@|$version|" urigram.pc.in > "$to/lib/pkgconfig/urigram.pc"

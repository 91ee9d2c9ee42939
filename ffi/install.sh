#!/usr/bin/env bash
# Installs the header, the libraries and urigram.pc in a folder: `./install.sh /usr/local`. For Linux.
#
# `--from FOLDER` installs the libraries of that folder instead of a release build. DESTDIR is a prefix of the
# installed paths.
set -euo pipefail
usage="usage: ./install.sh [--from FOLDER] PREFIX"

# Before the working directory changes.
absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$PWD/$1" ;;
    esac
}

from=
if [ "${1-}" = --from ]; then
    from=$(absolute "${2:?"$usage"}")
    shift 2
fi
prefix=$(absolute "${1:?"$usage"}")
to=${DESTDIR:+$(absolute "$DESTDIR")}$prefix
cd "$(dirname "$0")"

if [ "$(uname -s)" != Linux ]; then
    echo "install.sh knows the names of libraries on Linux only; see \"Install\" in README.md for other systems" >&2
    exit 1
fi
if [ -z "$from" ]; then
    cargo build --release
    from=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release
fi

# For libraries of tests, cargo's folder differs, and the header is in the parent folder.
header=$from/include/urigram.h
[ -e "$header" ] || header=$from/../include/urigram.h
abi=$(sed -n 's/^#define URIGRAM_ABI_VERSION \([0-9]*\).*/\1/p' "$header")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Not by sed, because characters of the path may be special in its patterns.
pc=$(< urigram.pc.in)
pc=${pc/@VERSION@/"$version"}
pc=${pc/@PREFIX@/"$prefix"}

mkdir -p "$to/include" "$to/lib/pkgconfig"
install -m 644 "$header" "$to/include/urigram.h"
install -m 644 "$from/liburigram_ffi.a" "$to/lib/liburigram.a"
install -m 755 "$from/liburigram_ffi.so" "$to/lib/liburigram.so.$version"
ln -sf "liburigram.so.$version" "$to/lib/liburigram.so.$abi"
ln -sf "liburigram.so.$abi" "$to/lib/liburigram.so"
printf '%s\n' "$pc" > "$to/lib/pkgconfig/urigram.pc"

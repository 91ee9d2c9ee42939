#!/usr/bin/env bash
# Builds the wheel, installs it in its own environment, and tests it there: the test suite, the types and the
# stubs.
#
# PYTHON is the interpreter, by default `python3`. The environment is created in cargo's target directory.
set -euo pipefail
cd "$(dirname "$0")"

target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
environment=$target/python
python=$environment/bin/python
# Keep the caches of the tools out of the sources.
export HYPOTHESIS_STORAGE_DIRECTORY=$environment/hypothesis MYPY_CACHE_DIR=$environment/mypy

"${PYTHON-python3}" -m venv --clear "$environment"
"$python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
"$python" -m pip install --quiet --group test 'maturin>=1.9,<2'
rm -rf "$target/wheels"
"$python" -m maturin build --quiet --profile "${PROFILE-dev}" --out "$target/wheels"
"$python" -m pip install --quiet "$target"/wheels/urigram-*.whl

"$python" -m pytest --quiet -o cache_dir="$environment/pytest"
# Run in another folder, so that the installed package is checked instead of the sources.
cd tests
"$python" -m mypy --config-file ../pyproject.toml .
"$python" -m mypy.stubtest urigram._urigram --mypy-config-file ../pyproject.toml

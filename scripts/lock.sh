#!/bin/sh
# Write requirements/*.txt from pyproject.toml: exact versions with hashes, no registry URL.
# Versions that still fit are kept; `scripts/lock.sh --upgrade` takes the newest ones.
set -eu
cd "$(dirname "$0")/.."
lock() {
    name=$1
    shift
    .venv/bin/uv pip compile --quiet "$@" --output-file "requirements/$name.txt" \
        --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-header --no-annotate
    # The single environment of pyproject.toml would be repeated on every line.
    cpython="platform_python_implementation == 'CPython'"
    sed -i.old -e "s/ ; $cpython and / ; /" -e "s/ and $cpython//" -e "s/ ; $cpython//" \
        "requirements/$name.txt"
    rm -f "requirements/$name.txt.old"
    if grep -nE '://|^--' "requirements/$name.txt"; then
        echo "lock.sh: requirements/$name.txt contains a URL" >&2
        exit 1
    fi
}
lock test pyproject.toml --group embedded --group test "$@"   # everything `make test` needs
lock run pyproject.toml --group embedded --constraint requirements/test.txt
lock bench pyproject.toml --group bench --constraint requirements/test.txt # on top of test, for `benchmarks/`
lock server pyproject.toml --constraint requirements/test.txt # the production image
lock cluster --group cluster --constraint requirements/test.txt # Patroni and HAProxy alone
lock traces pyproject.toml --group traces --constraint requirements/test.txt # server.txt with traces

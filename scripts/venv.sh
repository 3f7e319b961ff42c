#!/bin/sh
# Create .venv with the packages of requirements/NAME.txt: scripts/venv.sh run|test
# Does nothing if that is already done, so it can be called before every command.
set -eu
cd "$(dirname "$0")/.."
name=${1:-run}
lock=requirements/$name.txt
uv_version=0.13.8

# `test` contains all of `run`, so a .venv for tests can also run the platform.
digest=$(cat "$lock" scripts/venv.sh | cksum)
stamp=.venv/installed-$name
if [ -x .venv/bin/python ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ]; then
    exit 0
fi
if [ "$name" = run ] && [ -x .venv/bin/python ] && [ -f .venv/installed-test ] &&
    [ "$(cat .venv/installed-test)" = "$(cat requirements/test.txt scripts/venv.sh | cksum)" ]; then
    exit 0
fi

fits() { # runs it, because a command on PATH may be a shim that starts nothing
    "$@" -c 'import ensurepip, sys; sys.exit(not ((3, 11) <= sys.version_info[:2] < (3, 15)))' \
        2>/dev/null
}

if ! { [ -x .venv/bin/python ] && fits .venv/bin/python && .venv/bin/python -m pip --version; } >/dev/null 2>&1; then
    python=
    # First the one of a Linux distribution: it is built with profile-guided optimisation, which
    # pyenv's are not, and everything takes 10 to 15 % less CPU.
    distribution=
    if [ "$(uname)" = Linux ]; then distribution=/usr/bin/python3; fi
    for candidate in ${PYTHON:-} $distribution python3.11 python3.12 python3.13 python3.14 python3 python \
        /usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3; do
        if command -v "$candidate" >/dev/null 2>&1 && fits "$candidate"; then
            python=$candidate
            break
        fi
    done
    if [ -z "$python" ]; then
        echo "Cardhouse needs Python 3.11, 3.12, 3.13 or 3.14 with its module venv (on Debian and" >&2
        echo "Ubuntu: apt-get install python3-venv), and no working one was found." >&2
        echo "Install one, or set its path: PYTHON=/path/to/python3.12 make run" >&2
        exit 1
    fi
    echo "Creating .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv
fi

echo "Installing the packages of $lock ..."
rm -f .venv/installed-*
# uv is five times faster than pip; if it cannot be installed, pip does the same work. Compiled
# here, because PYTHONDONTWRITEBYTECODE would make every start compile again.
if {
    .venv/bin/uv --version 2>/dev/null | grep -q " $uv_version" ||
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==$uv_version"
} && UV_PYTHON_DOWNLOADS=never .venv/bin/uv pip install --quiet --python .venv/bin/python \
    --require-hashes --compile-bytecode -r "$lock"; then
    :
else
    echo "uv failed; trying pip ..."
    PYTHONDONTWRITEBYTECODE='' .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --require-hashes --compile -r "$lock"
fi
printf '%s' "$digest" >"$stamp"

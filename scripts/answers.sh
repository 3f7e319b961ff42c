#!/bin/sh
# Check that `make run` works: start it, wait until /readyz returns 200, stop it. For CI.
set -eu
cd "$(dirname "$0")/.."
PORT=${PORT:-8000}
export PORT
make run &
run=$!
trap 'kill "$run" 2>/dev/null || true; wait "$run" 2>/dev/null || true' EXIT INT TERM
seconds=0
# The first run installs packages, so it may take minutes.
until python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$PORT/readyz', timeout=5)" \
    2>/dev/null; do
    kill -0 "$run" 2>/dev/null || { echo "make run ended" >&2; exit 1; }
    [ "$seconds" -lt "${ANSWER_S:-600}" ] || { echo "make run does not answer" >&2; exit 1; }
    sleep 1
    seconds=$((seconds + 1))
done
echo "make run answers"

#!/bin/sh
# All checks: scripts/check.sh            lint, types, Django's own, all tests
#              scripts/check.sh --quick    lint, types, short tests without server and browser
#              scripts/check.sh --no-tests lint, types, Django's own
# Types and Django's checks run beside the tests; WORKERS=N sets the number of test processes.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
mode=${1:-}
export DJANGO_SETTINGS_MODULE=config.settings.test
# Tests start many Python processes: without compiled files each compiles all of ours again.
unset PYTHONDONTWRITEBYTECODE
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

check() { # NAME COMMAND...: prints the command's output only if it fails
    name=$1
    shift
    "$@" >"$logs/$name" 2>&1 && return
    printf '\n== %s failed: %s\n' "$name" "$*"
    cat "$logs/$name"
    : >"$logs/failed"
}

failed() {
    [ -e "$logs/failed" ]
}

frontend() {
    check frontend sh scripts/frontend.sh
}

types() {
    check types env DJANGO_SETTINGS_MODULE=config.settings.tools $bin/mypy .
}

django() {
    # In one process: to start takes longer than to check.
    check django $bin/python -c '
import django
from django.core.management import call_command
django.setup()
call_command("check", fail_level="WARNING")
call_command("makemigrations", check_changes=True, dry_run=True, skip_checks=True)'
    # Production's settings with everything set: there must be no warning left.
    check production env -u DEBUG -u ALLOWED_HOSTS \
        DJANGO_SETTINGS_MODULE=config.settings.production \
        SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(48))')" \
        FAIR_KEY="$($bin/python -c 'import base64, os; print(base64.b64encode(os.urandom(32)).decode())')" \
        VAPID_KEY="$($bin/python -c 'import base64, os; print(base64.b64encode(os.urandom(32)).decode())')" \
        DECK_KEY="$($bin/python -c 'import base64, os; print(base64.b64encode(os.urandom(32)).decode())')" \
        DATABASE_URL=postgresql://cardhouse@db.invalid/cardhouse \
        VALKEY_URL=valkey://valkey.invalid/0 ALLOWED_ORIGINS=https://cards.example.org \
        TRUSTED_PROXIES=1 \
        $bin/python manage.py check --deploy --fail-level WARNING
}

types &
check ruff $bin/ruff check . &
lint=$!
check format $bin/ruff format --check . &
lint="$lint $!"
check templates $bin/djlint templates --lint --quiet &
lint="$lint $!"
check imports $bin/lint-imports --no-cache &
lint="$lint $!"
# Before the tests that give its tools faulty files.
check install sh scripts/frontend.sh --install &
lint="$lint $!"
# shellcheck disable=SC2086
wait $lint
if failed; then exit 1; fi

frontend &
if [ "$mode" != --quick ]; then django & fi
if [ "$mode" = --no-tests ]; then
    wait
    if failed; then exit 1; fi
    echo "Lint, types and Django's checks: no findings"
    exit 0
fi

cores=$(getconf _NPROCESSORS_ONLN)
if [ "$mode" = --quick ]; then
    export QUICK_SIZE=1
    set -- -n "${WORKERS:-$cores}" -m "not services and not slow"
else
    # One process more than there are cores: tests with servers and browsers often wait.
    set -- -n "${WORKERS:-$((cores + 1))}" --no-loadscope-reorder
    CHROMIUM=$(sh scripts/chromium.sh)
    export CHROMIUM
fi
$bin/python -m pytest "$@" ${PYTEST_ARGS:-} || : >"$logs/failed"
wait
if failed; then exit 1; fi

#!/bin/sh
# Every check, in the order of how soon it can fail. --no-tests leaves the tests out.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
export DJANGO_SETTINGS_MODULE=config.settings.test

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

step $bin/ruff check .
step $bin/ruff format --check .
DJANGO_SETTINGS_MODULE=config.settings.tools step $bin/mypy .
step $bin/djlint templates --lint --quiet
step $bin/lint-imports --no-cache
step $bin/python manage.py check --fail-level WARNING
step $bin/python manage.py makemigrations --check --dry-run
# Production's settings with everything set: nothing may be left to warn about.
printf '\n== check --deploy with production settings\n'
env -u DEBUG -u ALLOWED_HOSTS DJANGO_SETTINGS_MODULE=config.settings.production \
    SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(48))')" \
    DECK_KEY="$($bin/python -c 'import base64, os; print(base64.b64encode(os.urandom(32)).decode())')" \
    DATABASE_URL=postgresql://cardhouse@db.invalid/cardhouse VALKEY_URL=valkey://valkey.invalid/0 \
    ALLOWED_ORIGINS=https://cards.example.org \
    $bin/python manage.py check --deploy --fail-level WARNING
[ "${1:-}" = --no-tests ] && exit 0

CHROMIUM=$(sh scripts/chromium.sh)
export CHROMIUM
step $bin/python -m pytest ${PYTEST_ARGS:-}

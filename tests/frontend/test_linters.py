"""The linters of static/ find a planted error of each kind.

They need the tools that `scripts/frontend.sh` installs; without them these tests are skipped, and
`make test` runs that script before them.
"""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.frontend_tools import NODE, ROOT, TOOLS

pytestmark = pytest.mark.skipif(
    not (ROOT / "node_modules/.installed").exists(), reason="scripts/frontend.sh was not run"
)


def run(tool: str, *options: str, where: Path = ROOT) -> tuple[int, str]:
    """The exit code of a tool, and all it prints."""
    done = subprocess.run(
        [str(NODE), str(TOOLS / tool), *options],
        cwd=where,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


def plant(folder: Path, ending: str, texts: Iterable[str]) -> None:
    """Write each text into a file of its own, named by its number: one run then reads them all."""
    for number, text in enumerate(texts):
        (folder / f"{number}.{ending}").write_text(text)


STYLES = [
    ("a { color: #123456; }", "color-no-hex"),
    ("a { color: tomato; }", "color-named"),
    ("a { color: rgb(1 2 3); }", "function-disallowed-list"),
    ("a { z-index: 7; }", "declaration-property-value-allowed-list"),
    ("a { font-size: 0.87rem; }", "declaration-property-value-disallowed-list"),
    ("a { border-radius: 11px; }", "declaration-property-value-disallowed-list"),
    *(
        (f"a {{ {literal}; }}", "declaration-property-value-disallowed-list")
        for literal in (
            "gap: 5px",
            "row-gap: 0.5rem",
            "padding: 1px 12px",
            "margin-inline: auto -8px",
            "margin: calc(1.5px + 1em)",
            "scroll-margin-block-start: 84px",
            "padding-inline: max(16px, env(safe-area-inset-left))",
            "border-start-end-radius: 4px",
            "border-radius: var(--round-6) 30px 50% 50%",
            "box-shadow: 0 4px 12px var(--shade-60)",
            "box-shadow: inset 0 0 0 2px var(--gold), 0 0 30px var(--gold)",
            "box-shadow: inset 0 2px 4px var(--shade-30)",
            "text-shadow: 0 1px 0.1em var(--black)",
            "filter: brightness(0.8) drop-shadow(0 2px 3px var(--black))",
            "transition: inset 260ms",
            "transition: translate var(--quick), opacity 0.2s",
            "animation: blink 1s infinite alternate",
            "animation-delay: calc(var(--i) * 80ms)",
            "transition: inset var(--swift) ease-out",
            "animation: rise var(--slow) cubic-bezier(0, 0, 1, 1)",
        )
    ),
    ("@media (width <= 640px) { a { top: 0; } }", "media-feature-name-value-allowed-list"),
    ('a[aria-label="Leave"] { top: 0; }', "selector-attribute-name-disallowed-list"),
    ("a { colour: inherit; }", "property-no-unknown"),
    ("a { top: 0; top: 0; }", "declaration-block-no-duplicate-properties"),
]
FROM_TOKENS = (
    "a {\n  z-index: var(--z-bar);\n  color: color-mix(in srgb, var(--gold) 20%, var(--ink));\n"
    "}\n@media (width <= 700px) {\n  a {\n    border-radius: var(--round-4) 50% 9% 0;\n  }\n}\n"
    "b {\n  gap: 1px var(--space-3);\n  padding: 0 0.5em 3cqw 2%;\n"
    "  margin: calc(-1 * var(--space-12)) auto -1px;\n"
    "  box-shadow:\n    var(--shadow-2),\n    inset 0 0 0 1.5px var(--gold),\n"
    "    0 -2px 0 var(--gold);\n"
    "  filter: saturate(0.7) drop-shadow(var(--shadow-1));\n"
    "  animation: rise calc(var(--slow) * var(--speed)) var(--ease) 0ms both;\n"
    "  transition-duration: 1ms;\n}\n"
)


@pytest.fixture(scope="module")
def style_errors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The rules that each planted sheet breaks; the last one breaks none."""
    folder = tmp_path_factory.mktemp("styles")
    plant(folder, "css", [*(rules for rules, _rule in STYLES), FROM_TOKENS])
    config = str(ROOT / "stylelint.config.mjs")
    code, said = run("stylelint", "--config", config, "--formatter=json", "*.css", where=folder)
    assert code == 2, said
    return {
        Path(sheet["source"]).name: {warning["rule"] for warning in sheet["warnings"]}
        for sheet in json.loads(said)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "rule"), [(number, rule) for number, (_rules, rule) in enumerate(STYLES)]
)
def test_stylelint_finds_each_planted_error(
    style_errors: dict[str, set[str]], number: int, rule: str
) -> None:
    assert rule in style_errors[f"{number}.css"]


def test_stylelint_accepts_tokens(style_errors: dict[str, set[str]]) -> None:
    assert style_errors[f"{len(STYLES)}.css"] == set()


SCRIPTS = [
    ("const unused = 1;\n", "noUnusedVariables"),
    ("export const same = (a) => a == 1;\n", "noDoubleEquals"),
    ("export const gone = () => nowhere;\n", "noUndeclaredVariables"),
    ("var old = 1;\nexport { old };\n", "noVar"),
    ("export const say = () => console.log(1);\n", "noConsole"),
    ("export const wide   = 1\n", "format"),
]


@pytest.fixture(scope="module")
def script_errors(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """(file, last word of the rule) of Biome's findings in the planted scripts."""
    folder = tmp_path_factory.mktemp("scripts")
    plant(folder, "js", [script for script, _rule in SCRIPTS])
    config = json.loads((ROOT / "biome.json").read_text())
    del config["$schema"], config["vcs"]
    config["files"]["includes"] = ["**/*.js"]
    (folder / "biome.json").write_text(json.dumps(config))
    code, said = run(
        "biome", "check", "--error-on-warnings", "--reporter=github", ".", where=folder
    )
    assert code != 0, said
    found = re.findall(r"title=([\w/]+),file=[^,]*?(\d+\.js)", said)
    return {(file, rule.rpartition("/")[2]) for rule, file in found}


@pytest.mark.parametrize(
    ("number", "rule"), [(number, rule) for number, (_script, rule) in enumerate(SCRIPTS)]
)
def test_biome_finds_each_planted_error(
    script_errors: set[tuple[str, str]], number: int, rule: str
) -> None:
    assert (f"{number}.js", rule) in script_errors


TYPES = [
    ("/** @param {number} n */\nexport const f = (n) => n.length;\n", "TS2339"),
    ('/** @type {Messages.Watching} */\nexport const m = {type: "watching"};\n', "TS2741"),
    ("/** @param {TableState} s */\nexport const t = (s) => s.table.name;\n", "TS18047"),
    ("export const f = (a) => a;\nf(1, 2);\n", "TS2554"),
]


@pytest.fixture(scope="module")
def type_errors(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """(file, number of the error) of TypeScript's findings in the planted scripts."""
    folder = tmp_path_factory.mktemp("types")
    plant(folder, "js", [script for script, _error in TYPES])
    project = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": [str(folder), str(ROOT / "types")],
        "exclude": [],
    }
    (folder / "tsconfig.json").write_text(json.dumps(project))
    code, said = run("../typescript-native/bin/tsc", "--project", ".", where=folder)
    assert code != 0
    return set(re.findall(r"(\d+\.js)\(\d+,\d+\): error (TS\d+)", said))


@pytest.mark.parametrize(
    ("number", "error"), [(number, error) for number, (_script, error) in enumerate(TYPES)]
)
def test_typescript_finds_each_planted_error(
    type_errors: set[tuple[str, str]], number: int, error: str
) -> None:
    assert (f"{number}.js", error) in type_errors

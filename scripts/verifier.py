"""Write the standalone verifier: one HTML file that checks hand records without a network.

    python scripts/verifier.py    writes static/fair/verify.html from verifier.html (the frame) and
                                  the modules of static/js/fair

Run it again when one of these modules has changed; a test compares the result.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = ROOT / "static/js/fair"
TARGET = ROOT / "static/fair/verify.html"
ENTRY = MODULES / "files.js"
FRAME = Path(__file__).with_suffix(".html")
_CODE = "CODE\n"
_TYPE = re.compile(r"^ */\*\* [^\n]*\bimport\([^\n]*\*/\n", re.MULTILINE)
"""Types that a comment of one line takes from another module."""
_IMPORT = re.compile(
    r"^import (?:\* as (?P<whole>\w+)|(?P<names>\{[^}]*\})) from \"(?P<source>\.[^\"]+)\";\n",
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def variable(module: Path) -> str:
    """The name of a module in the page."""
    return "_".join(module.relative_to(MODULES).with_suffix("").parts) + "_module"


def sources(module: Path) -> list[Path]:
    """The modules that a module imports."""
    return [
        (module.parent / found["source"]).resolve()
        for found in _IMPORT.finditer(module.read_text())
    ]


def in_order(module: Path, seen: set[Path]) -> Iterator[Path]:
    """A module after all that it needs, each once."""
    if module in seen:
        return
    seen.add(module)
    for source in sources(module):
        yield from in_order(source, seen)
    yield module


def part(module: Path) -> str:
    """A module as an object of its exports; its imports are the objects before it."""
    text = _TYPE.sub("", module.read_text().replace("// @ts-check\n", "", 1))

    def take(found: re.Match[str]) -> str:
        wanted = found["whole"] or found["names"].replace(" as ", ": ")
        return f"const {wanted} = {variable((module.parent / found['source']).resolve())};\n"

    text = _IMPORT.sub(take, text)
    names = [found[2] for found in _EXPORT.finditer(text)]
    body = _EXPORT.sub(r"\1", text)
    return f"const {variable(module)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def page() -> str:
    """The whole file."""
    return FRAME.read_text().replace(_CODE, "".join(map(part, in_order(ENTRY, set()))))


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page())

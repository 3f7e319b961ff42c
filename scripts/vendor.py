#!/usr/bin/env python3
"""Copy the third-party files listed in PACKAGES: modules, fonts, lists of unwanted words.

Owns static/vendor/, games/pictures/fonts/ and core/word_filter/lists/, each with its LIST.md. The
results are committed, so neither set-up nor tests need npm; run this only to change a version.
Copied files are never edited; fonts for pictures are only unpacked, from WOFF2 to TrueType, which
needs `fonttools[woff]` installed.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "static" / "vendor"
WORDS = ROOT / "core" / "word_filter" / "lists"
FONTS = ROOT / "games" / "pictures" / "fonts"
TITLES = {
    MODULES: "Vendored modules and fonts of pages",
    WORDS: "Vendored lists of unwanted words",
    FONTS: "Vendored fonts of pictures",
}


@dataclass(frozen=True, slots=True)
class Package:
    """An npm package: its version, its SRI hash, and (member, target) pairs to copy."""

    name: str
    version: str
    licence: str
    integrity: str
    files: tuple[tuple[str, str], ...]
    note: str
    folder: Path = MODULES


PACKAGES = (
    Package(
        name="htm",
        version="3.1.1",
        licence="Apache-2.0",
        integrity=(
            "sha512-983Vyg8NwUE7JkZ6NmOqpCZ+sh1bKv2iYTlUkzlWmA5JD2acKoxd4"
            "KVxbMmxX/85mtfdnDmTFoNKcg5DGAvxNQ=="
        ),
        files=(
            ("preact/standalone.module.js", "htm/3.1.1/preact-standalone.module.js"),
            ("LICENSE", "htm/3.1.1/LICENSE"),
        ),
        note="htm with Preact and its hooks in one ES module; used by the table, lobby and replay",
    ),
    Package(
        name="preact",
        version="10.29.8",
        licence="MIT",
        integrity=(
            "sha512-ej2aVZ+vZ8WO7tvlQWRM9N63A0KzF9q4mWJfDUHgYaIofWY9hu74Q"
            "dnQrjoPMmZi2/nZ5gN0bJCQF49xQqx09Q=="
        ),
        files=(("LICENSE", "htm/3.1.1/LICENSE-preact"),),
        note="licence text of the Preact code bundled in the htm module (no code copied)",
    ),
    Package(
        name="@fontsource/source-serif-4",
        version="5.3.1",
        licence="OFL-1.1",
        integrity=(
            "sha512-cWcTCXjYYrgF9A67fThVir1VSc0lPEYmwQ6jA4pPt01s2MSCi/maIN"
            "UcZoCzaqnU8fyUReDO97eGcBUkHgOeug=="
        ),
        files=(
            ("files/source-serif-4-latin-600-normal.woff2", "source-serif-4/5.3.1/latin-600.woff2"),
            ("LICENSE", "source-serif-4/5.3.1/LICENSE"),
        ),
        note="the face of headings and amounts: Latin letters and tabular figures",
    ),
    Package(
        name="@fontsource/source-serif-4",
        version="5.3.1",
        licence="OFL-1.1",
        integrity=(
            "sha512-cWcTCXjYYrgF9A67fThVir1VSc0lPEYmwQ6jA4pPt01s2MSCi/maIN"
            "UcZoCzaqnU8fyUReDO97eGcBUkHgOeug=="
        ),
        files=(
            *(
                (
                    f"files/source-serif-4-{letters}-{weight}-normal.woff2",
                    f"source-serif-4/5.3.1/{letters}-{weight}.ttf",
                )
                # Parts of one face, told apart by their weights.
                for letters, weight in (("latin", 600), ("latin-ext", 700), ("cyrillic", 500))
            ),
            ("LICENSE", "source-serif-4/5.3.1/LICENSE"),
        ),
        note="European letters",
        folder=FONTS,
    ),
    Package(
        name="@fontsource/noto-sans-devanagari",
        version="5.3.0",
        licence="OFL-1.1",
        integrity=(
            "sha512-7khYmipS/5KAUUmrO1DKir8yL8XI00d0+ZE9BqbS8XF1jzObv6CpPO"
            "k3UeYxF+Pvi8bx9bBvprBCOcbx/eQWTQ=="
        ),
        files=(
            (
                "files/noto-sans-devanagari-devanagari-600-normal.woff2",
                "noto-sans-devanagari/5.3.0/devanagari-600.ttf",
            ),
            ("LICENSE", "noto-sans-devanagari/5.3.0/LICENSE"),
        ),
        note="Hindi",
        folder=FONTS,
    ),
    Package(
        name="@fontsource/noto-sans-sc",
        version="5.3.0",
        licence="OFL-1.1",
        integrity=(
            "sha512-HeqIlGm0+ohOKxZLuHj1qW6r6avHH0OWdKERAcSDI0RQ+MXrteuLKA"
            "+M+5eOA8rYy0MFvOR5AT0fQo2rUkye0Q=="
        ),
        files=(
            (
                "files/noto-sans-sc-chinese-simplified-600-normal.woff2",
                "noto-sans-sc/5.3.0/chinese-simplified-600.ttf",
            ),
            ("LICENSE", "noto-sans-sc/5.3.0/LICENSE"),
        ),
        note="Chinese: the 7,900 characters of simplified texts",
        folder=FONTS,
    ),
    Package(
        name="naughty-words",
        version="1.2.0",
        licence="CC-BY-4.0",
        integrity=(
            "sha512-0iadX6fN+3NsfvIRtWmmpEX9VsoIQ6n9FwyIxmew9w5yzFNqMgs/K"
            "y0eAC/z5xXSHtqlVoByiovdROikwH9SXQ=="
        ),
        files=tuple(
            (member, f"naughty-words/1.2.0/{member}")
            for member in ("en.json", "hi.json", "zh.json", "LICENSE")
        ),
        note="the LDNOOBW lists; `further.txt` and `harmless.txt` beside this folder are ours",
        folder=WORDS,
    ),
)


def fetch(package: Package, folder: Path) -> Path:
    """Download the package archive into `folder`; return its path after checking its hash."""
    # npm is required on the path; its location differs.
    done = subprocess.run(
        ["npm", "pack", f"{package.name}@{package.version}", "--silent"],  # noqa: S607
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    archive = folder / done.stdout.strip().splitlines()[-1]
    digest = hashlib.sha512(archive.read_bytes()).digest()
    found = "sha512-" + base64.b64encode(digest).decode()
    if found != package.integrity:
        raise SystemExit(f"{package.name} {package.version}: hash is {found}, not as listed")
    return archive


def copy(package: Package, archive: Path) -> None:
    """Copy the listed members of the archive below its folder; a `.ttf` is unpacked."""
    with tarfile.open(archive) as tar:
        for member, target in package.files:
            source = tar.extractfile(f"package/{member}")
            if source is None:
                raise SystemExit(f"{package.name}: {member} is not a file")
            path = package.folder / target
            path.parent.mkdir(parents=True, exist_ok=True)
            body = source.read()
            path.write_bytes(unpacked(body) if path.suffix == ".ttf" else body)


def unpacked(font: bytes) -> bytes:
    """A WOFF2 font as TrueType, with the same tables."""
    from fontTools.ttLib import TTFont

    plain = io.BytesIO()
    read = TTFont(io.BytesIO(font), recalcTimestamp=False)
    read.flavor = None
    read.save(plain)
    return plain.getvalue()


def write_characters() -> None:
    """Write `characters.json`: by font of pictures, the characters that it can draw, in order."""
    from fontTools.ttLib import TTFont

    drawn = {
        file.stem.rpartition("-")[0]: "".join(
            chr(code) for code in sorted(TTFont(file).getBestCmap()) if code >= ord(" ")
        )
        for file in sorted(FONTS.rglob("*.ttf"))
    }
    text = json.dumps(drawn, ensure_ascii=False, indent=1)
    (FONTS / "characters.json").write_text(f"{text}\n", encoding="utf-8")


def write_list(folder: Path) -> None:
    """Write LIST.md: the files, their packages and licences."""
    lines = [f"# {TITLES[folder]}", "", "Written by `scripts/vendor.py`; do not edit.", ""]
    lines += ["| package | version | licence | files | note |", "|---|---|---|---|---|"]
    for package in PACKAGES:
        if package.folder == folder:
            files = ", ".join(f"`{target}`" for _, target in package.files)
            row = (package.name, package.version, package.licence, files, package.note)
            lines.append("| " + " | ".join(row) + " |")
    (folder / "LIST.md").write_text("\n".join(lines) + "\n")


def main() -> int:
    """Fetch every package, then write the lists. Returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for package in PACKAGES:
            copy(package, fetch(package, Path(folder)))
    for place in TITLES:
        write_list(place)
    write_characters()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Every rule that code or a test cites is in the rule book, and no id is defined twice."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs/rules"
CASES = {"TP": 59, "CA": 15, "TH": 40, "DZ": 50, "FD": 30}
"""How many cases each game has."""
CASE = re.compile(r"\b(?:TP|CA|TH|DZ|FD)-\d+\b")
DEFINED = re.compile(r"^- \*\*((?:TP|CA|TH|DZ|FD)-\d+)\*\* ", re.M)
SECTION = re.compile(r"\brules? ((?:\d\.\d+(?:, | and )?)+)")
IN_PAGE = re.compile(r"docs/rules/([a-z-]+)\.md(?: (\d\.\d+)(?: and (\d\.\d+))?)?")
HEADING = re.compile(r"^##+ (\d\.\d+) ", re.M)
WRITTEN = (".py", ".md", ".html", ".js", ".json")


def citing_files() -> list[Path]:
    """All files of the project that may cite a rule, but for this one."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    files = [ROOT / name for name in listed if name.endswith(WRITTEN)]
    return [path for path in files if path != Path(__file__) and path.exists()]


def pages() -> dict[str, str]:
    return {page.stem: page.read_text() for page in sorted(BOOK.glob("*.md"))}


def unknown(text: str, cases: set[str], sections: dict[str, set[str]]) -> list[str]:
    """The cases, sections and pages that a text cites and the book does not have."""
    everywhere = set().union(*sections.values())
    cited = [case for case in CASE.findall(text) if case not in cases]
    for listed in SECTION.findall(text):
        cited += [one for one in re.findall(r"\d\.\d+", listed) if one not in everywhere]
    for page, *numbers in IN_PAGE.findall(text):
        cited += [one for one in numbers if one and one not in sections.get(page, ())]
        cited += [page] if page not in sections else []
    return cited


@pytest.fixture(scope="module")
def book() -> tuple[set[str], dict[str, set[str]]]:
    """The ids of all cases, and the sections of each page."""
    cases = {case for text in pages().values() for case in DEFINED.findall(text)}
    return cases, {name: set(HEADING.findall(text)) for name, text in pages().items()}


def test_each_id_is_defined_once() -> None:
    cases = Counter(case for text in pages().values() for case in DEFINED.findall(text))
    assert cases == Counter(
        f"{game}-{number}" for game, count in CASES.items() for number in range(1, count + 1)
    )
    sections = Counter(one for text in pages().values() for one in HEADING.findall(text))
    assert set(sections.values()) == {1}


def test_every_cited_rule_is_in_the_book(book) -> None:
    wrong = {
        str(path.relative_to(ROOT)): missing
        for path in citing_files()
        if (missing := unknown(path.read_text(), *book))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "text",
    [
        "# TP-60",
        "see TH-41 to TH-43",
        "(rule 3.9)",
        "(rule 2.11)",
        "(rules 2.1, 2.3 and 7.1)",
        "docs/rules/holdem.md 2.1",
        "docs/rules/rummy.md",
    ],
)
def test_control_an_unknown_rule_is_found(text: str, book) -> None:
    assert unknown(text, *book)


def test_the_engines_cite_the_cases_they_implement() -> None:
    for game, engine in (
        ("TP", "teen_patti"),
        ("CA", "dealer_teen_patti"),
        ("TH", "holdem"),
        ("DZ", "dou_dizhu"),
        ("FD", "dou_dizhu_four"),
    ):
        code = "".join(path.read_text() for path in (ROOT / "games/engines" / engine).glob("*.py"))
        assert re.search(rf"\b{game}-\d+", code), engine

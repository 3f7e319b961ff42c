"""The figures of the README and of docs/figures.md: one file, and what has changed since.

python -m benchmarks.figures [measure|take|write|check]

measure  measures the cheap ones again and prints changes above 15 % (a minute or two)
take     the same, and stores them with the commit and the yardstick; only on a quiet machine
write    writes both from benchmarks/figures.toml
check    exits with 1 if one of them differs

Times are CPU time, the minimum of several runs, relative to a yardstick (plain Python work) that
was timed on the machine of the stored figures: a busy or slower machine affects both.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "benchmarks" / "figures.toml"
README, PAGE = ROOT / "README.md", ROOT / "docs" / "figures.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
MOVED = 0.15
RUNS = 3
BYTES = "KB"
"""The unit of figures that are the same on every machine."""

Figure = dict[str, Any]


def figures() -> list[Figure]:
    """Return all figures of the file, in their order."""
    found: list[Figure] = tomllib.loads(FILE.read_text())["figure"]
    return found


def received(value: dict[str, Any]) -> str:
    """Return a value as readers see it."""
    number = value["value"]
    return str(value.get("spread") or (f"{number:,}" if number >= 1_000 else f"{number:g}"))


def _filled(one: Figure, text: str) -> str:
    return text.format(**{name: received(v) for name, v in one.get("values", {}).items()})


def short_table() -> str:
    """Return the README's table: a line for each figure that has a short text."""
    lines = ["| what | figure | at commit |", "|---|---|---|"]
    for one in figures():
        if "short" in one:
            stale = " (**stale**)" if "stale" in one else ""
            text = _filled(one, one["short"])
            lines.append(f"| {one['what']} | {text}{stale} | {one['commit']} |")
    return "\n".join(lines)


def sections() -> str:
    """Return the sections of docs/figures.md, one for each figure."""
    parts = []
    for one in figures():
        lines = [f"## {one['what']}", "", f"`{one['command']}`, at commit {one['commit']}.", ""]
        if "stale" in one:
            lines += [f"**Stale**: {one['stale']}", ""]
        lines += [f"- {_filled(one, sentence)}" for sentence in one["text"]]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


PAGES = {README: short_table, PAGE: sections}


def with_figures(path: Path, text: str) -> str:
    """Return this text of a page with today's figures between its marks."""
    marked = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    assert len(marked.findall(text)) == 1, f"{path.name} has no marks for the figures"
    return marked.sub(lambda _: f"{BEGIN}\n{PAGES[path]()}\n{END}", text)


# -- measuring ---------------------------------------------------------------------------------


def cpu(run: Callable[[], Any], runs: int = RUNS) -> float:
    """Return the CPU seconds of a call: the minimum of several, because disturbances only add."""
    taken = []
    for _ in range(runs):
        began = time.process_time()
        run()
        taken.append(time.process_time() - began)
    return min(taken)


def yardstick() -> float:
    """Return the CPU milliseconds of a fixed amount of plain Python work."""

    def work() -> int:
        rng = random.Random(1)
        seen: dict[tuple[int, int], int] = {}
        for n in range(200_000):
            key = (n % 977, n & 7)
            seen[key] = seen.get(key, 0) + n
        deck = list(range(52))
        for _ in range(2_000):
            rng.shuffle(deck)
        return sum(seen.values()) + deck[0]

    return cpu(work, 7) * 1e3


def _teen_patti() -> dict[str, float]:
    from benchmarks.engine_teen_patti import openings, play

    deals = openings(3_000)
    actions = play(deals)
    took = cpu(lambda: play(deals))
    return {"hands": len(deals) / took, "action": took / actions * 1e6}


def _holdem() -> dict[str, float]:
    from benchmarks.engine_holdem import fold_ours, openings, play_ours

    deals = openings(2_000)
    moves, _ = play_ours(deals)
    legal, folding = cpu(lambda: play_ours(deals)), cpu(lambda: fold_ours(deals, moves))
    return {"legal": len(deals) / legal, "folding": len(deals) / folding}


def _seven_cards() -> dict[str, float]:
    from games.engines.holdem.ranking import value

    rng = random.Random(7)
    sevens = [rng.sample(range(52), 7) for _ in range(50_000)]

    def run() -> None:
        for cards in sevens:
            value(cards)

    return {"value": cpu(run) / len(sevens) * 1e6}


def _dou_dizhu() -> dict[str, float]:
    from benchmarks.engine_dou_dizhu import openings, play_ours, play_ours_by_ranks

    deals = openings(300)
    steps, ranks = sum(map(len, play_ours(deals))), play_ours_by_ranks(deals)
    return {
        "ranks": ranks / cpu(lambda: play_ours_by_ranks(deals)),
        "picked": steps / cpu(lambda: play_ours(deals)),
    }


def _odds() -> dict[str, float]:
    from benchmarks.odds import _forget_all, _forget_tables, _timed
    from games import odds

    orders = iter(["akq_a23", "a23_low", "no_a23", "a23_top"] * 10)
    whole = _timed(_forget_all, odds.table, 20)
    other = _timed(_forget_tables, lambda: odds.table(next(orders)), 20)
    return {"table": statistics.median(whole) * 1e3, "order": statistics.median(other) * 1e3}


def _javascript() -> dict[str, float]:
    """Return the kilobytes of script that a release's table page loads first, and at most."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["sh", "scripts/frontend.sh", "--bundles", folder], cwd=ROOT, check=True)
        names = json.loads((Path(folder) / "names.json").read_text())
        del names["generic"]  # for games without a page of their own
        tables = [name for page, name in names.items() if not page.startswith("text/")]
        entries = [Path(folder) / name for name in tables]
        first = [entry.stat().st_size / 1_000 for entry in entries]
        whole = [sum(file.stat().st_size for file in _loaded(entry)) / 1_000 for entry in entries]
    return {"least": min(first), "most": max(first), "whole": max(whole)}


def _loaded(entry: Path) -> set[Path]:
    """Return a bundle with every other that it can load."""
    found, waiting = {entry}, [entry]
    while waiting:
        names = re.findall(r"""["']\./([\w-]+\.js)["']""", waiting.pop().read_text())
        fresh = {entry.parent / name for name in names} - found
        found |= fresh
        waiting += fresh
    return found


MEASURES: dict[str, Callable[[], dict[str, float]]] = {
    "engine_teen_patti": _teen_patti,
    "engine_holdem": _holdem,
    "seven_cards": _seven_cards,
    "engine_dou_dizhu": _dou_dizhu,
    "odds": _odds,
    "javascript": _javascript,
}


def moved(value: dict[str, Any], now: float, pace: float) -> float:
    """Return the relative change of a figure; `pace` is how much slower this machine is now."""
    if value["unit"] == BYTES:
        pace = 1.0
    as_then = now * pace if value["unit"].endswith("/s") else now / pace
    return float(as_then / value["value"] - 1)


def taken(text: str, name: str, now: dict[str, float], commit: str) -> str:
    """Return the file with new values of one figure."""
    begin = text.index(f'name = "{name}"')
    end = text.find("[[figure]]", begin)
    part, rest = text[begin:end], text[end:] if end > 0 else ""
    part = part if rest else text[begin:]
    part = re.sub(r'commit = "\w+"', f'commit = "{commit}"', part)
    for key, value in now.items():
        rounded = float(f"{value:.2g}")
        shown = f"{rounded:.0f}" if rounded >= 10 else f"{rounded:g}"
        part = re.sub(rf"(values\.{key} = {{ value = )[\d.]+", rf"\g<1>{shown}", part)
    return text[:begin] + part + rest


def measure(*, take: bool = False) -> None:
    """Measure the cheap figures and print them with their changes; `take` stores them."""
    machine = tomllib.loads(FILE.read_text())["machine"]
    stick = yardstick()
    pace = stick / machine["yardstick_ms"]
    print(f"yardstick {stick:.1f} ms CPU, {pace:.2f} times that of: {machine['what']}")
    count, text = 0, FILE.read_text()
    text = re.sub(r"yardstick_ms = [\d.]+", f"yardstick_ms = {stick:.1f}", text)
    head = ["git", "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.check_output(head, cwd=ROOT, text=True).strip() if take else ""
    for one in figures():
        if one["name"] not in MEASURES:
            continue
        now = MEASURES[one["name"]]()
        text = taken(text, one["name"], now, commit)
        for name, value in one["values"].items():
            by = moved(value, now[name], pace)
            mark = "  MOVED" if abs(by) > MOVED else ""
            count += bool(mark)
            print(
                f"{one['name'] + '.' + name:28}{value['value']:>12,} {value['unit']:8}"
                f" now {now[name]:>12,.1f}  {by:+.0%} at {one['commit']}{mark}"
            )
    if take:
        FILE.write_text(text)
    print(f"{count} moved by more than {MOVED:.0%}; the others need their own commands.")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "what", nargs="?", default="measure", choices=("measure", "take", "write", "check")
    )
    what = parser.parse_args().what
    if what in ("measure", "take"):
        measure(take=what == "take")
        return
    for path in PAGES:
        text = path.read_text()
        if what == "write":
            path.write_text(with_figures(path, text))
        elif with_figures(path, text) != text:
            sys.exit(f"{path.name} differs from figures.toml: benchmarks.figures write")


if __name__ == "__main__":
    main()

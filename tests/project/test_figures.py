"""Each figure of README and docs has an entry with command and commit; changes are reported."""

import re
import subprocess
import tomllib

import pytest

from benchmarks import figures
from tests.support.cases import for_each


def entries() -> list[dict]:
    return figures.figures()


@pytest.mark.parametrize("path", figures.PAGES, ids=lambda path: path.name)
def test_both_pages_are_made_from_the_file(path) -> None:
    text = path.read_text()
    assert "random six-handed" in text
    assert figures.with_figures(path, text) == text
    changed = text.replace("random six-handed", "quick six-handed")
    assert figures.with_figures(path, changed) == text


@for_each("one", entries(), ids=lambda one: one["name"])
def test_a_figure_names_its_commit_command_and_subject(one: dict) -> None:
    assert re.fullmatch(r"[0-9a-f]{7}", one["commit"])
    assert one["command"]
    assert set(re.findall(r"\{(\w+)\}", " ".join(one["text"]))) == set(one.get("values", {}))
    assert set(re.findall(r"\{(\w+)\}", one.get("short", ""))) <= set(one.get("values", {}))
    measured = {name for name, v in one.get("values", {}).items() if v.get("measured")}
    assert bool(measured) == (one["name"] in figures.MEASURES)
    module = re.fullmatch(r"python -m benchmarks\.(\w+)\b.*", one["command"])
    if module:
        folder = figures.ROOT / "benchmarks"
        assert (folder / f"{module[1]}.py").exists() or (folder / module[1]).is_dir()


def test_every_commit_is_in_the_history() -> None:
    shallow = subprocess.run(
        ["git", "rev-parse", "--is-shallow-repository"], cwd=figures.ROOT, capture_output=True
    )
    if shallow.stdout.strip() != b"false":
        pytest.skip("no whole history here")
    for commit in {one["commit"] for one in entries()}:
        subprocess.run(
            ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=figures.ROOT, check=True
        )


def test_rates_times_and_sizes_are_compared_in_their_direction() -> None:
    rate, span, size = ({"value": 100, "unit": unit} for unit in ("hands/s", "us", "KB"))
    assert figures.moved(rate, 50, 1) == pytest.approx(-0.5)
    assert figures.moved(rate, 50, 2) == pytest.approx(0)  # a machine of half the speed
    assert figures.moved(span, 200, 2) == pytest.approx(0)
    assert figures.moved(span, 120, 1) == pytest.approx(0.2)
    assert figures.moved(size, 120, 2) == pytest.approx(0.2)


def test_changed_figures_are_printed_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path
) -> None:
    """Every measure except the bytes is replaced; nothing here is timed."""
    kept = tmp_path / "figures.toml"
    kept.write_text(figures.FILE.read_text())
    monkeypatch.setattr(figures, "FILE", kept)
    stick = tomllib.loads(kept.read_text())["machine"]["yardstick_ms"]
    monkeypatch.setattr(figures, "yardstick", lambda: stick)
    fixed = {
        one["name"]: {k: v["value"] for k, v in one["values"].items()}
        for one in entries()
        if one["name"] in figures.MEASURES
    }
    fixed["seven_cards"]["value"] *= 1.5
    stands = {name: lambda now=now: now for name, now in fixed.items()}
    monkeypatch.setattr(figures, "MEASURES", stands)
    figures.measure(take=True)
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines() if "MOVED" in line] == [
        "seven_cards.value"
    ]
    then, now = entries(), tomllib.loads(kept.read_text())["figure"]
    by_name = {one["name"]: one for one in now}
    stored = by_name["seven_cards"]["values"]["value"]["value"]
    assert stored == float(f"{fixed['seven_cards']['value']:.2g}"), "two digits are kept"
    assert [one["name"] for one in now] == [one["name"] for one in then]
    assert by_name["live_tables"] in then  # not measured here: as it was


@pytest.mark.full
def test_the_bytes_are_those_of_the_budget() -> None:
    sizes = figures.MEASURES["javascript"]()
    assert 20 < sizes["least"] <= sizes["most"] <= 200

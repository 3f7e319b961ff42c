"""This server beside boardgame.io: moves per second, CPU per move, and latency for others.

make bench
    python -m benchmarks.compare [--games teen_patti,holdem] [--tables 10,50,200] [--paced 200]
        [--servers cardhouse,boardgame.io,boardgame.io+postgres] [--webs 1] [--dealers 1]
        [--rounds 3] [--seconds 15]

Tables of four play Teen Patti and tables of six hold'em, by the same rules and with the same
players, who act at once (`--tables`) or after a pause of `--pace` seconds (`--paced`). The servers
take turns on the same machine (A B C, A B C …); the others are stopped meanwhile. A round begins
with a warm-up, then everything within `--seconds` counts. PostgreSQL makes every commit durable
(fsync, synchronous_commit), for the peer's storage as for ours. The generator is a process of its
own on raw sockets, which knows only the frames of a server; it decodes and checks each.

The table has medians over the rounds, with minimum and maximum. The JSON is stored in
`.data/bench/`.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

import msgspec
import psutil

from benchmarks.bench_games import GAMES, BenchGame
from benchmarks.figures import yardstick
from benchmarks.load import Job, Report, merged, p
from benchmarks.platform import ROOT, platform
from benchmarks.seats import Pace
from benchmarks.servers import (
    Cardhouse,
    Server,
    boardgame,
    durability,
    install_peer,
    is_durable,
    resume,
    suspend,
)

FOLDER = ROOT / ".data" / "bench"
OURS, PEER, STORED = "cardhouse", "boardgame.io", "boardgame.io+postgres"
WARM_UP_S = 3.0
FULL = 0.95
"""The CPU share of a core above which a generator may be the bottleneck."""

Row = dict[str, Any]


def measure(
    server: Server, game: BenchGame, tables: int, seconds: float, pace: Pace, generators: int
) -> Row:
    """Measure a server once: resume it before and stop it afterwards."""
    resume(server)
    try:
        with _playing(server, game, tables, seconds, pace, generators) as children:
            time.sleep(WARM_UP_S + (pace[1] if pace else 0))
            before, began = server.cpu_seconds(), time.perf_counter()
            for child in children:
                _tell(child, "begin")
            report = merged([_report(child) for child in children])
            took = time.perf_counter() - began
            after = server.cpu_seconds()
        server.close()
    finally:
        suspend(server)
    return _row(report, {kind: after[kind] - before[kind] for kind in after}, took)


@contextmanager
def _playing(
    server: Server, game: BenchGame, count: int, seconds: float, pace: Pace, generators: int
) -> Iterator[list[subprocess.Popen[str]]]:
    """Yield generators whose sockets are open, at tables that play."""
    tables = server.open(count, game)
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(generators)
    ]
    try:
        for number, child in enumerate(children):
            job = Job(tables[number::generators], seconds, pace, seed=20 + number)
            _tell(child, msgspec.json.encode(job).decode())
        for child in children:
            if _line(child) != "open":
                raise RuntimeError(f"{server.name}: the sockets could not be opened")
        server.start()
        yield children
    finally:
        for child in children:
            child.kill()
            child.wait()


def _tell(child: subprocess.Popen[str], line: str) -> None:
    assert child.stdin is not None
    child.stdin.write(line + "\n")
    child.stdin.flush()


def _line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    line = child.stdout.readline().strip()
    if not line:
        raise RuntimeError(f"a generator ended with status {child.wait()}")
    return line


def _report(child: subprocess.Popen[str]) -> Report:
    return msgspec.json.decode(_line(child), type=Report)


def _row(report: Report, cpu: dict[str, float], took: float) -> Row:
    each = {kind: 1e3 * seconds / max(1, report.moves) for kind, seconds in cpu.items()}
    return {
        "moves_s": report.moves / report.seconds,
        "cpu_ms": sum(each.values()) * report.seconds / took,
        "cpu_by": each,
        "p50_ms": p(report, 0.5),
        "p99_ms": p(report, 0.99),
        "moves": report.moves,
        "hands": report.hands,
        "frames": report.frames,
        "generator_cpu": report.cpu / report.seconds,
        "gaps": report.gaps,
        "stuck": report.stuck,
        "undealt": report.undealt,
        "refused": report.refused,
        "wrong": report.wrong,
    }


def troubles(row: Row) -> list[str]:
    """Return the objections to a measurement, in words."""
    found = [f"{name}: {count}" for key in ("wrong", "refused") for name, count in row[key].items()]
    found += [
        f"{row[key]} {text}"
        for key, text in (
            ("gaps", "gaps"),
            ("stuck", "stuck tables"),
            ("undealt", "tables without a hand"),
        )
        if row[key]
    ]
    if row["generator_cpu"] > FULL:
        found.append(f"the generator took {row['generator_cpu']:.0%} of a core")
    return found


# -- the table -----------------------------------------------------------------------------------


def spread(values: Sequence[float], digits: int = 0) -> str:
    """Return the median with minimum and maximum: `3,484 (3,339-4,008)`."""
    middle, least, most = (
        f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values))
    )
    return middle if least == most else f"{middle} ({least}-{most})"


def table(results: dict[str, dict[str, list[Row]]]) -> str:
    """Return the Markdown table: scenario by server, with the ratio of ours to each peer."""
    lines = [
        "| tables | server | moves/s | CPU ms a move | of it | click to others p50, p99 ms "
        "| ours / this |",
        "|---|---|---|---|---|---|---|",
    ]
    for scenario, by_server in results.items():
        for name, rows in by_server.items():
            if not rows:
                lines.append(f"| {scenario} | {name} | it ended | | | | |")
                continue
            kinds = rows[0]["cpu_by"]
            by_kind = " / ".join(
                f"{kind} {statistics.median(row['cpu_by'][kind] for row in rows):.2f}"
                for kind in kinds
            )
            ratio = ""
            if name != OURS and OURS in by_server:
                pairs = zip(by_server[OURS], rows, strict=False)  # the peer may have ended
                ratio = spread([ours["moves_s"] / max(1, row["moves_s"]) for ours, row in pairs], 2)
            lines.append(
                f"| {scenario} | {name} | {spread([row['moves_s'] for row in rows])} "
                f"| {spread([row['cpu_ms'] for row in rows], 2)} | {by_kind} "
                f"| {spread([row['p50_ms'] for row in rows], 1)}, "
                f"{spread([row['p99_ms'] for row in rows], 1)} | {ratio} |"
            )
    return "\n".join(lines)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--tables", type=_numbers, default=[10, 50, 200], help="at full speed")
    parser.add_argument("--paced", type=_numbers, default=[200], help="tables at human pace")
    parser.add_argument("--pace", default="1-3", help="least and most seconds of a human's pause")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--servers", default=f"{OURS},{PEER},{STORED}")
    parser.add_argument("--webs", type=int, default=1, help="web processes of ours")
    parser.add_argument("--dealers", type=int, default=1)
    parser.add_argument("--generators", type=int, default=1, help="at most one for each core")
    parser.add_argument("--port", type=int, default=9165, help="the first of a few free ports")
    return parser.parse_args()


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all measurements, with the servers in turns."""
    names = options.servers.split(",")
    least, _, most = options.pace.partition("-")
    human = (float(least), float(most))
    scenarios: list[tuple[str, BenchGame, int, Pace]] = []
    for game in [GAMES[key] for key in options.games.split(",")]:
        scenarios += [(f"{n} of {game.name}", game, n, None) for n in options.tables]
        scenarios += [(f"{n} of {game.name}, human pace", game, n, human) for n in options.paced]
    results: dict[str, dict[str, list[Row]]] = {
        text: {name: [] for name in names} for text, *_rest in scenarios
    }
    sticks = []
    with ExitStack() as stack:
        started = _start(stack, names, options)
        from django.conf import settings  # set up by the platform

        durable = durability(settings.OWNER_DATABASE_URL)
        assert is_durable(durable), durable
        for server in started:
            suspend(server)
            stack.callback(resume, server)
        for text, game, count, pace in scenarios:
            for number in range(options.rounds):
                sticks.append(yardstick())
                for server in [*started]:
                    try:
                        row = measure(
                            server, game, count, options.seconds, pace, options.generators
                        )
                    except (OSError, HTTPException, psutil.Error, RuntimeError) as error:
                        if server.name == OURS:
                            raise
                        started.remove(server)
                        print(f"{text}: {server.name} has ended: {error}", file=sys.stderr)
                        continue
                    results[text][server.name].append(row)
                    _say(text, number, server.name, row)
        sticks.append(yardstick())
    head = ["git", "rev-parse", "--short=7", "HEAD"]
    return {
        "commit": subprocess.run(head, cwd=ROOT, capture_output=True, text=True).stdout.strip(),
        "options": {key: value for key, value in vars(options).items() if key != "port"},
        "yardstick_ms": sticks,
        "postgres": durable,
        "results": results,
    }


def _start(stack: ExitStack, names: list[str], options: argparse.Namespace) -> list[Server]:
    packages = FOLDER / "peer"
    if PEER in names or STORED in names:
        install_peer(packages)
    ours = stack.enter_context(
        platform(port=options.port, webs=options.webs, dealers=options.dealers, one_address=True)
    )
    made: dict[str, Server] = {OURS: Cardhouse(ours)}
    for number, name in enumerate((PEER, STORED)):
        if name in names:
            port = options.port + options.webs + number
            made[name] = stack.enter_context(boardgame(name, packages, port, stored=name == STORED))
    return [made[name] for name in names]


def _say(text: str, number: int, name: str, row: Row) -> None:
    trouble = "; ".join(troubles(row))
    print(
        f"{text}, round {number + 1}, {name}: {row['moves_s']:,.0f} moves/s, "
        f"{row['cpu_ms']:.2f} ms CPU, p99 {row['p99_ms']:.0f} ms"
        + (f" [{trouble}]" * bool(trouble)),
        file=sys.stderr,
        flush=True,
    )


def kept(measured: dict[str, Any]) -> Path:
    """Store this run; return its file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"compare-{time.strftime('%Y%m%d-%H%M%S')}.json"
    path.write_text(json.dumps(measured, indent=1) + "\n")
    return path


def main() -> None:
    """Measure, print, store; exit 1 if a frame was wrong, refused or missing."""
    measured = run(_options())
    path, sticks = kept(measured), measured["yardstick_ms"]
    print(f"\nyardstick {spread(sticks, 1)} ms CPU, commit {measured['commit']}")
    print(f"PostgreSQL {measured['postgres']}\n")
    print(table(measured["results"]))
    found = [
        f"{text}, {name}: {trouble}"
        for text, by_server in measured["results"].items()
        for name, rows in by_server.items()
        for row in rows
        for trouble in troubles(row)
    ]
    print("\n" + ("\n".join(found) or "Every frame was right, and none was missing."))
    print(f"Stored in {path.relative_to(ROOT)}")
    rows = [row for by in measured["results"].values() for some in by.values() for row in some]
    sys.exit(any(row[key] for row in rows for key in ("wrong", "refused", "gaps", "stuck")))


if __name__ == "__main__":
    main()

"""`manage.py arena GAME A B...`: let players meet in duplicate deals; needs no database."""

import secrets
import sys
import time
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games import bots
from games.arena import ladder
from games.arena.match import Match, Tally, names_of, preset_of, run
from games.arena.program import ProgramFailed
from games.engines.core import registry
from games.stats.counters.registry import ratios_of

BAR_CHARS = 30
REDRAW_S = 0.2


class Command(BaseCommand):
    help = (
        "Let players of a game meet in duplicate deals: each deck is dealt once for every seat, A "
        "takes each seat in turn and B sits in the others. A player is a level of the bots, a "
        "simple player of games/arena/players, random, or a program (--program). The table "
        "has what A wins in big blinds, boots or bases per 100 hands, with its 95 %% interval. "
        "Needs no database."
    )
    requires_system_checks: list[str] = []

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=[game.key for game in registry.all_games()])
        parser.add_argument(
            "players", nargs="*", help="A and those whom A meets in turn; of a ladder, everybody"
        )
        parser.add_argument(
            "--ladder",
            action="store_true",
            help="everybody meets everybody, and OpenSkill rates every 20 deals as a match; "
            "without names all levels and simple players take part",
        )
        parser.add_argument("--deals", type=int, default=1_000, help="for each pair (1000)")
        parser.add_argument("--seats", type=int, help="as few as the game has, if not given")
        parser.add_argument("--preset")
        parser.add_argument("--stack", type=int, default=100, help="in big blinds or boots (100)")
        parser.add_argument("--seed", help="repeats the run that printed it; random if not given")
        parser.add_argument("--workers", type=int, default=1, help="processes that play (1)")
        parser.add_argument(
            "--program",
            action="append",
            default=[],
            metavar="NAME=COMMAND",
            help="a player of your own: a program that reads hands as lines of JSON, as the "
            "table's socket sends them, and answers each with an action (docs/bots.md)",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        table, names = self._table(options), options["players"]
        known = [*names_of(table.game), *dict(table.programs)]
        if options["ladder"]:
            names = names or known
        if len(set(names)) < 2:
            raise CommandError("name two players at least")
        if unknown := [name for name in names if name not in known]:
            raise CommandError(f"{unknown[0]} is none of {', '.join(known)}")
        play = self._ladder if options["ladder"] else self._matches
        bots.warm_up()
        self.stdout.write(
            f"{table.game} ({table.preset}), {table.seats} seats, {table.stack} units a seat, "
            f"seed {table.seed}"
        )
        try:
            play(table, names, options["deals"], options["workers"])
        except ProgramFailed as no:
            raise CommandError(str(no)) from no

    def _table(self, options: dict[str, Any]) -> Match:
        """The match without its players. Raises `CommandError`."""
        game = registry.get(options["game"])
        preset = options["preset"] or preset_of(game)
        seats = options["seats"] or game.min_seats
        if preset not in game.presets:
            raise CommandError(f"{preset} is none of {', '.join(game.presets)}")
        if not game.min_seats <= seats <= game.max_players(game.presets[preset]):
            most = game.max_players(game.presets[preset])
            raise CommandError(f"{game.key} has {game.min_seats} to {most} seats")
        if options["deals"] < 2 or options["stack"] < 1:
            raise CommandError("there must be two deals, and chips to play for")
        programs = []
        for text in options["program"]:
            name, equals, command = text.partition("=")
            if not (name and equals and command.strip()) or name in names_of(game.key):
                raise CommandError(f"--program is NAME=COMMAND with a new name, not {text!r}")
            programs.append((name, command))
        seed = options["seed"] or secrets.token_hex(4)
        return Match(game.key, "", "", preset, seats, options["stack"], seed, tuple(programs))

    def _matches(self, table: Match, names: list[str], deals: int, workers: int) -> None:
        first, *others = names
        bar = _Bar(deals * len(others))
        self.stdout.write(_HEAD)
        for number, other in enumerate(others):
            tally = run(
                replace(table, one=first, other=other),
                deals,
                workers,
                partial(bar.draw, before=number * deals),
            )
            bar.clear()
            self.stdout.write(_row(first, other, tally))
            if traits := _traits(table.game, tally):
                self.stdout.write(f"{'':12} {traits}")
            self.stdout.flush()

    def _ladder(self, table: Match, names: list[str], deals: int, workers: int) -> None:
        batches = max(1, deals // ladder.BATCH_DEALS)
        pairs = len(ladder.pairs_of(names, table.seats))
        bar = _Bar(batches * ladder.BATCH_DEALS * pairs)
        climbed = ladder.climb(table, names, batches, workers, bar.draw)
        bar.clear()
        self.stdout.write(_HEAD)
        for (one, other), tally in climbed.tallies.items():
            self.stdout.write(_row(one, other, tally))
        self.stdout.write(f"\n{'place':>5} {'player':12} {'rating':>14} {'matches':>9}")
        for place, (name, skill) in enumerate(climbed.places(), 1):
            rating = f"{skill.points:,} ± {skill.margin}"
            self.stdout.write(f"{place:5} {name:12} {rating:>14} {skill.matches:9,}")


_HEAD = (
    f"{'A':12} {'B':12} {'A per 100 hands, 95 %':>22} {'deals':>7} {'CPU of A, ms':>13} "
    f"{'95 % within':>11}"
)


def _row(one: str, other: str, tally: Tally) -> str:
    """A match: the result and its interval, and the CPU time of A's decisions."""
    mean, half = tally.interval()
    spent = sorted(tally.spent)
    late = spent[int(0.95 * len(spent))]
    return (
        f"{one:12} {other:12} {f'{mean:+,.1f} ± {half:,.1f}':>22} {len(tally.results):7,} "
        f"{1e3 * sum(spent) / len(spent):13.2f} {1e3 * late:11.2f}"
    )


def _traits(game: str, tally: Tally) -> str:
    """The figures by which players of the game know each other, such as VPIP."""
    values = ((ratio, ratio.of(tally.counters)) for ratio in ratios_of(game))
    return ", ".join(
        f"{ratio.key} {value:{'.0%' if ratio.percent else '.1f'}}"
        for ratio, value in values
        if value is not None
    )


class _Bar:
    """A line on a terminal's standard error with what is done, and how long the rest will take."""

    def __init__(self, total: int) -> None:
        self._total, self._began = total, time.monotonic()
        self._drawn_at = 0.0
        self._on = sys.stderr.isatty()

    def draw(self, done: int, *, before: int = 0) -> None:
        """Show how many deals are done, `before` of them by earlier matches."""
        done += before
        now = time.monotonic()
        if not self._on or (now - self._drawn_at < REDRAW_S and done < self._total):
            return
        self._drawn_at = now
        full = BAR_CHARS * done // self._total
        left_s = (now - self._began) * (self._total - done) / done
        text = f"{'█' * full:░<{BAR_CHARS}} {done:,}/{self._total:,} deals, {left_s:,.0f} s left"
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self._on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

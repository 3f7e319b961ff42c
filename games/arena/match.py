"""Two players meet in duplicate deals; the result has a 95 % interval.

Each deck is dealt once for every seat: A takes each seat in turn, B's sit in all others. Where a
seat plays against the house alone, both play each deck. The result is what A wins in units (big
blinds, boots, bases) per 100 hands. Every random number comes from the seed, the deal, the seat
and the number of the action, so that a run repeats exactly, on any number of workers. A bot draws
the same wherever the same has happened before: two equal players draw even, and what does not
depend on A costs time once and adds no luck.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games import bots
from games.arena.players import anything, luck_of, opponents_of
from games.arena.program import Program, ProgramFailed
from games.engines.core import registry
from games.engines.core.contract import Action, Game, Opening, Viewer
from games.engines.core.errors import IllegalAction
from games.stats.counters.base import count_hand
from games.stats.counters.registry import counter_of

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Match:
    """A match: two names, the game, its preset, the table and the seed."""

    game: str
    one: str
    other: str
    preset: str
    seats: int
    stack: int
    """In units."""
    seed: str
    programs: tuple[tuple[str, str], ...] = ()
    """Names of players that are programs, with the commands that start them."""

    @property
    def engine(self) -> Game:
        """Return the game's engine."""
        return registry.get(self.game)


@dataclass(slots=True)
class Tally:
    """A's result of each deal in units per 100 hands, its CPU seconds a decision, its counters."""

    results: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    counters: Counter[str] = field(default_factory=Counter)

    def add(self, part: "Tally") -> None:
        """Add the tally of further deals."""
        self.results += part.results
        self.spent += part.spent
        self.counters.update(part.counters)

    def interval(self) -> tuple[float, float]:
        """Return the mean and half of its 95 % interval; there must be two deals at least."""
        error = stdev(self.results) / sqrt(len(self.results))
        return fmean(self.results), 1.96 * error


class Turn(NamedTuple):
    """A choice of a player. `hand` and `number` name the hand, `seq` counts its actions."""

    hand: str
    number: int
    seq: int
    view: dict[str, Any]
    rules: Any
    rng: random.Random


Player = Callable[[Turn], bots.Choice]

Known = dict[tuple[Action, ...], bots.Choice]
"""What B's bots choose in a deal, by the actions before it."""


def names_of(game: str) -> list[str]:
    """Return everybody who can play a game without a program of their own."""
    return [*bots.LEVELS, *opponents_of(game), RANDOM]


def preset_of(game: Game) -> str:
    """Return the first preset of a game under which hands are played one by one, for chips."""
    presets = game.presets.items()
    return next(key for key, rules in presets if game.sit_and_go(rules) is None)


def deck_of(game: Game, seed: str, number: int) -> tuple[int, ...]:
    """Return the deck of a deal."""
    return tuple(
        random.Random(f"{seed} deck {number}").sample(range(game.deck_size), game.deck_size)
    )


def opening_of(
    game: Game, rules: Any, *, seats: int, stack: int, seed: str, number: int
) -> Opening:
    """Return the opening of a deal; each seat has `stack` units, and the button moves on."""
    chips = 0 if game.scores(rules) else stack * game.unit(rules)
    deck = deck_of(game, seed, number)
    return Opening(game.key, rules, tuple(range(seats)), (chips,) * seats, number % seats, deck)


@cache
def _program(command: str, _side: int) -> Program:
    """Return the running program of a side, one in each process."""
    return Program(command)


def _player(match: Match, side: int) -> tuple[Player, Program | None]:
    """Return the player of a side (0 is A), and its program if it has one. Raises `KeyError`."""
    name = (match.one, match.other)[side]
    if command := dict(match.programs).get(name):
        program = _program(command, side)
        return lambda turn: program.decide(turn.hand, turn.number, turn.seq, turn.view), program
    if name in bots.LEVELS:
        game = match.game
        return lambda turn: bots.decide(game, turn.view, turn.rules, name, turn.rng), None
    simple = anything if name == RANDOM else opponents_of(match.game)[name]
    return lambda turn: simple(turn.view, turn.rules, turn.rng), None


def play_deal(match: Match, number: int) -> Tally:
    """Play one deck with A in every seat. Raises `ProgramFailed`."""
    game, tally = match.engine, Tally()
    rules: Any = game.presets[match.preset]
    opening = opening_of(
        game, rules, seats=match.seats, stack=match.stack, seed=match.seed, number=number
    )
    known: Known = {}
    won = [_play(match, opening, number, seat, tally, known) for seat in opening.seats]
    if match.seats == 1:
        won.append(-_play(match, opening, number, None, Tally(), known))
    tally.results.append(100 * sum(won) / match.seats / game.unit(rules))
    return tally


def _play(
    match: Match, opening: Opening, number: int, hero: int | None, tally: Tally, known: Known
) -> float:
    """Return what A wins in the seat `hero`, in chips; for None what B wins in the only one."""
    game, name = match.engine, f"{match.seed}-{number}-{'b' if hero is None else hero}"
    side_of = {seat: int(seat != hero) for seat in opening.seats}
    players = {side: _player(match, side) for side in sorted({*side_of.values()})}
    state, own, luck = game.deal(opening).state, hero or 0, 0.0
    cards = random.Random(f"{match.seed} {number}")  # the same for every seat, so that it cancels
    actions: list[Action] = []
    while (seat := game.turn(state)) is not None:
        is_bot = players[side_of[seat]][1] is None
        view = game.view(state, Viewer(seat=seat, course=is_bot))
        rng = random.Random(f"{match.seed} {number} {seat} {len(actions)}")
        turn = Turn(name, number, len(actions), view, opening.rules, rng)
        before = tuple(actions)
        choice = known.get(before) if is_bot and seat != hero else None
        if choice is None:
            start = time.process_time()
            choice = players[side_of[seat]][0](turn)
            if seat == hero:
                tally.spent.append(time.process_time() - start)
            elif is_bot:
                known[before] = choice
        action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
        try:
            after = game.apply(state, action).state
        except IllegalAction as no:
            who = (match.one, match.other)[side_of[seat]]
            raise ProgramFailed(f"{who} chose {choice} in hand {name}: {no.code}") from no
        luck += luck_of(match.game, state, after, own, cards)
        state = after
        actions.append(action)
    for seat, side in side_of.items():
        if (program := players[side][1]) is not None:
            program.show(name, number, len(actions), game.view(state, Viewer(seat=seat)))
    if hero is not None:
        _count(match, opening, actions, hero, tally)
    result = game.result(state)
    assert result is not None
    return float(dict(result.net)[own]) - luck


def _count(
    match: Match, opening: Opening, actions: Sequence[Action], hero: int, tally: Tally
) -> None:
    """Add the hand to A's counters."""
    counter = counter_of(match.game)
    values = count_hand(counter, match.engine, opening, actions).seats[hero].counters
    tally.counters.update(hands=1, **dict(zip(counter.counters, values, strict=True)))


Job = tuple[Match, int]


def _job(job: Job) -> Tally:
    return play_deal(*job)


def play_all(jobs: Sequence[Job], workers: int) -> Iterator[Tally]:
    """Yield the tally of each deal in the order of the jobs. Raises `ProgramFailed`."""
    if workers < 2:
        yield from map(_job, jobs)
        return
    # Never a plain fork: NumPy has threads.
    with get_context("spawn").Pool(workers, initializer=bots.warm_up) as pool:
        yield from pool.imap(_job, jobs, chunksize=8)


def run(
    match: Match, deals: int, workers: int = 1, note: Callable[[int], object] = lambda done: None
) -> Tally:
    """Play all deals; `note` hears how many are done. Raises `ProgramFailed`."""
    total = Tally()
    for done, part in enumerate(play_all([(match, n) for n in range(deals)], workers), 1):
        total.add(part)
        note(done)
    return total

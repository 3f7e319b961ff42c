"""The cost of fair dealing on the server by TFAIR2, beside TFAIR1's, which it replaced.

python -m benchmarks.fair [--hands 300] [--pure]

Pure part, CPU of one process and calls of SHA-256: all hashing and publishing of one hand, from the
seal of its deck to the end of it, with the openings of the cards dealt. Six players cut (three or
four in Dou Dizhu). Hands of the two schemes take turns; a figure is the least of the rounds.

With the database (a scratch platform with fsync; not with `--pure`): the same hand with the
statements of a table, CPU of this process and of PostgreSQL; and the recomputation by the audit.
"""

import argparse
import random
import secrets
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, NamedTuple

from benchmarks.figures import yardstick
from benchmarks.platform import cpu_of_services, services
from games.engines.core import registry
from games.engines.core.contract import Action, NextHand, Opening
from games.fair import proof as tfair1
from games.fair import scheme, stream, tree
from games.fair.deck import Candidates, DealtDeck
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.deck import SealedDeck
from games.fair.tfair2.plan import Plan

PEOPLE = {
    "teen_patti": 6,
    "dealer_teen_patti": 6,
    "holdem": 6,
    "dou_dizhu": 3,
    "dou_dizhu_four": 4,
}
"""The players of a hand of each game."""
HANDS_A_TURN = 3
MORE_MAX = 0.10
"""How much more than TFAIR1 a hand may cost."""
HASHING: tuple[Any, ...] = (scheme, stream, tree, hashes)
"""The modules that call SHA-256."""


class Game(NamedTuple):
    """A game with one played hand: its rules, its players and what was played."""

    key: str
    n: int
    rules_hash: str
    seats: tuple[int, ...]
    play: Mapping[str, Any]
    shown: int
    """How many cards were dealt."""

    def cuts(self) -> dict[int, bytes]:
        """Return new cuts of all players."""
        return {seat: secrets.token_bytes(32) for seat in self.seats}

    @property
    def plan(self) -> Plan:
        """Return the plan of its hands."""
        is_drawn = registry.get(self.key).deal_map.drawn
        buttons = self.seats if is_drawn else self.seats[:1]
        return Plan(self.key, self.rules_hash, self.seats, buttons)


def game_of(key: str) -> Game:
    """Return a game with a hand that was played to its end."""
    game, seats = registry.get(key), tuple(range(PEOPLE[key]))
    rules, rng = game.presets["standard"], random.Random(key)
    deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
    stacks = (1_000_000,) * len(seats)
    opening = Opening(key, rules, seats, stacks, seats[0], deck)
    state, actions = game.deal(opening).state, []
    while (seat := game.turn(state)) is not None:
        choice = rng.choice(game.legal(state, seat))
        action = Action(seat, choice.kind, choice.min, choice.cards, choice.reading)
        actions.append(action)
        state = game.apply(state, action).state
    play = proof.play_of(stacks=stacks, terms={}, actions=actions, result=game.result(state))
    return Game(key, game.deck_size, rules.hash(), seats, play, game.dealt(state))


def hand_by_tfair1(game: Game) -> None:
    """Seal, publish, cut and deal a hand by TFAIR1, with its openings."""
    made, cuts = Candidates.fresh(game.n), game.cuts()
    sealed = made.seal()
    tfair1.published(sealed)
    promised = {seat: scheme.cut_commit_of(made.deck_id, seat, cut) for seat, cut in cuts.items()}
    cut = sealed.cut(cuts)
    tfair1.deal_of(
        cut,
        hand_id=secrets.token_bytes(16),
        masters=made.masters,
        cut_commits=promised,
        cuts=cuts,
        chain=NO_CHAIN,
    )
    _open(DealtDeck.of_candidate(cut, made.each[cut.pick]), game.shown)


def hand_by_tfair2(game: Game) -> None:
    """Seal, publish, lock, cut and deal a hand by TFAIR2, with its openings, and end its deck."""
    made, cuts = Candidates.fresh(game.n, hashes.TFAIR2), game.cuts()
    sealed = SealedDeck(secrets.token_bytes(16), 1, made.deck_id, game.n, made.roots)
    proof.published(sealed)
    commit = sealed.commit
    promised = {seat: hashes.cut_commit_of(commit, seat, cut) for seat, cut in cuts.items()}
    locked = sealed.lock(game.plan, promised)
    proof.published_lock(locked)
    cut = locked.cut(cuts)
    hand_id = secrets.token_bytes(16)
    deal = proof.deal_of(cut, masters=made.masters, hand_id=hand_id, number=1)
    _open(DealtDeck.of_candidate(cut, made.each[cut.pick]), game.shown)
    play_hash = hashes.play_hash_of(secrets.token_bytes(16), game.play)
    proof.end_of(deal, play_hash=play_hash, chain=NO_CHAIN)


def _open(deck: DealtDeck, shown: int) -> None:
    for opening in deck.openings(deck.order[:shown]):
        _ = opening.told


class _Counted:
    """SHA-256 of hashlib that counts its digests."""

    count = 0

    def __init__(self, data: bytes = b"", made: Any = None) -> None:
        from hashlib import sha256

        self._made = made or sha256(data)

    def update(self, data: bytes) -> None:
        self._made.update(data)

    def copy(self) -> "_Counted":
        return _Counted(made=self._made.copy())

    def digest(self) -> bytes:
        _Counted.count += 1
        return bytes(self._made.digest())

    def hexdigest(self) -> str:
        return self.digest().hex()


@contextmanager
def counting() -> Iterator[Callable[[], int]]:
    """Count the calls of SHA-256 in the body; yields a function that returns their number."""
    before = _Counted.count
    kept = [(module, module.sha256) for module in HASHING]
    for module, _own in kept:
        module.sha256 = _Counted
    try:
        yield lambda: _Counted.count - before
    finally:
        for module, own in kept:
            module.sha256 = own


def ms_of(work: Callable[[], object], rounds: int) -> float:
    """Return the milliseconds of CPU of one round."""
    began = time.thread_time()
    for _ in range(rounds):
        work()
    return (time.thread_time() - began) * 1000 / rounds


def calls_of(work: Callable[[], object]) -> float:
    """Return how often `work` calls SHA-256, the mean of 20 times."""
    with counting() as count:
        for _ in range(20):
            work()
        return count() / 20


def pure(hands: int) -> list[str]:
    """Measure both schemes for each game, in turns; returns what costs too much more."""
    print("| game | SHA-256 calls: TFAIR1 | TFAIR2 | CPU ms: TFAIR1 | TFAIR2 | more |")
    print("|---|---|---|---|---|---|")
    found = []
    for game in map(game_of, PEOPLE):
        works = (partial(hand_by_tfair1, game), partial(hand_by_tfair2, game))
        calls = [calls_of(work) for work in works]
        turns = [
            [ms_of(work, HANDS_A_TURN) for work in works] for _ in range(hands // HANDS_A_TURN)
        ]
        old, new = map(min, zip(*turns, strict=True))
        print(
            f"| {game.key} | {calls[0]:,.0f} | {calls[1]:,.0f} | {old:.2f} | {new:.2f} "
            f"| {calls[1] / calls[0] - 1:+.1%} calls, {new / old - 1:+.1%} CPU |"
        )
        if max(calls[1] / calls[0], new / old) > 1 + MORE_MAX:
            found.append(game.key)
    return found


def stored(folder: str, hands: int) -> None:
    """Measure a table's hands with its statements, and their audit."""
    from django.conf import settings
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.dealing.actions import decks
    from games.dealing.audit import check_deal_of
    from games.hands.models import Hand
    from games.hands.queries.stored import StoredHand

    settings.DEBUG = False  # otherwise Django logs each statement
    table_id, game = uuid.uuid4(), game_of("holdem")
    decks.publish_first(table_id=table_id, game=game.key, n=game.n)
    costs, statements = [0.0, 0.0, 0.0], [0, 0, 0]
    began = cpu_of_services(folder)["postgres"]
    with counting() as count:
        for number in range(1, hands + 1):
            people = {seat: uuid.uuid4() for seat in game.seats}
            parts = (
                partial(_cut, table_id, game, people),
                partial(_deal, table_id, number),
                partial(_end, table_id, game),
            )
            for at, part in enumerate(parts):
                with CaptureQueriesContext(connection) if number == 1 else nullcontext() as asked:
                    costs[at] += ms_of(part, 1)
                if asked is not None:
                    statements[at] = len(asked)
        calls = count() / hands
    theirs = (cpu_of_services(folder)["postgres"] - began) * 1000 / hands
    cutting, dealing, ending = (cost / hands for cost in costs)
    cutters = len(game.seats)
    print(
        f"with the database: {dealing:.2f} ms a deal by {statements[1]} statements, "
        f"{ending:.2f} ms the end of its deck by {statements[2]}, "
        f"{cutting / cutters:.2f} ms a player's cut by {statements[0] / cutters:.1f}; "
        f"PostgreSQL {theirs:.2f} ms for all of a hand, {calls:,.0f} calls of SHA-256"
    )
    found: list[object] = []

    def audit() -> None:
        for hand in Hand.objects.all():
            found.extend(check_deal_of(StoredHand(hand)))

    audited = ms_of(audit, 1)
    print(f"audit: {audited / hands:.2f} ms a hand, {len(found)} found")


def _cut(table_id: uuid.UUID, game: Game, people: Mapping[int, uuid.UUID]) -> None:
    """Let all players commit to a cut, lock the deck, and let them show it."""
    from django.db import transaction
    from django.utils import timezone

    from core.runtime.sql import run
    from games.dealing.actions import decks

    cuts, plan = game.cuts(), game.plan
    line = NextHand(game.seats, game.seats[0], {}, {})
    for shows in (False, True):
        for seat, user_id in people.items():
            with transaction.atomic():
                row = decks.locked(table_id)
                assert row is not None
                if shows:
                    decks.show(row, seat=seat, user_id=user_id, cut=cuts[seat])
                else:
                    promised = decks.hash_of(bytes(row.commit), seat, cuts[seat])
                    decks.promise(row, seat=seat, user_id=user_id, commit=promised)
        if not shows:
            assert row is not None
            at = timezone.now()
            decks.lock(row, at=at, plan=plan, line=line, users=people, cutters=people)
            run(*decks.storing([row]))


def _deal(table_id: uuid.UUID, number: int) -> None:
    """Give a hand the deck, and seal and publish the next one."""
    from django.db import transaction
    from django.utils import timezone

    from core.runtime.sql import run
    from games.dealing.actions import decks
    from games.dealing.encryption import seal
    from games.hands.models import Hand

    hand_id = uuid.uuid4()
    with transaction.atomic():
        row = decks.locked(table_id)
        assert row is not None
        taken = decks.take(row, decks.cut(row), number=number, hand_id=hand_id)
        run(*decks.storing([taken.next]))
        Hand.objects.create(
            id=hand_id,
            table_id=table_id,
            number=number,
            deck_no=row.no,
            record_salt=secrets.token_bytes(16),
            game="holdem",
            preset="standard",
            rules_hash="00" * 32,
            clock_ms=25_000,
            opening={"seats": [], "button": 0, "terms": {}, "deal": taken.deal},
            sealed=seal(bound_to=hand_id, data=taken.master),
            started_at=timezone.now(),
        )


def _end(table_id: uuid.UUID, game: Game) -> None:
    """End the deck of the hand that runs."""
    from django.db import transaction

    from core.runtime.sql import run
    from games.dealing.actions import decks
    from games.hands.models import Hand

    with transaction.atomic():
        row = decks.locked(table_id)
        assert row is not None
        hand = Hand.objects.get(table_id=table_id, deck_no=row.no - 1)
        assert hand.record_salt is not None
        play_hash = hashes.play_hash_of(bytes(hand.record_salt), game.play)
        ended = decks.end(row, hand.opening["deal"], play_hash)
        run(*decks.storing([row]))
        Hand.objects.filter(pk=hand.pk).update(play_hash=play_hash, chain=ended.chain)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--pure", action="store_true", help="without the database")
    options = parser.parse_args()
    print(f"yardstick {yardstick():.1f} ms")
    found = pure(options.hands)
    if not options.pure:
        with services() as folder:
            stored(folder, options.hands)
    print(f"yardstick {yardstick():.1f} ms")
    if found:
        raise SystemExit(f"more than {MORE_MAX:.0%} above TFAIR1: {', '.join(found)}")


if __name__ == "__main__":
    main()

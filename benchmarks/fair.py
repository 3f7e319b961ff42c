"""The cost of fair dealing on the server: a hand, an opening, and the audit of a hand.

python -m benchmarks.fair [--hands 300] [--pure]

Pure part, CPU of one process: a hand seals the four candidates of the next deck, publishes the
commit, takes the cuts of six players and deals. Openings: 17 cards of a new hand (six hold'em
players and the board), including the tree that the first of them needs. The check is that of a
client for such a hand. With the database (a scratch platform with fsync; not with `--pure`): the
same hand with the statements of a table, CPU of this process and of PostgreSQL; and the
recomputation by the audit.
"""

import argparse
import secrets
import time
import uuid
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from benchmarks.figures import yardstick
from benchmarks.platform import cpu_of_services, services
from games.fair.deck import Candidates, DealtDeck
from games.fair.proof import check_deal, check_openings
from tests.games.fair.dealing import deal

CARDS = 17
CUTTERS = range(6)
MOST_HAND_MS, MOST_OPENING_MS = 3.0, 0.2


def new_cuts() -> dict[int, bytes]:
    """Return the cuts of six players."""
    return {seat: secrets.token_bytes(32) for seat in CUTTERS}


def fresh_hand(n: int) -> tuple[dict[str, Any], DealtDeck]:
    """Do all the work of one hand; return the proof and its deck."""
    return deal(Candidates.fresh(n), secrets.token_bytes(16), new_cuts())


def ms_of(work: Callable[[], object], rounds: int) -> float:
    """Return the milliseconds of CPU of one round."""
    began = time.process_time()
    for _ in range(rounds):
        work()
    return (time.process_time() - began) * 1000 / rounds


def opened_by(deck: DealtDeck) -> list[dict[str, Any]]:
    """Return the openings of a hand's cards as JSON values."""
    return [one.told for one in deck.openings(deck.order[:CARDS])]


def pure(hands: int) -> None:
    """Measure the scheme alone, for both sizes of decks."""
    for n in (52, 54):
        made = [fresh_hand(n) for _ in range(hands)]
        hand = ms_of(lambda n=n: fresh_hand(n), hands)  # type: ignore[misc]
        fresh = iter(made)

        def openings(fresh: Any = fresh) -> None:
            _proof, deck = next(fresh)
            opened_by(deck)

        opening = ms_of(openings, hands) / CARDS
        shown = iter([(proof, opened_by(deck)) for proof, deck in made])

        def checked(shown: Any = shown) -> None:
            proof, opened = next(shown)
            check_deal(proof)
            check_openings(proof, opened)

        check = ms_of(checked, hands)
        print(
            f"{n} cards: {hand:.2f} ms a hand (goal {MOST_HAND_MS:g}), {opening:.3f} ms an opening "
            f"(goal {MOST_OPENING_MS:g}), {check:.2f} ms to check a hand of {CARDS} cards"
        )


def stored(folder: str, hands: int) -> None:
    """Measure a table's hands with its statements, and their audit."""
    from django.conf import settings
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.dealing.actions import decks
    from games.dealing.audit import check_deal_of
    from games.hands.models import Hand

    settings.DEBUG = False  # otherwise Django logs each statement
    table_id = uuid.uuid4()
    decks.publish(table_id=table_id, number=1, n=52)
    cutting, dealing, statements = 0.0, 0.0, [0, 0]
    began = cpu_of_services(folder)["postgres"]
    for number in range(1, hands + 1):
        with CaptureQueriesContext(connection) if number == 1 else nullcontext() as asked:
            cutting += ms_of(lambda: _cut(table_id), 1)
            after_cuts = len(asked) if asked else 0
            dealing += ms_of(lambda number=number: _deal(table_id, number), 1)  # type: ignore[misc]
        if asked:
            statements = [after_cuts, len(asked) - after_cuts]
    theirs = (cpu_of_services(folder)["postgres"] - began) * 1000 / hands
    print(
        f"with the database: {dealing / hands:.2f} ms a deal by {statements[1]} statements, "
        f"{cutting / hands / len(CUTTERS):.2f} ms a player's cut by "
        f"{statements[0] / len(CUTTERS):.1f}; PostgreSQL {theirs:.2f} ms for a deal and all "
        f"{len(CUTTERS)} cuts"
    )
    found: list[object] = []

    def audit() -> None:
        for hand in Hand.objects.all():
            found.extend(check_deal_of(hand))

    audited = ms_of(audit, 1)
    print(f"audit: {audited / hands:.2f} ms a hand, {len(found)} found")


def _cut(table_id: uuid.UUID) -> None:
    """Let all players commit to a cut, close the list, and let them reveal it."""
    from django.db import transaction
    from django.utils import timezone

    from games.dealing.actions import decks
    from games.fair.scheme import cut_commit_of

    cuts, people = new_cuts(), {seat: uuid.UUID(int=seat) for seat in CUTTERS}
    for show in (False, True):
        for seat, user_id in people.items():
            with transaction.atomic():
                row = decks.locked(table_id)
                assert row is not None
                if show:
                    decks.show(row, seat=seat, user_id=user_id, cut=cuts[seat])
                else:
                    promised = cut_commit_of(row.deck_id.bytes, seat, cuts[seat]).hex()
                    decks.promise(row, seat=seat, user_id=user_id, commit=promised)
        if not show:
            assert row is not None
            decks.lock(row, at=timezone.now(), cutters=people)
            decks.store([row])


def _deal(table_id: uuid.UUID, number: int) -> None:
    """Give a hand the deck, and seal and publish the next one."""
    from django.db import transaction
    from django.utils import timezone

    from games.dealing.actions import decks
    from games.dealing.encryption import seal
    from games.hands.models import Hand

    hand_id = uuid.uuid4()
    with transaction.atomic():
        row = decks.locked(table_id)
        assert row is not None
        taken = decks.take(row, number=number, hand_id=hand_id)
        decks.store([taken.next])
        Hand.objects.create(
            id=hand_id,
            table_id=table_id,
            number=number,
            game="holdem",
            preset="standard",
            rules={},
            rules_hash="",
            clock_ms=25_000,
            opening={"seats": [], "button": 0, "terms": {}, "deal": taken.deal},
            sealed=seal(bound_to=hand_id, data=taken.master),
            started_at=timezone.now(),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--pure", action="store_true", help="without the database")
    options = parser.parse_args()
    print(f"yardstick {yardstick():.1f} ms")
    pure(options.hands)
    if not options.pure:
        with services() as folder:
            stored(folder, options.hands)
    print(f"yardstick {yardstick():.1f} ms")


if __name__ == "__main__":
    main()

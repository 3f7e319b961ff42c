"""What fair dealing costs the server: a hand, and an opening.

python -m benchmarks.fair [--hands 500]

CPU of one process. A hand: seal the four candidates of the next deck, publish the commit, take the
cuts of six players, deal. Openings: 17 cards of a fresh hand (six hold'em players and the board),
with the tree that the first of them needs. The check is what a client does for such a hand.
"""

import argparse
import secrets
import time
from collections.abc import Callable
from typing import Any

from games.fair.deck import Candidates, CutDeck, DealtDeck
from games.fair.proof import check_deal, check_openings, deal_of, told
from games.fair.scheme import NO_CHAIN, cut_commit_of

CARDS = 17
CUTTERS = range(6)
MOST_HAND_MS, MOST_OPENING_MS = 3.0, 0.2


def dealt(n: int) -> tuple[dict[str, Any], CutDeck, bytes]:
    """All the work of one hand: (the proof, the deck after the cuts, the picked master)."""
    decks = Candidates.fresh(n)
    sealed = decks.seal()
    cuts = {seat: secrets.token_bytes(32) for seat in CUTTERS}
    cut = sealed.cut(cuts)
    hand_id = secrets.token_bytes(16)
    proof = deal_of(
        cut,
        hand_id=hand_id,
        masters=decks.masters,
        cut_commits={seat: cut_commit_of(sealed.deck_id, seat, one) for seat, one in cuts.items()},
        cuts=cuts,
        chain=NO_CHAIN,
    )
    master = decks.masters[cut.pick]
    DealtDeck.of_master(cut, master)
    return proof | {"hand_id": hand_id.hex()}, cut, master


def ms_of(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds of CPU that one round takes."""
    began = time.process_time()
    for _ in range(rounds):
        work()
    return (time.process_time() - began) * 1000 / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=500)
    hands = parser.parse_args().hands
    for n in (52, 54):
        proof, cut, master = dealt(n)
        cards = DealtDeck.of_master(cut, master).order[:CARDS]

        def openings(
            cut: CutDeck = cut, master: bytes = master, cards: tuple[int, ...] = cards
        ) -> list[dict[str, Any]]:
            return [told(one) for one in DealtDeck.of_master(cut, master).openings(cards)]

        opened = openings()
        hand = ms_of(lambda n=n: dealt(n), hands)  # type: ignore[misc]
        opening = ms_of(openings, hands) / CARDS

        def checked(proof: dict[str, Any] = proof, opened: list[Any] = opened) -> None:
            check_deal(proof)
            check_openings(proof, opened)

        check = ms_of(checked, hands)
        print(
            f"{n} cards: {hand:.2f} ms a hand (goal {MOST_HAND_MS:g}), {opening:.3f} ms an opening "
            f"(goal {MOST_OPENING_MS:g}), {check:.2f} ms to check a hand of {CARDS} cards"
        )


if __name__ == "__main__":
    main()

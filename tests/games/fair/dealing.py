"""Hands dealt by TFAIR1 from given secrets, and the published vectors of the scheme."""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from games.fair.deck import TFAIR1, Candidates, DealtDeck, Scheme
from games.fair.proof import deal_of
from games.fair.scheme import NO_CHAIN, cut_commit_of

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def secret(*parts: object) -> bytes:
    """Return 32 bytes that are the same in every run."""
    return sha256(" ".join(map(str, parts)).encode()).digest()


def candidates(name: object, n: int = 52, scheme: Scheme = TFAIR1) -> Candidates:
    masters = tuple(secret(name, k) for k in range(4))
    return Candidates(secret("deck", name)[:16], n, masters, scheme)


def next_candidates(given: Candidates) -> AbstractContextManager[object]:
    """Within it each deck that is sealed has these candidates instead of random ones."""
    return patch.object(Candidates, "fresh", return_value=given)


def deal(
    decks: Candidates,
    hand_id: bytes,
    cuts: Mapping[int, bytes],
    *,
    withheld: Collection[int] = (),
    chain: bytes = NO_CHAIN,
) -> tuple[dict[str, Any], DealtDeck]:
    """Do all the work of one hand; return its proof without openings, and its deck.

    `cuts` by seat; the seats in `withheld` contribute only the hash of their cut.
    """
    sealed = decks.seal()
    shown = {seat: cut for seat, cut in cuts.items() if seat not in withheld}
    cut = sealed.cut(shown)
    proof = deal_of(
        cut,
        hand_id=hand_id,
        masters=decks.masters,
        cut_commits={seat: cut_commit_of(sealed.deck_id, seat, one) for seat, one in cuts.items()},
        cuts=shown,
        chain=chain,
    )
    deck = DealtDeck.of_master(cut, decks.masters[cut.pick])
    return proof | {"hand_id": hand_id.hex()}, deck


def dealt(
    name: object,
    n: int = 52,
    *,
    cutters: Iterable[int] = (0, 2),
    silent: Collection[int] = (),
    cards: Iterable[int] | None = None,
    chain: bytes = NO_CHAIN,
) -> tuple[dict[str, Any], DealtDeck]:
    """Return the proof of a hand with the openings of `cards`, and its deck.

    Seats in `silent` withhold their cut.
    """
    cuts = {seat: secret(name, "cut", seat) for seat in (*cutters, *silent)}
    hand_id = secret(name, "hand")[:16]
    proof, deck = deal(candidates(name, n), hand_id, cuts, withheld=silent, chain=chain)
    shown = deck.order[:7] if cards is None else tuple(cards)
    return proof | {"openings": [one.told for one in deck.openings(shown)]}, deck

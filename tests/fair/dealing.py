"""Hands dealt by TFAIR1 from given secrets, and the published vectors of the scheme."""

import json
from hashlib import sha256
from pathlib import Path

from games.fair.deck import Candidates, DealtDeck
from games.fair.proof import deal_of, told
from games.fair.scheme import NO_CHAIN, cut_commit_of

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def secret(*parts):
    """32 bytes that every run has again."""
    return sha256(" ".join(map(str, parts)).encode()).digest()


def candidates(name, n=52):
    return Candidates(secret("deck", name)[:16], n, tuple(secret(name, k) for k in range(4)))


def dealt(name, n=52, *, cutters=(0, 2), silent=(), cards=None, chain=NO_CHAIN):
    """(the proof of a hand with the openings of `cards`, its deck); `silent` seats withhold."""
    decks = candidates(name, n)
    sealed = decks.seal()
    cuts = {seat: secret(name, "cut", seat) for seat in cutters}
    promised = {seat: secret(name, "cut", seat) for seat in (*cutters, *silent)}
    cut = sealed.cut(cuts)
    deck = DealtDeck.of_master(cut, decks.masters[cut.pick])
    hand_id = secret(name, "hand")[:16]
    proof = deal_of(
        cut,
        hand_id=hand_id,
        masters=decks.masters,
        cut_commits={s: cut_commit_of(sealed.deck_id, s, one) for s, one in promised.items()},
        cuts=cuts,
        chain=chain,
    )
    proof["hand_id"] = hand_id.hex()
    shown = deck.order[:7] if cards is None else cards
    return proof | {"openings": [told(one) for one in deck.openings(shown)]}, deck

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


def deal(decks, hand_id, cuts, *, withheld=(), chain=NO_CHAIN):
    """All the work of one hand: (its proof without openings, its deck).

    `cuts` by seat; of the seats `withheld` only the hash of their cut is there.
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


def dealt(name, n=52, *, cutters=(0, 2), silent=(), cards=None, chain=NO_CHAIN):
    """(the proof of a hand with the openings of `cards`, its deck); `silent` seats withhold."""
    cuts = {seat: secret(name, "cut", seat) for seat in (*cutters, *silent)}
    hand_id = secret(name, "hand")[:16]
    proof, deck = deal(candidates(name, n), hand_id, cuts, withheld=silent, chain=chain)
    shown = deck.order[:7] if cards is None else cards
    return proof | {"openings": [told(one) for one in deck.openings(shown)]}, deck

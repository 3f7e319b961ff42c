"""The browser's code computes what Python computes, with WebCrypto and without it."""

import hmac
import random
from hashlib import sha256

import pytest

from games.fair.deck import Candidates, DealtDeck
from games.fair.proof import deal_of, published
from games.fair.scheme import NO_CHAIN, cut_commit_of
from tests.games.fair.dealing import VECTORS, candidates, dealt, secret
from tests.games.fair.node import in_node
from tests.support.size import times
from tests.support.tampering import CHANGES, tampered

HASHES = pytest.mark.parametrize("own", [False, True], ids=["WebCrypto", "own"])


@HASHES
def test_the_vectors(own):
    asked = [
        {key: vector[key] for key in ("n", "deck_id", "hand_id", "masters")}
        | {"cuts": [[seat, cut] for seat, cut, _promise in vector["cuts"]]}
        for vector in VECTORS
    ]
    for vector, found in zip(VECTORS, in_node("computed", asked, own=own), strict=True):
        assert found.pop("promises") == [promise for _seat, _cut, promise in vector["cuts"]]
        assert found == {key: vector[key] for key in found}


def in_python(one):
    """Compute as `computed` in `fair.mjs`."""
    masters = tuple(map(bytes.fromhex, one["masters"]))
    decks = Candidates(bytes.fromhex(one["deck_id"]), one["n"], masters)
    sealed = decks.seal()
    cuts = {seat: bytes.fromhex(cut) for seat, cut in one["cuts"]}
    cut = sealed.cut(cuts)
    tree, salts = decks.each[0].tree
    deal = deal_of(
        cut,
        hand_id=bytes.fromhex(one["hand_id"]),
        masters=masters,
        cut_commits={},
        cuts=cuts,
        chain=NO_CHAIN,
    )
    return {
        "secret_order_0": list(decks.each[0].order),
        "salt_0_0": salts[0].hex(),
        "leaf_0_0": tree.leaves[0].hex(),
        "roots": deal["roots"],
        "commit": deal["commit"],
        "promises": [
            cut_commit_of(decks.deck_id, seat, cuts[seat]).hex() for seat, _cut in one["cuts"]
        ],
        "public_key": deal["public_key"],
        "pick": deal["pick"],
        "public_perm": list(cut.places),
        "dealt": list(DealtDeck.of_master(cut, masters[cut.pick]).order),
        "hand_digest": deal["digest"],
        "chain1": deal["chain"],
    }


def random_vector(rng):
    seats = rng.sample(range(10), rng.randrange(8))
    return {
        "n": rng.choice((52, 54, 108, rng.randint(1, 255))),
        "deck_id": rng.randbytes(16).hex(),
        "hand_id": rng.randbytes(16).hex(),
        "masters": [rng.randbytes(32).hex() for _ in range(rng.choice((4, 4, 1, 7)))],
        "cuts": [[seat, rng.randbytes(32).hex()] for seat in seats],
    }


@pytest.mark.slow
@HASHES
def test_random_vectors(own):
    """1,000 vectors, half by each way of hashing, at full size; fewer in every run."""
    rng = random.Random(f"vectors {own}")
    asked = [random_vector(rng) for _ in range(times(20, 500))]
    found = in_node("computed", asked, own=own)
    for one, theirs in zip(asked, found, strict=True):
        assert theirs == in_python(one)


@pytest.mark.slow
@HASHES
def test_a_proof_holds_and_a_changed_one_fails_as_in_python(own):
    good = [
        dealt(f"js {n}", n, cards=range(n), cutters=cutters, silent=(7,))[0]
        for n, cutters in ((52, (0, 1, 5)), (54, ()), (108, (2,)), (1, (0,)))
    ]
    assert in_node("verdict", good, own=own) == [None] * len(good)
    changed = [tampered(change) for change, _by in CHANGES.values()]
    verdicts = dict(zip(CHANGES, in_node("verdict", changed, own=own), strict=True))
    assert verdicts == {name: by for name, (_change, by) in CHANGES.items()}


def test_a_deck_opened_in_full():
    decks = candidates("opened")
    deck = published(decks.seal()) | {"masters": [master.hex() for master in decks.masters]}
    false = deck | {"masters": [secret("x").hex(), *deck["masters"][1:]]}
    assert in_node("unplayed", [deck, false]) == [None, "masters"]


def test_own_hashes_at_every_length():
    rng = random.Random("lengths")
    texts = [rng.randbytes(length) for length in (*range(200), 1_000, 100_000)]
    found = in_node("sha256", [text.hex() for text in texts])
    assert found == [sha256(text).hexdigest() for text in texts]
    pairs = [(rng.randbytes(32), text) for text in texts[:150]]
    found = in_node("hmac", [[key.hex(), text.hex()] for key, text in pairs])
    assert found == [hmac.digest(key, text, sha256).hex() for key, text in pairs]

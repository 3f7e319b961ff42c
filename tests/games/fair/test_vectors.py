"""TFAIR1 byte by byte, against its published vectors."""

import pytest

from games.fair.deck import Candidates, DealtDeck
from games.fair.proof import check_deal, check_openings, deal_of
from games.fair.scheme import NO_CHAIN, cut_commit_of, leaf_of
from games.fair.tree import root_by
from tests.games.fair.dealing import VECTORS

pytestmark = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"N={vector['n']}")


def candidates_of(vector):
    masters = tuple(map(bytes.fromhex, vector["masters"]))
    return Candidates(bytes.fromhex(vector["deck_id"]), vector["n"], masters)


def test_sealed_values_match_the_vectors(vector):
    decks = candidates_of(vector)
    first = decks.each[0]
    tree, salts = first.tree
    assert list(first.order) == vector["secret_order_0"]
    assert salts[0].hex() == vector["salt_0_0"]
    assert tree.leaves[0].hex() == vector["leaf_0_0"]
    assert leaf_of(decks.deck_id, 0, 0, first.order[0], salts[0]) == tree.leaves[0]
    sealed = decks.seal()
    assert [root.hex() for root in sealed.roots] == vector["roots"]
    assert sealed.commit.hex() == vector["commit"]


def test_cuts_the_pick_and_the_order_match_the_vectors(vector):
    decks = candidates_of(vector)
    cuts = {seat: bytes.fromhex(cut) for seat, cut, _promise in vector["cuts"]}
    for seat, _cut, promise in vector["cuts"]:
        assert cut_commit_of(decks.deck_id, seat, cuts[seat]).hex() == promise
    cut = decks.seal().cut(cuts)
    assert cut.public_key.hex() == vector["public_key"]
    assert cut.pick == vector["pick"]
    assert list(cut.places) == vector["public_perm"]
    deck = DealtDeck.of_master(cut, decks.masters[cut.pick])
    assert list(deck.order) == vector["dealt"]


def test_openings_the_digest_and_the_chain_match_the_vectors(vector):
    decks = candidates_of(vector)
    cuts = {seat: bytes.fromhex(cut) for seat, cut, _promise in vector["cuts"]}
    cut = decks.seal().cut(cuts)
    deck = DealtDeck.of_master(cut, decks.masters[cut.pick])
    for opening in vector["openings"]:
        (opened,) = deck.openings([opening["card"]])
        assert opened.told == opening
    for one in deck.openings(range(decks.n)):
        leaf = leaf_of(decks.deck_id, cut.pick, one.t, one.card, one.salt)
        assert root_by(leaf, one.t, decks.n, one.path) == cut.sealed.roots[cut.pick]
    proof = deal_of(
        cut,
        hand_id=bytes.fromhex(vector["hand_id"]),
        masters=decks.masters,
        cut_commits={seat: bytes.fromhex(promise) for seat, _cut, promise in vector["cuts"]},
        cuts=cuts,
        chain=NO_CHAIN,
    )
    assert proof["digest"] == vector["hand_digest"]
    assert proof["chain"] == vector["chain1"]
    proof["hand_id"] = vector["hand_id"]
    check_deal(proof)
    check_openings(proof, vector["openings"])

"""A proof holds for the true deal alone; destroying the master keeps what was shown provable."""

import copy
import random
from dataclasses import replace

import pytest

from games.fair.deck import DealtDeck
from games.fair.proof import (
    ProofFailed,
    check_deal,
    check_opened,
    check_openings,
    cut_deck,
    published,
)
from games.fair.scheme import cut_commit_of, leaf_of
from tests.games.fair.dealing import candidates, dealt, secret
from tests.support.cases import for_each
from tests.support.size import times


def check(proof):
    check_deal(proof)
    check_openings(proof, proof["openings"])


@for_each("n", [1, 2, 3, 52, 54, 108, 255])
def test_a_deck_of_any_size_is_proven(n):
    proof, deck = dealt("sizes", n, cards=range(n))
    check(proof)
    assert sorted(deck.order) == list(range(n))
    assert [opening["card"] for opening in proof["openings"]] == list(deck.order)


def test_a_withheld_cut_is_in_the_proof_and_has_no_effect():
    proof, _deck = dealt("withheld", cutters=(1,), silent=(4,))
    check(proof)
    assert [seat for seat, _hash in proof["cut_commits"]] == [1, 4]
    assert [seat for seat, _cut in proof["cuts"]] == [1]


def test_a_deck_that_nobody_cut_is_proven_too():
    check(dealt("uncut", cutters=())[0])


def flipped(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def tampered(change):
    proof = copy.deepcopy(dealt("tampered", silent=(5,))[0])
    change(proof)
    return proof


def swap(proof, one, other):
    first, second = proof["openings"][one], proof["openings"][other]
    first["card"], second["card"] = second["card"], first["card"]


def other_roots(proof):
    """Let the house claim another prepared deck as the true one."""
    other = candidates("another").seal()
    proof["roots"] = [root.hex() for root in other.roots]


def other_root(proof):
    """Replace one root and make the commit fit: the key no longer does."""
    proof["roots"][proof["pick"]] = secret("root").hex()
    sealed = cut_deck(proof).sealed
    proof["commit"] = sealed.commit.hex()


def stacked(proof):
    """Make a candidate that is no deck: its root does not follow from its master."""
    k = next(k for k, master in enumerate(proof["masters"]) if master)
    proof["masters"][k] = secret("stacked").hex()


CHANGES = {
    "card": (lambda proof: swap(proof, 0, 1), "path"),
    "no such card": (lambda proof: proof["openings"][0].update(card=60), "card"),
    "card twice": (lambda proof: proof["openings"].append(proof["openings"][0]), "card"),
    "salt": (lambda proof: proof["openings"][0].update(salt=flipped("a" * 32)), "path"),
    "short salt": (lambda proof: proof["openings"][0].update(salt="aa"), "form"),
    "path": (lambda proof: proof["openings"][0]["path"].reverse(), "path"),
    "long path": (lambda proof: proof["openings"][0]["path"].append("00" * 32), "path"),
    "short path": (lambda proof: proof["openings"][0]["path"].pop(), "path"),
    "permutation": (lambda proof: proof["openings"][0].update(p=9), "permutation"),
    "position": (lambda proof: proof["openings"][0].update(p=52), "permutation"),
    "swapped deck": (other_roots, "commit"),
    "replaced root": (other_root, "public_key"),
    "pick": (lambda proof: proof.update(pick=(proof["pick"] + 1) % 4), "pick"),
    "cut": (lambda proof: proof["cuts"][0].__setitem__(1, secret("other").hex()), "cuts"),
    "cut left out": (lambda proof: proof["cuts"].pop(), "public_key"),
    "cut never promised": (lambda proof: proof["cuts"].append([5, secret("x").hex()]), "cuts"),
    "cut twice": (lambda proof: proof["cuts"].append(proof["cuts"][0]), "cuts"),
    "stacked deck": (stacked, "masters"),
    "deck kept shut": (lambda proof: proof.update(masters=[None] * 4), "masters"),
    "digest": (lambda proof: proof.update(digest=flipped(proof["digest"])), "digest"),
    "chain": (lambda proof: proof.update(chain_before=flipped(proof["chain_before"])), "chain"),
    "scheme": (lambda proof: proof.update(scheme="TFAIR0"), "scheme"),
}


@for_each("name", CHANGES)
def test_a_changed_proof_fails(name):
    change, by = CHANGES[name]
    with pytest.raises(ProofFailed) as failed:
        check(tampered(change))
    assert failed.value.check == by


def test_no_wrong_card_is_ever_accepted():
    """Try every position with every other card, as far as the size of the run allows."""
    rng, tried = random.Random("wrong cards"), 0
    for n in (52, 54):
        proof, deck = dealt(f"wrong cards {n}", n, cards=range(n))
        for opening in proof["openings"]:
            others = [card for card in range(n) if card != opening["card"]]
            for card in rng.sample(others, times(3, n - 1)):
                with pytest.raises(ProofFailed):
                    check_openings(proof, [opening | {"card": card}])
                tried += 1
        check_openings(proof, proof["openings"])
        assert len(deck.order) == n
    assert tried >= times(318, 5_514)


def test_a_deck_opened_in_full_is_checked():
    decks = candidates("opened")
    deck = published(decks.seal()) | {"masters": [master.hex() for master in decks.masters]}
    check_opened(deck)
    false = replace(decks, masters=(secret("false"), *decks.masters[1:]))
    with pytest.raises(ProofFailed):
        check_opened(deck | {"masters": [master.hex() for master in false.masters]})


@pytest.mark.parametrize("count", [0, 1, 17, 51, 52])
def test_a_deck_without_its_master_opens_only_dealt_cards(count):
    proof, deck = dealt("destroyed", cards=())
    kept = deck.kept(count)
    again = DealtDeck.of_kept(cut_deck(proof), kept)
    cards = deck.order[:count]
    assert again.order[:count] == cards
    assert again.order[count:] == tuple(sorted(deck.order[count:]))
    assert again.openings(cards) == deck.openings(cards)
    assert again.kept(count) == kept, "destroying twice changes nothing more"
    check_openings(proof, [one.told for one in again.openings(cards)])
    for card in again.order[count:]:
        with pytest.raises(KeyError):
            again.openings([card])


def test_openings_reveal_nothing_about_other_cards():
    """Check that openings carry no hash of an unopened card."""
    proof, deck = dealt("guess", cards=range(26))
    opened_hashes = {node for opening in proof["openings"] for node in opening["path"]}
    salts = {opening["salt"] for opening in proof["openings"]}
    hidden = deck.openings(range(26, 52))
    assert not salts & {one.salt.hex() for one in hidden}
    deck_id, pick = bytes.fromhex(proof["deck_id"]), proof["pick"]
    for salt in map(bytes.fromhex, salts):
        for one in hidden:
            guess = leaf_of(deck_id, pick, one.t, one.card, salt)
            assert guess.hex() not in opened_hashes


def test_a_cut_is_bound_to_its_deck_and_seat():
    cut = secret("cut")
    made = {cut_commit_of(secret(deck)[:16], seat, cut) for deck in (1, 2) for seat in (0, 1)}
    assert len(made) == 4

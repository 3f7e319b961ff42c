"""A proof holds for the true deal alone; destroying the master keeps what was shown provable."""

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
from tests.support.tampering import CHANGES, tampered


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

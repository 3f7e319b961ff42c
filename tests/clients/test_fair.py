"""The client verifies what a table sends, as the page does."""

from types import SimpleNamespace

import pytest

from cardhouse_client import NotFair
from cardhouse_client.fair import Watch
from tests.support.guarded_messages import change, hand_message, other_card_in_view, swap_cards


def hand_of(message):
    return SimpleNamespace(**message["hand"])


def test_an_honest_hand_and_its_later_cards_pass():
    watch = Watch()
    watch.see(hand_of(hand_message(shown=2)))
    watch.see(hand_of(change(hand_message(shown=5), lambda hand: hand.update(fair=None))))
    assert watch.hands == 1
    assert not watch.incomplete


@pytest.mark.parametrize(
    ("how", "check"),
    [
        (swap_cards, "path"),
        (other_card_in_view, "card"),
        (lambda hand: hand["fair"]["roots"].reverse(), "commit"),
        (lambda hand: hand["fair"].pop("masters"), "form"),
        (lambda hand: hand.update(id="0" * 32), "hand"),
    ],
)
def test_tampering_raises_an_error(how, check):
    with pytest.raises(NotFair) as no:
        Watch().see(hand_of(change(hand_message(), how)), whole=True)
    assert no.value.check == check


def test_missing_openings_are_requested_once_and_must_arrive():
    missing = hand_of(change(hand_message(), lambda hand: hand["openings"].pop()))
    watch = Watch()
    watch.see(missing)
    assert watch.incomplete
    watch.see(missing)
    assert not watch.incomplete
    with pytest.raises(NotFair):
        watch.see(missing, whole=True)
    watch.see(hand_of(hand_message()), whole=True)


def test_a_broken_chain_and_a_hand_without_proof_raise_an_error():
    watch = Watch()
    watch.see(hand_of(hand_message(number=5)))
    with pytest.raises(NotFair) as no:
        watch.see(hand_of(hand_message("after", number=6)))
    assert no.value.check == "chain"
    bare = change(hand_message("another"), lambda hand: hand.update(fair=None, openings=[]))
    with pytest.raises(NotFair):
        watch.see(hand_of(bare), whole=True)

"""A hand by TFAIR1 that runs while its table changes to TFAIR2: the first that a client sees."""

import asyncio

import pytest

from cardhouse_client import NotFair
from cardhouse_client.fairness import Fairness
from cardhouse_client.shapes import HandNow
from games.fair.tfair2.proof import published
from tests.support.fair_wire import WireTable
from tests.support.guarded_messages import change, hand_message, other_card_in_view, swap_cards


def hand_of(message):
    hand = vars_of(message)
    hand["view"] |= {"phase": "betting"}
    return HandNow(**hand)


async def nothing(path, **_query):
    raise AssertionError(path)


def heard(*messages, fair=None, whole=True):
    fair = fair or Fairness(nothing)
    for message in messages:
        asyncio.run(fair.see(hand=hand_of(message), whole=whole))
    return fair


def failed(*messages, **options):
    with pytest.raises(NotFair) as no:
        heard(*messages, **options)
    return no.value.check


def later(message):
    return change(message, lambda hand: hand.update(fair=None))


def test_an_honest_hand_and_its_later_cards_pass():
    fair = heard(hand_message(shown=2), later(hand_message(shown=5)))
    assert fair.ambers == ["older scheme"]
    assert fair.seal == "checked by the older, weaker scheme"


@pytest.mark.parametrize(
    ("how", "check"),
    [
        (swap_cards, "path"),
        (other_card_in_view, "opening"),
        (lambda hand: hand["openings"].pop(), "opening"),
        (lambda hand: hand["fair"]["roots"].reverse(), "commit"),
        (lambda hand: hand["fair"].pop("masters"), "form"),
        (lambda hand: hand.update(id="0" * 32), "record"),
    ],
)
def test_tampering_fails(how, check):
    assert failed(change(hand_message(), how)) == check


def test_a_second_hand_by_the_older_scheme_fails():
    assert failed(hand_message(), hand_message("after", number=6)) == "downgrade"


def first_deck(table, **fields):
    _made, sealed = table.seal()
    return {
        "game": "holdem",
        "deck": published(sealed) | {"tfair1": True},
        "lock": None,
        "missing": [],
        "not_asked": [],
        "ended": {"no": 0, "chain": "ab" * 32, "tfair1": True},
        "last": None,
    } | fields


def test_the_chain_goes_on_from_that_of_the_older_scheme():
    fair, deck = heard(hand_message()), first_deck(WireTable("holdem", "change"))
    asyncio.run(fair.see(deck=deck))
    asyncio.run(fair.see(deck=deck, hand=hand_of(hand_message()), whole=True))
    assert fair.guard.seen.chain.hex() == "ab" * 32
    assert failed(hand_message("after", number=6), fair=fair) == "downgrade"


def test_a_table_of_the_newer_scheme_shows_no_older_hand():
    table = WireTable("holdem", "newer", throws=0)
    messages = list(table.messages(2))
    fair = Fairness(nothing)
    asyncio.run(fair.see(**messages[0].given()))
    assert failed(hand_message(), fair=fair) == "downgrade"
    begun = first_deck(table, ended={"no": 0, "chain": "ab" * 32})
    with pytest.raises(NotFair, match="chain"):
        asyncio.run(Fairness(nothing).see(deck=begun, whole=True))


def test_only_a_hand_that_is_over_may_be_without_any_proof():
    bare = change(hand_message(), lambda hand: hand.update(fair=None, openings=[]))
    assert failed(bare) == "form"
    over = HandNow(**(vars_of(bare) | {"view": bare["hand"]["view"] | {"phase": "settled"}}))
    fair = Fairness(nothing)
    asyncio.run(fair.see(hand=over, whole=True))
    assert fair.ambers == ["no proof"]


def vars_of(message):
    return message["hand"] | {"seq": 0, "clock": None, "next_at": None, "teaching": None}

"""Sealed decks kept in the process: they only save work, and they are few."""

import datetime
import uuid

import pytest

from games.dealing.actions import decks
from games.engines.core import registry
from games.engines.core.contract import NextHand
from games.fair import deck as fair_deck
from games.fair.bots import bot_key_of
from games.fair.tfair2.hashes import TFAIR2
from games.fair.tfair2.plan import Plan
from games.hands.actions.open_hand import HouseRules, NewHand, open_hands
from games.hands.live_hand import Player
from games.hands.queries.live import Secrets, live_hand
from tests.games.fair.dealing import candidates, next_candidates, secret

TABLE, HAND = uuid.UUID(int=1), uuid.UUID(int=2)
AT = datetime.datetime(2026, 3, 18, 12, tzinfo=datetime.UTC)
GAME = registry.get("teen_patti")
RULES = GAME.rules_from_json({})


@pytest.fixture(autouse=True)
def _empty_cache():
    decks.cache.clear()
    yield
    decks.cache.clear()


def sealed_deck(*, cutters=()):
    """The next deck of a table, locked for three players, with the cuts of these seats."""
    with next_candidates(candidates("kept", scheme=TFAIR2)):
        row = decks.first(table_id=TABLE, game=GAME.key, n=52)
    users = {seat: uuid.UUID(int=seat) for seat in range(3)}
    for seat in cutters:
        cut = secret("cut", seat)
        promised = {"user": str(users[seat]), "hash": decks.hash_of(row.commit, seat, cut)}
        row.cut_commits[str(seat)], row.cuts[str(seat)] = promised, cut.hex()
    plan = Plan(GAME.key, RULES.hash(), (0, 1, 2), (2,))
    line = NextHand((0, 1, 2), 2, {}, {})
    decks.lock(row, at=AT, plan=plan, line=line, users=users, cutters=cutters)
    return row


def taken_from(row):
    return decks.take(row, decks.cut(row), number=1, hand_id=HAND)


def received(taken):
    openings = [one.told for one in taken.deck.openings(range(52))]
    return taken.deal, taken.deck.order, taken.master, openings


def new_hand(row):
    house = HouseRules(
        GAME.key, "standard", RULES.to_json(), RULES.hash(), 25_000, "public", private=False
    )
    players = [Player(seat, uuid.UUID(int=seat), "Asha", "person", 1_000) for seat in range(3)]
    return NewHand(TABLE, 1, house, players, 2, {}, row, decks.cut(row)), players


def secrets_of(taken):
    return Secrets(taken.deck.order, taken.deck, bot_key_of(taken.master))


@pytest.mark.parametrize("cutters", [(), (0,), (0, 2), (0, 1, 2)])
def test_a_kept_deck_is_dealt_as_a_decrypted_one(cutters):
    row = sealed_deck(cutters=cutters)
    kept = taken_from(row)
    assert decks.cache.pop(row.deck_id) is None, "it is dealt once"
    assert received(kept) == received(taken_from(row))
    assert len(kept.deal["cuts"]) == len(cutters)


def test_an_opened_hand_is_the_hand_of_its_row():
    new, players = new_hand(sealed_deck(cutters=(0, 2)))
    (opened,) = open_hands([new], at=AT)
    again = live_hand(opened.row, players=players, records=())
    assert (again.opening, again.state) == (opened.hand.opening, opened.hand.state)
    assert (again.deal, again.bot_key) == (opened.hand.deal, opened.hand.bot_key)
    cards = again.opening.deck
    assert again.deck.openings(cards) == opened.hand.deck.openings(cards)


@pytest.mark.parametrize(("kept", "trees"), [(True, 4), (False, 5)])
def test_a_kept_deck_needs_no_second_tree(monkeypatch, kept, trees):
    """A hand builds the four trees of the next deck, and its own if this process lacks it."""
    new, _players = new_hand(sealed_deck())
    if not kept:
        decks.cache.clear()
    built = []

    def tree_of(leaves, node, real=fair_deck.Tree):
        built.append(leaves)
        return real(leaves, node)

    monkeypatch.setattr(fair_deck, "Tree", tree_of)
    (opened,) = open_hands([new], at=AT)
    opened.hand.deck.openings(opened.hand.opening.deck[:9])
    assert len(built) == trees


def test_the_oldest_deck_is_dropped_beyond_the_bound(monkeypatch):
    monkeypatch.setattr(decks, "_CACHED_DECKS_MAX", 3)
    rows = [sealed_deck()]
    rows += [decks.first(table_id=TABLE, game=GAME.key, n=52) for _ in range(4)]
    held = [decks.cache.pop(row.deck_id) is not None for row in rows]
    assert held == [False, False, True, True, True]
    assert taken_from(rows[0]).deal["commit"] == (rows[0].published_part.commit.hex())


def test_no_secret_is_in_a_representation():
    given = candidates("kept", scheme=TFAIR2)
    new, _players = new_hand(sealed_deck())
    taken = taken_from(sealed_deck())
    (opened,) = open_hands([new], at=AT)
    sealed = repr([given, given.each, decks.cache])
    assert not any(master.hex() in sealed or repr(master) in sealed for master in given.masters)
    dealt = repr([taken, taken.deck, opened, secrets_of(taken)])
    secret_ones = (taken.master, opened.hand.bot_key, taken.deck.order)
    assert not any(repr(one)[1:-1] in dealt for one in secret_ones)
    assert taken.master.hex() not in dealt

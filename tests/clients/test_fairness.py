"""The client checks all that a live table says of its decks, before anybody reads it."""

import asyncio
import json
import random

import pytest

from cardhouse_client import NotFair
from cardhouse_client.fair import CARDS
from cardhouse_client.fairness import Fairness
from cardhouse_client.tfair2.places import Places
from games.engines.core import registry
from tests.support.cases import for_each
from tests.support.fair_wire import WireTable
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
HANDS = times(4, 100)


async def nothing(path, **_query):
    raise AssertionError(f"nothing is missing, and yet {path} is fetched")


def heard(messages, fair=None, seat=None):
    """Return the checks after these messages."""
    fair = fair or Fairness(nothing)

    async def hear():
        for message in messages:
            await fair.see(**message.given(), seat=seat, is_ready=True)

    asyncio.run(hear())
    return fair


@for_each("key", GAMES)
@for_each("seat", [None, 0, 1])
def test_honest_hands_pass_with_every_card_at_its_place(key, seat):
    table = WireTable(key, "honest", throws=0.05, leaves=0)
    messages = list(table.messages(HANDS, seat=seat))
    fair = heard(messages, seat=seat)
    assert set(fair.ambers) <= {"other window", "unusual", "blamed"}
    assert any(message.hand and message.hand.openings for message in messages)
    assert "cards verified" in fair.seal


def cards_of(value):
    """Yield (list, index) of each card that is shown in a value."""
    if isinstance(value, dict):
        for part in value.values():
            yield from cards_of(part)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            if isinstance(part, str):
                yield from [(value, at)] if part in CARDS else []
            else:
                yield from cards_of(part)


def forged(messages, how, rng):
    """Return the parts of the messages that could be changed, changed, by their index."""
    opened, found = set(), []
    for at, message in enumerate(messages):
        opened.update(one["card"] for one in (message.hand.openings if message.hand else []))
        parts = message.given() | {"opened": opened}
        if parts["hand"] is not None and how(parts, rng):
            del parts["opened"]
            found.append((at, parts))
    return found


def another_card(parts, rng):
    """A shown card is another one of the pack, which was not opened."""
    known = list(cards_of([parts["hand"].view, parts["events"]]))
    others = [text for text, card in CARDS.items() if card not in parts["opened"]]
    if not (known and others):
        return False
    inside, at = rng.choice(known)
    inside[at] = rng.choice(others)
    return True


def two_exchanged(parts, rng):
    """Cards of two places are exchanged in the view."""
    view = parts["hand"].view
    seats = [seat["cards"] for seat in view["seats"] if "??" not in seat["cards"]]
    places = [cards for cards in (*seats, view.get("board")) if cards]
    if len(places) < 2:
        return False
    one, other = rng.sample(places, 2)
    one[0], other[0] = other[0], one[0]
    return True


def no_opening(parts, rng):
    """One of the openings that come with their cards is left out."""
    openings = parts["hand"].openings
    if not openings:
        return False
    openings.pop(rng.randrange(len(openings)))
    return True


def another_salt(parts, rng):
    """An opening has another salt."""
    if not parts["hand"].openings:
        return False
    rng.choice(parts["hand"].openings)["salt"] = "00" * 16
    return True


def nowhere(parts, rng):
    """A card is shown at a place that does not exist."""
    parts["hand"].view["joker"] = ["As"]
    return True


FORGERIES = {
    another_card: {"opening", "place"},
    two_exchanged: {"place"},
    no_opening: {"opening"},
    another_salt: {"path"},
    nowhere: {"place"},
}


@for_each("key", GAMES)
@for_each("forgery", FORGERIES)
def test_forged_cards_fail(key, forgery):
    rng, tried = random.Random(f"{key} {forgery.__name__}"), 0
    for trial in range(times(4, 80)):
        table = WireTable(key, f"forged {trial}", throws=0, leaves=0)
        messages = list(table.messages(1, seat=0))
        changed = forged(messages, forgery, rng)
        if not changed:
            continue
        tried += 1
        at, parts = rng.choice(changed)
        fair = heard(messages[:at], seat=0)
        with pytest.raises(NotFair) as no:
            asyncio.run(fair.see(**parts, seat=0))
        assert no.value.check in FORGERIES[forgery]
        assert no.value.evidence["failed"]["check"] == no.value.check
    impossible = {("dealer_teen_patti", two_exchanged), ("teen_patti", two_exchanged)}
    assert tried or (key, forgery) in impossible


BOARD = ["2c", "3c", "4c", "5c", "6c"]


def street(name, cards, board=1):
    return {"kind": "street", "street": name, "cards": cards, "board": board}


FLOP = street("flop", BOARD[:3])
RUN = {"kind": "run", "boards": 2}
REST = [street("turn", BOARD[3:4]), street("river", BOARD[4:])]
TWICE = {"board": BOARD, "board2": [*BOARD[:3], "7c", "8c"]}


def test_the_second_board_goes_on_from_the_cards_that_were_out():
    """Its common cards are those before the vote, as the events or an earlier view tell."""
    second = [street("turn", ["7c"], 2), street("river", ["8c"], 2)]
    whole = Places().shown(TWICE, [FLOP, RUN, *REST, *second], so_far=True)
    assert whole[-1] == ["board2", 0, [0, 4, 8, 20, 24], 3]
    assert ["board2", 3, [20], 3] in whole
    places = Places()
    places.shown({"board": BOARD[:3], "board2": []}, [FLOP])
    assert places.shown(TWICE, [])[-1] == whole[-1]


def test_a_second_board_that_begins_elsewhere_fails():
    anew = TWICE | {"board2": ["9c", "Tc", "Jc", "7c", "8c"]}
    places = Places()
    places.shown({"board": BOARD[:3], "board2": []}, [FLOP])
    with pytest.raises(NotFair, match="the second board begins elsewhere"):
        places.shown(anew, [])
    with pytest.raises(NotFair, match="the second board begins elsewhere"):
        Places().shown(TWICE, [FLOP, RUN, *REST, RUN], so_far=True)


def test_the_best_five_cards_are_of_the_seat_and_the_board():
    seat = {"seat": 2, "cards": ["As", "Ks"], "best": ["As", *BOARD[:4]]}
    view = {"board": BOARD, "board2": [], "seats": [seat]}
    Places().shown(view, [])
    seat["best"][1] = "Qs"
    with pytest.raises(NotFair, match="neither on the board nor of seat 2"):
        Places().shown(view, [])


def test_hands_that_are_not_shown_are_linked_by_their_ends():
    table = WireTable("holdem", "hidden", throws=0.3, leaves=0)
    fair = heard(table.messages(HANDS, shows_hands=False))
    assert fair.guard.seen.last == table.ends[-1][0]
    assert fair.guard.over is None


def ends_after(table, thrown, *, at_once=3):
    """Return an answering function for the ends of decks, so many at once, and what was asked."""
    asked, nos = [], {one["no"] for one in thrown}

    async def ask(path, *, after):
        asked.append(path)
        part = range(after + 1, after + 1 + at_once)
        return {
            "ends": [pair for pair in table.ends if pair[0] in part and pair[0] not in nos],
            "thrown": [one for one in thrown if one["no"] in part],
        }

    return ask, asked


@for_each("lost", [3, 17, 40, 75])
@for_each("seed", ["a", "b", "c"])
def test_ends_that_a_lost_connection_missed_are_fetched_and_joined(lost, seed):
    table = WireTable("holdem", f"gap {seed}", throws=0.3, leaves=0)
    messages = list(table.messages(8, seat=0))
    thrown = {m.deck["last"]["no"]: m.deck["last"] for m in messages if m.deck and m.deck["last"]}
    ask, asked = ends_after(table, [one for one in thrown.values() if "reason" in one])
    fair = heard(messages[:5], Fairness(ask), seat=0)
    fair.offline()
    later = messages[5 + lost :]
    first = next(i for i, m in enumerate(later) if m.hand and m.hand.fair)
    deck = next(m.deck for m in reversed(messages[: 5 + lost + first]) if m.deck)
    later[first].deck = deck
    later[first].whole = True
    fair = heard(later[first:], fair, seat=0)
    assert fair.guard.seen.last == table.ends[-1][0]
    assert len(asked) <= -(-table.ends[-1][0] // 3)


def test_a_history_that_was_changed_while_the_line_was_lost_fails():
    table = WireTable("holdem", "rewritten", throws=0.3, leaves=0)
    messages = list(table.messages(6))
    ends = [list(pair) for pair in table.ends]
    ends[2][1] = "00" * 32

    async def ask(_path, *, after):
        return {"ends": [pair for pair in ends if pair[0] > after], "thrown": []}

    fair = heard(messages[:3], Fairness(ask))
    fair.offline()
    last = next(m for m in reversed(messages) if m.deck)
    last.whole = True
    with pytest.raises(NotFair) as no:
        heard([last], fair)
    assert no.value.check == "chain"


def test_a_memory_on_disk_survives_a_new_start(tmp_path):
    table, path = WireTable("teen_patti", "memory", throws=0, leaves=0), tmp_path / "table.json"
    messages = list(table.messages(6, seat=0))
    over = (at for at, message in enumerate(messages) if message.hand and message.hand.over)
    half = next(at for at in over if at > 20) + 1
    heard(messages[:half], Fairness(nothing, path), seat=0)
    assert json.loads(path.read_text())["last"]
    messages[half].whole = True
    ask, _asked = ends_after(table, [])
    fair = heard(messages[half:], Fairness(ask, path), seat=0)
    assert fair.guard.seen.last == table.ends[-1][0]
    other = WireTable("teen_patti", "another", throws=0)
    with pytest.raises(NotFair) as no:
        heard(other.messages(9), Fairness(ends_after(other, [])[0], path))
    assert no.value.check in ("chain", "gap", "noted")
    evidence = json.loads((tmp_path / "table.evidence.json").read_text())
    assert evidence["failed"]["check"] == no.value.check


def test_a_request_that_is_not_answered_for_a_minute_fails(monkeypatch):
    waits = []

    async def at_once(seconds):
        waits.append(seconds)

    async def silent(_path, *, after):
        return {"ends": [], "thrown": []}

    monkeypatch.setattr(asyncio, "sleep", at_once)
    messages = list(WireTable("holdem", "silent", throws=0).messages(4))
    fair = heard(messages[:3], Fairness(silent))
    last = next(m for m in reversed(messages) if m.deck)
    with pytest.raises(NotFair) as no:
        heard([last], fair)
    assert no.value.check == "request"
    assert fair.ambers == ["request"]
    assert sum(waits) == 58


def test_a_message_that_breaks_the_checks_fails():
    messages = list(WireTable("holdem", "broken", throws=0).messages(1))
    for broken in ({}, {"ended": 3}, [], "deck", messages[0].deck | {"deck": None}):
        with pytest.raises(NotFair) as no:
            asyncio.run(Fairness(nothing).see(deck=broken, whole=True))
        assert no.value.check == "form"

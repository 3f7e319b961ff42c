"""The door of a table's page: it lets honest hands of every game pass, and nothing else."""

import copy
import itertools
import random
import uuid

import pytest

from games.engines.core import registry
from games.engines.core.cards import TEXTS, text_of
from games.engines.core.contract import Viewer
from games.fair.tfair2 import proof
from tests.games.fair.node import run
from tests.games.fair.told_table import ToldTable
from tests.games.sessions import rules_of
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
SPECTATOR = Viewer()


def played(*steps, **more):
    (found,) = run("door.mjs", [{"steps": list(steps), **more}])
    return found


def told(key, seed, hands=3):
    return ToldTable(key, seed, rules_of(registry.get(key), random.Random(f"{key} {seed}")), hands)


@pytest.mark.parametrize("key", GAMES)
def test_honest_hands_pass_for_every_reader(key):
    stories = []
    for seed in range(times(1, 60)):
        table = told(key, seed)
        for viewer in (SPECTATOR, Viewer(all_cards=True)):
            stories.append({"steps": list(table.messages(viewer))})
        for seat in table.hands[0].opening.seats[:2]:
            messages = list(table.messages(Viewer(seat=seat)))
            stories.append({"steps": messages, "cuts": table.cuts_of(seat)})
    found = run("door.mjs", stories)
    for story, one in zip(stories, found, strict=True):
        assert one["failed"] is None, story["steps"][len(one["passed"]) - 1]
        assert all(one["passed"])
        assert one["ambers"] == []
    assert sum(one["seal"]["cards"] for one in found) > len(found)


def test_only_an_unknown_table_with_practice_chips_teaches():
    first, *_rest = told("holdem", 1).messages(SPECTATOR)
    lesson = first | {"table": first["table"] | {"slug": "marigold", "teaching": True}}
    practice = lesson | {"table": lesson["table"] | {"unrated": True}}
    ordinary = first | {"table": first["table"] | {"slug": "marigold", "teaching": False}}
    assert played(practice, practice)["passed"] == [True, True]
    for steps in ([lesson], [ordinary, {"reload": True}, practice]):
        found = played(*steps)
        assert found["passed"][-1] is False
        assert found["failed"]["check"] == "downgrade"


def test_a_seat_commits_when_the_hand_is_over_and_reveals_when_the_lock_is_there():
    table, seat, messages = cutter()
    found = played(*messages, cuts=table.cuts_of(seat))
    assert found["failed"] is None
    assert found["seal"]["mine"]
    kept = table.cuts_of(seat)[table.table_id]
    commits = [one["commit"] for one in found["sent"] if one["type"] == "cut_commit"]
    reveals = [(one["commit"], one["cut"]) for one in found["sent"] if one["type"] == "cut"]
    assert commits == [one["commit"] for one in kept]
    assert reveals == [(one["commit"], one["cut"]) for one in kept]
    # Nothing is sent for the next deck while a hand is in play.
    ended = next(i for i, one in enumerate(messages) if is_end(one))
    early = played(*messages[:ended], cuts=table.cuts_of(seat))
    assert [one["type"] for one in early["sent"]] == ["cut_commit", "cut"]


def test_a_new_cut_is_random_and_kept_for_the_next_page():
    _table, _seat, messages = cutter()
    first = played(messages[0])
    again = played(messages[0], {"reload": True}, messages[0])
    (sent,) = [one for one in first["sent"] if one["type"] == "cut_commit"]
    assert [one["type"] for one in again["sent"]] == ["cut_commit"], "it was acknowledged"
    assert sent["hash"] != again["sent"][0]["hash"]
    lost = {"acks": {"cut_commit": {"ok": False, "code": "NO_ANSWER"}}}
    found = played(lost, messages[0], {"reload": True}, messages[0])
    assert len({one["hash"] for one in found["sent"]}) == 1
    assert len(found["sent"]) == 2


def test_a_missing_cut_is_sent_again():
    table, seat, messages = cutter()
    asked = copy.deepcopy(messages[1])
    asked["next_deck"]["missing"] = [seat]
    lost = {"acks": {"cut": {"ok": False, "code": "NO_ANSWER"}}}
    steps = [messages[0], lost, messages[1], {"wait": 550}, {"acks": {}}, asked]
    found = played(*steps, cuts=table.cuts_of(seat))
    assert [one["type"] for one in found["sent"]] == ["cut_commit", "cut", "cut"]
    back = [messages[0], messages[1], {"know": {"t": "offline"}}, asked]
    found = played(*back, cuts=table.cuts_of(seat))
    assert [one["type"] for one in found["sent"]] == ["cut_commit", "cut", "cut"]


def test_a_window_that_does_not_play_the_seat_does_not_cut():
    _table, _seat, messages = cutter()
    elsewhere = {"know": {"t": "plays", "plays": False}}
    found = played(elsewhere, *messages)
    assert found["failed"] is None
    assert found["sent"] == []
    assert not found["seal"]["mine"]
    taken = {"acks": {"cut_commit": {"ok": False, "code": "CUT_ALREADY"}}}
    found = played(taken, *messages[:2])
    assert (found["failed"], found["ambers"]) == (None, ["other window"])
    assert found["seal"]["ambers"] == ["other window"]


def cutter(hands=2):
    """Return a hold'em table, a seat that cuts each deck, and what it is told."""
    for seed in range(100):
        table = told("holdem", seed, hands)
        for seat in table.hands[0].opening.seats:
            if all(seat in one.cuts and seat in one.opening.seats for one in table.hands):
                return table, seat, list(table.messages(Viewer(seat=seat)))
    raise AssertionError


def is_end(message):
    return message["type"] == "table" and message["table"]["next_deck"]["last"] is not None


# -- what must not pass ------------------------------------------------------------------------


def hands_of(messages):
    return [one for one in messages if one["type"] == "hand"]


def exchanged(message, _rng):
    """Exchange the hands of two seats whose cards are shown."""
    seats = [one for one in message["hand"]["view"]["seats"] if known(one["cards"])]
    if len(seats) < 2:
        return False
    one, other = seats[:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]
    return True


def known(cards):
    return [card for card in cards if card != "??"]


def elsewhere(message, rng):
    """Show an opened card at a place that no rule knows."""
    card = a_card(message, rng)
    if card is None:
        return False
    where = rng.choice(("view", "seat", "event", "deep"))
    if where == "view":
        message["hand"]["view"]["hot"] = [card]
    elif where == "seat":
        message["hand"]["view"]["seats"][0]["extra"] = card
    elif where == "event":
        message["events"].append({"kind": "burn", "cards": [card]})
    else:
        message["events"].append({"kind": "hint", "to": {"of": [[card]]}})
    return True


def a_card(message, rng):
    cards = [card for one in message["hand"]["view"]["seats"] for card in known(one["cards"])]
    return rng.choice(cards) if cards else None


def unopened(message, _rng):
    message["hand"]["openings"] = message["hand"]["openings"][1:]
    return bool(a_card(message, random)) and bool(message["hand"]["fair"])


def never_opened(message, rng):
    """Show another card than the one that was opened."""
    seats = [one for one in message["hand"]["view"]["seats"] if known(one["cards"])]
    if not seats:
        return False
    cards = {card for one in seats for card in one["cards"]}
    other = next(text for text in TEXTS[:52] if text not in cards)
    seats[0]["cards"] = [other, *seats[0]["cards"][1:]]
    return True


def no_card(message, _rng):
    message["hand"]["view"]["seats"][0]["cards"] = ["Zz"]
    return True


def without_deal(message, _rng):
    found = message["hand"]["fair"] is not None
    message["hand"]["fair"] = None
    return found


def of_another_hand(message, _rng):
    message["hand"]["id"] = str(uuid.UUID(int=7))
    return True


def other_number(message, _rng):
    message["hand"]["number"] += 1
    return message["hand"]["fair"] is not None


def older(message, _rng):
    if message["hand"]["fair"]:
        message["hand"]["fair"] = {**message["hand"]["fair"], "scheme": "TFAIR1"}
    return message["hand"]["fair"] is not None


FALSE = {
    exchanged: {"place"},
    elsewhere: {"place", "form"},
    unopened: {"opening"},
    never_opened: {"opening", "place"},
    no_card: {"form"},
    without_deal: {"opening"},
    of_another_hand: {"opening", "digest"},
    other_number: {"digest"},
    older: {"downgrade"},
}


@pytest.mark.parametrize("change", FALSE, ids=lambda one: one.__name__)
def test_a_false_hand_does_not_pass(change):
    stories, rng = [], random.Random(change.__name__)
    for key in GAMES:
        table = told(key, 1, 2)
        messages = list(table.messages(Viewer(all_cards=True)))
        for at, message in enumerate(messages):
            false = copy.deepcopy(message)
            if message["type"] == "hand" and change(false, rng):
                stories.append({"steps": [*messages[:at], false, *messages[at + 1 :]]})
                if len(stories) % 3 == 0:
                    break
    assert stories
    for story, found in zip(stories, run("door.mjs", stories), strict=True):
        at = found["passed"].index(False)
        assert found["failed"]["check"] in FALSE[change], found["failed"]
        assert not any(found["passed"][at:]), "nothing passes after a failure"
        assert "hand" in story["steps"][at], story["steps"][at]


def test_a_second_board_begins_where_the_first_one_stood():
    """Attack 21: boards that share two cards although three were out."""
    stories = []
    for seed in range(400):
        table = told("holdem", seed, 1)
        messages = list(table.messages(Viewer(all_cards=True)))
        twice = [one for one in messages if one.get("hand") and one["hand"]["view"]["board2"]]
        if not twice:
            continue
        board, board2 = (twice[-1]["hand"]["view"][name] for name in ("board", "board2"))
        common = sum(one == other for one, other in zip(board, board2, strict=True))
        if common not in (3, 4):
            continue
        moved = copy.deepcopy(messages)
        dealt = table.hands[0]
        cards = table.hands[0].deck.order
        first = 2 * (len(dealt.opening.seats) + len(dealt.fair["absent"]))
        again = [text_of(cards[first + at]) for at in range(common - 1)]
        again += [text_of(cards[first + 5 + at]) for at in range(6 - common)]
        for one in moved:
            if one.get("hand") and one["hand"]["view"]["board2"]:
                one["hand"]["view"]["board2"] = again
                one["hand"]["view"]["result"] = None
                one["events"] = [e for e in one["events"] if e["kind"] in ("street", "run")]
                one["events"] = [e for e in one["events"] if e.get("board") != 2]
                openings = dealt.deck.openings([cards[first + at] for at in range(10)])
                one["hand"]["openings"] = [o.told for o in openings]
                for seat in one["hand"]["view"]["seats"]:
                    seat["best"] = None
        stories.append({"steps": moved})
        if len(stories) == 3:
            break
    assert stories
    for found in run("door.mjs", stories):
        assert found["failed"]["check"] == "place", found["failed"]


# -- what was missed ---------------------------------------------------------------------------


def missing_some(table, viewer, drop):
    """Return the messages without those of two hands, and the answer about their decks."""
    messages = list(table.messages(viewer))
    deals = [at for at, one in enumerate(messages) if one.get("hand") and one["hand"]["fair"]]
    first, last = deals[drop] - 1, deals[drop + 2] - 2
    answer = {"ends": [[one.end["no"], one.end["end"]] for one in table.hands], "thrown": []}
    return messages[:first], messages[last:], answer


def test_decks_that_were_missed_are_asked_for_and_joined():
    table = told("teen_patti", 3, 5)
    before, after, answer = missing_some(table, SPECTATOR, 1)
    gap = {"know": {"t": "offline"}}
    stories = [
        {"steps": [{"ends": answer}, *before, gap, *after]},
        {"steps": [*before, gap, *after, {"ends": answer}, {"wait": 700}]},
        {"steps": [*before, gap, *after]},
    ]
    false = copy.deepcopy(answer)
    false["ends"][1][1] = "0" * 64
    stories.append({"steps": [{"ends": false}, *before, gap, *after]})
    good, late, never, chain = run("door.mjs", stories)
    for found in (good, late):
        assert (found["failed"], found["trial"]) == (None, False)
        assert "request" not in found["seal"]["ambers"]
        assert all(found["passed"]), "nobody waits for the answer"
    assert {"type": "ends", "after": 1} in good["sent"]
    assert never["failed"] is None
    assert never["trial"], "it goes on, and says so"
    assert chain["failed"]["check"] == "chain"


def test_an_answer_that_does_not_come_is_told():
    table = told("teen_patti", 3, 5)
    before, after, _answer = missing_some(table, SPECTATOR, 1)
    gap = {"know": {"t": "offline"}}
    found = played(*before, gap, *after, {"wait": 700})
    assert found["seal"]["ambers"] == ["request"]
    assert found["failed"] is None


def test_a_page_that_is_loaded_again_goes_on_from_what_it_kept():
    table, seat, messages = cutter(3)
    cuts = table.cuts_of(seat)
    for at in range(1, len(messages), 3):
        shown = [one for one in messages[:at] if one.get("hand")]
        hand = whole_hand(table, messages[:at]) if shown else None
        latest = next(one for one in reversed(messages[:at]) if "table" in one)
        next_deck = next(
            one.get("next_deck") or one["table"]["next_deck"]
            for one in reversed(messages[:at])
            if "next_deck" in one or "table" in one
        )
        table_now = latest["table"] | {"next_deck": next_deck}
        hello = latest | {"type": "hello", "table": table_now, "hand": hand, "events": []}
        found = played(*messages[:at], {"reload": True}, hello, *messages[at:], cuts=cuts)
        assert found["failed"] is None, (at, found["failed"])
        assert all(found["passed"])
        assert found["seal"]["mine"]


def test_a_hand_that_was_over_before_the_first_page_is_shown_after_a_reload_too():
    for key in GAMES:
        told_by = Faults(told(key, 3, 2), SPECTATOR, random.Random(1))
        over = next(i for i, one in enumerate(told_by.messages) if is_end(one)) + 2
        hello, rest = told_by.hello(over), told_by.messages[over:]
        reload = {"reload": True}
        found = played(hello, reload, hello, reload, hello, *rest)
        assert found["failed"] is None, key
        assert all(found["passed"])
        assert set(found["ambers"]) == {"late"}


def whole_hand(table, messages):
    """Return the last hand with its deal and all openings so far, as a new connection gets it."""
    last = [one for one in messages if one.get("hand")][-1]["hand"]
    same = [one["hand"] for one in messages if one.get("hand") and one["hand"]["id"] == last["id"]]
    openings = [opening for one in same for opening in one["openings"]]
    return last | {"fair": same[0]["fair"], "openings": openings}


def test_a_chain_that_was_made_again_across_a_reload_fails():
    table, seat, messages = cutter(2)
    end = next(at for at, one in enumerate(messages) if is_end(one))
    hello = copy.deepcopy(messages[end]) | {"type": "hello", "hand": None, "events": []}
    hello["table"]["next_deck"]["ended"]["chain"] = "9" * 64
    found = played(*messages[: end + 1], {"reload": True}, hello, cuts=table.cuts_of(seat))
    assert found["failed"]["check"] == "chain"


# -- thrown decks, signatures, the older scheme ------------------------------------------------


def test_a_deck_that_was_thrown_away_is_told_with_its_reason():
    table = told("holdem", 7, 3)
    index = next(at for at, one in enumerate(table.hands) if len(one.cuts) > 1)
    chain = bytes.fromhex(table.hands[index].end["chain_before"])
    thrown = table.thrown(index, chain)
    messages = list(table.messages(SPECTATOR))
    deal = [at for at, one in enumerate(messages) if one.get("hand") and one["hand"]["fair"]][index]
    after = copy.deepcopy(messages[deal - 1])
    after["table"]["next_deck"].update(
        ended={"no": thrown["no"], "chain": thrown["chain"]}, last=thrown
    )
    found = played(*messages[: deal - 1], after)
    assert found["failed"] is None
    assert found["seal"]["decks"] == [[thrown["no"], 1, thrown["blamed"]]]
    blamed = copy.deepcopy(after)
    blamed["table"]["next_deck"]["last"]["blamed"] = []
    assert played(*messages[: deal - 1], blamed)["failed"]["check"] == "thrown"


def test_a_false_signature_fails_and_none_is_told():
    table, _seat, _messages = cutter(1)
    watching = [copy.deepcopy(list(table.messages(SPECTATOR))) for _ in range(3)]
    for messages, signature in zip(watching, ("good", "false"), strict=False):
        messages[1]["next_deck"]["lock"] |= {"signature": signature}
    good, bad, none = run("door.mjs", [{"steps": one} for one in watching])
    assert (good["failed"], good["seal"]["signed"]) == (None, 1)
    assert bad["failed"]["check"] == "signature"
    assert (none["failed"], none["seal"]["signed"]) == (None, 0)
    assert none["seal"]["unsigned"] > 0


def test_a_hand_of_the_older_scheme_passes_once_before_the_first_deck():
    table = told("holdem", 7, 2)
    messages = list(table.messages(SPECTATOR))
    hello = copy.deepcopy(messages[0])
    view = hands_of(messages)[0]["hand"]["view"]
    old = {"id": str(uuid.UUID(int=9)), "number": 1, "seq": 0, "view": view, "openings": []}
    hello["hand"] = old | {"fair": {"scheme": "TFAIR1"}}
    for deck in (hello["table"]["next_deck"],):
        deck["ended"] = {"no": 0, "chain": "5" * 64, "tfair1": True}
        deck["deck"] = deck["deck"] | {"tfair1": True}
    moved = {"type": "hand", "hand": old | {"fair": None}, "events": []}
    found = played(hello, moved)
    assert found["failed"] is None
    assert found["seal"]["older"]
    # As a platform tells it that was upgraded in the middle of that hand.
    begun = hello | {"table": hello["table"] | {"next_deck": None}}
    published = messages[0] | {"type": "table", "table": hello["table"]}
    over = copy.deepcopy(moved)
    over["hand"]["view"]["phase"] = "settled"
    found = played(begun, moved, published, over, *shifted(messages[1:3]))
    assert found["failed"] is None
    assert all(found["passed"])
    other = copy.deepcopy(hello)
    other["hand"]["id"] = str(uuid.UUID(int=10))
    later = next(one for one in reversed(messages) if "table" in one)
    later |= {"type": "hello", "hand": hello["hand"], "events": []}
    for false in ([hello, {"reload": True}, other], [*messages, later]):
        assert played(*false)["failed"]["check"] == "downgrade"


# -- faults ------------------------------------------------------------------------------------


class Faults:
    """A reader whose page is loaded again, loses its line, and misses messages: nothing is false.

    A player's page loses its line only during hands: what it sends is not part of the story.
    """

    def __init__(self, table, viewer, rng):
        self.table, self.viewer, self.rng = table, viewer, rng
        self.messages = list(table.messages(viewer))

    def hello(self, at):
        """Return what a connection is told first that comes before message `at`."""
        past = self.messages[:at]
        latest = next(one for one in reversed(past) if "table" in one)
        told = next(one for one in reversed(past) if "next_deck" in (one.get("table") or one))
        next_deck = told.get("next_deck") or told["table"]["next_deck"]
        shown = [one for one in past if one.get("hand")]
        hand, events = None, []
        if shown:
            hand = whole_hand(self.table, past)
            same = [one for one in shown if one["hand"]["id"] == hand["id"]]
            events = [event for one in same for event in one["events"]]
        if self.rng.random() < 0.3:
            events = []  # as long polls tell it
        table = latest["table"] | {"next_deck": next_deck}
        return latest | {"type": "hello", "table": table, "hand": hand, "events": events}

    def ends(self, after):
        ends = [[one.end["no"], one.end["end"]] for one in self.table.hands]
        return {"ends": [pair for pair in ends if pair[0] > after], "thrown": []}

    def steps(self):
        yield {"ends": self.ends(0)}
        at, count = 0, len(self.messages)
        while at < count:
            if at and self.rng.random() < 0.05 and self.may_lose(at):
                reload = self.rng.random() < 0.4
                yield {"reload": True} if reload else {"know": {"t": "offline"}}
                most = 3 if self.viewer.seat is not None else self.rng.choice((3, 30, 100))
                missed = self.rng.randrange(most)
                if self.viewer.seat is not None and not self.may_lose(at + missed):
                    missed = 0
                at = min(at + missed, count)
                yield self.hello(at)
                continue
            yield self.messages[at]
            at += 1

    def may_lose(self, at):
        """Whether the line may be lost here: for a player, when a hand is in play."""
        if self.viewer.seat is None:
            return True
        around = self.messages[at - 1 : at + 3]
        hands = [one for one in around if one.get("hand")]
        return len(hands) == len(around) == 4


@pytest.mark.parametrize("key", GAMES)
def test_honest_hands_with_lost_lines_and_pages_loaded_again_raise_no_alarm(key):
    stories = []
    for seed in range(times(2, 100)):
        table, rng = told(key, seed, 6), random.Random(seed)
        readers = [SPECTATOR, Viewer(all_cards=True)]
        for viewer in (*readers, Viewer(seat=table.hands[0].opening.seats[0])):
            cuts = {} if viewer.seat is None else table.cuts_of(viewer.seat)
            stories.append({"steps": list(Faults(table, viewer, rng).steps()), "cuts": cuts})
    for story, found in zip(stories, run("door.mjs", stories), strict=True):
        assert found["failed"] is None, story["steps"][: len(found["passed"])][-1]
        assert all(found["passed"])
        assert not found["trial"]
        assert set(found["ambers"]) <= {"late", "other window"}, found["ambers"]


def shifted(messages):
    """Return what a table says of its first deck that goes on from another chain."""
    changed = copy.deepcopy(messages)
    for one in changed:
        next_deck = one.get("next_deck") or one["table"]["next_deck"]
        next_deck["ended"] = {"no": 0, "chain": "5" * 64, "tfair1": True}
    return changed


def test_a_table_goes_on_from_the_chain_of_the_older_scheme():
    table = told("holdem", 7, 2)
    chain = bytes.fromhex("5" * 64)
    for one in table.hands:
        play_hash = bytes.fromhex(one.end["play_hash"])
        one.end = proof.end_of(one.fair, play_hash=play_hash, chain=chain)
        chain = bytes.fromhex(one.end["chain"])
    messages = list(table.messages(SPECTATOR))
    for one in messages:
        next_deck = one.get("next_deck") or one.get("table", {}).get("next_deck")
        if next_deck and next_deck["ended"]["no"] == 0:
            next_deck["ended"] = {"no": 0, "chain": "5" * 64, "tfair1": True}
    at = next(at for at, one in enumerate(messages) if one.get("hand")) + 1
    coming = messages[at - 2] | {"type": "hello", "hand": whole_hand(table, messages[:at])}
    again = [*messages[:at], {"reload": True}, coming | {"events": []}, *messages[at:]]
    for steps in (messages, again):
        found = played(*steps)
        assert found["failed"] is None
        assert all(found["passed"])
    first = copy.deepcopy(messages[0])
    del first["table"]["next_deck"]["ended"]["tfair1"]
    assert played(first)["failed"]["check"] == "chain", "it must be called so"


def back_before_the_deal_is_seen(hands=12):
    """Yield what absent players hear who are back in the message that tells of their deal."""
    for seed in range(60):
        table = told("holdem", seed, hands)
        for index, dealt in enumerate(table.hands):
            for seat in set(dealt.cuts) - set(dealt.opening.seats):
                messages = list(table.messages(Viewer(seat=seat)))
                at = [place for place, one in enumerate(messages) if one["type"] == "deck"][index]
                before, after = messages[at + 1], copy.deepcopy(messages[at + 1])
                out = before | {"table": before["table"] | messages[at]}
                for row in after["table"]["seats"]:
                    row["status"] = "ready" if row["seat"] == seat else row["status"]
                yield table, seat, [*messages[: at + 1], out, after, *messages[at + 2 : at + 4]]


def test_a_player_who_left_and_is_back_when_the_deal_is_told_hears_of_no_fraud():
    stories = []
    for table, seat, messages in itertools.islice(back_before_the_deal_is_seen(), times(4, 40)):
        cuts = table.cuts_of(seat)
        stories.append({"steps": messages, "cuts": cuts})
        # Somebody who never left, and is said to be absent.
        still = [*messages[:-4], *messages[-3:]]
        stories.append({"steps": still, "cuts": cuts})
    found = run("door.mjs", stories)
    assert [one["failed"] for one in found[::2]] == [None] * (len(found) // 2)
    assert {one["failed"]["check"] for one in found[1::2]} == {"mine"}

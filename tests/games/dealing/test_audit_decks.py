"""The audit finds every planted error in the ends, numbers and days of decks of TFAIR2."""

import datetime

import pytest
from django.utils import timezone

from core.audit import checks
from core.audit.marks import keep_marks
from games.dealing import audit_decks
from games.dealing.actions.daily_roots import close_days
from games.dealing.audit import DEALT
from games.dealing.audit_decks import DAYS, THROWN
from games.dealing.models import DailyRoot, DayLeaf, DeckDay, NextDeck, ThrownDeck
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2 import hashes
from games.hands.audit import FOLDING
from games.hands.models import Hand, HandAction, PlayedAction
from lobby.moderation.actions.void import void_hand
from lobby.tables.play.timers import run_timer
from tests.games.past import DAY, at, today
from tests.games.stored import stored_rules
from tests.support.cutting import let_pass, promise
from tests.support.owner import as_owner, no_triggers
from tests.support.seated_table import audit_findings
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db

NAMES = [DEALT, "decks are numbered", "daily roots", THROWN, DAYS, FOLDING]


def found():
    """The audit's findings about decks: (code, subject)."""
    findings = checks.run(NAMES)
    return {(one.check, one.subject) for found in findings.values() for one in found}


def throw_away(room, user=0):
    promise(room, room.people[user])
    run_timer(room.table.pk)
    let_pass(room, 10_000)


@pytest.fixture
def room(seat_table):
    """A hand, a void one, two decks thrown away, a hand: all on closed days, and one of today."""
    room, staff = seat_table(people=3), member("Table moderator", "Floor")
    room.deal()
    room.fold_down()
    void_hand(by=staff, hand_id=room.deal().id, reason=REASON)
    for _ in range(2):
        throw_away(room)
    room.deal()
    room.fold_down()
    first = today() - 3 * DAY
    Hand.objects.filter(number__lte=2).update(finished_at=at(first))
    Hand.objects.filter(number=3).update(finished_at=at(first + 2 * DAY))
    with no_triggers():
        ThrownDeck.objects.update(thrown_at=at(first + 2 * DAY))
    assert close_days() == 3
    room.deal()
    room.fold_down()
    assert found() == set()
    return room


def hand(number):
    return Hand.objects.get(number=number)


def flipped(data):
    if isinstance(data, str):
        return ("0" if data[0] != "0" else "1") + data[1:]
    return bytes([data[0] ^ 1]) + bytes(data[1:])


def change(hand, **values):
    with as_owner():
        Hand.objects.filter(pk=hand.pk).update(**values)


def change_thrown(row, **values):
    with no_triggers():
        ThrownDeck.objects.filter(pk=row.pk).update(deck={**row.deck, **values})


def subject(hand):
    return f"hand {hand.pk}"


def test_an_honest_table_has_no_findings(room):
    assert audit_findings() == [] or all("standings" in text for text in audit_findings())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_another_play_is_found(room, number):
    """Also of a void hand, which is not compared with its result."""
    changed = hand(number)
    change(changed, record_salt=flipped(bytes(changed.record_salt)))
    assert found() == {("hand.play", subject(changed))}


def test_a_changed_action_is_found(room):
    row = PlayedAction.objects.filter(hand=hand(1)).order_by("-seq").first()
    with no_triggers():
        HandAction.objects.filter(pk=row.pk).delete()
    assert ("hand.play", subject(hand(1))) in found()


def test_a_changed_play_hash_is_found_by_play_and_chain(room):
    changed = hand(1)
    change(changed, play_hash=flipped(bytes(changed.play_hash)))
    assert {("hand.play", subject(changed)), ("hand.chain", subject(changed))} <= found()


def test_a_changed_chain_is_found_there_and_in_what_follows(room):
    changed = hand(1)
    change(changed, chain=flipped(bytes(changed.chain)))
    assert {("hand.chain", subject(changed)), ("hand.chain", subject(hand(2)))} <= found()


def test_a_chain_that_is_made_again_from_another_beginning_is_found(room):
    """The hand's own end and chain fit, but not the deck before."""
    changed = hand(3)
    end = hashes.dealt_end_of(
        bytes.fromhex(changed.opening["deal"]["digest"]), bytes(changed.play_hash)
    )
    change(changed, chain=hashes.chain_after(bytes(32), changed.deck_no, end))
    assert ("hand.chain", subject(changed)) in found()


def test_a_hand_whose_deck_never_ended_is_found(room):
    change(hand(1), chain=None)
    assert ("hand.chain", subject(hand(1))) in found()


@pytest.mark.parametrize("name", ["seats", "rules_hash", "game"])
def test_a_hand_that_was_not_dealt_by_its_plan_is_found(room, name):
    changed = hand(1)
    deal = changed.opening["deal"]
    other = {"seats": [0, 1, 2, 3], "rules_hash": "00" * 32, "game": "holdem"}[name]
    plan = {**deal["plan"], name: other}
    change(changed, opening={**changed.opening, "deal": {**deal, "plan": plan}})
    assert ("hand.plan", subject(changed)) in found()


def test_other_rules_than_those_of_the_plan_are_found(room):
    changed = hand(1)
    change(changed, rules_hash=stored_rules({**changed.rules, "boot": 20}))
    # The stored opening has the rules of the row, so its deck and its play are other ones.
    assert {("hand.chain", subject(changed)), ("hand.play", subject(changed))} <= found()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("masters", "deck.thrown"),
        ("end", "deck.thrown"),
        ("chain_before", "deck.thrown"),
        ("reason", "deck.thrown"),
        ("no", "deck.thrown"),
        ("commit", "deck.thrown"),
    ],
)
def test_a_changed_thrown_deck_is_found(room, name, code):
    row = ThrownDeck.objects.order_by("no").first()
    value = row.deck[name]
    if name == "masters":
        value = [flipped(value[0]), *value[1:]]
    elif isinstance(value, int):
        value += 1
    else:
        value = flipped(value)
    change_thrown(row, **{name: value})
    assert (code, f"deck {row.deck_id}") in found()


def test_a_thrown_deck_of_another_chain_is_found(room):
    """It is valid by itself."""
    row = ThrownDeck.objects.order_by("no").first()
    before = flipped(row.deck["chain_before"])
    end = bytes.fromhex(row.deck["end"])
    chain = hashes.chain_after(bytes.fromhex(before), row.no, end).hex()
    change_thrown(row, chain_before=before, chain=chain)
    assert ("deck.chain", f"deck {row.deck_id}") in found()


def test_a_missing_deck_is_found(room):
    row = ThrownDeck.objects.order_by("no").first()
    with no_triggers():
        ThrownDeck.objects.filter(pk=row.pk).delete()
    codes = {code for code, _subject in found()}
    assert {"deck.gap", "deck.chain", "day.leaf"} <= codes


def test_a_deck_that_was_dealt_and_thrown_away_is_found(room):
    row = ThrownDeck.objects.order_by("no").first()
    with no_triggers():
        ThrownDeck.objects.filter(pk=row.pk).update(no=hand(3).deck_no)
    assert ("deck.gap", f"table {room.table.pk}") in found()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"no": 99}, "deck.next"),
        ({"ended_no": 1}, "deck.next"),
        ({"chain": b"x" * 32}, "deck.chain"),
    ],
)
def test_a_next_deck_that_does_not_follow_is_found(room, changes, code):
    NextDeck.objects.filter(pk=room.table.pk).update(**changes)
    row = NextDeck.objects.get(pk=room.table.pk)
    assert (code, f"deck {row.deck_id}") in found()


# -- days --------------------------------------------------------------------------------------


def first():
    return today() - 3 * DAY


def day(number):
    return f"day {first() + number * DAY} of decks"


def change_day(number, **values):
    with no_triggers():
        DeckDay.objects.filter(pk=first() + number * DAY).update(**values)


def test_a_changed_root_or_head_is_found(room):
    row = DeckDay.objects.get(pk=first())
    change_day(0, root=flipped(bytes(row.root)))
    assert found() == {("day.root", day(0)), ("day.chain", day(0))}
    change_day(0, root=bytes(row.root), head=flipped(bytes(row.head)))
    assert found() == {("day.chain", day(0)), ("day.chain", day(1))}


def test_a_changed_or_missing_leaf_is_found(room):
    row = DayLeaf.objects.filter(day=first()).first()
    deck = f"deck {row.no} of {row.table_id}"
    with no_triggers():
        DayLeaf.objects.filter(pk=row.pk).update(chain=flipped(bytes(row.chain)))
    assert found() == {("day.leaf", deck), ("day.root", day(0))}
    with no_triggers():
        DayLeaf.objects.filter(pk=row.pk).delete()
    assert found() == {("day.leaves", day(0)), ("day.root", day(0)), ("day.left_out", deck)}


def test_a_leaf_in_the_slot_of_another_deck_is_found(room):
    row = DayLeaf.objects.filter(day=first()).first()
    with no_triggers():
        DayLeaf.objects.filter(pk=row.pk).update(no=99)
    assert ("day.slots", day(0)) in found()


def test_a_deck_that_was_left_out_is_found(room):
    Hand.objects.filter(number=4).update(finished_at=at(first()))
    late = hand(4)
    assert found() == {("day.left_out", f"deck {late.deck_no} of {late.table_id}")}


def test_a_missing_day_is_found(room):
    with no_triggers():
        DeckDay.objects.filter(pk=first() + DAY).delete()
    assert found() == {("day.missing", day(2)), ("day.chain", day(2))}


def test_a_day_of_tfair1_after_the_change_is_found(room):
    root = hashes.NO_CHAIN
    DailyRoot.objects.create(day=today() - DAY, hands=0, root=root, head=root, blocks=b"")
    assert ("day.change", day(0)) in found()


# -- the online audit ---------------------------------------------------------------------------


def run_new():
    news = checks.run_new(budget_s=60)
    keep_marks(news.marks)
    return {(one.check, one.subject) for one in news.found}


def test_the_online_audit_checks_what_is_new(room):
    assert run_new() == set()
    throw_away(room, user=1)
    room.deal()
    room.fold_down()
    thrown, last = ThrownDeck.objects.latest("pk"), hand(5)
    change_thrown(thrown, end=flipped(thrown.deck["end"]))
    change(last, record_salt=flipped(bytes(last.record_salt)), chain=NO_CHAIN)
    seconds = datetime.timedelta(seconds=6)
    with no_triggers():
        ThrownDeck.objects.filter(pk=thrown.pk).update(thrown_at=timezone.now() - seconds)
    last.seats.update(finished_at=last.finished_at - seconds)
    assert {
        ("deck.thrown", f"deck {thrown.deck_id}"),
        ("hand.play", subject(last)),
        ("hand.chain", subject(last)),
    } <= run_new()
    assert run_new() == set(), "findings are not repeated"


def test_days_that_were_read_stay_as_they_were(room):
    assert run_new() == set()
    row = DeckDay.objects.latest("day")
    change_day(2, head=flipped(bytes(row.head)))
    assert run_new() == {("day.mark", day(2))}
    change_day(2, head=bytes(row.head))
    assert audit_decks.marks_kept()[DAYS]["day"] == str(row.day)
    assert run_new() == set()
    with no_triggers():
        DayLeaf.objects.filter(day=row).delete()
        DeckDay.objects.filter(pk=row.day).delete()
    assert run_new() == {("day.mark", day(2))}

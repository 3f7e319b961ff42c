"""Records of hands that the server dealt by TFAIR2, checked by the independent Python client."""

import base64
import json
import random
import secrets
import uuid
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.people.models import User
from cardhouse_client.fair import NotFair
from cardhouse_client.fair import check_record as check_tfair1
from cardhouse_client.tfair2 import check_record as check_fair
from cardhouse_client.tfair2 import check_thrown
from cardhouse_client.tfair2.chain import check_chain
from core.audit import checks
from games.dealing.actions.retention import purge_decks
from games.dealing.encryption import seal
from games.dealing.models import ThrownDeck
from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.fair.deck import new_master
from games.fair.tfair2.hashes import play_hash_of
from games.hands.audit import FOLDING
from games.hands.models import Hand, HandAction, HandSeat
from games.hands.queries import live
from games.hands.queries.export import StacksHidden, plain_text, record_json
from games.hands.queries.replay import replay
from games.hands.queries.tables import with_stacks
from games.hands.viewers import viewer_of_finished
from games.records.button import wrong_button
from games.records.check import check
from games.records.record import read
from lobby.moderation.actions.void import void_hand
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import close_table
from lobby.tables.models import Seat, Table
from lobby.tables.plans import least_buy_in
from lobby.tables.play.timers import run_timer
from lobby.tables.seats import seats
from tests.games.engines.histories.plays import PLAYS, record_of_play
from tests.games.past import DAY
from tests.games.sessions import calm_action
from tests.games.stored import store_hand, store_tfair1
from tests.support.cutting import let_pass, locked_users, next_deck, promise, seat_of, show
from tests.support.owner import as_owner, no_triggers
from tests.support.seated_table import ENTRY, make_seated_table
from tests.support.size import some, times
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db

FROZEN = Path(__file__).parent / "play_hashes.json"
PRESETS_IN_USUAL_RUNS = 2
"""Of each game; the full size plays all."""
GAMES = registry.all_games()
PRESETS = [
    (game.key, preset) for game in GAMES for preset in some(game.presets, PRESETS_IN_USUAL_RUNS)
]
HOLDEM_CASH = {"run_it_twice": True, "rabbit": True, "straddle": True}


class Session:
    """Hands at one table: people cut, leave between lock and deal, and come back; some are void."""

    def __init__(self, key, preset, *, people=None, options=None):
        game = registry.get(key)
        rules = game.rules_from_json(game.presets[preset].to_json() | (options or {}))
        self.drop_in = game.sit_and_go(rules) is None
        self.fixed = game.min_seats == game.max_seats
        count = min(game.max_players(rules), people or 4)
        least = least_buy_in(game, rules)
        brings = {} if least is None else {"min_buy_in": least, "max_buy_in": 10 * least}
        if not self.drop_in:
            brings = {"min_buy_in": ENTRY, "max_buy_in": ENTRY}
        chosen = least is not None and game.fixed_buy_in(rules) is None
        self.buy_in = 2 * least if chosen else None
        self.rng = random.Random(f"fair session {key} {preset}")
        seats = count if self.fixed or not self.drop_in else min(game.max_players(rules), 6)
        plan = {"game": key, "preset": preset, "options": options or {}, "seats": seats, **brings}
        self.room = make_seated_table(count, buy_in=self.buy_in, **plan)

    def play(self, hands):
        """Play this many hands."""
        staff = member("Table moderator", "Floor")
        for number in range(hands):
            if not self._deal():
                break
            hand_id = self.room.head.hand_id
            self._play(void_after=3 if number == 1 else None, staff=staff)
            if number == 2 and self.drop_in:
                void_hand(by=staff, hand_id=hand_id, reason=REASON)

    def _deal(self):
        """Let the next hand be dealt; returns whether one was."""
        room, rng = self.room, self.rng
        for _ in range(20):
            if self.drop_in and next_deck(room).locked_at is None:
                self._return()
            for user in room.people:
                if seat_of(room, user) is not None and rng.random() < 0.6:
                    with suppress(TableRefused):
                        promise(room, user)
            if not room.head.live:
                run_timer(room.table.pk)
            if not room.head.live and next_deck(room).locked_at is not None:
                self._cut()
            if room.head.live:
                return True
        return False

    def _cut(self):
        """Show the locked cuts; somebody leaves before the last, which may fail to come."""
        room, rng = self.room, self.rng
        *others, last = User.objects.filter(pk__in=locked_users(room).values())
        for user in others:
            show(room, user)
        if self.drop_in and len(next_deck(room).line["plan"]["seats"]) > 2 and rng.random() < 0.7:
            leaver = rng.choice([user for user in room.people if user != last])
            if seat_of(room, leaver) is not None:
                seats.leave(table_id=room.table.pk, user=leaver)
        if rng.random() < 0.2:
            let_pass(room, 10_000)  # the deck is thrown away
        else:
            show(room, last)

    def _return(self):
        room = self.room
        for number, user in enumerate(room.people):
            if seat_of(room, user) is None:
                taken = Seat.objects.filter(table=room.table, number=number).exists()
                if not taken and (self.fixed or self.rng.random() < 0.6):
                    named = {"table_id": room.table.pk, "user": user, "number": number}
                    try:
                        seats.sit(**named, buy_in=self.buy_in, key=uuid.uuid4())
                    except TableRefused as no:
                        seats.sit(**named, buy_in=no.limits["min"], key=uuid.uuid4())

    def _play(self, void_after, staff):
        room, actions = self.room, 0
        while room.head.live:
            if actions == void_after and self.drop_in:
                void_hand(by=staff, hand_id=room.head.hand_id, reason=REASON)
                return
            hand = room.hand
            seat = hand.game.turn(hand.state)
            action = calm_action(hand.game, hand.state, seat, self.rng)
            user = User.objects.get(pk=hand.players[seat].user_id)
            cards = {"cards": action.cards, "reading": action.reading}
            answer = room.act(user, action.kind, action.amount, **cards)
            assert answer.seq is not None, answer
            actions += 1


def records_of(room):
    """The records of a table's hands for every viewer: (hand, [record])."""
    now = timezone.now()
    for hand in Hand.objects.filter(table_id=room.table.pk).order_by("number"):
        viewers = {viewer_of_finished(hand, user and user.pk, now=now) for user in everyone(room)}
        seen = [with_stacks(hand, viewer) for viewer in viewers if viewer is not None]
        yield hand, [json.loads(json.dumps(record_json(hand, one))) for one in seen]


def everyone(room):
    return [*room.people, None]


def assert_holds(room):
    """Check all records of a table, its chain and the audit of it; returns the hands."""
    hands, decks = [], {}
    before = None
    for hand, records in records_of(room):
        assert len(records) > 1
        for record in records:
            deal = check_fair(record)
            assert record["version"] == 2
            report = check(record)
            assert report.ok, str(report)
            assert [seat["seat"] for seat in record["seats"]] == deal.present
        decks[record["fair"]["no"]] = record["fair"]
        after = read(records[0])
        if before is not None and before.data["hand"]["number"] == hand.number - 1:
            assert wrong_button(before, after) is None
        before = after
        hands.append((hand, records[0]))
    for row in ThrownDeck.objects.filter(table_id=room.table.pk):
        check_thrown(row.deck)
        decks[row.no] = row.deck
    check_chain([decks[no] for no in sorted(decks)])
    found = checks.run(["hands were dealt as proven", FOLDING])
    assert [str(one) for findings in found.values() for one in findings] == []
    return hands


@pytest.mark.slow
@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_records_of_random_sessions_hold_for_every_viewer(key, preset):
    session = Session(key, preset)
    session.play(times(4, 12))
    assert assert_holds(session.room)


@pytest.fixture
def holdem():
    """A table after a session with everything that a record may have."""
    session = Session("holdem", "cash", options=HOLDEM_CASH)
    session.play(16)
    return session.room


def test_a_session_has_absent_seats_void_hands_thrown_decks_and_hands_run_twice(holdem):
    records = [record for _hand, record in assert_holds(holdem)]
    assert any(record["fair"]["absent"] for record in records)
    assert any(record["fair"]["cuts"] for record in records)
    assert any(record["fair"]["play"]["void"] for record in records)
    void = [record for record in records if record["hand"]["void"]]
    assert any(record["fair"]["play"]["result"] for record in void), "voided after its end"
    assert ThrownDeck.objects.filter(table_id=holdem.table.pk, deck__reason=1).exists()
    assert '"kind": "run"' in json.dumps([record["actions"] for record in records])


def test_records_fold_and_buttons_are_compared_by_the_command(holdem, tmp_path, capsys):
    records = [record for _hand, record in assert_holds(holdem)]
    file = tmp_path / "hands.json"
    file.write_text(json.dumps(records))
    call_command("check_record", str(file))
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{len(records)} hands, {len(records) - 1} buttons compared")
    changed = next(
        record
        for before, record in pairwise(records)
        if before["result"] and len(record["fair"]["plan"]["seats"]) > 2
    )
    plan = changed["fair"]["plan"]
    plan["button"] = [next(seat for seat in range(10) if seat not in plan["button"])]
    file.write_text(json.dumps(records))
    with pytest.raises(SystemExit):
        call_command("check_record", str(file))
    assert "the button of the plan is" in capsys.readouterr().out
    del changed["fair"]["plan"]
    file.write_text(json.dumps(records))
    with pytest.raises(SystemExit):
        call_command("check_record", str(file))
    assert "the plan cannot be read" in capsys.readouterr().out


def test_without_their_undealt_cards_hands_have_the_same_records(holdem, settings):
    before = [records for _hand, records in records_of(holdem)]
    settings.DECKS_KEPT_DAYS = 0
    Hand.objects.update(started_at=timezone.now() - DAY, finished_at=timezone.now() - DAY)
    assert purge_decks() == len(before)
    live.cache.clear()
    after = [records for _hand, records in records_of(holdem)]
    for records in (*before, *after):
        for record in records:
            del record["hand"]["started_at"], record["hand"]["finished_at"]
    assert after == before
    assert_holds(holdem)


def test_a_record_keeps_the_rules_by_which_it_was_locked(seat_table, monkeypatch):
    """A later version has an option more; a record still has the rules of its plan."""
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    rules = type(room.table.parsed_rules)
    before = rules.to_json
    monkeypatch.setattr(rules, "to_json", lambda self: before(self) | {"added_later": 1})
    for hand, records in records_of(room):
        for record in records:
            assert record["rules"] == hand.rules
            check_fair(record)


def test_hidden_stacks_have_a_record_once_their_table_is_closed(seat_table):
    room = seat_table(people=3, options={"boot": 10, "hidden_stacks": True})
    room.deal()
    room.fold_down()
    with pytest.raises(StacksHidden):
        list(records_of(room))
    let_pass(room, 60_000)
    if room.head.live:
        room.fold_down()
    Table.objects.filter(pk=room.table.pk).update(host=room.people[0])
    close_table(table_id=room.table.pk, user=room.people[0])
    let_pass(room, 60_000)
    assert Table.objects.get(pk=room.table.pk).state == Table.State.CLOSED
    assert len(assert_holds(room)) > 0


def test_records_of_older_hands_stay_as_they_were():
    first, people = store_tfair1(number=1)
    oldest, _people = store_tfair1()
    with as_owner():
        Hand.objects.filter(pk=oldest.pk).update(
            opening={**oldest.opening, "deal": {"commit": None}}
        )
    oldest.refresh_from_db()
    viewer = viewer_of_finished(first, people[0].pk, now=timezone.now())
    proven = record_json(first, viewer)
    assert (proven["version"], proven["fair"]["scheme"]) == (1, "TFAIR1")
    assert "play" not in proven["fair"]
    assert check_tfair1(proven)
    viewer = viewer_of_finished(oldest, _people[0].pk, now=timezone.now())
    plain = record_json(oldest, viewer)
    assert plain["version"] == 1
    assert "fair" not in plain
    assert check(proven).ok
    assert check(plain).ok
    after, _people = store_hand(table_id=first.table_id, number=2, people=people)
    assert record_json(after, viewer)["version"] == 2


CHANGES = {
    "play": lambda record: record["fair"].update(record_salt="00" * 16),
    "end": lambda record: record["fair"].update(end="00" * 32),
    "chain": lambda record: record["fair"].update(chain="00" * 32),
    "record": lambda record: record["seats"][0].update(stack=1),
    "place": lambda record: record["seats"].reverse(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_record_does_not_hold(seat_table, name):
    room = seat_table(people=2)
    room.deal()
    room.fold_down()
    (_hand, records), *_ = records_of(room)
    record = records[0]
    check_fair(record)
    CHANGES[name](record)
    with pytest.raises(NotFair):
        check_fair(record)


KINDS = ("before any proof", "TFAIR1", "TFAIR2")


@pytest.fixture
def all_kinds():
    """A hand of each game that was dealt before there were proofs, by TFAIR1, and by TFAIR2."""
    found = []
    for game in GAMES:
        for kind in KINDS:
            stored = store_hand if kind == "TFAIR2" else store_tfair1
            hand, people = stored(game.key, number=1)
            if kind == "before any proof":
                with as_owner():
                    Hand.objects.filter(pk=hand.pk).update(
                        opening={**hand.opening, "deal": {"commit": None}},
                        sealed=seal(bound_to=hand.pk, data=new_master()),
                    )
                hand = replayed(hand)
            found.append((kind, hand.pk, people[0].pk))
    return found


def replayed(hand):
    """The hand with the actions and the result that its new cards allow: nobody has acted."""
    HandSeat.objects.filter(hand=hand).delete()
    with no_triggers():
        HandAction.objects.filter(hand=hand).delete()
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.VOID, result=None)
    return Hand.objects.get(pk=hand.pk)


def answers(all_kinds):
    """All that readers get of each hand: its record, its replay, its text."""
    live.cache.clear()
    found = []
    for kind, pk, user_id in all_kinds:
        hand = Hand.objects.get(pk=pk)
        viewer = viewer_of_finished(hand, user_id, now=timezone.now())
        record = json.loads(json.dumps(record_json(hand, viewer)))
        assert check(record).ok, kind
        scheme = record.get("fair", {}).get("scheme", KINDS[0])
        assert (scheme, record["version"]) == (kind, 2 if kind == "TFAIR2" else 1)
        if kind == "TFAIR2":
            check_fair(record)
        elif kind == "TFAIR1":
            check_tfair1(record)
        found.append((record, plain_text(hand, viewer), replay(hand, viewer).frames))
    return found


def test_hands_of_all_kinds_stay_as_they_are_after_a_purge(all_kinds, settings):
    settings.DECKS_KEPT_DAYS = 0
    Hand.objects.update(started_at=timezone.now() - DAY, finished_at=timezone.now() - DAY)
    before = answers(all_kinds)
    assert purge_decks() == len(all_kinds)
    assert answers(all_kinds) == before


def test_hands_of_all_kinds_stay_as_they_are_with_another_key(all_kinds, settings):
    before = answers(all_kinds)
    settings.DECK_KEY_FALLBACKS = [settings.DECK_KEY]
    settings.DECK_KEY = base64.b64encode(secrets.token_bytes(32)).decode()
    call_command("rotate_deck_key")
    settings.DECK_KEY_FALLBACKS = []
    assert answers(all_kinds) == before


def test_the_hash_of_a_play_never_changes():
    """Play hashes in the chain can be made again only while the same hand gives the same play."""
    found = {}
    for play in PLAYS:
        record = record_of_play(play)
        actions = [
            [
                one["seat"],
                one["kind"],
                one.get("amount"),
                [parse_card(text) for text in one.get("cards", ())],
                one.get("reading", ""),
            ]
            for one in record["actions"]
        ]
        played = {
            "actions": actions,
            "result": record["result"],
            "stacks": [seat["stack"] for seat in record["seats"]],
            "terms": record["terms"],
            "void": False,
        }
        found[play.name] = play_hash_of(bytes(16), played).hex()
    assert found == json.loads(FROZEN.read_text())

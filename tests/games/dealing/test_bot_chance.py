"""Bots' random numbers: derived only from the hand's master, reproducible while it exists."""

import io
import random
import uuid

import pytest
from django.core.management import CommandError, call_command

from games import bots
from games.dealing.actions.retention import _purge
from games.fair.bots import CHOICE, DELAY, MasterDestroyed, bot_chance, bot_key_of
from games.fair.deck import new_master, secret_order
from games.fair.stream import Stream
from games.hands.models import Hand, PlayedAction
from games.hands.queries import bot_moves, live
from lobby.tables import turn_clock
from lobby.tables.models import TableHead
from lobby.tables.play import timers
from lobby.tables.turn_clock import bot_delay_ms
from tests.support.seated_table import seat_table

__all__ = ["seat_table"]

PLAN = {
    "teen_patti": {"bots": 4, "people": 1},
    "holdem": {"bots": 4, "people": 1, "game": "holdem", "preset": "cash", "options": {}},
}
HAND_ID = uuid.UUID("0f0e0d0c-0b0a-0908-0706-050403020100")


def played(room):
    """Play a hand to its end: the dealer moves the bots, the user folds."""
    hand = room.deal()
    while room.head.live:
        if room.head.turn_seat == 0:
            options = {o.kind for o in room.hand.game.legal(room.hand.state, 0)}
            assert room.act(room.people[0], "fold" if "fold" in options else "check").seq
        else:
            timers.run_timer(room.table.pk)
    return Hand.objects.get(pk=hand.id)


def _bytes(stream):
    return [stream.byte() for _ in range(32)]


def test_the_key_is_derived_from_the_master_for_one_purpose() -> None:
    master = bytes(range(32))
    key = bot_key_of(master)
    assert len(key) == 32
    labels = (b"/shuffle", b"/bots", b"")
    streams = {bytes(_bytes(Stream(master, label))) for label in labels}
    assert key not in streams | {master}
    assert secret_order(key, 52) != secret_order(master, 52)


def test_each_decision_has_its_own_random_numbers() -> None:
    key = bot_key_of(new_master())
    spots = [
        (HAND_ID, seq, seat, purpose)
        for seq in range(20)
        for seat in range(9)
        for purpose in (CHOICE, DELAY)
    ]
    spots += [(uuid.uuid4(), 0, 0, CHOICE) for _ in range(20)]

    def draw(key, spot):
        hand_id, seq, seat, purpose = spot
        return bot_chance(key, hand_id=hand_id, seq=seq, seat=seat, purpose=purpose).random()

    draws = [draw(key, spot) for spot in spots]
    assert len(set(draws)) == len(spots)
    assert draws == [draw(key, spot) for spot in spots], "the same numbers are drawn again"
    other = bot_key_of(new_master())
    assert not set(draws) & {draw(other, spot) for spot in spots}


@pytest.mark.parametrize("game", PLAN)
def test_stored_moves_of_bots_are_recomputed(seat_table, game) -> None:
    hand = played(seat_table(**PLAN[game]))
    live.cache.drop(hand.pk)
    moves = list(bot_moves.computed_again(hand))
    assert len(moves) == PlayedAction.objects.filter(hand=hand, auto="bot").count() > 1
    assert all(move.stored == move.computed for move in moves)
    out = io.StringIO()
    call_command("bot_moves", str(hand.pk), stdout=out)
    assert out.getvalue() == f"{hand.pk}: {len(moves)} moves of bots, all as stored\n"


def test_moves_of_a_lower_level_under_load_are_recomputed_and_told(seat_table, monkeypatch) -> None:
    room, decide = seat_table(**PLAN["teen_patti"]), bots.decide
    for _ in range(8):
        with monkeypatch.context() as loaded:
            loaded.setattr(
                bots, "decide", lambda g, v, r, _level, rng: decide(g, v, r, "easy", rng)
            )
            hand = played(room)
        live.cache.drop(hand.pk)
        moves = list(bot_moves.computed_again(hand))
        assert all(move.stored == move.computed for move in moves)
        if lower := sum(move.is_lower for move in moves):
            break
    out = io.StringIO()
    call_command("bot_moves", str(hand.pk), stdout=out)
    assert out.getvalue().endswith(f"all as stored, {lower} by a lower level than the bot's\n")
    assert lower


def test_public_ids_do_not_give_the_random_numbers(seat_table, monkeypatch) -> None:
    """The numbers given to the policy cannot be derived from ids, seq or seat."""
    drawn, decide = [], bots.decide

    def noted(game, view, rules, level, rng):
        drawn.append((rng, rng.getstate()))
        return decide(game, view, rules, level, rng)

    monkeypatch.setattr(bots, "decide", noted)
    hand = played(seat_table(**PLAN["teen_patti"]))
    rows = PlayedAction.objects.filter(hand=hand, auto="bot").order_by("seq")
    assert len(drawn) == len(rows) > 1
    assert len({id(rng) for rng, _state in drawn}) == len(drawn), "a new one each time"
    assert len({state for _rng, state in drawn}) == len(drawn)
    for row, (_rng, state) in zip(rows, drawn, strict=True):
        before = row.seq - 1
        for seed in (f"{hand.pk}:{before}:{row.seat}", f"{hand.pk}:{before}", str(hand.pk)):
            assert random.Random(seed).getstate() != state
        wrong = {"hand_id": hand.pk, "seq": before, "seat": row.seat, "purpose": CHOICE}
        assert bot_chance(hand.pk.bytes * 2, **wrong).getstate() != state


def public_chance(_key, *, hand_id, seq, seat, purpose) -> random.Random:
    """Draw numbers from ids alone, as a stranger could."""
    return bot_chance(hand_id.bytes * 2, hand_id=hand_id, seq=seq, seat=seat, purpose=purpose)


def test_thinking_times_cannot_be_derived_from_public_ids(seat_table, monkeypatch) -> None:
    room, received, moves = seat_table(**PLAN["teen_patti"]), 0, 0
    for _ in range(8):
        hand = room.deal()
        while room.head.live:
            head, hand = room.head, room.hand
            if head.turn_seat == 0:
                room.act(room.people[0], "fold")
                continue
            since = hand.records[-1].at if hand.records else hand.started_at
            waits = round((head.next_timer_at - since).total_seconds() * 1000)
            assert waits == bot_delay_ms(hand, head.turn_seat)
            moves += 1
            with monkeypatch.context() as guessed:
                guessed.setattr(turn_clock, "bot_chance", public_chance)
                received += waits == bot_delay_ms(hand, head.turn_seat)
            timers.run_timer(room.table.pk)
        assert TableHead.objects.get().live is False
    assert received <= 2 + moves / 20


def test_without_a_master_nothing_is_recomputed_and_the_command_reports_it(seat_table) -> None:
    hand = played(seat_table(**PLAN["teen_patti"]))
    assert _purge(hand)
    hand.refresh_from_db()
    with pytest.raises(MasterDestroyed, match=str(hand.pk)):
        list(bot_moves.computed_again(hand))
    with pytest.raises(CommandError, match="destroyed"):
        call_command("bot_moves", str(hand.pk))


def test_live_hands_are_not_recomputed(seat_table) -> None:
    hand = seat_table(**PLAN["teen_patti"]).deal()
    with pytest.raises(CommandError, match="no finished hand"):
        call_command("bot_moves", str(hand.id))


def test_the_key_is_in_no_text_of_the_hand(seat_table) -> None:
    hand = seat_table(people=3).deal()
    assert hand.bot_key is not None
    assert "bot_key" not in repr(hand)
    assert hand.bot_key.hex() not in repr(hand)

"""The turn clock: when a turn ends, and when the dealer next looks at it.

It only computes: hands, times and settings are passed in. A turn has the table's clock, then the
seat's time bank if the seat has chips at stake; a game may limit a turn of another sort, such as a
choice, to fewer seconds (`turn_seconds`). If a player's connection is lost, the table waits longer
(`TableHead.held_until`), the more the larger the pot; such a turn does not use the time bank.

A practice table has no clock: a person's turn there has no deadline and ends only when they are
long gone (`ABANDONED_AFTER`).
"""

import datetime
from functools import partial
from itertools import takewhile

from games import bots
from games.engines.core.contract import SPECTATOR
from games.fair.bots import DELAY, MOOD, bot_chance
from games.hands.live_hand import LiveHand

AWAY_AFTER = datetime.timedelta(seconds=40)
"""A person with no open table page for this long is away (presence comes every 15 s)."""
LATENCY_GRACE = datetime.timedelta(milliseconds=250)
"""How long after the deadline an action is still accepted, to allow for network latency."""
AWAY_PAUSE = datetime.timedelta(milliseconds=800)
"""How soon the server acts for a player who was away at the deal of a sit and go.

Also for one who has left a hand without a clock.
"""
ABANDONED_AFTER = datetime.timedelta(minutes=10)
"""A hand without a clock is left for a person with no open table page for this long."""
BANK_REFILL_MS = 1_000
"""Time bank that a seat gains for each hand played."""


def is_timed(hand: LiveHand) -> bool:
    """Whether turns of people end by a clock; the other functions are for such hands."""
    return hand.clock_ms > 0


def clock_ms(hand: LiveHand) -> int:
    """How long the turn clock runs in the hand's current turn, without the time bank."""
    limit = hand.game.turn_seconds(hand.state)
    return hand.clock_ms if limit is None else min(hand.clock_ms, 1_000 * limit)


def clock_end(hand: LiveHand, turn_at: datetime.datetime) -> datetime.datetime:
    """When the turn clock ends for a turn that began at `turn_at`, without the time bank."""
    return turn_at + datetime.timedelta(milliseconds=clock_ms(hand))


def bank_used(hand: LiveHand, seat: int, turn_at: datetime.datetime, now: datetime.datetime) -> int:
    """Milliseconds of time bank that a seat uses by acting at `now`; the rest remains."""
    if not is_timed(hand):
        return 0
    over = now - clock_end(hand, turn_at)
    if over <= datetime.timedelta():
        return 0
    ms = int(over.total_seconds() * 1000) - _spent(hand, seat, turn_at)
    return min(max(0, ms), _bank(hand, seat))


def deadline(
    hand: LiveHand,
    seat: int,
    turn_at: datetime.datetime,
    held_until: datetime.datetime | None = None,
) -> datetime.datetime:
    """When the seat to act runs out of time: the turn clock plus the remaining time bank.

    A seat with nothing at stake has no time bank. With `held_until` the deadline is no earlier than
    that. Time bank used by an earlier action of the same turn (`see`) counts once: less of it
    remains, and the turn may last longer by as much.
    """
    ms = clock_ms(hand) + bank_ms(hand, seat, turn_at)
    last = turn_at + datetime.timedelta(milliseconds=ms)
    return last if held_until is None else max(last, held_until)


def bank_ms(hand: LiveHand, seat: int, turn_at: datetime.datetime) -> int:
    """The time bank that a seat has for a whole turn, with what it has used of it already."""
    return _bank(hand, seat) + _spent(hand, seat, turn_at)


def turn_after_pause(
    hand: LiveHand, seat: int, turn_at: datetime.datetime, pause: datetime.timedelta
) -> datetime.datetime:
    """The new start of a turn that was stopped for `pause`, so that no time is lost or won.

    Time bank used earlier in this turn would lie before the new start and not be counted; the start
    moves later by that much, too.
    """
    spent, moved = _spent(hand, seat, turn_at), turn_at + pause
    while True:
        lost = datetime.timedelta(milliseconds=spent - _spent(hand, seat, moved))
        if moved == turn_at + pause + lost:
            return moved
        moved = turn_at + pause + lost


def allowance(
    hand: LiveHand, seat: int, *, least_s: float, most_s: float, full_pot: int
) -> datetime.timedelta:
    """How much longer the table waits for a seat whose connection is lost.

    Zero if the seat has nothing at stake, or its turn has seconds of its own. Otherwise from
    `least_s` to `most_s` seconds, in proportion to the pot; a pot of `full_pot` units (boots, big
    blinds, bases) gets the maximum.
    """
    stake = hand.game.stake(hand.state, seat)
    if stake.own <= 0 or hand.game.turn_seconds(hand.state) is not None:
        return datetime.timedelta()
    share = min(1.0, stake.pot / (full_pot * hand.game.unit(hand.opening.rules)))
    return datetime.timedelta(seconds=least_s + (most_s - least_s) * share)


def next_timer(
    hand: LiveHand,
    seat: int,
    turn_at: datetime.datetime,
    held_until: datetime.datetime | None,
    now: datetime.datetime,
    *,
    autoplay_in: datetime.timedelta | None,
) -> datetime.datetime:
    """When the dealer looks at a turn after the last action: soon if the platform acts for it.

    `autoplay_in`: the moment in which a player who sits out may return before the seat plays
    automatically, or how soon it plays for one who has left a hand without a clock; None for all
    others.
    """
    player = hand.players[seat]
    if player.kind == "bot":
        return now + datetime.timedelta(milliseconds=bot_delay_ms(hand, seat))
    if player.away:
        return now + AWAY_PAUSE
    if autoplay_in is not None:
        return now + autoplay_in
    return next_look(hand, seat, turn_at, held_until, now)


def next_look(
    hand: LiveHand,
    seat: int,
    turn_at: datetime.datetime,
    held_until: datetime.datetime | None,
    now: datetime.datetime,
) -> datetime.datetime:
    """When the dealer looks at the turn of a person who is there.

    At the end of the turn clock it checks whether they are present at all; if so, it looks again
    when the time bank has run out too. Without a clock it only checks whether they are long gone.
    """
    if not is_timed(hand):
        return now + ABANDONED_AFTER
    end = clock_end(hand, turn_at)
    if now >= end + LATENCY_GRACE or held_until is not None:
        end = deadline(hand, seat, turn_at, held_until)
    return end + LATENCY_GRACE


def may_autoplay(hand: "LiveHand") -> bool:
    """Whether seats of absent people are played for in this hand: it plays on or blinds them out.

    Both are rules of the game, so the hand alone says it.
    """
    rules = hand.opening.rules
    return hand.game.plays_on(rules) or hand.game.sit_and_go(rules) is not None


def bot_delay_ms(hand: LiveHand, seat: int) -> int:
    """How long a bot seems to think, by the pot and not by the cards; less if people only watch."""
    chance = partial(bot_chance, hand.bot_key, hand_id=hand.id, seat=seat)
    after = hand.records[-1].action.kind if hand.records else ""
    pot = hand.game.stake(hand.state, seat).pot
    return bots.thinking_ms(
        chance(seq=hand.seq, purpose=DELAY),
        mood=chance(seq=0, purpose=MOOD),
        manner=bots.manner_of(str(hand.players[seat].user_id), after),
        weight=bots.weight_of(pot, hand.game.unit(hand.opening.rules)),
        hurried=_people_only_watch(hand),
    )


def _people_only_watch(hand: LiveHand) -> bool:
    """Whether people were dealt in and all of them have folded: they wait for the hand to end."""
    people = {seat for seat, player in hand.players.items() if player.kind != "bot"}
    if not people:
        return False
    seats = hand.view(SPECTATOR)["seats"]
    return all(seat["status"] == "folded" for seat in seats if seat["seat"] in people)


def _bank(hand: LiveHand, seat: int) -> int:
    """Milliseconds of time bank that a seat may use now."""
    if hand.game.turn_seconds(hand.state) is not None:
        return 0
    return hand.bank_left(seat) if hand.game.stake(hand.state, seat).own > 0 else 0


def _spent(hand: LiveHand, seat: int, turn_at: datetime.datetime) -> int:
    """Milliseconds of time bank that this turn's earlier actions used; they are the last ones."""
    this_turn = takewhile(lambda record: record.at >= turn_at, reversed(hand.records))
    return hand.bank_used(seat, this_turn)

"""A hold'em record in PHH, the poker hand history format (variant NT), for PokerKit and others.

Player 1 is the first one left of the button, the last player is the button or the nearest to it;
heads-up player 1 is the big blind, and blinds and antes are written in reverse, as PHH has it.

    element                               in PHH
    cards, bets, boards, shows, mucks     all; hidden cards are ????
    antes, big blind's ante, short antes  all (short ones with PokerKit's `ante_trimming_status`)
    straddle, dead small blind            all
    dead button                           the order of play; the seat only in `_cardhouse_button`
    blind posted to join                  a negative blind, as PokerKit reads it (PHH has none)
    missed small blind posted dead        an ante of that player
    time-out, leaving                     a fold; the reason only as a commentary
    leaving out of turn                   the fold at the next turn; refused where that is not the
                                          same hand
    raise that nobody could call          a call (PokerKit takes no such raise); as a commentary
    vote to run the board once, rabbit    only as commentary and `_cardhouse_rabbit`
    short antes beside dead money         refused
    big blind all-in for less than the    refused: PHH has no call above the highest bet
      call
    board run twice                       refused: PHH has no second board
    small blind acts first before the     refused
      flop
    names, seats, time, final stacks      all
    rules, preset, terms                  `_cardhouse_...`

Final stacks are written too (`finishing_stacks`), for odd chips of a split between three or more
and of merged side pots go one each to the players here and all to the first in PokerKit.
"""

import datetime
import json
from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Action, Event, Step
from games.engines.core.errors import IllegalAction
from games.engines.holdem.betting import to_call
from games.engines.holdem.state import FOLDED, IN, PREFLOP, State
from games.records.check import folded
from games.records.formats import NotRepresentable
from games.records.record import Written, read


def phh(record: Mapping[str, Any]) -> str:
    """Return the text of a .phh file; raises `NotRepresentable` and `InvalidRecord`."""
    written = read(record)
    if record["result"] is None:
        raise NotRepresentable("void")
    deck, difference = folded(written)
    if deck is None:
        raise NotRepresentable("broken", difference=str(difference))
    return _Writer(written, deck).text()


class _Writer:
    """Replays the record and writes it as PHH."""

    def __init__(self, written: Written, deck: tuple[int, ...]) -> None:
        self.written, self.game = written, written.game
        step = self.game.deal(written.opening(deck))
        self.state: State = step.state
        self.dealt = step
        self.count = len(written.seats)
        self.actions: list[str] = []
        self.opened: set[int] = set()
        self.gone: set[int] = set()
        self.starts = [s + b for s, b in zip(step.state.stacks, step.state.bets, strict=True)]

    def order(self, values: Any) -> list[Any]:
        """Return values by player in PHH's order."""
        return [values[(self.dealt.state.first + n) % self.count] for n in range(self.count)]

    def player(self, seat: int) -> str:
        """Return the PHH name of a seat, `p1`, `p2` and so on."""
        player = self.written.seats.index(seat)
        return f"p{(player - self.dealt.state.first) % self.count + 1}"

    def text(self) -> str:
        """Return the text of the file; raises `NotRepresentable`."""
        self.refuse_at_the_deal()
        fields = self.fields_of_the_deal()
        hands = [seat["cards"] for seat in self.written.data["seats"]]
        for number, cards in enumerate(self.order(hands), 1):
            self.actions.append(f"d dh p{number} {''.join(cards)}")
        self.write_events(self.dealt.events)
        for move in self.written.moves:
            self.move(move.action)
        result = self.game.result(self.state)
        said = [tuple(pair) for pair in self.written.data["result"]["chips"]]
        if result is None or list(result.chips) != said:
            raise NotRepresentable("left")
        fields["actions"] = self.actions
        return _toml(fields | self.fields_of_the_end())

    # -- before the play ---------------------------------------------------------------------

    def refuse_at_the_deal(self) -> None:
        state = self.state
        told = [event for step in self.written.data["actions"] for event in step["events"]]
        if any(event["kind"] == "run" and event["boards"] == 2 for event in told):
            raise NotRepresentable("two_boards")
        if state.result is None and max(state.bets) < state.current and state.street == PREFLOP:
            raise NotRepresentable("short_big_blind")
        first = state.rules.preflop_first_actor == "small_blind"
        if first and self.count > 2 and state.small >= 0:
            raise NotRepresentable("small_blind_first")

    def fields_of_the_deal(self) -> dict[str, Any]:
        state, events = self.dealt.state, [event.to_json() for event in self.dealt.events]
        antes, dead, live = ([0] * self.count for _ in range(3))
        for event in events:
            if event["kind"] == "ante":
                antes[self.written.seats.index(event["seat"])] = event["amount"]
            elif event["kind"] == "blind" and event["which"] == "dead":
                dead[self.written.seats.index(event["seat"])] = event["amount"]
            elif event["kind"] == "blind" and event["which"] == "post":
                live[self.written.seats.index(event["seat"])] = -state.blinds[1]
        small, big, _ante = state.blinds
        if state.small >= 0:
            live[state.small] = small
        live[state.big] = big
        if state.straddle >= 0:
            live[state.straddle] = 2 * big
        uneven = state.rules.ante_by == "each" and len(set(antes)) > 1
        if uneven and any(dead):
            raise NotRepresentable("short_antes")
        sums = [one + other for one, other in zip(antes, dead, strict=True)]
        fields: dict[str, Any] = {"variant": "NT"}
        if uneven:
            fields["ante_trimming_status"] = True
        return fields | {
            "antes": self.forced(sums),
            "blinds_or_straddles": self.forced(live),
            "min_bet": big,
            "starting_stacks": self.order(self.written.stacks),
        }

    def forced(self, values: list[int]) -> list[int]:
        """Return forced bets in PHH's order, which is reversed heads-up."""
        ordered = self.order(values)
        return ordered[::-1] if self.count == 2 else ordered

    # -- the play ----------------------------------------------------------------------------

    def move(self, action: Action) -> None:
        """Write one action; a player who left out of turn folds at their next turn."""
        state, seats = self.state, self.written.seats
        player = seats.index(action.seat)
        if action.kind == "leave" and player != state.turn:
            if state.status[player] == IN and state.votes < 0:
                self.gone.add(action.seat)
            return
        self.say(action, player)
        while self.game.turn(self.state) in self.gone:
            seat = self.game.turn(self.state)
            assert seat is not None
            self.say(Action(seat, "leave"), seats.index(seat))

    def say(self, action: Action, player: int) -> None:
        """Write an action and apply it."""
        before = self.state
        words = self.words(action, player)
        try:
            step: Step = self.game.apply(before, action)
        except IllegalAction as no:
            raise NotRepresentable("left") from no
        if words:
            self.actions.append(f"{self.player(action.seat)} {words}")
        self.state = step.state
        self.check_alone(before, player)
        self.write_events(step.events)

    def words(self, action: Action, player: int) -> str:
        """Return an action without its player, empty for one that PHH lacks."""
        state, kind = self.state, action.kind
        if kind in ("run_once", "run_twice") or state.votes >= 0:
            return ""
        if kind in ("fold", "timeout", "leave"):
            reason = {"timeout": " # timed out", "leave": " # left the table"}
            return "f" + reason.get(kind, "")
        most = state.bets[player] + state.stacks[player]
        total = min(most, action.amount or 0) if kind in ("bet", "raise_to") else 0
        if kind == "all_in" and most > state.current:
            total = most
        if not total:
            return "cc"
        rivals = [p for p, s in enumerate(state.status) if s != FOLDED and p != player]
        if all(state.bets[p] + state.stacks[p] <= state.current for p in rivals):
            return f"cc # raised to {total}, which nobody could call"
        return f"cbr {total}"

    def check_alone(self, before: State, player: int) -> None:
        """Write the check that PHH expects of a player with no opponent left to bet against."""
        closed = self.state.street > PREFLOP or self.state.open
        if before.street != PREFLOP or not closed or before.votes >= 0:
            return
        for step in range(1, self.count):
            other = (player + step) % self.count
            second = sorted(self.starts)[-2]
            if (
                before.status[other] == IN
                and not before.acted[other]
                and not to_call(before, other)
                and second > self.dealt.state.bets[other]
            ):
                seat = self.written.seats[other]
                self.actions.append(f"{self.player(seat)} cc # nobody is left to bet against")

    def write_events(self, events: tuple[Event, ...]) -> None:
        """Write boards, shows and mucks."""
        for event in (event.to_json() for event in events):
            kind, cards = event["kind"], "".join(event.get("cards", ()))
            if kind == "street" and event["board"] == 1:
                self.actions.append(f"d db {cards}")
            elif kind in ("open", "show") and event["seat"] not in self.opened:
                self.opened.add(event["seat"])
                self.actions.append(f"{self.player(event['seat'])} sm {cards}")
            elif kind == "muck":
                self.actions.append(f"{self.player(event['seat'])} sm")

    # -- the rest ----------------------------------------------------------------------------

    def fields_of_the_end(self) -> dict[str, Any]:
        data = self.written.data
        chips, hand, viewer = dict(data["result"]["chips"]), data["hand"], data["viewer"]
        names = {seat["seat"]: seat["name"] for seat in data["seats"]}
        seats = self.order(self.written.seats)
        rabbit = [
            event["cards"]
            for step in data["actions"]
            for event in step["events"]
            if event["kind"] == "rabbit"
        ]
        fields: dict[str, Any] = {
            "venue": "Cardhouse",
            **_moment(hand["started_at"]),
            "hand": hand["number"],
            "level": data["terms"].get("level"),
            "seats": [seat + 1 for seat in seats],
            "players": [names[seat] for seat in seats],
            "finishing_stacks": [chips[seat] for seat in seats],
            "_cardhouse_id": hand["id"],
            "_cardhouse_preset": data["preset"],
            "_cardhouse_rules": json.dumps(data["rules"], sort_keys=True),
            "_cardhouse_rules_hash": data["rules_hash"],
            "_cardhouse_terms": json.dumps(data["terms"], sort_keys=True),
            "_cardhouse_button": data["button"] + 1,
            "_cardhouse_viewer": "all cards"
            if viewer["all_cards"]
            else "spectators"
            if viewer["seat"] is None
            else f"seat {viewer['seat'] + 1}",
            "_cardhouse_cards_unknown": data["cards_unknown"]["count"],
            "_cardhouse_rabbit": "".join(rabbit[0]) if rabbit else None,
        }
        return {name: value for name, value in fields.items() if value is not None}


def _moment(started_at: str | None) -> dict[str, Any]:
    if not started_at:
        return {}
    at = datetime.datetime.fromisoformat(started_at).astimezone(datetime.UTC)
    return {
        "time": at.time().replace(microsecond=0, tzinfo=None),
        "time_zone": "UTC",
        "day": at.day,
        "month": at.month,
        "year": at.year,
    }


def _toml(fields: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {_value(name, value)}\n" for name, value in fields.items())


def _value(name: str, value: Any) -> str:
    if isinstance(value, datetime.time):
        return value.isoformat()
    if name == "actions":
        return "[\n" + "".join(f"  {_json(action)},\n" for action in value) + "]"
    return _json(value)


def _json(value: Any) -> str:
    """Return a value as JSON, which writes texts, numbers, lists and booleans as TOML does.

    Apart from two things: TOML knows no surrogate pairs, and takes a bare DEL for an error.
    """
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

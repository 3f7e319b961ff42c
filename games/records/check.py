"""Verification of a record: fold it through the engine and compare everything it states.

Needs no database and no network, only the record and the engine of its game. Cards that the record
does not hold are filled in (`fillers`). The check of the chips is exact all the same, because the
filled hands must win and lose where the record says so.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from games.engines.core.cards import HIDDEN, text_of
from games.engines.core.contract import Game, Step
from games.engines.core.errors import IllegalAction
from games.records.fillers import decks
from games.records.record import InvalidRecord, Written, balances, plain, read, told

_IN_WORDS = frozenset({"label", "text"})


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check; `difference` is the first one, None if the record is consistent."""

    name: str
    actions: int = 0
    cards_unknown: int = 0
    difference: str | None = None

    @property
    def ok(self) -> bool:
        """Return whether the record folds to what it states."""
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is not None:
            return f"{self.name}: DIFFERS: {self.difference}"
        return f"{self.name}: {self.actions} actions, {self.cards_unknown} cards unknown, agrees"


def check(data: Any) -> Report:
    """Fold the record in these JSON values; never raises."""
    try:
        written = read(data)
        unknown, difference = _head(written)
        if difference is None:
            _deck, difference = folded(written)
    except InvalidRecord as no:
        return Report("record", difference=f"not a record: {no}")
    except IllegalAction as no:
        return Report("record", difference=f"{no.code} before the cards")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as no:
        return Report("record", difference=f"not a record: {type(no).__name__}: {no}")
    return Report(written.name, len(written.moves), unknown, difference)


def folded(written: Written) -> tuple[tuple[int, ...] | None, str | None]:
    """Return a full deck with which the record folds and None, or None and the first difference.

    Of several ways to fill in unknown cards, the one that gets furthest gives the difference.
    """
    far, worst = -1, "cannot be dealt"
    for deck in decks(written):
        at, difference = _fold(written, deck)
        if difference is None:
            return deck, None
        if at > far:
            far, worst = at, difference
    return None, worst


def _head(written: Written) -> tuple[int, str | None]:
    """Return the number of unknown hole cards and the first difference before the play, if any."""
    data, deck = written.data, written.deck
    if _hash(data["rules"]) != data["rules_hash"]:
        return 0, "rules_hash is not the hash of the rules"
    positions = written.holes()
    unknown: dict[str, Any] = {"count": 0, "seats": []}
    for seat in data["seats"]:
        number = seat["seat"]
        cards = [HIDDEN if (c := deck[at]) is None else text_of(c) for at in positions[number]]
        if cards != seat["cards"]:
            return 0, f"seat {number}: the cards are {cards} in the deck, not {seat['cards']}"
        if HIDDEN in cards:
            unknown["count"] += cards.count(HIDDEN)
            unknown["seats"].append(number)
    if unknown != data["cards_unknown"]:
        return 0, f"cards_unknown is {unknown}, not {data['cards_unknown']}"
    return unknown["count"], None


def _hash(rules: Any) -> str:
    """Return `Rules.hash` over the options that existed when the record was written."""
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _fold(written: Written, deck: tuple[int, ...]) -> tuple[int, str | None]:
    """Return how many steps agree and the first difference, if any."""
    game, data = written.game, written.data
    step = game.deal(written.opening(deck))
    difference = _differs(game, step, data["deal"], written)
    if difference is not None:
        return 0, f"the deal: {difference}"
    for seq, (move, said) in enumerate(zip(written.moves, data["actions"], strict=True), 1):
        action = move.action
        where = f"action {seq} (seat {action.seat} {action.kind})"
        if said["seq"] != seq:
            return seq, f"{where}: is number {said['seq']}"
        try:
            step = game.apply(step.state, action)
        except IllegalAction as no:
            return seq, f"{where}: {no.code}"
        difference = _differs(game, step, said, written)
        if difference is not None:
            return seq, f"{where}: {difference}"
    end, result = len(written.moves) + 1, game.result(step.state)
    said = data["result"]
    if said is None and written.has_play:
        said = data["fair"]["play"]["result"]  # as it was before the hand was declared void
    if said is None:
        void = data["hand"].get("void")
        return end, None if void or result is None else "the result is missing"
    if result is None:
        return end, "the hand is not over"
    if result.agrees_with(said):
        return end, None
    return end, _named("result", plain(result.to_json()), said)


def _differs(game: Game, step: Step, said: dict[str, Any], written: Written) -> str | None:
    folds_to: dict[str, Any] = balances(game, step.state)
    folds_to["events"] = told(step.events, written.viewer)
    for key in ("stacks", "pot"):
        if folds_to[key] != said[key]:
            return f"{key} should be {folds_to[key]}, not {said[key]}"
    events = folds_to["events"]
    for number, (ours, theirs) in enumerate(zip(events, said["events"], strict=False), 1):
        # A newer engine may add values to an event, but must not change any.
        if not _holds(ours, theirs) or "kind" not in theirs:
            return f"event {number} should be {ours}, not {theirs}"
    if len(events) != len(said["events"]):
        return f"there should be {len(events)} events, not {len(said['events'])}"
    return None


def _holds(ours: Any, theirs: Any) -> bool:
    """Return whether our value has all that the record's has, apart from the words of older ones.

    Hands and results of bets were named in words before they were in codes.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        named = theirs.keys() - _IN_WORDS
        return all(_holds(ours.get(key), theirs[key]) for key in named)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_holds, ours, theirs))
    return bool(ours == theirs)


def _named(what: str, ours: Any, theirs: Any) -> str | None:
    """Return where two JSON values first differ, in words."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key, value in ours.items():
            difference = _named(f"{what}.{key}", value, theirs[key])
            if difference is not None:
                return difference
        return None
    return None if ours == theirs else f"{what} should be {ours}, not {theirs}"

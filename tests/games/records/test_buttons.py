"""The buttons of hands in a row at one table: each that the rules give follows, no other does."""

import random
from dataclasses import replace

import pytest

from games.engines.core.contract import SPECTATOR
from games.records.button import wrong_button
from games.records.record import Written
from tests.games.engines.scripted_holdem import GAME, Table
from tests.support.size import times

SEATS = 6
"""Seats that are taken, left and taken again; the game has more."""


class Room(Table):
    """A table whose players come, go, sit out, and leave between lock and deal."""

    def __init__(self, rng, **options):
        super().__init__(*range(rng.randint(2, SEATS)), **options)
        self.rng = rng

    def stir(self):
        """Let something happen between two hands."""
        rng = self.rng
        for seat in range(SEATS):
            if seat not in self.taken:
                if rng.random() < 0.3:
                    self.put(seat, wishes=self.wishes())
            elif rng.random() < 0.15:
                self.out(seat)
            else:
                self.put(seat, ready=rng.random() < 0.8, wishes=self.wishes())

    def wishes(self):
        return [wish for wish in ("post", "straddle") if self.rng.random() < 0.5]

    def written(self):
        """Return the record of the next hand, as far as buttons are concerned; None without one."""
        before = self.past
        plan = self.next()
        if plan is None:
            return None
        absent = frozenset(seat for seat in plan.seats if self.rng.random() < 0.2)
        hand = GAME.without(plan, absent) if absent else plan
        if hand is None:  # its deck is not dealt
            self.past = before
            return None
        self.past = replace(self.past, button=hand.button, terms=hand.terms)
        for seat, owed in hand.missed_blinds.items():
            self.put(seat, missed_blinds=owed)
        data = {
            "result": {"pots": [], "ended_by": "fold"},
            "button": hand.button,
            "terms": hand.terms,
            "hand": {"number": self.past.hands},
            "fair": {
                "plan": {"seats": list(plan.seats), "button": [plan.button]},
                "absent": sorted(absent),
            },
        }
        stacks = (1_000,) * len(hand.seats)
        return Written(data, GAME, self.rules, hand.seats, stacks, (), SPECTATOR, ())


def pairs(rng, **options):
    """Yield records of hands in a row."""
    room = Room(rng, **options)
    before = None
    for _hand in range(times(60, 600)):
        room.stir()
        after = room.written()
        if before is not None and after is not None:
            yield before, after
        before = after or before


@pytest.mark.parametrize("missed_blinds", ["players_choice", "wait_for_bb", "post"])
@pytest.mark.parametrize("button_rule", ["dead_button", "moving_button"])
def test_the_button_of_the_rules_follows_and_others_do_not(button_rule, missed_blinds):
    rng = random.Random(f"buttons {button_rule} {missed_blinds}")
    compared = others = refused = absent = 0
    for before, after in pairs(rng, button_rule=button_rule, missed_blinds=missed_blinds):
        assert wrong_button(before, after) is None, (before.data, after.data)
        fair = after.data["fair"]
        compared += 1
        absent += len(fair["absent"]) > 1
        for seat in range(SEATS):
            if [seat] != fair["plan"]["button"]:
                plan = fair["plan"] | {"button": [seat]}
                other = replace(after, data={**after.data, "fair": {**fair, "plan": plan}})
                others += 1
                refused += wrong_button(before, other) is not None
    assert compared > 20
    assert absent > 0
    assert refused > 0.9 * others

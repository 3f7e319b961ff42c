"""Hands that are played in a few words, in any game: the base class of each game's `Play`."""

from typing import ClassVar, Self

from games.engines.core.contract import Action, Event, Game, Opening, Viewer
from games.engines.core.errors import IllegalAction
from tests.games.words import said


class InPlay:
    """A hand in progress: the state, the events of the last step and of the whole hand."""

    game: ClassVar[Game]

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        step = self.game.deal(opening)
        self.state = step.state
        self.events: list[Event] = list(step.events)
        self.all_events: list[Event] = list(step.events)

    def act(self, action: Action) -> Self:
        step = self.game.apply(self.state, action)
        self.state = step.state
        self.events = list(step.events)
        self.all_events += self.events
        return self

    def do(self, seat, kind, amount=None) -> Self:
        return self.act(Action(seat, kind, amount))

    def each(self, seats, kind) -> Self:
        for seat in seats:
            self.do(seat, kind)
        return self

    def time_out(self) -> Self:
        return self.act(self.game.timeout(self.state, self.turn))

    def refusal(self, action: Action) -> IllegalAction:
        """Return why an action is refused; the state must not have changed."""
        before, copy = self.state, self.game.state_to_json(self.state)
        try:
            self.game.apply(self.state, action)
        except IllegalAction as no:
            refusal = no
        else:
            raise AssertionError(f"{action} was accepted")
        assert self.state == before
        assert self.game.state_to_json(self.state) == copy
        assert " " in said(self.game, self.state, refusal), "every refusal has a sentence"
        return refusal

    def refusal_of(self, seat, kind, amount=None) -> str:
        """Return why an action is refused, in words."""
        return said(self.game, self.state, self.refused(seat, kind, amount))

    def refused(self, seat, kind, amount=None) -> IllegalAction:
        return self.refusal(Action(seat, kind, amount))

    def legal(self, seat):
        return {entry.kind: entry for entry in self.game.legal(self.state, seat)}

    def view(self, seat=None, **viewer):
        return self.game.view(self.state, Viewer(seat=seat, **viewer))

    @property
    def stacks(self):
        return self.state.stacks

    @property
    def turn(self):
        return self.game.turn(self.state)

    @property
    def result(self):
        return self.game.result(self.state)

    def step_events(self, kind):
        """Return the events of this kind in the last step."""
        return [dict(event.data) for event in self.events if event.kind == kind]

    def hand_events(self, kind):
        """Return the events of this kind in the whole hand."""
        return [dict(event.data) for event in self.all_events if event.kind == kind]

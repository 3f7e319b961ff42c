"""Dou Dizhu: the game of rules.md section 5, as one object on the contract.

Combinations are in `combos`, what may be done in `moves`, scores in `settlement`, viewers in
`view`. A deal that nobody wants ends as a hand without winners; the table deals anew.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Legal,
    LineUp,
    Opening,
    Past,
    Stake,
    Step,
    Taken,
    Typed,
    Viewer,
)
from games.engines.core.errors import refusal
from games.engines.dou_dizhu import moves
from games.engines.dou_dizhu.bidding import (
    HAND,
    answer_to_open,
    deal_up_to,
    double,
    open_hand,
    speak,
)
from games.engines.dou_dizhu.combos import BOMB, ROCKET, Reading, readings
from games.engines.dou_dizhu.ranks import highest_first
from games.engines.dou_dizhu.rules import LANDLORD_OPENS, PRESETS, DouDizhuRules
from games.engines.dou_dizhu.settlement import forfeit, no_game, settle
from games.engines.dou_dizhu.state import (
    AUCTION,
    DEALING,
    DOUBLING,
    Draft,
    Played,
    State,
    capped,
)
from games.engines.dou_dizhu.view import ask, view
from games.engines.dou_dizhu.words import read, say


class DouDizhu(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "dou_dizhu"
    name = "Dou Dizhu"
    min_seats = 3
    max_seats = 3
    deck_size = 54
    Rules = DouDizhuRules
    presets: ClassVar[dict[str, DouDizhuRules]] = PRESETS
    state_type = State
    action_kinds = moves.KINDS

    def entry_price(self, rules: DouDizhuRules) -> int:
        """In chips enough for the largest possible loss; for points nothing."""
        return max(rules.min_stack, rules.largest_loss()) if rules.score_mode == "chips" else 0

    def unit(self, rules: DouDizhuRules) -> int:
        """The base."""
        return rules.base_score

    def stakes(self, rules: DouDizhuRules) -> str:
        """The base in words, for chips with the largest multiplier."""
        most = f", up to ×{rules.multiplier_cap:,}" if rules.score_mode == "chips" else ""
        return f"Base {rules.base_score:,}{most}"

    def scores(self, rules: DouDizhuRules) -> bool:
        """Whether points are played for, which may fall below zero."""
        return rules.score_mode == "points"

    def plays_on(self, rules: DouDizhuRules) -> bool:
        """A hand cannot be folded: it plays on without its person."""
        return True

    def restart_by(self, rules: DouDizhuRules) -> str:
        """Who starts the next game."""
        return rules.restart_by

    def line_up(self, rules: DouDizhuRules, taken: tuple[Taken, ...], past: Past) -> LineUp | None:
        """All three seats; the first bidder as the rules say (rules.md 5.2)."""
        price = self.entry_price(rules)
        seats = tuple(
            one.seat
            for one in taken
            if one.ready and (rules.score_mode == "points" or one.stack >= price)
        )
        if len(seats) != 3:
            return None
        redeals = past.terms.get("redeals", 0) + 1 if past.ended_by == "all_pass" else 0
        most = rules.max_redeals
        must = rules.all_pass == "first_bidder_must" and most is not None and redeals > most
        first = _first_bidder(rules, seats, past)
        terms = {"redeals": redeals, "must": must}
        return LineUp(seats, first, terms, {one.seat: "" for one in taken})

    def deal(self, opening: Opening) -> Step:
        """17 cards each, one at a time from the first bidder on, and three for the kitty.

        Where hands may be opened before and during the deal, the cards come in parts.
        """
        rules, seats = opening.rules, opening.seats
        assert isinstance(rules, DouDizhuRules)
        if len(seats) != 3 or list(seats) != sorted(set(seats)) or len(opening.stacks) != 3:
            raise ValueError("not an opening: seats")
        if sorted(opening.deck) != list(range(54)) or opening.button not in seats:
            raise ValueError("not an opening: cards or first bidder")
        if rules.score_mode == "chips" and min(opening.stacks) < 0:
            raise ValueError("not an opening: chips")
        first = seats.index(opening.button)
        state = State(
            rules=rules,
            seats=seats,
            first=first,
            must=bool(opening.terms.get("must", False)),
            start=opening.stacks,
            hands=((),) * 3,
            packed=(0,) * 3,
            kitty=highest_first(opening.deck[51:]),
            coming=tuple(opening.deck[(place - first) % 3 : 51 : 3] for place in range(3)),
            asked=0,
            phase=DEALING,
            turn=first,
            said=("",) * 3,
            caller=-1,
            bid=0,
            robs=0,
            landlord=-1,
            doubled=(-1,) * 3,
            opened=-1,
            times=1,
            last=None,
            passes=0,
            trick=(),
            before=(),
            played=0,
            bombs=0,
            rockets=0,
            plays=(0,) * 3,
            result=None,
        )
        draft = Draft(state)
        draft.tell("hand_start", EVERYONE, first=opening.button, base=rules.base_score, seats=seats)
        if rules.open_hand != "moments":
            deal_up_to(draft, HAND)
        return Step(draft.freeze(), tuple(draft.events))

    def legal(self, state: State, seat: int) -> tuple[Legal, ...]:
        """Exactly what `apply` accepts from this seat now."""
        return moves.legal(state, seat)

    def apply(self, state: State, action: Action) -> Step:
        """The state after an action; raises `IllegalAction` and changes nothing."""
        if action.kind == "leave":
            return self._leave(state, action.seat)
        no = moves.why_not(state, action)
        if no is not None:
            raise no
        draft = Draft(state)
        if state.phase == DEALING:
            answer_to_open(draft, state, action)
        elif state.phase == AUCTION:
            speak(draft, action)
        elif state.phase == DOUBLING:
            double(draft, action.kind == "double")
        elif action.kind == "open":
            open_hand(draft, LANDLORD_OPENS)
        elif action.kind == "pass":
            _pass(draft)
        else:
            _play(draft, state, action)
        return Step(draft.freeze(), tuple(draft.events))

    def stake(self, state: State, seat: int) -> Stake:
        """The base times the multiplier, twice that for the landlord; in the auction the bid."""
        place, base = state.seats.index(seat), state.rules.base_score
        if state.landlord < 0:
            own = base * max(1, state.bid) if place == state.caller else 0
            return Stake(own, own)
        each = base * capped(state)
        return Stake(2 * each if place == state.landlord else each, 2 * each)

    def timeout(self, state: State, seat: int) -> Action:
        """Pass, or as the option says (rules.md 5.7).

        A leader plays a whole hand that is one combination, otherwise the lowest card.
        """
        if state.phase in (DEALING, DOUBLING):
            return Action(seat, "decline")
        if state.phase == AUCTION:
            legal = {option.kind: option for option in moves.legal(state, seat)}
            if "pass" in legal:
                return Action(seat, "pass")
            return Action(seat, "bid", 1) if "bid" in legal else Action(seat, "call")
        if not moves.leads(state):
            cards = moves.clock_plays(state)
            return Action(seat, "play", cards=cards) if cards else Action(seat, "pass")
        hand = state.hands[state.turn]
        whole = readings(state.packed[state.turn], state.rules.kickers())
        return Action(seat, "play", cards=hand if whole else hand[-1:])

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see."""
        return view(state, viewer)

    def ask(self, state: State, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
        """What a selection of one's own cards is, and whether it may be played now."""
        return ask(state, seat, cards)

    def dealt(self, state: State) -> int:
        """All of them: who knows three hands knows the kitty."""
        return self.deck_size

    def say(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """An event in a sentence."""
        return say(event, names)

    def read(self, words: list[str], view: Mapping[str, Any], rules: DouDizhuRules) -> Typed | None:
        """The action of a typed line."""
        return read(words, view)

    def state_from_json(self, data: Mapping[str, Any]) -> State:
        """The state of `state_to_json`."""
        state: State = super().state_from_json(data)
        if state.last is None:
            return state
        place, cards, reading = state.last
        return state._replace(last=Played(place, cards, Reading(*reading)))

    def _leave(self, state: State, seat: int) -> Step:
        """Who leaves is played for at each turn, or his side has lost at once (rules.md 5.7)."""
        if state.result is not None:
            raise refusal("NO_HAND_IN_PROGRESS")
        if seat not in state.seats:
            raise refusal("NOT_IN_HAND")
        place = state.seats.index(seat)
        if state.rules.leaver == "forfeit":
            draft = Draft(state)
            draft.tell("left", EVERYONE, seat=seat)
            if state.landlord < 0:
                no_game(draft, "left")
            else:
                forfeit(draft, place)
            return Step(draft.freeze(), tuple(draft.events))
        if place != state.turn:
            return Step(state, ())
        return self.apply(state, self.timeout(state, seat))


def _first_bidder(rules: DouDizhuRules, seats: tuple[int, ...], past: Past) -> int:
    anybody = seats[past.chance % 3]
    if past.ended_by == "all_pass" and past.button in seats:
        assert past.button is not None
        at = seats.index(past.button)
        return seats[(at + 1) % 3] if rules.all_pass == "redeal_rotate" else past.button
    if rules.first_bidder == "random":
        return anybody
    if rules.first_bidder == "rotate":
        if past.button is None:
            return anybody
        return next((seat for seat in seats if seat > past.button), seats[0])
    winners = [seat for seat in past.winners if seat in seats]
    if not winners:
        return anybody
    if len(winners) > 1 and rules.last_winner_if_peasants == "random_of_two":
        return winners[past.chance % len(winners)]
    return winners[0]


# -- card play -------------------------------------------------------------------------------


def _pass(draft: Draft) -> None:
    place = draft.turn
    draft.passes += 1
    draft.trick = (*draft.trick, (place, (), ""))
    draft.tell("pass", EVERYONE, seat=draft.seats[place])
    draft.turn = (place + 1) % 3
    if draft.passes == 2:
        draft.last, draft.passes = None, 0
        draft.tell("leads", EVERYONE, seat=draft.seats[draft.turn])


def _play(draft: Draft, state: State, action: Action) -> None:
    place, reading = draft.turn, moves.reading_of(state, action)
    if draft.last is None:
        draft.before, draft.trick = draft.trick, ()
    cards = highest_first(action.cards)
    played = set(cards)
    draft.hands[place] = tuple(card for card in draft.hands[place] if card not in played)
    draft.packed[place] -= reading.cards
    draft.played += reading.cards
    draft.plays[place] += 1
    draft.passes = 0
    draft.last = Played(place, cards, reading)
    draft.trick = (*draft.trick, (place, cards, reading.category))
    draft.bombs += reading.category == BOMB
    draft.rockets += reading.category == ROCKET
    draft.tell(
        "play",
        EVERYONE,
        seat=draft.seats[place],
        cards=texts_of(cards),
        category=reading.category,
        n=reading.n,
        reading=reading.name(),
        left=len(draft.hands[place]),
        multiplier=capped(draft),
    )
    if draft.hands[place]:
        draft.turn = (place + 1) % 3
    else:
        settle(draft, place)

"""Dou Dizhu, the game of docs/rules/dou-dizhu.md.

Combinations are in `combos`, legal actions in `moves`, scores in `settlement`, views in `view`. A
deal in which everyone passes ends as a hand without winners; the table deals again.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Figures,
    NextHand,
    Opening,
    SeatSnapshot,
    Stake,
    Step,
    TableHistory,
)
from games.engines.core.deal_map import DealMap, one_by_one
from games.engines.dou_dizhu import moves, typed
from games.engines.dou_dizhu import view as views
from games.engines.dou_dizhu.bidding import (
    answer_to_open,
    deal_up_to,
    double,
    make_call,
    open_hand,
)
from games.engines.dou_dizhu.combos import BOMB, ROCKET, Reading
from games.engines.dou_dizhu.manifest import MANIFEST
from games.engines.dou_dizhu.ranks import highest_first
from games.engines.dou_dizhu.rules import (
    LANDLORD_OPENS,
    PRESETS,
    DouDizhuRules,
    LandlordRules,
)
from games.engines.dou_dizhu.settlement import forfeit, no_game, settle
from games.engines.dou_dizhu.state import (
    BIDDING,
    DEALING,
    DOUBLING,
    Draft,
    Played,
    State,
    capped,
)


class LandlordGame(BaseGame):
    """The game for as many players as its rules say; it has no state of its own."""

    deck_size: int
    state_type = State
    action_kinds = moves.KINDS
    draft_type = Draft
    legal = staticmethod(moves.legal)
    why_not = staticmethod(moves.why_not)
    view = staticmethod(views.view)
    ask = staticmethod(views.ask)
    read = staticmethod(typed.read)

    def entry_price(self, rules: LandlordRules) -> int:
        """Return the largest possible loss in chips, or nothing at tables for points."""
        return max(rules.min_stack, rules.largest_loss()) if rules.score_mode == "chips" else 0

    def unit(self, rules: LandlordRules) -> int:
        """Return the base score."""
        return rules.base_score

    def stakes(self, rules: LandlordRules) -> Figures:
        """Return the base, for chips with the largest multiplier."""
        cap = rules.multiplier_cap if rules.score_mode == "chips" else None
        return {"base": rules.base_score, "cap": cap}

    def scores(self, rules: LandlordRules) -> bool:
        """Return whether the table plays for points, which may fall below zero."""
        return rules.score_mode == "points"

    def plays_on(self, rules: LandlordRules) -> bool:
        """Return whether a hand continues without its player; it cannot be folded."""
        return True

    def leaves_at_once(self, rules: LandlordRules) -> bool:
        """Return whether leaving loses the game at once (rule 5.7)."""
        return rules.leaver == "forfeits"

    def next_hand(
        self, rules: LandlordRules, taken: tuple[SeatSnapshot, ...], past: TableHistory
    ) -> NextHand | None:
        """Deal in all seats and choose the first bidder (rule 5.2)."""
        price = self.entry_price(rules)
        seats = tuple(
            one.seat
            for one in taken
            if one.ready and (rules.score_mode == "points" or one.stack >= price)
        )
        if len(seats) != rules.PLAYERS:
            return None
        redeals = past.terms.get("redeals", 0) + 1 if past.ended_by == "all_pass" else 0
        most = rules.max_redeals
        must = rules.all_pass == "first_bidder_must" and most is not None and redeals > most
        first = _first_bidders(rules, seats, past)
        drawn = first if len(first) > 1 else ()
        terms = {"redeals": redeals, "must": must}
        return NextHand(seats, first[0], terms, {one.seat: "" for one in taken}, drawn)

    def deal(self, opening: Opening) -> Step:
        """Deal the hands, one card at a time from the first bidder on, and the rest to the kitty.

        Where hands may be opened before and during the deal, the cards come in parts.
        """
        rules, seats = opening.rules, opening.seats
        assert isinstance(rules, LandlordRules)
        count = rules.PLAYERS
        price = 0 if rules.score_mode == "chips" else min(opening.stacks)
        self.check_opening(opening, price, self.deck_size)
        if max(opening.deck) >= self.deck_size or opening.button not in seats:
            raise ValueError("not an opening: cards or first bidder")
        first, dealt = seats.index(opening.button), count * rules.HAND
        state = State(
            rules=rules,
            seats=seats,
            first=first,
            must=bool(opening.terms.get("must", False)),
            start=opening.stacks,
            hands=((),) * count,
            packed=(0,) * count,
            kitty=highest_first(opening.deck[dealt:]),
            coming=tuple(
                opening.deck[(player - first) % count : dealt : count] for player in range(count)
            ),
            asked=0,
            phase=DEALING,
            turn=first,
            said=("",) * count,
            caller=-1,
            bid=0,
            robs=0,
            landlord=-1,
            doubled=(-1,) * count,
            opened=-1,
            times=1,
            last=None,
            passes=0,
            trick=(),
            before=(),
            played=0,
            bombs=0,
            rockets=0,
            plays=(0,) * count,
            result=None,
        )
        draft = Draft(state)
        draft.emit("hand_start", EVERYONE, first=opening.button, base=rules.base_score, seats=seats)
        if rules.open_hand != "moments":
            deal_up_to(draft, rules.HAND)
        return draft.step()

    def act(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Act as the phase of the game says."""
        if state.phase == DEALING:
            answer_to_open(draft, state, action)
        elif state.phase == BIDDING:
            make_call(draft, action)
        elif state.phase == DOUBLING:
            double(draft, action.kind == "double")
        elif action.kind == "open":
            open_hand(draft, LANDLORD_OPENS)
        elif action.kind == "pass":
            _pass(draft)
        else:
            _play(draft, state, action)

    def give_up(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Play on for a player who left, or make their side lose at once (rule 5.7)."""
        if state.rules.leaver == "forfeits":
            draft.emit("left", EVERYONE, seat=action.seat)
            if state.landlord < 0:
                no_game(draft, "left")
            else:
                forfeit(draft, player)
        elif player == state.turn:
            self.act(draft, player, state, self.timeout(state, action.seat))

    def stake(self, state: State, seat: int) -> Stake:
        """Return base times multiplier, for the landlord with each peasant; before, the bid."""
        player, base = state.seats.index(seat), state.rules.base_score
        if state.landlord < 0:
            own = base * max(1, state.bid) if player == state.caller else 0
            return Stake(own, own)
        each = base * capped(state)
        whole = (len(state.seats) - 1) * each
        return Stake(whole if player == state.landlord else each, whole)

    def timeout(self, state: State, seat: int) -> Action:
        """Pass, or act as the option says (rule 5.7).

        A leader plays the whole hand if it is one combination, otherwise the lowest card.
        """
        if state.phase in (DEALING, DOUBLING):
            return Action(seat, "decline")
        if state.phase == BIDDING:
            legal = {option.kind: option for option in moves.legal(state, seat)}
            if "pass" in legal:
                return Action(seat, "pass")
            return Action(seat, "bid", 1) if "bid" in legal else Action(seat, "call")
        if not moves.leads(state):
            cards = moves.clock_plays(state)
            return Action(seat, "play", cards=cards) if cards else Action(seat, "pass")
        hand = state.hands[state.turn]
        whole = state.rules.readings(state.packed[state.turn])
        return Action(seat, "play", cards=hand if whole else hand[-1:])  # DZ-50

    def dealt(self, state: State) -> int:
        """Count all cards: the players' hands reveal the kitty."""
        return self.deck_size

    def state_from_json(self, data: Mapping[str, Any]) -> State:
        """Return the state that `state_to_json` wrote."""
        state: State = super().state_from_json(data)
        if state.last is None:
            return state
        player, cards, reading = state.last
        return state._replace(last=Played(player, cards, Reading(*reading)))


class DouDizhu(LandlordGame):
    """The game of three as the platform knows it."""

    key = "dou_dizhu"
    min_seats = 3
    max_seats = 3
    deck_size = 54
    deal_map = DealMap((3, 3), one_by_one(51, 54), from_button=True, drawn=True)
    Rules = DouDizhuRules
    manifest = MANIFEST
    presets: ClassVar[dict[str, DouDizhuRules]] = PRESETS


def _first_bidders(
    rules: LandlordRules, seats: tuple[int, ...], past: TableHistory
) -> tuple[int, ...]:
    """Return the seats among which the first bidder is drawn."""
    if past.ended_by == "all_pass" and past.button in seats:
        assert past.button is not None
        at = seats.index(past.button)
        at += rules.all_pass == "redeal_rotate"
        return (seats[at % len(seats)],)
    if rules.first_bidder == "random":
        return seats
    if rules.first_bidder == "rotate":
        if past.button is None:
            return seats
        return (next((seat for seat in seats if seat > past.button), seats[0]),)
    winners = [seat for seat in past.winners if seat in seats]
    if rules.last_winner_if_peasants == "who_went_out":
        winners = winners[:1]
    return tuple(sorted(winners)) or seats


# -- card play -------------------------------------------------------------------------------


def _pass(draft: Draft) -> None:
    player = draft.turn
    draft.passes += 1
    draft.trick = (*draft.trick, (player, (), ""))
    draft.emit("pass", EVERYONE, seat=draft.seats[player])
    draft.turn = (player + 1) % len(draft.seats)
    if draft.passes == len(draft.seats) - 1:
        draft.last, draft.passes = None, 0
        draft.emit("leads", EVERYONE, seat=draft.seats[draft.turn])


def _play(draft: Draft, state: State, action: Action) -> None:
    player, reading = draft.turn, moves.reading_of(state, action)
    if draft.last is None:
        draft.before, draft.trick = draft.trick, ()
    cards = highest_first(action.cards)
    played = set(cards)
    draft.hands[player] = tuple(card for card in draft.hands[player] if card not in played)
    draft.packed[player] -= reading.cards
    draft.played += reading.cards
    draft.plays[player] += 1
    draft.passes = 0
    draft.last = Played(player, cards, reading)
    draft.trick = (*draft.trick, (player, cards, reading.category))
    draft.bombs += reading.category == BOMB and draft.rules.multiplies(reading)
    draft.rockets += reading.category == ROCKET
    draft.emit(
        "play",
        EVERYONE,
        seat=draft.seats[player],
        cards=texts_of(cards),
        category=reading.category,
        n=reading.n,
        reading=reading.name(),
        left=len(draft.hands[player]),
        multiplier=capped(draft),
    )
    if draft.hands[player]:
        draft.turn = (player + 1) % len(draft.seats)
    else:
        settle(draft, player)


GAME = DouDizhu()

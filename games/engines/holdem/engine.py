"""No-limit Texas Hold'em, the game of docs/rules/holdem.md.

Positions and missed blinds are in `positions`, posts in `blinds`, betting in `betting`, turns and
streets in `streets`, pots in `pots`, the showdown in `settlement`, views in `view`. No card is
burnt: the board is the five cards after the hands, and a second board takes the cards after those.
"""

from bisect import bisect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Event,
    Figures,
    NextHand,
    Opening,
    SeatSnapshot,
    SitAndGoRules,
    Stake,
    Step,
    TableHistory,
)
from games.engines.core.deal_map import DealMap, with_board
from games.engines.holdem import betting, positions, typed
from games.engines.holdem import view as views
from games.engines.holdem.blinds import plain_terms, post_all
from games.engines.holdem.manifest import MANIFEST
from games.engines.holdem.rules import PRESETS, HoldemRules
from games.engines.holdem.state import (
    ALL_IN,
    FOLDED,
    IN,
    PREFLOP,
    Draft,
    State,
    on_boards,
    order_from,
)
from games.engines.holdem.streets import begin, go_on, vote, waits_for


class Holdem(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "holdem"
    min_seats = 2
    max_seats = 10
    deck_size = 52
    deal_map = DealMap((2, 10), with_board)
    Rules = HoldemRules
    presets: ClassVar[dict[str, HoldemRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS
    manifest = MANIFEST
    draft_type = Draft
    given_up = frozenset({"leave", "timeout"})
    legal = staticmethod(betting.legal)
    why_not = staticmethod(betting.why_not)
    view = staticmethod(views.view)
    read = staticmethod(typed.read)

    def entry_price(self, rules: HoldemRules) -> int:
        """Return one chip: a player with less than a blind posts all they have (rule 4.4)."""
        return 1

    def unit(self, rules: HoldemRules) -> int:
        """Return the big blind."""
        return 2 * rules.small_blind

    def stakes(self, rules: HoldemRules) -> Figures:
        """Return the blinds and the ante."""
        return {"small": rules.small_blind, "big": 2 * rules.small_blind, "ante": rules.ante}

    def stakes_of_hand(self, terms: Mapping[str, Any]) -> Figures:
        """Return the blinds of a hand, which may have risen since the table was opened."""
        return {name: terms[name] for name in ("small", "big", "ante") if name in terms}

    def wishes(self, rules: HoldemRules) -> frozenset[str]:
        """Return what the house rules let players wish; nothing in a sit and go."""
        if rules.format == "sit_and_go":
            return frozenset()
        posts = rules.missed_blinds == "players_choice"
        return frozenset({"post"} if posts else ()) | ({"straddle"} if rules.straddle else set())

    def sit_and_go(self, rules: HoldemRules) -> SitAndGoRules | None:
        """Return the sit and go of `format`."""
        if rules.format != "sit_and_go":
            return None
        return SitAndGoRules(
            points=rules.starting_points,
            levels=tuple(map(rules.blinds, range(max(1, len(rules.blind_schedule))))),
            rises=bool(rules.blind_schedule),
            level_length=rules.level_length,
            level_unit=rules.level_unit,
            winner_takes_all=rules.payouts == "winner",
            leaver_forfeits=rules.leaver == "forfeits",
            fill_with_bots=rules.fill_with_bots,
        )

    def next_hand(
        self, rules: HoldemRules, taken: tuple[SeatSnapshot, ...], past: TableHistory
    ) -> NextHand | None:
        """Return positions, blinds and posts of the next hand."""
        return positions.next_hand(rules, taken, past)

    def without(self, line: NextHand, absent: frozenset[int]) -> NextHand | None:
        """Return the next hand without some seats: the button stays, the big blind moves on."""
        return positions.without(line, absent)

    def deal(self, opening: Opening) -> Step:
        """Post antes and blinds, then deal two cards each, one at a time from the button's left."""
        rules, seats, stacks = opening.rules, opening.seats, opening.stacks
        assert isinstance(rules, HoldemRules)
        count = len(seats)
        self.check_opening(opening, 1, 2 * count + 10)
        cards = opening.deck[: 2 * count + 10]
        terms = opening.terms or plain_terms(opening)
        first = bisect(seats, opening.button) % count
        at = [(player - first) % count for player in range(count)]
        small = seats.index(terms["small_at"]) if terms["small_at"] in seats else -1
        state = State(
            rules=rules,
            seats=seats,
            button=opening.button,
            first=first,
            small=small,
            big=seats.index(terms["big_at"]),
            straddle=-1,
            blinds=(terms["small"], terms["big"], terms["ante"]),
            level=terms["level"],
            start=stacks,
            hands=tuple((cards[n], cards[n + count]) for n in at),
            deck=cards[2 * count :],
            stacks=stacks,
            paid=(0,) * count,
            dead=(0,) * count,
            bets=(0,) * count,
            status=(IN,) * count,
            acted=(False,) * count,
            last=(None,) * count,
            course=(),
            street=PREFLOP,
            current=terms["big"],
            last_full=terms["big"],
            aggressor=-1,
            turn=-1,
            votes=-1,
            open=False,
            twice=False,
            board=0,
            shown=(),
            result=None,
        )
        draft = Draft(state)
        draft.emit(
            "hand_start",
            EVERYONE,
            button=opening.button,
            small=terms["small"],
            big=terms["big"],
            ante=terms["ante"],
            level=terms["level"],
            seats=seats,
        )
        post_all(draft, terms)
        draft.events += _deals(seats, first)
        for player, seat in enumerate(seats):
            draft.emit("cards", (seat,), seat=seat, cards=texts_of(state.hands[player]))
        begin(draft)
        return draft.step()

    def act(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Act in turn, or vote on running it twice."""
        if state.votes >= 0:
            vote(draft, player, twice=action.kind == "run_twice")
        else:
            _ACTS[action.kind](draft, player, action.amount)
            draft.acted[player] = True
            go_on(draft, player)

    def give_up(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Fold a seat whose player left, even out of turn, or whose time is up.

        An all-in player stays in. In a vote the answer is "once", whoever's turn it is.
        """
        if state.votes >= 0:
            if state.status[player] != FOLDED:
                vote(draft, player, twice=False)
        elif state.status[player] == IN:
            _lay_down(draft, player, "left" if action.kind == "leave" else "timeout")
            # The turn moves on if it was this player's, or if the betting is over without them.
            if player == state.turn or waits_for(draft, state.turn) != state.turn:
                go_on(draft, state.turn)

    def stake(self, state: State, seat: int) -> Stake:
        """Return blinds, antes and bets of the seat, and of all seats."""
        player = state.seats.index(seat)
        return Stake(state.paid[player] + state.dead[player], sum(state.paid) + sum(state.dead))

    def timeout(self, state: State, seat: int) -> Action:
        """Check or fold as the rules say, even where a player may not fold (rule 4.7, TH-37)."""
        if state.votes >= 0:
            return Action(seat, "run_once")
        player = state.seats.index(seat)
        if state.rules.timeout_action == "check_else_fold" and not betting.to_call(state, player):
            return Action(seat, "check")
        return Action(seat, "timeout")

    def dealt(self, state: State) -> int:
        """Count two cards each and the cards of the boards that were seen."""
        return 2 * len(state.seats) + on_boards(state)


@lru_cache(maxsize=1_024)
def _deals(seats: tuple[int, ...], first: int) -> tuple[Event, ...]:
    """Return the events of two cards for each seat, which are the same in every round."""
    order = order_from(len(seats), first)
    return tuple(Event.of("deal", EVERYONE, seat=seats[player], count=2) for player in order)


# -- the actions -----------------------------------------------------------------------------


def _fold(draft: Draft, player: int, amount: int | None) -> None:
    _lay_down(draft, player, "fold")


def _lay_down(draft: Draft, player: int, reason: str) -> None:
    draft.status[player] = FOLDED
    draft.note(player, "fold")
    draft.emit("fold", EVERYONE, seat=draft.seats[player], reason=reason)


def _check(draft: Draft, player: int, amount: int | None) -> None:
    draft.note(player, "check")
    draft.emit("check", EVERYONE, seat=draft.seats[player])


def _call(draft: Draft, player: int, amount: int | None) -> None:
    added = betting.price_to_call(draft, player)
    draft.bet(player, added)
    _emit_bet(draft, player, "call", added)


def _raise(draft: Draft, player: int, amount: int | None) -> None:
    """Bet or raise to a total; a short all-in keeps the size of the last full raise (TH-13)."""
    assert amount is not None
    total = min(amount, draft.bets[player] + draft.stacks[player])
    more = total - draft.current
    kind = "raise_to" if draft.current else "bet"
    draft.bet(player, total - draft.bets[player])
    if more >= draft.last_full:
        draft.last_full = more
    draft.current, draft.aggressor = total, player
    _emit_bet(draft, player, kind, total)


def _all_in(draft: Draft, player: int, amount: int | None) -> None:
    total = draft.bets[player] + draft.stacks[player]
    if total > draft.current:
        _raise(draft, player, total)
    else:
        _call(draft, player, None)


def _emit_bet(draft: Draft, player: int, kind: str, amount: int) -> None:
    draft.note(player, kind, amount)
    all_in = draft.status[player] == ALL_IN
    draft.emit(kind, EVERYONE, seat=draft.seats[player], amount=amount, all_in=all_in)


_ACTS = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _raise,
    "raise_to": _raise,
    "all_in": _all_in,
}


GAME = Holdem()

"""No-limit Texas Hold'em: the game of rules.md section 4, as one object on the contract.

Positions and missed blinds are in `lineup`, betting in `betting`, pots in `pots`, the showdown in
`settlement`, viewers in `view`. No card is burnt: the board is the five cards after the hands,
and a second board takes the cards after those.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    ContestRules,
    Legal,
    LineUp,
    Opening,
    Past,
    Step,
    Taken,
    Typed,
    Viewer,
)
from games.engines.core.errors import refusal
from games.engines.holdem import betting, lineup
from games.engines.holdem.ranking import label
from games.engines.holdem.rules import PRESETS, HoldemRules
from games.engines.holdem.settlement import collect, showdown, win_unseen
from games.engines.holdem.state import (
    ALL_IN,
    BOARD_AT,
    FOLDED,
    IN,
    PREFLOP,
    RIVER,
    STREETS,
    Draft,
    State,
)
from games.engines.holdem.view import view
from games.engines.holdem.words import read, say


class Holdem(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "holdem"
    name = "Texas Hold'em"
    min_seats = 2
    max_seats = 10
    deck_size = 52
    Rules = HoldemRules
    presets: ClassVar[dict[str, HoldemRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS

    def entry_price(self, rules: HoldemRules) -> int:
        """One chip: who has less than a blind posts what he has (rules.md 4.4)."""
        return 1

    def unit(self, rules: HoldemRules) -> int:
        """The big blind."""
        return 2 * rules.small_blind

    def stakes(self, rules: HoldemRules) -> str:
        """The blinds, and the ante if there is one."""
        ante = f" ante {rules.ante:,}" if rules.ante else ""
        return f"{rules.small_blind:,}/{2 * rules.small_blind:,}{ante}"

    def contest(self, rules: HoldemRules) -> ContestRules | None:
        """The sit and go of `format`."""
        if rules.format != "sit_and_go":
            return None
        return ContestRules(
            points=rules.starting_points,
            winner_takes_all=rules.payouts == "winner",
            leaver_forfeits=rules.leaver == "forfeits",
            fill_with_bots=rules.fill_with_bots,
        )

    def line_up(self, rules: HoldemRules, taken: tuple[Taken, ...], past: Past) -> LineUp | None:
        """Positions, blinds and posts of the next hand."""
        return lineup.line_up(rules, taken, past)

    def deal(self, opening: Opening) -> Step:
        """Antes and blinds, then two cards each, one at a time from the button's left."""
        rules, seats, stacks = opening.rules, opening.seats, opening.stacks
        assert isinstance(rules, HoldemRules)
        count = len(seats)
        if not 2 <= count <= 10 or list(seats) != sorted(set(seats)) or len(stacks) != count:
            raise ValueError("not an opening: seats")
        cards = opening.deck[: 2 * count + 10]
        if min(stacks) < 1 or len(set(cards)) < 2 * count + 10:
            raise ValueError("not an opening: chips or cards")
        terms = opening.terms or _plain_terms(opening)
        first = next((i for i, seat in enumerate(seats) if seat > opening.button), 0)
        at = [(place - first) % count for place in range(count)]
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
        draft.tell(
            "hand_start", EVERYONE, button=opening.button, small=terms["small"], big=terms["big"],
            ante=terms["ante"], level=terms["level"], seats=seats,
        )  # fmt: skip
        _post_all(draft, terms)
        for n in range(count):
            draft.tell("deal", EVERYONE, seat=seats[(first + n) % count], count=2)
        for place, seat in enumerate(seats):
            draft.tell("cards", (seat,), seat=seat, cards=texts_of(state.hands[place]))
        _begin(draft)
        return Step(draft.freeze(), tuple(draft.events))

    def legal(self, state: State, seat: int) -> tuple[Legal, ...]:
        """Exactly what `apply` accepts from this seat now."""
        return betting.legal(state, seat)

    def apply(self, state: State, action: Action) -> Step:
        """The state after an action; raises `IllegalAction` and changes nothing."""
        if action.kind in ("leave", "timeout"):
            return _give_up(state, action)
        no = betting.why_not(state, action)
        if no is not None:
            raise no
        draft = Draft(state)
        place = state.turn
        if state.votes >= 0:
            _vote(draft, place, twice=action.kind == "run_twice")
        else:
            _ACTS[action.kind](draft, place, action.amount)
            draft.acted[place] = True
            _go_on(draft, place)
        return Step(draft.freeze(), tuple(draft.events))

    def timeout(self, state: State, seat: int) -> Action:
        """Check or fold as the rules say; where a fold is not a player's to choose, the clock's."""
        if state.votes >= 0:
            return Action(seat, "run_once")
        place = state.seats.index(seat)
        if state.rules.timeout_action == "check_else_fold" and not betting.to_call(state, place):
            return Action(seat, "check")
        return Action(seat, "timeout")

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see."""
        return view(state, viewer)

    def say(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """An event in a sentence."""
        return say(event, names)

    def read(self, words: list[str], view: Mapping[str, Any], rules: HoldemRules) -> Typed | None:
        """The action of a typed line."""
        return read(words, view, rules)


# -- the deal --------------------------------------------------------------------------------


def _plain_terms(opening: Opening) -> Mapping[str, Any]:
    """The terms of a table that has just begun, with this button."""
    rules, seats = opening.rules, opening.seats
    assert isinstance(rules, HoldemRules)
    small, big, ante = rules.blinds(0)
    after = next((i for i, seat in enumerate(seats) if seat > opening.button), 0)
    if len(seats) == 2:
        after += 1  # heads-up the button is the small blind
    return {
        "small": small,
        "big": big,
        "ante": ante,
        "level": None if rules.format == "cash" else 1,
        "small_at": seats[after % len(seats)],
        "big_at": seats[(after + 1) % len(seats)],
        "posts": [],
        "straddle": None,
    }


def _post_all(draft: Draft, terms: Mapping[str, Any]) -> None:
    """Antes, blinds, the posts of who comes in, and a straddle; short stacks post what they have.

    The amount to call stays that of the full blind (R:robert ch. 4 rule 1).
    """
    small, big, ante = draft.blinds
    one_pays = draft.rules.ante_by == "big_blind"
    if ante and not one_pays:
        for place in range(len(draft.seats)):
            _ante(draft, place, ante)
    if draft.small >= 0:
        _post(draft, draft.small, small, "small")
    _post(draft, draft.big, big, "big")
    if ante and one_pays:
        _dead(draft, draft.big, ante, "ante")
    for seat, live, dead in terms["posts"]:
        place = draft.seats.index(seat)
        _post(draft, place, live, "post")
        _dead(draft, place, dead, "dead")
    if terms["straddle"] is not None:
        place = draft.seats.index(terms["straddle"])
        _post(draft, place, 2 * big, "straddle")
        draft.straddle, draft.current, draft.last_full = place, 2 * big, 2 * big


def _ante(draft: Draft, place: int, ante: int) -> None:
    amount = min(ante, draft.stacks[place])
    draft.stacks[place] -= amount
    draft.paid[place] += amount
    if draft.stacks[place] == 0:
        draft.status[place] = ALL_IN
    draft.tell("ante", EVERYONE, seat=draft.seats[place], amount=amount)


def _post(draft: Draft, place: int, blind: int, which: str) -> None:
    amount = min(blind, draft.stacks[place])
    if amount:
        draft.bet(place, amount)
        _tell_blind(draft, place, amount, which)


def _dead(draft: Draft, place: int, chips: int, which: str) -> None:
    """Money for the main pot that is no bet."""
    amount = min(chips, draft.stacks[place])
    if amount:
        draft.stacks[place] -= amount
        draft.dead[place] += amount
        if draft.stacks[place] == 0:
            draft.status[place] = ALL_IN
        if which == "ante":
            draft.tell("ante", EVERYONE, seat=draft.seats[place], amount=amount)
        else:
            _tell_blind(draft, place, amount, which)


def _tell_blind(draft: Draft, place: int, amount: int, which: str) -> None:
    draft.tell(
        "blind",
        EVERYONE,
        seat=draft.seats[place],
        amount=amount,
        which=which,
        all_in=draft.status[place] == ALL_IN,
    )


def _begin(draft: Draft) -> None:
    """Find who acts first before the flop."""
    before = draft.straddle if draft.straddle >= 0 else draft.big
    if draft.rules.preflop_first_actor == "small_blind" and draft.small >= 0:
        before = draft.small - 1
    _go_on(draft, before)


# -- whose turn ------------------------------------------------------------------------------


def _go_on(draft: Draft, place: int) -> None:
    """The turn of the next place after `place` that the street waits for, or what follows it."""
    live = draft.live()
    if len(live) == 1:
        win_unseen(draft, live[0])
        return
    count = len(draft.seats)
    for step in range(1, count + 1):
        other = (place + step) % count
        if betting.needs_to_act(draft, other):
            draft.turn = other
            return
    _end_street(draft)


def _end_street(draft: Draft) -> None:
    collect(draft)
    able = sum(status == IN for status in draft.status)
    if draft.street == RIVER:
        draft.open = ALL_IN in draft.status
        showdown(draft, "all_in" if draft.open else "showdown")
    elif able > 1:
        _next_street(draft)
        _go_on(draft, draft.first - 1)
    else:
        _open_hands(draft)


def _next_street(draft: Draft) -> None:
    draft.street += 1
    _deal_street(draft, draft.street)
    count = len(draft.seats)
    draft.acted = [False] * count
    draft.last = [
        last if status != IN else None
        for last, status in zip(draft.last, draft.status, strict=True)
    ]
    draft.current, draft.last_full, draft.aggressor = 0, draft.blinds[1], -1


def _deal_street(draft: Draft, street: int) -> None:
    before, draft.board = draft.board, BOARD_AT[street]
    cards = texts_of(draft.deck[before : draft.board])
    draft.tell("street", EVERYONE, street=STREETS[street], cards=cards, board=1)


# -- all-in: no more betting -----------------------------------------------------------------


def _open_hands(draft: Draft) -> None:
    """Betting is closed: the live hands are opened and the board is completed."""
    draft.open = True
    draft.shown = tuple(draft.live())
    for place in draft.clockwise(draft.live()):
        cards = draft.hands[place]
        known = (*cards, *draft.deck[: draft.board])
        draft.tell(
            "open", EVERYONE, seat=draft.seats[place], cards=texts_of(cards), label=label(known)
        )
    if draft.rules.run_it_twice:
        draft.votes = 0
        draft.turn = draft.clockwise(draft.live())[0]
    else:
        _run_out(draft)


def _vote(draft: Draft, place: int, *, twice: bool) -> None:
    """One after the other is asked; a single "once" decides."""
    draft.tell("vote", EVERYONE, seat=draft.seats[place], twice=twice)
    order = draft.clockwise(draft.live())
    if twice and draft.votes + 1 < len(order):
        draft.votes += 1
        draft.turn = order[draft.votes]
        return
    draft.twice = twice
    draft.votes = -1
    _run_out(draft)


def _run_out(draft: Draft) -> None:
    draft.turn = -1
    common = draft.board
    if draft.rules.run_it_twice:
        draft.tell("run", EVERYONE, boards=2 if draft.twice else 1)
    for street in range(draft.street + 1, RIVER + 1):
        _deal_street(draft, street)
    if draft.twice:
        at = 5
        for street in range(draft.street + 1, RIVER + 1):
            more = BOARD_AT[street] - max(common, BOARD_AT[street - 1])
            cards = texts_of(draft.deck[at : at + more])
            at += more
            draft.tell("street", EVERYONE, street=STREETS[street], cards=cards, board=2)
    showdown(draft, "all_in")


# -- the actions -----------------------------------------------------------------------------


def _fold(draft: Draft, place: int, amount: int | None) -> None:
    _lay_down(draft, place, "fold")


def _lay_down(draft: Draft, place: int, reason: str) -> None:
    draft.status[place] = FOLDED
    draft.last[place] = ("fold", 0)
    draft.tell("fold", EVERYONE, seat=draft.seats[place], reason=reason)


def _check(draft: Draft, place: int, amount: int | None) -> None:
    draft.last[place] = ("check", 0)
    draft.tell("check", EVERYONE, seat=draft.seats[place])


def _call(draft: Draft, place: int, amount: int | None) -> None:
    added = min(betting.to_call(draft, place), draft.stacks[place])
    draft.bet(place, added)
    _tell_bet(draft, place, "call", added)


def _raise(draft: Draft, place: int, amount: int | None) -> None:
    """A bet or a raise to a total; a short all-in leaves the size of the last full raise."""
    assert amount is not None
    total = min(amount, draft.bets[place] + draft.stacks[place])
    more = total - draft.current
    kind = "raise_to" if draft.current else "bet"
    draft.bet(place, total - draft.bets[place])
    if more >= draft.last_full:
        draft.last_full = more
    draft.current, draft.aggressor = total, place
    _tell_bet(draft, place, kind, total)


def _all_in(draft: Draft, place: int, amount: int | None) -> None:
    total = draft.bets[place] + draft.stacks[place]
    if total > draft.current:
        _raise(draft, place, total)
    else:
        _call(draft, place, None)


def _tell_bet(draft: Draft, place: int, kind: str, amount: int) -> None:
    draft.last[place] = (kind, amount)
    all_in = draft.status[place] == ALL_IN
    draft.tell(kind, EVERYONE, seat=draft.seats[place], amount=amount, all_in=all_in)


_ACTS = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _raise,
    "raise_to": _raise,
    "all_in": _all_in,
}


def _give_up(state: State, action: Action) -> Step:
    """The platform folds for a seat: its person left, also out of turn, or its time is out.

    Who is all-in stays in; in a vote the answer is once, whosever turn it is.
    """
    if state.result is not None:
        raise refusal("NO_HAND_IN_PROGRESS")
    if action.seat not in state.seats:
        raise refusal("NOT_IN_HAND")
    place = state.seats.index(action.seat)
    if action.kind == "timeout" and place != state.turn:
        raise refusal("NOT_YOUR_TURN")
    draft = Draft(state)
    if state.votes >= 0:
        if state.status[place] != FOLDED:
            _vote(draft, place, twice=False)
    elif state.status[place] == IN:
        _lay_down(draft, place, "left" if action.kind == "leave" else "timeout")
        # The turn stays where it is unless it was this one's or the betting is over without him.
        stays = place != state.turn and betting.needs_to_act(draft, state.turn)
        if not stays or len(draft.live()) == 1:
            _go_on(draft, state.turn)
    return Step(draft.freeze(), tuple(draft.events))

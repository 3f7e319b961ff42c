"""Teen Patti: the table game of rules.md section 2, as one object on the contract.

Betting is in `betting`, pots and ties in `settlement`, viewers in `view`. Where the rules leave a
choice the reading taken here is said where it is made.
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
from games.engines.teen_patti import betting
from games.engines.teen_patti.ranking import hand_key, label
from games.engines.teen_patti.rules import MOST_PLAYERS, PRESETS, TeenPattiRules
from games.engines.teen_patti.settlement import showdown, win_unseen
from games.engines.teen_patti.state import (
    COVERED,
    FOLDED,
    IN,
    Draft,
    State,
)
from games.engines.teen_patti.view import view
from games.engines.teen_patti.words import read, say


class TeenPatti(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "teen_patti"
    name = "Teen Patti"
    min_seats = 2
    max_seats = MOST_PLAYERS
    deck_size = 52
    Rules = TeenPattiRules
    presets: ClassVar[dict[str, TeenPattiRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS

    def entry_price(self, rules: TeenPattiRules) -> int:
        """The boot (rules.md 2.5: a player with less is not dealt in)."""
        return rules.boot

    def unit(self, rules: TeenPattiRules) -> int:
        """The boot."""
        return rules.boot

    def stakes(self, rules: TeenPattiRules) -> str:
        """The boot in words."""
        return f"Boot {rules.boot:,}"

    def line_up(self, rules: TeenPattiRules, taken: tuple[Taken, ...], past: Past) -> LineUp | None:
        """Everybody who is ready and can pay the boot.

        The deal goes to the next seat in the direction of play, or to the winner; at first to the
        seat before the first one, which so begins (seed 000: "player1 is ready to play").
        """
        seats = tuple(one.seat for one in taken if one.ready and one.stack >= rules.boot)
        if len(seats) < max(self.min_seats, rules.min_players_to_start):
            return None
        winner = past.winners[0] if past.winners else None
        if rules.dealer_rotation == "winner_deals" and winner in seats:
            assert winner is not None
            button = winner
        elif past.button is None:
            button = seats[-rules.step]
        else:
            button = seats[_next_to(past.button, seats, rules)]
        return LineUp(seats, button, {}, {one.seat: "" for one in taken})

    def deal(self, opening: Opening) -> Step:
        """Everybody pays the boot and gets three cards, one at a time from next to the dealer."""
        rules = opening.rules
        assert isinstance(rules, TeenPattiRules)
        seats, stacks, boot = opening.seats, opening.stacks, rules.boot
        count = len(seats)
        if (
            not 2 <= count <= MOST_PLAYERS
            or list(seats) != sorted(set(seats))
            or len(stacks) != count
        ):
            raise ValueError("not an opening: seats")
        if min(stacks) < boot or len(set(opening.deck[: 3 * count])) < 3 * count:
            raise ValueError("not an opening: chips or cards")
        left = _next_to(opening.button, seats, rules)
        hands = []
        for place in range(count):
            at = (place - left) * rules.step % count
            deck = opening.deck
            hands.append((deck[at], deck[at + count], deck[at + 2 * count]))
        first = 0 if rules.first_actor == "seat0" else left
        state = State(
            rules=rules,
            seats=seats,
            button=opening.button,
            first=left,
            start=stacks,
            hands=tuple(hands),
            stacks=tuple(stack - boot for stack in stacks),
            paid=(boot,) * count,
            status=(IN,) * count,
            seen=(False,) * count,
            blind_bets=(0,) * count,
            last=(None,) * count,
            level=(-1,) * count,
            stake=boot,
            pot=boot * count,
            frozen=(),
            bettors=(),
            turn=first,
            asker=-1,
            requests=0,
            known=(),
            shown=(),
            result=None,
        )
        draft = Draft(state)
        draft.tell("hand_start", EVERYONE, button=opening.button, boot=boot, seats=seats)
        for seat in seats:
            draft.tell("boot", EVERYONE, seat=seat, amount=boot)
        for n in range(count):
            draft.tell("deal", EVERYONE, seat=seats[(left + n * rules.step) % count], count=3)
        _take_turn(draft, first)
        return Step(draft.freeze(), tuple(draft.events))

    def legal(self, state: State, seat: int) -> tuple[Legal, ...]:
        """Exactly what `apply` accepts from this seat now."""
        return betting.legal(state, seat)

    def apply(self, state: State, action: Action) -> Step:
        """The state after an action; raises `IllegalAction` and changes nothing."""
        if action.kind == "leave":
            return _leave(state, action.seat)
        no = betting.why_not(state, action)
        if no is not None:
            raise no
        draft = Draft(state)
        place = state.seats.index(action.seat)
        _ACTS[action.kind](draft, place, state, action)
        return Step(draft.freeze(), tuple(draft.events))

    def stake(self, state: State, seat: int) -> Stake:
        """The boot and all bets since, of the seat and of all."""
        return Stake(state.paid[state.seats.index(seat)], sum(state.paid))

    def timeout(self, state: State, seat: int) -> Action:
        """Pack; a side show that was asked for is refused, where it may be (rules.md 2.7)."""
        if state.asker < 0:
            return Action(seat, "fold")
        return Action(seat, "accept" if betting.must_accept(state) else "refuse")

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see."""
        return view(state, viewer)

    def dealt(self, state: State) -> int:
        """Three cards each."""
        return 3 * len(state.seats)

    def say(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """An event in a sentence."""
        return say(event, names)

    def read(
        self, words: list[str], view: Mapping[str, Any], rules: TeenPattiRules
    ) -> Typed | None:
        """The action of a typed line."""
        return read(words, view)


# -- whose turn ------------------------------------------------------------------------------


def _next_to(dealer: int, seats: tuple[int, ...], rules: TeenPattiRules) -> int:
    """The place next to the dealer's seat, which may be empty, in the direction of play."""
    if rules.step > 0:
        return min((n for n, seat in enumerate(seats) if seat > dealer), default=0)
    return max((n for n, seat in enumerate(seats) if seat < dealer), default=len(seats) - 1)


def _next_turn(draft: Draft, place: int) -> None:
    """Go on with the next place after `place`, or end the hand."""
    live = draft.live()
    if len(live) == 1:
        win_unseen(draft, live[0])
    elif len(draft.able()) <= 1:
        showdown(draft, "forced_show")
    else:
        _take_turn(draft, draft.after(place))


def _take_turn(draft: Draft, place: int) -> None:
    """Begin a turn: the blind limit first, then a stack of nothing covers by itself."""
    draft.turn = place
    limit = draft.rules.max_blind_bets
    if limit is not None and not draft.seen[place] and draft.blind_bets[place] >= limit:
        draft.tell("forced_see", EVERYONE, seat=draft.seats[place])
        _look(draft, place)
    if draft.stacks[place] == 0 and draft.rules.short_stack != "must_fold":
        _cover_pot(draft, place)
        _next_turn(draft, place)


def _look(draft: Draft, place: int) -> None:
    draft.seen[place] = True
    seat = draft.seats[place]
    draft.tell("cards", (seat,), seat=seat, cards=texts_of(draft.hands[place]))


# -- the actions -----------------------------------------------------------------------------


def _see(draft: Draft, place: int, state: State, action: Action) -> None:
    draft.tell("see", EVERYONE, seat=action.seat)
    _look(draft, place)


def _bet(draft: Draft, place: int, state: State, action: Action) -> None:
    assert action.amount is not None
    blind = not draft.seen[place]
    _put_in(draft, place, action.amount, "bet")
    draft.stake = action.amount if blind else action.amount // 2
    if blind:
        draft.blind_bets[place] += 1
    draft.tell(
        "bet", EVERYONE, seat=action.seat, amount=action.amount, blind=blind, stake=draft.stake
    )
    _after_paying(draft, place)


def _after_paying(draft: Draft, place: int) -> None:
    """A pot that reaches its limit forces a show of all (rules.md 2.2); else go on."""
    if _pot_is_full(draft):
        showdown(draft, "pot_limit")
    else:
        _next_turn(draft, place)


def _pot_is_full(draft: Draft) -> bool:
    limit = draft.rules.pot_limit
    return limit is not None and draft.pot + sum(draft.frozen) >= limit * draft.rules.boot


def _put_in(draft: Draft, place: int, amount: int, kind: str) -> None:
    draft.pay(place, amount)
    draft.last[place] = (kind, amount)
    if kind in ("bet", "side_show"):
        draft.bettors = (*(other for other in draft.bettors if other != place), place)


def _fold(draft: Draft, place: int, state: State, action: Action) -> None:
    _pack(draft, place, "fold")
    _next_turn(draft, place)


def _pack(draft: Draft, place: int, reason: str) -> None:
    draft.status[place] = FOLDED
    draft.last[place] = ("fold", 0)
    draft.tell("fold", EVERYONE, seat=draft.seats[place], reason=reason)


def _show(draft: Draft, place: int, state: State, action: Action) -> None:
    price = betting.show_price(state, place)
    opponent = next(other for other in draft.able() if other != place)
    _put_in(draft, place, price, "show")
    draft.payer = place
    draft.tell("show", EVERYONE, seat=action.seat, amount=price, opponent=draft.seats[opponent])
    showdown(draft, "show")


def _side_show(draft: Draft, place: int, state: State, action: Action) -> None:
    price = betting.minimum(state, place)
    asked = betting.previous_bettor(state, place)
    _put_in(draft, place, price, "side_show")
    draft.requests += 1
    draft.asker, draft.turn = place, asked
    draft.tell(
        "side_show_asked", EVERYONE, asker=action.seat, asked=draft.seats[asked], amount=price
    )
    if _pot_is_full(draft):
        showdown(draft, "pot_limit")


def _accept(draft: Draft, place: int, state: State, action: Action) -> None:
    asker = draft.asker
    _tell_answer(draft, place, accepted=True)
    both = (draft.seats[asker], draft.seats[place])
    for one in (asker, place):
        cards = draft.hands[one]
        draft.tell(
            "side_show_cards",
            both,
            seat=draft.seats[one],
            cards=texts_of(cards),
            label=label(cards, draft.rules),
        )
    draft.known = (*draft.known, (asker, place))
    # Equal hands: who asked packs (rules.md 2.1 point 9).
    asker_wins = hand_key(draft.hands[asker], draft.rules) > hand_key(
        draft.hands[place], draft.rules
    )
    _pack(draft, place if asker_wins else asker, "side_show")
    draft.asker = -1
    _next_turn(draft, asker)


def _refuse(draft: Draft, place: int, state: State, action: Action) -> None:
    asker = draft.asker
    _tell_answer(draft, place, accepted=False)
    draft.asker = -1
    _next_turn(draft, asker)


def _tell_answer(draft: Draft, asked: int, *, accepted: bool) -> None:
    draft.tell(
        "side_show_answer",
        EVERYONE,
        asker=draft.seats[draft.asker],
        asked=draft.seats[asked],
        accepted=accepted,
    )


def _cover(draft: Draft, place: int, state: State, action: Action) -> None:
    _cover_pot(draft, place)
    _after_paying(draft, place)


def _cover_pot(draft: Draft, place: int) -> None:
    """Put in all that is left; the pot so far is frozen and later bets make a new one."""
    amount = draft.stacks[place]
    _put_in(draft, place, amount, "cover")
    draft.status[place] = COVERED
    if draft.rules.short_stack == "cover":
        if draft.pot or not draft.frozen:
            draft.frozen.append(draft.pot)
            draft.pot = 0
        draft.level[place] = len(draft.frozen) - 1
    draft.tell(
        "cover",
        EVERYONE,
        seat=draft.seats[place],
        amount=amount,
        pot=sum(draft.frozen) + draft.pot,
    )


_ACTS = {
    "see": _see,
    "bet": _bet,
    "fold": _fold,
    "show": _show,
    "side_show": _side_show,
    "cover": _cover,
    "accept": _accept,
    "refuse": _refuse,
}


def _leave(state: State, seat: int) -> Step:
    """A seat goes away: it packs at once, also out of turn (rules.md 2.7).

    Who covered stays in for his pots, and who packed has nothing left to do. If one of the two
    of an open side show leaves, the request lapses and the asker's bet stands.
    """
    if state.result is not None:
        raise refusal("NO_HAND_IN_PROGRESS")
    if seat not in state.seats:
        raise refusal("NOT_IN_HAND")
    place = state.seats.index(seat)
    if state.status[place] != IN:
        return Step(state, ())
    draft = Draft(state)
    _pack(draft, place, "left")
    if state.asker in (place, -1):
        came_from = place
    else:
        came_from = state.asker
    if state.asker >= 0 and place not in (state.asker, state.turn) and len(draft.able()) > 1:
        return Step(draft.freeze(), tuple(draft.events))
    draft.asker = -1
    if place == state.turn or state.asker >= 0 or len(draft.able()) <= 1:
        _next_turn(draft, came_from)
    return Step(draft.freeze(), tuple(draft.events))

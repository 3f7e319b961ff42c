"""Teen Patti, the table game of docs/rules/teen-patti.md.

Betting is in `betting`, pots and ties in `settlement`, views in `view`. Where the rules leave a
choice, a comment states the reading taken.
"""

from typing import ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Figures,
    NextHand,
    Opening,
    SeatSnapshot,
    Step,
    TableHistory,
)
from games.engines.core.deal_map import DealMap, in_rounds
from games.engines.teen_patti import betting, typed
from games.engines.teen_patti import view as views
from games.engines.teen_patti.manifest import MANIFEST
from games.engines.teen_patti.ranking import hand_key, hand_value_of
from games.engines.teen_patti.rules import MOST_PLAYERS, PRESETS, VARIANTS, TeenPattiRules
from games.engines.teen_patti.settlement import showdown, win_unseen
from games.engines.teen_patti.state import (
    COVERED,
    FOLDED,
    IN,
    Draft,
    State,
)


class TeenPatti(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "teen_patti"
    min_seats = 2
    max_seats = MOST_PLAYERS
    deck_size = 52
    deal_map = DealMap((2, MOST_PLAYERS), lambda order: in_rounds(order, 3), turns=True)
    Rules = TeenPattiRules
    presets: ClassVar[dict[str, TeenPattiRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS
    manifest = MANIFEST
    draft_type = Draft
    legal = staticmethod(betting.legal)
    why_not = staticmethod(betting.why_not)
    view = staticmethod(views.view)
    read = staticmethod(typed.read)

    def entry_price(self, rules: TeenPattiRules) -> int:
        """Return the boot; a player with less is not dealt in (rule 2.5)."""
        return rules.boot

    def unit(self, rules: TeenPattiRules) -> int:
        """Return the boot."""
        return rules.boot

    def stakes(self, rules: TeenPattiRules) -> Figures:
        """Return the boot."""
        return {"boot": rules.boot}

    def min_players(self, rules: TeenPattiRules) -> int:
        """Return how many ready players a hand needs."""
        return max(self.min_seats, rules.min_players_to_start)

    def hides_stacks(self, rules: TeenPattiRules) -> bool:
        """Return whether players see only their own stack (rule 2.10)."""
        return rules.hidden_stacks

    def next_hand(
        self, rules: TeenPattiRules, taken: tuple[SeatSnapshot, ...], past: TableHistory
    ) -> NextHand | None:
        """Deal in every ready player who can pay the boot.

        The deal passes to the next seat in the direction of play, or to the winner. At first it is
        the seat before the first one, so that the first seat begins.
        """
        seats = tuple(one.seat for one in taken if one.ready and one.stack >= rules.boot)
        if len(seats) < self.min_players(rules):
            return None
        winner = past.winners[0] if past.winners else None
        if rules.dealer_rotation == "winner_deals" and winner in seats:
            assert winner is not None
            button = winner
        elif past.button is None:
            button = seats[-rules.step]
        else:
            button = seats[_next_to(past.button, seats, rules)]
        return NextHand(seats, button, {}, {one.seat: "" for one in taken})

    def deal(self, opening: Opening) -> Step:
        """Take the boot from everyone and deal three cards each, one by one, the dealer last."""
        rules = opening.rules
        assert isinstance(rules, TeenPattiRules)
        seats, stacks, boot = opening.seats, opening.stacks, rules.boot
        count = len(seats)
        self.check_opening(opening, boot, 3 * count)
        left = _next_to(opening.button, seats, rules)
        hands = []
        for player in range(count):
            at = (player - left) * rules.step % count
            deck = opening.deck
            hands.append((deck[at], deck[at + count], deck[at + 2 * count]))
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
            turn=left,
            asker=-1,
            requests=0,
            known=(),
            shown=(),
            result=None,
        )
        draft = Draft(state)
        draft.emit("hand_start", EVERYONE, button=opening.button, boot=boot, seats=seats)
        for seat in seats:
            draft.emit("boot", EVERYONE, seat=seat, amount=boot)
        for n in range(count):
            draft.emit("deal", EVERYONE, seat=seats[(left + n * rules.step) % count], count=3)
        if betting.is_choosing(state):
            draft.turn = (left - rules.step) % count  # the dealer
        else:
            _begin_betting(draft)
        return draft.step()

    def act(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Act in the way of the action's kind."""
        _ACTS[action.kind](draft, player, state, action)

    def give_up(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Pack the hand of a player who left, at once, even out of turn (rule 2.7).

        A player who covered stays in for their pots; a player who packed has nothing left to do. If
        one of the two players of an open side show leaves, the request lapses and the asker's bet
        stays in.
        """
        if state.status[player] != IN:
            return
        _pack(draft, player, "left")
        if betting.is_choosing(state):
            _go_on_choosing(draft, player)
            return
        alone = len(draft.able()) <= 1
        if state.asker >= 0 and player not in (state.asker, state.turn) and not alone:
            return
        draft.asker = -1
        if player == state.turn or state.asker >= 0 or alone:
            _next_turn(draft, player if state.asker < 0 else state.asker)

    def timeout(self, state: State, seat: int) -> Action:
        """Pack; refuse an open side show request where that is allowed (rule 2.7).

        A dealer who chooses no variant in time plays the classic game.
        """
        if betting.is_choosing(state):
            return Action(seat, "choose", reading=VARIANTS[0])
        if state.asker < 0:
            return Action(seat, "fold")
        return Action(seat, "accept" if betting.must_accept(state) else "refuse")

    def turn_seconds(self, state: State) -> int | None:
        """Return how long the dealer may choose the variant, None for all other turns."""
        return state.rules.choice_seconds if betting.is_choosing(state) else None

    def dealt(self, state: State) -> int:
        """Count three cards for each player."""
        return 3 * len(state.seats)


# -- turns -----------------------------------------------------------------------------------


def _next_to(dealer: int, seats: tuple[int, ...], rules: TeenPattiRules) -> int:
    """Return the player next to the dealer's seat, which may be empty, in the direction of play."""
    if rules.step > 0:
        return min((n for n, seat in enumerate(seats) if seat > dealer), default=0)
    return max((n for n, seat in enumerate(seats) if seat < dealer), default=len(seats) - 1)


def _begin_betting(draft: Draft) -> None:
    """Give the first turn to the first player who is in the hand."""
    first = 0 if draft.rules.first_actor == "seat0" else draft.first
    _take_turn(draft, first if draft.status[first] == IN else draft.after(first))


def _next_turn(draft: Draft, player: int) -> None:
    """Give the turn to the next player after `player`, or end the hand."""
    if draft.status.count(FOLDED) == len(draft.seats) - 1:  # TP-30
        win_unseen(draft, draft.live()[0])
    elif draft.status.count(IN) <= 1:
        showdown(draft, "forced_show")
    else:
        _take_turn(draft, draft.after(player))


def _take_turn(draft: Draft, player: int) -> None:
    """Begin a turn: the blind limit applies first, then an empty stack covers the pot."""
    draft.turn = player
    limit = draft.rules.max_blind_bets
    if limit is not None and not draft.seen[player] and draft.blind_bets[player] >= limit:  # TP-20
        draft.emit("forced_see", EVERYONE, seat=draft.seats[player])
        _look(draft, player)
    if draft.stacks[player] == 0 and draft.rules.short_stack != "must_fold":
        _cover_pot(draft, player)
        _next_turn(draft, player)


def _look(draft: Draft, player: int) -> None:
    draft.seen[player] = True
    seat = draft.seats[player]
    draft.emit("cards", (seat,), seat=seat, cards=texts_of(draft.hands[player]))


# -- the actions -----------------------------------------------------------------------------


def _choose(draft: Draft, player: int, state: State, action: Action) -> None:
    """Fix the variant of the hand; betting begins (TP-50)."""
    draft.rules = state.rules.chosen(action.reading)
    draft.emit("variant", EVERYONE, seat=action.seat, variant=action.reading)
    _begin_betting(draft)


def _see(draft: Draft, player: int, state: State, action: Action) -> None:
    draft.emit("see", EVERYONE, seat=action.seat)
    _look(draft, player)


def _bet(draft: Draft, player: int, state: State, action: Action) -> None:
    assert action.amount is not None
    blind = not draft.seen[player]
    _put_in(draft, player, action.amount, "bet")
    draft.stake = action.amount if blind else action.amount // 2  # TP-13
    if blind:
        draft.blind_bets[player] += 1
    draft.emit(
        "bet", EVERYONE, seat=action.seat, amount=action.amount, blind=blind, stake=draft.stake
    )
    _after_paying(draft, player)


def _after_paying(draft: Draft, player: int) -> None:
    """Force a show of all when the pot reaches its limit (rule 2.2), otherwise go on."""
    if _pot_is_full(draft):
        showdown(draft, "pot_limit")
    else:
        _next_turn(draft, player)


def _pot_is_full(draft: Draft) -> bool:
    limit = draft.rules.pot_limit
    return limit is not None and draft.pot + sum(draft.frozen) >= limit * draft.rules.boot


def _put_in(draft: Draft, player: int, amount: int, kind: str) -> None:
    draft.pay(player, amount)
    draft.last[player] = (kind, amount)
    if kind in ("bet", "side_show"):
        draft.bettors = (*(other for other in draft.bettors if other != player), player)


def _fold(draft: Draft, player: int, state: State, action: Action) -> None:
    _pack(draft, player, "fold")
    _next_turn(draft, player)


def _pack(draft: Draft, player: int, reason: str) -> None:
    draft.status[player] = FOLDED
    draft.last[player] = ("fold", 0)
    draft.emit("fold", EVERYONE, seat=draft.seats[player], reason=reason)


def _show(draft: Draft, player: int, state: State, action: Action) -> None:
    price = betting.show_price(state, player)
    opponent = next(other for other in draft.able() if other != player)
    _put_in(draft, player, price, "show")
    draft.emit("show", EVERYONE, seat=action.seat, amount=price, opponent=draft.seats[opponent])
    showdown(draft, "show", payer=player)


def _side_show(draft: Draft, player: int, state: State, action: Action) -> None:
    price = betting.minimum(state, player)
    asked = betting.previous_bettor(state, player)
    _put_in(draft, player, price, "side_show")
    draft.requests += 1
    draft.asker, draft.turn = player, asked
    draft.emit(
        "side_show_asked", EVERYONE, asker=action.seat, asked=draft.seats[asked], amount=price
    )
    if _pot_is_full(draft):
        showdown(draft, "pot_limit")


def _accept(draft: Draft, player: int, state: State, action: Action) -> None:
    asker = draft.asker
    _emit_answer(draft, player, accepted=True)
    both = (draft.seats[asker], draft.seats[player])
    for one in (asker, player):
        cards = draft.hands[one]
        draft.emit(
            "side_show_cards",
            both,
            seat=draft.seats[one],
            cards=texts_of(cards),
            hand_value=hand_value_of(cards, draft.rules),
        )
    draft.known = (*draft.known, (asker, player))
    # Equal hands: the asker packs (TP-25).
    asker_wins = hand_key(draft.hands[asker], draft.rules) > hand_key(
        draft.hands[player], draft.rules
    )
    _pack(draft, player if asker_wins else asker, "side_show")
    draft.asker = -1
    _next_turn(draft, asker)


def _refuse(draft: Draft, player: int, state: State, action: Action) -> None:
    asker = draft.asker
    _emit_answer(draft, player, accepted=False)
    draft.asker = -1
    _next_turn(draft, asker)  # TP-26


def _emit_answer(draft: Draft, asked: int, *, accepted: bool) -> None:
    draft.emit(
        "side_show_answer",
        EVERYONE,
        asker=draft.seats[draft.asker],
        asked=draft.seats[asked],
        accepted=accepted,
    )


def _cover(draft: Draft, player: int, state: State, action: Action) -> None:
    _cover_pot(draft, player)
    _after_paying(draft, player)


def _cover_pot(draft: Draft, player: int) -> None:
    """Put in all remaining chips; the pot is frozen and later bets make a new one."""
    amount = draft.stacks[player]
    _put_in(draft, player, amount, "cover")
    draft.status[player] = COVERED
    if draft.rules.short_stack == "cover":  # TP-28
        if draft.pot or not draft.frozen:
            draft.frozen.append(draft.pot)
            draft.pot = 0
        draft.level[player] = len(draft.frozen) - 1
    draft.emit(
        "cover",
        EVERYONE,
        seat=draft.seats[player],
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
    "choose": _choose,
}


def _go_on_choosing(draft: Draft, player: int) -> None:
    """Go on without a player who left before the variant was chosen.

    Without its dealer the hand is classic.
    """
    live = draft.live()
    if len(live) == 1:
        win_unseen(draft, live[0])
    elif player == draft.turn:
        draft.rules = draft.rules.chosen(VARIANTS[0])
        draft.emit("variant", EVERYONE, seat=draft.seats[player], variant=VARIANTS[0])
        _begin_betting(draft)


GAME = TeenPatti()

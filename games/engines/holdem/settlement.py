"""The end of a hand: uncalled bets, showdown, pots and their winners (rule 4.6).

No other module compares hands.
"""

from collections.abc import Sequence
from operator import sub

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.holdem.pots import Stake, shares, side_pots, uncalled
from games.engines.holdem.ranking import five_of, in_codes, value
from games.engines.holdem.state import BOARD_AT, RIVER, Draft, boards, order_from


def collect(draft: Draft) -> None:
    """End a street: return the uncalled bet (TH-19) and move the other bets to the middle."""
    over = uncalled(draft.bets)
    if over is not None:
        player, chips = over
        draft.stacks[player] += chips
        draft.paid[player] -= chips
        draft.bets[player] -= chips
        if draft.status[player] == "all_in":
            draft.status[player] = "in"
        draft.emit("returned", EVERYONE, seat=draft.seats[player], amount=chips)
    if any(draft.bets):
        draft.bets = [0] * len(draft.seats)
        pots = [pot.amount for pot in side_pots(draft.paid, draft.live(), sum(draft.dead))]
        draft.emit("collect", EVERYONE, pots=tuple(pots))


def win_unseen(draft: Draft, survivor: int) -> None:
    """Give everything to the last player left, who need not show."""
    collect(draft)
    amount = sum(draft.paid) + sum(draft.dead)
    seat = draft.seats[survivor]
    draft.stacks[survivor] += amount
    draft.emit("win", EVERYONE, seat=seat, amount=amount, pot=0, board=1, hand_value=None)
    if draft.rules.rabbit and draft.board < BOARD_AT[RIVER]:
        rest = texts_of(draft.deck[draft.board : BOARD_AT[RIVER]])
        draft.emit("rabbit", EVERYONE, cards=rest)
    _end(draft, [Pot(amount, (seat,), (seat,), ((seat, amount),))], "fold")


def showdown(draft: Draft, ended_by: str) -> None:
    """Compare the remaining hands and pay every pot, the last side pot first (TH-21)."""
    runs = boards(draft)
    live = draft.live()
    values = [{player: value((*draft.hands[player], *board)) for player in live} for board in runs]
    pots = side_pots(draft.paid, live, sum(draft.dead))
    shown = _show(draft, pots, values)
    paid = []
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        if len(pot.rivals) == 1:
            # A pot with one rival is paid whole, however many boards there are.
            paid.append(_award(draft, pot, number, (1, ()), pot.rivals, 0))
            continue
        second = pot.amount // 2 if len(runs) == 2 else 0
        for run, amount in enumerate((pot.amount - second, second)[: len(runs)]):
            best = max([values[run][player] for player in pot.rivals])
            winners = [player for player in pot.rivals if values[run][player] == best]
            stake = Stake(amount, pot.rivals)
            board = (run + 1, runs[run])
            paid.append(_award(draft, stake, number, board, winners, best))
    _end(draft, [pot for pot in paid if pot.amount], ended_by, shown)


def _show(draft: Draft, pots: list[Stake], values: list[dict[int, int]]) -> list[Shown]:
    """Show hands in turn from the last aggressor; a beaten hand may be mucked."""
    first = draft.aggressor if draft.aggressor in values[0] else draft.first
    compared = [(pot.rivals, run) for pot in pots if len(pot.rivals) > 1 for run in values]
    leading = [0] * len(compared)  # the best value shown so far
    players, shown = [], []
    for player in order_from(len(draft.seats), first):
        if player not in values[0]:
            continue
        must_show = draft.open or draft.rules.show_losing_hands == "show_all"
        for number, (rivals, run) in enumerate(compared):
            if player in rivals and run[player] >= leading[number]:
                leading[number] = run[player]
                must_show = True
        seat = draft.seats[player]
        if must_show:
            cards, named = texts_of(draft.hands[player]), in_codes(values[0][player])
            players.append(player)
            shown.append(Shown(seat, cards, named))
            draft.emit("show", EVERYONE, seat=seat, cards=cards, hand_value=named)
        else:
            draft.emit("muck", EVERYONE, seat=seat)
    draft.shown = tuple(players)
    return shown


def _award(
    draft: Draft,
    pot: Stake,
    number: int,
    board: tuple[int, tuple[int, ...]],
    winners: Sequence[int],
    best: int,
) -> Pot:
    """Pay a pot of one board, given as its number and cards; `best` is 0 for no comparison."""
    seats, named = draft.seats, in_codes(best) if best else None
    run, cards = board
    split = shares(pot.amount, draft.clockwise(winners))  # TH-22 to TH-24
    for player, chips in split:
        draft.stacks[player] += chips
        if chips:
            draft.emit(
                "win",
                EVERYONE,
                seat=seats[player],
                amount=chips,
                pot=number,
                board=run,
                hand_value=named,
            )
    return Pot(
        pot.amount,
        tuple([seats[player] for player in pot.rivals]),
        tuple([seats[player] for player in winners]),
        tuple([(seats[player], chips) for player, chips in split]),
        named,
        run,
        tuple(
            [
                (seats[player], texts_of(five_of((*draft.hands[player], *cards), best)))
                for player in winners
                if best
            ]
        ),
    )


def _end(draft: Draft, pots: list[Pot], ended_by: str, shown: Sequence[Shown] = ()) -> None:
    draft.turn, draft.votes = -1, -1
    net = tuple(zip(draft.seats, map(sub, draft.stacks, draft.start), strict=True))
    draft.result = Result(
        chips=tuple(zip(draft.seats, draft.stacks, strict=True)),
        net=net,
        pots=tuple(pots),
        shown=tuple(shown),
        ended_by=ended_by,
    )
    draft.emit("hand_end", EVERYONE, net=net)

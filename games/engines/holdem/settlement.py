"""The end of a hand: uncalled bets, showdown, pots and their winners (rule 4.6).

No other module compares hands.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.holdem.pots import Stake, shares, side_pots, uncalled
from games.engines.holdem.ranking import best_five, label, label_of, value
from games.engines.holdem.state import BOARD_AT, RIVER, Draft, boards


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
    draft.emit("win", EVERYONE, seat=seat, amount=amount, pot=0, board=1, label=None)
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
    _show(draft, pots, values, all_of_them=draft.open)
    paid = []
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        if len(pot.rivals) == 1:
            # A pot with one rival is paid whole, however many boards there are.
            paid.append(_award(draft, pot, number, (1, ()), pot.rivals, None))
            continue
        second = pot.amount // 2 if len(runs) == 2 else 0
        for run, amount in enumerate((pot.amount - second, second)[: len(runs)]):
            best = max(values[run][player] for player in pot.rivals)
            winners = tuple(player for player in pot.rivals if values[run][player] == best)
            named = label_of(best)
            stake = Stake(amount, pot.rivals)
            board = (run + 1, runs[run])
            paid.append(_award(draft, stake, number, board, winners, named))
    _end(draft, [pot for pot in paid if pot.amount], ended_by)


def _show(
    draft: Draft, pots: list[Stake], values: list[dict[int, int]], *, all_of_them: bool
) -> None:
    """Show hands in turn from the last aggressor; a beaten hand may be mucked."""
    order = draft.clockwise(draft.live())
    if draft.aggressor in order:
        at = order.index(draft.aggressor)
        order = order[at:] + order[:at]
    shown: list[int] = []
    for player in order:
        must_show = draft.rules.show_losing_hands == "show_all" or any(
            len(pot.rivals) > 1
            and player in pot.rivals
            and all(run[player] >= run[other] for other in shown if other in pot.rivals)
            for pot in pots
            for run in values
        )
        seat = draft.seats[player]
        if all_of_them or must_show:
            shown.append(player)
            cards = draft.hands[player]
            name = label((*cards, *draft.deck[: draft.board]))
            draft.emit("show", EVERYONE, seat=seat, cards=texts_of(cards), label=name)
        else:
            draft.emit("muck", EVERYONE, seat=seat)
    draft.shown = tuple(shown)


def _award(
    draft: Draft,
    pot: Stake,
    number: int,
    board: tuple[int, tuple[int, ...]],
    winners: tuple[int, ...],
    named: str | None,
) -> Pot:
    """Pay a pot of one board: its number, and the best cards where hands were compared."""
    seats = draft.seats
    run, cards = board
    split = shares(pot.amount, draft.clockwise(list(winners)))  # TH-22 to TH-24
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
                label=named,
            )
    return Pot(
        pot.amount,
        tuple(seats[player] for player in pot.rivals),
        tuple(seats[player] for player in winners),
        tuple((seats[player], chips) for player, chips in split),
        named,
        run,
        tuple(
            (seats[player], texts_of(best_five((*draft.hands[player], *cards))))
            for player in winners
            if cards
        ),
    )


def _end(draft: Draft, pots: list[Pot], ended_by: str) -> None:
    draft.turn, draft.votes = -1, -1
    net = tuple(
        (seat, end - begin)
        for seat, end, begin in zip(draft.seats, draft.stacks, draft.start, strict=True)
    )
    draft.result = Result(
        chips=tuple(zip(draft.seats, draft.stacks, strict=True)),
        net=net,
        pots=tuple(pots),
        shown=tuple(
            Shown(
                draft.seats[player],
                texts_of(draft.hands[player]),
                label((*draft.hands[player], *draft.deck[: draft.board])),
            )
            for player in draft.shown
        ),
        ended_by=ended_by,
    )
    draft.emit("hand_end", EVERYONE, net=net)

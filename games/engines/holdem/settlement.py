"""The end of a hand: uncalled bets, showdown, pots and their winners (rules.md 4.6).

Hands are compared here and nowhere else before it.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.holdem.pots import Stake, shares, side_pots, uncalled
from games.engines.holdem.ranking import best_five, label, label_of, value
from games.engines.holdem.state import BOARD_AT, RIVER, Draft, boards


def collect(draft: Draft) -> None:
    """The end of a street: what nobody called goes back, the other bets go to the middle."""
    over = uncalled(draft.bets)
    if over is not None:
        place, chips = over
        draft.stacks[place] += chips
        draft.paid[place] -= chips
        draft.bets[place] -= chips
        if draft.status[place] == "all_in":
            draft.status[place] = "in"
        draft.tell("returned", EVERYONE, seat=draft.seats[place], amount=chips)
    if any(draft.bets):
        draft.bets = [0] * len(draft.seats)
        pots = [pot.amount for pot in side_pots(draft.paid, draft.live(), sum(draft.dead))]
        draft.tell("collect", EVERYONE, pots=tuple(pots))


def win_unseen(draft: Draft, survivor: int) -> None:
    """All others folded: the survivor takes everything and need not show."""
    collect(draft)
    amount = sum(draft.paid) + sum(draft.dead)
    seat = draft.seats[survivor]
    draft.stacks[survivor] += amount
    draft.tell("win", EVERYONE, seat=seat, amount=amount, pot=0, board=1, label=None)
    if draft.rules.rabbit and draft.board < BOARD_AT[RIVER]:
        rest = texts_of(draft.deck[draft.board : BOARD_AT[RIVER]])
        draft.tell("rabbit", EVERYONE, cards=rest)
    _end(draft, [Pot(amount, (seat,), (seat,), ((seat, amount),))], "fold")


def showdown(draft: Draft, ended_by: str) -> None:
    """Compare the hands still in and pay every pot, the last side pot first."""
    runs = boards(draft)
    values = [
        {place: value((*draft.hands[place], *board)) for place in draft.live()} for board in runs
    ]
    pots = side_pots(draft.paid, draft.live(), sum(draft.dead))
    _show(draft, pots, values, all_of_them=draft.open)
    paid = []
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        if len(pot.rivals) == 1:
            # Nobody to compare with: the whole pot, whatever boards there are.
            paid.append(_award(draft, pot, number, (1, ()), pot.rivals, None))
            continue
        second = pot.amount // 2 if len(runs) == 2 else 0
        for run, amount in enumerate((pot.amount - second, second)[: len(runs)]):
            best = max(values[run][place] for place in pot.rivals)
            winners = tuple(place for place in pot.rivals if values[run][place] == best)
            named = label_of(best)
            stake = Stake(amount, pot.rivals)
            board = (run + 1, runs[run])
            paid.append(_award(draft, stake, number, board, winners, named))
    _end(draft, [pot for pot in paid if pot.amount], ended_by)


def _show(
    draft: Draft, pots: list[Stake], values: list[dict[int, int]], *, all_of_them: bool
) -> None:
    """Hands are shown in turn from the last aggressor; a beaten one may stay hidden."""
    order = draft.clockwise(draft.live())
    if draft.aggressor in order:
        at = order.index(draft.aggressor)
        order = order[at:] + order[:at]
    shown: list[int] = []
    for place in order:
        stands = draft.rules.show_losing_hands == "show_all" or any(
            len(pot.rivals) > 1
            and place in pot.rivals
            and all(run[place] >= run[other] for other in shown if other in pot.rivals)
            for pot in pots
            for run in values
        )
        seat = draft.seats[place]
        if all_of_them or stands:
            shown.append(place)
            cards = draft.hands[place]
            name = label((*cards, *draft.deck[: draft.board]))
            draft.tell("show", EVERYONE, seat=seat, cards=texts_of(cards), label=name)
        else:
            draft.tell("muck", EVERYONE, seat=seat)
    draft.shown = tuple(shown)


def _award(
    draft: Draft,
    pot: Stake,
    number: int,
    board: tuple[int, tuple[int, ...]],
    winners: tuple[int, ...],
    named: str | None,
) -> Pot:
    """Pay a pot that was won on a board: its number, and its cards where hands were compared."""
    seats = draft.seats
    run, cards = board
    split = shares(pot.amount, draft.clockwise(list(winners)))
    for place, chips in split:
        draft.stacks[place] += chips
        if chips:
            draft.tell(
                "win",
                EVERYONE,
                seat=seats[place],
                amount=chips,
                pot=number,
                board=run,
                label=named,
            )
    return Pot(
        pot.amount,
        tuple(seats[place] for place in pot.rivals),
        tuple(seats[place] for place in winners),
        tuple((seats[place], chips) for place, chips in split),
        named,
        run,
        tuple(
            (seats[place], texts_of(best_five((*draft.hands[place], *cards))))
            for place in winners
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
                draft.seats[place],
                texts_of(draft.hands[place]),
                label((*draft.hands[place], *draft.deck[: draft.board])),
            )
            for place in draft.shown
        ),
        ended_by=ended_by,
    )
    draft.tell("hand_end", EVERYONE, net=net)

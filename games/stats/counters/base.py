"""What is counted of a hand, whatever the game, and the shape of a game's own book.

A book names its counters and folds a finished hand to them. The names are append-only: standings
keep the numbers in the order of the names. Nothing here knows people, periods or a database.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from games.engines.core.contract import Action, Game, Opening, Result

PER_CATEGORY = 3
"""Numbers kept for each category of open hands: hands, hands won, net."""


class Move(NamedTuple):
    """One action between two states."""

    before: Any
    action: Action
    after: Any


class Played(NamedTuple):
    """A finished hand folded once more: its deal, every move, how it stands and its result."""

    dealt: Any
    moves: tuple[Move, ...]
    state: Any
    result: Result


@dataclass(frozen=True, slots=True)
class Category:
    """A class of hands by their cards, and the exact chance of being dealt one."""

    label: str
    chance: Fraction


def _nothing(played: Played, place: int) -> tuple[int, ...]:
    return ()


def _nobody(played: Played) -> tuple[int, ...]:
    return ()


def _first_class(played: Played, place: int) -> int:
    return 0


def _first_seat(played: Played) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Counter:
    """How one game is counted; without anything given, only hands, wins and chips are.

    `count` gives one player's `counters`; `category` the number of his class in `categories`, by
    the cards alone; `open_places` whose cards everybody saw; `sampled` the one place of the deal
    that stands for it in the tally of categories. Players are places, as in the game's state.
    """

    counters: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    between_players: bool = False
    """What one wins another loses: so there are ratings, net boards and pairs."""
    count: Callable[[Played, int], tuple[int, ...]] = _nothing
    category: Callable[[Played, int], int] = _first_class
    open_places: Callable[[Played], tuple[int, ...]] = _nobody
    sampled: Callable[[Played], int] = _first_seat


class SeatCount(NamedTuple):
    """What one hand adds to one player: the pot he won, his counters, his class if it lay open."""

    won: bool
    net: int
    pot: int
    counters: tuple[int, ...]
    category: int | None

    def strengths(self, categories: int) -> tuple[int, ...]:
        """Hands, wins and net of each class; empty when the hand was not open."""
        if self.category is None:
            return ()
        row = [0] * (PER_CATEGORY * categories)
        at = PER_CATEGORY * self.category
        row[at : at + PER_CATEGORY] = 1, int(self.won), self.net
        return tuple(row)


class Counted(NamedTuple):
    """One hand, counted: by seat, and the class of the deal's sampled hand (None without any)."""

    seats: dict[int, SeatCount]
    dealt: int | None


def shares_of(result: Result) -> dict[int, int]:
    """The chips each seat won: from the pots, or from the house."""
    if not result.pots:
        return {seat: net for seat, net in result.net if net > 0}
    won: dict[int, int] = {}
    for pot in result.pots:
        for seat, share in pot.shares:
            won[seat] = won.get(seat, 0) + share
    return won


def played(game: Game, opening: Opening, actions: Iterable[Action]) -> Played:
    """Fold a hand with all states between; raises `ValueError` for one that is not over."""
    dealt = state = game.deal(opening).state
    moves = []
    for action in actions:
        after = game.apply(state, action).state
        moves.append(Move(state, action, after))
        state = after
    result = game.result(state)
    if result is None:
        raise ValueError("the hand is still on")
    return Played(dealt, tuple(moves), state, result)


def count_hand(book: Counter, game: Game, opening: Opening, actions: Iterable[Action]) -> Counted:
    """Everything a finished hand adds to the figures; raises `ValueError` for one that is on."""
    return count_played(book, opening, played(game, opening, actions))


def count_played(book: Counter, opening: Opening, hand: Played) -> Counted:
    """Everything a finished hand adds to the figures."""
    shares, net = shares_of(hand.result), dict(hand.result.net)
    open_places = book.open_places(hand)
    seats = {
        seat: SeatCount(
            won=shares.get(seat, 0) > 0,
            net=net[seat],
            pot=shares.get(seat, 0),
            counters=book.count(hand, place),
            category=book.category(hand, place) if place in open_places else None,
        )
        for place, seat in enumerate(opening.seats)
    }
    dealt = book.category(hand, book.sampled(hand)) if book.categories else None
    return Counted(seats, dealt)


def shown_places(hand: Played) -> tuple[int, ...]:
    """The places whose cards were opened at the end."""
    return tuple(hand.state.seats.index(shown.seat) for shown in hand.result.shown)


def left_of_dealer(hand: Played) -> int:
    """The first place after the dealer's, whatever he was dealt and however he played."""
    first: int = hand.dealt.first
    return first

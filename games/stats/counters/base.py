"""The counters of every game, and the interface through which a game adds its own.

A book names its counters and computes them from a finished hand. The names are append-only: stored
statistics keep the numbers in the order of the names. Nothing here knows people, periods or a
database.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from core.messages import catalogue
from games.engines.core.contract import Action, Game, Opening, Result

CATEGORY_NUMBERS = 3
"""Numbers stored for each category of open hands: hands, hands won, net."""


class Move(NamedTuple):
    """One action between two states."""

    before: Any
    action: Action
    after: Any


class Played(NamedTuple):
    """A finished hand folded again: its deal, every move, the final state and the result."""

    dealt: Any
    moves: tuple[Move, ...]
    state: Any
    result: Result


@dataclass(frozen=True, slots=True)
class Category:
    """A category of hands by their cards, and the exact probability of being dealt one.

    Its name is the message `statistics.hands.<key>` of the catalogue.
    """

    key: str
    chance: Fraction

    @property
    def label(self) -> str:
        """Return its name."""
        return catalogue().text(f"statistics.hands.{self.key}")


def _nothing(played: Played, player: int) -> tuple[int, ...]:
    return ()


def _nobody(played: Played) -> tuple[int, ...]:
    return ()


def _first_class(played: Played, player: int) -> int:
    return 0


def _first_seat(played: Played) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Counter:
    """How a game is counted; by default only hands, wins and chips.

    `count` returns one player's `counters`; `category` the index of their hand in `categories`, by
    the cards alone; `open_players` the players whose cards everyone saw; `sampled` the one player
    whose hand represents the deal in the tally of categories. Players are indexes, as in the game's
    state.
    """

    counters: tuple[str, ...] = ()
    categories: tuple[Category, ...] = ()
    between_players: bool = False
    """Whether one player's win is another's loss, so that ratings, net boards and pairs exist."""
    count: Callable[[Played, int], tuple[int, ...]] = _nothing
    category: Callable[[Played, int], int] = _first_class
    open_players: Callable[[Played], tuple[int, ...]] = _nobody
    sampled: Callable[[Played], int] = _first_seat


class SeatCount(NamedTuple):
    """The contribution of one hand to one player: the pot won, the counters, the open category."""

    won: bool
    net: int
    pot: int
    counters: tuple[int, ...]
    category: int | None

    def strengths(self, categories: int) -> tuple[int, ...]:
        """Return hands, wins and net of each category; empty when the hand was not open."""
        if self.category is None:
            return ()
        row = [0] * (CATEGORY_NUMBERS * categories)
        at = CATEGORY_NUMBERS * self.category
        row[at : at + CATEGORY_NUMBERS] = 1, int(self.won), self.net
        return tuple(row)


class Counted(NamedTuple):
    """One hand, counted: by seat, and the category of the sampled hand (None without one)."""

    seats: dict[int, SeatCount]
    dealt: int | None


def shares_of(result: Result) -> dict[int, int]:
    """Return the chips that each seat won, from the pots or from the house."""
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
        raise ValueError("the hand is not over")
    return Played(dealt, tuple(moves), state, result)


def count_hand(book: Counter, game: Game, opening: Opening, actions: Iterable[Action]) -> Counted:
    """Return everything that a finished hand adds; raises `ValueError` for one in progress."""
    return count_played(book, opening, played(game, opening, actions))


def count_played(book: Counter, opening: Opening, hand: Played) -> Counted:
    """Return everything that a finished hand adds to the statistics."""
    shares, net = shares_of(hand.result), dict(hand.result.net)
    open_players = book.open_players(hand)
    seats = {
        seat: SeatCount(
            won=shares.get(seat, 0) > 0,
            net=net[seat],
            pot=shares.get(seat, 0),
            counters=book.count(hand, player),
            category=book.category(hand, player) if player in open_players else None,
        )
        for player, seat in enumerate(opening.seats)
    }
    dealt = book.category(hand, book.sampled(hand)) if book.categories else None
    return Counted(seats, dealt)


def shown_players(hand: Played) -> tuple[int, ...]:
    """Return the players whose cards were opened at the end."""
    return tuple(hand.state.seats.index(shown.seat) for shown in hand.result.shown)


def left_of_dealer(hand: Played) -> int:
    """Return the first player after the dealer, whatever their cards and actions."""
    first: int = hand.dealt.first
    return first

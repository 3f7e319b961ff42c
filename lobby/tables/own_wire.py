"""The shapes of a user's own tables and of their quick seats."""

from typing import Annotated

from msgspec import Meta

from core.wire import Shape, one_of
from lobby.tables.models import Seat


class QuickLevel(Shape):
    """Stakes at which a quick seat is possible: `unit` as in the list of tables, 0 for points.

    `usual` is a modest buy-in: half of the maximum, but at most a tenth of your wallet.
    """

    unit: int
    stakes: str
    min_buy_in: int
    max_buy_in: int
    usual: int
    people: int
    tables: int


class QuickChoiceView(Shape):
    """Your choice for quick seats at a game; it counts until you choose again."""

    unit: int
    buy_in: int


class QuickOptions(Shape):
    """The stakes for a quick seat at a game: all, those that suit your wallet, and your choice."""

    game: str
    levels: list[QuickLevel]
    recommended: Annotated[int | None, Meta(description="a unit; null: no table is open")]
    chosen: QuickChoiceView | None


class SeatedTable(Shape):
    """A table where you have a seat; `my_turn`: it waits for your action."""

    slug: str
    name: str
    game: str
    status: Annotated[str, one_of(Seat.Status.values)]
    my_turn: bool


class SeatedTables(Shape):
    """The tables where you have a seat, in the order in which you sat down."""

    items: list[SeatedTable]

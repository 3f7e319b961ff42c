"""The shapes of what the rules of a table let its players do, and how they differ from a preset."""

from msgspec import UNSET, UnsetType

from core.wire import Shape
from games.hands.wire import OptionValue


class Restart(Shape):
    """The players who may start the next game: `by` is `auto`, `winner` or `anyone`.

    `seats` are their seats; `needed` says that the table waits for one of them.
    """

    by: str
    seats: list[int]
    needed: bool


class Wishes(Shape):
    """Which preferences a seat can set at this table."""

    post: bool
    straddle: bool
    top_up_to: bool


class HouseRule(Shape):
    """An option that differs from the table's preset; sockets send it without words.

    `chosen` and `of_preset` are its values as in the form, `value` and `usual` the same in words;
    `text` is a sentence that explains it.
    """

    name: str
    chosen: OptionValue
    of_preset: OptionValue
    label: str | UnsetType = UNSET
    value: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    usual: str | UnsetType = UNSET

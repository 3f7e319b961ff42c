"""The shapes of a table's next deck on the wire: sealed, locked, and how the one before ended."""

from typing import Annotated, Any

from msgspec import Meta

from core.wire import Shape


class SealedDeckView(Shape, omit_defaults=True):
    """A published deck; hashes and ids are hexadecimal digits (docs/fair-dealing.md)."""

    scheme: str
    table_id: Annotated[str, Meta(description="16 bytes: the table, whatever it is called")]
    no: Annotated[int, Meta(description="the number of the table's deck, without gaps")]
    deck_id: str
    n: Annotated[int, Meta(description="cards")]
    roots: Annotated[list[str], Meta(description="of each of its four candidates")]
    commit: Annotated[str, Meta(description="the hash of all this; cuts are for it")]
    tfair1: Annotated[bool, Meta(description="the table's chain began by TFAIR1")] = False


class Plan(Shape):
    """The seats dealt in, the rules and the buttons of the next hand, as the lock fixes them."""

    button: Annotated[list[int], Meta(description="seats among which the cuts draw the button")]
    game: str
    rules_hash: str
    seats: list[int]
    step: Annotated[int, Meta(description="-1 where the deal goes anticlockwise")]


class LockView(Shape):
    """A lock: the plan of the hand and the hashes of the players' cuts, by seat."""

    no: int
    n: int
    plan: Plan
    cut_commits: list[tuple[int, str]]
    lock: Annotated[str, Meta(description="the hash of commit, plan and cut commits")]
    signature: Annotated[str, Meta(description="the house's, of the lock: 128 hexadecimal digits")]


class EndedDeck(Shape, omit_defaults=True):
    """The last deck of a table that ended, and the table's chain with it."""

    no: Annotated[int, Meta(description="0 before the first")]
    chain: str
    tfair1: Annotated[bool, Meta(description="before the first deck: the chain of TFAIR1")] = False


class NextDeckView(Shape):
    """The sealed deck of the next hand, published before anybody cuts it.

    `missing` are the seats of the lock whose cuts have not come although they were asked again, and
    `not_asked` those of people who missed several. `last` is how the deck before ended: dealt
    (`play_hash`), or thrown away (`reason`).
    """

    game: str
    deck: SealedDeckView
    lock: LockView | None
    missing: list[int]
    not_asked: list[int]
    ended: EndedDeck
    last: dict[str, Any] | None

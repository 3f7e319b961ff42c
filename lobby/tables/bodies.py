"""Commands at a table and the queries about it, as clients send them.

A command has the same fields as a REST body and as a socket message (`lobby.tables.commands`).
"""

import uuid
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from core.http.pagination import PAGE_SIZE_DEFAULT, Cursor, PageSize
from core.wire import Body, Name, characters, one_of
from games.engines.core import registry
from games.engines.core.cards import parse_card
from lobby.tables.errors import TableRefused
from lobby.tables.lobby_list import TableFilter
from lobby.tables.models.chat import LINE_CHARS_MAX
from lobby.tables.models.table import NAME_CHARS
from lobby.tables.phrases import EMOTES, all_phrases
from lobby.tables.wire import BotLevel, Key

CHIPS_MAX = 2**53
PLACES_MAX = 40
CARDS_MAX = 33
"""The most cards that a player of any game holds, and so may play at once."""
INT_MAX, BIGINT_MAX = 2**31 - 1, 2**63 - 1
EXAMPLE_KEY = "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21"

Chips = Annotated[int, Meta(ge=0, le=CHIPS_MAX)]
Amount = Annotated[int, Meta(ge=-CHIPS_MAX, le=CHIPS_MAX)]
"""A number of chips of which the game or the table says whether it is possible."""
Cards = Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=CARDS_MAX)]
Digits32 = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Digits64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
RequestKey = Annotated[
    uuid.UUID, Meta(description="idempotency key: a repeated request has no further effect")
]


class ListQuery(TableFilter, kw_only=True):
    """A page of the list of tables."""

    cursor: Cursor = None
    size: PageSize = PAGE_SIZE_DEFAULT
    mine: Annotated[bool | None, Meta(description="you have a seat there or are the host")] = None


class AnswerBody(Body):
    """The answer to a player's request for a seat."""

    name: Name
    approve: bool

    example: ClassVar[dict[str, Any]] = {"name": "Ravi", "approve": True}


class NamedBody(Body):
    """A player at the table."""

    name: Name

    example: ClassVar[dict[str, Any]] = {"name": "Ravi"}


class OpenHandsBody(Body):
    """Whether everybody sees all cards from the next hand on."""

    on: bool

    example: ClassVar[dict[str, Any]] = {"on": True}


class SetCardsBody(Body):
    """The cards of the next hand by place: the number of a seat, `board`, `dealer` or `kitty`.

    The cards of a place are dealt in this order. Those that you leave out come at random; an empty
    object takes all back.
    """

    cards: Annotated[
        dict[Annotated[str, Meta(max_length=8)], Annotated[str, Meta(max_length=4 * CARDS_MAX)]],
        Meta(max_length=PLACES_MAX),
    ]

    example: ClassVar[dict[str, Any]] = {"cards": {"0": "As Ah", "board": "Ad Kc 7h"}}


class StepBackBody(Body):
    """The hand and the number of its last action, which is taken back."""

    hand: uuid.UUID
    seq: Annotated[int, Meta(ge=0, le=INT_MAX)]


class QuickQuery(Body):
    """The game of a quick seat; the first one of the lobby if it is omitted."""

    game: Key = registry.first().key


class QuickBody(Body):
    """The game of a quick seat, and the stakes and buy-in that you want from now on.

    Without them your last choice counts, or else stakes that suit your wallet.
    """

    game: Key
    unit: Annotated[
        Chips | None, Meta(description="one of the units of `GET tables/quick`; 0: points")
    ] = None
    buy_in: Chips | None = None
    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"game": registry.first().key}


class PracticeBody(Body):
    """The game that you want to practise."""

    game: Key

    example: ClassVar[dict[str, Any]] = {"game": registry.first().key}


class JoinBody(Body):
    """A table's name."""

    name: Annotated[str, characters(*NAME_CHARS)]

    example: ClassVar[dict[str, Any]] = {"name": "Marigold"}


class StateQuery(Body):
    """The state you know, and how long the response may wait for something new."""

    after: Annotated[
        str,
        Meta(max_length=64, description="`at` of the last response (or the `seq` of its hand)"),
    ] = ""
    wait: Annotated[int, Meta(ge=0, le=20, description="seconds")] = 0


class ChatQuery(Body):
    """The last chat line you know."""

    after: Annotated[int, Meta(ge=0, le=BIGINT_MAX)] = 0


class MissedQuery(Body):
    """The last hand you know."""

    after: Annotated[int, Meta(ge=0, le=INT_MAX, description="the last hand number you know")] = 0


class DeckEndsQuery(Body):
    """The last deck whose end you know."""

    after: Annotated[int, Meta(ge=0, le=INT_MAX, description="the number of that deck")] = 0


class ActBody(Body):
    """One action of the hand: one of `hand.view.you.legal`, with the `seq` it was offered at."""

    hand: uuid.UUID
    seq: Annotated[int, Meta(ge=0, le=INT_MAX)]
    action: Annotated[str, Meta(min_length=1, max_length=24)]
    key: Annotated[uuid.UUID, Meta(description="idempotency key: a repeated action counts once")]
    amount: Amount | None = None
    cards: Cards = []
    reading: Annotated[str, Meta(max_length=32)] = ""

    example: ClassVar[dict[str, Any]] = {
        "hand": "0b8e5f0e-5a77-4b0e-8a53-6f1b5d0c2a10",
        "seq": 4,
        "key": EXAMPLE_KEY,
        "action": "bet",
        "amount": 20,
    }


class CutCommitBody(Body):
    """A commitment to a cut of the next deck: the hash of 32 random bytes, as TFAIR2 hashes them.

    It is for the deck with this `commit`, between two hands: the lock waits at most 1.5 s.
    """

    deck: Annotated[Digits64, Meta(description="`table.next_deck.deck.commit`")] = field(
        name="commit"
    )
    commit: Digits64 = field(name="hash")

    example: ClassVar[dict[str, Any]] = {"commit": "0b8e5f0e" * 8, "hash": "6f1b5d0c" * 8}


class CutBody(Body):
    """The 32 bytes of a committed cut, once `table.next_deck.lock` lists its hash.

    `state` with `wait` tells you at once. Send it again when `table.next_deck.missing` has your
    seat: without it the deck is thrown away 4 s after the lock, or when the deal is due.
    """

    deck: Annotated[Digits64, Meta(description="`table.next_deck.deck.commit`")] = field(
        name="commit"
    )
    cut: Digits64

    example: ClassVar[dict[str, Any]] = {"commit": "0b8e5f0e" * 8, "cut": "3a1f0b7c" * 8}


class AskBody(Body):
    """A selection of your own cards."""

    cards: Cards

    example: ClassVar[dict[str, Any]] = {"cards": ["7s", "7h", "7d", "4c"]}


class SitBody(Body):
    """A seat and the chips to bring; the minimum if `buy_in` is omitted."""

    number: Annotated[int, Meta(ge=0, le=31)] = field(name="seat")
    buy_in: Chips | None = None
    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"seat": 2, "buy_in": 500, "key": EXAMPLE_KEY}


class LeaveBody(Body):
    """Give up your seat; its chips go back to the wallet."""

    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"key": EXAMPLE_KEY}


class TopUpBody(Body):
    """Chips to add from the wallet."""

    amount: Amount
    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"amount": 300, "key": EXAMPLE_KEY}


class PreferBody(Body):
    """Your seat's preferences; omitted fields stay unchanged."""

    post: bool | None = None
    straddle: bool | None = None
    top_up_to: Annotated[
        Chips | None,
        Meta(description="top my stack up to this many chips between hands; 0: off"),
    ] = None

    example: ClassVar[dict[str, Any]] = {"post": True}


class AgainBody(Body):
    """Enter the next sit and go."""

    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"key": EXAMPLE_KEY}


class BotsBody(Body):
    """How many bots to add, and of which level."""

    count: Annotated[int, Meta(ge=1, le=32)]
    level: BotLevel = "medium"
    key: RequestKey | None = None

    example: ClassVar[dict[str, Any]] = {"count": 2, "level": "hard"}


class SayBody(Body):
    """A chat line, or an action that begins with a slash: `/call`, `/raise 40`."""

    text: Annotated[str, characters(1, LINE_CHARS_MAX)]

    example: ClassVar[dict[str, Any]] = {"text": "good evening"}


class ReactBody(Body):
    """An emote, or a quick phrase that each reader sees in their language."""

    reaction: Annotated[str, one_of([*EMOTES, *all_phrases()])]

    example: ClassVar[dict[str, Any]] = {"reaction": EMOTES[0]}


def cards_of(texts: list[str]) -> tuple[int, ...]:
    """Parse cards as messages write them. Raises `Refused` BAD_MESSAGE."""
    try:
        return tuple(parse_card(text) for text in texts)
    except ValueError:
        raise TableRefused("BAD_MESSAGE", case="card", status=400) from None

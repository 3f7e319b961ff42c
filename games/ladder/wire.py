"""The shapes of the ladder and its matches on the wire."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from core.wire import Body, Moment, Shape, in_family, one_of
from games.bots import LEVELS
from games.engines.core import registry
from games.hands.wire import GAMES
from games.ladder.course import DEALS_MAX, OPEN_HANDS_MAX, SEED_CHARS
from games.wire.registry import VIEWS

DUEL_GAMES = tuple(key for key in GAMES if registry.get(key).min_seats > 1)
AMOUNT_MAX = 2**53
SEED = f"^[A-Za-z0-9_-]{{1,{SEED_CHARS}}}\\Z"
CARDS_MAX = 33


class Sandbox(Body):
    """A game that is not rated, with cards that follow from the seed: the same each time."""

    seed: Annotated[str, Meta(pattern=SEED, max_length=SEED_CHARS)]
    deals: Annotated[int, Meta(ge=1, le=DEALS_MAX)] = DEALS_MAX


class LadderMatchBody(Body):
    """The match to start; with `sandbox` a game that repeats."""

    game: Annotated[str, one_of(GAMES)]
    level: Annotated[str, one_of(LEVELS, description="the house bots that you meet")]
    sandbox: Sandbox | None = None

    example: ClassVar[dict[str, Any]] = {"game": GAMES[0], "level": "hard"}


class LadderDuelBody(Body):
    """The game in which you are ready for a duel."""

    game: Annotated[str, one_of(DUEL_GAMES)]

    example: ClassVar[dict[str, Any]] = {"game": GAMES[0]}


class LadderMove(Body):
    """Your action in one hand: the fields of `act` at a table."""

    hand: Annotated[int, Meta(ge=0, lt=DEALS_MAX, description="the number of the hand")]
    seq: Annotated[int, Meta(ge=0, le=10_000, description="the `seq` that you saw")]
    action: Annotated[str, Meta(max_length=32)]
    amount: Annotated[int, Meta(ge=-AMOUNT_MAX, le=AMOUNT_MAX)] | None = None
    cards: (
        Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=CARDS_MAX)] | None
    ) = None
    reading: Annotated[str, Meta(max_length=32)] | None = None


class LadderMovesBody(Body):
    """Your actions in hands that wait for you, all of which count, or none."""

    moves: Annotated[list[LadderMove], Meta(min_length=1, max_length=OPEN_HANDS_MAX)]

    example: ClassVar[dict[str, Any]] = {"moves": [{"hand": 0, "seq": 0, "action": "call"}]}


class LadderHand(Shape):
    """A hand of a match that waits for you."""

    id: str
    number: int
    seq: Annotated[int, Meta(description="the number of actions so far; send it with your action")]
    view: Annotated[
        dict[str, Any],
        in_family(VIEWS, description="the game as you may see it; `you.legal` is what you may do"),
    ]


class LadderMatch(Shape):
    """A match; `net` is what you have won more than a house bot with your cards, in chips.

    In a duel it is less what the rival has won more than one with the rival's.
    """

    id: str
    game: str
    preset: str
    level: str
    rival: Annotated[str | None, Meta(description="the bot that you meet in a duel")]
    sandbox: Annotated[bool, Meta(description="not rated; you chose the seed")]
    seed: Annotated[str | None, Meta(description="null while a rated match is open")]
    deals: int
    played: Annotated[int, Meta(description="hands that are over")]
    net: int
    outcome: Annotated[str, one_of(("open", "won", "drawn", "lost", "void"))]
    ends_at: Annotated[Moment, Meta(description="a rated match that is open then is lost")]
    clock_ms: Annotated[int | None, Meta(description="your time left in a duel that is open")]
    rival_clock_ms: Annotated[int | None, Meta(description="the rival's")]
    hands: Annotated[list[LadderHand], Meta(description="the hands that wait for you")]


class LadderDuel(Shape):
    """Your open duel, or null as long as there is no rival: then ask again."""

    match: LadderMatch | None
    ask_again_ms: Annotated[
        int | None, Meta(description="when to ask again; who does not is no longer ready")
    ]


class LadderQuery(Body):
    """The ladder that is requested."""

    game: Annotated[str, one_of(GAMES)]


class LadderPlace(Shape):
    """A line of the ladder: a registered bot, or a level of house bots."""

    place: Annotated[int | None, Meta(description="null after too few matches")]
    name: Annotated[str, Meta(description="empty for a level of house bots")]
    level: Annotated[str, Meta(description="empty for a registered bot")]
    matches: int
    won: int
    drawn: int
    rating: Annotated[int, Meta(description="2000 for a newcomer")]
    margin: Annotated[int, Meta(description="half of the 95 % interval of the rating")]


class LadderResult(Shape):
    """A finished duel; `outcome` and `net` are those of `name`."""

    name: str
    rival: str
    outcome: Annotated[str, one_of(("won", "drawn", "lost"))]
    net: Annotated[int, Meta(description="in chips; each bot's is beyond a house bot's")]
    finished_at: Moment


class Ladder(Shape):
    """The ladder of a game, best first, and its last duels, the newest first."""

    game: str
    rows: list[LadderPlace]
    duels: list[LadderResult]

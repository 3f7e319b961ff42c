"""What the lobby's part of the API takes and gives, field by field.

What only a game knows (its view of a hand, its options) is an object whose fields the game's own
page describes.
"""

from typing import Any, ClassVar

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    IntegerField,
    JSONField,
    ListField,
    UUIDField,
)

from accounts.people.api.serializers import Moment, Shape
from accounts.people.models import User
from core.http.pagination import PageQuery
from core.http.parsing import Body, KeyField
from lobby.tables.models import Seat, Table
from lobby.tables.queries.table_list import FORMATS

MOST_CHIPS = 2**53
STATES = [*Table.State.values]

Card = CharField


def _object(**options: Any) -> DictField:
    return DictField(child=JSONField(allow_null=True), **options)


def _cards(**options: Any) -> ListField:
    return ListField(child=Card(max_length=3), max_length=20, **options)


# -- what comes in -------------------------------------------------------------------------------


class ListQuery(PageQuery):
    """Which tables: all filters must hold."""

    game = CharField(required=False, max_length=32)
    format = ChoiceField(sorted(FORMATS.values()), required=False)
    spectators = ChoiceField(Table.Spectators.choices, required=False)
    free = BooleanField(required=False, help_text="with a free seat (false: full)")
    mine = BooleanField(required=False, help_text="I sit there, or opened it")


class NamedBody(Body):
    """A player at the table."""

    name = CharField(max_length=100)

    example: ClassVar[dict[str, Any]] = {"name": "Ravi"}


class QuickBody(Body):
    """Which game."""

    game = CharField(max_length=32)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"game": "teen_patti"}


class JoinBody(Body):
    """The name of a table."""

    name = CharField(max_length=200)

    example: ClassVar[dict[str, Any]] = {"name": "Marigold"}


class StateQuery(Body):
    """What is known already, and how long the answer may wait for something new."""

    after = CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=64,
        help_text="`at` of the last answer (or the `seq` of its hand)",
    )
    wait = IntegerField(default=0, min_value=0, max_value=20, help_text="seconds")


class ChatQuery(Body):
    """Lines after this one."""

    after = IntegerField(default=0, min_value=0, max_value=2**63 - 1)


class Empty(Body):
    """Nothing."""


class ActBody(Body):
    """One action of the hand: one of `hand.view.you.legal`, for the `seq` it was offered at."""

    hand = UUIDField()
    seq = IntegerField(min_value=0, max_value=2**31 - 1)
    key = UUIDField(help_text="your own key: sent again with it, the action counts once")
    action = CharField(max_length=24)
    amount = IntegerField(
        required=False, allow_null=True, min_value=-MOST_CHIPS, max_value=MOST_CHIPS
    )
    cards = _cards(required=False)
    reading = CharField(required=False, max_length=32, allow_blank=True)

    example: ClassVar[dict[str, Any]] = {
        "hand": "0b8e5f0e-5a77-4b0e-8a53-6f1b5d0c2a10",
        "seq": 4,
        "key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21",
        "action": "bet",
        "amount": 20,
    }


class AskBody(Body):
    """Some of one's own cards."""

    cards = _cards()

    example: ClassVar[dict[str, Any]] = {"cards": ["7s", "7h", "7d", "4c"]}


class SitBody(Body):
    """A seat, and the chips to bring; the least there is, when nothing is said."""

    seat = IntegerField(min_value=0, max_value=31)
    buy_in = IntegerField(required=False, min_value=0, max_value=MOST_CHIPS)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {
        "seat": 2,
        "buy_in": 500,
        "key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21",
    }


class LeaveBody(Body):
    """Stand up."""

    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21"}


class TopUpBody(Body):
    """More chips."""

    amount = IntegerField(min_value=-MOST_CHIPS, max_value=MOST_CHIPS)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {
        "amount": 300,
        "key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21",
    }


class MissedQuery(Body):
    """Since when."""

    after = IntegerField(
        default=0, min_value=0, max_value=2**31 - 1, help_text="number of a hand I know"
    )


class MissedShape(Shape):
    """What happened while you were away, of at most 500 hands."""

    hands = IntegerField(help_text="finished since")
    played = IntegerField(help_text="those you were dealt in")
    won = IntegerField(help_text="those you won a pot of")
    net = IntegerField(help_text="chips or points that they brought you")
    by_clock = IntegerField(help_text="times the clock or autoplay acted for you")
    biggest_pot = IntegerField(help_text="the largest that you won")


class PreferBody(Body):
    """Wishes of one's seat; what is not named stays."""

    post = BooleanField(required=False)
    straddle = BooleanField(required=False)
    top_up_to = IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_CHIPS,
        help_text="bring my stack back to so many chips between hands; 0: no longer",
    )

    example: ClassVar[dict[str, Any]] = {"post": True}


class AgainBody(Body):
    """Enter the next sit and go."""

    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21"}


class BotsBody(Body):
    """How many bots, and how well they play."""

    count = IntegerField(min_value=1, max_value=32)
    level = CharField(default="medium", max_length=8)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"count": 2, "level": "hard"}


class SayBody(Body):
    """A line; one that begins with a slash is an action of the hand: `/call`, `/raise 40`."""

    text = CharField(max_length=400, trim_whitespace=False)

    example: ClassVar[dict[str, Any]] = {"text": "good evening"}


class SeatName(Shape):
    seat = IntegerField()
    name = CharField()
    avatar = IntegerField()
    kind = ChoiceField(User.Kind.choices)


class TableRow(Shape):
    slug = CharField()
    name = CharField()
    game = CharField()
    preset = CharField()
    stakes = CharField()
    unit = IntegerField()
    format = ChoiceField(sorted(FORMATS.values()))
    min_buy_in = IntegerField()
    max_buy_in = IntegerField()
    seats = IntegerField()
    taken = IntegerField()
    bots = IntegerField()
    watching = IntegerField()
    state = ChoiceField(STATES)
    playing = BooleanField()
    spectators = ChoiceField(Table.Spectators.choices)
    private = BooleanField()
    names = SeatName(many=True)
    mine = BooleanField()
    my_turn = BooleanField()


class SeatShape(SeatName):
    stack = IntegerField()
    pending = IntegerField(help_text="chips that join the stack before the next hand")
    status = ChoiceField(Seat.Status.choices)
    bank_ms = IntegerField()
    owes = CharField(allow_blank=True)
    for_points = BooleanField()
    posts = BooleanField()
    straddles = BooleanField()
    pressed_next = BooleanField(help_text="its person wants the next hand now")
    place = IntegerField(allow_null=True, help_text="in the sit and go")


class TableShape(Shape):
    """The table without its cards; what the socket sends as `table`."""

    slug = CharField()
    name = CharField()
    game = CharField()
    preset = CharField()
    state = ChoiceField(STATES)
    private = BooleanField()
    households = ChoiceField(Table.Households.choices, help_text="apart: one person of each")
    newcomers = BooleanField(help_text="only for people who have played few hands")
    spectators = ChoiceField(Table.Spectators.choices)
    spectator_delay_s = IntegerField()
    max_seats = IntegerField()
    min_buy_in = IntegerField()
    max_buy_in = IntegerField()
    clock_ms = IntegerField()
    bank_ms = IntegerField()
    autostart = BooleanField()
    running = BooleanField()
    is_house_table = BooleanField()
    stakes = CharField()
    unit = IntegerField()
    format = ChoiceField(sorted(FORMATS.values()))
    restart = _object(help_text="who starts the next game: by, seats, needed")
    sit_and_go = _object(allow_null=True, help_text="the sit and go")
    can_prefer = DictField(child=BooleanField())
    rules = _object(help_text="every option of the game")
    house_rules = ListField(child=_object(), help_text="what differs from the usual rules")
    phrases = ListField(
        child=CharField(), help_text="all that players may say during a hand; empty: anything"
    )
    host = CharField(allow_null=True)
    version = IntegerField()
    seats = SeatShape(many=True)
    min_players = IntegerField()
    can_start = BooleanField()
    waiting = CharField(allow_null=True)
    next_at = Moment(allow_null=True, help_text="of the next hand, milliseconds since 1970")
    next_deck = _object(
        allow_null=True,
        help_text="the sealed deck of the next hand: number, deck_id, n, roots, commit, locked",
    )
    invite = CharField(allow_null=True, help_text="for those who may pass it on")


class RestShape(Shape):
    """Your own break or limit keeps you from being dealt in."""

    code = ChoiceField(["ON_BREAK", "OWN_LOSS", "OWN_MINUTES"])
    text = CharField()
    until = Moment()


class YouShape(Shape):
    id = UUIDField()
    name = CharField()
    kind = ChoiceField(User.Kind.choices)
    seat = IntegerField(allow_null=True)
    wallet = IntegerField()
    tops_up_to = IntegerField(allow_null=True, help_text="automatic top-up between hands")
    rests = RestShape(allow_null=True)


class HandShape(Shape):
    id = UUIDField()
    number = IntegerField()
    seq = IntegerField(help_text="how many actions there were; name it when you act")
    view = _object(help_text="the game as you may see it; `you.legal` is what you may do")
    clock = _object(allow_null=True, help_text="seat, from, until, bank_until, held_until")
    next_at = Moment(allow_null=True)
    fair = _object(allow_null=True, help_text="the proof of the deal; null of older hands")
    openings = ListField(child=_object(), help_text="p, t, card, salt, path of each card in view")


class LineShape(Shape):
    id = IntegerField()
    at = Moment()
    who = CharField()
    kind = ChoiceField(["player", "watcher", "dealer"])
    room = ChoiceField(["players", "spectators"])
    text = CharField()
    nudges = IntegerField(allow_null=True, help_text="the seat that the line asks to act")


class StateShape(Shape):
    """A table as you may see it."""

    at = CharField(help_text="the position: ask on with `after`")
    now = Moment()
    you = YouShape(allow_null=True)
    table = TableShape()
    hand = HandShape(allow_null=True)
    chat = LineShape(many=True)
    watching = IntegerField()


class ActedShape(Shape):
    seq = IntegerField(help_text="where the action was recorded")
    state = StateShape()


class ChatShape(Shape):
    items = LineShape(many=True)


class SaidShape(Shape):
    line = LineShape(allow_null=True, help_text="null where the text was an action")


class WatchersShape(Shape):
    watching = IntegerField()


class OptionsShape(Shape):
    """Everything the form of a new table offers."""

    games = ListField(child=_object(), help_text="key, name, seats, presets, options")
    spectator_modes = ListField(child=_object())
    bot_levels = ListField(child=CharField())

"""Request and response bodies of the lobby's part of the API.

Values that only a game defines (its view of a hand, its options) are objects; the game's own page
describes their fields.
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
from lobby.tables.models import Seat, SeatRequest, Table
from lobby.tables.queries.table_list import FORMATS

MOST_CHIPS = 2**53
STATES = [*Table.State.values]

Card = CharField


def _object(**options: Any) -> DictField:
    return DictField(child=JSONField(allow_null=True), **options)


def _cards(**options: Any) -> ListField:
    return ListField(child=Card(max_length=3), max_length=20, **options)


# -- requests --------------------------------------------------------------------------------


class ListQuery(PageQuery):
    """Filters for the list of tables; a table must match all of them."""

    game = CharField(required=False, max_length=32)
    format = ChoiceField(sorted(FORMATS.values()), required=False)
    spectators = ChoiceField(Table.Spectators.choices, required=False)
    free = BooleanField(required=False, help_text="true: with a free seat; false: full")
    mine = BooleanField(required=False, help_text="you have a seat there or are the host")


class AnswerBody(Body):
    """The answer to a player's request for a seat."""

    name = CharField(max_length=100)
    approve = BooleanField()

    example: ClassVar[dict[str, Any]] = {"name": "Ravi", "approve": True}


class NamedBody(Body):
    """A player at the table."""

    name = CharField(max_length=100)

    example: ClassVar[dict[str, Any]] = {"name": "Ravi"}


class QuickBody(Body):
    """The game of a quick seat."""

    game = CharField(max_length=32)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"game": "teen_patti"}


class JoinBody(Body):
    """A table's name."""

    name = CharField(max_length=200)

    example: ClassVar[dict[str, Any]] = {"name": "Marigold"}


class StateQuery(Body):
    """The state you know, and how long the response may wait for something new."""

    after = CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=64,
        help_text="`at` of the last response (or the `seq` of its hand)",
    )
    wait = IntegerField(default=0, min_value=0, max_value=20, help_text="seconds")


class ChatQuery(Body):
    """The last chat line you know."""

    after = IntegerField(default=0, min_value=0, max_value=2**63 - 1)


class Empty(Body):
    """An empty body."""


class ActBody(Body):
    """One action of the hand: one of `hand.view.you.legal`, with the `seq` it was offered at."""

    hand = UUIDField()
    seq = IntegerField(min_value=0, max_value=2**31 - 1)
    key = UUIDField(help_text="idempotency key: a repeated action counts once")
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
    """A selection of your own cards."""

    cards = _cards()

    example: ClassVar[dict[str, Any]] = {"cards": ["7s", "7h", "7d", "4c"]}


class SitBody(Body):
    """A seat and the chips to bring; the minimum if `buy_in` is omitted."""

    seat = IntegerField(min_value=0, max_value=31)
    buy_in = IntegerField(required=False, min_value=0, max_value=MOST_CHIPS)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {
        "seat": 2,
        "buy_in": 500,
        "key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21",
    }


class LeaveBody(Body):
    """Give up your seat."""

    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21"}


class TopUpBody(Body):
    """Chips to add."""

    amount = IntegerField(min_value=-MOST_CHIPS, max_value=MOST_CHIPS)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {
        "amount": 300,
        "key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21",
    }


class MissedQuery(Body):
    """The last hand you know."""

    after = IntegerField(
        default=0, min_value=0, max_value=2**31 - 1, help_text="the last hand number you know"
    )


class MissedShape(Shape):
    """A summary of at most 500 hands that you missed."""

    hands = IntegerField(help_text="hands finished since")
    played = IntegerField(help_text="hands you were dealt into")
    won = IntegerField(help_text="hands in which you won a pot")
    net = IntegerField(help_text="your net result in chips or points")
    by_clock = IntegerField(help_text="how often the clock or autoplay acted for you")
    biggest_pot = IntegerField(help_text="the largest pot you won")


class PreferBody(Body):
    """Your seat's preferences; omitted fields stay unchanged."""

    post = BooleanField(required=False)
    straddle = BooleanField(required=False)
    top_up_to = IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_CHIPS,
        help_text="top my stack up to this many chips between hands; 0: off",
    )

    example: ClassVar[dict[str, Any]] = {"post": True}


class AgainBody(Body):
    """Enter the next sit and go."""

    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"key": "6d0c9a3e-4f5b-4c58-9d2e-3a1f0b7c8e21"}


class BotsBody(Body):
    """How many bots to add, and of which level."""

    count = IntegerField(min_value=1, max_value=32)
    level = CharField(default="medium", max_length=8)
    key = KeyField()

    example: ClassVar[dict[str, Any]] = {"count": 2, "level": "hard"}


class SayBody(Body):
    """A chat line, or an action that begins with a slash: `/call`, `/raise 40`."""

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
    pending = IntegerField(help_text="chips added to the stack before the next hand")
    status = ChoiceField(Seat.Status.choices)
    bank_ms = IntegerField()
    owes = CharField(allow_blank=True)
    for_points = BooleanField()
    posts = BooleanField()
    straddles = BooleanField()
    pressed_next = BooleanField(help_text="the player wants the next hand now")
    place = IntegerField(allow_null=True, help_text="finishing place in the sit and go")


class TableShape(Shape):
    """The table without its cards, as the socket sends it in `table`."""

    slug = CharField()
    name = CharField()
    game = CharField()
    preset = CharField()
    state = ChoiceField(STATES)
    private = BooleanField()
    households = ChoiceField(
        Table.Households.choices, help_text="apart: one player of each household"
    )
    newcomers = BooleanField(help_text="for newcomers only")
    approval = BooleanField(help_text="the host approves each person who takes a seat")
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
    restart = _object(help_text="who may start the next game: by, seats, needed")
    sit_and_go = _object(allow_null=True, help_text="the running sit and go, or else the last one")
    can_prefer = DictField(child=BooleanField())
    rules = _object(help_text="every option of the game")
    house_rules = ListField(child=_object(), help_text="options that differ from the preset")
    phrases = ListField(
        child=CharField(), help_text="the only lines allowed during a hand; empty: any line"
    )
    host = CharField(allow_null=True)
    version = IntegerField()
    seats = SeatShape(many=True)
    min_players = IntegerField()
    can_start = BooleanField()
    waiting = CharField(allow_null=True)
    next_at = Moment(allow_null=True, help_text="time of the next hand, milliseconds since 1970")
    next_deck = _object(
        allow_null=True,
        help_text="the sealed deck of the next hand: number, deck_id, n, roots, commit, locked",
    )
    invite = CharField(
        allow_null=True, help_text="the invite link's path; null if you may not pass it on"
    )


class RestShape(Shape):
    """Your own break or play limit keeps you from being dealt in."""

    code = ChoiceField(["ON_BREAK", "OWN_LOSS", "OWN_MINUTES"])
    text = CharField()
    until = Moment()


class SeatRequestShape(Shape):
    """A player who asks the host for a seat."""

    name = CharField()
    avatar = IntegerField()
    kind = ChoiceField(User.Kind.choices)
    until = Moment()


class YouShape(Shape):
    id = UUIDField()
    name = CharField()
    kind = ChoiceField(User.Kind.choices)
    seat = IntegerField(allow_null=True)
    wallet = IntegerField()
    tops_up_to = IntegerField(allow_null=True, help_text="automatic top-up between hands")
    rests = RestShape(allow_null=True)
    seat_request = ChoiceField(
        SeatRequest.State.choices, allow_null=True, help_text="your request to the host for a seat"
    )
    seat_requests = SeatRequestShape(many=True, help_text="for the host: who asks for a seat")


class HandShape(Shape):
    id = UUIDField()
    number = IntegerField()
    seq = IntegerField(help_text="the number of actions so far; send it with your action")
    view = _object(help_text="the game as you may see it; `you.legal` is what you may do")
    clock = _object(allow_null=True, help_text="seat, from, until, bank_until, held_until")
    next_at = Moment(allow_null=True)
    fair = _object(allow_null=True, help_text="the proof of the deal; null for older hands")
    openings = ListField(child=_object(), help_text="p, t, card, salt, path of each card in view")


class LineShape(Shape):
    id = IntegerField()
    at = Moment()
    who = CharField()
    kind = ChoiceField(["player", "watcher", "dealer"])
    room = ChoiceField(["players", "spectators"])
    text = CharField()
    nudges = IntegerField(allow_null=True, help_text="the seat that this nudge asks to act")


class StateShape(Shape):
    """A table as you may see it."""

    at = CharField(help_text="the table's position; send it as `after` to wait for changes")
    now = Moment()
    you = YouShape(allow_null=True)
    table = TableShape()
    hand = HandShape(allow_null=True)
    chat = LineShape(many=True)
    watching = IntegerField()


class ActedShape(Shape):
    seq = IntegerField(help_text="the action's number in the hand")
    state = StateShape()


class ChatShape(Shape):
    items = LineShape(many=True)


class SaidShape(Shape):
    line = LineShape(allow_null=True, help_text="null if the text was an action")


class WatchersShape(Shape):
    watching = IntegerField()
    names = ListField(child=CharField(), help_text="spectators who agree to be listed")


class OptionsShape(Shape):
    """Everything the form for a new table offers."""

    games = ListField(child=_object(), help_text="key, name, seats, presets, options")
    spectator_modes = ListField(child=_object())
    bot_levels = ListField(child=CharField())

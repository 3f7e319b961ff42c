"""What the API takes and gives about games, rules and hands, field by field."""

from datetime import datetime
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
from core.clock import to_unix_ms
from core.http.json_lines import LongPageQuery
from core.http.pagination import page_of
from games.engines.core import registry

GAMES = [game.key for game in registry.all_games()]
LATEST_MOMENT = 4_102_444_800_000
"""The year 2100; later moments are mistakes."""


class Labelled(Shape):
    """Something with a name for people."""

    label = CharField()  # type: ignore[assignment]


class MaybeLabelled(Shape):
    """Something that may have a name for people."""

    label = CharField(allow_null=True)  # type: ignore[assignment]


class At(Moment):
    """A moment of the database, as milliseconds."""

    def to_representation(self, value: Any) -> int:
        at: datetime = value
        return to_unix_ms(at)


class AskedAt(Moment):
    """A moment that a request names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=LATEST_MOMENT, required=False, **options)


class Chips(ListField):
    """Pairs of a seat and chips."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            child=ListField(child=IntegerField(), min_length=2, max_length=2), **options
        )


# -- games and rules -----------------------------------------------------------------------------


class Difference(Labelled):
    """An option that is not as usual, in words."""

    name = CharField()
    value = CharField(help_text="in words")
    text = CharField(allow_blank=True, help_text="what the option does")
    usual = CharField(help_text="the standard value in words")


class GameRow(Shape):
    key = CharField()
    name = CharField()
    min_seats = IntegerField()
    max_seats = IntegerField()
    presets = ListField(child=CharField(), help_text="keys of the named rule sets")
    rules_url = CharField(help_text="the page with the rules for people")


class GamesShape(Shape):
    items = GameRow(many=True)


class PresetShape(Shape):
    key = CharField()
    title = CharField()
    hash = CharField(help_text="SHA-256 of the canonical JSON of `rules`")
    rules = DictField(child=JSONField(allow_null=True), help_text="every option with its value")
    differences = Difference(many=True, help_text="from the standard preset")


class OptionChoice(ListField):
    """One choice: value, label, explanation."""

    child = CharField(allow_blank=True)


class OptionShape(Labelled):
    name = CharField()
    help = CharField(allow_blank=True)
    kind = CharField(help_text="`int`, `limit`, `choice`, `set`, `bool`, `order` or `steps`")
    choices = ListField(child=OptionChoice(), help_text="[value, label, explanation] of each")
    min = IntegerField(allow_null=True)
    max = IntegerField(allow_null=True)
    default = JSONField(allow_null=True)
    usual = CharField(help_text="the standard value in words")


class RulesShape(GameRow):
    presets = PresetShape(many=True)  # type: ignore[assignment]
    options = OptionShape(many=True)


# -- hands ---------------------------------------------------------------------------------------


class HandsQuery(LongPageQuery):
    """Which of one's hands."""

    game = ChoiceField(GAMES, required=False)
    table = UUIDField(required=False, help_text="`table` of a row")
    after = AskedAt(help_text="ended then or later, milliseconds since 1970")
    before = AskedAt(help_text="ended earlier, milliseconds since 1970")


class HandRow(Shape):
    """A finished hand in a list."""

    id = UUIDField()
    table = UUIDField(source="table_id")
    number = IntegerField(help_text="1 for the first hand of the table")
    game = CharField()
    preset = CharField()
    plays_for = CharField(help_text="`chips` or `points`")
    at = At(help_text="when it ended, milliseconds since 1970")
    players = IntegerField()
    pot = IntegerField()
    net = IntegerField(allow_null=True, help_text="my result; null for a hand I did not play")
    won = BooleanField(help_text="I won a pot")
    ended_by = CharField(allow_null=True)
    void = BooleanField()


HandPage = page_of(HandRow)


class Pot(MaybeLabelled):
    amount = IntegerField()
    seats = ListField(child=IntegerField(), help_text="who played for it")
    winners = ListField(child=IntegerField())
    shares = Chips(help_text="[seat, chips] of each winner")
    board = IntegerField(required=False, help_text="1 or 2, where hands were compared on a board")
    best = ListField(
        child=ListField(child=JSONField()),
        required=False,
        help_text="[seat, five cards] of each winner, where hands were compared on a board",
    )


class HandSeatShape(MaybeLabelled):
    seat = IntegerField()
    name = CharField()
    kind = CharField(help_text="`person`, `guest`, `bot` or `robot`")
    avatar = IntegerField()
    stack = IntegerField(help_text="before the hand")
    net = IntegerField()
    end = IntegerField(help_text="after the hand")
    cards = ListField(child=CharField(), help_text="as I may see them; `??` for a hidden one")
    won = BooleanField()
    you = BooleanField()
    button = BooleanField()


class HandLine(Shape):
    """Something that happened, as a sentence."""

    seq = IntegerField()
    at = Moment()
    kind = CharField()
    text = CharField()
    auto = CharField(allow_blank=True, help_text="`timeout` where the clock acted")
    pot = IntegerField(allow_null=True)
    cards = ListField(child=CharField())


class FinishedHand(Shape):
    """A finished hand as who asks may see it."""

    id = UUIDField()
    game = CharField(source="game_key")
    game_name = CharField(source="game")
    number = IntegerField()
    preset = CharField()
    rules_hash = CharField()
    house_rules = Difference(many=True, help_text="options that are not as usual")
    started_at = At()
    finished_at = At(allow_null=True)
    void = BooleanField()
    ended_by = CharField(allow_null=True)
    pot = IntegerField()
    pots = Pot(many=True)
    seat = IntegerField(allow_null=True, help_text="mine; null for who watches")
    players = HandSeatShape(many=True)
    lines = HandLine(many=True)


class Frame(Shape):
    """The hand after one action; the first is after the deal."""

    seq = IntegerField()
    at = Moment()
    view = DictField(child=JSONField(allow_null=True), help_text="as at a live table")
    events = ListField(child=DictField(child=JSONField(allow_null=True)))


class ReplaySeat(Shape):
    seat = IntegerField()
    name = CharField()
    kind = CharField()
    stack = IntegerField()
    avatar = IntegerField()
    status = CharField()


class ReplayTable(Shape):
    name = CharField()
    game = CharField()
    preset = CharField()
    format = CharField()
    max_seats = IntegerField()
    seats = ReplaySeat(many=True)


class ReplayHand(Shape):
    id = UUIDField()
    number = IntegerField()


class ReplayShape(Shape):
    """Everything a client needs to play a hand again."""

    frames = Frame(many=True)
    hand = ReplayHand()
    you = IntegerField(allow_null=True, help_text="my seat")
    table = ReplayTable()


class ShareShape(Shape):
    """Where a hand stands without names."""

    url = CharField(help_text="path of the page, on this server")

    example: ClassVar[dict[str, Any]] = {"url": "/hands/shared/gAAAAABpIW5k0Jx4bQ/"}


class RecordShape(Shape):
    """The lossless record, format `cardhouse-hand` version 1."""

    format = CharField()
    version = IntegerField()
    hand = DictField(child=JSONField(allow_null=True))
    game = CharField()
    preset = CharField()
    rules = DictField(child=JSONField(allow_null=True))
    rules_hash = CharField()
    viewer = DictField(child=JSONField(allow_null=True), help_text="{seat, all_cards}: whose eyes")
    button = IntegerField()
    terms = DictField(child=JSONField(allow_null=True))
    seats = ListField(child=DictField(child=JSONField(allow_null=True)))
    deck = CharField(help_text="the dealt order; `??` for a card that this viewer never saw")
    cards_unknown = DictField(child=JSONField())
    deal = DictField(child=JSONField(allow_null=True))
    actions = ListField(child=DictField(child=JSONField(allow_null=True)))
    result = DictField(child=JSONField(allow_null=True), allow_null=True)
    fair = DictField(
        child=JSONField(allow_null=True),
        required=False,
        help_text="the proof of the deal with what opens each known card, and the path to the root"
        " of its `day` once that is closed; older hands have none",
    )

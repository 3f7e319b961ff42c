"""Requests and responses about games, rules and hands."""

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
from core.http.pagination import USUAL, PageQuery, page_of
from games.engines.core import registry

GAMES = [game.key for game in registry.all_games()]
LATEST_MOMENT = 4_102_444_800_000
"""The year 2100; later times are mistakes."""


class Labelled(Shape):
    """A value with a label for users."""

    label = CharField()  # type: ignore[assignment]


class MaybeLabelled(Shape):
    """A value that may have a label for users."""

    label = CharField(allow_null=True)  # type: ignore[assignment]


class At(Moment):
    """A stored time in milliseconds since 1970 (UTC)."""

    def to_representation(self, value: Any) -> int:
        at: datetime = value
        return to_unix_ms(at)


class AskedAt(Moment):
    """A time in a request, in milliseconds since 1970 (UTC)."""

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
    """An option that differs from the standard preset, with texts for users."""

    name = CharField()
    value = CharField(help_text="the value's label")
    text = CharField(allow_blank=True, help_text="what the option does")
    usual = CharField(help_text="the label of the standard value")


class GameRow(Shape):
    key = CharField()
    name = CharField()
    min_seats = IntegerField()
    max_seats = IntegerField()
    presets = ListField(child=CharField(), help_text="keys of the presets")
    rules_url = CharField(help_text="URL of the page with the rules")


class GamesShape(Shape):
    items = GameRow(many=True)


class PresetShape(Shape):
    key = CharField()
    title = CharField()
    hash = CharField(help_text="SHA-256 of the canonical JSON of `rules`")
    rules = DictField(child=JSONField(allow_null=True), help_text="every option with its value")
    differences = Difference(many=True, help_text="from the standard preset")


class OptionChoice(ListField):
    """A choice of an option: value, label, explanation."""

    child = CharField(allow_blank=True)


class OptionShape(Labelled):
    name = CharField()
    help = CharField(allow_blank=True)
    kind = CharField(help_text="`int`, `limit`, `choice`, `set`, `bool`, `order` or `steps`")
    choices = ListField(child=OptionChoice(), help_text="[value, label, explanation] of each")
    min = IntegerField(allow_null=True)
    max = IntegerField(allow_null=True)
    default = JSONField(allow_null=True)
    usual = CharField(help_text="the label of the standard value")


class RulesShape(GameRow):
    presets = PresetShape(many=True)  # type: ignore[assignment]
    options = OptionShape(many=True)


# -- hands ---------------------------------------------------------------------------------------


class HandsQuery(LongPageQuery):
    """The filters of a list of the user's hands."""

    game = ChoiceField(GAMES, required=False)
    table = UUIDField(required=False, help_text="id of a table, as in `table` of a row")
    after = AskedAt(help_text="ended at this time or later, milliseconds since 1970")
    before = AskedAt(help_text="ended before this time, milliseconds since 1970")


class HandFileQuery(PageQuery):
    """Which of the user's hands a file has."""

    size = IntegerField(min_value=1, max_value=USUAL, default=USUAL)
    table = UUIDField(required=False, help_text="id of a table")
    after = AskedAt(help_text="ended at this time or later, milliseconds since 1970")
    before = AskedAt(help_text="ended before this time, milliseconds since 1970")


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
    net = IntegerField(allow_null=True, help_text="the user's result; null if they did not play")
    won = BooleanField(help_text="whether the user won a pot")
    ended_by = CharField(allow_null=True)
    void = BooleanField()


HandPage = page_of(HandRow)


class Pot(MaybeLabelled):
    amount = IntegerField()
    seats = ListField(child=IntegerField(), help_text="seats of the players who competed for it")
    winners = ListField(child=IntegerField())
    shares = Chips(help_text="[seat, chips] of each winner")
    board = IntegerField(required=False, help_text="1 or 2, if hands were compared on a board")
    best = ListField(
        child=ListField(child=JSONField()),
        required=False,
        help_text="[seat, five cards] of each winner, if hands were compared on a board",
    )


class HandSeatShape(MaybeLabelled):
    seat = IntegerField()
    name = CharField()
    kind = CharField(help_text="`person`, `guest`, `bot` or `registered_bot`")
    avatar = IntegerField()
    stack = IntegerField(help_text="chips before the hand")
    net = IntegerField()
    end = IntegerField(help_text="chips after the hand")
    cards = ListField(child=CharField(), help_text="visible to the user; `??` for a hidden one")
    won = BooleanField()
    you = BooleanField()
    button = BooleanField()


class HandLine(Shape):
    """An event of the hand, as a sentence."""

    seq = IntegerField()
    at = Moment()
    kind = CharField()
    text = CharField()
    auto = CharField(allow_blank=True, help_text="`timeout` if the player's time ran out")
    pot = IntegerField(allow_null=True)
    cards = ListField(child=CharField())


class FinishedHand(Shape):
    """A finished hand as the user may see it."""

    id = UUIDField()
    game = CharField(source="game_key")
    game_name = CharField(source="game")
    number = IntegerField()
    preset = CharField()
    rules_hash = CharField()
    house_rules = Difference(many=True, help_text="options that differ from the standard")
    started_at = At()
    finished_at = At(allow_null=True)
    void = BooleanField()
    ended_by = CharField(allow_null=True)
    pot = IntegerField()
    pots = Pot(many=True)
    seat = IntegerField(allow_null=True, help_text="the user's seat; null for a spectator")
    players = HandSeatShape(many=True)
    lines = HandLine(many=True)


class Frame(Shape):
    """The state after one action; the first frame is after the deal."""

    seq = IntegerField()
    at = Moment()
    view = DictField(child=JSONField(allow_null=True), help_text="the view, as at a live table")
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
    """All data that a client needs to replay a hand."""

    frames = Frame(many=True)
    hand = ReplayHand()
    you = IntegerField(allow_null=True, help_text="the user's seat")
    table = ReplayTable()


class ShareShape(Shape):
    """The public link to a hand, without names."""

    url = CharField(help_text="path of the page on this server")

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
    viewer = DictField(child=JSONField(allow_null=True), help_text="{seat, all_cards}: the viewer")
    button = IntegerField()
    terms = DictField(child=JSONField(allow_null=True))
    seats = ListField(child=DictField(child=JSONField(allow_null=True)))
    deck = CharField(help_text="the dealt order; `??` for a card that the viewer never saw")
    cards_unknown = DictField(child=JSONField())
    deal = DictField(child=JSONField(allow_null=True))
    actions = ListField(child=DictField(child=JSONField(allow_null=True)))
    result = DictField(child=JSONField(allow_null=True), allow_null=True)
    fair = DictField(
        child=JSONField(allow_null=True),
        required=False,
        help_text="the proof of the deal with the openings of all known cards, and the path to the"
        " root of its `day` once the day is closed; older hands have none",
    )

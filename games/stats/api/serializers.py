"""Requests and responses about statistics, ratings, leaderboards and the public numbers."""

from datetime import date
from typing import Any

from rest_framework.fields import empty
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    FloatField,
    IntegerField,
    ListField,
    RegexField,
)

from accounts.people.api.serializers import Shape
from core.http.pagination import MOST, USUAL
from core.http.parsing import Body
from games.hands.api.serializers import GAMES, At, Labelled
from games.stats.queries.leaderboards import MEASURES
from games.stats.queries.sums import PERIODS


class Month(RegexField):
    """A month such as 2026-10, as its first day."""

    def __init__(self, **options: Any) -> None:
        super().__init__(r"^(?!0000)\d{4}-(0[1-9]|1[0-2])$", **options)

    def run_validation(self, data: Any = empty) -> Any:
        """The first day of the month."""
        return date.fromisoformat(f"{super().run_validation(data)}-01")

    def to_representation(self, value: Any) -> str:
        return f"{value:%Y-%m}"


class PeriodQuery(Body):
    """The period to count; weeks begin on Monday, in UTC."""

    period = ChoiceField(PERIODS, default="all", help_text="the current period, or all time")


class RatingsQuery(Body):
    """The player whose ratings are requested."""

    player = CharField(max_length=100, required=False, help_text="a name; the user if omitted")


class BoardQuery(Body):
    """The leaderboard that is requested."""

    game = ChoiceField(GAMES)
    period = ChoiceField(PERIODS, default="week")
    measure = ChoiceField(
        [measure.key for measure in MEASURES],
        required=False,
        help_text="the game's first if omitted",
    )
    season = Month(required=False, help_text="a month such as 2026-10, in place of the period")
    size = IntegerField(min_value=1, max_value=MOST, default=USUAL)


class RatingShape(Shape):
    game = CharField()
    points = IntegerField()
    mu = FloatField()
    sigma = FloatField()
    matches = IntegerField()
    provisional = BooleanField(help_text="based on too few matches to be reliable")


class RatingsShape(Shape):
    items = RatingShape(many=True)


class FigureShape(Labelled):
    key = CharField()
    value = FloatField(allow_null=True, help_text="null if there is no data yet")
    text = CharField(help_text="the formatted value")
    help = CharField()


class StrengthShape(Labelled):
    """The results with one class of hands, over the hands shown at showdown."""

    hands = IntegerField()
    won = IntegerField()
    net = IntegerField()


class GameFigures(Shape):
    """A user's statistics at one game, for chips or for points."""

    game = CharField()
    game_name = CharField()
    plays_for = CharField(help_text="`chips` or `points`")
    hands = IntegerField()
    won = IntegerField()
    win_rate = FloatField()
    net = IntegerField()
    best_pot = IntegerField()
    figures = FigureShape(many=True)
    strengths = StrengthShape(many=True)
    rating = RatingShape(allow_null=True)


class StatisticsShape(Shape):
    items = GameFigures(many=True)


class BankrollPointShape(Shape):
    at = At()
    chips = IntegerField()


class BankrollShape(Shape):
    items = BankrollPointShape(many=True)


class MeasureShape(Labelled):
    key = CharField()
    help = CharField()


class BoardRow(Shape):
    place = IntegerField(help_text="rank; equal values share one")
    name = CharField()
    avatar = IntegerField()
    value = FloatField()
    text = CharField(help_text="the formatted value")
    hands = IntegerField(help_text="matches, on a leaderboard of ratings")
    you = BooleanField()


class OwnPlace(Shape):
    place = IntegerField(allow_null=True)
    text = CharField()
    hands = IntegerField()
    why = CharField(allow_blank=True, help_text="why the user is not listed")


class BoardShape(Shape):
    game = CharField()
    period = CharField()
    start = DateField(help_text="the first day of the period")
    measure = MeasureShape()
    least = IntegerField(help_text="the hands, or matches, needed to be listed")
    rows = BoardRow(many=True)
    own = OwnPlace(allow_null=True)
    over = BooleanField(help_text="the leaderboard of a season that has ended")
    seasons = ListField(
        child=Month(), help_text="months to choose from, such as 2026-10, newest first"
    )


class Supply(Shape):
    """The chips by holder; `minted` is their sum."""

    minted = IntegerField()
    people = IntegerField()
    guests = IntegerField()
    bots = IntegerField()
    tables = IntegerField()
    prizes = IntegerField()
    house = IntegerField()


class DealtClass(Labelled):
    count = IntegerField()
    expected = FloatField(help_text="the expected number")
    share = FloatField()
    chance = FloatField()


class FitShape(Shape):
    """The chi-square test of the counts against the probabilities."""

    statistic = FloatField()
    freedom = IntegerField()
    p = FloatField()
    words = CharField()


class GameNumbersShape(Shape):
    game = CharField()
    name = CharField()
    hands = IntegerField()
    deals = IntegerField(help_text="number of deals whose classes are counted")
    classes = DealtClass(many=True)
    test = FitShape(allow_null=True)


class NumbersShape(Shape):
    chips = Supply()
    games = GameNumbersShape(many=True)
    at = At(help_text="when the numbers were computed, milliseconds since 1970")

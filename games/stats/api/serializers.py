"""What the API takes and gives about statistics, ratings, leaderboards and the public numbers."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    FloatField,
    IntegerField,
)

from accounts.people.api.serializers import Shape
from core.http.pagination import MOST, USUAL
from core.http.parsing import Body
from games.hands.api.serializers import GAMES, At, Labelled
from games.stats.queries.leaderboards import MEASURES
from games.stats.queries.sums import PERIODS


class PeriodQuery(Body):
    """Which days are counted; weeks begin on Monday, in UTC."""

    period = ChoiceField(PERIODS, default="all", help_text="the current one")


class RatingsQuery(Body):
    """Whose ratings."""

    player = CharField(max_length=100, required=False, help_text="a name; mine without")


class BoardQuery(Body):
    """Which board."""

    game = ChoiceField(GAMES)
    period = ChoiceField(PERIODS, default="week")
    measure = ChoiceField(
        [measure.key for measure in MEASURES], required=False, help_text="the game's first without"
    )
    size = IntegerField(min_value=1, max_value=MOST, default=USUAL)


class RatingShape(Shape):
    game = CharField()
    points = IntegerField()
    mu = FloatField()
    sigma = FloatField()
    matches = IntegerField()
    provisional = BooleanField(help_text="too few matches to be more than a guess")


class RatingsShape(Shape):
    items = RatingShape(many=True)


class FigureShape(Labelled):
    key = CharField()
    value = FloatField(allow_null=True, help_text="null while there is nothing to count")
    text = CharField(help_text="the value for people")
    help = CharField()


class StrengthShape(Labelled):
    """What one class of hands brought, over the hands that everybody saw at the end."""

    hands = IntegerField()
    won = IntegerField()
    net = IntegerField()


class GameFigures(Shape):
    """A person's figures at one game, for chips or for points."""

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
    place = IntegerField(help_text="people with the same value share one")
    name = CharField()
    avatar = IntegerField()
    value = FloatField()
    text = CharField(help_text="the value for people")
    hands = IntegerField(help_text="matches on a board of ratings")
    you = BooleanField()


class OwnPlace(Shape):
    place = IntegerField(allow_null=True)
    text = CharField()
    hands = IntegerField()
    why = CharField(allow_blank=True, help_text="why I am not listed")


class BoardShape(Shape):
    game = CharField()
    period = CharField()
    start = DateField(help_text="the first day of the period")
    measure = MeasureShape()
    least = IntegerField(help_text="hands, or matches, from which on people are listed")
    rows = BoardRow(many=True)
    own = OwnPlace(allow_null=True)


class Supply(Shape):
    """Where all chips are; `minted` is their sum."""

    minted = IntegerField()
    people = IntegerField()
    guests = IntegerField()
    bots = IntegerField()
    tables = IntegerField()
    prizes = IntegerField()
    house = IntegerField()


class DealtClass(Labelled):
    count = IntegerField()
    expected = FloatField(help_text="so many by theory")
    share = FloatField()
    chance = FloatField()


class FitShape(Shape):
    """The chi-square test of the counts against the chances."""

    statistic = FloatField()
    freedom = IntegerField()
    p = FloatField()
    words = CharField()


class GameNumbersShape(Shape):
    game = CharField()
    name = CharField()
    hands = IntegerField()
    deals = IntegerField(help_text="deals of which the classes are counted")
    classes = DealtClass(many=True)
    test = FitShape(allow_null=True)


class NumbersShape(Shape):
    chips = Supply()
    games = GameNumbersShape(many=True)
    at = At(help_text="when they were counted, milliseconds since 1970")

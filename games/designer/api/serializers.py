"""Requests and responses about the table of all hands and about pay tables."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    FloatField,
    IntegerField,
    ListField,
    UUIDField,
)

from core.http.pagination import MOST
from core.http.parsing import Body
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.paytable import ON_FOLD, QUALIFIERS, TIES, PayTable
from games.engines.dealer_teen_patti.ranking import CATEGORY_ORDERS, RUN_ORDERS
from games.odds.browse import SORTS
from games.odds.report import AT_ONCE, LARGEST_SEED

Shape = serializers.Serializer[Any]


class Labelled(Shape):
    """A value with a label for users."""

    label = CharField()  # type: ignore[assignment]


# -- the table of all hands ----------------------------------------------------------------------


class RankingQuery(Body):
    """The options that decide which hand is higher."""

    run_order = ChoiceField(RUN_ORDERS, default="a23_top")
    suits = CharField(
        max_length=7, default="", allow_blank=True, help_text="from high to low, such as s,d,h,c"
    )


class OddsQuery(RankingQuery):
    """The search and the sorting of hands."""

    q = CharField(max_length=100, default="", allow_blank=True, help_text="`A K Q`, `pair of 7s`")
    sort = ChoiceField(SORTS, default="rank")
    down = BooleanField(default=False, help_text="descending")
    page = IntegerField(min_value=1, max_value=99_999, default=1)
    size = IntegerField(min_value=1, max_value=MOST, default=25)


class OddsRow(Shape):
    """A hand against the 18,424 possible dealer hands."""

    cards = ListField(child=CharField(), min_length=3, max_length=3)
    name = CharField()
    type = CharField()
    rank = IntegerField(help_text="1 for the best hands")
    win = IntegerField()
    lose = IntegerField()
    tie = IntegerField()
    share = FloatField(help_text="`win` of 18,424")


class Average(Shape):
    win = FloatField()
    lose = FloatField()
    tie = FloatField()


class OddsPage(Shape):
    count = IntegerField(help_text="number of hands found")
    of = IntegerField()
    page = IntegerField()
    pages = IntegerField()
    average = Average(help_text="shares of dealer hands, over all hands found")
    rows = OddsRow(many=True)


class RankingShape(Shape):
    run_order = CharField()
    category_order = CharField()
    suits = ListField(child=CharField())
    suit_scope = ListField(child=CharField())
    suit_pair_basis = CharField()
    best_trail = CharField()


class CategoryShape(Labelled):
    key = CharField()
    hands = IntegerField()
    win = IntegerField(help_text="dealer hands beaten, summed over the category's hands")
    lose = IntegerField()
    tie = IntegerField()


class OddsSummary(Shape):
    """Summary data of the table."""

    ranking = RankingShape()
    sha256 = CharField(help_text="SHA-256 of the lines `win,lose,tie` in deck order")
    categories = CategoryShape(many=True, help_text="from high card to trail")
    spread = ListField(
        child=ListField(child=IntegerField()),
        help_text="for each category, hands by fiftieths of their share of wins",
    )
    values = IntegerField(help_text="number of different strengths")


class OneHandShape(Shape):
    """A hand under one ranking."""

    ranking = RankingShape()
    hand = OddsRow()


# -- pay tables ----------------------------------------------------------------------------------

_NUMBER = {"oneOf": [{"type": "number"}, {"type": "string"}], "example": "19/20"}


@extend_schema_field(_NUMBER)
class Odds(serializers.Field[Any, Any, Any, Any]):
    """An exact number: an integer, `0.95`, or `19/20`."""


class PayTableShape(Shape):
    """A pay table against the dealer; missing fields have their defaults. Odds are to 1."""

    category_order = ChoiceField(CATEGORY_ORDERS, required=False)
    run_order = ChoiceField(RUN_ORDERS, required=False)
    suits = ListField(child=CharField(), required=False, help_text="four from high to low, or none")
    dealer_qualifies = ChoiceField(QUALIFIERS, required=False)
    no_qualify = Odds(required=False, help_text="payout of the ante if the dealer does not qualify")
    raise_multiple = Odds(required=False, help_text="the raise, in antes")
    win_ante = Odds(required=False)
    win_raise = Odds(required=False)
    tie = ChoiceField(TIES, required=False)
    commission = Odds(required=False, help_text="the house's share of ante and raise wins")
    ante_bonus = DictField(child=Odds(), required=False, help_text="odds by line")
    pair_plus = DictField(child=Odds(), required=False, help_text="odds by line")
    pair_plus_on_fold = ChoiceField(ON_FOLD, required=False)
    mini_royal = Odds(required=False, allow_null=True)
    six_card_bonus = DictField(child=Odds(), required=False, help_text="odds by line")
    tie_bet = Odds(required=False, allow_null=True)


@extend_schema_field(PayTableShape)
class PayTableField(serializers.Field[Any, Any, Any, Any]):
    """A pay table, which validates itself."""

    def to_internal_value(self, data: Any) -> PayTable:
        try:
            return PayTable.from_json(data)
        except RulesError as no:
            raise serializers.ValidationError({no.field: [no.text]}) from None

    def to_representation(self, value: PayTable | dict[str, Any]) -> dict[str, Any]:
        return value.to_json() if isinstance(value, PayTable) else value


class AnalyseBody(Body):
    """The pay table to analyse."""

    design = PayTableField()


class SimulateBody(AnalyseBody):
    """The pay table to simulate, and the number of hands."""

    hands = IntegerField(min_value=1, max_value=AT_ONCE, default=10_000)
    seed = IntegerField(
        min_value=0, max_value=LARGEST_SEED, required=False, help_text="repeats the same hands"
    )


class DesignBody(AnalyseBody):
    """The pay table to save."""

    name = CharField(max_length=100)


class Exact(Shape):
    """An exact number as a fraction."""

    exact = CharField(help_text="such as 686689/20358520")
    value = FloatField()


class WorthLine(Labelled):
    """A possible result of a bet."""

    key = CharField()
    pays = CharField(allow_null=True)
    probability = Exact()
    contribution = Exact(help_text="its part of the edge")


class MainLine(WorthLine):
    sensitivity = Exact(allow_null=True, help_text="change of the edge for one more unit")


class SideBetShape(Labelled):
    key = CharField()
    house_edge = Exact()
    rtp = Exact()
    hit = Exact()
    sd = FloatField()
    lines = WorthLine(many=True)


class Analysed(Shape):
    house_edge = Exact(help_text="share of the ante; below 0 the player has the advantage")
    element_of_risk = Exact(help_text="share of the total wager")
    rtp = Exact()
    rtp_wagered = Exact()
    total_wager = Exact(help_text="average total wager, in antes")
    variance = Exact()
    sd = FloatField()
    hit = Exact()
    push = Exact()
    raise_frequency = Exact()
    raised_hands = IntegerField(help_text="of 22,100")
    threshold = CharField(help_text="text about the hands to raise with")
    warnings = ListField(child=CharField())
    lines = MainLine(many=True)
    side_bets = SideBetShape(many=True)


class WorthShape(Shape):
    """A pay table and its exact value."""

    design = PayTableField()
    text = CharField(help_text="short, for a link: /odds/design/?a=")
    hash = CharField(help_text="SHA-256 of the canonical JSON of `design`")
    result = Analysed()


class ObservedShape(Labelled):
    key = CharField()
    hands = IntegerField()
    edge = FloatField()
    standard_error = FloatField()
    exact = FloatField(help_text="the exact edge, for comparison")


class PlayedShape(Shape):
    """The results of a simulation."""

    hands = IntegerField()
    raised = IntegerField()
    seed = IntegerField()
    bets = ObservedShape(many=True)


class PayTablePreset(Shape):
    key = CharField()
    title = CharField()
    about = CharField()
    design = PayTableField(source="table")
    published = DictField(child=CharField(), help_text="edges in percent, as published")
    source = CharField(allow_blank=True)  # type: ignore[assignment]


class KnobShape(Labelled):
    """An option of a pay table, for a form."""

    name = CharField()
    group = CharField()
    help = CharField(allow_blank=True)
    kind = CharField()
    choices = ListField(child=ListField(child=CharField(allow_blank=True)))


class PayTablePresets(Shape):
    items = PayTablePreset(many=True)
    options = KnobShape(many=True)


class DesignShape(Shape):
    """A saved pay table."""

    id = UUIDField()
    name = CharField()
    design = PayTableField(source="pay_table")
    text = CharField(help_text="short, for a link: /odds/design/?a=")


class DesignsShape(Shape):
    items = DesignShape(many=True)

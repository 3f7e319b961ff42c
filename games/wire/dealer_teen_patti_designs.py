"""The shape of a pay table of Teen Patti against the dealer, in rules, designs and requests."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from core.wire import REF, Shape, in_family, one_of
from games.engines.dealer_teen_patti.designs import TEXT_CHARS_MAX
from games.engines.dealer_teen_patti.paytable import ON_FOLD, QUALIFIERS, TIES
from games.engines.dealer_teen_patti.ranking import CATEGORY_ORDERS, RUN_ORDERS

RunOrder = Annotated[str, one_of(RUN_ORDERS)]
_NUMBER = [{"type": "number"}, {"type": "string"}]
Odds = Annotated[Any, Meta(extra_json_schema={"anyOf": _NUMBER, "examples": ["19/20"]})]
"""An exact number: an integer, `0.95`, or `19/20`."""
MaybeOdds = Annotated[
    Any, Meta(extra_json_schema={"anyOf": [*_NUMBER, {"type": "null"}], "examples": ["19/20"]})
]
Lines = Annotated[dict[str, Odds], Meta(description="odds by line")]


class PayTableDesign(Shape, kw_only=True):
    """A pay table against the dealer; missing fields have their defaults. Odds are to 1."""

    category_order: Annotated[str, one_of(CATEGORY_ORDERS)] | UnsetType = UNSET
    run_order: RunOrder | UnsetType = UNSET
    suits: Annotated[list[str] | UnsetType, Meta(description="four from high to low, or none")] = (
        UNSET
    )
    dealer_qualifies: Annotated[str, one_of(QUALIFIERS)] | UnsetType = UNSET
    no_qualify: Annotated[
        Odds, Meta(description="payout of the ante if the dealer does not qualify")
    ] = UNSET
    raise_multiple: Annotated[Odds, Meta(description="the raise, in antes")] = UNSET
    win_ante: Odds = UNSET
    win_raise: Odds = UNSET
    tie: Annotated[str, one_of(TIES)] | UnsetType = UNSET
    commission: Annotated[Odds, Meta(description="the house's share of ante and raise wins")] = (
        UNSET
    )
    ante_bonus: Lines | UnsetType = UNSET
    pair_plus: Lines | UnsetType = UNSET
    pair_plus_on_fold: Annotated[str, one_of(ON_FOLD)] | UnsetType = UNSET
    mini_royal: MaybeOdds = UNSET
    six_card_bonus: Lines | UnsetType = UNSET
    tie_bet: MaybeOdds = UNSET


AskedDesign = Annotated[Any, in_family(PayTableDesign.__name__)]
"""A pay table in a request, which `PayTable.from_json` checks."""
AskedPayTable = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"type": "string", "maxLength": TEXT_CHARS_MAX},
                {"$ref": REF.format(name=PayTableDesign.__name__)},
            ]
        }
    ),
]
"""The pay table of a table in a request: its short text, or the whole of it."""

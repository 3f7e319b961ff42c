"""The pay table and the shoe in a request."""

from rest_framework.exceptions import ValidationError

from games.designer.refusals import refusal_text
from games.designer.wire import AnalyseBody, DesignBody, SimulateBody
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.shoe import Shoe


def pay_table_of(body: AnalyseBody) -> PayTable:
    """The pay table of a request. Raises `ValidationError` with the field that is wrong."""
    try:
        return PayTable.from_json(body.design)
    except RulesError as no:
        raise ValidationError({"design": {no.field: [refusal_text(no)]}}) from None


def shoe_of(body: DesignBody | SimulateBody) -> Shoe:
    """The shoe of a request, whose values have been checked."""
    return Shoe(body.decks, body.dealt_percent)

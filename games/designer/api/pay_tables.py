"""The pay table in a request."""

from rest_framework.exceptions import ValidationError

from games.designer.refusals import refusal_text
from games.designer.wire import AnalyseBody
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.paytable import PayTable


def pay_table_of(body: AnalyseBody) -> PayTable:
    """The pay table of a request. Raises `ValidationError` with the field that is wrong."""
    try:
        return PayTable.from_json(body.design)
    except RulesError as no:
        raise ValidationError({"design": {no.field: [refusal_text(no)]}}) from None

"""Request and response bodies for new and changed tables."""

from typing import Any, ClassVar

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    IntegerField,
    JSONField,
    empty,
)

from accounts.people.api.serializers import Shape
from core.http.parsing import Body
from lobby.tables.api.serializers import MOST_CHIPS
from lobby.tables.models import Table
from lobby.tables.plans import TablePlan

_USUAL = TablePlan(name="")
HOUSEHOLDS = ["usual", *Table.Households.values]


class PlanBody(Body):
    """A new table; omitted fields have the defaults of the page's form. Times are in seconds."""

    name = CharField(required=False, default="", allow_blank=True, max_length=200)
    game = CharField(default=_USUAL.game, max_length=32)
    preset = CharField(default=_USUAL.preset, max_length=32)
    options = DictField(
        child=JSONField(allow_null=True),
        required=False,
        help_text="options of the game that differ from the preset",
    )
    seats = IntegerField(default=_USUAL.seats, min_value=1, max_value=32)
    min_buy_in = IntegerField(default=_USUAL.min_buy_in, min_value=0, max_value=MOST_CHIPS)
    max_buy_in = IntegerField(default=_USUAL.max_buy_in, min_value=0, max_value=MOST_CHIPS)
    clock_s = IntegerField(default=_USUAL.clock_s, min_value=0, max_value=3600)
    bank_s = IntegerField(default=_USUAL.bank_s, min_value=0, max_value=3600)
    spectators = ChoiceField(Table.Spectators.choices, default=_USUAL.spectators)
    spectator_delay_s = IntegerField(default=_USUAL.spectator_delay_s, min_value=0, max_value=3600)
    private = BooleanField(default=_USUAL.private)
    households = ChoiceField(HOUSEHOLDS, default=_USUAL.households)
    newcomers = BooleanField(default=_USUAL.newcomers)
    approval = BooleanField(
        default=_USUAL.approval, help_text="the host approves each person who takes a seat"
    )
    phrases_only = BooleanField(default=_USUAL.phrases_only)
    autostart = BooleanField(default=_USUAL.autostart)
    bots = IntegerField(default=_USUAL.bots, min_value=0, max_value=32)
    bot_level = CharField(default=_USUAL.bot_level, max_length=8)

    example: ClassVar[dict[str, Any]] = {
        "name": "Marigold",
        "game": "teen_patti",
        "options": {"boot": 10},
        "seats": 6,
        "bots": 2,
    }


class ChangeBody(PlanBody):
    """Changes to a table; omitted fields and the game stay as they are.

    With a `preset`, `options` holds those that differ from it.
    """

    example: ClassVar[dict[str, Any]] = {"options": {"boot": 20}, "private": True}

    def get_fields(self) -> dict[str, Any]:
        """The fields of a plan without defaults."""
        fields: dict[str, Any] = super().get_fields()
        del fields["game"]
        for field in fields.values():
            field.required, field.default = False, empty
        return fields


class CheckShape(Shape):
    """The result of checking a plan."""

    errors = DictField(  # type: ignore[assignment]
        child=CharField(), help_text="an explanation for each invalid field"
    )
    least_buy_in = IntegerField(
        allow_null=True, help_text="null: a sit and go, or a table for points"
    )

    example: ClassVar[dict[str, Any]] = {
        "errors": {"min_buy_in": "At these stakes, at least 200 chips."},
        "least_buy_in": 200,
    }

"""What staff can do on the page of a thing: a button, a form with a reason, and one action.

A deed writes nothing itself: it calls an action of the apps, which checks rights and distance
and writes the audit row. Its refusals are shown in their own words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model

from core.admin import fields
from core.admin.sections import Section
from core.staff import rights
from core.staff.actions import REASON_LENGTH


class ReasonForm(forms.Form):
    """Every act has a reason; what else it needs, its own form adds above."""

    reason = fields.passage(
        min_length=REASON_LENGTH[0],
        max_length=REASON_LENGTH[1],
        help_text="Kept in the audit log permanently: include no names, e-mail or IP addresses. "
        "The person it is about may read it.",
    )

    def __init__(self, *args: Any, row: Model, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.order_fields([name for name in self.fields if name != "reason"])

    @property
    def first(self) -> dict[str, Any]:
        """What the fields begin with, but the reason."""
        return {
            name: self.get_initial_for_field(field, name)
            for name, field in self.fields.items()
            if name != "reason"
        }

    @property
    def given(self) -> dict[str, Any]:
        """The cleaned fields but the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


def _always(row: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class AdminAction:
    """One act of the catalogue on one kind of thing.

    `run(by, row, reason, **fields)` calls the action; `applies(row)` says whether there is
    anything to do; `preview(row, **fields)` shows beforehand what would come of it.
    """

    code: str
    label: str
    run: Callable[..., object]
    form: type[ReasonForm] = ReasonForm
    applies: Callable[[Any], bool] = _always
    allowed: Callable[[Any, Any], bool] | None = None
    preview: Callable[..., Sequence[Section]] | None = None
    grave: bool = False

    @property
    def shows(self) -> bool:
        """Whether there is something to see beforehand; a template would call `preview` itself."""
        return self.preview is not None

    @property
    def slug(self) -> str:
        """The deed in an address."""
        return self.code.replace(".", "-")

    def may(self, user: Any, row: Any) -> bool:
        """Whether this member of staff may do it to `row` as far as roles decide."""
        if self.allowed is not None:
            return self.allowed(user, row)
        return rights.may_act(user, self.code)


_deeds: dict[type[Model], list[AdminAction]] = {}


def add_actions(model: type[Model], *deeds: AdminAction) -> None:
    """Put buttons on the page of a thing."""
    _deeds.setdefault(model, []).extend(deeds)


def actions_for(user: Any, row: Model) -> list[AdminAction]:
    """What this member of staff can do to `row` now."""
    known = _deeds.get(type(row), [])
    return [deed for deed in known if deed.applies(row) and deed.may(user, row)]


def find_action(row: Model, slug: str) -> AdminAction | None:
    """The deed of an address."""
    return next((deed for deed in _deeds.get(type(row), []) if deed.slug == slug), None)

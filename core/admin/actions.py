"""Staff actions on a detail page: a button, a form with a reason, and one call.

An admin action writes nothing itself. It calls an action of the apps, which checks rights and
conflicts of interest and writes the staff log. A refusal's text is shown as it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model

from core.admin import fields
from core.admin.sections import Section
from core.staff import rights
from core.staff.models import REASON_CHARS


class ReasonForm(forms.Form):
    """The form of a staff action: subclasses add their fields above the reason."""

    reason = fields.passage(
        min_length=REASON_CHARS[0],
        max_length=REASON_CHARS[1],
        help_text="Kept in the audit log permanently: include no names, e-mail or IP addresses. "
        "The person it is about may read it.",
    )

    def __init__(self, *args: Any, row: Model, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.order_fields([name for name in self.fields if name != "reason"])

    @property
    def first(self) -> dict[str, Any]:
        """The initial values of all fields except the reason."""
        return {
            name: self.get_initial_for_field(field, name)
            for name, field in self.fields.items()
            if name != "reason"
        }

    @property
    def given(self) -> dict[str, Any]:
        """The cleaned values of all fields except the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


def _always(row: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class AdminAction:
    """A staff action offered for the rows of one model.

    `run(by, row, reason, **fields)` calls the action; `applies(row)` says whether it makes sense
    now; `preview(row, **fields)` returns sections that show its effect beforehand.
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
        """Whether there is a preview. Templates would call `preview` itself."""
        return self.preview is not None

    @property
    def slug(self) -> str:
        """The action's name in a URL."""
        return self.code.replace(".", "-")

    def may(self, user: Any, row: Any) -> bool:
        """Whether this member of staff's roles allow the action on `row`."""
        if self.allowed is not None:
            return self.allowed(user, row)
        return rights.may_act(user, self.code)


_actions: dict[type[Model], list[AdminAction]] = {}


def add_actions(model: type[Model], *actions: AdminAction) -> None:
    """Add buttons to the detail page of a model."""
    _actions.setdefault(model, []).extend(actions)


def actions_for(user: Any, row: Model) -> list[AdminAction]:
    """The actions this member of staff can take on `row` now."""
    known = _actions.get(type(row), [])
    return [action for action in known if action.applies(row) and action.may(user, row)]


def find_action(row: Model, slug: str) -> AdminAction | None:
    """The action with this slug in a URL; None if the model has none."""
    return next((one for one in _actions.get(type(row), []) if one.slug == slug), None)

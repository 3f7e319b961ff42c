"""Forms of pages about hands."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.people.names.spelling import NAME_CHARS_MAX
from games.rulebook.rule_words import names_of_games

_WHOLE_NUMBER_MAX = 2**63 - 1
DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
"""How far back a time of the search goes."""


class HandSearchForm(forms.Form):
    """The search in a user's own hands."""

    q = forms.CharField(
        label=_("Table or player"),
        required=False,
        max_length=NAME_CHARS_MAX,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Table or player")}),
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("Won and lost")), ("won", _("Won")), ("lost", _("Lost"))],
    )
    time = forms.ChoiceField(
        label=_("Time"),
        required=False,
        choices=[
            ("", _("Any time")),
            ("day", _("Last 24 hours")),
            ("week", _("Last 7 days")),
            ("month", _("Last 30 days")),
            ("year", _("Last 12 months")),
        ],
    )
    before = forms.IntegerField(
        required=False, min_value=1, max_value=_WHOLE_NUMBER_MAX, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = names_of_games().items()
        self.fields["game"].choices = [("", _("All games")), *games]  # type: ignore[attr-defined]

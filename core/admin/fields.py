"""The fields of the forms of acts, in the look of the site."""

from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)


def choice(choices: Any, **options: Any) -> forms.ChoiceField:
    """One of several."""
    return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget, **options)


def one_of_these(form: forms.Form, name: str, choices: Any) -> None:
    """Give a field of `choice` what only the form knows."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def choices(choices: Any, **options: Any) -> forms.MultipleChoiceField:
    """Any of several."""
    widget = UnfoldAdminCheckboxSelectMultipleWidget
    return forms.MultipleChoiceField(choices=choices, widget=widget, required=False, **options)


def line(**options: Any) -> forms.CharField:
    """A line of text, which may be empty."""
    return forms.CharField(required=False, widget=UnfoldAdminTextInputWidget, **options)


def passage(**options: Any) -> forms.CharField:
    """A few lines of text."""
    return forms.CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}), **options)


def whole(**options: Any) -> forms.IntegerField:
    """A whole number."""
    return forms.IntegerField(widget=UnfoldAdminIntegerFieldWidget, **options)


def wrong(text: str) -> forms.ValidationError:
    """What stands in a field cannot be."""
    return forms.ValidationError(text)

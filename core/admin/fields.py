"""Form fields of staff actions, styled like the site."""

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
    """A choice field in the site's style."""
    return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget, **options)


def one_of_these(form: forms.Form, name: str, choices: Any) -> None:
    """Set the choices of a `choice` field that are known only when the form is made."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def choices(choices: Any, **options: Any) -> forms.MultipleChoiceField:
    """A multiple-choice field in the site's style."""
    widget = UnfoldAdminCheckboxSelectMultipleWidget
    return forms.MultipleChoiceField(choices=choices, widget=widget, required=False, **options)


def line(**options: Any) -> forms.CharField:
    """An optional one-line text field."""
    return forms.CharField(required=False, widget=UnfoldAdminTextInputWidget, **options)


def passage(**options: Any) -> forms.CharField:
    """A multi-line text field."""
    return forms.CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}), **options)


def whole(**options: Any) -> forms.IntegerField:
    """An integer field in the site's style."""
    return forms.IntegerField(widget=UnfoldAdminIntegerFieldWidget, **options)


def wrong(text: str) -> forms.ValidationError:
    """The validation error of a single field."""
    return forms.ValidationError(text)

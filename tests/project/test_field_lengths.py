"""No field takes more than the server: each text field of each page says how much that is."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django import forms
from django.conf import settings

from core.admin.actions import ReasonForm
from games.hands.forms import HandSearchForm
from lobby.tables.actions.chat import LONGEST

ROOT = Path(settings.BASE_DIR)
NO_TEXT = {"hidden", "checkbox", "radio", "number", "range", "submit", "file"}
FIELD = re.compile(r"<(?:input|textarea)\b[^<]*?(?:/>|>)", re.DOTALL)
MODULES = ("accounts.people.forms", "accounts.people.log_in.allauth_forms", "games.hands.forms")


def files() -> list[Path]:
    scripts = (ROOT / "static/js").rglob("*.js")
    return [*(ROOT / "templates").rglob("*.html"), *scripts]


def test_every_text_field_in_templates_and_scripts_has_a_length() -> None:
    found, without = 0, []
    for file in files():
        text = file.read_text("utf-8").replace("=>", "=")
        for match in FIELD.finditer(text):
            kind = re.search(r'type="?(\w+)', match[0])
            if (kind and kind[1] in NO_TEXT) or "readonly" in match[0]:
                continue
            found += 1
            if "maxlength" not in match[0]:
                without.append((file.name, match[0]))
    assert found > 15
    assert without == []


def forms_of_pages() -> Iterator[type[forms.Form]]:
    pending: list[type[forms.Form]] = [ReasonForm]
    for name in MODULES:
        pending += [
            value
            for value in vars(import_module(name)).values()
            if isinstance(value, type) and issubclass(value, forms.Form)
        ]
    for one in pending:
        yield one
        pending += one.__subclasses__()


def test_every_text_field_of_a_form_stops_at_its_length() -> None:
    seen = 0
    for kind in set(forms_of_pages()):
        fields = kind.base_fields
        for name, field in fields.items():
            if type(field) is not forms.CharField or kind.__module__.startswith("allauth"):
                continue
            if "code" in name or ("password" in name and "allauth" in kind.__module__):
                continue  # set when the form is made: test_allauth_words
            seen += 1
            stated = int(field.widget.attrs.get("maxlength", 10**9))
            assert field.max_length is not None, (kind, name)
            assert stated <= field.max_length, (kind, name)
    assert seen > 8
    assert HandSearchForm().fields["q"].widget.attrs["maxlength"] == "40"


def test_the_chats_field_is_as_long_as_a_line() -> None:
    chat = (ROOT / "static/js/table/page/side.js").read_text("utf-8")
    assert f'maxlength="{LONGEST}"' in chat

"""Translators' files: they have every text, and what is compiled is up to date."""

import inspect
import json
from pathlib import Path

import polib
import pytest
from django.contrib.auth import password_validation
from django.core import validators
from django.forms import fields
from django.utils import dates

from scripts import texts
from scripts.texts import Text
from tests.support.cases import for_each

REFRESH = "run `make texts`"


def read(language: str) -> polib.POFile:
    return polib.pofile(str(texts.path_of(language)), wrapwidth=100)


@pytest.mark.parametrize("language", texts.PLURALS)
def test_every_text_is_there_for_translators(language: str) -> None:
    there = {
        (one.msgctxt, one.msgid, one.msgid_plural) for one in read(language) if not one.obsolete
    }
    assert there == {(one.context, one.id, one.plural) for one in texts.texts()}, REFRESH


@pytest.mark.parametrize("language", texts.PLURALS)
def test_the_compiled_file_is_that_of_the_translations(language: str) -> None:
    compiled = texts.path_of(language).with_suffix(".mo").read_bytes()
    assert compiled == read(language).to_binary(), REFRESH


def test_the_catalogue_has_the_texts_of_all_rule_books() -> None:
    file = texts.ROOT / "locale/en/rulebook.json"
    assert json.loads(file.read_text("utf-8")) == texts.english_texts(), REFRESH


@for_each(
    ("source", "found"),
    [
        ('{% translate "A king" %}', Text("A king")),
        ("<a title=\"{% translate 'It is' %}\">", Text("It is")),
        ('{% translate "May" context "month" %}', Text("May", context="month")),
        ("{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}", Text("Hello %(name)s")),
        (
            "{% blocktranslate count n=n %}{{ n }} hand{% plural %}{{ n }} hands"
            "{% endblocktranslate %}",
            Text("%(n)s hand", "%(n)s hands"),
        ),
    ],
)
def test_texts_of_templates_are_found(source: str, found: Text) -> None:
    assert list(texts.of_template(source)) == [found]


@for_each(
    ("source", "found"),
    [
        ('from x import gettext\nf(gettext("A king"))', Text("A king")),
        ('from x import gettext_lazy as _\nA = _("A " "king")', Text("A king")),
        (
            'from x import ngettext\nngettext("%(n)s hand", "%(n)s hands", n)',
            Text("%(n)s hand", "%(n)s hands"),
        ),
        (
            'from x import pgettext_lazy\npgettext_lazy("month", "May")',
            Text("May", context="month"),
        ),
    ],
)
def test_texts_of_modules_are_found(source: str, found: Text) -> None:
    assert list(texts.of_module(source)) == [found]


def test_a_text_that_is_made_when_the_code_runs_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2"):
        list(texts.of_module('from x import gettext\ngettext(f"{name} is in")'))


def test_an_escaped_quotation_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="We"):
        list(texts.of_template(r"{% translate 'We\'ll see' %}"))


def test_translations_stay_until_their_text_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "path_of", lambda _language: tmp_path / "django.po")
    monkeypatch.setattr(texts, "texts", lambda: [Text("One"), Text("Two"), Text("a", "b")])
    file = texts.renewed("hi")
    assert [list(entry.msgstr_plural) for entry in file] == [[], [], [0, 1]]
    for entry, translation in zip(file, ("एक", "दो"), strict=False):
        entry.msgstr = translation
    file.save(str(tmp_path / "django.po"))
    monkeypatch.setattr(texts, "texts", lambda: [Text("Two"), Text("Three")])
    renewed = texts.renewed("hi")
    assert [(one.msgid, one.msgstr, bool(one.obsolete)) for one in renewed] == [
        ("Two", "दो", False),
        ("Three", "", False),
        ("One", "एक", True),
    ]


def test_borrowed_texts_are_written_as_in_django() -> None:
    modules = (validators, fields, password_validation, dates)
    theirs = {text for one in modules for text in texts.of_module(inspect.getsource(one))}
    assert set(texts.BORROWED) <= theirs

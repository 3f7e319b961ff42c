"""The words that are masked in the chat and refused in names, and the form to change them."""

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.base import StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Section, when
from core.people import Person
from core.staff import rights
from core.word_filter import actions as words
from core.word_filter.filter import listed
from core.word_filter.models import WordList


@admin.register(WordList)
class WordListAdmin(StaffAdmin):
    menu_item = MenuItem("Word filter", "House", "speaker_notes_off")
    right = rights.Right.CHAT
    target_kind = "words"
    list_display = ("__str__", "changed_at")

    def heading(self, row: WordList) -> str:
        return "Blocked words"

    def sections(self, request: HttpRequest, row: WordList) -> Sequence[Section]:
        unwanted, _harmless = listed()
        return [
            Facts(
                "Masked in chat, refused in names",
                [
                    ("Built-in list", f"{len(unwanted):,} words in English, Hindi and Chinese"),
                    ("Also masked", ", ".join(row.unwanted) or "none"),
                    ("Allowed", ", ".join(row.harmless) or "none"),
                    ("Changed", when(row.changed_at)),
                ],
            )
        ]


class WordsForm(ReasonForm):
    written = fields.line(
        label="Words",
        max_length=10_000,
        help_text="Separate words with commas. A star before or after a word also matches it "
        "inside longer words.",
    )
    verdict = fields.choice(words.VERDICTS.items(), label="Treatment")


def _change(by: Person, row: WordList, reason: str, *, written: str, verdict: str) -> None:
    words.change(by=by, written=written, verdict=verdict, reason=reason)


add_actions(WordList, AdminAction("words.change", "Change the list", _change, WordsForm))

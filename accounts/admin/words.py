"""The words that are masked in the chat and refused in names, and changing them."""

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from accounts import staff
from accounts.actions import words
from accounts.admin import fields
from accounts.admin.acts import Deed, ReasonForm, add_deeds
from accounts.admin.base import StaffAdmin
from accounts.admin.place import Place
from accounts.admin.sections import Facts, Section, when
from accounts.models import User, WordList
from accounts.words.filter import listed


@admin.register(WordList)
class WordListAdmin(StaffAdmin):
    place = Place("Words", "House", "speaker_notes_off")
    right = staff.Right.CHAT
    target_kind = "words"
    list_display = ("__str__", "changed_at")

    def heading(self, row: WordList) -> str:
        return "Unwanted words"

    def sections(self, request: HttpRequest, row: WordList) -> Sequence[Section]:
        unwanted, _harmless = listed()
        return [
            Facts(
                "Masked in the chat, refused in names",
                [
                    ("The site's list", f"{len(unwanted):,} words in English, Hindi and Chinese"),
                    ("Masked beyond it", ", ".join(row.unwanted) or "none"),
                    ("Let stand", ", ".join(row.harmless) or "none"),
                    ("Changed", when(row.changed_at)),
                ],
            )
        ]


class WordsForm(ReasonForm):
    written = fields.line(
        label="Words",
        help_text="With commas between them. A star before or behind: also as a part of a longer "
        "word.",
    )
    verdict = fields.choice(words.VERDICTS.items(), label="What to do with them")


def _change(by: User, row: WordList, reason: str, *, written: str, verdict: str) -> None:
    words.change(by=by, written=written, verdict=verdict, reason=reason)


add_deeds(WordList, Deed("words.change", "Change the words", _change, WordsForm))

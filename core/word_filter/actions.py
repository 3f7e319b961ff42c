"""Changing the list of unwanted words without a new release."""

from django.db import transaction
from django.utils import timezone

from core.errors import RequestRefused
from core.people import Person
from core.staff.actions import staff_action
from core.word_filter import confusables
from core.word_filter import queries as words
from core.word_filter.models import WordList

WORD_CHARS = (2, 40)
WORD_LETTERS_MIN = 3
"""Letters in a word; a shorter one would be found in harmless talk about cards."""
STAFF_WORDS_MAX = 500
VERDICTS = {
    "unwanted": "Mask them",
    "harmless": "Allow them",
    "listed": "Use the built-in list",
}


def change(*, by: Person, written: str, verdict: str, reason: str) -> WordList:
    """Mark words, separated by commas, as unwanted, harmless, or as in the site's list.

    Raises `RequestRefused` BAD_WORDS and those of `staff_action`.
    """
    some = {" ".join(part.casefold().split()) for part in written.split(",")} - {""}
    if not some or verdict not in VERDICTS or not all(map(_can_be_found, some)):
        raise RequestRefused("BAD_WORDS", min=WORD_CHARS[0], max=WORD_CHARS[1])
    with staff_action(
        by=by, action="words.change", kind="words", target="1", reason=reason
    ) as acting:
        held, _new = WordList.objects.select_for_update().get_or_create(pk=1)
        before = (held.unwanted, held.harmless)
        held.unwanted = _with(held.unwanted, some, verdict == "unwanted")
        held.harmless = _with(held.harmless, some, verdict == "harmless")
        if (held.unwanted, held.harmless) == before:
            acting.nothing()
            return held
        if len(held.unwanted) + len(held.harmless) > STAFF_WORDS_MAX:
            raise RequestRefused("BAD_WORDS", case="full", max=STAFF_WORDS_MAX)
        held.changed_at = timezone.now()
        held.save()
        acting.after = {"words": sorted(some), "verdict": verdict}
        transaction.on_commit(words.refresh)
    return held


def _can_be_found(word: str) -> bool:
    key = confusables.fold(word)
    enough = len(key) >= WORD_LETTERS_MIN or (len(key) > 1 and not word.isascii())
    return enough and WORD_CHARS[0] <= len(word) <= WORD_CHARS[1]


def _with(words: list[str], some: set[str], are_in: bool) -> list[str]:
    return sorted({*words} | some if are_in else {*words} - some)

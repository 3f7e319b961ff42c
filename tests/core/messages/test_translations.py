"""Translations say what their English says: same arguments, choices and markup, no English left.

A language is offered (`LANGUAGES`) once all of it is there; `missing` names what is not.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings

from core.messages import catalogue, languages, read_catalogue
from core.messages.catalogues import READERS, Entry, for_reader
from core.messages.parser import Message, arguments, parse

ROOT = Path(__file__).parents[3]
TRANSLATED = [language for language in languages() if language != "en"]
IN_LATIN = set(
    json.loads((Path(__file__).parent / "latin.json").read_text("utf-8"))["words"],
)
PLURALS = {"hi": {"one", "two", "few", "many", "other"}, "zh-Hans": {"other"}}
"""The choices of numbers and ordinals that a language has (CLDR)."""
NUMBERS = ("number", "plural", "selectordinal")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]")
_TAG = re.compile(r"</?[a-z][^>]*>")
_CODE = re.compile(
    r"<code>.*?</code>|`[^`]*`|<[^>]*>|https?://\S+|/api/\S+|&[a-z]+;|manage\.py \w+"
    r"|\S+\.(?:md|json)\b"
)
"""What stays as it is in every language: code, addresses, names of files and markup."""


def missing(language: str) -> list[str]:
    """The keys and texts that a language does not have yet."""
    keys = catalogue("en").entries.keys() - read_catalogue(language).entries.keys()
    entries = [one.msgid for one in gettext_file(language).untranslated_entries()]
    fuzzy = [one.msgid for one in gettext_file(language).fuzzy_entries()]
    return [*sorted(keys), *entries, *fuzzy]


def gettext_file(language: str) -> polib.POFile:
    folder = language.replace("-", "_")
    return polib.pofile(str(ROOT / f"locale/{folder}/LC_MESSAGES/django.po"))


def messages_of(entry: Entry) -> Iterator[Message]:
    """Yield the message of each reader."""
    for reader in READERS:
        yield for_reader(entry, reader)


def shown(message: Message) -> set[str]:
    """Return the names of the arguments whose values stand in the text of a message."""
    return of_type(message, "", "number")


def of_type(message: Message, *types: str) -> set[str]:
    """Return the names of the arguments that a message uses as one of some types; "" is a text."""
    names = set()
    for part in message if isinstance(message, list) else ():
        if isinstance(part, list):
            name, kind, detail = [*part, "", ""][:3]
            names |= {name} if kind in types else set()
            for nested in detail.values() if isinstance(detail, dict) else ():
                names |= of_type(nested, *types)
    return names


def choices(message: Message, kinds: tuple[str, ...]) -> Iterator[tuple[str, set[str]]]:
    """Yield (argument, its choices) of each select or plural of a message."""
    for part in message if isinstance(message, list) else ():
        if isinstance(part, list) and isinstance(part[-1], dict):
            if part[1] in kinds:
                yield part[0], set(part[2])
            for nested in part[2].values():
                yield from choices(nested, kinds)


def words_of(message: Message) -> Iterator[str]:
    """Yield the texts of a message between its arguments."""
    for part in [message] if isinstance(message, str) else message:
        if isinstance(part, str):
            yield part
        elif isinstance(part[-1], dict):
            for nested in part[2].values():
                yield from words_of(nested)


def entry_faults(language: str, own: Entry, source: Entry) -> Iterator[str]:
    """Yield what is wrong with the translation of an entry."""
    for mine, english in zip(messages_of(own), messages_of(source), strict=True):
        if bool(mine) != bool(english):
            yield "says something where the source says nothing, or nothing where it does"
        if not arguments(mine) <= arguments(english):
            yield f"unknown arguments {arguments(mine) - arguments(english)}"
        if not shown(english) <= shown(mine):
            yield f"the arguments {shown(english) - shown(mine)} are lost"
        for one, other in ((mine, english), (english, mine)):
            if confused := of_type(one, "") & of_type(other, *NUMBERS):
                yield f"{confused} are numbers in one and texts in the other"
        for name, found in choices(mine, ("plural", "selectordinal")):
            unknown = {one for one in found if one[0] != "="} - PLURALS[language]
            if unknown:
                yield f"{name} has no choices {unknown} in this language"
        known: dict[str, set[str]] = {}
        for name, found in choices(english, ("select",)):
            known.setdefault(name, set()).update(found)
        for name, found in choices(mine, ("select",)):
            if not found <= known.get(name, set()) | {"none", "true", "false"}:
                yield f"{name} has the choices {found}, not {known.get(name)}"
        yield from text_faults(" ".join(words_of(mine)), " ".join(words_of(english)))


def text_faults(own: str, english: str) -> Iterator[str]:
    """Yield what is wrong with a translated text: other markup, or English left."""
    if sorted(_TAG.findall(own)) != sorted(_TAG.findall(english)):
        yield f"other tags than {_TAG.findall(english)}"
    plain = _PLACEHOLDER.sub(" ", _CODE.sub(" ", own))
    latin = {word for word in _LATIN.findall(plain) if word not in IN_LATIN}
    if latin:
        yield f"Latin letters: {sorted(latin)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_says_what_its_source_says(language: str) -> None:
    source, own = catalogue("en").entries, read_catalogue(language).entries
    assert own.keys() <= source.keys(), own.keys() - source.keys()
    found = {
        key: sorted(set(faults))
        for key, entry in own.items()
        if (faults := list(entry_faults(language, entry, source[key])))
    }
    assert not found, report(found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_gettext_translation_says_what_its_source_says(language: str) -> None:
    found: dict[str, Any] = {}
    for entry in gettext_file(language).translated_entries():
        texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        english = entry.msgid_plural or entry.msgid
        for text in texts:
            faults = list(text_faults(text, english))
            lost = set(_PLACEHOLDER.findall(english)) ^ set(_PLACEHOLDER.findall(text))
            if lost and not (entry.msgid_plural and len(texts) > 1):
                faults.append(f"placeholders {lost}")
            if faults:
                found[entry.msgid] = faults
    assert not found, report(found)


def report(found: dict[str, Any]) -> str:
    return "\n".join(f"{key}: {faults}" for key, faults in sorted(found.items()))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_is_offered_once_it_is_whole(language: str) -> None:
    code = language.lower()
    if code in dict(settings.LANGUAGES):
        assert not missing(language)
    else:
        assert missing(language), f"{language} is whole: add it to LANGUAGES"


@pytest.mark.parametrize(
    ("own", "english", "fault"),
    [
        ("{n, number} कार्ड", "{name}: {n, number} cards", "lost"),
        ("{who} चाल", "chaal", "unknown arguments"),
        ("{n} पत्ते", "{n, number} cards", "numbers in one"),
        ("fold करें", "Fold", "Latin letters"),
        ("<b>चाल</b>", "<i>Chaal</i>", "tags"),
        ("{n, plural, zero {0} other {#}}", "{n, plural, one {#} other {#}}", "no choices"),
        ("{k, select, a {क} b {ख} other {ग}}", "{k, select, a {A} other {C}}", "not {"),
        ("", "Fold", "nothing"),
    ],
)
def test_each_kind_of_fault_is_found(own: str, english: str, fault: str) -> None:
    assert fault in " ".join(entry_faults("hi", parse(own), parse(english)))

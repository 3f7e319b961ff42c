"""Write the files of translators anew from templates, Python and rule books, and compile them.

`make texts` writes `locale/en/rulebook.json`, and for each other language the file `django.po` with
every text that is marked for gettext, and `django.mo`, which Django reads. Translations are kept as
long as their English text stays; those of texts that are gone stand at the end, as obsolete.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import polib

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from django.utils.translation.template import templatize  # noqa: E402

from games.rulebook.book import english_texts  # noqa: E402

PLURALS: Final = {
    "hi": "nplurals=2; plural=(n > 1);",
    "zh_Hans": "nplurals=1; plural=0;",
}
"""The languages, and how they choose between the forms of a text with a number."""
IN_ENGLISH: Final = ("admin", "api", "drf_spectacular", "staff", "unfold")
"""The folders of templates for staff and developers."""
APPS: Final = ("accounts", "core", "games", "lobby", "config")
_ARGUMENTS: Final = {
    "_": ("id",),
    "gettext": ("id",),
    "ngettext": ("id", "plural"),
    "pgettext": ("context", "id"),
    "npgettext": ("context", "id", "plural"),
}
_CALL = re.compile(r"\b(_|n?p?gettext)\(")
_STRING = re.compile(r"""\s*u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')\s*,?""", re.DOTALL)


class Text(NamedTuple):
    """A text for gettext; `context` tells equal ones apart, `plural` is its form for many."""

    id: str
    plural: str = ""
    context: str | None = None


BORROWED: Final = (
    Text(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
    Text(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    Text("Null characters are not allowed."),
    Text("Ensure this value is greater than or equal to %(limit_value)s."),
    Text("Ensure this value is less than or equal to %(limit_value)s."),
    Text("Enter a whole number."),
    Text("Enter a valid email address."),
    Text("This field is required."),
    Text("Select a valid choice. %(value)s is not one of the available choices."),
    Text(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    Text(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    Text("The password is too similar to the %(verbose_name)s."),
    Text("Your password can’t be too similar to your other personal information."),
    Text("This password is too common."),
    Text("Your password can’t be a commonly used password."),
    *map(Text, ["January", "February", "March", "April", "May", "June", "July", "August"]),
    *map(Text, ["September", "October", "November", "December"]),
    *map(Text, ["jan", "feb", "mar", "apr", "may", "jun"]),
    *map(Text, ["jul", "aug", "sep", "oct", "nov", "dec"]),
)
"""Texts of Django that players see: in some of our languages it has none, or poor ones."""


def texts() -> list[Text]:
    """Return every text for players, once, in the order of the files."""
    found: dict[Text, None] = dict.fromkeys(BORROWED)
    for path in sorted((ROOT / "templates").rglob("*")):
        in_english = path.relative_to(ROOT / "templates").parts[0] in IN_ENGLISH
        if path.suffix in (".html", ".txt") and not in_english:
            found.update(dict.fromkeys(of_template(path.read_text("utf-8"))))
    for folder in APPS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found.update(dict.fromkeys(of_module(path.read_text("utf-8"))))
    plural = {(text.context, text.id) for text in found if text.plural}
    return [text for text in found if text.plural or (text.context, text.id) not in plural]


def of_template(source: str) -> Iterator[Text]:
    """Yield the marked texts of a template."""
    code = templatize(source)
    for call in _CALL.finditer(code):
        values: list[str] = []
        at = call.end()
        while len(values) < len(_ARGUMENTS[call[1]]) and (string := _STRING.match(code, at)):
            values.append(ast.literal_eval(string[1]))
            at = string.end()
        yield _text(call[1], values)


def of_module(source: str) -> Iterator[Text]:
    """Yield the marked texts of a module."""
    if "gettext" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            name = called.removesuffix("_lazy")
            if count := len(_ARGUMENTS.get(name, ())):
                yield _text(name, [_constant(value) for value in node.args[:count]])


def _constant(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    raise ValueError(f"line {node.lineno}: a text that is made when the code runs")


def _text(function: str, values: list[str]) -> Text:
    if values[0].endswith("\\"):
        raise ValueError(f"Django reads no escaped quotation mark: {values[0]}")
    return Text(**dict(zip(_ARGUMENTS[function], values, strict=False)))


def path_of(language: str) -> Path:
    """Return the file with the translations into a language."""
    return ROOT / "locale" / language / "LC_MESSAGES/django.po"


def renewed(language: str) -> polib.POFile:
    """Return the file of a language with every text, and the translations that it has so far."""
    path = path_of(language)
    old = polib.pofile(str(path)) if path.exists() else polib.POFile()
    known = {(one.msgctxt, one.msgid, one.msgid_plural): one for one in old}
    new = polib.POFile(wrapwidth=100)
    new.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for text in texts():
        entry = known.pop((text.context, text.id, text.plural), None) or _untranslated(
            text, language
        )
        entry.obsolete = False
        new.append(entry)
    for entry in known.values():
        if entry.translated() or entry.obsolete:
            entry.obsolete = True
            new.append(entry)
    return new


def _untranslated(text: Text, language: str) -> polib.POEntry:
    entry = polib.POEntry(msgid=text.id, msgctxt=text.context, msgid_plural=text.plural)
    if text.plural:
        forms = int(PLURALS[language].partition("nplurals=")[2][0])
        entry.msgstr_plural = dict.fromkeys(range(forms), "")
    if re.search(r"%(?:\(\w+\)|d)", text.id):
        entry.flags.append("python-format")
    return entry


def main() -> None:
    """Write all files."""
    rules = json.dumps(english_texts(), ensure_ascii=False, indent=2)
    (ROOT / "locale/en/rulebook.json").write_text(f"{rules}\n", "utf-8")
    for language in PLURALS:
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        file = renewed(language)
        file.save(str(path))
        file.save_as_mofile(str(path.with_suffix(".mo")))
        missing = len(file.untranslated_entries())
        print(f"{path.relative_to(ROOT)}: {len(file)} texts, {missing} without translation")


if __name__ == "__main__":
    main()

"""One typography of numbers, signs and ranges (docs/typography.md): catalogues, pages, sheets."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.engines.core import registry
from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "hi", "zh_Hans")
ARGUMENT = "⟨⟩"
"""Stands for what is put into a text."""


class Rule(NamedTuple):
    """A rule of docs/typography.md: what breaks it, with two texts that do and two that do not."""

    name: str
    broken: str
    wrong: tuple[str, str]
    right: tuple[str, str]
    but: tuple[str, ...] = ()
    """Languages with another rule."""


RULES = (
    Rule("minus", r"(?<![\w⟩\-–])-(?=[\d⟨])", ("won -5", "(-20)"), ("won −5", "A-2-3")),
    Rule(
        "range",
        r"(?<![\w\-.⟩])(?!(\d+)-\1\b)[\d⟨][\d,⟩]*-[\d⟨][\d,⟩]*(?![\w\-])",
        ("2-10 players", "buy-in 200-2,000"),
        ("2–10 players", "bonus 1-4-5"),
    ),
    Rule("range-space", r"\d – ?\d|\d– \d", ("2 – 10", "2– 10"), ("2–10", "a – b")),
    Rule("times", r"[\d⟩] ?[xX] ?[\d⟨]|(?<!\w)[xX][\d⟨]|\d[xX]\b", ("3x", "x2"), ("×2", "3 × 4")),
    Rule("times-space", r"(?<![\d⟩] )× [\d⟨]", ("up to × 3", "× 9"), ("5 × 9", "×3")),
    Rule("ellipsis", r"\.\.\.|\. \. \.", ("wait...", "a . . ."), ("wait…", "a. b.")),
    Rule("quotes", r"\"|(?<![\w⟩])'[\w⟨]|[`´]", ('say "x"', "the 'x'"), ("say “x”", "don't")),
    Rule("apostrophe", "’", ("hold’em", "it’s"), ("hold'em", "it's")),
    Rule("dash", r"(?<!\S)-(?!\S)|--", ("pot - 5", "pot -- 5"), ("pot: 5", "buy-in")),
    Rule(
        "thousands",
        r"(?<![\w.,#/=−–-])(?!(?:19|20)\d\d(?!\d))\d{4,}(?![\w.]\w)(?!\w)",
        ("1000 chips", "12345"),
        ("1,000 chips", "in 2026"),
    ),
    Rule("percent", r"[\d⟩]%", ("5%", "⟨⟩% of"), ("5 %", "⟨⟩ % of"), but=("zh_Hans",)),
    Rule("sign-space", r"(?<![\d⟩] )[+−] [\d⟨]", ("won + 5", "− 5"), ("won +5", "9 − 5")),
)
EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "range": (  # two cards of a hand: ranks, as in "queen-three"
        *("cards.hand.suited", "cards.hand.offsuit", "cards.with.suited", "cards.with.offsuit"),
    ),
    # JSON that a program sends, and words of programs, as docs/messages.md has them
    "quotes": ("refusals.BAD_TICKET", "refusals.NOT_SURE", "designer.error.NOT_ALL_SUITS"),
    "thousands": (
        "house_rules.dou_dizhu.kicker_may_equal_primal.about",  # four cards of one rank
        "house_rules.dou_dizhu.pairs_same_rank.about",
        "table.choice.digits_none",
    ),
    "apostrophe": ("po:Your password can’t be",),  # Django's own texts
}
"""Texts that break a rule on purpose, by their keys."""


def faults(text: str, language: str) -> dict[str, str]:
    """Return the place that breaks each rule, by the name of the rule."""
    found = {}
    for rule in RULES:
        if language in rule.but:
            if re.search(r"[\d⟩] %", text):
                found[rule.name] = text[:90]
        elif match := re.search(rule.broken, text):
            found[rule.name] = text[max(0, match.start() - 30) : match.end() + 30]
    return found


@for_each("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_finds_what_breaks_it_and_nothing_else(rule: Rule) -> None:
    assert [text for text in rule.wrong if rule.name not in faults(text, "en")] == []
    assert [text for text in rule.right if faults(text, "en")] == []


def pieces(entry: object) -> Iterator[str]:
    """The texts of an entry of a catalogue, with arguments put aside, one for each choice."""
    if isinstance(entry, dict):
        for name, inner in entry.items():
            if name != "comment":
                yield from pieces(inner)
    elif isinstance(entry, str):
        yield from branches(entry)


def branches(message: str) -> Iterator[str]:
    """The text of a message, and that of each of its choices."""
    text, depth, inner = "", 0, ""
    for letter in message.replace("''", "'"):
        depth += letter == "{"
        if depth:
            inner += letter
        else:
            text += ARGUMENT if letter == "#" else letter
        if letter == "}":
            depth -= 1
            if not depth:
                text += ARGUMENT
                yield from choices(inner[1:-1])
                inner = ""
    yield text


def choices(argument: str) -> Iterator[str]:
    """The texts between the braces of an argument, if it chooses."""
    if argument.count(",") >= 2:
        yield from (t for t in branches(argument.split(",", 2)[2]) if "{" in argument)
        depth, start = 0, 0
        for place, letter in enumerate(argument):
            if letter == "{":
                start = place + 1 if not depth else start
                depth += 1
            elif letter == "}":
                depth -= 1
                if not depth:
                    yield from branches(argument[start:place])


def catalogue_texts(language: str) -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "locale" / language).glob("*.json")):
        for key, entry in json.loads(file.read_text("utf-8")).items():
            for text in pieces(entry):
                yield f"{file.stem}.{key}", text


def gettext_texts(language: str) -> Iterator[tuple[str, str]]:
    source = language == "en"
    file = ROOT / "locale" / ("hi" if source else language) / "LC_MESSAGES/django.po"
    for entry in polib.pofile(str(file)):
        texts = (entry.msgid, entry.msgid_plural) if source else (
            entry.msgstr, *entry.msgstr_plural.values())  # fmt: skip
        if not entry.obsolete:
            for text in texts:
                plain = re.sub(r"<[^>]*>", "", html.unescape(text))
                yield f"po:{entry.msgid}", re.sub(r"%\(\w+\)[sd]|%[sd]", ARGUMENT, plain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_keep_to_the_typography(language: str) -> None:
    texts = [*catalogue_texts(language), *gettext_texts(language)]
    assert len(texts) > 2000
    found = [
        f"{rule}: {key}: {where}"
        for key, text in texts
        for rule, where in faults(text, language).items()
        if not key.startswith(EXCEPTIONS.get(rule, ()))
    ]
    assert not found, "\n".join(found)


NOT_READ = re.compile(
    r"<(script|style|code|kbd|pre|template|svg|noscript)\b.*?</\1>|<!--.*?-->"
    r"|<(?:input|option|meta|link)\b[^>]*>",
    re.DOTALL,
)
BLOCK = re.compile(r"</?(?:p|div|li|td|th|dt|dd|h\d|tr|section|header|label|button|a|summary)\b")
APART = re.compile(r"<(?:small|span)\b")
"""Elements that stand apart from the words before them."""
EXACT = re.compile(r"\b\d+/\d{4,}\b|\b(?:3333 )?4444\b")
"""Fractions, which are for checking and are copied; and four cards of one rank."""


def page_texts(page: str) -> list[str]:
    """The lines that somebody reads on a page."""
    body = BLOCK.sub(lambda found: f"\n{found[0]}", NOT_READ.sub(" ", page.split("<body", 1)[1]))
    lines = html.unescape(re.sub(r"<[^>]*>", "", APART.sub(r" \g<0>", f"<{body}"))).splitlines()
    return [EXACT.sub("", " ".join(line.split())) for line in lines if line.strip()]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_keep_to_the_typography(language: str) -> None:
    call_command("demo")
    names = ["lobby:home", "lobby:settings", "games:odds", "games:odds_design", "games:statistics",
             "games:leaderboards", "games:ladder", "games:fair", "accounts:conduct",
             "accounts:guest"]  # fmt: skip
    rules = [reverse("games:rules", args=[game.key]) for game in registry.all_games()]
    code = language.lower().replace("_", "-")
    found = []
    for path in [*map(reverse, names), *rules]:
        answer = Client(headers={"Accept-Language": code}).get(path)
        assert answer.status_code == 200, path
        for line in page_texts(answer.content.decode()):
            found += [f"{path} {rule}: {where}" for rule, where in faults(line, language).items()]
    assert not found, "\n".join(found)


def test_figures_have_one_width() -> None:
    """The page sets them so once; a sheet that sets them anew would be a second truth."""
    base = (ROOT / "static/css/base.css").read_text()
    everything = re.search(r"@layer reset \{\s*\*,.*?\}", base, re.DOTALL)
    assert everything is not None
    assert "font-variant-numeric: tabular-nums lining-nums !important;" in everything[0]
    again = [
        sheet.name
        for sheet in (ROOT / "static/css").rglob("*.css")
        if "font-variant-numeric" in sheet.read_text().replace(everything[0], "")
    ]
    assert again == ["staff.css"], "the staff pages have a sheet of their theme's in its place"

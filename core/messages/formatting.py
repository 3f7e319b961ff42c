"""Texts of messages: arguments put in, by the rules of a language (CLDR) for numbers and plurals.

`static/js/messages.js` does the same in browsers; `tests/core/messages/vectors.json` holds both to
the same texts.
"""

from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Any, NamedTuple

from core.messages.parser import SIGNED, UNSIGNED, InvalidMessage, Message

MINUS = "−"


class Named(NamedTuple):
    """An argument with a name: `{value}` shows the text, `{value, select, …}` asks for the code."""

    code: str
    text: str


def _ordinal_en(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return "other"
    return {1: "one", 2: "two", 3: "few"}.get(n % 10, "other")


class _Rules(NamedTuple):
    """The rules of a language; `groups` is the size of all groups of digits but the last.

    `large` has the words after large numbers in tight places, the largest first.
    """

    plural: Callable[[int], str]
    ordinal: Callable[[int], str]
    large: tuple[tuple[int, str], ...]
    groups: int = 3


_ORDINALS_HI = {1: "one", 2: "two", 3: "two", 4: "few", 6: "many"}
_LANGUAGES = {
    "en": _Rules(
        lambda n: "one" if n == 1 else "other",
        _ordinal_en,
        ((10**9, "B"), (10**6, "M"), (10**3, "k")),
    ),
    "hi": _Rules(
        lambda n: "one" if n in (0, 1) else "other",
        lambda n: _ORDINALS_HI.get(n, "other"),
        (
            (10**11, "\u00a0ख॰"),
            (10**9, "\u00a0अ॰"),
            (10**7, "\u00a0क॰"),
            (10**5, "\u00a0लाख"),
            (10**3, "\u00a0हज़ार"),
        ),
        groups=2,
    ),
    "zh": _Rules(lambda _n: "other", lambda _n: "other", ((10**8, "亿"), (10**4, "万"))),
}


_DIGITS = {
    "en": (3, ","),
    "hi": (2, ","),
    "fr": (3, "\u202f"),
    "none": (3, ""),
}
"""How a reader may have digits grouped, as a language does it: the size of all groups but the last,
and what stands between groups. `auto` is the way of the page's language."""


def _rules(language: str) -> _Rules:
    """Return the rules of a language; English has those of languages that are not listed."""
    return _LANGUAGES.get(language.partition("-")[0], _LANGUAGES["en"])


def format_message(
    message: Message, args: Mapping[str, Any], language: str, digits: str = "auto"
) -> str:
    """Return the text of a message; raises `InvalidMessage` for arguments that do not fit it.

    `digits`: how they are grouped, `auto` or a key of `_DIGITS`.
    """
    if isinstance(message, str):
        return message
    return "".join(
        part if isinstance(part, str) else _argument(part, args, language, digits)
        for part in message
    )


def format_number(
    number: float,
    language: str,
    *,
    decimals: int = 0,
    signed: bool = False,
    digits: str = "auto",
) -> str:
    """Return a number for people: `1,234,567`, in Hindi `12,34,567`; `signed`: `+5`."""
    whole, point, fraction = f"{abs(number):.{decimals}f}".partition(".")
    size, between = _DIGITS.get(digits) or (_rules(language).groups, ",")
    groups = [whole[-3:]]
    rest = whole[:-3]
    while rest:
        groups.append(rest[-size:])
        rest = rest[:-size]
    is_zero = not (whole + fraction).strip("0")
    sign = "" if is_zero else MINUS if number < 0 else "+" if signed else ""
    return sign + between.join(reversed(groups)) + point + fraction


def format_short(number: float, language: str) -> str:
    """Return a number for tight places, cut off at four digits: `123.4k`, `12.3 लाख`, `12.3万`."""
    size, word = next((one for one in _rules(language).large if abs(number) >= one[0]), (1, ""))
    whole = len(str(int(abs(number) / size)))
    shown = Decimal(str(abs(number))) / size
    cut = shown.quantize(Decimal(1).scaleb(-max(0, 4 - whole)), ROUND_DOWN).normalize()
    return f"{MINUS if number < 0 and cut else ''}{cut:f}{word}"


def _argument(part: list[Any], args: Mapping[str, Any], language: str, digits: str) -> str:
    name, kind, detail = [*part, "", ""][:3]
    if name not in args:
        raise InvalidMessage(f"no argument {name}")
    value = args[name]
    if not kind:
        if not isinstance(value, str | Named):
            raise InvalidMessage(f"the argument {name} is no text: {value!r}")
        return value.text if isinstance(value, Named) else value
    if kind == "select":
        return format_message(detail.get(_code(value), detail["other"]), args, language, digits)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidMessage(f"the argument {name} is no whole number: {value!r}")
    if kind == "number":
        shown = abs(value) if detail == UNSIGNED else value
        return format_number(shown, language, signed=detail == SIGNED, digits=digits)
    rules = _rules(language)
    category = (rules.plural if kind == "plural" else rules.ordinal)(abs(value))
    chosen = detail.get(f"={value}", detail.get(category, detail["other"]))
    return format_message(chosen, args, language, digits)


def _code(value: Any) -> str:
    """Return the choice of a select that stands for a value."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.code if isinstance(value, Named) else str(value)

"""Messages become the same texts on the server and in browsers."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.messages import InvalidMessage, Named
from core.messages.formatting import format_message, format_number, format_short
from core.messages.parser import arguments, parse
from tests.support.cases import for_each
from tests.support.node import run_in_node

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
IN_BROWSERS = """{
  return x.map(({language, message, args, digits}) => {
    m.groupDigits(digits);
    m.take({language, messages: {}});
    try {
      return m.format(message, args);
    } catch (error) {
      return {fails: error.message};
    }
  });
}"""


def _args(vector: dict[str, Any]) -> dict[str, Any]:
    return {
        name: Named(**value) if isinstance(value, dict) else value
        for name, value in vector.get("args", {}).items()
    }


def test_the_server_makes_the_texts_of_the_vectors() -> None:
    for vector in VECTORS:
        message, language = parse(vector["message"]), vector.get("language", "en")
        if "fails" in vector:
            with pytest.raises(InvalidMessage, match=rf"argument {vector['fails']}\b"):
                format_message(message, _args(vector), language)
        else:
            digits = vector.get("digits", "auto")
            text = format_message(message, _args(vector), language, digits)
            assert text == vector["text"], vector


def test_browsers_make_the_texts_of_the_vectors() -> None:
    asked = [
        {
            "language": vector.get("language", "en"),
            "message": parse(vector["message"]),
            "args": vector.get("args", {}),
            "digits": vector.get("digits", "auto"),
        }
        for vector in VECTORS
    ]
    made = run_in_node("messages.js", IN_BROWSERS, asked)
    for vector, text in zip(VECTORS, made, strict=True):
        expected = {"fails": f"argument {vector['fails']}"} if "fails" in vector else vector["text"]
        assert text == expected, vector


def test_numbers_and_plurals_follow_what_browsers_know_of_each_language() -> None:
    """Browsers have the data of CLDR; the server has three lines a language."""
    choices = "one {one} two {two} few {few} many {many} other {other}"
    messages = [parse(f"{{n, {kind}, {choices}}}") for kind in ("plural", "selectordinal")]
    numbers = [*range(130), 1000, 1001, 99_999, 100_000, 12_345_678, 987_654_321_098, 10**11]
    for language in ("en", "hi", "zh"):
        body = """{
          m.take({language: x.language, messages: {}});
          return x.numbers.map((n) =>
            [m.number(n), m.number(-n, '::+?'), m.short(n),
              ...x.messages.map((one) => m.format(one, {n}))]);
        }"""
        asked = {"language": language, "numbers": numbers, "messages": messages}
        assert run_in_node("messages.js", body, asked) == [
            [
                format_number(n, language),
                format_number(-n, language, signed=True),
                format_short(n, language),
                *(format_message(message, {"n": n}, language) for message in messages),
            ]
            for n in numbers
        ]


def test_numbers_with_decimals_are_written_for_people() -> None:
    assert format_number(1_234_567.25, "hi", decimals=1) == "12,34,567.2"
    assert format_number(-2.46, "en", decimals=1, signed=True) == "−2.5"
    assert format_number(-0.04, "en", decimals=1, signed=True) == "0.0"
    assert format_short(-12_500, "zh") == "−1.25万"
    assert format_short(0.25, "en") == "0.25"


@for_each(
    ("message", "why"),
    [
        ("{", "no name of an argument"),
        ("}", "a brace that closes nothing"),
        ("{name", "no name of an argument"),
        ("{Name}", "no name of an argument"),
        ("{n, date}", "no type of an argument"),
        ("{n, number, ::compact-short}", "unknown style"),
        ("{n, plural}", "no choices"),
        ("{n, plural, one {#}}", "no choice other"),
        ("{n, plural, some {#} other {#}}", "wrong choice some"),
        ("{n, select, a {x} a {y} other {z}}", "wrong choice a"),
        ("{n, plural, other {#}", "no choice"),
        ("{n, plural, other {#", "no end of a choice"),
        ("'{name", "no end of a quotation"),
    ],
)
def test_a_message_with_a_mistake_is_refused(message: str, why: str) -> None:
    with pytest.raises(InvalidMessage, match=why):
        parse(message)


def test_the_arguments_of_a_message_are_known() -> None:
    message = parse("{a} {b, number} {c, plural, one {{d}} other {# {e, select, other {{f}}}}}")
    assert arguments(message) == set("abcdef")

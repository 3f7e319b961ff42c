"""Wire shapes: read with a message for each wrong field, published as they are declared."""

from collections import Counter
from typing import Annotated, Any

import pytest
from django.utils.translation import override
from msgspec import Meta
from rest_framework.exceptions import ValidationError

from config.api import urls
from core.http.field_errors import in_words
from core.http.openapi import as_openapi
from core.http.parsing import read
from core.http.rendering import encode
from core.wire import (
    Body,
    Shape,
    changes_of,
    components,
    family,
    given,
    in_family,
    one_of,
    subclasses,
)

assert urls  # imports every view, and with it every shape


class Inner(Shape):
    at: int
    note: str | None


class Outer(Shape, kw_only=True):
    inner: Annotated[Inner | None, Meta(description="one")]
    always: int = 1


class Part(Body):
    name: Annotated[str, Meta(max_length=3)] = ""


class Order(Body, kw_only=True):
    size: Annotated[int, Meta(ge=1, le=9)]
    kind: Annotated[str, one_of(["round", "square"])] = "round"
    parts: list[Part] = []
    fast: bool | None = None


class Marked(Body, kw_only=True):
    many: list[Annotated[str, one_of(["round", "square"])]]
    code: Annotated[str, Meta(pattern="^[a-z]+\\Z")]
    pair: tuple[int, str]


class Cat(Shape, tag_field="kind", tag="cat"):
    lives: int


class Dog(Shape, tag_field="kind", tag="dog"):
    barks: bool


family("Animal", "A cat or a dog.", lambda: [Cat, Dog], by="kind")


class Holder(Shape):
    one: Annotated[dict[str, Any], in_family("Animal", description="some")]


class Anything(Body):
    value: dict[str, Any] | list[Any]


def errors_of(data: dict[str, Any], *, strict: bool = True) -> Any:
    with pytest.raises(ValidationError) as no:
        read(Order, data, strict=strict)
    return no.value.detail


def test_each_wrong_field_has_its_message() -> None:
    wrong = {"kind": "oval", "parts": [{}, {"name": "long"}], "fast": "yes"}
    assert errors_of(wrong) == {
        "size": ["This field is required."],
        "kind": ["Choose one of: round, square."],
        "parts": {"1": {"name": ["Expected str of length <= 3."]}},
        "fast": ["Expected bool | null, got str."],
    }
    assert errors_of({"size": 1, "parts": [{"x": 1}]}) == {
        "parts": {"0": {"x": ["Unknown field."]}}
    }
    assert errors_of({"size": 0}) == {"size": ["Expected int >= 1."]}
    assert errors_of({"size": 1, "colour": "red"}) == {"colour": ["Unknown field."]}
    assert errors_of({"size": "5"}) == {"size": ["Expected int, got str."]}


def test_a_message_is_in_the_language_of_the_reader() -> None:
    with override("hi"):
        assert errors_of({"kind": "oval", "fast": "yes"}) == {
            "size": ["यह फ़ील्ड ज़रूरी है।"],
            "kind": ["इनमें से एक चुनें: round, square।"],
            "fast": ["bool | null होना चाहिए, str मिला।"],
        }


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Expected `str`, got `int`", "应为 str，收到的是 int。"),
        ("Expected `int` >= 1", "int 应 >= 1。"),
        ("Expected `str` of length <= 3", "str 的长度应为 <= 3。"),
        ("Expected `array` of length 2, got 3", "array 的长度应为 2，收到的是 3。"),
        ("Expected `str` matching regex '^[a-z]+\\\\Z'", "文本必须符合 ^[a-z]+\\\\Z。"),
        ("Invalid UUID", "UUID 无效。"),
        ("Invalid enum value 'oval'", "值 'oval' 无效。"),
        ("Number out of range", "无效：Number out of range。"),
    ],
)
def test_each_sentence_of_msgspec_has_its_message(said: str, words: str) -> None:
    with override("zh-hans"):
        assert str(in_words(said)) == words


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_text_that_the_database_cannot_hold_is_refused(text: str) -> None:
    assert list(errors_of({"size": 1, "parts": [{"name": text}]})) == ["parts"]


def test_a_field_name_in_an_error_can_be_sent() -> None:
    wrong = errors_of({"size": 1, "\ud800" + 99 * "x": 1})
    assert encode(wrong).startswith(b'{"?xxx')
    assert all(len(name) <= 60 for name in wrong)


def test_a_choice_matches_the_whole_text() -> None:
    assert list(errors_of({"size": 1, "kind": "round\n"})) == ["kind"]


def test_deeply_nested_json_is_read_or_refused() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    assert list(errors_of({"size": 1, "parts": deep})) == ["parts"]
    assert read(Anything, {"value": deep}).value is not None


def test_queries_are_text() -> None:
    assert read(Order, {"size": "5", "fast": "true"}, strict=False) == Order(size=5, fast=True)


def test_a_change_has_the_fields_that_were_sent() -> None:
    change = changes_of(Order, "OrderChange", without=["parts"])
    assert given(read(change, {"fast": None})) == {"fast": None}
    assert given(read(change, {})) == {}
    assert "parts" not in change.__struct_fields__


def test_fields_that_are_always_sent_are_required() -> None:
    shown = components([Outer])
    assert shown["Outer"]["required"] == ["inner", "always"]
    assert "default" not in shown["Outer"]["properties"]["always"]
    assert components([Order])["Order"]["required"] == ["size"]


def test_null_is_published_with_its_type() -> None:
    shown = as_openapi(components([Outer])["Outer"])["properties"]["inner"]
    ref = {"$ref": "#/components/schemas/Inner"}
    assert shown == {"description": "one", "anyOf": [ref, {"type": "null"}]}
    note = as_openapi(components([Inner])["Inner"])["properties"]["note"]
    assert note == {"anyOf": [{"type": "string"}, {"type": "null"}]}


def test_choices_and_patterns_are_published_in_the_dialect_of_json_schema() -> None:
    assert components([Order])["Order"]["properties"]["kind"] == {
        "enum": ["round", "square"],
        "type": "string",
        "default": "round",
    }
    fields = components([Marked])["Marked"]["properties"]
    assert fields["many"]["items"] == {"enum": ["round", "square"], "type": "string"}
    assert fields["code"]["pattern"] == "^[a-z]+$"
    assert fields["pair"]["minItems"] == fields["pair"]["maxItems"] == 2
    assert "items" not in fields["pair"]
    assert components([Order])["Part"]["properties"]["name"]["maxLength"] == 3


def test_a_family_is_published_by_its_name() -> None:
    shown = components([Holder])
    assert shown["Holder"]["properties"]["one"] == {
        "description": "some",
        "$ref": "#/components/schemas/Animal",
    }
    refs = {name: f"#/components/schemas/{name}" for name in ("Cat", "Dog")}
    assert shown["Animal"]["oneOf"] == [{"$ref": ref} for ref in refs.values()]
    assert shown["Animal"]["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"cat": refs["Cat"], "dog": refs["Dog"]},
    }
    assert shown["Cat"]["properties"]["kind"] == {"type": "string", "const": "cat"}


def test_a_response_holds_shapes_beside_plain_values() -> None:
    shown = encode({"state": Outer(inner=Inner(at=1, note=None)), "n": 2})
    assert shown == b'{"state":{"inner":{"at":1,"note":null},"always":1},"n":2}'


def test_no_two_shapes_share_a_name() -> None:
    names = Counter(shape.__name__ for base in (Shape, Body) for shape in subclasses(base))
    assert [name for name, count in names.items() if count > 1] == []
    assert len(names) > 50

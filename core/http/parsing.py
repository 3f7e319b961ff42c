"""Request bodies and queries: small, typed, without unknown fields."""

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, TypeVar

import msgspec
from django.http import QueryDict
from django.utils.http import parse_header_parameters
from msgspec import structs
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.utils import json

from core.errors import RequestRefused
from core.http.field_errors import REQUIRED, TWICE, UNFIT, UNKNOWN, in_words

BODY_BYTES_MAX = 16 * 1024
S = TypeVar("S", bound=msgspec.Struct)
Messages = list[str] | dict[str, Any]


class SmallJSON(JSONParser):
    """Strict JSON: one object of at most BODY_BYTES_MAX bytes in UTF-8, no name in it twice."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        charset = parse_header_parameters(media_type or "")[1].get("charset", "utf-8")
        if not _is_utf8(charset):
            raise RequestRefused("NOT_JSON", case="utf8", status=415)
        raw = stream.read(BODY_BYTES_MAX + 1)
        if len(raw) > BODY_BYTES_MAX:
            raise RequestRefused("TOO_LARGE", max=BODY_BYTES_MAX, status=413)
        try:
            parsed = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_distinct)
        except (ValueError, RecursionError):
            raise RequestRefused("BAD_JSON", status=400) from None
        if not isinstance(parsed, dict):
            raise RequestRefused("BAD_JSON", case="object", status=400)
        return parsed


def _is_utf8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in ("utf-8", "ascii")
    except LookupError:
        return False


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object with these members, of which readers would otherwise take the first or the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RequestRefused("BAD_JSON", case="twice", status=400)
    return found


def read_query(shape: type[S], query: QueryDict) -> S:
    """The parameters of a query as a shape, each of them given once.

    Raises `ValidationError` with the messages of each parameter that is not valid.
    """
    twice = [name for name, values in query.lists() if len(values) > 1]
    if twice:
        raise ValidationError({_plain(name): [str(TWICE)] for name in twice[:10]})
    return read(shape, query.dict(), strict=False)


def read(shape: type[S], data: Mapping[str, Any], *, strict: bool = True) -> S:
    """The data as a shape; text is read as numbers and truth values unless `strict`.

    Raises `ValidationError` with the messages of each field that is not valid.
    """
    errors: dict[str, Messages] = {
        name: [str(UNFIT)]
        for name, value in data.items()
        if any(map(_is_unfit, _texts([name, value])))
    }
    if not errors:
        try:
            return msgspec.convert(data, shape, strict=strict)
        except msgspec.ValidationError:
            errors = _errors_of(shape, data, strict=strict)
    raise ValidationError({_plain(name): messages for name, messages in errors.items()})


def _errors_of(
    shape: type[msgspec.Struct], data: Mapping[str, Any], *, strict: bool
) -> dict[str, Messages]:
    """The messages of all fields, where `convert` has only those of the first."""
    fields = {field.encode_name: field for field in structs.fields(shape)}
    if unknown := sorted(set(data) - set(fields)):
        return {name: [str(UNKNOWN)] for name in unknown[:10]}
    errors: dict[str, Messages] = {}
    for name, field in fields.items():
        if name in data:
            try:
                msgspec.convert(data[name], field.type, strict=strict)
            except msgspec.ValidationError as no:
                errors[name] = _messages(str(no))
        elif field.required:
            errors[name] = [str(REQUIRED)]
    return errors


_FIELD = re.compile(r"^Object (contains unknown|missing required) field `(.*?)`( - at `\$(.*)`)?$")
_PATH = re.compile(r"^(.*) - at `\$(.*)`$")


def _messages(text: str) -> Messages:
    """A message of msgspec's in the field it concerns, below which it may be nested."""
    path = ""
    if named := _FIELD.match(text):
        said = UNKNOWN if named[1].endswith("unknown") else REQUIRED
        path = f"{named[4] or ''}.{named[2]}"
    else:
        if nested := _PATH.match(text):
            text, path = nested.groups()
        said = in_words(text)
    messages: Messages = [str(said)]
    for step in reversed(re.findall(r"[\w-]+|\.\.\.", path)):
        messages = {step: messages}
    return messages


def _texts(value: Any) -> Iterator[str]:
    """All text in a JSON value, names of fields included."""
    parts = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            parts += [*part, *part.values()]
        elif isinstance(part, list):
            parts += part


def _plain(name: str) -> str:
    """The name of a field as an answer can hold it."""
    return name[:60].encode(errors="replace").decode()


def _is_unfit(text: str) -> bool:
    """Whether the database or UTF-8 cannot hold a text."""
    return any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)

"""Kinds of fields in responses that are not wire shapes yet."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import IntegerField

Shape = serializers.Serializer[Any]


class Moment(IntegerField):
    """A time in milliseconds since 1970 (UTC)."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", "milliseconds since 1970")
        super().__init__(**options)

"""Rule sets as data: options, named presets, and a hash.

A game's `Rules` is a frozen dataclass whose fields are its options. Their words are messages of the
catalogue (docs/messages.md), which `games.rulebook.rule_words` reads.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self, cast

from games.engines.core.errors import RulesError

_text_of = json.JSONEncoder(separators=(",", ":")).encode

STEPS_MAX = 50


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set.

    `kind`: `int` (min..max), `limit` (the same, or none), `choice`, `set` (any of the choices),
    `bool`, `order` (none, or the choices in an order of preference), `steps` (none, or whole
    numbers from min to max that never fall). A game may add an option of its own kind: a subclass
    that validates and shows its values.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None
    default: Any = None

    def check(self, value: Any) -> Any:
        """Return the value as the rules store it; raises `RulesError`."""
        check = getattr(self, f"_check_{self.kind}")
        return check(value)

    def parse(self, text: Any) -> Any:
        """Return the value of a form field (text, or a list of texts); raises `RulesError`."""
        if self.kind in ("set", "order"):
            words = text if isinstance(text, list) else str(text).replace(",", " ").split()
            return self.check(() if words in (["none"], [""]) else tuple(words))
        if self.kind == "steps":
            words = text if isinstance(text, list) else str(text).replace(",", " ").split()
            return self.check(tuple(self._whole(word) for word in words if word != "none"))
        if self.kind == "bool":
            return self.check({"true": True, "on": True, "false": False}.get(str(text), text))
        if self.kind in ("int", "limit"):
            if str(text).strip() in ("none", "") and self.kind == "limit":
                return None
            return self.check(self._whole(str(text).strip().replace(",", "")))
        return self.check(str(text))

    def _whole(self, digits: str) -> int:
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
            raise self._wrong("NOT_A_NUMBER")
        return int(digits)

    def field(self, value: Any) -> Any:
        """Return the value as a form field shows it, in JSON; `parse` reads it back."""
        return list(value) if isinstance(value, tuple) else value

    def _wrong(self, code: str, **limits: Any) -> RulesError:
        return RulesError(code, self.name, **limits)

    def _check_int(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong("NOT_WHOLE")
        low = self.min if self.min is not None else value
        high = self.max if self.max is not None else value
        if not low <= value <= high:
            raise self._wrong("OUT_OF_RANGE", min=low, max=high)
        return value

    def _check_limit(self, value: Any) -> int | None:
        return None if value is None else self._check_int(value)

    def _check_bool(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._wrong("NOT_YES_OR_NO")
        return value

    def _check_choice(self, value: Any) -> str:
        if value not in self.choices:
            raise self._wrong("NO_SUCH_CHOICE")
        return str(value)

    def _check_set(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or any(part not in self.choices for part in value):
            raise self._wrong("NO_SUCH_CHOICE")
        return tuple(part for part in self.choices if part in value)

    def _check_steps(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or len(value) > STEPS_MAX:
            raise self._wrong("NOT_STEPS", most=STEPS_MAX)
        steps = tuple(self._check_int(part) for part in value)
        if list(steps) != sorted(steps):
            raise self._wrong("FALLING")
        return steps

    def _check_order(self, value: Any) -> tuple[str, ...]:
        known = sorted(self.choices)
        if not isinstance(value, list | tuple) or sorted(map(str, value)) not in ([], known):
            raise self._wrong("NOT_AN_ORDER", choices=self.choices)
        return tuple(value)


@dataclass(frozen=True, slots=True)
class Rules:
    """The base class of rule sets: validation, JSON, hash and differences."""

    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    def __post_init__(self) -> None:
        for option in self.OPTIONS:
            object.__setattr__(self, option.name, option.check(getattr(self, option.name)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the rules of a JSON object; missing options get their defaults.

        Raises `RulesError` for an unknown option or an invalid value.
        """
        known = {option.name for option in cls.OPTIONS}
        for name in data:
            if name not in known:
                raise RulesError("UNKNOWN_OPTION", str(name))
        return cls(**{name: _frozen(value) for name, value in data.items()})

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return the rules of a JSON object; equal data gives the same object.

        Raises `RulesError` as `from_json` does.
        """
        try:
            # The key is text because 1 and True differ there, and an option may be a whole object.
            text = _text_of(data)
        except TypeError:  # no option can have such a value
            return cls.from_json(data)
        return cast(Self, _cached(cast(Any, cls), text))

    def to_json(self) -> dict[str, Any]:
        """Return every option with its value."""
        return {
            option.name: list(value) if isinstance(value, tuple) else value
            for option in self.OPTIONS
            for value in (getattr(self, option.name),)
        }

    def fields(self) -> dict[str, Any]:
        """Return every option with its value as the form for a new table shows it."""
        return {option.name: option.field(getattr(self, option.name)) for option in self.OPTIONS}

    @classmethod
    def option(cls, name: str) -> Option:
        """Return an option by its name. Raises `KeyError`."""
        option = next((one for one in cls.OPTIONS if one.name == name), None)
        if option is None:
            raise KeyError(name)
        return option

    def shown(self, name: str) -> Any:
        """Return the value of an option as forms show it, in JSON. Raises `KeyError`."""
        return self.option(name).field(getattr(self, name))

    @property
    def step(self) -> int:
        """Return the step to the next player in the direction of play: 1, or -1 anticlockwise."""
        return 1

    def hash(self) -> str:
        """Return the SHA-256 of the canonical JSON (sorted keys, no spaces), as hex."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def differences_from(self, other: "Rules") -> tuple[Option, ...]:
        """Return the options whose values differ."""
        return tuple(
            option
            for option in self.OPTIONS
            if getattr(self, option.name) != getattr(other, option.name)
        )


@lru_cache(maxsize=512)
def _cached(cls: Any, text: str) -> Any:
    return cls.from_json(json.loads(text))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

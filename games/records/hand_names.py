"""The names of hands, made of their values; `static/js/table/hand_name.js` makes the same."""

from core.messages import Catalogue, catalogue
from games.engines.core.hand_values import HandValue

_FORMS = {
    "first": ("rank", 0),
    "second": ("rank", 1),
    "firsts": ("many", 0),
    "seconds": ("many", 1),
    "title": ("title", 0),
}
"""The arguments of a hand's message: a form of the name of one of its ranks."""


def hand_title(value: HandValue | None, messages: Catalogue | None = None) -> str:
    """Return the name of a hand on its own, `Pair of nines`; "" for none."""
    return _name("hand", value, messages or catalogue()) if value else ""


def a_hand(value: HandValue, messages: Catalogue | None = None) -> str:
    """Return the name of a hand in a sentence: `a pair of nines`, `two pair, aces and kings`."""
    return _name("with", value, messages or catalogue())


def _name(group: str, value: HandValue, messages: Catalogue) -> str:
    ranks = value["ranks"]
    keys = {
        name: f"cards.{form}.{ranks[at]}" for name, (form, at) in _FORMS.items() if at < len(ranks)
    }
    names = {name: messages.text(key) for name, key in keys.items() if key in messages}
    listed = "-".join(ranks).replace("T", "10")
    return messages.text(
        f"cards.{group}.{value['kind']}", {**names, "ranks": listed, "count": len(ranks)}
    )

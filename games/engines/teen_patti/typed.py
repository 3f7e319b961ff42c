"""Actions of Teen Patti that players type."""

from collections.abc import Mapping
from typing import Any

from games.engines.core.contract import Typed
from games.engines.teen_patti.rules import VARIANTS

_TYPED = {
    "pack": "fold",
    "fold": "fold",
    "see": "see",
    "blind": "bet",
    "chaal": "bet",
    "bet": "bet",
    "show": "show",
    "side": "side_show",
    "cover": "cover",
    "accept": "accept",
    "refuse": "refuse",
}


def read(words: list[str], view: Mapping[str, Any], rules: object) -> Typed | None:
    """Return the action of `pack`, `see`, `chaal 40`, `show`, `choose muflis`; None for none.

    A bet without an amount is the minimum.
    """
    if words[0] == "choose" and len(words) == 2 and words[1] in VARIANTS:
        return Typed("choose", reading=words[1])
    kind = _TYPED.get(words[0])
    if kind != "bet":
        return Typed(kind) if kind is not None and len(words) == 1 else None
    least = next((entry["min"] for entry in view["you"]["legal"] if entry["kind"] == "bet"), None)
    if len(words) == 1:
        return Typed("bet", least)
    if len(words) > 2 or not (words[1].isascii() and words[1].isdigit()):
        return None
    return Typed("bet", int(words[1][:12]))

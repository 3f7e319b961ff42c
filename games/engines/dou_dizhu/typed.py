"""Actions of Dou Dizhu that players type."""

from games.engines.core.contract import Typed

_TYPED = frozenset(("call", "rob", "pass", "double", "decline", "open"))


def read(words: list[str], view: object, rules: object) -> Typed | None:
    """Return the action of `call`, `bid 2`, `pass`; None for none.

    Cards are selected, never typed.
    """
    if len(words) == 1 and words[0] in _TYPED:
        return Typed(words[0])
    if len(words) == 2 and words[0] == "bid" and words[1].isascii() and words[1].isdigit():
        return Typed("bid", int(words[1][:3]))
    return None

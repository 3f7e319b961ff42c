"""Parts of sentences that several games use."""

import re

_COUNTED = re.compile(
    r"(pair|straight|flush|full house|royal|sequence|pure|trail|color)\b", re.IGNORECASE
)


def a_hand(label: str) -> str:
    """Return the name of a hand with its article: `a pair of nines`, `two pair, aces and kings`."""
    article = "a " if _COUNTED.match(label) else ""
    return f"{article}{label[:1].lower()}{label[1:]}"

"""Known pay tables, each with its source and its published house edges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.payouts import Lines
from games.engines.dealer_teen_patti.paytable import PayTable

_PRESS = "casinocitytimes.com, 8 July 2021"


@dataclass(frozen=True, slots=True)
class Preset:
    """A pay table with its published figures.

    `published`: percentages as printed, by `ante`, `risk` (element of risk) or the key of a side
    bet. `source`: the publication, empty where none is known.
    """

    table: PayTable
    published: Mapping[str, str] = field(default_factory=dict)
    source: str = ""


def lines(**pays: int) -> Lines:
    """Return the lines of a bonus table in any order; a pay table sorts them."""
    return tuple((name, Fraction(odds)) for name, odds in pays.items())


_CASINO = PayTable(
    category_order="three_card_poker", run_order="a23_low", dealer_qualifies="queen_high"
)
_QUEEN = PayTable(dealer_qualifies="queen_high")
_BONUS = lines(sequence=1, trail=4, pure=5)
_PLUS = lines(pure=40, trail=30, sequence=6, color=4, pair=1)

PRESETS: dict[str, Preset] = {
    "tcp": Preset(
        _CASINO.changed(ante_bonus=_BONUS, pair_plus=_PLUS),
        {"ante": "3.37", "risk": "2.01", "pair_plus": "2.32"},
        f"racionalismo.org; poker-corner.com; {_PRESS}",
    ),
    "tcp_135": Preset(
        _CASINO.changed(
            ante_bonus=lines(sequence=1, trail=3, pure=5),
            pair_plus=lines(pure=40, trail=30, sequence=6, color=3, pair=1),
        ),
        {"risk": "2.16", "pair_plus": "7.28"},
        f"poker-corner.com; {_PRESS}",
    ),
    "tcp_royal": Preset(
        _CASINO.changed(
            ante_bonus=lines(sequence=1, trail=3, pure=4),
            pair_plus=lines(pure=40, trail=30, sequence=5, color=4, pair=1),
            mini_royal=Fraction(50),
        ),
        {"pair_plus": "5.39"},
        "online.casinocity.com",
    ),
    "tcp_six": Preset(
        _CASINO.changed(
            ante_bonus=lines(sequence=1, trail=2, pure=3),
            pair_plus=lines(pure=40, trail=30, sequence=5, color=4, pair=1),
            six_card_bonus=lines(
                royal=1000,
                straight_flush=200,
                quads=100,
                full_house=20,
                flush=15,
                straight=10,
                trips=7,
            ),
        ),
        {"pair_plus": "5.57"},
        "online.casinocity.com",
    ),
    "teen_patti": Preset(
        _QUEEN.changed(ante_bonus=_BONUS, pair_plus=_PLUS),
    ),
    "teen_patti_trail": Preset(
        _QUEEN.changed(ante_bonus=lines(sequence=1, pure=4, trail=5), pair_plus=_PLUS),
    ),
    "teen_patti_jack": Preset(
        PayTable(dealer_qualifies="jack_high"),
    ),
    "teen_patti_king": Preset(
        PayTable(dealer_qualifies="king_high", ante_bonus=_BONUS),
    ),
    "double": Preset(
        _QUEEN.changed(raise_multiple=Fraction(2)),
    ),
    "twenty_twenty": Preset(
        PayTable(
            raise_multiple=Fraction(0),
            win_ante=Fraction(19, 20),
            pair_plus=lines(three_aces=50, trail=40, pure=30, sequence=6, color=3, pair=1),
            tie_bet=Fraction(800),
        ),
        {"ante": "2.50"},
        "Wizard of Odds, Teen Patti 20-20",
    ),
    "commission": Preset(
        PayTable(commission=Fraction(3, 20)),
    ),
    "even_money": Preset(
        PayTable(run_order="akq_a23"),
    ),
}


TEXT_CHARS_MAX = 2_000
"""The longest text of a pay table."""


def to_text(pay_table: PayTable) -> str:
    """Return a short text for a link: the nearest preset and what differs from it.

    For example `tcp~dealer_qualifies=jack_high~ante_bonus=pure:5,trail:4`. A URL query can hold all
    of its characters unescaped.
    """
    written = [
        "~".join(
            (
                key,
                *(
                    f"{name}={_write(value)}"
                    for name, value in pay_table.differences_from(preset.table).items()
                ),
            )
        )
        for key, preset in PRESETS.items()
    ]
    return min(written, key=len)


def from_text(text: str) -> PayTable:
    """Return the pay table of a text from `to_text`; raises `RulesError`."""
    if len(text) > TEXT_CHARS_MAX:
        raise RulesError("DAMAGED_LINK", "preset")
    key, *changes = text.split("~")
    if key not in PRESETS:
        raise RulesError("NO_SUCH_DESIGN", "preset", name=key[:40])
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise RulesError("DAMAGED_LINK", name)
        values[name] = _read(name, value)
    return PayTable.from_json(PRESETS[key].table.to_json() | values)


def _write(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        return ",".join(f"{name}:{pays}" for name, pays in value.items())
    return ",".join(value) if isinstance(value, list) else str(value)


def _read(name: str, text: str) -> Any:
    if text == "none":
        return None
    if name == "suits":
        return tuple(filter(None, text.split(",")))
    if name in ("ante_bonus", "pair_plus", "six_card_bonus"):
        return dict(part.partition(":")[::2] for part in text.split(",") if part)
    return text

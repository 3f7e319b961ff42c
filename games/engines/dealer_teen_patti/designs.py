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
    """A pay table with its title, a sentence about it, and published figures.

    `published`: percentages as printed, by `ante`, `risk` (element of risk) or the key of a side
    bet. `source`: the publication, empty where none is known.
    """

    title: str
    about: str
    table: PayTable
    published: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the preset as pages and apps read it."""
        return {
            "title": self.title,
            "about": self.about,
            "table": self.table.to_json(),
            "published": dict(self.published),
            "source": self.source,
        }


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
        "Three Card Poker",
        "The casino game most people know: the dealer needs a queen, the ante bonus is 1-4-5.",
        _CASINO.changed(ante_bonus=_BONUS, pair_plus=_PLUS),
        {"ante": "3.37", "risk": "2.01", "pair_plus": "2.32"},
        f"racionalismo.org; poker-corner.com; {_PRESS}",
    ),
    "tcp_135": Preset(
        "Three Card Poker, bonus 1-3-5",
        "A trail pays 3 on the ante.",
        _CASINO.changed(
            ante_bonus=lines(sequence=1, trail=3, pure=5),
            pair_plus=lines(pure=40, trail=30, sequence=6, color=3, pair=1),
        ),
        {"risk": "2.16", "pair_plus": "7.28"},
        f"poker-corner.com; {_PRESS}",
    ),
    "tcp_royal": Preset(
        "Three Card Poker, mini royal",
        "Pair Plus 40-30-5-4-1 with 50 for A-K-Q in one suit; bonus 1-3-4.",
        _CASINO.changed(
            ante_bonus=lines(sequence=1, trail=3, pure=4),
            pair_plus=lines(pure=40, trail=30, sequence=5, color=4, pair=1),
            mini_royal=Fraction(50),
        ),
        {"pair_plus": "5.39"},
        "online.casinocity.com",
    ),
    "tcp_six": Preset(
        "Three Card Poker, six-card bonus",
        "Bonus 1-2-3, and a bet on the best five of all six cards.",
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
        "Teen Patti, queen high",
        "Teen Patti's own order of hands with the ante bonus 1-4-5.",
        _QUEEN.changed(ante_bonus=_BONUS, pair_plus=_PLUS),
    ),
    "teen_patti_trail": Preset(
        "Teen Patti, trail on top",
        "The trail is the highest hand and pays most: 1-4-5 with 5 for the trail.",
        _QUEEN.changed(ante_bonus=lines(sequence=1, pure=4, trail=5), pair_plus=_PLUS),
    ),
    "teen_patti_jack": Preset(
        "Teen Patti, jack high",
        "No bonus: the dealer plays with a jack, and the house is content with under 2 %.",
        PayTable(dealer_qualifies="jack_high"),
    ),
    "teen_patti_king": Preset(
        "Teen Patti, king high",
        "The dealer needs a king, so that every hand is raised; bonus 1-4-5.",
        PayTable(dealer_qualifies="king_high", ante_bonus=_BONUS),
    ),
    "double": Preset(
        "Double raise",
        "The raise is twice the ante and there is no bonus.",
        _QUEEN.changed(raise_multiple=Fraction(2)),
    ),
    "twenty_twenty": Preset(
        "Teen Patti 20-20",
        "No raise and no fold: hands are compared, a win pays 0.95 to 1.",
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
        "Even money with commission",
        "No qualifier; the house keeps 15 % of what ante and raise win.",
        PayTable(commission=Fraction(3, 20)),
    ),
    "even_money": Preset(
        "Even money",
        "Every dealer hand qualifies; ante and raise pay 1 to 1. The player has the edge.",
        PayTable(run_order="akq_a23"),
    ),
}


TEXT_CHARS_MAX = 2_000
"""The longest text of a pay table; the rest of a longer one is not read."""


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
    key, *changes = text[:TEXT_CHARS_MAX].split("~")
    if key not in PRESETS:
        raise RulesError("BAD_OPTION", "preset", f"There is no preset {key[:40]!r}.")
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise RulesError("BAD_OPTION", name, "The link is damaged: a value is missing.")
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

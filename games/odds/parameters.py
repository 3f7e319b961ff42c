"""The parameters of a pay table as a form shows them, and known pay tables; with their words."""

from dataclasses import dataclass
from typing import Any

from core.messages import Catalogue
from games.engines.dealer_teen_patti.designs import Preset
from games.engines.dealer_teen_patti.payouts import BONUS_LINES, PAIR_PLUS_LINES, SIX_CARD_LINES
from games.engines.dealer_teen_patti.paytable import ON_FOLD, QUALIFIERS, TIES
from games.engines.dealer_teen_patti.ranking import CATEGORY_ORDERS, RUN_ORDERS
from games.odds.hands import DECKS_MAX


@dataclass(frozen=True, slots=True)
class DesignParameter:
    """One parameter of the design.

    `kind`: `choice`, `odds` (a number), `maybe` (a number or off), `lines`, `suits` (an order of
    suits or none), `count` and `share` (a number or a percentage to choose; empty is the first
    choice of those that have a name). `group`: its section of the form.
    """

    name: str
    group: str
    kind: str
    choices: tuple[str, ...] = ()

    def to_json(self, words: Catalogue) -> dict[str, Any]:
        """Return the parameter as the form reads it."""
        key = f"designer.parameter.{self.name}"
        about = f"{key}.about"
        return {
            "name": self.name,
            "group": words.text(f"designer.group.{self.group}"),
            "label": words.text(key),
            "help": words.text(about) if about in words else "",
            "kind": self.kind,
            "choices": self.named_choices(words),
        }

    def named_choices(self, words: Catalogue) -> list[list[str]]:
        """Return the choices or lines, each with its name."""
        if self.kind == "lines":
            return [[line, line_label(words, line)] for line in self.choices]
        if self.kind == "count":
            return [[one, one] for one in self.choices]
        if self.kind == "share":
            key = f"designer.parameter.{self.name}"
            return [
                [
                    one,
                    words.text(f"{key}.share" if one else f"{key}.none", {"share": int(one or 0)}),
                ]
                for one in self.choices
            ]
        keys = [(choice, choice.replace(",", "") or "none") for choice in self.choices]
        return [
            [choice, words.text(f"designer.parameter.{self.name}.{key}")] for choice, key in keys
        ]


SUITS_CHOICES = ("", "s,d,h,c", "s,h,d,c", "s,h,c,d")

PARAMETERS = (
    DesignParameter("dealer_qualifies", "game", "choice", QUALIFIERS),
    DesignParameter("raise_multiple", "game", "odds"),
    DesignParameter("no_qualify", "game", "odds"),
    DesignParameter("win_ante", "game", "odds"),
    DesignParameter("win_raise", "game", "odds"),
    DesignParameter("tie", "game", "choice", TIES),
    DesignParameter("commission", "game", "odds"),
    DesignParameter("category_order", "ranking", "choice", CATEGORY_ORDERS),
    DesignParameter("run_order", "ranking", "choice", RUN_ORDERS),
    DesignParameter("suits", "ranking", "suits", SUITS_CHOICES),
    DesignParameter("ante_bonus", "ante_bonus", "lines", BONUS_LINES),
    DesignParameter("pair_plus", "pair_plus", "lines", PAIR_PLUS_LINES),
    DesignParameter("mini_royal", "pair_plus", "maybe"),
    DesignParameter("pair_plus_on_fold", "pair_plus", "choice", ON_FOLD),
    DesignParameter("six_card_bonus", "six_card_bonus", "lines", SIX_CARD_LINES),
    DesignParameter("tie_bet", "tie_bet", "maybe"),
)

SHOE_PARAMETERS = (
    DesignParameter("decks", "cards", "count", tuple(map(str, range(1, DECKS_MAX + 1)))),
    DesignParameter("dealt_percent", "cards", "share", ("", "25", "50", "60", "75", "80", "90")),
)
"""How the cards are dealt (`games.odds.shoe`): beside a pay table, not in it."""


def line_label(words: Catalogue, line: str) -> str:
    """Return the name of a line of a bonus table or a side bet."""
    return words.text(f"dealer_teen_patti.line.{'equal' if line == 'tie' else line}")


def parameter(name: str) -> DesignParameter:
    """Return a parameter by its name."""
    return next(one for one in PARAMETERS if one.name == name)


def preset_json(words: Catalogue, key: str, preset: Preset) -> dict[str, Any]:
    """Return a known pay table as pages and apps read it."""
    title = f"house_rules.dealer_teen_patti.pay_table.{key}"
    return {
        "title": words.text(title),
        "about": words.text(f"{title}.about"),
        "table": preset.table.to_json(),
        "published": dict(preset.published),
        "source": preset.source,
    }

"""The value of a pay table and its simulation, as JSON and as CSV for a spreadsheet."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from core.messages import Catalogue, catalogue
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import to_text
from games.engines.dealer_teen_patti.payouts import number_text
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.analysis import Analysis, analyse
from games.odds.figures import percent
from games.odds.parameters import line_label
from games.odds.sensitivity import EdgeCurve, edge_curves
from games.odds.shoe import Shoe
from games.odds.side_bets import SideBet
from games.odds.simulation import Observed, ShoeSpread, Simulation, simulate

AT_ONCE = 100_000
"""The most hands that one request simulates, about 50 ms; a client sends several requests."""
Z_95 = 1.959963984540054
"""So many standard errors on both sides of an observed edge hold the exact one in 95 % of runs."""
LARGEST_SEED = 2**53
"""The largest integer range that JavaScript represents exactly."""


def worth_json(pay_table: PayTable, decks: int, language: str) -> dict[str, Any]:
    """Return a pay table with its value, the text of its link and its fingerprint."""
    return {
        "design": pay_table.to_json(),
        "decks": decks,
        "text": to_text(pay_table),
        "hash": pay_table.hash(),
        "result": analysis_json(analyse(pay_table, decks), catalogue(language)),
        "curves": [
            _curve_json(curve, catalogue(language)) for curve in edge_curves(pay_table, decks)
        ],
    }


def _curve_json(curve: EdgeCurve, words: Catalogue) -> dict[str, Any]:
    if curve.bet == "main":
        label = words.text(f"designer.outcome.{curve.line}")
    else:
        parts = words.text(f"designer.bet.{curve.bet}"), line_label(words, curve.line)
        label = ": ".join(dict.fromkeys(parts))
    return {
        "bet": curve.bet,
        "key": curve.line,
        "label": label,
        "pays": number_text(curve.pays),
        "points": [
            {"pays": number_text(pays), "edge": _exact(edge)} for pays, edge in curve.points
        ],
    }


def played_json(
    pay_table: PayTable, shoe: Shoe, hands: Any, seed: Any, language: str
) -> dict[str, Any]:
    """Return the simulation of a pay table with its seed; raises `RulesError` for bad arguments.

    The error names `hands` or `seed`.
    """
    if not _whole(hands, 1, AT_ONCE):
        raise RulesError("HANDS", "hands", min=1, max=AT_ONCE)
    if not _whole(seed, 0, LARGEST_SEED):
        raise RulesError("SEED", "seed")
    played = simulate(pay_table, hands, np.random.default_rng(seed), points=2, shoe=shoe)
    return simulation_json(played, catalogue(language)) | {"seed": seed}


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


_EXACT = (
    "house_edge",
    "element_of_risk",
    "rtp",
    "rtp_wagered",
    "total_wager",
    "variance",
    "hit",
    "push",
    "raise_frequency",
)
"""The exact figures of an analysis, in the order of reports."""


def analysis_json(found: Analysis, words: Catalogue) -> dict[str, Any]:
    """Return every result; exact ones as `{"exact": "686689/20358520", "value": 0.0337…}`."""
    return {name: _exact(getattr(found, name)) for name in _EXACT} | {
        "sd": found.sd,
        "raised_hands": found.raised_hands,
        "hands": found.hands,
        "threshold": found.threshold.text(words),
        "warnings": _warnings(found, words),
        "lines": [
            {
                "key": line.key,
                "label": words.text(f"designer.outcome.{line.key}"),
                "pays": None if line.pays is None else number_text(line.pays),
                "probability": _exact(line.probability),
                "contribution": _exact(line.contribution),
                "sensitivity": None if line.sensitivity is None else _exact(line.sensitivity),
            }
            for line in found.lines
        ],
        "side_bets": [_side_bet_json(bet, words) for bet in found.side_bets],
    }


def _warnings(found: Analysis, words: Catalogue) -> list[str]:
    """Return what favours the player."""
    edges = [("main", found.house_edge), *((bet.key, bet.house_edge) for bet in found.side_bets)]
    return [
        words.text(
            "designer.favoured" if edge else "designer.no_edge",
            {"bet": words.text(f"designer.bet.{key}"), "share": percent(-edge, 4)},
        )
        for key, edge in edges
        if edge <= 0
    ]


def _side_bet_json(bet: SideBet, words: Catalogue) -> dict[str, Any]:
    return {
        "key": bet.key,
        "label": words.text(f"designer.bet.{bet.key}"),
        "house_edge": _exact(bet.house_edge),
        "rtp": _exact(bet.rtp),
        "hit": _exact(bet.hit),
        "sd": bet.sd,
        "lines": [
            {
                "key": line.key,
                "label": line_label(words, line.key),
                "pays": number_text(line.pays),
                "probability": _exact(line.probability),
                "contribution": _exact(line.contribution),
            }
            for line in bet.lines
        ],
    }


def _exact(number: Fraction) -> dict[str, Any]:
    return {"exact": str(number), "value": float(number)}


def simulation_json(played: Simulation, words: Catalogue) -> dict[str, Any]:
    """Return the observed figures without the intermediate points."""
    return {
        "hands": played.hands,
        "raised": played.raised,
        "bets": [_observed_json(bet, words) for bet in (played.main, *played.side_bets)],
        "shoes": None if played.spread is None else _spread_json(played.spread),
    }


def _spread_json(spread: ShoeSpread) -> dict[str, Any]:
    # The sums of shoes are nearly normal, so the error of their deviation is sd / sqrt(2 (n - 1)).
    error = spread.sd / math.sqrt(2 * max(spread.shoes - 1, 1))
    return {
        "rounds": spread.rounds,
        "shoes": spread.shoes,
        "sd": spread.sd,
        "interval": [spread.sd + sign * Z_95 * error for sign in (-1, 1)],
        "sd_if_shuffled": spread.sd_if_shuffled,
    }


def _observed_json(bet: Observed, words: Catalogue) -> dict[str, Any]:
    return {
        "key": bet.key,
        "label": words.text(f"designer.bet.{bet.key}"),
        "hands": bet.hands,
        "edge": bet.edge,
        "standard_error": bet.standard_error,
        "interval": [bet.edge + sign * Z_95 * bet.standard_error for sign in (-1, 1)],
        "exact": float(bet.exact),
    }


def analysis_csv(found: Analysis, words: Catalogue) -> Iterator[str]:
    """Yield rows `part,what,pays,value,exact`: the options, the results, every line."""
    yield "part,what,pays,value,exact\n"
    for name, value in {**found.pay_table.to_json(), "decks": found.decks}.items():
        if isinstance(value, dict):
            for line, pays in value.items():
                yield _row("option", f"{name}.{line}", pays)
        else:
            text = " ".join(value) if isinstance(value, list) else "" if value is None else value
            yield _row("option", name, text)
    for name in _EXACT:
        yield _number("result", name, getattr(found, name))
    yield _row("result", "sd", "", f"{found.sd:.9f}")
    yield _row("result", "raised_hands", "", found.raised_hands)
    yield _row("result", "threshold", "", found.threshold.text(words))
    for line in found.lines:
        pays = "" if line.pays is None else number_text(line.pays)
        yield _number(line.key, "probability", line.probability, pays)
        yield _number(line.key, "contribution", line.contribution, pays)
        if line.sensitivity is not None:
            yield _number(line.key, "edge change per +1", line.sensitivity, pays)
    for bet in found.side_bets:
        yield _number(bet.key, "house_edge", bet.house_edge)
        yield _number(bet.key, "hit", bet.hit)
        yield _row(bet.key, "sd", "", f"{bet.sd:.9f}")
        for part in bet.lines:
            key = f"{bet.key}.{part.key}"
            yield _number(key, "probability", part.probability, number_text(part.pays))


def _number(part: str, what: str, number: Fraction, pays: object = "") -> str:
    return _row(part, what, pays, f"{float(number):.9f}", str(number))


def _row(part: str, what: str, pays: object, value: object = "", exact: str = "") -> str:
    cells = (str(cell) for cell in (part, what, pays, value, exact))
    return ",".join(f'"{cell}"' if "," in cell else cell for cell in cells) + "\n"

"""Analyses and simulations for requests: run in worker processes, rate limited.

The pages and the API use the same functions and share the rate limit.
"""

from typing import Any

from django.http import HttpRequest

from core import rate_limits
from core.messages import catalogue
from core.runtime.single_flight import SharedCopies
from core.runtime.worker_pools import heavy_pool
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.report import played_json, worth_json
from games.odds.shoe import Shoe

SIMULATIONS_MAX = 120
"""The most requests of a user, or a visitor's network, in a minute."""
WINDOW_S = 60

_worths: SharedCopies[dict[str, Any]] = SharedCopies(lifetime_s=None, most=256)


def may_simulate(request: HttpRequest) -> bool:
    """Count a request; False if the limit of this minute is reached."""
    return rate_limits.within(
        "simulate", rate_limits.asker(request), most=SIMULATIONS_MAX, seconds=WINDOW_S
    )


def worth_of(pay_table: PayTable, decks: int = 1) -> dict[str, Any]:
    """`report.worth_json`, cached for each pay table, decks and language; raises Busy."""
    asked = (pay_table, decks, catalogue().language)
    return _worths.get(asked, lambda: heavy_pool().run(worth_json, *asked))


def played(pay_table: PayTable, shoe: Shoe, hands: Any, seed: Any) -> dict[str, Any]:
    """`report.played_json`; raises `RulesError` and Busy."""
    return heavy_pool().run(played_json, pay_table, shoe, hands, seed, catalogue().language)

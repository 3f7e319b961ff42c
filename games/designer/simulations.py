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

SIMULATIONS_MAX = 120
"""The most requests of a user, or a visitor's network, in a minute."""
WINDOW_S = 60

_worths: SharedCopies[dict[str, Any]] = SharedCopies(lifetime_s=None, most=256)


def may_simulate(request: HttpRequest) -> bool:
    """Count a request; False if the limit of this minute is reached."""
    return rate_limits.within(
        "simulate", rate_limits.asker(request), most=SIMULATIONS_MAX, seconds=WINDOW_S
    )


def worth_of(pay_table: PayTable) -> dict[str, Any]:
    """`report.worth_json`, cached for each pay table and language; raises Busy."""
    language = catalogue().language
    return _worths.get(
        (pay_table, language), lambda: heavy_pool().run(worth_json, pay_table, language)
    )


def played(pay_table: PayTable, hands: Any, seed: Any) -> dict[str, Any]:
    """`report.played_json`; raises `RulesError` and Busy."""
    return heavy_pool().run(played_json, pay_table, hands, seed, catalogue().language)

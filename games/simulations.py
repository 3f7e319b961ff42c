"""How often somebody may have a pay table played, on the page and by the API together."""

from django.http import HttpRequest

from accounts import rates

SIMULATIONS = 120
"""Most requests of one person, or one visitor's network, in a minute."""
SECONDS = 60


def may_simulate(request: HttpRequest) -> bool:
    """Count one request; False when the minute's share is used up."""
    return rates.within("simulate", rates.asker(request), most=SIMULATIONS, seconds=SECONDS)

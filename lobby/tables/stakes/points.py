"""Points: a running score that is worth no chips."""

from lobby.tables.models import Table
from lobby.tables.stakes.base import Stakes


class Points(Stakes):
    """A running score; it may be negative."""

    key = Table.PlaysFor.POINTS.value
    format = "points"
    risk_chips = False

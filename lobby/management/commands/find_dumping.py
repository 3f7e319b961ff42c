"""`manage.py find_dumping`: open a case for each pair or ring whose chips go one way."""

from lobby.management.search import Search
from lobby.moderation.actions.chip_dumping import open_dumping_cases


class Command(Search):
    help = (
        "Search the last days for chip dumping and open cases for staff; the dealer does so daily."
    )
    search = staticmethod(open_dumping_cases)

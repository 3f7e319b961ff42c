"""`manage.py find_dumping`: open a case for each pair or ring whose chips flow one way."""

from lobby.management.search import Search
from lobby.moderation.actions.chip_dumping import open_dumping_cases


class Command(Search):
    help = "Search for chip dumping and open cases for staff. The dealer does this daily."
    search = staticmethod(open_dumping_cases)

"""`manage.py find_bots`: open a case about each person whose times are a program's."""

from lobby.management.search import Search
from lobby.moderation.actions.bots import open_bot_cases


class Command(Search):
    help = "Search for undeclared programs and open cases for staff; the dealer does so daily."
    search = staticmethod(open_bot_cases)

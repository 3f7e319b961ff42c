"""`manage.py find_bots`: open a case about each user whose decision times suggest a bot."""

from lobby.management.search import Search
from lobby.moderation.actions.bots import open_bot_cases


class Command(Search):
    help = "Search for undeclared bots and open cases for staff. The dealer does this daily."
    search = staticmethod(open_bot_cases)

"""`manage.py find_programs`: open a case about each person whose times are a program's."""

from lobby.actions.timing import open_timing_cases
from lobby.management.search import Search


class Command(Search):
    help = "Search for undeclared programs and open cases for staff; the dealer does so daily."
    search = staticmethod(open_timing_cases)

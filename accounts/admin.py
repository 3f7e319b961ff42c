"""The staff pages about people, sanctions and the ledger, found by Django."""

from accounts.ledger import admin as ledger
from accounts.people import admin as people
from accounts.sanctions import admin as sanctions

__all__ = ["ledger", "people", "sanctions"]

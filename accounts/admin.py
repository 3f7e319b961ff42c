"""The staff pages about users, sanctions and the ledger, where Django discovers them."""

from accounts.ledger import admin as ledger
from accounts.people import admin as people
from accounts.sanctions import admin as sanctions

__all__ = ["ledger", "people", "sanctions"]

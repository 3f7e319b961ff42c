"""The stakes of tables: chips, points or a sit and go.

One object answers all that depends on it (`Stakes`). A package above adds another kind by
`register`; nothing else asks for the kind of a table.
"""

from lobby.tables.stakes.base import Stakes
from lobby.tables.stakes.catalogue import kind, kind_for, kinds, register, stakes_of

__all__ = ["Stakes", "kind", "kind_for", "kinds", "register", "stakes_of"]

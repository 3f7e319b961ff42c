"""Questions about the tables of hands, which the subject above answers."""

from django.dispatch import Signal

table_names_asked = Signal()
"""Sent with `table_ids`; receivers return names and slugs, (name, slug), by id."""

tables_named_asked = Signal()
"""Sent with `text` and `most`; receivers return the ids of tables with this text in their names."""

closed_tables_asked = Signal()
"""Sent with `table_ids`; receivers return the ids of those that are closed for good."""

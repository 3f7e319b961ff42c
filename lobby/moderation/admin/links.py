"""Filters of lists by table, user or game, and links to those lists."""

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from accounts.people.models import User
from core.admin.base import ByLink, ByRule
from core.admin.sections import link_to
from core.messages import SOURCE, catalogue
from games.rulebook.rule_words import RuleWords, names_of_games
from lobby.tables.models import Table


class OfTable(ByLink):
    """Filters rows of one table."""

    title = "table"
    parameter_name = "table"
    field = "table_id"

    def name_of(self, asked: str) -> str:
        return _name(Table, asked)


class OfPerson(ByLink):
    """Filters rows of one user."""

    title = "person"
    parameter_name = "person"
    field = "user_id"

    def name_of(self, asked: str) -> str:
        return _name(User, asked)


class OfGame(ByRule):
    """Filters rows of one game; the list of games needs no query."""

    title = "game"
    parameter_name = "game"

    def rules(self) -> dict[str, tuple[str, Q]]:
        names = names_of_games(catalogue(SOURCE))
        return {key: (name, Q(game=key)) for key, name in names.items()}


class PlayedIn(OfPerson):
    """Filters hands into which a user was dealt."""

    field = "seats__user_id"


def _name(model: Any, asked: str) -> str:
    try:
        return str(model.objects.filter(pk=uuid.UUID(asked)).values_list("name", flat=True).first())
    except ValueError:
        return "nobody"


def game_name(row: Any) -> str:
    """The display name of a row's game; the row is a hand or a table."""
    return RuleWords(row.game, catalogue(SOURCE)).name


def table_links(table_ids: Iterable[uuid.UUID | None]) -> dict[uuid.UUID | None, Any]:
    """Links to tables by id, in one query."""
    known = {table_id for table_id in table_ids if table_id is not None}
    names = Table.objects.filter(pk__in=known).values_list("pk", "name")
    return {pk: link_to("lobby.table", pk, name) for pk, name in names}

"""Saving and deleting designs of pay tables."""

import unicodedata
import uuid

from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from accounts.people.models import User
from core.word_filter import queries as words
from games.designer.models import NAME_CHARS, Design
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.shoe import Shoe

DESIGNS_MAX = 50
"""The most designs of one user."""


def save_design(
    *,
    owner: User,
    name: str,
    pay_table: PayTable,
    shoe: Shoe = Shoe(),  # noqa: B008 (frozen)
) -> Design:
    """Save a pay table under a name; a design with the same name (in any case) is replaced.

    Raises `RulesError` `BAD_NAME`, `NAME_WORDS` (field `name`) or `TOO_MANY_DESIGNS`.
    """
    name = _name(name)
    with transaction.atomic():
        own = _designs_held(owner)
        kept = _called(own, name).first()
        if kept is None and own.count() >= DESIGNS_MAX:
            raise RulesError("TOO_MANY_DESIGNS", "name", max=DESIGNS_MAX)
        return _keep(kept or Design(owner=owner), name, pay_table, shoe)


def change_design(
    *, owner: User, design_id: uuid.UUID, name: str, pay_table: PayTable, shoe: Shoe
) -> Design | None:
    """Change the name, pay table and shoe of a user's design; None if they have none with this id.

    Raises `RulesError` `BAD_NAME`, `NAME_WORDS` or `NAME_TAKEN` (by another of their designs).
    """
    name = _name(name)
    with transaction.atomic():
        own = _designs_held(owner)
        design = own.filter(pk=design_id).first()
        if design is None:
            return None
        if _called(own, name).exclude(pk=design_id).exists():
            raise RulesError("NAME_TAKEN", "name")
        return _keep(design, name, pay_table, shoe)


def _name(written: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", written).split())
    if not NAME_CHARS[0] <= len(name) <= NAME_CHARS[1] or not name.isprintable():
        raise RulesError("BAD_NAME", "name", min=NAME_CHARS[0], max=NAME_CHARS[1])
    if words.current_filter().find(name):
        raise RulesError("NAME_WORDS", "name")
    return name


def _designs_held(owner: User) -> QuerySet[Design]:
    """A user's designs, with the user's row locked so that concurrent writes wait."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    return Design.objects.filter(owner=owner)


def _called(designs: QuerySet[Design], name: str) -> QuerySet[Design]:
    """The designs with this name, by the same comparison as the database's constraint."""
    return designs.filter(Exact(Lower("name"), Lower(Value(name))))


def _keep(design: Design, name: str, pay_table: PayTable, shoe: Shoe) -> Design:
    design.name, design.pay_table = name, pay_table.to_json()
    design.decks, design.dealt_percent = shoe.decks, shoe.dealt_percent
    design.save()
    return design


def delete_design(*, owner: User, design_id: uuid.UUID) -> bool:
    """Delete a user's design; False if they have none with this id."""
    removed, _ = Design.objects.filter(owner=owner, pk=design_id).delete()
    return removed > 0

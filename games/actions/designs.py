"""Saving designs of pay tables, and forgetting them."""

import unicodedata
import uuid

from django.db import transaction

from accounts.models import User
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.paytable import PayTable
from games.models import Design

MOST = 50
"""Designs of one person."""
NAME_LENGTH = (1, 40)


def save_design(*, owner: User, name: str, pay_table: PayTable) -> Design:
    """Keep a pay table under a name; the same name again (in any case) replaces it.

    Raises `RulesError` `BAD_NAME` (field `name`) or `TOO_MANY_DESIGNS`.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME_LENGTH[0] <= len(name) <= NAME_LENGTH[1] or not name.isprintable():
        raise RulesError("BAD_NAME", "name", f"A name has 1 to {NAME_LENGTH[1]} characters.")
    with transaction.atomic():
        # The owner's row is locked, so that two saves at once are counted one after the other.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        own = Design.objects.filter(owner=owner)
        kept = own.filter(name__iexact=name).first()
        if kept is None and own.count() >= MOST:
            text = f"You have {MOST} designs; forget one of them first."
            raise RulesError("TOO_MANY_DESIGNS", "name", text)
        design = kept or Design(owner=owner)
        design.name, design.pay_table = name, pay_table.to_json()
        design.save()
    return design


def forget_design(*, owner: User, design_id: uuid.UUID) -> bool:
    """Remove one of a person's designs; False when he has none with this id."""
    removed, _ = Design.objects.filter(owner=owner, pk=design_id).delete()
    return removed > 0

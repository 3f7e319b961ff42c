"""Reading saved designs of pay tables."""

import uuid
from dataclasses import dataclass

from accounts.people.models import User
from games.designer.models import Design
from games.engines.dealer_teen_patti.designs import to_text
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.shoe import Shoe


@dataclass(frozen=True, slots=True)
class SavedDesign:
    """A saved pay table with its name, the short text of its link, and its shoe."""

    id: uuid.UUID
    name: str
    pay_table: PayTable
    text: str
    shoe: Shoe

    def to_json(self) -> dict[str, object]:
        """The design as JSON values, for pages and apps."""
        return {
            "id": str(self.id),
            "name": self.name,
            "design": self.pay_table.to_json(),
            "text": self.text,
            "decks": self.shoe.decks,
            "dealt_percent": self.shoe.dealt_percent,
        }


def designs_of(user: User) -> list[SavedDesign]:
    """A user's designs, by name."""
    return [saved(design) for design in Design.objects.filter(owner=user).order_by("name")]


def design_of(user: User, design_id: uuid.UUID) -> SavedDesign | None:
    """A design of a user; None if they have none with this id."""
    design = Design.objects.filter(owner=user, pk=design_id).first()
    return None if design is None else saved(design)


def saved(design: Design) -> SavedDesign:
    """A design as it was saved."""
    pay_table = PayTable.from_json(design.pay_table)
    shoe = Shoe(design.decks, design.dealt_percent)
    return SavedDesign(design.pk, design.name, pay_table, to_text(pay_table), shoe)

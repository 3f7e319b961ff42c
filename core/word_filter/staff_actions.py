"""Changing the list of unwanted words."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "words.change": Act(Right.CHAT, "Changed the unwanted words"),
}

"""Keeping the deck of a hand."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "hand.keep": Act(Right.TABLES, "Kept the whole deck of the hand"),
    "hand.release": Act(Right.TABLES, "Let the deck of the hand be forgotten in its time"),
}

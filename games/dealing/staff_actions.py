"""Staff actions on the deck of a hand."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "hand.keep": StaffAction(Right.TABLES, "Kept the whole deck of the hand"),
    "hand.release": StaffAction(Right.TABLES, "Released the deck of the hand"),
}

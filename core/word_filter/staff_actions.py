"""Staff actions on the list of unwanted words."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "words.change": StaffAction(Right.CHAT, "Changed the unwanted words"),
}

"""What staff do to users."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "person.factor": StaffAction(Right.ROLES, "Took the second factor away"),
}

"""Staff actions on users."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "person.factor": StaffAction(Right.ROLES, "Removed the second factor"),
}

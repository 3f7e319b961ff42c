"""Staff actions on users."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "user.factor": StaffAction(Right.ROLES, "Removed the second factor"),
}

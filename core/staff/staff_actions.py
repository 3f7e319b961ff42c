"""Staff actions on members of staff and on proposals."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "user.roles": StaffAction(Right.ROLES, "Set the roles of a member of staff"),
    "proposal.decline": StaffAction(Right.LOOK, "Declined a proposal"),
}

"""Staff actions on balances."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "proposal.adjust": StaffAction(Right.ECONOMY, "Proposed to adjust a balance"),
    "balance.adjust": StaffAction(Right.ECONOMY, "Adjusted a balance"),
}

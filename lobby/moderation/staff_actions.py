"""The names of staff actions on tables, hands and cases, as the staff log shows them."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "proposal.refund": StaffAction(Right.ECONOMY, "Proposed a refund"),
    "proposal.unseal": StaffAction(Right.TABLES, "Proposed revealing hidden cards"),
    "balance.refund": StaffAction(Right.ECONOMY, "Refunded the victims of a cheat"),
    "hand.unseal": StaffAction(Right.TABLES, "Revealed hidden cards"),
    "hand.void": StaffAction(Right.TABLES, "Voided the hand"),
    "table.drain": StaffAction(Right.TABLES, "Set the table to close after the hand"),
    "table.freeze": StaffAction(Right.TABLES, "Froze the table"),
    "table.thaw": StaffAction(Right.TABLES, "Resumed the table"),
    "table.close": StaffAction(Right.TABLES, "Closed the table"),
    "table.kick": StaffAction(Right.TABLES, "Removed a player"),
    "report.take": StaffAction(Right.CHAT, "Took a case"),
    "report.note": StaffAction(Right.CHAT, "Added a case note"),
    "report.close": StaffAction(Right.CHAT, "Closed a case"),
}

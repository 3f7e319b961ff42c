"""What moderators do to tables, hands and cases."""

from core.staff.rights import (
    STAFF_ACTIONS,
    Right,
    StaffAction,
)

STAFF_ACTIONS |= {
    "proposal.refund": StaffAction(Right.ECONOMY, "Proposed a refund"),
    "proposal.unseal": StaffAction(Right.TABLES, "Asked to open closed cards"),
    "balance.refund": StaffAction(Right.ECONOMY, "Refunded the victims of a cheat"),
    "hand.unseal": StaffAction(Right.TABLES, "Opened closed cards"),
    "hand.void": StaffAction(Right.TABLES, "Voided the hand"),
    "table.drain": StaffAction(Right.TABLES, "Let the table close after the hand"),
    "table.freeze": StaffAction(Right.TABLES, "Paused the table"),
    "table.thaw": StaffAction(Right.TABLES, "Let the table go on"),
    "table.close": StaffAction(Right.TABLES, "Closed the table"),
    "table.kick": StaffAction(Right.TABLES, "Sent a player away"),
    "report.take": StaffAction(Right.CHAT, "Took a report"),
    "report.note": StaffAction(Right.CHAT, "Wrote a note on a report"),
    "report.close": StaffAction(Right.CHAT, "Closed a report"),
}

"""What moderators do to tables, hands and cases."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "proposal.refund": Act(Right.ECONOMY, "Proposed a refund"),
    "proposal.unseal": Act(Right.TABLES, "Asked to open closed cards"),
    "balance.refund": Act(Right.ECONOMY, "Refunded the victims of a cheat"),
    "hand.unseal": Act(Right.TABLES, "Opened closed cards"),
    "hand.void": Act(Right.TABLES, "Voided the hand"),
    "table.drain": Act(Right.TABLES, "Let the table close after the hand"),
    "table.freeze": Act(Right.TABLES, "Paused the table"),
    "table.thaw": Act(Right.TABLES, "Let the table go on"),
    "table.close": Act(Right.TABLES, "Closed the table"),
    "table.kick": Act(Right.TABLES, "Sent a player away"),
    "report.take": Act(Right.CHAT, "Took a report"),
    "report.note": Act(Right.CHAT, "Wrote a note on a report"),
    "report.close": Act(Right.CHAT, "Closed a report"),
}

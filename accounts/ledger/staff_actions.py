"""Adjusting balances."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "proposal.adjust": Act(Right.ECONOMY, "Proposed to adjust a balance"),
    "balance.adjust": Act(Right.ECONOMY, "Adjusted a balance"),
}

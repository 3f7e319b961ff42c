"""What admins do to members of staff and to proposals."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "person.roles": Act(Right.ROLES, "Set the roles of a member of staff"),
    "proposal.decline": Act(Right.LOOK, "Declined a proposal"),
}

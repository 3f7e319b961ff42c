"""What staff do to users."""

from core.staff.rights import ACTS, Act, Right

ACTS |= {
    "person.factor": Act(Right.ROLES, "Took the second factor away"),
}

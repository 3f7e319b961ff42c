"""Proposals that wait for a second person."""

from django.db.models import QuerySet

from accounts import staff
from accounts.models import Proposal, User


def waiting_for(user: User) -> QuerySet[Proposal]:
    """Open proposals this member of staff could carry out: others', of kinds he has a right to."""
    kinds = [kind for kind in Proposal.Kind.values if staff.may_act(user, f"proposal.{kind}")]
    rows = Proposal.objects.filter(state=Proposal.State.OPEN, kind__in=kinds).exclude(by=user)
    return rows.select_related("by").order_by("at")

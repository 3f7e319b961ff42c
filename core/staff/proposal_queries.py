"""Proposals that wait for a second person."""

from django.db.models import QuerySet

from core.people import Person
from core.staff import rights
from core.staff.models import Proposal


def waiting_for(user: Person) -> QuerySet[Proposal]:
    """Open proposals of others that this member of staff has the right to approve."""
    kinds = [kind for kind in Proposal.Kind.values if rights.may_act(user, f"proposal.{kind}")]
    rows = Proposal.objects.filter(state=Proposal.State.OPEN, kind__in=kinds).exclude(by_id=user.pk)
    return rows.select_related("by").order_by("at")

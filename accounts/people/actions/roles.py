"""Setting the roles of members of staff."""

from collections.abc import Iterable

from django.contrib.auth.models import Group

from accounts.errors import AccountRefused
from accounts.people.models import User
from accounts.people.queries.users import person
from core.staff.actions import staff_action
from core.staff.rights import ROLES


def set_roles(*, by: User, user: User, roles: Iterable[str], reason: str) -> User:
    """Give a user exactly these roles; without any they are no longer staff.

    Raises `AccountRefused` UNKNOWN_ROLE, or NOT_FOR_PLAYERS for guests and bots.
    """
    wanted = sorted(set(roles))
    if not set(wanted) <= ROLES.keys():
        raise AccountRefused("UNKNOWN_ROLE")
    if not user.is_person:
        raise AccountRefused("NOT_FOR_PLAYERS")
    with staff_action(
        by=by, action="user.roles", kind="person", target=user.pk, reason=reason
    ) as acting:
        user = person(user.pk, lock=True)
        had = sorted(user.groups.filter(name__in=ROLES).values_list("name", flat=True))
        marked = bool(wanted) or user.is_superuser
        if had == wanted and user.is_staff == marked:
            acting.nothing()
            return user
        user.groups.remove(*Group.objects.filter(name__in=set(had) - set(wanted)))
        user.groups.add(*Group.objects.filter(name__in=wanted))
        user.is_staff = marked
        user.save(update_fields=["is_staff"])
        acting.before, acting.after = {"roles": had}, {"roles": wanted}
    return user

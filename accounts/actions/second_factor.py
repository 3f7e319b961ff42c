"""Taking a second factor away from who has lost it; he sets a new one up himself."""

from allauth.mfa.models import Authenticator

from accounts.actions import devices
from accounts.actions.staff import act, person
from accounts.models import User
from accounts.queries import second_factor


def take_away(*, by: User, user: User, reason: str) -> None:
    """Staff removes a person's factor with its recovery codes, and logs him out everywhere.

    Until he has set up another one, his profile says when and why it was taken.
    """
    with act(by=by, action="person.factor", kind="person", target=user.pk, reason=reason) as acting:
        person(user.pk, lock=True)
        since = second_factor.since(user)
        if since is None:
            acting.nothing()
            return
        acting.before, acting.after = {"since": since.isoformat()}, {"since": None}
        Authenticator.objects.filter(user=user).delete()
        devices.end_everything(user=user)

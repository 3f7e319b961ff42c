"""Mutes, suspensions, bans and holds of chips: setting, ending, appealing.

The sanctions in force are also written on the user in the same transaction, so a mute applies to
the next chat message. A suspended or banned user loses open sockets, and seats by `play_stopped`.
"""

import datetime
import uuid

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import ledger
from accounts.errors import AccountRefused
from accounts.people import signals
from accounts.people.models import User
from accounts.people.queries import users
from accounts.sanctions.models import APPEAL_CHARS, NOTE_CHARS_MAX, Sanction
from accounts.sanctions.signals import play_stopped
from core.staff import actions as staff_actions

FOR_EVER = datetime.datetime(9999, 1, 1, tzinfo=datetime.UTC)
LOCKING_OUT = (Sanction.Kind.SUSPEND, Sanction.Kind.BAN)


def mute(
    *, by: User, user: User, until: datetime.datetime, template: str, reason: str, note: str = ""
) -> Sanction:
    """Stop the user from chatting until then.

    Raises `AccountRefused` BAD_SANCTION and those of `staff_action`.
    """
    return _set(Sanction.Kind.MUTE, by, user, until, template, reason, note)


def suspend(
    *, by: User, user: User, until: datetime.datetime, template: str, reason: str, note: str = ""
) -> Sanction:
    """Suspend the user until then: no log-in, no seat, no action."""
    return _set(Sanction.Kind.SUSPEND, by, user, until, template, reason, note)


def ban(*, by: User, user: User, template: str, reason: str, note: str = "") -> Sanction:
    """Ban the user permanently, or until the ban is ended."""
    return _set(Sanction.Kind.BAN, by, user, None, template, reason, note)


def _set(
    kind: Sanction.Kind,
    by: User,
    user: User,
    until: datetime.datetime | None,
    template: str,
    reason: str,
    note: str,
) -> Sanction:
    now = timezone.now()
    if template not in Sanction.Template.values or (until is not None and until <= now):
        raise AccountRefused("BAD_SANCTION")
    if len(note) > NOTE_CHARS_MAX:
        raise AccountRefused("BAD_SANCTION", case="note", max=NOTE_CHARS_MAX)
    action = f"user.{kind}"
    with staff_actions.staff_action(
        by=by, action=action, kind="person", target=user.pk, reason=reason
    ) as acting:
        person = users.person(user.pk, lock=True)
        sanction = Sanction.objects.create(
            user=person,
            kind=kind,
            template=template,
            note=note,
            reason=acting.reason,
            by=by,
            at=now,
            until=until,
        )
        acting.before = _status(person)
        _apply(person)
        acting.after = {**_status(person), "sanction": str(sanction.pk), "template": template}
        if kind in LOCKING_OUT:
            signals.end_sockets(person.pk)
            transaction.on_commit(lambda: stop_play(person))
    return sanction


def hold(*, user: User, chips: int, reason: str) -> Sanction:
    """Hold so many chips of a user while a case about them is open; the house does it.

    Those at tables are held when they are back in the wallet: the user leaves all tables after the
    hand, and brings no chips to another one until then (`lobby.tables.rows.play_limits`).
    """
    with transaction.atomic():
        sanction = Sanction.objects.create(
            user=user,
            kind=Sanction.Kind.HOLD,
            template=Sanction.Template.DUMPING,
            reason=reason,
            at=timezone.now(),
            to_hold=chips,
        )
        _hold_more(sanction)
        if sanction.held < chips:
            transaction.on_commit(lambda: stop_play(user))
    return sanction


def hold_more() -> None:
    """Hold what came back to wallets since, of chips that are still to be held."""
    missing = Sanction.objects.filter(kind=Sanction.Kind.HOLD, ended_at=None, held__lt=F("to_hold"))
    for pk in missing.values_list("pk", flat=True):
        with transaction.atomic():
            sanction = missing.select_for_update(of=("self",)).filter(pk=pk).first()
            if sanction is not None:
                _hold_more(sanction)


def _hold_more(sanction: Sanction) -> None:
    uid, missing = f"hold:{sanction.pk}:{sanction.held}", sanction.to_hold - sanction.held
    sanction.held += ledger.hold_chips(user=sanction.user, amount=missing, uid=uid)
    sanction.save(update_fields=["held"])


def end_hold(*, sanction_id: uuid.UUID, to_bank: bool) -> None:
    """Give held chips back, or take them; once. Within the staff action that decides about them."""
    sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=sanction_id)
    if sanction.ended_at is None:
        sanction.ended_at = timezone.now()
        sanction.save(update_fields=["ended_at"])
        _settle_hold(sanction, to_bank=to_bank)


def _settle_hold(sanction: Sanction, *, to_bank: bool) -> None:
    ledger.end_hold(
        user=sanction.user, amount=sanction.held, uid=f"hold-end:{sanction.pk}", to_bank=to_bank
    )


def end_sanction(*, by: User, sanction_id: uuid.UUID, reason: str) -> Sanction:
    """End a sanction now; one that is over stays unchanged."""
    sanction = _get(sanction_id)
    with staff_actions.staff_action(
        by=by, action="sanction.end", kind="person", target=sanction.user_id, reason=reason
    ) as acting:
        return _end(acting, sanction)


def _end(acting: staff_actions.RunningAction, sanction: Sanction) -> Sanction:
    person = users.person(sanction.user_id, lock=True)
    sanction.refresh_from_db()
    now = timezone.now()
    if sanction.ended_at or (sanction.until and sanction.until <= now):
        acting.nothing()
        return sanction
    acting.before = _status(person)
    sanction.ended_at = now
    sanction.save(update_fields=["ended_at"])
    if sanction.kind == Sanction.Kind.HOLD:
        _settle_hold(sanction, to_bank=False)
    _apply(person)
    acting.after = {**_status(person), "sanction": str(sanction.pk)}
    return sanction


def appeal(*, user: User, sanction_id: uuid.UUID, text: str) -> Sanction:
    """Appeal against a sanction, once. Raises `AccountRefused` NO_SUCH_SANCTION, APPEALED, TEXT."""
    said = " ".join(text.split())
    least, most = APPEAL_CHARS
    if not least <= len(said) <= most:
        raise AccountRefused("TEXT", min=least, max=most, status=400)
    with transaction.atomic():
        sanction = Sanction.objects.select_for_update().filter(pk=sanction_id, user=user).first()
        if sanction is None:
            raise _no_such_sanction()
        if sanction.appeal:
            raise AccountRefused("APPEALED")
        sanction.appeal, sanction.appealed_at = said, timezone.now()
        sanction.verdict = Sanction.Verdict.WAITING
        sanction.save(update_fields=["appeal", "appealed_at", "verdict"])
    return sanction


def answer_appeal(*, by: User, sanction_id: uuid.UUID, accept: bool, reason: str) -> Sanction:
    """Grant an appeal, which ends the sanction, or deny it; never by who set the sanction.

    Raises `AccountRefused` OWN_DECISION, NO_APPEAL.
    """
    sanction = _get(sanction_id)
    if sanction.by_id == by.pk:
        raise AccountRefused("OWN_DECISION")
    with staff_actions.staff_action(
        by=by, action="sanction.answer", kind="person", target=sanction.user_id, reason=reason
    ) as acting:
        sanction = Sanction.objects.select_for_update().get(pk=sanction_id)
        if sanction.verdict != Sanction.Verdict.WAITING:
            raise AccountRefused("NO_APPEAL")
        if accept:
            sanction = _end(acting, sanction)
            acting.idle = False  # log the answer even if the sanction is over
        sanction.verdict = Sanction.Verdict.GRANTED if accept else Sanction.Verdict.DENIED
        sanction.save(update_fields=["verdict"])
        acting.after = {**acting.after, "verdict": sanction.verdict}
    return sanction


def _get(sanction_id: uuid.UUID) -> Sanction:
    sanction = Sanction.objects.filter(pk=sanction_id).first()
    if sanction is None:
        raise _no_such_sanction()
    return sanction


def _no_such_sanction() -> AccountRefused:
    return AccountRefused("NO_SUCH_SANCTION", status=404)


def _apply(person: User) -> None:
    """Write on the user until when they are muted and suspended."""
    rows = Sanction.objects.filter(user=person, ended_at=None)
    mutes = rows.filter(kind=Sanction.Kind.MUTE).values_list("until", flat=True)
    bars = rows.filter(kind__in=LOCKING_OUT).values_list("until", flat=True)
    person.muted_until = max((until or FOR_EVER for until in mutes), default=None)
    person.suspended_until = max((until or FOR_EVER for until in bars), default=None)
    person.save(update_fields=["muted_until", "suspended_until"])


def _status(person: User) -> dict[str, str | None]:
    ends = {"muted_until": person.muted_until, "suspended_until": person.suspended_until}
    return {name: end.isoformat() if end else None for name, end in ends.items()}


def stop_play(user: User) -> None:
    """Send `play_stopped`; Django logs receivers that fail, and they change nothing."""
    play_stopped.send_robust(sender=None, user=user)

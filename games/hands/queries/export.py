"""Finished hands as files for one viewer: the record, PHH, PokerStars text and plain text.

The formats are in `games.records`. Everything is made from the record, which contains only cards
that its viewer saw, so no file can show more than the hand's page. A record needs all stacks, so
there is none while they are hidden (`games.hands.viewers`).
"""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import CharField
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.people.models import User
from core.errors import RequestRefused
from core.staff.models import StaffLogEntry
from games.dealing.queries.daily_roots import day_of
from games.dealing.queries.deck_days import day_of_deck
from games.dealing.queries.ends import ended_part
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.contract import ALL_STACKS, Viewer
from games.fair.stored import is_tfair2
from games.hands.models import Hand, HandSeat
from games.hands.models.archived import HandArchived, archived_months
from games.hands.queries.live import course_of, live_hand
from games.hands.queries.record import lines_of, page_of
from games.hands.queries.replay import replay
from games.hands.queries.tables import with_stacks
from games.hands.viewers import viewer_of_finished
from games.records import record as records
from games.records.formats import NotRepresentable, write
from games.records.record import About, Move
from games.records.transcript import transcript


class StacksHidden(RequestRefused):
    """The files of a hand wait until its table is closed, because stacks are hidden there."""

    def __init__(self) -> None:
        super().__init__(
            "STACKS_HIDDEN",
        )


def record_json(hand: Hand, viewer: Viewer) -> dict[str, Any]:
    """The lossless record of a finished hand (format in `games.records.record`), with its proof.

    Raises `StacksHidden` for a viewer who does not see all stacks.
    """
    players, actions = course_of(hand)
    folded = live_hand(hand, players=players, records=actions)
    if folded.hides_stacks and viewer.stacks != ALL_STACKS:
        raise StacksHidden
    moves = [Move(one.action, int(one.at.timestamp() * 1000), one.auto) for one in folded.counted]
    about = About(
        names={player.seat: player.name for player in players},
        kinds={player.seat: player.kind for player in players},
        preset=hand.preset,
        id=str(hand.pk),
        number=hand.number,
        started_at=hand.started_at.isoformat(),
        finished_at=hand.finished_at.isoformat() if hand.finished_at else None,
        void=hand.status == Hand.Status.VOID,
    )
    record = records.record_of(folded.game, folded.opening, moves, viewer, about)
    if folded.teaching is not None:
        taken_back = (len(folded.records) - len(moves)) // 2
        record["teaching"] = {**folded.teaching._asdict(), "taken_back": taken_back}
    proof = proof_of(folded)
    if proof is not None:
        openings = openings_of(folded, cards_shown(record["deck"].split()))
        if is_tfair2(folded.deal):
            # As stored: rules that had options added would have another hash than their plan.
            record |= {
                "version": records.FAIR_VERSION,
                "rules": hand.rules,
                "rules_hash": hand.rules_hash,
            }
            end, day = ended_part(hand, folded), day_of_deck(hand.table_id, hand.deck_no)
            record["fair"] = {**proof, "openings": openings, **end, "day": day}
        else:
            record["fair"] = {**proof, "openings": openings, "day": day_of(hand.pk)}
    return record


def phh_text(hand: Hand, viewer: Viewer) -> str:
    """A finished hand in PHH, a format for poker programs; raises `NotRepresentable`."""
    return write(record_json(hand, viewer), "phh")


def pokerstars_text(hand: Hand, viewer: Viewer) -> str:
    """A finished hand as PokerStars text; raises `NotRepresentable` with the reason."""
    return write(record_json(hand, viewer), "pokerstars")


def many_pokerstars(user: User, hand_ids: Iterable[UUID]) -> tuple[str, int]:
    """Finished hands of a user as one PokerStars text, in this order, and how many were left out.

    Hands that the format cannot express are left out; so are those of other games.
    """
    asked = list(hand_ids)
    hands = Hand.objects.exclude(status=Hand.Status.LIVE).in_bulk(asked)
    now, texts = timezone.now(), []
    for hand in (hands[hand_id] for hand_id in asked if hand_id in hands):
        viewer = viewer_of_finished(hand, user.pk, now=now)
        if viewer is None:
            continue
        with contextlib.suppress(NotRepresentable):
            texts.append(pokerstars_text(hand, viewer))
    # Importers part hands by two empty lines.
    return "\n\n".join(texts), len(asked) - len(texts)


def plain_text(hand: Hand, viewer: Viewer) -> str:
    """A finished hand as plain text."""
    return transcript(record_json(hand, viewer))


def opened_hands(user: User) -> Iterator[dict[str, Any]]:
    """When and why staff revealed hidden cards of hands that a user played in.

    Also requests that were not carried out: `action` tells which.
    """
    actions = ("proposal.unseal", "hand.unseal")
    hands = HandSeat.objects.filter(user=user).annotate(of=Cast("hand_id", CharField()))
    noted = StaffLogEntry.objects.filter(target_kind="hand", action__in=actions)
    for row in noted.filter(target_id__in=hands.values("of")).order_by("id"):
        yield {"at": row.at, "hand": row.target_id, "action": row.action, "reason": row.reason}


def own_hands(user: User) -> Iterator[dict[str, Any]]:
    """The records of all finished hands of a user, as they see them, oldest first.

    A hand whose stacks are hidden comes as on its page, with the user's own stack. Months of hands
    that are in files come first, with the refusal of `HandArchived`.
    """
    away = HandArchived()
    for month in sorted(archived_months()):
        yield {"month": f"{month:%Y-%m}", "code": away.code, "text": away.text}
    played = HandSeat.objects.filter(user=user).select_related("hand").order_by("id")
    for row in played.iterator(chunk_size=100):
        viewer = viewer_of_finished(row.hand, user.pk, now=timezone.now())
        if viewer is None or row.hand.status == Hand.Status.LIVE:
            continue
        seen_by = with_stacks(row.hand, viewer)
        try:
            yield record_json(row.hand, seen_by)
        except StacksHidden as no:
            shown = replay(row.hand, seen_by)
            page = page_of(shown) | {"lines": lines_of(shown)}
            yield page | {"record": {"code": no.code, "text": no.text}}

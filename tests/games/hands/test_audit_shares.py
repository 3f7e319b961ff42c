"""The audit shared out between processes, which read one snapshot, and between nights."""

import types
import uuid
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from itertools import chain

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from core.audit import checks, workers
from core.audit.parts import ByPart, Share, Source
from core.time_ids import time_id
from games.hands.models import Hand
from games.hands.queries import stored
from games.stats.actions.player_stats import rebuild
from games.stats.models import PlayerStats
from lobby.moderation.actions import audit as audits
from lobby.moderation.models import AuditFinding
from tests.games.stored import store_hand
from tests.support.owner import no_triggers
from tests.support.people import in_threads

SPAN = timedelta(milliseconds=1 << 18)
FOLDING, STATS = "hands fold to their results", "standings add up"


def spoil(hand: Hand) -> None:
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(result=hand.result | {"ended_by": "magic"})


@pytest.mark.django_db(transaction=True)
def test_processes_find_what_one_process_finds_in_its_snapshot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stored, "BATCH_HANDS", 1)
    monkeypatch.setattr(workers, "JOBS_HERE_MAX", 0)
    hands = [store_hand(game)[0] for game in ("teen_patti", "holdem", "dou_dizhu")]
    rebuild()
    spoil(hands[1])
    with no_triggers():
        PlayerStats.objects.filter(game="teen_patti").update(net=7)
    alone = checks.run()
    assert [one.hand_id for one in alone[FOLDING]] == [hands[1].pk]
    assert alone[STATS]

    begin = workers._pool

    def changed_meanwhile(count: int) -> ProcessPoolExecutor:
        pool = begin(count)
        in_threads(1, lambda _: spoil(hands[0]))
        return pool

    monkeypatch.setattr(workers, "_pool", changed_meanwhile)
    assert checks.run(workers=lambda: workers.processes(2)) == alone
    assert len(checks.run([FOLDING])[FOLDING]) == 2


def test_a_check_that_fails_at_many_parts_is_reported_once(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    source: Source[int, int] = Source(lambda _share: range(3), lambda part: part)
    monkeypatch.setattr(checks, "_checks", {})
    checks.register("broken", ByPart(source, lambda rows: [][rows]))
    (finding,) = checks.run()["broken"]
    assert str(finding).startswith("audit.failed: broken: the check itself failed: IndexError")


def copies(hand: Hand, count: int) -> list[uuid.UUID]:
    """Rows like that of a hand, as if each had begun four and a half minutes after the last."""
    ids = [time_id(hand.started_at + number * SPAN) for number in range(1, count + 1)]
    for number, hand_id in enumerate(ids, hand.number + 1):
        hand.pk, hand.number, hand.deck_no = hand_id, number, None
        hand.save(force_insert=True)
    return ids


def test_shares_together_have_each_hand_once(db: None) -> None:
    hand, _people = store_hand()
    ids = sorted([hand.pk, *copies(hand, 7)])
    shares = [list(chain(*stored.ids_of(Share(number, 3)))) for number in range(3)]
    assert sorted(chain(*shares)) == ids
    assert sorted(map(len, shares)) == [2, 3, 3]


def test_each_hand_is_replayed_in_one_of_the_nights(
    db: None, settings: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.AUDIT_NIGHTS = 2
    hand, _people = store_hand()
    rebuild()
    spoil(hand)
    today = timezone.now()
    mine = timedelta(days=(hand.pk.int // 2**98 - today.toordinal()) % 2)

    def night(later: timedelta) -> str:
        monkeypatch.setattr(audits, "timezone", types.SimpleNamespace(now=lambda: today + later))
        return audits.audit_everything()

    day = timedelta(days=1)
    assert night(mine + day) == "1/2 of 1 hands: nothing found"
    assert night(mine + 2 * day) == "1/2 of 1 hands: 1 found"
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(result=hand.result)
    night(mine + 3 * day)
    assert AuditFinding.objects.get().gone_at is None, "it was not looked at that night"
    night(mine + 4 * day)
    assert AuditFinding.objects.get().gone_at is not None


@pytest.mark.parametrize("share", ["0/2", "3/2", "1", "a/b", "1/-2"])
def test_a_share_that_is_none_is_refused(db: None, share: str) -> None:
    with pytest.raises(CommandError, match="a share is written as 1/28"):
        call_command("audit", f"--share={share}")


def test_the_command_checks_a_share(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    hand, _people = store_hand()
    spoil(hand)
    other, mine = ((hand.pk.int // 2**98 + more) % 2 + 1 for more in (1, 0))
    call_command("audit", f"--share={other}/2")
    assert STATS not in capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("audit", f"--share={mine}/2")
    assert f"hand {hand.pk}" in capsys.readouterr().out

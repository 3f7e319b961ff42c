"""Finished hands as files: access, contents, and the checker's command."""

import io
import json
import re
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from core.templatetags.numbers import signed
from games.engines.core import registry
from games.engines.core.contract import SPECTATOR, Result
from games.hands.models import Hand
from games.records.check import check
from games.records.record import About, record_of
from tests.games.sessions import some_hands
from tests.games.stored import store_hand

_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
def stored(db):
    return store_hand


def get(client, hand, name, user=None):
    if user is None:
        client.logout()
    else:
        client.force_login(user)
    return client.get(f"/hands/{hand.pk}/{name}")


@pytest.mark.parametrize("key", ["holdem", "teen_patti"])
def test_a_record_contains_its_readers_view_and_replays(client, stored, key):
    hand, people = stored(key)
    for user in (None, *people):
        answer = get(client, hand, "record.json", user)
        assert answer["Content-Type"] == "application/json; charset=utf-8"
        assert "no-store" in answer["Cache-Control"]
        name = f'attachment; filename="{key}-41-{str(hand.pk)[:8]}.json"'
        assert answer["Content-Disposition"] == name
        record = answer.json()
        assert check(record).ok, str(check(record))
        seat = people.index(user) if user else None
        assert record["viewer"] == {"seat": seat, "all_cards": False}
        assert Result.from_json(record["result"]).stored() == hand.result
        assert [one["name"] for one in record["seats"]] == [user.name for user in people]
        shown = {one["seat"] for one in hand.result["shown"]} | {seat}
        known = {one["seat"] for one in record["seats"] if "??" not in one["cards"]}
        assert known <= shown


def test_files_and_pages_have_the_same_readers(client, stored):
    for options in ({"live": True}, {"private": True}, {"spectators": "closed"}):
        hand, people = stored(**options)
        for name in ("", "record.json", "hand.txt", "hand.phh", "pokerstars.txt"):
            assert get(client, hand, name).status_code == 404
            may = 404 if "live" in options else 200
            assert get(client, hand, name, people[0]).status_code == may
    hand, _people = stored(spectators="after_hand")
    record = get(client, hand, "record.json").json()
    assert record["viewer"] == {"seat": None, "all_cards": True}
    assert record["cards_unknown"] == {"count": 0, "seats": []}
    assert client.post(f"/hands/{hand.pk}/record.json").status_code == 405


def test_a_void_hand_has_a_record_without_a_result(client, stored):
    hand, _people = stored()
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.VOID, result=None)
    record = get(client, hand, "record.json").json()
    assert (record["result"], record["hand"]["void"]) == (None, True)
    assert check(record).ok
    assert "void" in get(client, hand, "hand.txt").content.decode()
    assert get(client, hand, "hand.phh").status_code == 422


@pytest.mark.parametrize("key", ["holdem", "teen_patti"])
def test_a_transcript_has_no_more_cards_than_the_record(client, stored, key):
    hand, people = stored(key)
    for user in (None, people[0]):
        text = get(client, hand, "hand.txt", user).content.decode()
        record = get(client, hand, "record.json", user).json()
        assert set(_CARD.findall(text)) <= set(record["deck"].split())
        for person in people:
            assert person.name in text
        for seat, chips in hand.result["chips"]:
            change = dict(hand.result["net"])[seat]
            assert f"{people[seat].name}: {chips:,} ({signed(change)})" in text
        assert hand.rules_hash in text
        assert ("(you)" in text) == (user is not None)


def test_a_phh_is_for_poker_and_pokerkit_reads_it(client, stored, monkeypatch):
    """The deck is always the same: PokerKit gives the odd chip of some pots to another winner."""
    from pokerkit import HandHistory  # late: half a second

    hand, people = stored("teen_patti")
    assert get(client, hand, "hand.phh").status_code == 404
    page = get(client, hand, "").content.decode()
    assert "record.json" in page
    assert "hand.phh" not in page
    monkeypatch.setattr("games.fair.deck.secrets", SimpleNamespace(token_bytes=bytes))
    hand, people = stored()
    assert "hand.phh" in get(client, hand, "").content.decode()
    for user in (None, people[1]):
        answer = get(client, hand, "hand.phh", user)
        assert answer["Content-Disposition"].endswith('.phh"')
        *_, last = (history := HandHistory.loads(answer.content.decode()))
        assert last.stacks == history.finishing_stacks
        assert history.players == [people[seat].name for seat in range(4)]


def test_a_hand_that_phh_cannot_express_is_reported_with_a_message(client, stored):
    hand, _people = stored(preflop_first_actor="small_blind")
    answer = get(client, hand, "hand.phh")
    assert answer.status_code == 422
    assert "small blind acted first" in answer.content.decode()
    assert "Content-Disposition" not in answer


# -- manage.py check_record (no test here has a database) ------------------------------------


@pytest.fixture
def records():
    """Records of both games as spectators get them."""
    found = []
    for game in registry.all_games():
        for opening, moves, _state in some_hands(game, "command", 10):
            about = About(names={}, number=len(found) + 1)
            found.append(json.loads(json.dumps(record_of(game, opening, moves, SPECTATOR, about))))
    return found


def run(*files):
    """Run the command; returns its exit code and output."""
    out = io.StringIO()
    try:
        call_command("check_record", *files, stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


@pytest.mark.slow
def test_the_command_reads_records_lists_and_lines(tmp_path, records, monkeypatch):
    one, many, lines = (tmp_path / name for name in ("one.json", "many.json", "hands.jsonl"))
    one.write_text(json.dumps(records[0], indent=1))
    many.write_text(json.dumps(records))
    lines.write_text("".join(json.dumps(record) + "\n" for record in records))
    code, text = run(str(one), str(many), str(lines))
    assert code == 0
    assert text.count(", agrees\n") == 1 + 2 * len(records)
    assert f"{1 + 2 * len(records)} hands, 0 differ" in text
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(records[3])))
    assert run("-")[0] == 0


@pytest.mark.slow
def test_the_command_names_the_first_difference(tmp_path, records):
    file = tmp_path / "hands.jsonl"
    records[2]["actions"][1]["stacks"][0] += 5
    file.write_text("".join(json.dumps(record) + "\n" for record in records[:4]) + "nonsense\n")
    code, text = run(str(file))
    assert code == 1
    assert re.search(r":3: .* hand 3: DIFFERS: action 2 \(seat \d \w+\): stacks should be", text)
    assert ":5: record: DIFFERS: not JSON" in text
    assert "5 hands, 2 differ" in text
    with pytest.raises(CommandError):
        run(str(tmp_path / "missing.json"))

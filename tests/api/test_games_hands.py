"""Finished hands in the API: lists, single hands, replays and files, and the cards in them."""

import json
import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.models import User
from core.clock import to_unix_ms
from games.engines.core.contract import OPEN
from games.hands.models import Hand, HandSeat
from games.hands.queries import live
from games.records.check import check
from tests.games.stored import four_guests, store_hand
from tests.support.app import app_of
from tests.support.size import times

pytestmark = pytest.mark.django_db

PARTS = ("", "/replay", "/record", "/text", "/phh", "/pokerstars")


@pytest.fixture
def many():
    """Asha's hands: three of hold'em at one table, then two of Teen Patti at another."""
    people, tables = four_guests(), (uuid.uuid4(), uuid.uuid4())
    hands = [
        store_hand(key, seed, people=people, table_id=tables[at], number=seed)[0]
        for at, key, seeds in ((0, "holdem", (1, 2, 3)), (1, "teen_patti", (4, 5)))
        for seed in seeds
    ]
    return app_of(people[0]), hands


def ids(page):
    return [row["id"] for row in page["items"]]


def test_own_hands_are_listed_newest_first_and_paged(many):
    asha, hands = many
    wanted = [str(hand.pk) for hand in reversed(hands)]
    page = asha.get("hands")
    assert (ids(page), page["next"]) == (wanted, None)
    first = asha.get("hands?size=2")
    second = asha.get(f"hands?size=2&cursor={first['next']}")
    third = asha.get(f"hands?size=2&cursor={second['next']}")
    assert ids(first) + ids(second) + ids(third) == wanted
    assert third["next"] is None
    row, seat = page["items"][0], HandSeat.objects.get(hand=hands[-1], seat=0)
    assert (row["net"], row["won"], row["at"]) == (seat.net, seat.won, to_unix_ms(seat.finished_at))
    assert (row["game"], row["number"], row["players"]) == ("teen_patti", 5, 4)
    assert row["table"] == str(hands[-1].table_id)


def test_own_hands_are_filtered_by_game_table_and_time(many):
    asha, hands = many
    assert ids(asha.get("hands?game=holdem")) == [str(hand.pk) for hand in hands[2::-1]]
    assert len(ids(asha.get(f"hands?table={hands[4].table_id}"))) == 2
    assert ids(asha.get(f"hands?table={uuid.uuid4()}")) == []
    moment = timezone.now()
    HandSeat.objects.filter(hand=hands[1]).update(finished_at=moment.replace(year=2020))
    assert ids(asha.get("hands?before=1609459200000")) == [str(hands[1].pk)]
    assert str(hands[1].pk) not in ids(asha.get("hands?after=1609459200000"))


@pytest.mark.parametrize(
    "query",
    [
        "size=0",
        "size=501",
        "size=x",
        "cursor=-1",
        "game=chess",
        "table=1",
        "after=x",
        "before=99999999999999999",
        "color=red",
    ],
)
def test_an_invalid_filter_is_refused(many, query):
    assert many[0].refused("get", f"hands?{query}") == (400, "BAD_REQUEST")


def test_a_page_as_json_lines_has_the_same_rows_and_a_cursor(many):
    asha, hands = many
    page = asha.get("hands?size=2")
    lines = asha.ask("get", "hands?size=2", accept="application/x-ndjson")
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert lines.headers["Next-Cursor"] == str(page["next"])
    assert lines.content.endswith(b"}\n")
    assert [json.loads(line) for line in lines.content.splitlines()] == page["items"]
    rest = asha.ask("get", "hands?size=500", accept="application/x-ndjson")
    assert len(rest.content.splitlines()) == len(hands)
    assert "Next-Cursor" not in rest.headers
    wrong = asha.ask("get", "hands?size=0", accept="application/x-ndjson")
    assert (wrong.status_code, json.loads(wrong.content)["code"]) == (400, "BAD_REQUEST")


def test_poker_hands_are_one_file_for_a_tracker(many, client):
    asha, hands = many
    answer = asha.ask("get", "hands/pokerstars?size=2")
    text = answer.content.decode()
    assert (text.count("PokerStars Hand #"), answer["Left-Out"]) == (2, "0")
    assert text.count("\n\n\n") == 1  # where importers part hands
    rest = asha.ask("get", f"hands/pokerstars?size=2&cursor={answer['Next-Cursor']}")
    assert rest.content.decode().count("PokerStars Hand #") == 1  # none of Teen Patti
    assert "Next-Cursor" not in rest
    alone = asha.ask("get", f"hands/{hands[2].pk}/pokerstars").content.decode()
    assert text.startswith(alone)
    assert asha.refused("get", "hands/pokerstars?size=51") == (400, "BAD_REQUEST")
    client.force_login(HandSeat.objects.get(hand=hands[0], seat=0).user)
    assert "/me/hands/pokerstars.txt?game=holdem" in client.get("/me/hands/?game=holdem").text
    page = client.get("/me/hands/pokerstars.txt?game=holdem")
    assert page.content.decode() == text + "\n\n" + rest.content.decode()
    for _ in range(12):
        last = client.get("/me/hands/pokerstars.txt?game=holdem")
    assert last.status_code == 429


def test_a_void_hand_is_left_out_of_the_file(many):
    asha, hands = many
    hands[0].status = "void"
    hands[0].save(update_fields=["status"])
    answer = asha.ask("get", "hands/pokerstars")
    assert (answer.content.decode().count("PokerStars Hand #"), answer["Left-Out"]) == (2, "1")
    assert asha.refused("get", f"hands/{hands[0].pk}/pokerstars") == (409, "NOT_SAYABLE")


def test_visitors_have_no_hands(many, visitor, guests):
    assert visitor.refused("get", "hands") == (401, "LOG_IN_REQUIRED")
    assert guests(1)[0].get("hands") == {"items": [], "next": None}


def test_queries_do_not_grow_with_the_length_of_a_list(many):
    asha, hands = many

    def queries(path):
        with CaptureQueriesContext(connection) as seen:
            assert asha.ask("get", path).status_code == 200
        return len(seen)

    assert queries("hands?size=1") == queries("hands?size=100")
    one, five = f"hands/{hands[0].pk}", f"hands/{hands[4].pk}"
    for part in PARTS[:-2]:
        # The hand itself also names its table, its neighbours and what staff did to it.
        assert queries(one + part) == queries(five + part) <= (6 if part else 9)


def secrets_of(hand, user, people):
    """The cards that this user never saw: those of others, if not shown."""
    shown = {entry["seat"] for entry in hand.result["shown"]}
    seats = live.load(hand.pk).view(OPEN)["seats"]
    return {
        card
        for entry in seats
        if entry["seat"] not in shown and (user is None or people[entry["seat"]] != user)
        for card in entry["cards"]
    }


def hands_of_table(table, people, spectator_modes=("public",) * 5):
    return [
        store_hand("teen_patti", seed, spectators, people=people, table_id=table.pk, number=seed)[0]
        for seed, spectators in enumerate(spectator_modes, 1)
    ]


def test_the_hands_of_a_table_are_paged_by_their_numbers(seat_table, visitor):
    table, people = seat_table(people=1).table, four_guests()
    hands_of_table(table, people)
    store_hand(live=True, table_id=table.pk, number=6)
    path = f"tables/{table.slug}/hands"
    asha = app_of(people[0])
    first = asha.get(f"{path}?size=2")
    second = asha.get(f"{path}?size=3&cursor={first['next']}")
    assert [row["number"] for row in first["items"] + second["items"]] == [5, 4, 3, 2, 1]
    assert second["next"] is None
    nets = dict(HandSeat.objects.filter(user=people[0]).values_list("hand__number", "net"))
    assert {row["number"]: row["net"] for row in asha.get(path)["items"]} == nets
    assert [row["net"] for row in visitor.get(path)["items"]] == [None] * 5

    def queries(size):
        with CaptureQueriesContext(connection) as seen:
            asha.get(f"{path}?size={size}")
        return len(seen)

    assert queries(1) == queries(5)
    assert asha.refused("get", f"{path}?size=501") == (400, "BAD_REQUEST")
    assert asha.refused("get", "tables/none/hands") == (404, "NO_SUCH_TABLE")


def test_each_viewer_sees_the_hands_of_a_table_they_may_see(seat_table, guests, visitor):
    table, people = seat_table(people=1).table, four_guests()
    hands_of_table(table, people, spectator_modes=("public", "closed", "after_hand"))
    path = f"tables/{table.slug}/hands"
    mine, stranger = app_of(people[0]), guests(1)[0]
    assert [row["number"] for row in mine.get(path)["items"]] == [3, 2, 1]
    for asker in (stranger, visitor):
        assert [row["number"] for row in asker.get(path)["items"]] == [3, 1]
        page = asker.get(f"{path}?size=1&cursor=3")
        assert (page["items"], page["next"]) == ([], 2)
    type(table).objects.filter(pk=table.pk).update(private=True)
    assert stranger.refused("get", path) == (403, "PRIVATE_TABLE")


def cards_in(text):
    """All cards in an answer: in JSON lists, in sentences, and in the lines of a PHH file."""
    dealt = re.findall(r'"(?:d d[hb]|p\d sm)[^"]*"', text)
    return {
        *re.findall(r"\b([2-9TJQKA][cdhs]|BJ|RJ)\b", text),
        *re.findall(r"[2-9TJQKA][cdhs]", " ".join(dealt)),
    }


@pytest.mark.parametrize("key", ["holdem", "teen_patti", "dou_dizhu"])
def test_nobody_gets_a_card_they_never_saw(key, visitor, guests):
    stranger = guests(1)[0]
    type(stranger.user).objects.filter(pk=stranger.user.pk).update(is_staff=True)
    hidden = 0
    for seed in range(1, times(1, 2) + 1):
        # At a side show two players see each other's cards; the engine's tests cover that.
        options = {"side_show": "off"} if key == "teen_patti" else {}
        hand, people = store_hand(key, seed, **options)
        seats = {entry["seat"]: entry["cards"] for entry in live.load(hand.pk).view(OPEN)["seats"]}
        for asker in (visitor, stranger, *map(app_of, people)):
            secret = secrets_of(hand, asker.user, people)
            hidden += len(secret)
            for part in PARTS if key == "holdem" else PARTS[:-2]:
                answer = asker.ask("get", f"hands/{hand.pk}{part}")
                assert answer.status_code == 200
                assert "no-store" in answer["Cache-Control"]
                assert not secret & cards_in(answer.content.decode())
            record = asker.get(f"hands/{hand.pk}/record")
            assert check(record).ok, str(check(record))
            if asker.user in people:
                seat = people.index(asker.user)
                shown = asker.get(f"hands/{hand.pk}")
                assert shown["seat"] == asker.get(f"hands/{hand.pk}/replay")["you"] == seat
                (mine,) = (one for one in shown["players"] if one["you"])
                assert set(mine["cards"]) <= {*seats[seat], "??"}
                assert mine["net"] == dict(hand.result["net"])[seat]
    assert hidden or key == "dou_dizhu"


def test_a_hand_the_user_may_not_see_is_not_found(visitor, guests):
    stranger = guests(1)[0]
    for options in ({"live": True}, {"private": True}, {"spectators": "closed"}):
        hand, people = store_hand(**options)
        for part in PARTS:
            path = f"hands/{hand.pk}{part}"
            for nobody in (visitor, stranger):
                assert nobody.refused("get", path) == (404, "NOT_FOUND")
            player = app_of(people[0]).ask("get", path)
            assert player.status_code == (404 if "live" in options else 200)
    assert visitor.refused("get", f"hands/{uuid.uuid4()}") == (404, "NOT_FOUND")
    assert visitor.refused("post", f"hands/{hand.pk}") == (405, "BAD_METHOD")


def test_spectators_see_all_cards_afterwards_where_the_table_allows_it(visitor):
    hand, _people = store_hand(spectators="after_hand")
    record = visitor.get(f"hands/{hand.pk}/record")
    assert record["viewer"] == {"seat": None, "all_cards": True}
    assert record["cards_unknown"]["count"] == 0
    assert all("??" not in one["cards"] for one in visitor.get(f"hands/{hand.pk}")["players"])


def test_a_replay_equals_the_pages(visitor, client):
    hand, _people = store_hand("teen_patti", 2)
    replay = visitor.get(f"hands/{hand.pk}/replay")
    page = client.get(f"/hands/{hand.pk}/")
    shown = json.loads(json.dumps(page.context["replay"], default=str))
    scripts_load = {key: shown.pop(key) for key in ("game_module", "subject")}
    assert scripts_load["game_module"].startswith("/static/"), "only pages load scripts"
    assert replay == shown
    assert [frame["seq"] for frame in replay["frames"]] == list(range(len(replay["frames"])))
    assert all("you" not in frame["view"] or not frame["view"]["you"] for frame in replay["frames"])


def test_files_equal_those_of_the_pages(visitor, client):
    hand, _people = store_hand()
    for part, name in (("text", "hand.txt"), ("phh", "hand.phh"), ("pokerstars", "pokerstars.txt")):
        answer = visitor.ask("get", f"hands/{hand.pk}/{part}")
        page = client.get(f"/hands/{hand.pk}/{name}")
        assert (answer.content, answer["Content-Type"]) == (page.content, page["Content-Type"])
        assert answer.content.decode().startswith("PokerStars Hand #") == (part == "pokerstars")
    asked = visitor.client.get(f"/api/v1/hands/{hand.pk}/text", headers={"Accept": "text/plain"})
    assert asked.status_code == 200
    record = visitor.get(f"hands/{hand.pk}/record")
    assert record == client.get(f"/hands/{hand.pk}/record.json").json()


def test_a_void_hand_is_marked_as_void(visitor):
    hand, _people = store_hand()
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.VOID, result=None)
    shown = visitor.get(f"hands/{hand.pk}")
    assert (shown["void"], shown["pots"], shown["ended_by"]) == (True, [], None)
    assert visitor.get(f"hands/{hand.pk}/record")["result"] is None
    assert visitor.refused("get", f"hands/{hand.pk}/phh") == (409, "NOT_SAYABLE")
    winner = HandSeat.objects.filter(hand=hand, won=True)[0].user
    row = app_of(winner).get("hands")["items"][0]
    assert (row["void"], row["net"], row["won"]) == (True, 0, False)


def test_a_hand_that_phh_cannot_express_is_refused_with_a_message(visitor):
    hand, _people = store_hand("teen_patti")
    answer = visitor.ask("get", f"hands/{hand.pk}/phh")
    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_SAYABLE")
    assert "Teen Patti" in answer.json()["text"]


def test_a_note_about_a_hand_is_private_to_its_writer(many):
    asha, hands = many
    path = f"hands/{hands[0].pk}/note"
    binod = app_of(User.objects.get(pk=hands[0].opening["seats"][1]["user"]))
    assert asha.get(path) == {"text": ""}
    kept = asha.ask("put", path, {"text": " fold this "}).json()
    assert kept == asha.get(path) == {"text": "fold this"}
    assert binod.get(path) == {"text": ""}
    for body in ({}, {"text": "x"}):
        method = "put" if body else "get"
        assert asha.refused(method, f"hands/{uuid.uuid4()}/note", **body) == (404, "NOT_FOUND")
    assert asha.refused("put", path, text="x" * 501) == (400, "NOTE_TOO_LONG")
    assert asha.ask("put", path, {"text": ""}).json() == asha.get(path) == {"text": ""}


def test_a_shared_link_shows_a_hand_without_names(many):
    asha, hands = many
    page = Client().get(asha.get(f"hands/{hands[0].pk}/share")["url"])
    received = page.content.decode()
    assert page.status_code == 200
    assert [name for name in (asha.user.name, str(hands[0].pk)) if name in received] == []
    assert asha.refused("get", f"hands/{uuid.uuid4()}/share") == (404, "NOT_FOUND")

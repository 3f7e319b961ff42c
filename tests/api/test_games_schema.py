"""The games' part of the OpenAPI document: examples and real answers fit it."""

import uuid

import pytest
from django.db.models.functions import Now
from drf_spectacular.generators import SchemaGenerator

from accounts.people.actions.users import create_guest, register_bot
from games.api_urls import urlpatterns
from games.dealing.actions.daily_roots import close_days
from games.ladder.models import LadderMatch
from tests.games.past import DAY, ended, ended_tfair1, today
from tests.games.room import as_people, play_hands
from tests.games.stored import store_hand
from tests.support.app import V1, app_of
from tests.support.ladder import placed_bot
from tests.support.schemas import complaints

pytestmark = pytest.mark.django_db

ROUTES = {
    str(route.pattern)
    .replace("<", "{")
    .replace("uuid:", "")
    .replace("slug:", "")
    .replace("str:", "")
    .replace(">", "}")
    for route in urlpatterns
}


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


def operations(document):
    for path, methods in document["paths"].items():
        if path.removeprefix("/api/v1/") in ROUTES:
            for method, operation in methods.items():
                yield method, path, operation


def test_every_route_is_documented_with_a_description(document):
    found = {path for _method, path, _operation in operations(document)}
    assert found == {f"/api/v1/{route}" for route in ROUTES}
    assert all(operation["description"] for *_rest, operation in operations(document))


def test_examples_fit_the_schema(document):
    received = 0
    for _method, _path, operation in operations(document):
        for body in (operation.get("requestBody"), *operation["responses"].values()):
            content = (body or {}).get("content", {})
            for example in content.get("application/json", {}).get("examples", {}).values():
                assert complaints(document, content, example["value"]) == []
                received += 1
    assert received >= 16


def test_answers_fit_the_schema(document, seat_table, visitor):
    room = seat_table(people=2)
    play_hands(room, 2)
    as_people(*room.people)
    asha = app_of(room.people[0])
    kept = asha.post("designs", name="Diwali", design={"pair_plus": {"pair": 1}, "tie_bet": 5})
    ended(today() - DAY)
    ended_tfair1(today() - 2 * DAY)
    close_days()
    closed = [str(today() - DAY), str(today() - 2 * DAY)]
    void, _people = store_hand()
    type(void).objects.filter(pk=void.pk).update(status="void", result=None)
    mine = asha.get("hands")["items"][0]["id"]
    code = asha.get(f"hands/{mine}/share")["url"].strip("/").rpartition("/")[2]
    shared = f"shared-hands/{code}"
    paths = {
        "games": ["games"],
        "games/{key}/rules": [f"games/{key}/rules" for key in ("teen_patti", "dou_dizhu")],
        "hands": ["hands"],
        **{
            f"hands/{{hand_id}}{part}": [f"hands/{mine}{part}", f"hands/{void.pk}{part}"]
            for part in ("", "/replay", "/record", "/note", "/share")
        },
        "games/{key}/ranking": [
            f"games/{key}/ranking" for key in ("holdem", "dou_dizhu", "dealer_teen_patti")
        ],
        "games/{key}/rules/text": ["games/holdem/rules/text"],
        "games/{key}/quiz": ["games/holdem/quiz?seed=abc"],
        "games/{key}/spots": ["games/dou_dizhu/spots"],
        "shared-hands/{code}": [shared],
        "shared-hands/{code}/replay": [f"{shared}/replay"],
        "odds": ["odds?q=pair"],
        "odds/summary": ["odds/summary"],
        "odds/hands/{cards}": ["odds/hands/AsKhQd"],
        "paytables/presets": ["paytables/presets"],
        "designs": ["designs"],
        "designs/{design_id}": [f"designs/{kept['id']}"],
        "me/statistics": ["me/statistics"],
        "me/today": ["me/today"],
        "me/bankroll": ["me/bankroll"],
        "players/{name}/statistics": ["players/Binod/statistics"],
        "ratings": ["ratings"],
        "leaderboards": ["leaderboards?game=teen_patti&measure=win_rate"],
        "ladder": ["ladder?game=teen_patti"],
        "statistics": ["statistics"],
        "fair/hands": ["fair/hands"],
        "fair/days": ["fair/days"],
        "fair/keys": ["fair/keys"],
        "fair/days/{day}": [f"fair/days/{day}" for day in closed],
    }
    in_other_tests = {
        "ladder/duels",
        "ladder/matches",
        "ladder/matches/{match_id}",
        "ladder/matches/{match_id}/moves",
        "games/{key}/spots/{spot}",
        "decks/{deck_id}",
        "hands/pokerstars",
        "hands/{hand_id}/phh",
        "hands/{hand_id}/pokerstars",
        "hands/{hand_id}/text",
        "odds/table.csv",
        "odds/table.json",
        "odds/table.notebook",
        "paytables/analyse",
        "paytables/simulate",
    }
    assert set(paths) == ROUTES - in_other_tests
    for route, asked in paths.items():
        content = document["paths"][f"/api/v1/{route}"]["get"]["responses"]["200"]["content"]
        for path in asked:
            assert complaints(document, content, asha.get(path)) == [], path
    worth = document["paths"]["/api/v1/paytables/analyse"]["post"]["responses"]["200"]["content"]
    design = {"six_card_bonus": {"royal": 1000}, "commission": "1/20"}
    assert complaints(document, worth, visitor.post("paytables/analyse", design=design)) == []


def test_matches_of_the_ladder_fit_the_schema(document):
    bot = app_of(register_bot(user=create_guest()))
    match = bot.post("ladder/matches", game="teen_patti", level="easy")
    paths = {path.removeprefix(V1): methods for path, methods in document["paths"].items()}
    made = paths["ladder/matches"]["post"]["responses"]["201"]["content"]
    read = paths["ladder/matches/{match_id}"]["get"]["responses"]["200"]["content"]
    assert complaints(document, made, match) == []
    assert complaints(document, read, bot.get(f"ladder/matches/{match['id']}")) == []
    duels = paths["ladder/duels"]["post"]["responses"]["200"]["content"]
    first, second = placed_bot("Robin"), placed_bot("Sparrow")
    waiting, paired = (app.post("ladder/duels", game="teen_patti") for app in (first, second))
    assert (waiting["match"], paired["ask_again_ms"]) == (None, None)
    assert complaints(document, duels, waiting) == complaints(document, duels, paired) == []
    LadderMatch.objects.filter(pk=paired["match"]["id"]).update(
        outcome="won", finished_at=Now(), clocks=[[1, None], [1, None]]
    )
    ladder, shown = first.get("ladder?game=teen_patti"), paths["ladder"]["get"]["responses"]["200"]
    assert len(ladder["duels"]) == 1
    assert complaints(document, shown["content"], ladder) == []


def test_refusals_fit_the_schema(document, visitor):
    for method, path, operation in operations(document):
        asked = path.removeprefix(V1).replace("{cards}", "x").replace("{key}", "x")
        asked = asked.replace("{ending}", "x").replace("{name}", "x").replace("{hand_id}", NOBODY)
        answer = visitor.ask(
            method, asked.replace("{design_id}", NOBODY).replace("{match_id}", NOBODY), {"x": 1}
        )
        if answer.status_code >= 400:
            content = operation["responses"][str(answer.status_code)]["content"]
            assert complaints(document, content, answer.json()) == [], path


NOBODY = str(uuid.UUID(int=0))

"""Addresses of the games' pages."""

from django.urls import include, path

from core.http.redirects import moved
from games.hands import views
from games.ladder import views as ladder_views
from games.pictures import views as pictures
from games.quiz import views as quiz_views
from games.stats import views as stats_views

app_name = "games"

urlpatterns = [
    path("me/hands/", views.hands, name="hands"),
    path("me/hands/pokerstars.txt", views.pokerstars_file, name="hands_pokerstars"),
    path("hands/<uuid:hand_id>/", views.hand, name="hand"),
    path("hands/<uuid:hand_id>/note/", views.note, name="hand_note"),
    path("hands/<uuid:hand_id>/picture.png", pictures.of_hand, name="hand_picture"),
    path("h/<str:code>/", views.shared, name="shared_hand"),
    path("h/<str:code>/picture.png", pictures.of_shared_hand, name="shared_picture"),
    path("s/<str:code>/", views.shared_before, name="shared_hand_before"),
    path("hands/<uuid:hand_id>/record.json", views.hand_file, {"ending": "json"}, name="hand_json"),
    path("hands/<uuid:hand_id>/hand.txt", views.hand_file, {"ending": "txt"}, name="hand_txt"),
    path("hands/<uuid:hand_id>/hand.phh", views.hand_file, {"ending": "phh"}, name="hand_phh"),
    path(
        "hands/<uuid:hand_id>/pokerstars.txt",
        views.hand_file,
        {"ending": "pokerstars"},
        name="hand_pokerstars",
    ),
    path("fair/", views.fair, name="fair"),
    path("fair/cheat/", views.fair_cheat, name="fair_cheat"),
    path("fair/chain.json", views.chain, name="fair_chain"),
    path("fair/key.json", views.keys, name="fair_keys"),
    path("fair/days/<str:day>/<int:part>.ndjson", views.digests, name="fair_digests"),
    path("leaderboards/", stats_views.leaderboards, name="leaderboards"),
    path("ladder/", ladder_views.ladder, name="ladder"),
    path("statistics/", stats_views.statistics, name="statistics"),
    path("odds/", include("games.designer.urls")),
    path("rules/<slug:key>/", views.rules, name="rules"),
    path("rules/<slug:key>/quiz/", quiz_views.quiz, name="quiz"),
    path("rules/<slug:key>/try/<slug:spot>/", quiz_views.try_spot, name="spot"),
    path("numbers/", moved("games:statistics")),
]

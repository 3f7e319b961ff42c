"""Addresses of tables in the API."""

from django.urls import path

from lobby.moderation import api as moderation
from lobby.tables.api import hands, play, views
from lobby.tables.api.commands import command_urls

urlpatterns = [
    path("tables", views.Tables.as_view()),
    path("tables/options", views.Options.as_view()),
    path("tables/check", views.Check.as_view()),
    path("tables/mine", views.Mine.as_view()),
    path("tables/quick", views.Quick.as_view()),
    path("tables/practice", views.Practice.as_view()),
    path("tables/join", views.Join.as_view()),
    path("invites/<slug:code>", views.Invite.as_view()),
    path("tables/<slug:slug>", views.OneTable.as_view()),
    path("tables/<slug:slug>/hands", hands.TableHands.as_view()),
    path("tables/<slug:slug>/decks/ends", hands.TableDecks.as_view()),
    path("tables/<slug:slug>/state", play.State.as_view()),
    path("tables/<slug:slug>/act", play.Act.as_view()),
    path("tables/<slug:slug>/ask", views.Ask.as_view()),
    path("tables/<slug:slug>/missed", hands.Missed.as_view()),
    path("tables/<slug:slug>/chat", views.Chat.as_view()),
    path("staff/hands/<uuid:hand_id>/cards", moderation.RevealedCards.as_view()),
    path("tables/<slug:slug>/reports", moderation.Reports.as_view()),
    path("tables/<slug:slug>/spectators", views.Spectators.as_view()),
    *command_urls(),
]

"""Addresses of tables in the API."""

from django.urls import path

from lobby.moderation import api as moderation
from lobby.tables.api import hands, hosting, play, views

urlpatterns = [
    path("tables", views.Tables.as_view()),
    path("tables/options", views.Options.as_view()),
    path("tables/check", views.Check.as_view()),
    path("tables/mine", views.Mine.as_view()),
    path("tables/quick", views.Quick.as_view()),
    path("tables/join", views.Join.as_view()),
    path("invites/<slug:code>", views.Invite.as_view()),
    path("tables/<slug:slug>", views.OneTable.as_view()),
    path("tables/<slug:slug>/hands", hands.TableHands.as_view()),
    path("tables/<slug:slug>/state", play.patiently(play.State.as_view())),
    path("tables/<slug:slug>/act", play.Act.as_view()),
    path("tables/<slug:slug>/ask", views.Ask.as_view()),
    path("tables/<slug:slug>/sit", play.Sit.as_view()),
    path("tables/<slug:slug>/leave", play.Leave.as_view()),
    path("tables/<slug:slug>/top_up", play.TopUp.as_view()),
    path("tables/<slug:slug>/sit_out", play.SitOut.as_view()),
    path("tables/<slug:slug>/sit_in", play.SitIn.as_view()),
    path("tables/<slug:slug>/start", play.Start.as_view()),
    path("tables/<slug:slug>/prefer", play.Prefer.as_view()),
    path("tables/<slug:slug>/next", play.Next.as_view()),
    path("tables/<slug:slug>/nudge", play.Nudge.as_view()),
    path("tables/<slug:slug>/cut_commit", play.CutCommit.as_view()),
    path("tables/<slug:slug>/cut", play.Cut.as_view()),
    path("tables/<slug:slug>/missed", hands.Missed.as_view()),
    path("tables/<slug:slug>/again", play.Again.as_view()),
    path("tables/<slug:slug>/bots", play.Bots.as_view()),
    path("tables/<slug:slug>/pause", hosting.Pause.as_view()),
    path("tables/<slug:slug>/resume", hosting.Resume.as_view()),
    path("tables/<slug:slug>/ask_seat", hosting.AskSeat.as_view()),
    path("tables/<slug:slug>/answer_request", hosting.AnswerRequest.as_view()),
    path("tables/<slug:slug>/hand_over", hosting.HandOver.as_view()),
    path("tables/<slug:slug>/send_away", hosting.SendAway.as_view()),
    path("tables/<slug:slug>/chat", views.Chat.as_view()),
    path("staff/hands/<uuid:hand_id>/cards", moderation.RevealedCards.as_view()),
    path("tables/<slug:slug>/reports", moderation.Reports.as_view()),
    path("tables/<slug:slug>/spectators", views.Spectators.as_view()),
]

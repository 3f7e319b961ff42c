"""Addresses of the lobby's pages."""

from django.urls import path

from core.http.redirects import moved
from games.engines.core import registry
from lobby.moderation import views as moderation
from lobby.tables import pictures, qr_codes, views
from lobby.tables.list.menu import menu
from lobby.tables.list.settings_page import settings_page
from lobby.tables.take_seat import take_seat

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("settings/", settings_page, name="settings"),
    path("tables/new/", views.open_new, name="open_table"),
    path("tables/join/", views.join, name="join"),
    path("tables/sit/", take_seat, name="take_seat"),
    path("play/<slug:game>/", views.quick, name="quick_seat"),
    path("practice/<slug:game>/", views.practice, name="practice"),
    path("t/<slug:slug>/", views.table, name="table"),
    path("t/<slug:slug>/text/", views.table_text, name="table_text"),
    path("t/<slug:slug>/overlay/", views.table_overlay, name="table_overlay"),
    path("t/<slug:slug>/hands/", views.table_hands, name="table_hands"),
    path("t/<slug:slug>/report/", moderation.report_table, name="report"),
    path("t/<slug:slug>/host/", views.host, name="host"),
    path("t/<slug:slug>/edit/", views.edit, name="edit"),
    path("t/<slug:slug>/qr.svg", qr_codes.of_table, name="table_qr"),
    path("t/<slug:slug>/picture.png", pictures.of_table, name="table_picture"),
    path("i/<slug:code>/picture.png", pictures.of_invitation, name="invite_picture"),
    path("i/<slug:code>/", views.invite, name="invite"),
    path("i/<slug:code>/qr.svg", qr_codes.of_invitation, name="invite_qr"),
    path("t/<slug:slug>/change/", moved("lobby:edit")),
    *(
        path(f"{game.manifest.menu.path}/", menu, {"key": game.key}, name="menu")
        for game in registry.all_games()
        if game.manifest.menu is not None
    ),
]

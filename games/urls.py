"""Addresses of the games' pages."""

from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("me/hands/", views.hands, name="hands"),
    path("hands/<uuid:hand_id>/", views.hand, name="hand"),
    path("rules/<slug:key>/", views.rules, name="rules"),
]

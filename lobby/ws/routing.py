"""Addresses of the sockets."""

from django.urls import path

from lobby.ws.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]

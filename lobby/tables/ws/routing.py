"""Addresses of the sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from lobby.tables.ws.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    # Anywhere else: 403. Without it the router raises an error that quotes the path in the log.
    re_path("", WebsocketDenier.as_asgi()),
]

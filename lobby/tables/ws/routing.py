"""The sockets' addresses."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from lobby.tables.ws.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    # All other addresses get 403; the router's own error would log the path.
    re_path("", WebsocketDenier.as_asgi()),
]

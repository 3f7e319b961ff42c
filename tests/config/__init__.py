"""Tests of config: services, settings, health, logs, sockets\x27 origins."""

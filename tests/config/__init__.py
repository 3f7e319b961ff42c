"""Tests of config: services, settings, health, logs, origins of sockets."""

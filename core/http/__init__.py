"""Shared by all pages and API routes: parsing, errors, pagination, throttles."""

"""Our database engine: Django's backend for PostgreSQL, for servers that die or change roles."""

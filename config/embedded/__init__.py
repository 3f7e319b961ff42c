"""PostgreSQL and Valkey from wheels, for use without installed servers."""

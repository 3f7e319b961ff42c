"""The database as operators see it: roles, rights, migrations, backups."""

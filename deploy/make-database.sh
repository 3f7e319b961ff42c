#!/bin/sh
# Patroni runs this once, on the first primary, with the address of its superuser. `manage.py
# migrate` makes everything else.
set -eu
"$POSTGRES_BIN/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<'SQL'
\getenv password OWNER_PASSWORD
CREATE ROLE cardhouse LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE cardhouse OWNER cardhouse;
SQL

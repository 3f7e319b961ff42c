#!/bin/bash
# Patroni runs this before it stops PostgreSQL. In a switch-over it would look once a second whether
# the primary has ended, and wait another second then, while nobody can play. PostgreSQL's own fast
# stop ends as soon as the standbys have everything. A machine that has lost its place is left to
# Patroni, which stops it without waiting for anybody.
set -eu
exec 3<> "/dev/tcp/$MACHINE_ADDRESS/8008"
printf 'OPTIONS /leader HTTP/1.0\r\n\r\n' >&3
read -r -t 1 _ status _ <&3
[ "$status" = 200 ] || exit 0
read -r pid < "$POSTGRES_DATA/postmaster.pid"
"$POSTGRES_BIN/pg_ctl" stop --silent --pgdata "$POSTGRES_DATA" --mode fast --timeout 5
for _ in {1..40}; do  # until the process is gone too
    [ -e "/proc/$pid" ] || exit 0
    sleep 0.05
done

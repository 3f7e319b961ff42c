"""The texts of the configuration files, with places in braces for what differs. Pure.

The settings were chosen by faults (docs/operations.md, "A cluster"); a comment beside each says
what it does.
"""

PATRONI = """\
# Patroni, the same on each machine; the addresses of a machine are in its environment.
scope: cardhouse
etcd3:
  hosts: {etcd}
bootstrap:
  dcs:
    # A machine that is silent for `ttl` seconds has lost its place as the primary.
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    # Each commit waits for one of the standbys, and where there is none it waits for one.
    synchronous_mode: quorum
    synchronous_mode_strict: true
    maximum_lag_on_failover: 1048576
    # A primary that dies is replaced at once instead of being started again.
    primary_start_timeout: 0
    primary_stop_timeout: 5
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        wal_level: replica
        wal_log_hints: "on"
        hot_standby: "on"
        max_connections: 200
        synchronous_commit: "on"
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        tcp_user_timeout: 5000
        plan_cache_mode: force_generic_plan
        random_page_cost: 1.1
        recovery_init_sync_method: syncfs
        log_checkpoints: "off"
  initdb:
    - encoding: UTF8
    - locale: C
    - locale-provider: builtin
    - builtin-locale: C.UTF-8
    - data-checksums
  # Runs once, on the first primary: makes the owner and the database.
  post_bootstrap: {files}/make-database.sh
postgresql:
  # Ends a primary in a switch-over two seconds sooner than Patroni alone.
  before_stop: {files}/stop-primary.sh
  # A machine whose data cannot be rewound copies them from the primary.
  remove_data_directory_on_rewind_failure: true
  # A copy begins at once, not after the next checkpoint.
  basebackup:
    - checkpoint: fast
  parameters:
    # All connections are by TCP, with a password.
    unix_socket_directories: ""
    password_encryption: scram-sha-256
  pg_hba:
{hba}
"""

MAKE_DATABASE = """\
#!/bin/sh
# Patroni runs this once, on the first primary, with the address of its superuser. `manage.py
# migrate` makes everything else.
set -eu
"$POSTGRES_BIN/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<'SQL'
\\getenv password OWNER_PASSWORD
CREATE ROLE cardhouse LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE cardhouse OWNER cardhouse;
SQL
"""

STOP_PRIMARY = """\
#!/bin/bash
# Patroni runs this before it stops PostgreSQL. In a switch-over it would look once a second whether
# the primary has ended, and wait another second then, while nobody can play. PostgreSQL's own fast
# stop ends as soon as the standbys have everything. A machine that has lost its place is left to
# Patroni, which stops it without waiting for anybody.
set -eu
exec 3<> "/dev/tcp/$MACHINE_ADDRESS/{patroni}"
printf 'OPTIONS /leader HTTP/1.0\\r\\n\\r\\n' >&3
read -r -t 1 _ status _ <&3
[ "$status" = 200 ] || exit 0
read -r pid < "$POSTGRES_DATA/postmaster.pid"
"$POSTGRES_BIN/pg_ctl" stop --silent --pgdata "$POSTGRES_DATA" --mode fast --timeout 5
for _ in {{1..40}}; do  # until the process is gone too
    [ -e "/proc/$pid" ] || exit 0
    sleep 0.05
done
"""

MACHINE = """\
# The addresses of {name}, for etcd and Patroni, which hides its variables from scripts.
MACHINE_ADDRESS={address}
POSTGRES_BIN={postgres_bin}
POSTGRES_DATA={postgres_data}
ETCD_NAME={name}
ETCD_DATA_DIR={etcd_data}
ETCD_LISTEN_CLIENT_URLS=http://{client}
ETCD_ADVERTISE_CLIENT_URLS=http://{client}
ETCD_LISTEN_PEER_URLS=http://{peer}
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://{peer}
ETCD_INITIAL_CLUSTER={peers}
ETCD_INITIAL_CLUSTER_TOKEN=cardhouse
ETCD_AUTO_COMPACTION_RETENTION=1
# Milliseconds of silence after which another etcd leads. A new one counts Patroni's `ttl` anew.
ETCD_ELECTION_TIMEOUT=500
PATRONI_NAME={name}
PATRONI_RESTAPI_LISTEN={rest}
PATRONI_RESTAPI_CONNECT_ADDRESS={rest}
PATRONI_POSTGRESQL_LISTEN={postgres}
PATRONI_POSTGRESQL_CONNECT_ADDRESS={postgres}
PATRONI_POSTGRESQL_DATA_DIR={postgres_data}
PATRONI_POSTGRESQL_BIN_DIR={postgres_bin}
PATRONI_POSTGRESQL_PGPASS={pgpass}
"""

SECRETS = """\
# The passwords of the servers, the same on each machine; readable by their account alone.
PATRONI_SUPERUSER_USERNAME=postgres
PATRONI_SUPERUSER_PASSWORD={superuser}
PATRONI_REPLICATION_USERNAME=replicator
PATRONI_REPLICATION_PASSWORD={replication}
PATRONI_REWIND_USERNAME=rewinder
PATRONI_REWIND_PASSWORD={rewind}
PATRONI_RESTAPI_USERNAME=patroni
PATRONI_RESTAPI_PASSWORD={restapi}
OWNER_PASSWORD={owner}
"""

VALKEY = """\
# Valkey, the same on each machine. Nothing in it must survive: notifications, presence, counts.
port {port}
save ""
appendonly no
maxmemory 256mb
databases 64
"""

HAPROXY = """\
# HAProxy, the same on each machine: what the programs of that machine connect to.
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 1s
    # A server that is down loses its connections too: a frozen one would never end them.
    default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions

# PostgreSQL that takes writes. Patroni knows which one it is.
listen primary
    bind {primary}
    option httpchk OPTIONS /primary
    http-check expect status 200
    # Programs try again each 0.1 s; HAProxy would hold them for a second, at the same server.
    retries 0
    default-server downinter 250ms
{primaries}

# The standbys, for reads.
listen replica
    bind {replica}
    option httpchk OPTIONS /replica
    http-check expect status 200
    retries 1
    option redispatch 1
{replicas}

# One Valkey for all, so that everybody hears everybody; the spare one while it is down.
listen notifications
    bind {notifications}
    option tcp-check
    tcp-check send PING\\r\\n
    tcp-check expect rstring ^(\\+PONG|-NOAUTH)
{valkeys}

# The requests of a table go to one process, by the table's name, else by the path.
listen site
    bind {site}
    mode http
    option forwardfor
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout http-request 5s
    option redispatch
    retries 3
    balance hash var(txn.table)
    hash-type consistent
    http-request set-var(txn.table) path,{by_table}
    option httpchk
    http-check send meth GET uri /healthz hdr Host {host}
    http-check expect status 200
{webs}
"""

BY_TABLE = """'regsub("^/(ws/table|t|api/v1/tables)/([^/]+).*","\\\\2")'"""
